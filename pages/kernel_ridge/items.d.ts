// Written by `python -m tests.tools.item_types` from pages/kernel_ridge/items.py. Do not edit.

/**
 * The sizes of two square matrices on one scale: p by p, with p the tensor `features`, and m by m, with m
 * the tensor `examples`; `most`: the largest number of rows.
 */
interface SystemSizesItem extends ItemBase {
  kind: "systems";
  label: string;
  features: string;
  examples: string;
  most: number;
}

/**
 * The contributions of the examples to f at one point of the line, which the view word `look` names and a
 * press moves; `method`: the name of the fit.
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
