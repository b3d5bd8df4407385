// Written by `python -m tests.tools.item_types` from pages/stochastic_gradient/items.py. Do not edit.

/**
 * What a method took to the same risk, `steps` of at most `most`; without the rest where it did not get
 * there.
 */
interface MethodCost {
  steps?: number;
  most: number;
  gradients?: number;
  hessians?: number;
  work?: number;
  seconds?: number;
}

/** What was measured before, on a day in words: for each start and method its cost. */
interface DescentRecord {
  day: string;
  times: Record<string, Record<string, MethodCost>>;
}

/** The line through 0 across the arrow `of`, and the side that it points to. */
interface SketchHalf {
  part: "half";
  of: string;
}

/** The examples. */
interface SketchPoints {
  part: "points";
}

/** A ring around the example that was just drawn, whose number is the tensor `index`. */
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

/** The level lines of the field at these values. */
interface SketchLevels {
  part: "levels";
  at: number[];
}

/** The way `of` as far as the step `upto`, with a head of a shape of its own. */
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

/** A cross at a place. */
interface SketchSpot {
  part: "spot";
  of: string;
  label?: string;
  tone?: string;
}

/**
 * f over the plane after t steps, and the example drawn. `least` is the smallest number of points;
 * `earlier` has the numbers of steps after which the boundary stays visible.
 */
interface StepPlaneItem extends ItemBase {
  kind: "stepplane";
  label: string;
  edit: boolean;
  least: number;
  earlier: number[];
}

/**
 * Buttons that move the slider `along` step by step up to `last`. `speeds` are in steps a second;
 * `address` draws another run, which sets the words `changes` of the page's address; with `still` the
 * slider is left out.
 */
interface PlayItem extends ItemBase {
  kind: "play";
  along: string;
  last: number;
  speeds: number[];
  address?: string;
  changes?: string[];
  still?: boolean;
}

/** The last step in numbers. */
interface StepTermItem extends ItemBase {
  kind: "stepterm";
}

/** The weights α, and what the last step added to each. */
interface StepBarsItem extends ItemBase {
  kind: "stepbars";
  label: string;
}

/** Risk against steps, the slider `along`. */
interface StepHistoryItem extends ItemBase {
  kind: "stephistory";
  label: string;
  along: string;
  tall?: boolean;
}

/** The times of GD, SGD and Newton, and a button that measures; `record` has earlier times. */
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
 * The plane with a number on each point, from the tensor `counts`. `pale` is the strength of the colours
 * of f.
 */
interface CountPlaneItem extends ItemBase {
  kind: "countplane";
  label: string;
  counts: string;
  levels: Level[];
  pale: number;
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
