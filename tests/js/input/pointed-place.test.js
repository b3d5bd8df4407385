import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestPoint, placeTip } from "../../../assets/input/pointed-place.js";

const axes = /** @type {any} */ ({ width: 400, px: (x) => 10 * x, py: (y) => -10 * y });

test("the nearest point within reach is returned, or undefined", () => {
  const places = [0, 0, 2, 0, 2, -1];
  assert.equal(nearestPoint(axes, places, 19, 2, 12), 1);
  assert.equal(nearestPoint(axes, places, 19, 8, 12), 2);
  assert.equal(nearestPoint(axes, places, 100, 100, 12), undefined);
  assert.equal(nearestPoint(axes, [NaN, NaN], 0, 0, 12), undefined);
});

test("a tooltip is on the side with room for it", () => {
  const tip = /** @type {any} */ ({ hidden: true, style: {} });
  placeTip(tip, axes, 50, 5);
  assert.deepEqual({ ...tip.style, hidden: tip.hidden }, { left: "64px", right: "", top: "0px", hidden: false });
  placeTip(tip, axes, 350, 100);
  assert.deepEqual(tip.style, { left: "", right: "64px", top: "88px" });
});
