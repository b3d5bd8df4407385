// Written by `python -m tests.tools.item_types` from pages/regularisation/items.py. Do not edit.

/** The labels of the button (before and after the first run) and of the count. */
interface StopwatchWords {
  first: string;
  again: string;
  so_far: string;
}

/**
 * How many of `trials` true vectors w* with s non-zero entries were recovered from n examples. `gap` is
 * the largest relative duality gap of the fits. `constant` is the c with which n = c s log d is closest
 * to the border in all cells so far; None while they show no border.
 */
interface MapCell {
  method: string;
  n: number;
  s: number;
  successes: number;
  trials: number;
  gap: number;
  constant: number | null;
}

/** Cells measured in advance, and the date of their measurement as text. */
interface RecoveryRecord {
  day: string;
  cells: MapCell[];
}

/**
 * Level sets of RSS around ŵ, with the ℓ₁ ball (a diamond) and the ℓ₂ ball (a disc); ŵ can be dragged.
 * Both axes go from -`reach` to `reach`; `usual` is the default position of ŵ. The endpoint at `address`
 * returns the picture for another position.
 */
interface NormBallItem extends ItemBase {
  kind: "ball";
  label: string;
  address: string;
  reach: number;
  usual: string;
}

/**
 * The value of one coefficient with each of three penalties, against its least-squares value b. `x` names
 * the tensor with the values of b, `look` the word of the address with the chosen b.
 */
interface ShrinkCurvesItem extends ItemBase {
  kind: "shrink";
  label: string;
  x: string;
  series: Series[];
  look: string;
}

/**
 * The value of one coefficient with each of three penalties, against λ. `x` names the tensor with the
 * coefficient's values b without a penalty, `look` the word of the address with the chosen b; the slider
 * `along` sets λ.
 */
interface ShrinkPathsItem extends ItemBase {
  kind: "shrinkpaths";
  label: string;
  x: string;
  series: Series[];
  look: string;
  along: string;
}

/**
 * The share of training sets on which learning fails, with sliders for the bound's numbers. `stops` has
 * the stops of each slider, `kinds` the labels of the classes of functions. `sets` is the number of
 * training sets of an experiment, `level` the confidence level as text.
 */
interface TallyItem extends ItemBase {
  kind: "tally";
  label: string;
  address: string;
  stops: Record<string, number[]>;
  sets: number;
  kinds: Record<string, string>;
  level: string;
}

/**
 * A map of how often ℓ₁ recovers the true w*, for each number of non-zero entries in `ss` and each number
 * of examples in `ns`. `record` has cells that were measured in advance; `done` is the message shown once
 * all `total` cells are measured.
 */
interface RecoveryItem extends ItemBase {
  kind: "recovery";
  label: string;
  address: string;
  total: number;
  ns: number[];
  ss: number[];
  trials: number;
  d: number;
  done: string;
  words: StopwatchWords;
  record: RecoveryRecord;
}

interface ItemKinds {
  ball: NormBallItem;
  shrink: ShrinkCurvesItem;
  shrinkpaths: ShrinkPathsItem;
  tally: TallyItem;
  recovery: RecoveryItem;
}
