import assert from "node:assert/strict";
import { test } from "node:test";
import { contour } from "../../../assets/draw/marching-squares.js";

const grid = (nx, ny, f) => Float64Array.from({ length: nx * ny }, (_, k) => f(k % nx, Math.floor(k / nx)));
const points = (line) => Array.from({ length: line.length / 2 }, (_, k) => [line[2 * k], line[2 * k + 1]]);

test("a linear field has one straight level line", () => {
  const lines = contour(grid(5, 4, (x) => x), 5, 4, 1.5);
  assert.equal(lines.length, 1);
  for (const [x] of points(lines[0])) assert.equal(x, 1.5);
  assert.deepEqual(points(lines[0]).map(([, y]) => y).sort(), [0, 1, 2, 3]);
});

test("a hill has a closed level line around it", () => {
  const f = (x, y) => (x - 10) ** 2 + (y - 9) ** 2;
  const [line, ...more] = contour(grid(21, 19, f), 21, 19, 25), all = points(line);
  assert.deepEqual(more, []);
  assert.deepEqual(all[0], all.at(-1));
  for (const [x, y] of all) assert.ok(Math.abs(Math.sqrt(f(x, y)) - 5) < 0.05, `${x}, ${y}`);
});

test("a field that does not cross the level has no line", () => {
  assert.deepEqual(contour(grid(4, 4, () => 1), 4, 4, 0), []);
  assert.deepEqual(contour(grid(4, 4, () => -1), 4, 4, 0), []);
});

test("at a saddle the mean of the cell decides which corners are joined", () => {
  const saddle = (middle) => contour(Float64Array.of(1 + middle, -1, -1, 1 + middle), 2, 2, 0).map(points);
  // Where the high corners are joined, each line cuts off a low corner, at (1, 0) or (0, 1).
  const nearest = (lines) => lines.map((line) => {
    const [x, y] = [0, 1].map((k) => (line[0][k] + line[1][k]) / 2);
    return `${Math.round(x)},${Math.round(y)}`;
  }).sort();
  assert.deepEqual(nearest(saddle(0.5)), ["0,1", "1,0"]);
  assert.deepEqual(nearest(saddle(-0.5)), ["0,0", "1,1"]);
});

test("a region where the field is 0 by rounding has no line around it, and a thin line of zeros is one", () => {
  const field = (/** @type {number[]} */ row) => Float32Array.from([...row, ...row, ...row]);
  assert.deepEqual(contour(field([3, 1, 0, 0, 0, -1, -3]), 7, 3, 0), []);
  assert.deepEqual(contour(field([3, 1, 0, -1, -3]), 5, 3, 0), [[2, 0, 2, 1, 2, 2]]);
});
