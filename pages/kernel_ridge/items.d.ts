// Written by `python -m tests.tools.item_types` from pages/kernel_ridge/items.py. Do not edit.

/**
 * The square matrices of two systems of equations, drawn to the same scale. `features` and `examples`
 * name the tensors with their numbers of rows; `most` is the largest number of rows at any stop of the
 * sliders.
 */
interface SystemSizesItem extends ItemBase {
  kind: "systems";
  label: string;
  features: string;
  examples: string;
  most: number;
}

/**
 * The contribution of each example to f(x), at one x. `look` is the word of the address that contains x;
 * a press, a drag or the arrow keys change it. `method` is the name of the fit, such as SVM.
 */
interface ContributionsItem extends ItemBase {
  kind: "contributions";
  label: string;
  method: string;
  look: string;
}

interface ItemKinds {
  systems: SystemSizesItem;
  contributions: ContributionsItem;
}
