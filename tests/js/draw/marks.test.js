import assert from "node:assert/strict";
import { test } from "node:test";
import { classMark } from "../../../assets/draw/marks.js";

/** The commands that draw the mark of a class. @param {number} k */
function trace(k) {
  /** @type {string[]} */
  const commands = [];
  const note = (/** @type {string} */ name) => (/** @type {number[]} */ ...at) => { commands.push([name, ...at.map((v) => v.toFixed(3))].join(" ")); };
  const pen = { moveTo: note("M"), lineTo: note("L"), closePath: note("Z"), rect: note("R"), arc: note("A") };
  classMark(/** @type {any} */ (pen), k, 0, 0, 1);
  return commands.sort().join();
}

test("ten classes have ten shapes, so that colour is not needed to distinguish them", () => {
  const shapes = Array.from({ length: 10 }, (_, k) => trace(k));
  assert.equal(new Set(shapes).size, 10);
});
