// The keyboard's equivalent of plane-pointer.js. Arrows move a cursor. Enter picks up a point and puts it down, + and -
// add a point; with many classes only + does, and digits add a point or set its class. F relabels, Delete erases. S
// switches between the tools Select and Move; with Select, Shift and arrows draw a box. Ctrl with A, Z or Y selects all,
// undoes or redoes. Escape cancels.

import { arrowWay } from "./gestures.js";

/** @typedef {import("./plane-pointer.js").PlanePointer} PlanePointer */
/** @typedef {{ x: number, y: number }} Cursor A position, in shares of the box. */

/** @type {Record<string, string>} */
const VERBS = { "+": "positive", "-": "negative", Delete: "erase", Backspace: "erase", f: "flip", F: "flip" };

/** Add the keyboard to a plane. @param {import("./plane-pointer.js").Plane} plane @param {PlanePointer} hand */
export function planeKeys({ canvas, axes: { cursor }, state, item, stage }, hand) {
  canvas.addEventListener("blur", () => { hand.drop(); state.box = undefined; hand.hush(); });
  canvas.addEventListener("keydown", (e) => {
    if (!state.frame || e.altKey) return;
    if (item.edit && hand.points.key(e)) return;
    if (item.edit && (e.ctrlKey || e.metaKey) && e.key === "a") { e.preventDefault(); selectAll(hand); return; }
    if (e.ctrlKey || e.metaKey) return;
    if (e.key === "Escape") { release(hand); return; }
    const way = arrowWay(e);
    if (way) go(hand, cursor, way, e.shiftKey);
    else if (!press(hand, cursor, e.key)) return;
    e.preventDefault();
    hand.say(...cursorPlace(hand, cursor));
    stage.announce(describePoint(hand));
  });
}

/** @param {PlanePointer} hand @param {Cursor} cursor @returns {Point} */
const cursorPlace = ({ axes: { box } }, cursor) => [box.x + cursor.x * box.w, box.y + cursor.y * box.h];

/** @param {PlanePointer} hand @param {Cursor} cursor @param {Point} way @param {boolean} shift */
function go(hand, cursor, [dx, dy], shift) {
  const { state, axes } = hand, boxing = shift && hand.item.edit && hand.tool === "select", size = shift && !boxing ? 0.1 : 0.02, from = cursorPlace(hand, cursor);
  cursor.x = Math.min(1, Math.max(0, cursor.x + dx * size));
  cursor.y = Math.min(1, Math.max(0, cursor.y - dy * size));
  if (state.drag) { hand.carry(...axes.at(...cursorPlace(hand, cursor))); return; }
  if (boxing) {
    state.box ??= [...from, ...from];
    hand.box(...cursorPlace(hand, cursor));
  } else if (state.box) hand.closeBox();
}

/**
 * Handle a key that is neither an arrow key nor Escape; return whether it is a command.
 * @param {PlanePointer} hand @param {Cursor} cursor @param {string} key
 */
function press(hand, cursor, key) {
  const { points } = hand, [px, py] = cursorPlace(hand, cursor);
  if (key === "Enter" || key === " ") { enter(hand, cursor); return true; }
  if (!hand.item.edit) return false;
  if (key === "s" || key === "S") {
    points.tool = hand.tool === "select" ? "move" : "select";
    return true;
  }
  const digit = /^[1-9]$/.test(key) && points.notation.everyClass ? Number(key) - 1 : -1;
  if (digit >= 0 && digit < points.labels.length) return byClass(hand, digit, px, py);
  const verb = VERBS[key];
  if (!verb) return false;
  if (points.selectedOrigins.length && (verb === "erase" || verb === "flip")) { points[verb](points.selectedOrigins); return true; }
  hand.use(verb, px, py);
  return true;
}

/**
 * Give a digit's class to the selected points or, if there are none, to the point at the cursor. Without a point there,
 * add one.
 * @param {PlanePointer} hand @param {number} label @param {number} px @param {number} py
 */
function byClass(hand, label, px, py) {
  const { points } = hand, i = hand.nearestPoint(px, py), origins = points.selectedOrigins.length ? points.selectedOrigins : i === undefined ? [] : [hand.originOf(i)];
  if (origins.length) points.relabel(origins, label);
  else points.add(label, ...hand.axes.at(px, py));
  return true;
}

/**
 * Pick up the nearest point or all selected points, or put them down; also choose the point.
 * @param {PlanePointer} hand @param {Cursor} cursor
 */
function enter(hand, cursor) {
  const { axes, points, state } = hand;
  if (state.drag) { hand.drop(); return; }
  if (state.box) { hand.closeBox(); return; }
  const indices = points.selectedOrigins.map((/** @type {number} */ origin) => points.indexOf(origin)), i = indices[0] ?? hand.nearestPoint(...cursorPlace(hand, cursor));
  if (i === undefined) return;
  if (!indices.length) hand.choose(i);
  if (!hand.item.edit) return;
  hand.grab(i);
  const { box: { x, y, w, h } } = axes, place = hand.frame.get("points");      // move the cursor onto the point
  cursor.x = (axes.px(place[2 * i]) - x) / w;
  cursor.y = (axes.py(place[2 * i + 1]) - y) / h;
}

/** @param {PlanePointer} hand */
function selectAll({ points, stage }) {
  points.select(points.origins);
  stage.announce(`all ${points.selected.size} selected`);
}

/** @param {PlanePointer} hand */
function release(hand) {
  const { points, stage, state } = hand, busy = state.drag || state.box || points.selected.size;
  hand.drop();
  state.box = undefined;
  points.select([]);
  hand.hush();
  if (busy) stage.announce("released");
}

/** @param {PlanePointer} hand */
function describePoint({ points, state, tip }) {
  if (state.drag) return state.drag.all ? `moving ${state.drag.all.length} points` : `moving example ${state.drag.i + 1}`;
  if (state.box || points.selected.size) return `${points.selected.size} selected`;
  return (tip.textContent ?? "").replaceAll("\n", ", ");
}
