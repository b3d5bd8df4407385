// What the scripts hand to each other, for `tsc --checkJs`; see tests/js/test_types.py. No script imports
// this file, and no browser gets it.

/** The fields of a scene as its address has them; a field that is not there or "" is not set. */
type Scene = Record<string, string>;

/** Numbers as they come from the server: one, or as many as a tensor has at a stop. */
type Numbers = Float64Array | Float32Array | Uint16Array | Int32Array | Int16Array | Int8Array | Uint8Array;

interface Tensor {
  dtype: "F64" | "F32" | "F16" | "I32" | "I16" | "I8" | "U8";
  shape: number[];
  data: Numbers;
  /** Whether it is the same at every stop, so that it has no stop axis. */
  fixed: boolean;
}

/** The answer to one request: a solution for each stop of a slider, see lab/wire/sweep_payload.py. */
interface Sweep {
  meta: Record<string, any>;
  tensors: Record<string, Tensor>;
  stops: Numbers;
  /** What the field's numbers are to be multiplied by. */
  scale: number;
}

/** One stop of a sweep: what is shown. */
interface Frame {
  sweep: Sweep;
  stop: number;
  along?: string;
  scene: Scene;
  /** Of a frame that a question is asked of: all that its slider and switches show. */
  among?: FrameNumbers[];
  /** What a tensor holds at this stop: a number, or an array of them; undefined where there is none. */
  get(name: string): any;
}

/** What a condition or a text needs of a frame; only the extremes of a tensor need its sweep. */
type FrameNumbers = Pick<Frame, "scene" | "get"> & Partial<Frame>;

/** A comparison of a number, or a word, of a frame with a bound, see assets/base/conditions.js. */
type Condition = [name: string, comparison: string, target: any];

/** How a number is written, see assets/base/format.js. */
type NumberFormat = (value: number, frame: FrameNumbers) => string;

/** One item of an element: each kind has its fields, see assets/items.d.ts and a page's own items.d.ts. */
type Item = ItemKinds[keyof ItemKinds];

/**
 * What a plane is drawn of: its own item, or that of a view that draws more over it. `doubt`: what is said
 * where the solution is not proven.
 */
type PlaneSettings = Omit<PlaneItem, "kind"> & {
  overlay?(context: Context, axes: Axes, frame: Frame): void;
  doubt?: string;
};

/** What an item says of the hand on its points: whether it may change them, what a press does, how many stay. */
type HandSettings = { edit?: boolean; look?: string; least?: number; slope?: boolean };

/** A term of the glossary, as lab/ui/shell/term_marks.py writes it; `first_use`: where it is used first. */
interface Term {
  id: string;
  name: string;
  symbol: string;
  sentence: string;
  first_use?: { href: string; label: string };
}

/** What the function of a kind gives back for an item. */
interface View {
  /** `changed` is false where the same frame is drawn anew: for another size, or a marked point. */
  draw(frame: Frame, changed?: boolean): void;
  /** The text equivalent: `text` says what is set and shown, the view adds its own. */
  describe(text?: string): void;
  /** The scene or the view's own settings have changed. */
  show?(): void;
  /** What the view says in a sentence about the whole element. */
  summary?(): string;
  /** In a title over the whole screen, what it is: of a picture that follows no slider. */
  setting?(): string;
  /** Fold what stood open on its page, where the picture fills the screen. */
  shut?(): void;
  /** Whether it marks the point that another view points at. */
  marks?: boolean;
  /** Whether it draws what does not answer a question while the stage is `covered`. */
  covers?: boolean;
  [own: string]: any;
}

/** A view where it stands in its element. */
interface PlacedView extends View {
  item: Item;
  box: HTMLElement;
  /** Whether it is near the window, and whether inside it; undefined where nobody asked. */
  isNear?: boolean;
  isInside?: boolean;
  /** Whether it waits to be drawn until it is near the window. */
  isLate?: boolean;
}

type MakeView<Kind extends keyof ItemKinds = any> = (root: HTMLElement, item: ItemKinds[Kind], player: Player, stage: Stage) => View;

