// Written by `python -m tests.tools.item_types` from pages/kernel_ridge/items.py. Do not edit.

/**
 * Two square matrices in one scale: p by p, of the tensor `features`, and m by m, of `examples`; `most`:
 * rows that fit.
 */
interface SystemSizesItem extends ItemBase {
  kind: "systems";
  label: string;
  features: string;
  examples: string;
  most: number;
}

/**
 * What each example adds to f at one place of the line, which the view word `look` names and a press
 * moves; `method`: what the fit is called.
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
