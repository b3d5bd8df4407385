// Written by `python -m tests.tools.item_types` from pages/home/items.py. Do not edit.

/** A step of a guided start, or a page without steps, for which `page` and `id` are "". */
interface StartPlace {
  address: string;
  title: string;
  page: string;
  id: string;
  challenges: string[];
}

/** A guided start: a title, a line of text, and its steps; `end` is the text when all steps are done. */
interface Start {
  title: string;
  line: string;
  end: string;
  places: StartPlace[];
}

/** A step that visitors may open, with the ids of its challenges and quiz questions. */
interface MapStep {
  id: string;
  challenges: string[];
  quiz: string[];
}

/** A page on the map; `closed` is the reason why it is closed, else "". */
interface MapEntry {
  title: string;
  path: string;
  question: string;
  line: string;
  closed: string;
  steps: MapStep[];
}

/** A heading of the map, with the pages below it. */
interface MapGroup {
  title: string;
  ways: MapEntry[];
}

/** All fields of a scene, and a text that is shown if the solution of the scene meets the conditions. */
interface Surprise {
  fields: Record<string, string>;
  text: string;
  conditions: [string, string, any][];
}

/**
 * A page, and its step to open ("" for the first). `when` maps fields of a scene to the values that the
 * page can show.
 */
interface SceneLink {
  title: string;
  path: string;
  step: string;
  when: Record<string, string[]>;
}

/** A button that shows the scenes one after another, each with its statement. */
interface SurprisesItem extends ItemBase {
  kind: "surprises";
  scenes: Surprise[];
}

/** Links that open the scene on other pages. */
interface SceneLinksItem extends ItemBase {
  kind: "scenelinks";
  pages: SceneLink[];
  asks: string;
}

/** The guided starts, each with its steps. */
interface StartsItem extends ItemBase {
  kind: "starts";
  starts: Start[];
  asks: string;
}

/**
 * All pages of the course, by group. `cleared_keys` are the keys of features in the browser's storage
 * that “Clear my progress” deletes too, each with what the learner loses, or "".
 */
interface CourseMapItem extends ItemBase {
  kind: "coursemap";
  groups: MapGroup[];
  cleared_keys: Record<string, string>;
  asks: string;
}

/**
 * A link to where the learner stopped. `pages` maps the paths of pages to their titles; `drop` lists
 * words of the address that the link leaves out.
 */
interface ResumeItem extends ItemBase {
  kind: "resume";
  pages: Record<string, string>;
  drop: string[];
  asks: string;
}

/** Buttons that choose the visible slider on narrow screens. */
interface SliderRowItem extends ItemBase {
  kind: "sliderrow";
  label: string;
}

interface ItemKinds {
  surprises: SurprisesItem;
  scenelinks: SceneLinksItem;
  starts: StartsItem;
  coursemap: CourseMapItem;
  resume: ResumeItem;
  sliderrow: SliderRowItem;
}
