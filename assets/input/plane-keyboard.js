// The keyboard's equivalent of plane-pointer.js. Arrows move a cursor. Enter picks up a point and puts it down. + adds
// a positive point, - a negative one. With many classes, + adds a point of the selected class, and a digit adds a point
// of the class with this number, or relabels the point at the cursor. F relabels, Delete erases. S switches between the
// tools Select and Move; with Select, Shift and arrows draw a box. Ctrl and A selects all points, Ctrl and Z undoes,
// Ctrl and Y redoes. Escape cancels.

import { number } from "../base/format.js";
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
    const way = arrowWay(e), effect = way ? "" : press(hand, cursor, e.key);
    if (effect === undefined) return;
    if (way) go(hand, cursor, way, e.shiftKey);
    e.preventDefault();
    hand.say(...cursorPlace(hand, cursor));
    stage.announce(effect || describePoint(hand));
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
 * Handle a key that is neither an arrow key nor Escape. Return what it has changed, in words, since the picture may still
 * show the points before the change. Return "" if the description of the cursor's point is enough, undefined if the key
 * is no command.
 * @param {PlanePointer} hand @param {Cursor} cursor @param {string} key @returns {string | undefined}
 */
function press(hand, cursor, key) {
  const { points } = hand, [px, py] = cursorPlace(hand, cursor);
  if (key === "Enter" || key === " ") { enter(hand, cursor); return ""; }
  if (!hand.item.edit) return undefined;
  if (key === "s" || key === "S") {
    points.tool = hand.tool === "select" ? "move" : "select";
    return "";
  }
  const digit = /^[1-9]$/.test(key) && points.notation.everyClass ? Number(key) - 1 : -1, origins = originsAt(hand, px, py);
  if (digit >= 0 && digit < points.labels.length) return origins.length ? relabel(hand, origins, () => digit) : add(hand, digit, px, py);
  switch (VERBS[key]) {
    case "positive": return add(hand, points.notation.everyClass ? points.hand : 1, px, py);
    case "negative": return points.notation.everyClass ? "" : add(hand, -1, px, py);
    case "flip": return relabel(hand, origins, (origin) => points.flippedLabel(origin));
    case "erase": return erase(hand, origins);
    default: return undefined;
  }
}

/**
 * Return the origins of the selected points or, if there are none, of the point at a pixel.
 * @param {PlanePointer} hand @param {number} px @param {number} py @returns {number[]}
 */
function originsAt(hand, px, py) {
  const { selectedOrigins } = hand.points, i = hand.nearestPoint(px, py);
  return selectedOrigins.length || i === undefined ? selectedOrigins : [hand.originOf(i)];
}

/** Name points. @param {PlanePointer} hand @param {number[]} origins */
const namePoints = ({ points }, origins) => (origins.length === 1 ? `example ${points.indexOf(origins[0]) + 1}` : `${origins.length} points`);

/** @param {PlanePointer} hand @param {number} label */
const labelName = ({ points }, label) => points.labels.find((/** @type {{ label: number }} */ known) => known.label === label)?.name ?? "";

/** Add a point; return what has changed. @param {PlanePointer} hand @param {number} label @param {number} px @param {number} py */
function add(hand, label, px, py) {
  const { axes, points } = hand, [x, y] = axes.at(px, py), name = points.notation.byHeight ? "a point" : `a point, ${labelName(hand, label)},`;
  return points.add(label, x, y) ? `added ${name} at ${inWords(x, y)}` : "";
}

/** Erase points; return what has changed. @param {PlanePointer} hand @param {number[]} origins */
function erase(hand, origins) {
  const name = namePoints(hand, origins);
  return hand.points.erase(origins) ? `erased ${name}` : "";
}

/** Relabel points; return what has changed. @param {PlanePointer} hand @param {number[]} origins @param {(origin: number) => number} to */
function relabel(hand, origins, to) {
  const name = namePoints(hand, origins), labels = [...new Set(origins.map(to))];
  if (!hand.points.relabelEach(origins, to)) return "";
  return labels.length > 1 ? `relabelled ${name}` : `${name} ${origins.length === 1 ? "is" : "are"} now ${labelName(hand, labels[0])}`;
}

/** @param {number} x @param {number} y */
const inWords = (x, y) => `(${number(x)}, ${number(y)})`;

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
  if (state.drag) return `${state.drag.all ? `${state.drag.all.length} points, ` : ""}example ${state.drag.i + 1} at ${inWords(state.drag.x, state.drag.y)}`;
  if (state.box || points.selected.size) return `${points.selected.size} selected`;
  return (tip.textContent ?? "").replaceAll("\n", ", ");
}
