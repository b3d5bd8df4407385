// Written by `python -m tests.tools.item_types` from pages/kernel_ridge/items.py. Do not edit.

/**
 * The sizes of two square matrices on one scale. `features` and `examples` name the tensors that have the
 * numbers of rows; `most` is the largest possible number.
 */
interface SystemSizesItem extends ItemBase {
  kind: "systems";
  label: string;
  features: string;
  examples: string;
  most: number;
}

/**
 * The contribution of each example to f at one point of the line. `look` names the word of the address
 * that has the point; a press moves the point. `method` names the fit.
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
