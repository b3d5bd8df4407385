// Written by `python -m tests.tools.item_types` from lab/ui. Do not edit.

/**
 * The base class of items. `name`: the name by which a challenge hides the item; `when`: the values of
 * scene fields for which it is shown; `with_`: fields of its scene that differ from the page's scene;
 * `half`: it takes half of the width; `shape`: CSS classes. `page_part`: the part of a page to which all
 * items of this kind belong, one of `lab.ui.hidden_controls.PARTS`.
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
 * An option of a choice. `needs`: the tensor that the option shows; if the frame lacks it, the option is
 * disabled. `aliases`: other values that select the option. `fields`: the fields of the scene that the
 * option sets; the value "" clears a field. `view`: the other words of the address that it sets. `lazy`:
 * whether its sweep is not prefetched.
 */
interface ChoiceOption {
  value: string;
  label: string;
  help?: string;
  needs?: string;
  aliases?: string[];
  fields?: Record<string, string>;
  view?: Record<string, string>;
  lazy?: boolean;
}

/** A symbol of an equation, see `symbol`. `fixed`: it can't be dragged, since its slider is hidden. */
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

/** A level line of f, at the value `f`. */
interface Level {
  f: number;
  label?: string;
}

/**
 * A number of the shown frame. Its label is followed by a text in small type: `missing` while there is no
 * number; else `reference`, another number, as a percentage after `reference_label`; else `note`.
 * `optional`: "1" if the row is shown only where the frame has the number.
 */
interface Row {
  tensor: string;
  label: string;
  format: string;
  note: string;
  reference?: string;
  reference_label?: string;
  missing?: string;
  optional?: string;
}

/**
 * A curve of a chart. `x`: the tensor of its abscissae, if these are not the chart's; `at`: the position
 * of its label along the curve, from 0 to 1, None for no label; `below`: the label is below it; `rows`:
 * the number of curves in the tensor; `may_overflow`: it may leave the picture; `jumps`: the line is
 * interrupted at jumps; `fill`: the area under it is filled; `ink`: its opacity.
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

/** A mark on a map, at a stop of each of its two sliders. */
interface MapMark {
  shape: "square" | "triangle";
  column: number;
  row: number;
}

/** A ball, as the part of space that a view shows. */
interface Ball {
  centre: number[];
  radius: number;
}

/** A part of a stacked bar. */
interface BarPart {
  tensor: string;
  label: string;
  tone: string;
}

/** A mark of the pictures, and its label. */
interface Mark {
  mark: string;
  label: string;
}

/**
 * Three axes through `at`, each from its number in `low` to its number in `high`, with its label at the
 * end.
 */
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

/** A possible prediction, and the conditions under which it is right. */
interface AnswerOption {
  label: string;
  conditions: [string, string, any][];
}

/** The label of a field or number in `Challenge.holds`, and the names of its values, such as "at least 3". */
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

/** An answer, whether it is right, and the reason. */
interface AnswerText {
  text: string;
  why: string;
  right: boolean;
}

/** A question in the form sent to the browser. */
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
 * Several items as one, side by side or, with `stacked`, one below another. `tabs`: a name for each item,
 * of which one is shown at a time; "" for an item that is always shown. `all_tabs`: the name of a button
 * that shows all items.
 */
interface GroupItem extends ItemBase {
  kind: "group";
  items: Item[];
  stacked?: boolean;
  tabs?: string[];
  all_tabs?: string;
}

/**
 * A slider for a number of the scene, or of the picture's own sweep; the number can also be typed.
 * `kernels`: the kernels with this parameter. `cost`: whether C is shown beside λ, see `lam_slider`.
 * `reciprocal`: whether the reciprocal of the number is shown in its place. `format`: "count" for whole
 * numbers.
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
 * A row of buttons for a field of the scene or, with `view`, for another word of the address. With `lazy`
 * no sweep is prefetched. With `exact` an option is marked as chosen only while the scene has all values
 * that the option sets.
 */
