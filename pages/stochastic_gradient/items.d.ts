// Written by `python -m tests.tools.item_types` from pages/stochastic_gradient/items.py. Do not edit.

/**
 * The stored cost of a method until its risk stays within 1 % of the minimum. `most` is the number of
 * steps tried, the only entry if these steps are not enough.
 */
interface MethodCost {
  steps?: number;
  most: number;
  gradients?: number;
  hessians?: number;
  work?: number;
  seconds?: number;
}

/** The stored costs by start and method, and the day of their measurement in words. */
interface DescentRecord {
  day: string;
  times: Record<string, Record<string, MethodCost>>;
}

/** The line through 0 perpendicular to the arrow `of`, and the side to which `of` points. */
interface SketchHalf {
  part: "half";
  of: string;
}

/** The examples. */
interface SketchPoints {
  part: "points";
}

/** A ring around the example of the last step; the tensor `index` has the example's index. */
interface SketchDraw {
  part: "draw";
  index: string;
}

interface SketchArrow {
  part: "arrow";
  from?: string;
  to: string;
  tone: string;
  width?: number;
  dash?: number[];
  label?: string;
}

/** The level lines of the field at the values `at`. */
interface SketchLevels {
  part: "levels";
  at: number[];
}

/**
 * The path in the tensor `of`, up to the step in the tensor `upto`, where it has a mark of the form
 * `shape`.
 */
interface SketchPath {
  part: "path";
  of: string;
  upto: string;
  tone: string;
  shape: string;
  label?: string;
  width?: number;
  dash?: number[];
}

/** A cross at the point in the tensor `of`. */
interface SketchSpot {
  part: "spot";
  of: string;
  label?: string;
  tone?: string;
}

/**
 * f over the plane after t steps, and the example of the last step. `least` is the number of points that
 * must remain; `earlier` lists the steps after which the boundary stays visible.
 */
interface StepPlaneItem extends ItemBase {
  kind: "stepplane";
  label: string;
  edit: boolean;
  least: number;
  earlier: number[];
}

/**
 * Buttons that move the slider `along` step by step up to `last`. `speeds` are in steps per second. If
 * `address` is not empty, the picture's frames come from there, and if `changes` also contains "draws", a
 * further button requests other random indices. With `still` there are no buttons. `has_frames` marks an
 * item that stays in the picture, without buttons, where its slider is hidden, since the frames come from
 * it.
 */
interface PlayItem extends ItemBase {
  kind: "play";
  along: string;
  last: number;
  speeds: number[];
  address?: string;
  changes?: string[];
  still?: boolean;
  has_frames: boolean;
}

/** The formula of the last step with its numbers. */
interface StepTermItem extends ItemBase {
  kind: "stepterm";
}

/** The coefficients α, and their changes by the last step. */
interface StepBarsItem extends ItemBase {
  kind: "stepbars";
  label: string;
}

/** The risk against the steps; the slider `along` sets the current step. */
interface StepHistoryItem extends ItemBase {
  kind: "stephistory";
  label: string;
  along: string;
  tall?: boolean;
}

/**
 * The costs of GD, SGD and Newton's method in `record`, and a button that measures them again. `address`
 * is the endpoint that measures, `names` are the labels of the methods, and `starts` the names of the
 * starts; the tensor `start` is the index of a start in this list.
 */
interface DescentTimesItem extends ItemBase {
  kind: "descenttimes";
  label: string;
  address: string;
  names: Record<string, string>;
  starts: string[];
  record: DescentRecord;
}

/** Points, arrows, paths and level sets in a plane; `parts` are ordered from back to front. */
interface SketchItem extends ItemBase {
  kind: "sketch";
  label: string;
  range: number[];
  axes: string[];
  parts: (SketchHalf | SketchPoints | SketchDraw | SketchArrow | SketchLevels | SketchPath | SketchSpot)[];
  title?: string;
}

/**
 * The plane with a number on each point for which the tensor `counts` is not 0. To choose the colours, f
 * is multiplied by `colour_scale`.
 */
interface CountPlaneItem extends ItemBase {
  kind: "countplane";
  label: string;
  counts: string;
  levels: Level[];
  colour_scale: number;
}

interface ItemKinds {
  stepplane: StepPlaneItem;
  play: PlayItem;
  stepterm: StepTermItem;
  stepbars: StepBarsItem;
  stephistory: StepHistoryItem;
  descenttimes: DescentTimesItem;
  sketch: SketchItem;
  countplane: CountPlaneItem;
}
