// Written by `python -m tests.tools.item_types` from pages/multiclass/items.py. Do not edit.

/** One chart: the tensor, its title and its unit. */
interface BillChart {
  name: string;
  title: string;
  unit: string;
}

/** The plane as one method parts it among the classes. `address`: what a press asks about a place. */
interface ClassPlaneItem extends ItemBase {
  kind: "classplane";
  method: string;
  title: string;
  label: string;
  address?: string;
  edit?: boolean;
}

/** What one method says of the chosen place. */
interface AskPointItem extends ItemBase {
  kind: "askpoint";
  method: string;
  title: string;
  address: string;
}

/** The marks of the classes; with `hand` one is chosen for new points. */
interface ClassLegendItem extends ItemBase {
  kind: "classlegend";
  hand: boolean;
}

/** The plane of one binary classifier of a method. */
interface InsidePlaneItem extends ItemBase {
  kind: "insideplane";
  label: string;
}

/**
 * The plane by the probabilities of the classes. `map`: its tensor; `drawn`: each place in a class that
 * is drawn by them.
 */
interface ChancePlaneItem extends ItemBase {
  kind: "chanceplane";
  map: string;
  title: string;
  label: string;
  drawn?: boolean;
}

/** The points and what the model makes of them after some steps. */
interface WalkPlaneItem extends ItemBase {
  kind: "walkplane";
  label: string;
}

/** A step of stochastic gradient descent, row by row. */
interface WalkMatrixItem extends ItemBase {
  kind: "walkmatrix";
  label: string;
  address: string;
  most: number;
}

/** The tree of questions. */
interface ClassTreeItem extends ItemBase {
  kind: "classtree";
  label: string;
  address: string;
}

/** What each tree costs, and where it errs. */
interface TreeTableItem extends ItemBase {
  kind: "treetable";
  label: string;
}

/** The boundary of one question of the tree. */
interface ForkPlaneItem extends ItemBase {
  kind: "forkplane";
  label: string;
}

/** Three arrows, the regions of the largest score, and a point that a hand moves. */
interface ClassScoresItem extends ItemBase {
  kind: "classscores";
  label: string;
  address: string;
  usual: string;
}

/** The scores of the point. */
interface ScoreTableItem extends ItemBase {
  kind: "scoretable";
  label: string;
}

/** The binary rule between two classes. */
interface ScoreRuleItem extends ItemBase {
  kind: "scorerule";
  label: string;
}

/**
 * What the methods cost over the number of classes, in charts on log axes; `measures`: with the key, and
 * the button that counts anew.
 */
interface ClassBillItem extends ItemBase {
  kind: "classbill";
  label: string;
  address: string;
  along: string;
  ways: any;
  counted: any;
  measures: boolean;
  day: string;
  points: number;
  charts: BillChart[];
}

/** What was counted at one number of classes. */
interface BillTableItem extends ItemBase {
  kind: "billtable";
  label: string;
  ways: any;
}

interface ItemKinds {
  classplane: ClassPlaneItem;
  askpoint: AskPointItem;
  classlegend: ClassLegendItem;
  insideplane: InsidePlaneItem;
  chanceplane: ChancePlaneItem;
  walkplane: WalkPlaneItem;
  walkmatrix: WalkMatrixItem;
  classtree: ClassTreeItem;
  treetable: TreeTableItem;
  forkplane: ForkPlaneItem;
  classscores: ClassScoresItem;
  scoretable: ScoreTableItem;
  scorerule: ScoreRuleItem;
  classbill: ClassBillItem;
  billtable: BillTableItem;
}
