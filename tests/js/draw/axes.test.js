import assert from "node:assert/strict";
import { test } from "node:test";
import { ticks } from "../../../assets/draw/axes.js";

test("ticks are round, inside the range, and about as many as requested", () => {
  assert.deepEqual(ticks(-3, 3, 6), [-3, -2, -1, 0, 1, 2, 3]);
  assert.deepEqual(ticks(0, 0.35, 4), [0, 0.1, 0.2, 0.3]);
  assert.deepEqual(ticks(-0.13, 0.13, 5), [-0.1, 0, 0.1], "steps of 0.05 would give more");
  for (const [from, to, count] of [[0, 7.3, 4], [-120, 45, 5], [0, 9e-5, 3]]) {
    const all = ticks(from, to, count);
    assert.ok(all.length >= count / 2 && all.length <= 2 * count + 1);
    assert.ok(all.every((t) => t >= from - 1e-9 && t <= to + 1e-9));
  }
});
