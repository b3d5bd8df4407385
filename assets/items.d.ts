// Written by `python -m tests.tools.item_types` from lab/ui. Do not edit.

/**
 * What every item may have: `name`, by which a challenge hides it; `when`, the values of fields of the
 * scene where it is there; `with_`, what its scene has in place of the page's; `half`: it takes half of
 * the width; `shape`: classes of the style sheet.
 */
interface ItemBase {
  kind: string;
  name?: string;
  when?: Record<string, string[]>;
  with?: Record<string, string>;
  half?: boolean;
  shape?: string;
}

/**
 * An option of a choice. `needs`: the tensor without which it has nothing to show; `aliases`: the other
 * values that it stands for; `fields`: what of the scene it brings along, "" is what it leaves out;
 * `lazy`: it is not fetched while idle.
 */
interface ChoiceOption {
  value: string;
  label: string;
  help?: string;
  needs?: string;
  aliases?: string[];
  fields?: Record<string, string>;
  lazy?: boolean;
}

/** A symbol of an equation, see `symbol`. `fixed`: its slider is left out. */
interface EquationSymbol {
  name: string;
  sign: string;
  meaning: string;
  example: string;
  each: string;
  mark: string;
  along: string;
  tensor: string;
  reciprocal: boolean;
  of_drawn_example: boolean;
  fixed?: boolean;
}

/** A level line of f. */
interface Level {
  f: number;
  label?: string;
}

/**
 * One number of the shown frame. `reference`: another number, in small type behind its label; `optional`:
 * only where the frame has it.
 */
interface Row {
  tensor: string;
  label: string;
  format: string;
  note: string;
  reference?: string;
  reference_label?: string;
  optional?: string;
}

/**
 * One curve of a chart. `x`: the tensor under it, where it has its own; `at`: where along it its label
 * stands, from 0 to 1, None: nowhere; `below`: under it; `rows`: so many curves; `may_overflow`: it may
 * leave the picture; `jumps`: it is no line where it jumps; `fill`: the area under it; `ink`: how opaque
 * it is.
 */
interface Series {
  tensor: string;
  tone: string;
  label?: string;
  x?: string;
  at?: number | null;
  align?: string;
  below?: boolean;
  dash?: number[];
  width?: number;
  ink?: number;
  fill?: boolean;
  rows?: number;
  curved?: boolean;
  jumps?: boolean;
  may_overflow?: boolean;
}

/** The ball that a view in space shows. */
interface Ball {
  centre: number[];
  radius: number;
}

/** One part of a stacked bar. */
interface BarPart {
  tensor: string;
  label: string;
  tone: string;
}

/** A mark of the pictures, and what it is called. */
interface Mark {
  mark: string;
  label: string;
}

/** Three axes through `at`, each from its low to its high, with its label at the end. */
interface SpaceAxes {
  labels: string[];
  low: number[];
  high: number[];
  at: number[];
}

interface SpacePart {
  part: "arrow" | "segment" | "points" | "patch" | "curve" | "surface";
  tone: string;
  on?: string;
  label?: string;
  width?: number;
  from?: string;
  to?: string;
  middle_label?: boolean;
  at?: string;
  labels?: string;
  u?: string;
  v?: string;
  along?: string;
  x?: string;
  y?: string;
  z?: string;
  fill?: number;
  edge?: number;
}

/** A text, and the conditions under which it is shown. */
interface StatementText {
  text: string;
  conditions: [string, string, any][];
}

/** An answer to predict, and where it is the right one. */
interface AnswerOption {
  label: string;
  conditions: [string, string, any][];
}

/** What a field of the scene and some of its values are called. */
interface FieldNames {
  label: string;
  names: string[];
}

interface AskedChallenge {
  id: string;
  question: string;
  options: AnswerOption[];
  goal: string;
  conditions: [string, string, any][];
  hides: string[];
  by: string[];
  why: StatementText[];
  deciding_stop: string;
  certificate: string;
  holds: Record<string, string[] | number>;
  offer: Record<string, string>;
  field_labels: Record<string, FieldNames>;
  labels: Record<string, [string, string]>;
  hint?: string;
  with?: Record<string, string>;
}

/** An answer, whether it is right, and why. */
interface AnswerText {
  text: string;
  why: string;
  right: boolean;
}

/** A question as the browser gets it. */
interface AskedQuestion {
  id: string;
  text: string;
  answers: AnswerText[];
  section: string;
  note: string;
  deeper: boolean;
}

/** A heading, and a line under it. */
interface HeadingItem extends ItemBase {
  kind: "heading";
  text: string;
  lead: string;
}

/**
 * Several items as one; `stacked`: one under the other. `tabs`: a name for each item, of which one is
 * shown at a time, "" for an item that always is; `all_tabs`: of a button for all.
 */
interface GroupItem extends ItemBase {
  kind: "group";
  items: Item[];
  stacked?: boolean;
  tabs?: string[];
  all_tabs?: string;
}

