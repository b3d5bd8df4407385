import assert from "node:assert/strict";
import { test } from "node:test";
import { classHz, crossings, curveTrack, fieldHz, heightHz, hzAt, hzOfExample, moveAlong, roleOf, rowTrack, trackValue, tracksOf } from "../../../features/sound/tracks.js";

const near = (a, b, message) => assert.ok(Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(b)), `${message ?? ""} ${a}, not ${b}`);
// Axes with a box of 100 × 50 px, for x from 0 to 10 and y from 0 to 5.
const axesOf = (more = {}) => /** @type {any} */ ({
  box: { x: 20, y: 10, w: 100, h: 50 }, x0: 0, x1: 10, y0: 0, y1: 5, cursor: { x: 0.5, y: 0.5 },
  px: (x) => 20 + 10 * x, py: (y) => 60 - 10 * y, at: (px, py) => [(px - 20) / 10, (60 - py) / 10], ...more,
});

test("f is heard at 440 Hz where it is 0, an octave higher for each unit, and at most two", () => {
  near(fieldHz(0), 440);
  near(fieldHz(1), 880);
  near(fieldHz(-1), 220);
  near(fieldHz(0.5) / fieldHz(0), fieldHz(1) / fieldHz(0.5), "equal steps are equal intervals");
  near(fieldHz(9), fieldHz(2));
  near(fieldHz(-9), fieldHz(-2));
});

test("the height in a chart rises by three octaves", () => {
  near(heightHz(0), 220);
  near(heightHz(1), 1760);
  near(heightHz(2), heightHz(1));
});

test("the pitch of a curve is its drawn height, from left to right; it is silent without a value", () => {
  const { at, hz, low, high, from, to } = curveTrack({ xs: [10, 5, 0, -3], ys: [5, NaN, 0, 4], name: "", levels: [0] }, axesOf());
  assert.deepEqual(at, [0, 0.5, 1]);
  near(hz[0], 220);
  assert.ok(Number.isNaN(hz[1]));
  near(hz[2], 1760);
  assert.deepEqual([low, high, from, to], [0, 5, 0, 10], "the part outside the picture is not heard");
});

test("a tick is where a level is crossed, interpolated", () => {
  const ticks = crossings([0, 0.5, 1], [-2, 2, 0.5], [-1, 0, 1]);
  assert.deepEqual(ticks.map(({ level }) => level), [-1, 0, 1, 1]);
  [0.125, 0.25, 0.375, 0.5 + 0.5 * (1 / 1.5)].forEach((at, k) => near(ticks[k].at, at));
  assert.deepEqual(crossings([0, 1, 2], [0, 0, 1], [0]), [], "a curve that begins at a level does not cross it");
  assert.deepEqual(crossings([0, 1], [NaN, 1], [0]), []);
});

test("the line of a plane runs through its cursor, also between nodes", () => {
  const values = [-1, 0, 1, 1, 2, 3], field = { values, nx: 3, ny: 2, levels: [0] };
  const [track] = tracksOf(/** @type {any} */ ({ axes: axesOf({ cursor: { x: 0, y: 0.5 } }), curves: [], field }));
  assert.deepEqual([track.low, track.high], [0, 2], "half-way between the rows");
  [0, 1, 2].forEach((f, k) => near(Math.log2(track.hz[k] / 440), f));
  const low = rowTrack(field, axesOf(), 0);
  assert.equal(low.ticks.length, 1);
  near(hzAt(/** @type {any} */ ({ axes: axesOf(), curves: [], field }), 5, 0), 440);
});

test("each class of a map has its own note, with a tick at each border", () => {
  const field = { values: [16, 0, 1, 1], nx: 4, ny: 1, levels: [], classOf: (value) => value & 15 };
  const { hz, classes, ticks } = rowTrack(field, axesOf(), 0);
  assert.deepEqual(classes, [0, 1]);
  assert.deepEqual(ticks, [{ at: 0.5, level: 0 }]);
  assert.deepEqual(hz, [classHz(0), classHz(0), classHz(1), classHz(1)]);
});

test("curves with names are heard, pieces of one curve together, and test curves are recognised", () => {
  const line = (name, xs, ys) => ({ name, xs, ys, levels: [0] }), axes = axesOf();
  const tracks = tracksOf({ axes, names: ["x", ""], isPercent: false, uprights: [], curves: [line("", [0, 10], [1, 1]), line("test", [0, 5], [1, 2]), line("test", [5, 10], [3, 4]), line("training", [0, 10], [0, 1])] });
  assert.deepEqual(tracks.map(({ name, role, at }) => [name, role, at.length]), [["test", "test", 4], ["training", "training", 2]]);
  assert.equal(tracksOf({ axes, names: ["x", ""], isPercent: false, uprights: [], curves: [line("", [0, 10], [1, 1])] }).length, 1, "without names all are heard");
  assert.deepEqual(["test error", "Training error", "Bayes", "latest"].map(roleOf), ["test", "training", "other", "other"]);
});

