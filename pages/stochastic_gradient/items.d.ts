// Written by `python -m tests.tools.item_types` from pages/stochastic_gradient/items.py. Do not edit.

/**
 * f over the plane after t steps, and the example drawn. `least`: how many points stay; `earlier`: steps
 * back whose boundary is drawn, too.
 */
interface StepPlaneItem extends ItemBase {
  kind: "stepplane";
  label: string;
  edit: boolean;
  least: number;
  earlier: number[];
}

/**
 * Buttons that move the slider `along` step by step up to `last`. `speeds`: in steps a second; `address`:
 * what draws another run; `changes`: words of the address that it sets; `still`: the slider is left out.
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

/** How long GD, SGD and Newton took, and a button that measures it. `kept`: what was measured before. */
interface DescentTimesItem extends ItemBase {
  kind: "descenttimes";
  label: string;
  address: string;
  names: Record<string, string>;
  starts: string[];
  kept: any;
}

/** Points, arrows, ways and level sets in a plane of its own. `parts`: what is in it, from back to front. */
interface SketchItem extends ItemBase {
  kind: "sketch";
  label: string;
  range: number[];
  axes: string[];
  parts: any[];
  title?: string;
}

/**
 * The plane with a number on each point, from the tensor `counts`. `pale`: how strong the colours of f
 * are.
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
