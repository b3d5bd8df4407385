// Written by `python -m tests.tools.item_types` from pages/losses/items.py. Do not edit.

/**
 * A curve over the margin. `dash` is its pattern; `at` the place of its label, which is under the curve
 * with `below`; `kinks` has the margins where it bends or jumps; `chord` two margins and their values,
 * and `convex` says that the curve is never above that chord; `under` has the margins between which it
 * lies below the zero-one loss.
 */
interface LossCurve {
  name: string;
  label: string;
  tone: string;
  values: number[];
  at?: number;
  below?: boolean;
  dash?: number[];
  kinks?: number[];
  chord?: number[];
  convex?: boolean;
  jumps?: boolean;
  slopes?: number[];
  under?: number[];
}

/**
 * Losses over the margin, with the points on one of them. `z` has the margins of the curves; `at` is the
 * tensor of the points' places; `current` names the curve with the points, or `follow` the field that
 * names it; with `toggles`, buttons hide curves: the view word `name` stores which, `off` has those
 * hidden at first; `has_caption` adds sentences about the points; `against` is the curve to compare with;
 * points beyond the margin `beyond` are on stems; `mirror` adds up with the curve to 1, which is labelled
 * `total`.
 */
interface OnCurveItem extends ItemBase {
  kind: "oncurve";
  label: string;
  z: number[];
  curves: LossCurve[];
  range: number[];
  at: string;
  note: string;
  tall?: boolean;
  follow?: string;
  current?: string;
  toggles?: boolean;
  has_caption?: boolean;
  against?: string;
  off?: string;
  beyond?: number;
  mirror?: number[];
  total?: string;
}

interface ItemKinds {
  oncurve: OnCurveItem;
}
