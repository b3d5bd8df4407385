// Types that the scripts share, for `tsc --checkJs`; see tests/js/test_types.py. No script imports this file, and
// it is not sent to browsers.

/** The fields of a scene as texts, as in its address; a field that is missing or "" is not set. */
type Scene = Record<string, string>;

/** The values of a tensor, as sent by the server. */
type Numbers = Float64Array | Float32Array | Uint16Array | Int32Array | Int16Array | Int8Array | Uint8Array;

interface Tensor {
  dtype: "F64" | "F32" | "F16" | "I32" | "I16" | "I8" | "U8";
  shape: number[];
  data: Numbers;
  /** Whether the tensor is the same at every stop, and therefore has no stop axis. */
  fixed: boolean;
}

/** The answer to one request: a solution for each stop of a slider, see lab/wire/sweep_payload.py. */
interface Sweep {
  meta: Record<string, any>;
  tensors: Record<string, Tensor>;
  stops: Numbers;
  /** The factor by which the field's numbers are multiplied. */
  scale: number;
}

/** One stop of a sweep. */
interface Frame {
  sweep: Sweep;
  stop: number;
  along?: string;
  scene: Scene;
  /** In a frame of a challenge: all frames of the challenge's slider and switches. */
  among?: FrameNumbers[];
  /** Return the value of a tensor at this stop: a number, or an array of numbers; undefined if there is none. */
  get(name: string): any;
}

/** The part of a frame that a condition or a text needs; only the extremes of a tensor need its sweep. */
type FrameNumbers = Pick<Frame, "scene" | "get"> & Partial<Frame>;

/** A comparison of a number or a word of a frame with a bound, see assets/base/conditions.js. */
type Condition = [name: string, comparison: string, target: any];

/** A function that writes a number, see assets/base/format.js. */
type NumberFormat = (value: number, frame: FrameNumbers) => string;

/** One item of an element: each kind has its fields, see assets/items.d.ts and a page's own items.d.ts. */
type Item = ItemKinds[keyof ItemKinds];

/**
 * The settings of a plane: its own item, or that of a view that draws an overlay on it. `doubt`: the sentence that
 * is shown if the solution is not proven optimal.
 */
type PlaneSettings = Omit<PlaneItem, "kind"> & {
  overlay?(context: Context, axes: Axes, frame: Frame): void;
  doubt?: string;
};

/** How the points of an item can be edited: whether they can, the label of a tool that edits nothing, the smallest number of points. */
type EditSettings = { edit?: boolean; look?: string; least?: number; slope?: boolean };

/** A term of the glossary, as lab/ui/shell/term_marks.py writes it; `first_use`: a link to its first use. */
interface Term {
  id: string;
  name: string;
  symbol?: string;
  /** The definition, one or more sentences. */
  sentence: string;
  first_use?: { href: string; label: string };
  /** Whether the term is a source, cited by number: every use is marked, and there is no picture. */
  is_source?: boolean;
}

/** The view of an item, made by the function of its kind. */
interface View {
  /** Draw a frame. `changed` is false if the same frame is drawn again: for another size, or a marked point. */
  draw(frame: Frame, changed?: boolean): void;
  /** Set the text alternative: `text` describes the settings and the numbers; the view adds its own text. */
  describe(text?: string): void;
  /** Update the view after the scene or the view's own settings have changed. */
  show?(): void;
  /** Return the part of the element's text alternative that the view contributes. */
  summary?(): string;
  /** Return the setting of a picture that no slider changes, for the title when the picture fills the screen. */
  setting?(): string;
  /** Fold parts that were open on the page, when the picture fills the screen. */
  shut?(): void;
  /** Return whether the view shows nothing of a frame: its box is then hidden, and `draw` not called. */
  isEmpty?(frame: Frame): boolean;
  /** Whether the view marks the example under the pointer in another view. */
  marks?: boolean;
  /** Whether the view can draw itself without the answer while the stage is `covered`. */
  covers?: boolean;
  /** Whether a page's own view shows no answer: it is a control or an explanation. */
  isOpen?: boolean;
  [own: string]: any;
}

/** A view with its position in an element. */
interface PlacedView extends View {
  item: Item;
  box: HTMLElement;
  /** Whether the view is near the window, and whether inside it; undefined if not observed yet. */
  isNear?: boolean;
  isInside?: boolean;
  /** Whether the view's drawing is postponed until it is near the window. */
  isLate?: boolean;
  /** Whether colours or sizes have changed since it was drawn. */
  isRestyled?: boolean;
  /** Whether the view was drawn at least once. */
  wasDrawn?: boolean;
}

type MakeView<Kind extends keyof ItemKinds = any> = (root: HTMLElement, item: ItemKinds[Kind], player: Player, stage: Stage) => View;

