// Written by `python -m tests.tools.item_types` from pages/home/items.py. Do not edit.

/** Ways to begin the course, each with its places. */
interface StartsItem extends ItemBase {
  kind: "starts";
  starts: any[];
  asks: string;
}

/** All pages of the course by their groups. */
interface CourseMapItem extends ItemBase {
  kind: "coursemap";
  groups: any[];
  asks: string;
}

/** The way back to where the learner was. `pages`: titles by path; `drop`: words that the address loses. */
interface ResumeItem extends ItemBase {
  kind: "resume";
  pages: Record<string, string>;
  drop: string[];
  asks: string;
}

interface ItemKinds {
  starts: StartsItem;
  coursemap: CourseMapItem;
  resume: ResumeItem;
}
