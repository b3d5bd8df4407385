// Colours and marks of classes: each class has its own mark, so that readers do not depend on colour.

import { stroke } from "./plane-layers.js";

/** @param {number} count @param {number} from */
const corners = (count, from) => Array.from({ length: count }, (_, k) => {
  const angle = from + (2 * Math.PI * k) / count;
  return [Math.cos(angle), Math.sin(angle)];
});

/** @typedef {Pick<Path2D, "moveTo" | "lineTo" | "closePath" | "rect" | "arc">} Pen The methods of a path that marks use. */
/** @typedef {(path: Pen, x: number, y: number, r: number) => void} Mark */

/** @type {(count: number, from: number) => Mark} */
const outline = (count, from) => (path, x, y, r) => {
  corners(count, from).forEach(([u, v], k) => path[k ? "lineTo" : "moveTo"](x + r * u, y + r * v));
  path.closePath();
};
/** @type {(count: number, from: number) => Mark} */
const spokes = (count, from) => (path, x, y, r) => {
  for (const [u, v] of corners(count, from)) { path.moveTo(x, y); path.lineTo(x + r * u, y + r * v); }
};
const UP = -Math.PI / 2;

// Ten marks whose shapes differ even when they are small.
/** @type {Mark[]} */
const SHAPES = [
  (path, x, y, r) => { path.moveTo(x + 0.95 * r, y); path.arc(x, y, 0.95 * r, 0, 2 * Math.PI); },
  spokes(4, Math.PI / 4),
  (path, x, y, r) => outline(3, UP)(path, x, y + 0.15 * r, 1.2 * r),
  (path, x, y, r) => path.rect(x - 0.85 * r, y - 0.85 * r, 1.7 * r, 1.7 * r),
  spokes(4, 0),
  (path, x, y, r) => outline(4, 0)(path, x, y, 1.2 * r),
  (path, x, y, r) => outline(3, -UP)(path, x, y - 0.15 * r, 1.2 * r),
  spokes(6, UP),
  (path, x, y, r) => { spokes(3, UP)(path, x, y, 1.1 * r); },
  (path, x, y, r) => { path.moveTo(x - r, y - 0.5 * r); path.lineTo(x + r, y - 0.5 * r); path.moveTo(x - r, y + 0.5 * r); path.lineTo(x + r, y + 0.5 * r); },
];

/** Add the mark of a class to a path. @param {Pen} path @param {number} k @param {number} x @param {number} y @param {number} r */
export const classMark = (path, k, x, y, r) => SHAPES[k](path, x, y, r);

/** @param {Record<string, string>} palette @param {number} k */
export const tone = (palette, k) => palette[`class_${k}`];

/** @param {Frame} frame */
export const names = (frame) => frame.sweep.meta.classes.split("\n");

/**
 * Make one path per class with the marks of its points.
 * @param {Axes} axes @param {ArrayLike<number>} points @param {ArrayLike<number>} labels @param {number} size
 */
export function markPaths(axes, points, labels, size) {
  const paths = SHAPES.map(() => new Path2D());
  for (let i = 0; i < labels.length; i++) {
    SHAPES[labels[i]](paths[labels[i]], axes.px(points[2 * i]), axes.py(points[2 * i + 1]), size);
  }
  return paths;
}

/** @param {Context} context @param {Path2D[]} paths @param {Record<string, string>} palette @param {number} width */
export function drawMarks(context, paths, palette, width) {
  context.lineCap = "round";
  context.globalAlpha = 0.75;
  for (const path of paths) stroke(context, path, palette.background, width + 2);
  context.globalAlpha = 1;
  paths.forEach((path, k) => stroke(context, path, tone(palette, k), width));
  context.lineCap = "butt";
}

/**
 * Draw a class's mark for a legend or a table; its colour follows the theme.
 * @param {number} k
 */
export function markPicture(k) {
  /** @type {string[]} */
  const trace = [];
  /** @type {Pen} */
  const path = { moveTo: (x, y) => trace.push(`M${x} ${y}`), lineTo: (x, y) => trace.push(`L${x} ${y}`), closePath: () => trace.push("Z"),
    rect: (x, y, w, h) => trace.push(`M${x} ${y}h${w}v${h}h${-w}Z`), arc: (x, y, r) => trace.push(`M${x + r} ${y}a${r} ${r} 0 1 1 ${-2 * r} 0a${r} ${r} 0 1 1 ${2 * r} 0`) };
  SHAPES[k](path, 8, 8, 5);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [name, value] of Object.entries({ width: 16, height: 16, viewBox: "0 0 16 16", class: "kl-class-mark", "aria-hidden": "true" })) svg.setAttribute(name, String(value));
  line.setAttribute("d", trace.join(""));
  svg.style.setProperty("--tone", `var(--kl-class-${k})`);
  svg.append(line);
  return svg;
}