/** Data and functions that all views of an element share. Views of a page may add properties for each other. */
interface Stage {
  name: string;
  /** The page's first scene, as a query; a frame or a file has none. */
  home?: string;
  items: Item[];
  views(): PlacedView[];
  palette: Record<string, string>;
  /** The colours of f, see plane-layers.js. */
  table: HeatTable;
  /** The size of small type, in CSS pixels. */
  small: number;
  /** The level of headings in the element. */
  level: "h2" | "h3";
  slider(along: string): Partial<SliderItem> & Pick<SliderItem, "symbol" | "ticks">;
  bayes(sweep: Sweep): Float32Array;
  /** The index of the example under the pointer in any view. */
  markedExample?: number;
  mark(i?: number): void;
  /** The part of the picture that belongs to the symbol under the pointer. */
  highlight?: string;
  light(thing?: string): void;
  tips: Map<HTMLElement, () => string>;
  announce(text: string, hasNumbers?: boolean): void;
  /** Return whether the element announces changes. */
  speaks(): boolean;
  /** Update the text alternatives and announce what has changed, after an answer that may come later than the release. */
  describe(): void;
  act(name: string, value?: any): void;
  /** In a picture that fills the screen: the answer is to be predicted, so views with `covers` do not draw it, and others are hidden. */
  covered?: boolean;
  /** Whether the drawing goes into a file or onto paper. */
  recording?: boolean;
  [own: string]: any;
}

interface HeatTable {
  /** Return the colour of each half-float times `scale`. */
  half(scale: number): Uint32Array;
  shade(f: number): number;
}

/** A slider of an element: the field that it moves, and its stops. */
type Slider = { along: string; stops: number[]; kernels?: string[] };

/** The data that the page sends to an element at every run, see lab/ui/live_element.py. */
interface ElementData {
  name: string;
  /** The name of the element that sends the settings to the page, for all elements that share its scene. */
  group?: string;
  /** The scene from which inline sweeps were computed. */
  scene?: string;
  /** The names of fields in the address, for fields that have a different name there. */
  address_names?: Record<string, string>;
  query: string;
  /** The question of the element's step. */
  question?: string;
  /** The page's first scene. */
  home?: string;
  view: Record<string, string>;
  modules: Record<string, string>;
  palette?: Record<string, Record<string, string>>;
  frames: string | null;
  grid: number;
  stops: number;
  /** The element's items: in the main column, beside it, below both. */
  main?: Item[];
  side?: Item[];
  below?: Item[];
  wide?: boolean;
  save?: boolean;
  link?: string;
  /** Whether the page waits for the first picture before it continues. */
  waiting?: boolean;
  /** Words of the address that the element sets. */
  written_words?: string[];
  /** Boxes of the page whose content the server draws from the scene; all other parts update in the browser. */
  server_boxes?: string[];
  /** Sliders that the link hides. */
  carried?: Slider[];
  /** Inline sweeps; packed ones are texts, see element/packed-sweeps.js. */
  sweeps?: { sweep: any; along?: string; fields?: Scene }[];
}

/** Streamlit's interface to an element, or to another component with data from Python. */
interface Component<Data = ElementData> {
  data: Data;
  parentElement: HTMLElement;
  setStateValue(name: string, value: any): void;
  setTriggerValue(name: string, value: any): void;
}

/** The root of a live element. */
type LiveRoot = HTMLElement & { live: Live };

/** A dragged point: its index in the frame, its origin, and its current coordinates. */
type DraggedPoint = { i: number; origin: number; x: number; y: number };

/** A drawn curve, in the data's coordinates. `levels`: values whose crossings have a meaning. */
interface DrawnCurve {
  xs: ArrayLike<number>;
  ys: ArrayLike<number>;
  name: string;
  levels: readonly number[];
  /** The plural name of single values, such as bars or entries; a line without it is continuous. */
  parts?: string;
  /** The values at the lowest and the highest pitch, if not those at the ends of the axis. */
  scale?: readonly [number, number];
  /** The example of each value. */
  examples?: readonly number[];
}

/** A drawn field, rows along y. `classOf`: returns the class of a value, in a map of classes. `levels`: its level lines. `quantity`: the name of its values, if not f. */
interface DrawnField { values: ArrayLike<number>; nx: number; ny: number; levels: number[]; classOf?: (value: number) => number; quantity?: string }

/** The content of a canvas as data, see draw/drawn-data.js. `names`: the names of its axes; `uprights`: the x of its vertical lines. */
interface DrawnData { axes: Axes; curves: DrawnCurve[]; uprights: number[]; field?: DrawnField; names: [string, string]; isPercent: boolean }

/** The state of a plane: its frame, and the drag or the selection in progress. */
interface PlaneState {
  frame: Frame | null;
  /** f at the nodes of its grid. */
  values?: Float32Array | null;
  /** The dragged point, and all points that move with it. */
  drag?: DraggedPoint & { all?: DraggedPoint[] };
  /** The selection box in pixels: the corner where it began, and the pointer. */
  box?: Window4;
  [own: string]: any;
}

/** A drawing context: that of a canvas, or one that writes a file. */
type Context = CanvasRenderingContext2D;

/** [x0, x1, y0, y1] in the data's coordinates. */
type Window4 = [number, number, number, number];

type Point = [number, number];
type Point3 = number[];

/** A node of a formula: its tag, its attributes and its children, see lab/ui/mathml.py. */
type MathNode = [string, Record<string, string | number>, ...(MathNode | string)[]];

type Live = import("./element/live-element.js").Live;
type Player = import("./element/player.js").Player;
type Axes = import("./draw/axes.js").Axes;
type Chart = import("./draw/chart.js").Chart;
type Camera = import("./draw/camera.js").Camera;
type Points = import("./input/point-editor.js").Points;

/** A canvas outside the page, with its image. */
type Scratch = HTMLCanvasElement & { image?: ImageData };

interface Navigator { connection?: { saveData?: boolean } }
interface IntersectionObserverInit { scrollMargin?: string }
