import assert from "node:assert/strict";
import { test } from "node:test";
import { followsNumber, numberAt } from "../../../assets/base/mathml.js";

/** An element with the properties that the function reads, built from a nested list. @param {any} tree @returns {any} */
function tree([localName, ...parts]) {
  if (typeof parts[0] === "string") return { localName, children: [], textContent: parts[0] };
  const children = parts.map(tree), node = { localName, children };
  children.forEach((child, k) => Object.assign(child, { parentElement: node, previousElementSibling: children[k - 1] ?? null }));
  return node;
}

const at = (node, ...way) => way.reduce((parent, k) => parent.children[k], node);

test("a number in place of τ in 2 τ² directly follows a number", () => {
  const under = tree(["mfrac", ["mrow"], ["mrow", ["mn"], ["msup", ["mrow", ["mn"]], ["mn"]]]]);
  assert.ok(followsNumber(at(under, 1, 1, 0)));
});

test("a number after a number in place of a symbol follows a number; one after a letter does not", () => {
  const step = tree(["math", ["mi"], ["mrow", ["mn"], ["mspace"]], ["mrow", ["msub"]]]);
  assert.ok(followsNumber(at(step, 2)), "m λ α, with λ in numbers");
  assert.ok(!followsNumber(at(step, 1)), "after m");
});

test("numerators, denominators and exponents are on other lines", () => {
  const half = tree(["math", ["mn"], ["mfrac", ["mrow"], ["mn"]], ["mrow", ["mn"]]]);
  assert.ok(!followsNumber(at(half, 1, 0)), "2 before a fraction");
  assert.ok(!followsNumber(at(half, 2)), "after a fraction");
  const power = tree(["mrow", ["msup", ["mi"], ["mn"]], ["mrow", ["mn"]]]);
  assert.ok(!followsNumber(at(power, 1)), "after a square");
});

const written = (node, place) => JSON.stringify(numberAt(node, place)).replace(/[^−\d.()]/g, "");

test("a negative number that is a factor, subtracted or squared gets brackets", () => {
  const step = tree(["mrow", ["mo", "["], ["mrow", ["mi"]], ["mo", "+"], ["mi"], ["mrow", ["mn"], ["mspace"]], ["mrow", ["msub"]], ["mo", "]"]]);
  assert.equal(written("−0.701", at(step, 5)), "(−0.701)", "λ α, both in numbers");
  assert.equal(written("0.701", at(step, 5)), "0.701");
  assert.equal(written("−0.5", at(step, 1)), "−0.5", "after a bracket");
  const sum = tree(["math", ["mi"], ["mo", "="], ["mrow", ["mi"]], ["mo", "−"], ["mspace"], ["mrow", ["mi"]]]);
  assert.equal(written("−2", at(sum, 2)), "−2", "after =");
  assert.equal(written("−2", at(sum, 5)), "(−2)", "after −");
  const terms = tree(["math", ["munder", ["mo", "∑"], ["mi"]], ["mrow", ["msub"]]]);
  assert.equal(written("−2", at(terms, 1)), "(−2)", "after a sum");
  const power = tree(["mfrac", ["msup", ["mrow", ["mi"]], ["mn"]], ["mrow", ["mi"]]]);
  assert.equal(written("−3", at(power, 0, 0)), "(−3)", "in a square");
  assert.equal(written("−3", at(power, 1)), "−3", "below a line");
});

test("a number in brackets counts as a number before the position", () => {
  const product = tree(["math", ["mrow", ["mrow", ["mo", "("], ["mn"], ["mo", ")"]], ["mspace"]], ["mrow", ["mn"]]]);
  assert.ok(followsNumber(at(product, 1)));
  const call = tree(["math", ["mrow", ["mo", "("], ["mi"], ["mo", ")"]], ["mrow", ["mn"]]]);
  assert.ok(!followsNumber(at(call, 1)), "after f(x)");
});
