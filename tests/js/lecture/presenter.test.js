import assert from "node:assert/strict";
import { test } from "node:test";
import { duration } from "../../../features/lecture/presenter.js";
import { shift } from "../../../features/lecture/spotlight.js";

test("the timer shows hours only from one hour on", () => {
  assert.deepEqual([-1, 0, 59.9, 60, 3599, 3600, 7325].map(duration), ["0:00", "0:00", "0:59", "1:00", "59:59", "1:00:00", "2:02:05"]);
});

test("the point under the mouse stays there when the picture is enlarged", () => {
  const corner = { left: 0, top: 58 }, mouse = { x: 300, y: 258 }, by = shift(mouse, corner, 2);
  assert.deepEqual([corner.left + by.x + 2 * (mouse.x - corner.left), corner.top + by.y + 2 * (mouse.y - corner.top)], [300, 258]);
});
