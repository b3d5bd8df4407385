import assert from "node:assert/strict";
import { test } from "node:test";
import { tolerateTranslation } from "../../../assets/base/streamlit.js";

// A tree with the DOM's rules: only a child can be removed, or be the place of an insertion.
class Leaf {
  /** @type {Leaf | null} */ parentNode = null;
  /** @type {Leaf[]} */ children = [];

  /** @param {Leaf} node */
  removeChild(node) {
    if (node.parentNode !== this) throw new Error("NotFoundError");
    this.children.splice(this.children.indexOf(node), 1);
    node.parentNode = null;
    return node;
  }

  /** @param {Leaf} node @param {Leaf | null} before */
  insertBefore(node, before) {
    if (before && before.parentNode !== this) throw new Error("NotFoundError");
    node.parentNode?.removeChild(node);
    this.children.splice(before ? this.children.indexOf(before) : this.children.length, 0, node);
    node.parentNode = this;
    return node;
  }
}

/** A paragraph with two texts; the first is inside two elements that a translator has inserted. */
function translated() {
  Object.assign(globalThis, { Node: class extends Leaf {} });
  tolerateTranslation();
  const make = () => /** @type {Leaf} */ (/** @type {unknown} */ (new Node()));
  const [paragraph, first, second, outer, inner] = Array.from({ length: 5 }, make);
  for (const text of [first, second]) paragraph.insertBefore(text, null);
  paragraph.insertBefore(outer, first);
  outer.insertBefore(inner, null);
  inner.insertBefore(first, null);
  return { paragraph, first, second, outer, make };
}

test("a text is removed with the elements that a translator has put around it", () => {
  const { paragraph, first, second } = translated();
  assert.equal(paragraph.removeChild(first), first);
  assert.deepEqual(paragraph.children, [second]);
});

test("a node is inserted before a text that a translator has wrapped", () => {
  const { paragraph, first, second, outer, make } = translated(), node = make();
  paragraph.insertBefore(node, first);
  assert.deepEqual(paragraph.children, [node, outer, second]);
});

test("a node that is gone is not removed, and inserting before it appends", () => {
  const { paragraph, second, outer, make } = translated(), gone = make(), node = make();
  assert.equal(paragraph.removeChild(gone), gone);
  paragraph.insertBefore(node, gone);
  assert.deepEqual(paragraph.children, [outer, second, node]);
});
