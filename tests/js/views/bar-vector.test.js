import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { window: globalThis });
const { barNumbers } = await import("../../../assets/views/bar-vector.js");

/** @param {number} count @param {number} first @param {number} distance */
const shown = (count, first, distance) => barNumbers(count, first, distance).filter(Boolean).join(" ");

test("bars have round numbers that do not touch", () => {
  assert.equal(shown(5, 1, 0.4), "1 2 3 4 5");
  assert.equal(shown(7, 0, 1.3), "0 2 4 6");
  assert.equal(shown(40, 1, 1.9), "1 5 10 15 20 25 30 35 40");
  assert.equal(shown(40, 1, 6), "1 10 20 30 40");
  assert.equal(barNumbers(40, 1, 1.9).length, 40, "the other bars have an empty text");
});
