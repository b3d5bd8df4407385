import assert from "node:assert/strict";
import { test } from "node:test";
import { planeKeys } from "../../../assets/input/plane-keyboard.js";
import { Points } from "../../../assets/input/point-editor.js";

// A plane of 100 × 100 px for x and y from −1 to 1, with three examples; the first one is in the middle. Its picture never
// changes, as while a new one is being computed.
function keyboard() {
  /** @type {Record<string, any>} */
  const tensors = { labels: [1, -1, 1], origin: [0, 1, 2], points: new Float32Array([0, 0, 0.9, 0.9, -0.9, 0.9]) };
  const frame = { scene: {}, sweep: { meta: {} }, get: (/** @type {string} */ name) => tensors[name] };
  const player = { scene: { edits: "" }, view: {}, frame, on() {}, query: () => "", dispatch() {}, settle() {}, report() {}, change(/** @type {object} */ fields) { Object.assign(this.scene, fields); } };
  /** @type {string[]} */
  const announcements = [], stage = /** @type {any} */ ({ name: "plane", announce: (/** @type {string} */ text) => announcements.push(text) });
  const axes = {
    box: { x: 0, y: 0, w: 100, h: 100 }, cursor: { x: 0.5, y: 0.5 },
    at: (/** @type {number} */ px, /** @type {number} */ py) => [px / 50 - 1, 1 - py / 50], px: (/** @type {number} */ x) => 50 * (x + 1), py: (/** @type {number} */ y) => 50 * (1 - y),
  };
  const points = new Points(/** @type {any} */ (player), stage), state = /** @type {any} */ ({ frame }), item = { edit: true };
  const hand = {
    axes, state, item, stage, points, frame, tip: { textContent: "example 1, positive ×\nf(x) = 2" },
    nearestPoint: (/** @type {number} */ px, /** @type {number} */ py) => (Math.hypot(px - 50, py - 50) < 12 ? 0 : undefined), originOf: (/** @type {number} */ i) => i,
    say() {}, hush() {}, drop() { state.drag = undefined; }, grab: (/** @type {number} */ i) => { state.drag = { i, x: 0, y: 0 }; }, choose() {},
    carry: (/** @type {number} */ x, /** @type {number} */ y) => { Object.assign(state.drag, { x, y }); },
  };
  const canvas = new EventTarget();
  planeKeys(/** @type {any} */ ({ canvas, axes, state, item, stage }), /** @type {any} */ (hand));
  const press = (/** @type {string} */ key) => { canvas.dispatchEvent(Object.assign(new Event("keydown"), { key })); return announcements.at(-1); };
  return { press, points, axes, announcements, scene: player.scene };
}

test("a key that changes points says what it has changed, before the new picture", () => {
  const { press, points, axes, scene } = keyboard();
  assert.equal(press("f"), "example 1 is now negative");
  assert.equal(press("Delete"), "erased example 1");
  axes.cursor.x = 0.75;
  assert.equal(press("+"), "added a point, positive, at (0.500, 0)");
  assert.equal(press("-"), "added a point, negative, at (0.500, 0)");
  points.select([1, 2]);
  assert.equal(press("F"), "relabelled 2 points");
  assert.equal(press("Delete"), "erased 2 points");
  assert.equal(scene.edits, "c_p_0.5_0_n_0.5_0");
});

test("a key without an effect says what is at the cursor, and other keys say nothing", () => {
  const { press, axes, announcements } = keyboard();
  axes.cursor.x = 0.9;
  assert.equal(press("Delete"), "example 1, positive ×, f(x) = 2");
  press("q");
  assert.equal(announcements.length, 1);
});

test("while a point is carried its place is said", () => {
  const { press } = keyboard();
  press("Enter");
  assert.equal(press("ArrowRight"), "example 1 at (0.0400, 0)");
});