/**
 * A slider along a number of the scene, or of the picture's own sweep, which may be typed, too.
 * `kernels`: those that have the number; `cost`: C = 1/λ stands beside it; `reciprocal`: it shows 1 over
 * the number; `format`: "count", for whole numbers.
 */
interface SliderItem extends ItemBase {
  kind: "slider";
  along: string;
  symbol: string;
  label: string;
  low: number;
  high: number;
  stops: number[];
  ticks: number[];
  kernels?: string[];
  cost?: boolean;
  reciprocal?: boolean;
  format?: string;
}

/**
 * A row of buttons for a field of the scene, or with `view` for how the picture is shown. `lazy`: no
 * option is fetched while idle.
 */
interface ChoiceItem extends ItemBase {
  kind: "choice";
  field: string;
  label: string;
  options: ChoiceOption[];
  view?: boolean;
  lazy?: boolean;
}

/** Where the formula of an own kernel stands, and can be written anew. */
interface FormulaBoxItem extends ItemBase {
  kind: "formulabox";
  label: string;
  max_length: number;
}

/**
 * The bar of tools for the points: tools, back and forth, clear, back to the data set, a table. Folded
 * behind one button unless `open`, and with `tall` in a window that is not high; `look` names what a
 * press does while none of the tools is chosen, for a plane that a press asks something of; `at` tells
 * two bars of one element apart.
 */
interface PointsBarItem extends ItemBase {
  kind: "points";
  open: boolean;
  tall?: boolean;
  look?: string;
  at: string;
}

/** A button for all points at once: pushed aside by `shift`. */
interface CrowdItem extends ItemBase {
  kind: "crowd";
  shift: [number, number];
}

/** A link to another page. */
interface LinkItem extends ItemBase {
  kind: "link";
  href: string;
  label: string;
}

/**
 * A button that asks the page for something: `live` returns its name where it was pressed. `changes`:
 * these words of the address.
 */
interface ActionItem extends ItemBase {
  kind: "action";
  name: string;
  label: string;
  help: string;
  changes?: string[];
}

/** A formula with its symbols. `speech`: as it is read aloud; `math`: see `lab.ui.mathml`. */
interface EquationItem extends ItemBase {
  kind: "equation";
  speech: string;
  math: MathNode;
  symbols: EquationSymbol[];
}

/**
 * The plane. `edit`: its points can be moved, added and erased, which they can on a page unless this is
 * False; `slope`: a point tells the slope of the loss at its margin; `levels`: which level lines;
 * `small`: one of several, side by side; `bump`: one bump is always marked; `kinds`: marks say on which
 * side of the margin an example is; `slack`: lines show the slack; `drawn`: the example `index` of the
 * frame is marked.
 */
interface PlaneItem extends ItemBase {
  kind: "plane";
  label: string;
  title?: string;
  edit?: boolean;
  slope?: boolean;
  levels?: Level[];
  small?: boolean;
  bump?: boolean;
  kinds?: boolean;
  slack?: boolean;
  drawn?: boolean;
}

/**
 * A row of small planes at fixed values of one slider; a click on one goes there. `fields`: what of the
 * scene the row changes; `value_names`: fields whose value the row names, with what their values are
 * called; without `errors` no plane tells its test error.
 */
interface PanelsItem extends ItemBase {
  kind: "panels";
  along: string;
  values: number[];
  title: string;
  fields: Record<string, string>;
  value_names?: Record<string, Record<string, string>>;
  errors?: boolean;
  grid: number;
}

/** Numbers of the shown frame, a row each. */
interface ReadoutsItem extends ItemBase {
  kind: "readouts";
  rows: Row[];
}

/**
 * Curves over the stops of a slider, with a marker on each; or over `x`, one or more functions for each
 * stop, redrawn as the slider moves. `along`: the slider, where it is not the one that moves;
 * `min_height`: how high the picture is at least; `points`: the tensors of dots; `marks`: x, y and tone
 * of more; `square`: both axes have one scale.
 */
interface CurveItem extends ItemBase {
  kind: "curve";
  label: string;
  x?: string;
  series: Series[];
  along?: string;
  format?: string;
  min_height?: number;
  note?: string;
  ynote?: string;
  xticks?: number[];
  range?: number[];
  points?: string[];
  marks?: string[][];
  tall?: boolean;
  square?: boolean;
}

/**
 * Curves over the stops of the slider `along`, on a log axis: they stay, whatever slider moves. `x`: the
 * tensor of the stops; `decades`: lowest and highest power of ten.
 */
interface LogCurveItem extends ItemBase {
  kind: "logcurve";
  label: string;
  along: string;
  x: string;
  note: string;
  series: Series[];
  decades: number[];
  ticks: number[];
  caption?: string;
  xlog?: boolean;
  tall?: boolean;
}

/** The kernel over the line through one example. */
interface SliceItem extends ItemBase {
  kind: "slice";
  label: string;
}

/**
 * A view in space that a hand turns; `lab.ui.items.scene3d` has its parts. `description`: a sentence, or
 * one for each stop, that tells the picture in words, with {tensor} for numbers of the shown frame;
 * `home`: azimuth and height of the eye in degrees; `turn`: the view word that keeps where it was turned
 * to; `reach`: the ball that is shown, else that of all stops; `zoom`: how much nearer than that;
 * `stretch`: a factor for each axis.
 */
