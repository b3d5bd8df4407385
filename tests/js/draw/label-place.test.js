import assert from "node:assert/strict";
import { test } from "node:test";
import { labelPlace } from "../../../assets/draw/label-place.js";
import { smoothPath } from "../../../assets/draw/smooth-path.js";

const room = { x: 0, y: 0, w: 200, h: 100 };

test("a curve's name is placed off the lines, near the preferred position", () => {
  /** @type {[number, number][]} */
  const flat = [[0, 50], [50, 50], [100, 50], [150, 50], [200, 50]];
  /** @type {[number, number][]} */
  const near = [[0, 42], [100, 42], [101, 90], [200, 90]];
  const free = labelPlace(flat, [flat], [], { w: 40, h: 14, at: 0.25, below: false, room });
  assert.deepEqual([free.x, free.y], [50, 39]);
  const first = labelPlace(flat, [flat, near], [], { w: 40, h: 14, at: 0.25, below: false, room });
  assert.deepEqual([first.x, first.y], [50, 61]);
  const place = labelPlace(flat, [flat], [{ x: 0, y: 0, w: 120, h: 100 }], { w: 40, h: 14, at: 0.25, below: false, room });
  assert.ok(place.x >= 120);
});

test("a smooth path through twelve points of a circle is nearly a circle", () => {
  const places = Array.from({ length: 13 }, (_, k) => /** @type {[number, number]} */ ([Math.cos(k * Math.PI / 6), Math.sin(k * Math.PI / 6)]));
  let at = [0, 0];
  const middles = [];
  smoothPath({
    lineTo(x, y) { at = [x, y]; },
    bezierCurveTo(a, b, c, d, x, y) {
      middles.push(Math.hypot((at[0] + 3 * a + 3 * c + x) / 8, (at[1] + 3 * b + 3 * d + y) / 8));
      at = [x, y];
    },
  }, places.map(([x, y]) => [100 * x, 100 * y]));
  assert.equal(middles.length, 12);
  for (const radius of middles) assert.ok(Math.abs(radius - 100) < 0.7, `${radius}`);
});
