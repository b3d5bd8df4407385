import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { mathLine, withFormulas } from "../../../assets/base/dom.js";
import { math } from "../../../assets/base/mathml.js";

// A minimal document, which builds a tree for the test to read.
/** @returns {any} */
const tree = (tag) => ({ tag, attributes: {}, children: [], append(...more) { this.children.push(...more); }, setAttribute(name, value) { this.attributes[name] = value; } });
/** @type {any} */
const document = { createElement: tree, createElementNS: (_, tag) => tree(tag), createTextNode: (text) => text };
const treeOf = (part) => (typeof part === "string" ? part : { [part.tag]: part.textContent ?? part.children.map(treeOf) });

describe("building elements", () => {
  let page;
  beforeEach(() => { page = globalThis.document; globalThis.document = document; });
  afterEach(() => { globalThis.document = page; });

  test("letters of a formula are slanted, digits and signs are not", () => {
    assert.deepEqual(mathLine("2 yz − x′").map(treeOf), ["2 ", { i: "yz" }, " − ", { i: "x′" }, ""]);
  });

  test("the text between dollar signs is a formula, the rest is text", () => {
    assert.deepEqual(withFormulas("so $τ$ and $λ$.").map(treeOf), ["so ", { span: ["", { i: "τ" }, ""] }, " and ", { span: ["", { i: "λ" }, ""] }, "."]);
  });

  test("a nested list becomes MathML with attributes", () => {
    const node = /** @type {any} */ (math(["mrow", { class: "x", size: 2 }, ["mi", {}, "τ"], ["mn", {}, "2"]]));
    assert.deepEqual(treeOf(node), { mrow: [{ mi: ["τ"] }, { mn: ["2"] }] });
    assert.deepEqual(node.attributes, { class: "x", size: "2" });
  });
});
