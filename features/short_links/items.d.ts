// Written by `python -m tests.tools.item_types` from features/short_links/items.py. Do not edit.

/**
 * The button that makes a short link. `target`: the path and query that the link leads to, "" for the
 * browser's address; `drop`: words of that address that the link leaves out.
 */
interface ShortLinkItem extends ItemBase {
  kind: "shortlink";
  target: string;
  drop: string[];
}

interface ItemKinds {
  shortlink: ShortLinkItem;
}
