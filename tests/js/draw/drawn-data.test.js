import assert from "node:assert/strict";
import { test } from "node:test";
import { DRAWN, beginPicture, drawnData, noteCurve, noteField, noteNames } from "../../../assets/draw/drawn-data.js";

const axesOf = () => /** @type {any} */ ({ canvas: new EventTarget() });
const curve = { xs: [0, 1], ys: [1, 2], name: "", levels: [0] };

test("a picture has what was drawn since it began, and nothing before", () => {
  const axes = axesOf();
  noteCurve(axes, curve);
  assert.equal(drawnData(axes.canvas), undefined, "nothing has begun");
  beginPicture(axes, { names: ["τ", ""] });
  assert.equal(drawnData(axes.canvas), undefined, "it is covered, or has no curve");
  noteCurve(axes, curve);
  assert.deepEqual([drawnData(axes.canvas)?.curves, drawnData(axes.canvas)?.names], [[curve], ["τ", ""]]);
  beginPicture(axes);
  assert.equal(drawnData(axes.canvas), undefined);
});

test("the first field is the picture's own, with its level lines", () => {
  const axes = axesOf(), own = new Float32Array(4), other = new Float32Array(4);
  beginPicture(axes);
  noteField(axes, { values: own, nx: 2, ny: 2 });
  for (const level of [-1, 1, 1]) noteField(axes, { values: own, nx: 2, ny: 2 }, level);
  noteField(axes, { values: other, nx: 2, ny: 2 }, 0);
  noteNames(axes, ["income", "age"]);
  const { field, names } = /** @type {DrawnData} */ (drawnData(axes.canvas));
  assert.deepEqual([field?.values === own, field?.levels, names], [true, [-1, 1], ["income", "age"]]);
});

test("a canvas says once that there is something to hear", () => {
  const axes = axesOf();
  let count = 0;
  axes.canvas.addEventListener(DRAWN, () => { count += 1; });
  for (let k = 0; k < 3; k++) { beginPicture(axes); noteCurve(axes, curve); }
  assert.equal(count, 1);
});
