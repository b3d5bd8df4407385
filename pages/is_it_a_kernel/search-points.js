// Draw the points of a matrix, each with its entry of c: a circle if the entry is below 0, else a
// cross. A larger |entry| has a larger mark. Points can be dragged, added and removed;
// the server computes the matrix.

import { Axes, ticks } from "../../assets/draw/axes.js";
import { element, keepFocus } from "../../assets/base/dom.js";
import { number, trimZeros } from "../../assets/base/format.js";
import { card, squareNumbers, tenths, zeroLines } from "../../assets/draw/plane-axes.js";
import * as paint from "../../assets/draw/plane-layers.js";
import { matrixName } from "./eigenvalues.js";
import { arrowKeys, handles } from "../../assets/input/gestures.js";

export const kinds = { spots };
export const costly = ["spots"];

const STEP = 0.05;               // distance that a point moves for one press of an arrow key
const MAX_LABELLED = 9;          // largest number of points with labels; if there are more, no point has a label
// Positions for points that are added.
/** @type {Point[]} */
const PLACES = [[-1.4, 1.1], [1.5, -1.2], [-1.6, -1.3], [1.3, 1.5], [0.1, 2.1], [2.3, 0.2], [-2.4, 0.1], [0.2, -2.2]];

/**
 * `grip` is the index of the point that is dragged, `keyboardIndex` the index of the point that the arrow
 * keys move.
 * @typedef {object} SpotsView
 * @property {Stage} stage
 * @property {Axes} axes
 * @property {HTMLCanvasElement} canvas
 * @property {SpotsItem} item
 * @property {Player} player
 * @property {(frame: Frame) => boolean} isLine
 * @property {HTMLButtonElement} addButton
 * @property {HTMLButtonElement} removeButton
 * @property {(frame: Frame) => Point[]} places
 * @property {() => void} redraw
 * @property {Frame | null} frame
 * @property {number | undefined} grip
 * @property {number} keyboardIndex
 */

/** @type {MakeView<"spots">} */
function spots(root, item, player, stage) {
  root.dataset.view = "spots";
  root.classList.add("kl-spots", "kl-buttons");
  const canvas = element("canvas", { className: "kl-canvas", tabIndex: 0, role: "img" });
  const addButton = element("button", { type: "button", className: "kl-action", textContent: "Add a point" });
  const removeButton = element("button", { type: "button", className: "kl-action", textContent: "Remove the last point" });
  const hint = element("span", { className: "kl-fine-print kl-keys", textContent: "With keys: Page Up and Page Down choose another point, arrow keys move it." });
  root.append(canvas, element("div", { className: "kl-options" }, addButton, removeButton, hint));
  const axes = new Axes(canvas, { margins: { left: 30, right: 4, top: 4, bottom: 24 } });

  const isLine = (/** @type {Frame} */ frame) => frame.get("d") === 1;
  // Return the current positions of the points. The matrix of `frame` may still be that of earlier
  // positions.
  /** @param {Frame} frame @returns {Point[]} */
  const places = (frame) => (player.view.spots || frame.sweep.meta.spots).split(";").map((/** @type {string} */ text) => { const [x, y = 0] = text.split(",").map(Number); return [x, y]; });
  const redraw = () => { if (view.frame) draw(view.frame); };
  /** @type {SpotsView} */
  const view = { stage, axes, canvas, item, player, isLine, removeButton, addButton, places, redraw, frame: null, grip: undefined, keyboardIndex: 0 };

  /** @param {Frame} frame */
  function draw(frame) {
    view.frame = frame;
    const { palette, small } = stage, points = places(frame), c = frame.get("weights");
    keepFocus([addButton, removeButton], () => {
      addButton.disabled = points.length >= item.max_points;
      removeButton.disabled = points.length < 2;
    });
    axes.resize();
    const { box, context } = axes, up = 1.07 * item.reach, out = up * box.w / box.h;
    axes.range(-out, out, -up, up);
    axes.begin();
    card(axes, stage);
    paint.stroke(context, zeroLines(axes, !isLine(frame)), palette.line, 1.4);
    if (isLine(frame)) for (const t of ticks(-item.reach, item.reach, 6)) axes.text(tenths(t), axes.px(t), axes.py(0) + 30, { color: palette.muted, size: small });
    else squareNumbers(axes, stage, item.reach, { beside: 7, text: tenths });
    if (points.length === 2) joinPoints(view, points);
    const most = Math.max(...c.map(Math.abs)) || 1;
    points.forEach((_, i) => drawPoint(view, points, i, c.length === points.length ? c[i] : undefined, most));
  }

  addPointInput(view);

  return {
    draw,
    describe() {
      const { frame } = view;
      if (!frame) return;
      const c = frame.get("weights"), points = places(frame), hasWeights = c.length === points.length;
      const names = points.slice(0, MAX_LABELLED).map(([x, y], i) => `x${i + 1} = ${isLine(frame) ? x : `(${x}, ${y})`}${hasWeights ? ` with c = ${number(c[i], 2)}` : ""}`);
      canvas.setAttribute("aria-label", `${item.label} ${names.join(", ")}${points.length > MAX_LABELLED ? ", and more" : ""}. Smallest eigenvalue of ${matrixName(frame)}: ${number(frame.get("lowest"))}.`);
    },
  };
}

