// Written by `python -m tests.tools.item_types` from pages/representer_theorem/items.py. Do not edit.

/** A row of the table. */
interface RevealRow {
  name: string;
  label: string;
}

/** One chart: what grows along it. */
interface TimingChart {
  along: string;
  title: string;
  label: string;
}

/** One way to the same answer; `square`: its marks are squares. */
interface TimingRoad {
  name: string;
  label: string;
  tone: string;
  square?: boolean;
}

/** What is timed. */
interface TimingTask {
  name: string;
  label: string;
  dash?: number[];
}

/**
 * A matrix that a hand writes. `pattern`: what an entry may be, `allowed` in words; `largest`: in size;
 * `most`: rows or columns.
 */
interface CellsItem extends ItemBase {
  kind: "cells";
  title: string;
  address: string;
  pattern: string;
  largest: number;
  allowed: string;
  most: number;
  example: number[][];
}

/** The sweep of this element comes from the matrix that another one edits. `sweep`: which of the answer's. */
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

/** A table whose rows are uncovered one by one; the view word `name` keeps which. */
interface RevealItem extends ItemBase {
  kind: "reveal";
  label: string;
  columns: string[];
  rows: RevealRow[];
}

/** The work over θ and over α in charts on log axes, and a button that measures it. */
interface TimingItem extends ItemBase {
  kind: "timing";
  look: string;
  address: string;
  sizes: any;
  fixed: number;
  total: number;
  counts: any;
  decades: Record<string, number[]>;
  done: string;
  charts: TimingChart[];
  roads: TimingRoad[];
  tasks: TimingTask[];
}

interface ItemKinds {
  cells: CellsItem;
  follow: FollowItem;
  pairs: PairsItem;
  reveal: RevealItem;
  timing: TimingItem;
}