interface SpaceItem extends ItemBase {
  kind: "space";
  label: string;
  parts: SpacePart[];
  axes?: SpaceAxes;
  description?: string | string[];
  home?: number[];
  turn?: string;
  reach?: Ball;
  zoom?: number;
  stretch?: number[];
}

/** A stacked bar. `whole`: the tensor that is its full length. */
interface BarsItem extends ItemBase {
  kind: "bars";
  label: string;
  parts: BarPart[];
  format?: "" | "percent";
  whole?: string;
}

/**
 * A vector as bars about zero. `count_of`: the tensor that says how many entries it has; `first`: the
 * number of the first; `start`: the tensor of where the bars began; `tones`: one for each bar; `reach`:
 * how high the picture is, `reach_of`: the tensor that says it. In the title # stands for how many
 * entries there are.
 */
interface VectorItem extends ItemBase {
  kind: "vector";
  label: string;
  tensor: string;
  tone: string;
  title: string;
  tones?: string[];
  first?: number;
  count_of?: string;
  start?: string;
  reach?: number;
  reach_of?: string;
}

/** A matrix as a table of numbers. `highlights`: rows that stand out. */
interface EntriesItem extends ItemBase {
  kind: "entries";
  tensor: string;
  title: string;
  label: string;
  highlights?: number[];
}

/** A button that asks scikit-learn for the same answer, and what it brings. */
interface ComparisonItem extends ItemBase {
  kind: "comparison";
  label: string;
  address: string;
}

/** The plane with the place that is asked about, which the view names as `at`. */
interface VoteItem extends ItemBase {
  kind: "vote";
  label: string;
  address: string;
  look: string;
  edit?: boolean;
}

/** The votes at that place, one after the other; stands behind its plane on the page. */
interface VotesItem extends ItemBase {
  kind: "votes";
  label: string;
}

/** What the marks of a picture mean. */
interface LegendItem extends ItemBase {
  kind: "legend";
  marks: Mark[];
}

/** f over the line with its data, which can be edited. */
interface FitLineItem extends ItemBase {
  kind: "fitline";
  label: string;
  edit: boolean;
}

/** The bumps over the line, stacked, and their sum. */
interface BumpsItem extends ItemBase {
  kind: "bumps";
  label: string;
}

/** f over the plane; a marked example shows its bump as a ring. */
interface HillItem extends ItemBase {
  kind: "hill";
  label: string;
  edit?: boolean;
}

/** All bumps over the plane as rings, the marked one filled in. */
interface HillsItem extends ItemBase {
  kind: "hills";
  label: string;
}

/** The α_i as bars, each under its example. */
interface WeightsItem extends ItemBase {
  kind: "weights";
  label: string;
}

/**
 * The Gram matrix, in the order of x, of at most so many points; `similarity`: the letter of what it is
 * the matrix of, where that is no kernel.
 */
interface GramMatrixItem extends ItemBase {
  kind: "matrix";
  label: string;
  max_points: number;
  similarity?: string;
}

/** α_i against what the theorem says; the view word `unscaled` of a `look` drops the 1/m. */
interface DiagonalItem extends ItemBase {
  kind: "diagonal";
  label: string;
  look: string;
  unscaled: string;
  notes: string[];
  max_points: number;
}

/** Questions to predict, one after the other, with their goals; see `Challenge`. */
interface ChallengesItem extends ItemBase {
  kind: "challenge";
  challenges: AskedChallenge[];
}

/** A text that is shown where its conditions hold; see `Statement`. */
interface RemarkItem extends ItemBase {
  kind: "remark";
  text: string;
  conditions: [string, string, any][];
}

/** The questions at the end of a page. */
interface QuizItem extends ItemBase {
  kind: "quiz";
  questions: AskedQuestion[];
}

interface ItemKinds {
  heading: HeadingItem;
  group: GroupItem;
  slider: SliderItem;
  choice: ChoiceItem;
  formulabox: FormulaBoxItem;
  points: PointsBarItem;
  crowd: CrowdItem;
  link: LinkItem;
  action: ActionItem;
  equation: EquationItem;
  plane: PlaneItem;
  panels: PanelsItem;
  readouts: ReadoutsItem;
  curve: CurveItem;
  logcurve: LogCurveItem;
  slice: SliceItem;
  space: SpaceItem;
  bars: BarsItem;
  vector: VectorItem;
  entries: EntriesItem;
  comparison: ComparisonItem;
  vote: VoteItem;
  votes: VotesItem;
  legend: LegendItem;
  fitline: FitLineItem;
  bumps: BumpsItem;
  hill: HillItem;
  hills: HillsItem;
  weights: WeightsItem;
  matrix: GramMatrixItem;
  diagonal: DiagonalItem;
  challenge: ChallengesItem;
  remark: RemarkItem;
  quiz: QuizItem;
}
