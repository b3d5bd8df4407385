// Written by `python -m tests.tools.item_types` from pages/multiclass/items.py. Do not edit.

/** One chart: the quantity that it shows, its title and its unit. */
interface BillChart {
  name: string;
  title: string;
  unit: string;
}

/**
 * The regions of the plane in which one method predicts each class. With `address`, a press chooses a
 * point, and the decision about it is requested from this address. With `edit`, the user can edit the
 * points. With `by_largest_score`, only for one-versus-all, the class with the largest score is predicted
 * and nothing is hatched.
 */
interface ClassPlaneItem extends ItemBase {
  kind: "classplane";
  method: string;
  title: string;
  label: string;
  address?: string;
  edit?: boolean;
  by_largest_score?: boolean;
}

/** The decision of one method at the chosen point. */
interface AskPointItem extends ItemBase {
  kind: "askpoint";
  method: string;
  title: string;
  address: string;
}

/**
 * The mark of each class, and the meaning of the hatching. With `hand`, the user can press a mark to
 * choose the class of new or relabelled points. `ties`: whether votes can tie in one of the planes.
 */
interface ClassLegendItem extends ItemBase {
  kind: "classlegend";
  hand: boolean;
  ties?: boolean;
}

/** The plane of one binary classifier of a method. */
interface InsidePlaneItem extends ItemBase {
  kind: "insideplane";
  label: string;
}

/**
 * The classes predicted from the probabilities, over the plane. `map` is the tensor of the classes; with
 * `is_random`, the class of each point was chosen at random, according to the probabilities.
 */
interface ChancePlaneItem extends ItemBase {
  kind: "chanceplane";
  map: string;
  title: string;
  label: string;
  is_random?: boolean;
}

/** The points and, after the first step, the regions of the model after all steps so far. */
interface WalkPlaneItem extends ItemBase {
  kind: "walkplane";
  label: string;
}

/**
 * The next step of stochastic gradient descent as a table with a row for each class, and the buttons that
 * take steps, at most `max_steps` in total.
 */
interface WalkMatrixItem extends ItemBase {
  kind: "walkmatrix";
  label: string;
  address: string;
  max_steps: number;
}

/** The tree of questions; its classes can be moved to other leaves. */
interface ClassTreeItem extends ItemBase {
  kind: "classtree";
  label: string;
  address: string;
}

/** The cost and the errors of each tree. */
interface TreeTableItem extends ItemBase {
  kind: "treetable";
  label: string;
}

/** The boundary of one question of the tree, over the points. */
interface ForkPlaneItem extends ItemBase {
  kind: "forkplane";
  label: string;
}

/**
 * The weight vectors of three classes as arrows, and the region of each class, where its score is the
 * largest. The arrows and a point x can be dragged. `usual`: the arrows of the notes, as the text of the
 * word `w` of the address.
 */
interface ClassScoresItem extends ItemBase {
  kind: "classscores";
  label: string;
  address: string;
  usual: string;
}

/** A table with the score of each class at the point of a `ClassScores`. */
interface ScoreTableItem extends ItemBase {
  kind: "scoretable";
  label: string;
}

/** A sentence about the binary rule between two classes of a `ClassScores`. */
interface ScoreRuleItem extends ItemBase {
  kind: "scorerule";
  label: string;
}

/**
 * The cost of the methods against the number of classes, in charts on log axes. `ways` maps each method's
 * key to its name; `quantities` are the names of the counts, the times and the values of the formulas.
 * `points` is the number of training points, and `day` the date of the stored times. `measures` adds the
 * legend, the date, and the button that measures again.
 */
interface ClassBillItem extends ItemBase {
  kind: "classbill";
  label: string;
  address: string;
  along: string;
  ways: Record<string, string>;
  quantities: string[];
  measures: boolean;
  day: string;
  points: number;
  charts: BillChart[];
}

/** A table of each method's computational cost for one number of classes. */
interface BillTableItem extends ItemBase {
  kind: "billtable";
  label: string;
  ways: Record<string, string>;
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