test("bars are equally long notes from left to right, with a tick between two that a level separates", () => {
  const drawn = { axes: axesOf(), names: ["", ""], isPercent: false, uprights: [], curves: [{ xs: [1, 2, 4], ys: [0, 5, -1], name: "αᵢ", levels: [0], parts: "bars", examples: [2, 0, 1] }] };
  const [track] = tracksOf(/** @type {any} */ (drawn)), { at, hz, ticks, count, parts, low, high } = track;
  assert.deepEqual([count, parts, low, high], [3, "bars", -1, 5]);
  [0, 0.8 / 3, 0.8 / 3, 1 / 3].forEach((place, k) => near(at[k], place));
  near(hz[0], 220);
  near(hz[1], 220);
  assert.ok(Number.isNaN(hz[2]), "a pause separates two bars");
  near(hz[3], 1760);
  assert.equal(ticks.length, 1);
  near(ticks[0].at, 1.4 / 3 + 5 / 18);
  near(hzOfExample(/** @type {any} */ (drawn), 0) ?? NaN, 1760, "the bar of an example");
  assert.equal(hzOfExample(/** @type {any} */ (drawn), 7), undefined);
  near(hzAt(/** @type {any} */ (drawn), 5, 0), 1760, "the bar at a position");
});

test("the entries of a row are as high as on the scale of their matrix", () => {
  const curves = [{ xs: [1, 2], ys: [0, 1], name: "row", levels: [0], parts: "entries", scale: [-1, 1] }];
  const [{ hz }] = tracksOf(/** @type {any} */ ({ axes: axesOf(), names: ["", ""], uprights: [], curves }));
  near(hz[0], heightHz(0.5));
  near(hz[3], heightHz(1));
});

test("many bars follow each other without a pause", () => {
  const ys = Array.from({ length: 200 }, (_, k) => k / 40), [{ hz }] = tracksOf(/** @type {any} */ ({ axes: axesOf(), uprights: [], curves: [{ xs: ys, ys, name: "α", levels: [], parts: "bars" }] }));
  assert.ok(hz.every(Number.isFinite));
});

test("a vertical line is marked by a tick where a curve reaches it", () => {
  const drawn = /** @type {any} */ ({ axes: axesOf(), names: ["z", ""], isPercent: false, uprights: [0, 1, 12], curves: [{ xs: [0, 10], ys: [0, 5], name: "hinge", levels: [0] }] });
  assert.deepEqual(tracksOf(drawn)[0].marks, [{ at: 0, level: 0 }, { at: 0.1, level: 1 }], "not outside the picture");
});

test("a value equal to a level counts as a crossing", () => {
  assert.deepEqual(crossings([0, 1, 2], [0.2, 0.5 * (1 - 1e-8), 0.1], [0.5]).map(({ level }) => level), [0.5, 0.5]);
  assert.deepEqual(crossings([0, 1], [0, -0.5], [0.5, -0.5]).map(({ level }) => level), [-0.5]);
});

test("in a chart the cursor moves from bar to bar or along the curve, and stays inside", () => {
  const axes = axesOf(), bars = /** @type {any} */ ({ axes, uprights: [], curves: [{ xs: [1, 2, 3], ys: [4, 5, 1], name: "α", levels: [], parts: "bars" }] });
  const walk = (drawn, ...ways) => ways.map((way) => { moveAlong(drawn, way, 0.02); return trackValue(tracksOf(drawn)[0], axes.cursor.x); });
  assert.deepEqual(walk(bars, -1, -1, 1, 1, 1), [4, 4, 5, 1, 1]);
  const curve = /** @type {any} */ ({ axes, uprights: [], curves: [{ xs: [0, 10], ys: [0, 5], name: "f", levels: [] }] });
  axes.cursor.x = 0.5;
  walk(curve, 1).forEach((value) => near(value, 2.6));
  axes.cursor.x = 0.99;
  walk(curve, 1).forEach((value) => near(value, 5));
});

test("at the cursor of a chart the first curve that changes is played", () => {
  const line = (name, ys) => ({ name, xs: [0, 10], ys, levels: [] }), bayes = line("Bayes", [1, 1]);
  const drawn = (...curves) => /** @type {any} */ ({ axes: axesOf(), uprights: [], curves });
  near(hzAt(drawn(bayes, line("test", [0, 5]), line("training", [0, 0.5]), bayes), 5, 0), heightHz(0.5));
  near(hzAt(drawn(bayes), 5, 0), heightHz(0.2), "a constant curve alone is heard too");
});
