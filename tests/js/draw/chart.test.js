import assert from "node:assert/strict";
import { test } from "node:test";
import { decadeTicks, tickLabels, tickMiddle } from "../../../assets/draw/chart.js";

test("ticks have texts without zeros at their end", () => {
  assert.deepEqual(tickLabels([-0.5, 0, 1200]), [[-0.5, "−0.5"], [0, "0"], [1200, "1,200"]]);
});

test("a log axis has its decades upwards or downwards, and none beyond its end", () => {
  assert.deepEqual(decadeTicks(0, 3, 2), [[1, "1"], [100, "10²"]]);
  assert.deepEqual(decadeTicks(1, -1.6), [[10, "10"], [1, "1"], [0.1, "10⁻¹"]]);
  assert.deepEqual(decadeTicks(-3, -3, 1, (e) => `e${e}`), [[0.001, "e-3"]]);
});

test("a long last tick ends at the edge of the picture, others stand in the middle", () => {
  assert.equal(tickMiddle(290, 36, 300), 282);
  assert.equal(tickMiddle(290, 12, 300), 290);
});
