// Written by `python -m tests.tools.item_types` from pages/losses/items.py. Do not edit.

/**
 * A curve over the margin. `dash` is its pattern. `at` is the position of its label, which is under the
 * curve if `below`. `kinks` has the margins where the curve bends or jumps. `chord` has two margins and
 * the values there; if `convex`, the curve is never above that chord. `slopes` has the slopes at the
 * margins. `under` has the margins between which the curve is below the zero-one loss.
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
 * Losses over the margin, with the training points on one of the curves. `z` has the margins of the
 * curves. `at` is the tensor of the points' positions. `current` names the curve with the points, or
 * `follow` names the field that names it. With `toggles`, buttons hide curves: the word `name` of the
 * address stores which, and `off` names those hidden at first. `has_caption` adds sentences about the
 * curve with the points; `against` names a curve to compare it with. Points beyond the margin `beyond`
 * have stems. Negative points lie on the curve with the values `mirror`, if any, which adds up with
 * `current` to 1; the sum is labelled `total`.
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
