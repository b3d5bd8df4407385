// Draw the frame of a plane, its numbers, the names of its axes, and the lines through 0.

import { ticks } from "./axes.js";
import { noteNames } from "./drawn-data.js";
import { trimZeros, tick } from "../base/format.js";

const DESIGN_FONT_PX = 12;      // the lengths below are for this font size

/**
 * Layouts, with lengths in CSS pixels: the distances of the numbers from the frame (`below`, `beside`), the places of the
 * names at the ends of the axes (`end`, `first`) or inside the plane (`inner`), and the space that is kept free of
 * numbers for them (`clear`). `counts` are approximate numbers of ticks. Distances between texts grow with the font size.
 */
const LARGE = { counts: [6, 5], below: 15, beside: 8, end: 4, first: 10, inner: [8, 12], clear: [16, 26] };
const SMALL = { counts: [4, 4], below: 11, beside: 5, end: 2, first: 8, inner: [6, 10], clear: [12, 22] };

/** Margins for the numbers of a plane, and of a small plane. */
export const MARGINS = { left: 34, right: 8, top: 8, bottom: 26 };
export const SMALL_MARGINS = { left: 24, right: 1, top: 1, bottom: 20 };

/**
 * Fill the background of a plane without a field.
 * @param {Axes} axes @param {Stage} stage
 */
export function card({ context, box: { x, y, w, h } }, { palette }) {
  context.fillStyle = palette.card;
  context.fillRect(x, y, w, h);
}

/**
 * Draw the frame without numbers.
 * @param {Axes} axes @param {Stage} stage
 */
export function rim({ context, box: { x, y, w, h } }, { palette }) {
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  context.strokeRect(x - 0.5, y - 0.5, w + 1, h + 1);
}

/**
 * Draw frame, numbers and names. Without names the numbers have more space; if the second name is "", as for data on a
 * line, there is no second axis.
 * @param {Axes} axes @param {Stage} stage @param {[string, string]} [names]
 */
export function planeAxes(axes, stage, names, small = false) {
  const { x, y, w, h } = axes.box, look = small ? SMALL : LARGE, scale = stage.small / DESIGN_FONT_PX;
  const [right, top] = names ? look.clear.map((length) => length * scale) : [0, 0];
  const style = { color: stage.palette.muted, size: stage.small }, below = y + h + look.below, beside = x - look.beside;
  const end = names ? x + w - right - 6.5 * scale * names[0].length : Infinity;
  const { text: color, background } = stage.palette;
  const drawInside = (/** @type {string} */ string, /** @type {number} */ px, /** @type {number} */ py, /** @type {CanvasTextAlign} */ align) =>
    [{ color: background, halo: 4 }, { color }].forEach((ink) => axes.text(string, px, py, { ...style, ...ink, align }));
  const across = ticks(axes.x0, axes.x1, look.counts[0]).map((t) => ({ t, px: axes.px(t) }));
  const up = names?.[1] === "" ? [] : ticks(axes.y0, axes.y1, look.counts[1]).map((t) => ({ t, py: axes.py(t) }));
  rim(axes, stage);
  for (const { t, px } of across) if (px > x + 6) axes.text(tick(t), Math.min(px, axes.width - 3.4 * tick(t).length), below, style);
  for (const { t, py } of up) if (py < y + h - 4) axes.text(tick(t), beside, py, { ...style, align: "right" });
  if (!names) return;
  noteNames(axes, names);
  // Each axis has its name at its end or, if a number of the axis is in the way, inside the plane. A long name of the
  // second axis is always inside.
  if (across.some(({ px }) => px >= end)) drawInside(names[0], x + w - look.inner[0], y + h - look.inner[1], "right");
  else axes.text(names[0], x + w - look.end, below, { ...style, align: "right" });
  const free = names[1].length < 4 && !up.some(({ py }) => py <= y + top);
  if (free) axes.text(names[1], beside, y + look.first * scale, { ...style, align: "right" });
  else drawInside(names[1], x + look.inner[0], y + look.inner[1] * scale, "left");
}

/**
 * Draw the numbers of a square plane around 0: the same ones on both axes.
 * @param {Axes} axes @param {Stage} stage @param {number} reach
 */
export function squareNumbers(axes, stage, reach, { count = 6, beside = 8, text = tick } = {}) {
  const { x, y, h } = axes.box, style = { color: stage.palette.muted, size: stage.small };
  for (const t of ticks(-reach, reach, count)) {
    axes.text(text(t), axes.px(t), y + h + 14, style);
    axes.text(text(t), x - beside, axes.py(t), { ...style, align: "right" });
  }
}

/** Format a number with at most one decimal place. */
export const tenths = (/** @type {number} */ value) => trimZeros(value.toFixed(1)).replace("-", "−");

/**
 * Return the path of the lines through 0, or of the horizontal one only.
 * @param {Axes} axes
 */
export function zeroLines(axes, upright = true) {
  const lines = new Path2D();
  lines.moveTo(axes.px(axes.x0), axes.py(0));
  lines.lineTo(axes.px(axes.x1), axes.py(0));
  if (!upright) return lines;
  lines.moveTo(axes.px(0), axes.py(axes.y0));
  lines.lineTo(axes.px(0), axes.py(axes.y1));
  return lines;
}
