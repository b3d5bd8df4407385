import assert from "node:assert/strict";
import { test } from "node:test";
import { DRAWN, beginPicture, drawnData, noteBars, noteCurve, noteField, noteLinear, noteNames } from "../../../assets/draw/drawn-data.js";

const axesOf = () => /** @type {any} */ ({ canvas: new EventTarget() });
const curve = { xs: [0, 1], ys: [1, 2], name: "", levels: [0] };

test("a picture has the curves drawn since it began", () => {
  const axes = axesOf();
  noteCurve(axes, curve);
  assert.equal(drawnData(axes.canvas), undefined, "no picture has begun");
  beginPicture(axes, { names: ["τ", ""] });
  assert.equal(drawnData(axes.canvas), undefined, "no curve has been drawn");
  noteCurve(axes, curve);
  assert.deepEqual([drawnData(axes.canvas)?.curves, drawnData(axes.canvas)?.names], [[curve], ["τ", ""]]);
  beginPicture(axes);
  assert.equal(drawnData(axes.canvas), undefined);
});

test("only the first field is recorded, with its level lines", () => {
  const axes = axesOf(), own = new Float32Array(4), other = new Float32Array(4);
  beginPicture(axes);
  noteField(axes, { values: own, nx: 2, ny: 2 });
  for (const level of [-1, 1, 1]) noteField(axes, { values: own, nx: 2, ny: 2 }, level);
  noteField(axes, { values: other, nx: 2, ny: 2 }, 0);
  noteNames(axes, ["income", "age"]);
  const { field, names } = /** @type {DrawnData} */ (drawnData(axes.canvas));
  assert.deepEqual([field?.values === own, field?.levels, names], [true, [-1, 1], ["income", "age"]]);
});

test("a canvas announces its first curve once", () => {
  const axes = axesOf();
  let count = 0;
  axes.canvas.addEventListener(DRAWN, () => { count += 1; });
  for (let k = 0; k < 3; k++) { beginPicture(axes); noteCurve(axes, curve); }
  assert.equal(count, 1);
});

test("bars are recorded in the order of their examples", () => {
  const axes = axesOf();
  beginPicture(axes);
  noteBars(axes, [0.5, -1, 2], { name: "αᵢ", examples: [2, 0, 1] });
  const [bars] = /** @type {DrawnData} */ (drawnData(axes.canvas)).curves;
  assert.deepEqual([Array.from(bars.ys), bars.xs, bars.parts], [[2, 0.5, -1], [1, 2, 3], "bars"]);
});

test("a linear function is recorded with the levels of its lines", () => {
  const axes = Object.assign(axesOf(), { x0: -2, x1: 2, y0: 0, y1: 1 });
  beginPicture(axes);
  noteLinear(axes, [1, 3], -0.5, { levels: [0, 0.25], quantity: "the distance" });
  const { field } = /** @type {Required<DrawnData>} */ (drawnData(axes.canvas)), last = field.values[field.nx * field.ny - 1];
  assert.deepEqual([field.values[0], last, field.levels, field.quantity], [-2.5, 4.5, [0, 0.25], "the distance"]);
});
