import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenPoint, exampleOf, geometry, halfReach, interpolate, shownBoundaries } from "../../../assets/draw/frame-geometry.js";

const tensors = {
  x: { data: [0, 1, 2] }, y: { data: [10, 20] }, bump: { dtype: "F64" }, offsets: { data: [0, 1, 3] },
};
const tables = { bump: [1, 0.75, 0.25], labels: [1, -1] };
const frame = /** @type {any} */ ({ sweep: { tensors }, get: (name) => tables[name] });

test("window and nodes are those of the grid", () => {
  assert.deepEqual(geometry(frame), { window: [0, 2, 10, 20], nx: 3, ny: 2 });
});

test("a field is interpolated bilinearly, and is constant beyond its edge", () => {
  const axes = /** @type {any} */ ({ x0: 0, x1: 2, y0: 10, y1: 20 }), f = (x, y) => 3 * x + y / 10 + x * y / 10;
  const values = [10, 20].flatMap((y) => [0, 1, 2].map((x) => f(x, y)));
  for (const [x, y] of [[0, 10], [0.3, 14], [1.7, 19]]) assert.ok(Math.abs(interpolate({ values, ...geometry(frame) }, axes, x, y) - f(x, y)) < 0.05);
  assert.ok(Math.abs(interpolate({ values, ...geometry(frame) }, axes, -5, 10) - f(0, 10)) < 0.05);
});

test("the reach of a bump is where it has fallen to one half", () => {
  assert.equal(halfReach(frame), 2);
  tables.bump = [1, 0.9, 0.8];
  assert.equal(halfReach(frame), 3, "the end of the table, if it does not fall so far");
});

test("before a choice it is the example with α ≠ 0 at the most stops, then with the largest sum of |α|", () => {
  const chosen = (rows) => {
    const alpha = { shape: [2, 3], dtype: "F64", data: rows.flat() }, sweep = { tensors: { alpha } };
    return chosenPoint(/** @type {any} */ ({ view: {} }), /** @type {any} */ ({ sweep, get: () => [1, -1, 1] }));
  };
  assert.equal(chosen([[0, -2, 1], [0, 0, 1]]), 2, "non-zero at both stops");
  assert.equal(chosen([[0, -2, 1], [0, -1, 1]]), 1, "of two such examples, the larger sum");
});

test("the chosen example is the first if there are no weights, and undefined if the index does not exist", () => {
  assert.deepEqual(["", "2", "3", "x"].map((point) => chosenPoint(/** @type {any} */ ({ view: { point } }), frame)), [0, 1, undefined, undefined]);
});

test("a formula describes the example under the pointer, else the chosen one", () => {
  const alpha = { shape: [1, 3], dtype: "F64", data: [0, -2, 1] }, player = /** @type {any} */ ({ view: {} });
  const weighed = /** @type {any} */ ({ sweep: { tensors: { alpha } }, get: () => [1, -1, 1] });
  assert.equal(exampleOf(/** @type {any} */ ({ markedExample: 2 }), player, weighed), 2);
  assert.equal(exampleOf(/** @type {any} */ ({}), player, weighed), chosenPoint(player, weighed));
  player.view.point = "9";
  assert.equal(exampleOf(/** @type {any} */ ({}), player, weighed), 0, "if the address names an example that does not exist");
});

test("the planes show the chosen boundaries, and both where the Bayes-optimal one is unknown", () => {
  const player = (/** @type {string} */ show) => /** @type {any} */ ({ view: { show } });
  const known = /** @type {any} */ ({ sweep: { tensors: { ...tensors, bayes: {} } } });
  assert.deepEqual(["fit", "bayes", undefined].map((show) => shownBoundaries(player(show), known)), ["fit", "bayes", "both"]);
  assert.deepEqual(["fit", "bayes", undefined].map((show) => shownBoundaries(player(show), frame)), ["both", "both", "both"]);
});
