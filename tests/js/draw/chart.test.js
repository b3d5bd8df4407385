import assert from "node:assert/strict";
import { test } from "node:test";
import { Chart, decadeTicks, tickDepth, tickLabels, tickMiddle } from "../../../assets/draw/chart.js";

test("labels of ticks have no trailing zeros", () => {
  assert.deepEqual(tickLabels([-0.5, 0, 1200]), [[-0.5, "−0.5"], [0, "0"], [1200, "1,200"]]);
});

test("a log axis has its decades upwards or downwards, and none beyond its end", () => {
  assert.deepEqual(decadeTicks(0, 3, 2), [[1, "1"], [100, "10²"]]);
  assert.deepEqual(decadeTicks(1, -1.6), [[10, "10"], [1, "1"], [0.1, "10⁻¹"]]);
  assert.deepEqual(decadeTicks(-3, -3, 1, (e) => `e${e}`), [[0.001, "e-3"]]);
});

test("a long last label ends at the edge of the picture; others are centred on their tick", () => {
  assert.equal(tickMiddle(290, 36, 300), 282);
  assert.equal(tickMiddle(290, 12, 300), 290);
});

/** A chart on the given axes, without anything drawn. @returns {any} */
const chartOn = (axes, small = 12) => Object.assign(Object.create(Chart.prototype), { axes, names: [], stage: { small } });

test("the name of an axis does not touch its last tick label, whatever the font size", () => {
  for (const size of [12, 15]) {
    for (const right of [10, 20]) {  // without and with space after the axis
      const heights = /** @type {number[]} */ ([]), box = { x: 40, y: 10, w: 200, h: 100 };
      const axes = { box, margins: { bottom: 22, right }, px: (value) => box.x + 100 * value, widthOf: () => 0.6 * size, text: (_text, _x, y) => heights.push(y) };
      Chart.prototype.nameAxis.call(chartOn(axes, size), "x", [[2, "2"]], { size, color: "" });
      const [y] = heights;
      assert.ok(box.y + box.h + tickDepth(size) - y >= 1.3 * size - 1e-9, `${size} px`);
      assert.ok(y > box.y, "on the picture");
    }
  }
});

test("tick labels in large letters are farther from the axis", () => {
  assert.deepEqual([12, 15, 18].map(tickDepth), [12, 14, 17]);
});

test("a margin grows for a name that the last tick would overlap: to the right, or below", () => {
  const roomFor = (note, last) => {
    const margins = { left: 44, right: 10, top: 8, bottom: 22 };
    const axes = { margins, box: { x: 44, y: 8, w: 200, h: 100 }, px: (value) => 44 + 100 * value, widthOf: (text) => 7 * text.length };
    chartOn(axes).makeRoom(note, [[last, "2"]]);
    return [margins.right, margins.bottom];
  };
  assert.deepEqual(roomFor("∠w", 2), [19, 22]);
  assert.deepEqual(roomFor("degree", 2), [10, 40]);
  assert.deepEqual(roomFor("degree", 1), [10, 22], "it fits beside the ticks");
});