/** What all views of an element share. Views of one page may put more there for each other. */
interface Stage {
  name: string;
  /** The page's first scene, as a query; a frame or a file has none. */
  home?: string;
  items: Item[];
  views(): PlacedView[];
  palette: Record<string, string>;
  /** The colours of f, see plane-layers.js. */
  table: HeatTable;
  /** Size of small type, in CSS pixels. */
  small: number;
  /** The heading of an element in its page. */
  level: "h2" | "h3";
  slider(along: string): Partial<SliderItem> & Pick<SliderItem, "symbol" | "ticks">;
  bayes(sweep: Sweep): Float32Array;
  /** The point that some view points at. */
  markedExample?: number;
  mark(i?: number): void;
  /** What of the picture a symbol of a formula stands for, while it is pointed at. */
  highlight?: string;
  light(thing?: string): void;
  tips: Map<HTMLElement, () => string>;
  announce(text: string): void;
  act(name: string, value?: any): void;
  /** Where the picture fills the screen: the answer is to be predicted, so a view that `covers` does not draw it; others are hidden. */
  covered?: boolean;
  /** What is drawn goes into a file. */
  recording?: boolean;
  [own: string]: any;
}

interface HeatTable {
  /** For each half-float times `scale` its colour. */
  half(scale: number): Uint32Array;
  shade(f: number): number;
}

/** A slider of an element: the field that it moves, and its stops. */
type Slider = { along: string; stops: number[]; kernels?: string[] };

/** What the page says to an element at every run, see lab/ui/live_element.py. */
interface ElementData {
  name: string;
  /** The element that tells the page what is set, for those that show one scene together. */
  group?: string;
  /** The page's scene, where the sweeps came with it: what they were computed of. */
  scene?: string;
  /** What has another name in the address than in the scene. */
  address_names?: Record<string, string>;
  query: string;
  /** Of its step. */
  question?: string;
  /** The page's first scene. */
  home?: string;
  view: Record<string, string>;
  modules: Record<string, string>;
  palette?: Record<string, Record<string, string>>;
  frames: string | null;
  grid: number;
  stops: number;
  /** Its items by their place. */
  main?: Item[];
  side?: Item[];
  below?: Item[];
  wide?: boolean;
  save?: boolean;
  link?: string;
  /** Whether the page waits for the first picture before it goes on. */
  waiting?: boolean;
  /** What of the address it sets. */
  written_words?: string[];
  /** Boxes of the page with what the server draws from the scene; all else follows by itself. */
  server_boxes?: string[];
  /** Sliders that the link hides. */
  carried?: Slider[];
  /** Sweeps that came with the page, as texts where they are packed, see element/packed-sweeps.js. */
  sweeps?: { sweep: any; along?: string; fields?: Scene }[];
}

/** Streamlit's side of an element, or of another thing that Python puts into the page with its own data. */
interface Component<Data = ElementData> {
  data: Data;
  parentElement: HTMLElement;
  setStateValue(name: string, value: any): void;
  setTriggerValue(name: string, value: any): void;
}

/** The root of an element, with what it is. */
type LiveRoot = HTMLElement & { live: Live };

/** A point in the hand: its number in the frame, its origin, and where it is now. */
type Held = { i: number; origin: number; x: number; y: number };

/** A curve as it is drawn, in the data's coordinates. `levels`: values at which it means something that it crosses them. */
interface DrawnCurve { xs: ArrayLike<number>; ys: ArrayLike<number>; name: string; levels: readonly number[] }

/** A field as it is drawn, rows along y. `classOf`: of a map of classes, the class of a node's value. `levels`: its lines. */
interface DrawnField { values: ArrayLike<number>; nx: number; ny: number; levels: number[]; classOf?: (value: number) => number }

/** What is drawn on a canvas as data, see draw/drawn-data.js. `names`: of its axes. */
interface DrawnData { axes: Axes; curves: DrawnCurve[]; field?: DrawnField; names: [string, string]; isPercent: boolean }

/** What a plane keeps of what is shown and of the hand on it. */
interface PlaneState {
  frame: Frame | null;
  /** f at the nodes of its grid. */
  values?: Float32Array | null;
  /** The point that moves, and all that move with it. */
  drag?: Held & { all?: Held[] };
  /** The box that selects, in pixels: from and to. */
  box?: Window4;
  [own: string]: any;
}

/** A drawing context: a canvas's own, or one that writes a file. */
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

/** A canvas that nobody sees, with the image that it holds. */
type Scratch = HTMLCanvasElement & { image?: ImageData };

interface Navigator { connection?: { saveData?: boolean } }
interface IntersectionObserverInit { scrollMargin?: string }
