import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { keepFocus, mathLine, withFormulas } from "../../../assets/base/dom.js";
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

  test("the focus moves from a button that is disabled to the next that can be pressed", () => {
    /** @type {any} */
    const page = { activeElement: null }, buttons = [1, 2, 3].map(() => ({ disabled: false, hidden: false, focus() { page.activeElement = this; } }));
    const [first, second, third] = buttons, press = (act) => keepFocus(/** @type {any} */ (buttons), act);
    globalThis.document = page;
    press(() => { first.disabled = true; });
    assert.equal(page.activeElement, null, "no button has the focus");
    second.focus();
    press(() => {});
    assert.equal(page.activeElement, second);
    press(() => { second.disabled = true; });
    assert.equal(page.activeElement, third);
    press(() => { Object.assign(second, { disabled: false }); third.hidden = true; });
    assert.equal(page.activeElement, second, "the one before, if none follows");
  });

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
