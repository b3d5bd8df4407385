// Written by `python -m tests.tools.item_types` from pages/svm/items.py. Do not edit.

/**
 * Certificates of two solvers against their iterations, and a table of the final values. With `words` it
 * shows only a sentence: whether there is an f without slack.
 */
interface ProofItem extends ItemBase {
  kind: "proof";
  label: string;
  address: string;
  words?: boolean;
}

/** The points, and a line through two handles: the word `line` of the address is x1,y1,x2,y2. */
interface StreetItem extends ItemBase {
  kind: "street";
  label: string;
  address: string;
  edit: boolean;
}

/** The margin of the line of a `Street` as a share of the widest margin. */
interface MarginShareItem extends ItemBase {
  kind: "marginshare";
  label: string;
}

/**
 * The optimality conditions of the marked example and of the three kinds of examples. Violated conditions
 * stand out. `price`: the price of slack of an example, C or wᵢC.
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
