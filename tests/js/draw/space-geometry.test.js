import assert from "node:assert/strict";
import { test } from "node:test";
import { Camera } from "../../../assets/draw/camera.js";
import { sortByDepth, piecesOf, reach } from "../../../assets/draw/space-geometry.js";

const tensors = { a: [1, 0, 0], b: [0, 1, 0], up: [0, 0, 1], down: [0, 0, -1], zero: [0, 0, 0], off: 0 };
const get = (name) => tensors[name];
const item = (more) => /** @type {any} */ ({ kind: "space", ...more });

function above() {
  const camera = new Camera([0, 80]);
  camera.look({ centre: [0, 0, 0], radius: 2 }, 300, 300, 10);
  return camera;
}

test("arrows begin at 0 by default; a part may be off; axes come last", () => {
  const parts = [{ part: "arrow", to: "a", tone: "accent" }, { part: "segment", from: "a", to: "b", tone: "zero" }, { part: "arrow", to: "b", on: "off", tone: "accent" }];
  const pieces = piecesOf(item({ parts, axes: { labels: ["x", "y", "z"], low: [0, 0, 0], high: [1, 1, 1] } }), get);
  assert.deepEqual(pieces.slice(0, 2).map(({ line, isArrow }) => [line, isArrow]), [[[[0, 0, 0], [1, 0, 0]], true], [[[1, 0, 0], [0, 1, 0]], false]]);
  assert.deepEqual(pieces.slice(2).map(({ label }) => label), ["x", "y", "z"]);
  assert.deepEqual(reach(pieces).at(-1), [0, 0, 1]);
});

test("a curve is interrupted at NaN, and stretched by the item's factors", () => {
  tensors.way = [0, 0, 0, 1, 0, 0, NaN, 0, 0, 2, 0, 0, 3, 0, 0];
  const pieces = piecesOf(item({ parts: [{ part: "curve", along: "way", tone: "accent" }], stretch: [2, 1, 1] }), get);
  assert.deepEqual(pieces.map(({ line }) => line), [[[0, 0, 0], [2, 0, 0]], [[4, 0, 0], [6, 0, 0]]]);
});

test("far pieces are painted first", () => {
  const pieces = piecesOf(item({ parts: ["up", "down", "zero"].map((at) => ({ part: "points", at, tone: "accent" })) }), get);
  assert.deepEqual(sortByDepth(pieces, above()).map(({ at }) => at[2]), [-1, 0, 1]);
});

test("a wall separates the other pieces, and a line through it is cut in two", () => {
  const wall = { part: "patch", at: "zero", u: "a", v: "b", tone: "zero" }, line = { part: "arrow", from: "down", to: "up", tone: "accent", label: "w" };
  const [below, middle, over] = sortByDepth(piecesOf(item({ parts: [wall, line] }), get), above());
  assert.deepEqual([below.line, below.isArrow, below.label], [[[0, 0, -1], [0, 0, 0]], false, undefined]);
  assert.ok(middle.face);
  assert.deepEqual([over.line, over.isArrow, over.label], [[[0, 0, 0], [0, 0, 1]], true, "w"]);
});
