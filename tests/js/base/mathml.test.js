import assert from "node:assert/strict";
import { test } from "node:test";
import { followsNumber } from "../../../assets/base/mathml.js";

/** What the function asks of an element, from a nested list. @param {any} tree @returns {any} */
function tree([localName, ...parts]) {
  const children = parts.map(tree), node = { localName, children };
  children.forEach((child, k) => Object.assign(child, { parentElement: node, previousElementSibling: children[k - 1] ?? null }));
  return node;
}

const at = (node, ...way) => way.reduce((one, k) => one.children[k], node);

test("a number in place of τ in 2 τ² comes right after another one", () => {
  const under = tree(["mfrac", ["mrow"], ["mrow", ["mn"], ["msup", ["mrow", ["mn"]], ["mn"]]]]);
  assert.ok(followsNumber(at(under, 1, 1, 0)));
});

test("so does one after another number in place of a symbol, and no other one", () => {
  const step = tree(["math", ["mi"], ["mrow", ["mn"], ["mspace"]], ["mrow", ["msub"]]]);
  assert.ok(followsNumber(at(step, 2)), "m λ α, with λ in numbers");
  assert.ok(!followsNumber(at(step, 1)), "after m");
});

test("what stands above, below or in an exponent is on another line", () => {
  const half = tree(["math", ["mn"], ["mfrac", ["mrow"], ["mn"]], ["mrow", ["mn"]]]);
  assert.ok(!followsNumber(at(half, 1, 0)), "2 before a fraction");
  assert.ok(!followsNumber(at(half, 2)), "after a fraction");
  const power = tree(["mrow", ["msup", ["mi"], ["mn"]], ["mrow", ["mn"]]]);
  assert.ok(!followsNumber(at(power, 1)), "after a square");
});
