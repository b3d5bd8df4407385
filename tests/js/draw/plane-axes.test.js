import assert from "node:assert/strict";
import { test } from "node:test";
import { planeAxes } from "../../../assets/draw/plane-axes.js";

const BOX = { x: 34, y: 8, w: 300, h: 300 };
const NAMES = /** @type {[string, string]} */ (["x₁", "x₂"]);

/** Axes of a plane whose highest number is `below` px under the upper rim, and the texts written on them. */
function noting(below) {
  const texts = /** @type {{ string: string, x: number, y: number, size: number }[]} */ ([]);
  const top = 2 + below / 100, context = { strokeRect() {} };
  const axes = {
    context, box: BOX, width: 342, x0: -1, x1: 2, y0: top - 3, y1: top,
    px: (v) => BOX.x + 100 * (v + 1), py: (v) => BOX.y + 100 * (top - v),
    text: (string, x, y, { size }) => { texts.push({ string, x, y, size }); },
  };
  return { axes: /** @type {any} */ (axes), texts };
}

test("the name of the vertical axis does not touch its highest number, whatever the font size", () => {
  for (const small of [12, 15, 18]) {
    for (let below = 0; below < 60; below += 1) {
      const { axes, texts } = noting(below);
      planeAxes(axes, /** @type {any} */ ({ palette: {}, small }), NAMES);
      const number = texts.find(({ string, x }) => string === "2" && x < BOX.x), name = texts.findLast(({ string }) => string === "x₂");
      assert.ok(number && name);
      const beside = name.x < BOX.x;
      if (beside) assert.ok(number.y - name.y >= 1.25 * small, `${number.y - name.y} px at ${small}, ${below}`);
    }
  }
});

test("numbers of a small plane have the size of small type", () => {
  const { axes, texts } = noting(30);
  planeAxes(axes, /** @type {any} */ ({ palette: {}, small: 12 }), NAMES, true);
  assert.deepEqual(new Set(texts.map(({ size }) => size)), new Set([12]));
});
