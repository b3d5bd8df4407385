// Functions that the views of single examples share: the order along x, rounded limits of axes, an example's tooltip,
// and hover and arrow keys that mark an example in all views.

import { number } from "../base/format.js";
import { arrowStep } from "./gestures.js";
import { placeTip } from "./pointed-place.js";

const orders = new WeakMap();

/**
 * Return the order of the examples from left to right, computed once per sample.
 * @param {Frame} frame
 */
export function sortedExamples(frame) {
  const points = frame.get("points");
  if (!orders.has(points)) {
    const order = Array.from({ length: points.length / 2 }, (_, i) => i);
    orders.set(points, order.sort((a, b) => points[2 * a] - points[2 * b] || a - b));
  }
  return orders.get(points);
}

/**
 * Round `value` up to one of a few numbers, so that an axis rarely changes.
 * @param {number} value
 */
export function roundUp(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return /** @type {number} */ ([1, 1.5, 2, 3, 4, 6, 8, 10].map((s) => s * power).find((s) => s >= value * 0.9999));
}

/**
 * Write the name of the shown quantity into the upper left corner of a picture.
 * @param {Chart} chart @param {string} text
 */
export function caption({ axes, stage: { palette, small: size } }, text) {
  const { x, y } = axes.box;
  /** @type {{ size: number, align: CanvasTextAlign }} */
  const style = { size, align: "left" };
  axes.text(text, x + 8, y + 10, { ...style, color: palette.background, halo: 4 });
  axes.text(text, x + 8, y + 10, { ...style, color: palette.text });
}

/**
 * Return whether the loss is a regression loss, for which y is a number instead of a class.
 * @param {Frame} frame
 */
export const regression = (frame) => frame.sweep.tensors.train_mse !== undefined;
/** Return whether the examples are points on a line. @param {Frame} frame */
export const onLine = (frame) => frame.sweep.tensors.fit !== undefined;

/** @param {number} i */
export const name = (i) => `example ${i + 1}`;

/** Write the tooltip of an example: its position, f and α. @param {Frame} frame @param {number} i */
export function exampleText(frame, i) {
  const points = frame.get("points"), f = frame.get("decision")[i], alpha = frame.get("alpha")[i];
  const [x, y] = points.subarray(2 * i, 2 * i + 2), label = frame.get("labels")[i];
  const place = onLine(frame) ? `x = ${number(x)}, y = ${number(y)}` : `x = (${number(x)}, ${number(y)}), y = ${number(label)}`;
  return [`${name(i)}: ${place}`, `f(x) = ${number(f)}`, `α = ${number(alpha)}`].join("\n");
}

/**
 * A view's examples: `find` returns the example at a pixel, `words` its tooltip, `spot` its pixel.
 * @typedef {object} Examples
 * @property {() => Frame | null} frame
 * @property {(px: number, py: number) => number | undefined} find
 * @property {(i: number, px: number, py: number) => string} words
 * @property {(i: number) => number[]} spot
 */

/**
 * Add hover and arrow keys to a canvas.
 * @param {{ canvas: HTMLCanvasElement, tip: HTMLElement, axes: Axes, stage: Stage, view: Examples }} on
 */
export function markable({ canvas, tip, axes, stage, view }) {
  canvas.tabIndex = 0;

  /** @param {number} [i] */
  function say(i, px = 0, py = 0) {
    stage.mark(i);
    tip.hidden = i === undefined;
    if (i === undefined) return;
    tip.textContent = view.words(i, px, py);
    stage.tips.set(tip, () => view.words(i, px, py));
    placeTip(tip, axes, px, py);
  }

  const hush = () => say();
  const hover = (/** @type {PointerEvent} */ e) => { if (view.frame()) say(view.find(e.offsetX, e.offsetY), e.offsetX, e.offsetY); };
  canvas.addEventListener("pointermove", hover);
  canvas.addEventListener("pointerdown", hover);
  canvas.addEventListener("pointerleave", hush);
  canvas.addEventListener("blur", hush);
  canvas.addEventListener("keydown", (e) => {
    if (e.key === "Escape") { hush(); return; }
    const step = arrowStep(e), frame = view.frame();
    if (!step || !frame) return;
    e.preventDefault();
    const order = sortedExamples(frame), at = order.indexOf(stage.markedExample);
    const k = at < 0 ? (step > 0 ? 0 : order.length - 1) : Math.min(order.length - 1, Math.max(0, at + step));
    const [px, py] = view.spot(order[k]);
    say(order[k], px, py);
    stage.announce(tip.textContent.replaceAll("\n", ", "));
  });
}
