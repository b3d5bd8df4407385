import assert from "node:assert/strict";
import { test } from "node:test";
import { rings } from "../../../assets/draw/plane-layers.js";

// Node has no canvas: a path records its circle, and the context records the strokes.
class Circle {
  /** @param {number} x @param {number} y */
  arc(x, y) { Object.assign(this, { x, y }); }
}

/** @param {number} v */
const same = (v) => v;

/**
 * The strokes of rings around examples at x = 0, 1, 2, … with the weights `alpha`.
 * @param {number[]} alpha
 */
function strokesOf(alpha) {
  Object.assign(globalThis, { Path2D: Circle });
  const strokes = /** @type {{ x: number, ink: number, width: number }[]} */ ([]);
  const context = {
    globalAlpha: 1, lineWidth: 1, setLineDash() {},
    /** @param {{ x: number }} circle */
    stroke({ x }) { strokes.push({ x, ink: this.globalAlpha, width: this.lineWidth }); },
  };
  const axes = { context, px: same, py: same }, points = alpha.flatMap((_, i) => [i, 0]);
  rings(/** @type {any} */ (axes), points, alpha, { ring: "black" }, 8);
  assert.equal(context.globalAlpha, 1, "the opacity is reset");
  return strokes.sort((a, b) => a.x - b.x);
}

test("every support vector has a visible ring, however small its weight", () => {
  const strokes = strokesOf([1, -0.5, 1e-2, -1e-3, 1e-9, 1e-30]);
  assert.deepEqual(strokes.map(({ x }) => x), [0, 1, 2, 3, 4, 5]);
  for (const { ink, width } of strokes) assert.ok(ink >= 0.5 && width >= 1.2, `ink ${ink}, ${width} px`);
});

test("an example with weight 0 has no ring", () => {
  assert.deepEqual(strokesOf([0, 2, -0, 1e-6, 0]).map(({ x }) => x), [1, 3]);
  assert.deepEqual(strokesOf([0, 0]), []);
});

test("a larger weight of either sign has a wider and more opaque ring", () => {
  const [small, middle, large, negative] = strokesOf([0.01, 0.3, 1, -1]);
  for (const of of /** @type {const} */ (["ink", "width"])) assert.ok(small[of] < middle[of] && middle[of] < large[of] && large[of] === negative[of], of);
});