interface ChoiceItem extends ItemBase {
  kind: "choice";
  field: string;
  label: string;
  options: ChoiceOption[];
  view?: boolean;
  lazy?: boolean;
  exact?: boolean;
}

/** The text field for the formula of the visitor's own kernel. */
interface FormulaBoxItem extends ItemBase {
  kind: "formulabox";
  label: string;
  max_length: number;
}

/**
 * The bar of tools for the points: tools, undo and redo, clear, back to the data set, table, and buttons
 * for selected points. It is folded behind a button. With `open` it is unfolded at first, except in a
 * narrow window and, if it is `tall`, in a low window. `look`: the label of the button that selects no
 * tool; it says what a press on the plane then does. `at` distinguishes two bars of an element.
 */
interface PointsBarItem extends ItemBase {
  kind: "points";
  open: boolean;
  tall?: boolean;
  look?: string;
  at: string;
}

/** A button that moves all points by `shift`, a step along both axes. */
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
 * A button whose press reruns the page; the triggers that `live` then returns contain its `name`.
 * `changes`: the words of the address that it changes.
 */
interface ActionItem extends ItemBase {
  kind: "action";
  name: string;
  label: string;
  help: string;
  changes?: string[];
}

/** A formula with its symbols. `speech`: the formula as spoken text; `math`: see `lab.ui.mathml`. */
interface EquationItem extends ItemBase {
  kind: "equation";
  speech: string;
  math: MathNode;
  symbols: EquationSymbol[];
}

/**
 * The plane with the data. `edit`: whether the points can be moved, added and erased; `make_editable`
 * sets it to True where it is None. `slope`: pointing at an example shows the slope of the loss there.
 * `levels`: the level lines. `small`: it is one of several planes side by side. `bump`: it shows only the
 * kernel function of one example. `kinds`: rings mark support vectors whose coefficient is below its
 * bound, squares those at the bound. `slack`: lines show the slack. `marks_drawn_example`: the example
 * that the step of a run drew at random is marked.
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
  marks_drawn_example?: boolean;
}

/**
 * A row of small planes at fixed values of a slider; a click on a plane moves the slider there. `fields`:
 * the fields of the scene that all planes change; a click sets these too. `value_names`: the fields whose
 * value is in the title, with the labels of their values. `errors`: whether the test errors are shown.
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

/** Numbers of the shown frame, one per row. */
interface ReadoutsItem extends ItemBase {
  kind: "readouts";
  rows: Row[];
}

/**
 * Curves over the stops of a slider, with a marker on each solid curve. With `x` the curves are functions
 * over the tensor `x`, one or more for each stop, and are redrawn as the slider moves. `along`: the
 * slider, if it is not the moving one; `min_height`: the minimum height of the picture; `points`: two
 * tensors, the x and y of dots; `marks`: x, y and tone of further dots; `square`: both axes have the same
 * scale; `xlog`: x is on a log scale, as on the slider of the same quantity; `fits_each_stop`: the y-axis
 * begins at 0 and fits the curves of each stop.
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
  xlog?: boolean;
  fits_each_stop?: boolean;
}

/**
 * Curves over the stops of the slider `along`, on a log axis; each frame has the whole curves. `x`: the
 * tensor of the stops; `decades`: exponents of the lowest and the highest power of ten on the axis.
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

/**
 * A map of an error over two sliders, `along` across and `up` upwards. A press sets both. `tables`: for
 * each option of the switch `by` a table of errors, with a row for each stop of `up`. `marks`: marks
 * besides the rings at the smallest error and at the current setting. `format`: the format of an error in
 * the caption.
 */
interface ErrorMapItem extends ItemBase {
  kind: "errormap";
  label: string;
  along: string;
  up: string;
  stops: number[];
  up_stops: number[];
  by: string;
  tables: Record<string, number[][]>;
  marks: MapMark[];
  format: string;
}

/** The kernel along the horizontal line through the chosen example. */
interface SliceItem extends ItemBase {
  kind: "slice";
  label: string;
}

