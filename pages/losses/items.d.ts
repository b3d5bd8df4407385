// Written by `python -m tests.tools.item_types` from pages/losses/items.py. Do not edit.

/**
 * A curve over the margin. `dash`: its pattern; `at`: where its label stands; `below`: under it; `kinks`:
 * margins where it bends or jumps; `chord`: two margins and their values, `convex`: the curve is never
 * above it; `under`: from and to where it lies below the count of mistakes.
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
 * Losses over the margin, with the points on one of them. `z`: margins of the curves; `at`: the tensor of
 * the points' places; `current`: the curve with the points, or `follow`: the field that names it;
 * `toggles`: buttons hide curves, `name` is the view word that keeps which, `off` those hidden at first;
 * `beside`: what is said of the points; `against`: the curve that it is compared with; `beyond`: points
 * beyond this margin stand on stems; `mirror`: what adds up with the curve to 1, called `total`.
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
  beside?: boolean;
  against?: string;
  off?: string;
  beyond?: number;
  mirror?: number[];
  total?: string;
}

interface ItemKinds {
  oncurve: OnCurveItem;
}