/** @param {SpotsView} view @param {Point[]} points */
function joinPoints({ stage, axes }, points) {
  const line = new Path2D();
  for (const [x, y] of points) line.lineTo(axes.px(x), axes.py(y));
  paint.stroke(axes.context, line, stage.palette.muted, 1.4, [5, 5]);
}

// Draw a point. `entry` is its entry of c, if that is known; `most` is the largest |entry|.
/** @param {SpotsView} view @param {Point[]} points @param {number} i @param {number | undefined} entry @param {number} most */
function drawPoint(view, points, i, entry, most) {
  const weight = entry ?? 0, [x, y] = points[i], count = points.length, [ox, oy] = count === 2 ? points[1 - i] : [x, y];
  const { stage, axes, canvas } = view;
  const { palette, small } = stage, { context } = axes, px = axes.px(x), py = axes.py(y);
  const color = palette[weight < 0 ? "negative" : "positive"], r = 3.5 + 8 * Math.abs(weight) / most, mark = new Path2D();
  if (i === view.grip || (i === view.keyboardIndex && document.activeElement === canvas)) {
    const ring = new Path2D();
    ring.arc(px, py, r + 7, 0, 2 * Math.PI);
    paint.stroke(context, ring, palette.accent, 2);
  }
  if (weight < 0) mark.arc(px, py, r, 0, 2 * Math.PI);
  else for (const side of [1, -1]) {
    mark.moveTo(px - r, py - side * r);
    mark.lineTo(px + r, py + side * r);
  }
  paint.stroke(context, mark, color, 3);
  if (count > MAX_LABELLED) return;
  const isRoomy = count <= (axes.width > 520 ? 6 : 3), weightText = isRoomy && entry !== undefined ? `: c${sub(i)} = ${trimZeros(number(weight, 2))}` : "";
  const text = `x${sub(i)}${weightText}`, size = small + 1, isCrossed = ox > x && oy > y && px > 150;    // whether the line between two points would cross the label
  const right = isCrossed || px > axes.width - 120;
  const tx = px + (right ? -1 : 1) * (r + 9), ty = Math.max(12, py - r - 4), style = { size, align: /** @type {CanvasTextAlign} */ (right ? "right" : "left"), weight: "600" };
  axes.text(text, tx, ty, { ...style, color: palette.card, halo: 4 });
  axes.text(text, tx, ty, { ...style, color });
}

// Let the pointer and the keys move the points, and the buttons add and remove them.
/** @param {SpotsView} view */
function addPointInput(view) {
  const { item, player, stage, axes, canvas, isLine, removeButton, addButton, redraw } = view;
  const places = () => (view.frame ? view.places(view.frame) : []);

  /** @param {Point[]} points */
  function write(points) {
    if (!view.frame) return;
    const line = isLine(view.frame), text = (/** @type {number} */ v) => String(Number(Math.min(item.reach, Math.max(-item.reach, v)).toFixed(2)) + 0);
    player.view.spots = points.map(([x, y]) => (line ? text(x) : `${text(x)},${text(y)}`)).join(";");
    redraw();
    stage.hunt.ask();
  }

  const movePoint = (/** @type {number} */ i, /** @type {Point} */ place) => write(places().with(i, place));
  const settle = () => player.look({ spots: player.view.spots });

  /** @param {number} px @param {number} py @param {number} reach */
  function nearestPoint(px, py, reach) {
    const distances = places().map(([x, y]) => Math.hypot(axes.px(x) - px, axes.py(y) - py)), least = Math.min(...distances);
    return least <= reach ? distances.indexOf(least) : undefined;
  }

  handles(canvas, {
    nearest: nearestPoint,
    take(i) {
      view.grip = view.keyboardIndex = i;
      redraw();
    },
    move: (i, e) => movePoint(i, axes.at(e.offsetX, e.offsetY)),
    drop() {
      view.grip = undefined;
      redraw();
      settle();
    },
  });
  for (const type of ["focus", "blur"]) canvas.addEventListener(type, redraw);
  canvas.addEventListener("keydown", (e) => {
    const by = e.key === "PageUp" ? 1 : e.key === "PageDown" ? -1 : 0, points = places();
    if (!by || !points.length) return;
    e.preventDefault();
    view.keyboardIndex = (Math.min(view.keyboardIndex, points.length - 1) + by + points.length) % points.length;
    redraw();
    const [x, y] = points[view.keyboardIndex], place = view.frame && isLine(view.frame) ? x : `(${x}, ${y})`;
    stage.announce(`x${view.keyboardIndex + 1} at ${place}: move it with the arrow keys`);
  });
  arrowKeys(canvas, {
    settle,
    able: () => view.frame !== null,
    move([dx, dy]) {
      const points = places();
      view.keyboardIndex = Math.min(view.keyboardIndex, points.length - 1);
      const [x, y] = points[view.keyboardIndex];
      movePoint(view.keyboardIndex, [x + STEP * dx, y + STEP * dy]);
    },
  });
  addButton.addEventListener("click", () => {
    const points = places(), isTaken = (/** @type {Point} */ p) => points.some((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) < 0.2);
    const [x, y] = PLACES[points.length % PLACES.length];
    write([...points, PLACES.find((p) => !isTaken(p)) ?? [0.7 * x, 0.7 * y]]);
    settle();
  });
  removeButton.addEventListener("click", () => { write(places().slice(0, -1)); settle(); });
}

const sub = (/** @type {number} */ i) => [...String(i + 1)].map((d) => "₀₁₂₃₄₅₆₇₈₉"[Number(d)]).join("");
