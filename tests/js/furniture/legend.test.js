import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { window: globalThis });
const { isNotDrawn } = await import("../../../assets/furniture/static-items.js");

const ENTRIES = [["positive", "positive"], ["zero", "f(x) = 0"], ["margin", "f(x) = ±1"], ["ring", "support vector"], ["bayes", "Bayes-optimal"]];
const shown = (/** @type {Record<string, number>} */ tensors, show = "both") => {
  const frame = /** @type {any} */ ({ sweep: { tensors }, get: (/** @type {string} */ name) => tensors[name] });
  return ENTRIES.filter(([mark, label]) => !isNotDrawn({ mark, label }, frame, show)).map(([mark]) => mark);
};

test("the legend shows what the planes show", () => {
  const tensors = { support: 12, bayes: 1 };
  assert.deepEqual(shown(tensors), ["positive", "zero", "margin", "ring", "bayes"]);
  assert.deepEqual(shown(tensors, "fit"), ["positive", "zero", "margin", "ring"]);
  assert.deepEqual(shown(tensors, "bayes"), ["positive", "bayes"]);
  assert.deepEqual(shown({ support: 12 }), ["positive", "zero", "margin", "ring"], "no density is known");
});

test("without support vectors f is constant, and has no level lines", () => {
  assert.deepEqual(shown({ support: 0, bayes: 1 }), ["positive", "bayes"]);
  const curve = /** @type {any} */ ({ sweep: { tensors: { support: 0 } }, get: () => 0 });
  assert.equal(isNotDrawn({ mark: "zero", label: "the fit" }, curve, "both"), false, "a curve is drawn where it is 0");
});
