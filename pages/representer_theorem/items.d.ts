// Written by `python -m tests.tools.item_types` from pages/representer_theorem/items.py. Do not edit.

/** A row of a `Reveal` table. */
interface RevealRow {
  name: string;
  label: string;
}

/** A chart of costs; `along` names the quantity on its horizontal axis. */
interface TimingChart {
  along: string;
  title: string;
  label: string;
}

/** Ridge regression over θ or over α, as a timed method; if `square`, its marks are squares. */
interface TimedMethod {
  name: string;
  label: string;
  tone: string;
  square?: boolean;
}

/** A timed task, fitting or predicting; `dash` has the dashes of its lines. */
interface TimingTask {
  name: "fit" | "predict";
  label: string;
  dash?: number[];
}

/** The cost of one method at one size, in seconds or multiplications. */
interface TimingCell {
  along: string;
  size: number;
  method: string;
  fit: number;
  predict: number;
}

/**
 * A matrix to edit. `pattern` is a regular expression for entries, and `rule` describes them; `largest`
 * bounds their absolute values, `max_size` the number of rows and of columns. A button returns to
 * `example`.
 */
interface CellsItem extends ItemBase {
  kind: "cells";
  title: string;
  address: string;
  pattern: string;
  largest: number;
  rule: string;
  max_size: number;
  example: number[][];
}

/**
 * An item that updates its picture when the matrix of another element is edited. `sweep` names the part
 * of the server's answer that has the new sweep.
 */
interface FollowItem extends ItemBase {
  kind: "follow";
  sweep: string;
}

/** The eigenvalues of two matrices side by side. */
interface PairsItem extends ItemBase {
  kind: "pairs";
  label: string;
  lists: Series[];
}

/**
 * A table whose rows are revealed one by one. The word `look` of the address stores the names of the
 * revealed rows.
 */
interface RevealItem extends ItemBase {
  kind: "reveal";
  look: string;
  label: string;
  columns: string[];
  rows: RevealRow[];
}

/**
 * The cost of ridge regression over θ and over α on log axes, and a button that measures times. In each
 * chart one size takes the values `sizes`, and the other is `fixed`. The word `look` of the address
 * chooses between measured times and the counted multiplications `counts`.
 */
interface TimingItem extends ItemBase {
  kind: "timing";
  look: string;
  address: string;
  sizes: number[];
  fixed: number;
  total: number;
  counts: TimingCell[];
  decades: Record<string, number[]>;
  done: string;
  charts: TimingChart[];
  methods: TimedMethod[];
  tasks: TimingTask[];
}

interface ItemKinds {
  cells: CellsItem;
  follow: FollowItem;
  pairs: PairsItem;
  reveal: RevealItem;
  timing: TimingItem;
}
