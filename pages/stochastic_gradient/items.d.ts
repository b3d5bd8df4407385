// Written by `python -m tests.tools.item_types` from pages/stochastic_gradient/items.py. Do not edit.

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

/** The times of GD, SGD and Newton, and a button that measures; `kept` has earlier times. */
interface DescentTimesItem extends ItemBase {
  kind: "descenttimes";
  label: string;
  address: string;
  names: Record<string, string>;
  starts: string[];
  kept: any;
}

/** Points, arrows, paths and level sets in a plane; `parts` are ordered from back to front. */
interface SketchItem extends ItemBase {
  kind: "sketch";
  label: string;
  range: number[];
  axes: string[];
  parts: any[];
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
  levels: any[];
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
