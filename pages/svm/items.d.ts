// Written by `python -m tests.tools.item_types` from pages/svm/items.py. Do not edit.

/**
 * Certificates of two solvers against their iterations, and their numbers. With `words` it only says
 * whether some f needs no slack.
 */
interface ProofItem extends ItemBase {
  kind: "proof";
  label: string;
  address: string;
  words?: boolean;
}

/** A line by hand over the points, through two handles: the view word `line` is x1,y1,x2,y2. */
interface StreetItem extends ItemBase {
  kind: "street";
  label: string;
  address: string;
  edit: boolean;
}

/** How wide the margin of the line by hand is, as a share of the widest; beside a `Street`. */
interface MarginShareItem extends ItemBase {
  kind: "marginshare";
  label: string;
}

/**
 * The conditions of the optimum for the three kinds of examples, with what violates them. `price`: the
 * price of slack of an example, C or wᵢC.
 */
interface KktTableItem extends ItemBase {
  kind: "kkt";
  label: string;
  price: string;
}

interface ItemKinds {
  proof: ProofItem;
  street: StreetItem;
  marginshare: MarginShareItem;
  kkt: KktTableItem;
}