/**
 * A view in space that can be turned; `lab.ui.items.scene3d` has its parts. `description`: a sentence, or
 * one for each stop, that describes the picture, with {tensor} for numbers of the shown frame; `home`:
 * azimuth and elevation of the viewpoint in degrees; `turn`: the word of the address that stores the
 * viewpoint; `reach`: the ball that is shown, by default one that contains the picture at every stop;
 * `zoom`: a magnification; `stretch`: a factor for each axis.
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

/**
 * A stacked bar. `whole`: the tensor that the full length of the bar shows; by default it shows the sum
 * of the parts.
 */
interface BarsItem extends ItemBase {
  kind: "bars";
  label: string;
  parts: BarPart[];
  format?: "" | "percent";
  whole?: string;
}

/**
 * The vector in `tensor` as bars about zero. `tones`: one for each bar, else all have `tone`. `first`:
 * the index of the first entry. `count_of`: the tensor with the number of entries, for which # stands in
 * the title. `start`: the tensor of the initial values. `reach`: the largest absolute value on the axis,
 * or `reach_of`: the tensor with this value.
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

/** A matrix as a table of numbers. `highlights`: the indices of the highlighted rows. */
interface EntriesItem extends ItemBase {
  kind: "entries";
  tensor: string;
  title: string;
  label: string;
  highlights?: number[];
}

/** A button that solves the same problem with scikit-learn, and a comparison of the solutions. */
interface ComparisonItem extends ItemBase {
  kind: "comparison";
  label: string;
  address: string;
}

/** The plane, with the point at which f is explained; the word `at` of the address has its coordinates. */
interface VoteItem extends ItemBase {
  kind: "vote";
  label: string;
  address: string;
  look: string;
  edit?: boolean;
}

/**
 * The contributions α_i K(x_i, x) at the point x of a `Vote`, as bars that lead one after another from 0
 * to f(x).
 */
interface VotesItem extends ItemBase {
  kind: "votes";
  label: string;
}

/** The meaning of the marks of a picture. */
interface LegendItem extends ItemBase {
  kind: "legend";
  marks: Mark[];
}

/**
 * The function f over the line, with its data. `edit`: whether the data can be edited; `least`: the
 * number of points that must remain.
 */
interface FitLineItem extends ItemBase {
  kind: "fitline";
  label: string;
  edit: boolean;
  least?: number;
}

/** The terms α_i K(x_i, ·) over the line, stacked on the intercept, and their sum f. */
interface BumpsItem extends ItemBase {
  kind: "bumps";
  label: string;
}

/**
 * The function f over the plane. For kernels of the distance alone, a ring shows where the term of the
 * marked example falls to half its height.
 */
interface HillItem extends ItemBase {
  kind: "hill";
  label: string;
  edit?: boolean;
}

/**
 * The terms α_i K(x_i, ·) with α_i ≠ 0 over the plane. For kernels of the distance alone, a ring shows
 * where each falls to half its height. Colours show the term of the marked example.
 */
interface HillsItem extends ItemBase {
  kind: "hills";
  label: string;
}

/** The coefficients α_i as bars, each under its example. */
interface WeightsItem extends ItemBase {
  kind: "weights";
  label: string;
}

/**
 * The Gram matrix of at most `max_points` points, with rows and columns in the order of x. `similarity`:
 * the letter of the function, where it need not be a kernel; `centred`: whether the matrix is K̃, that of
 * the centred features.
 */
interface GramMatrixItem extends ItemBase {
  kind: "matrix";
  label: string;
  max_points: number;
  similarity?: string;
  centred?: boolean;
}

/**
 * The coefficients α_i, plotted against those of the representer theorem. If the word of the address that
 * `look` names has the value `unscaled`, the theorem's coefficients lack the factor 1/m. `notes`: the
 * formula of these coefficients, with this factor and without.
 */
interface DiagonalItem extends ItemBase {
  kind: "diagonal";
  label: string;
  look: string;
  unscaled: string;
  notes: string[];
  max_points: number;
}

/** A sequence of challenges; see `Challenge`. */
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
  errormap: ErrorMapItem;
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
