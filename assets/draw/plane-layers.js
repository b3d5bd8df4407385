// The layers of a plane, one function each: heat, level lines, points, rings. The large plane and the
// small panels share them.

import { drawHatching, hatchCode, isForced } from "./forced-colors.js";
import { HALF } from "../base/sweep-decoder.js";
import { noteField } from "./drawn-data.js";
import { contour } from "./marching-squares.js";

const RING_STEPS = 8;
const MAX_RING_PX = 2.2;            // width of the widest ring
const MIN_RING = { ink: 0.5, width: 1.2 };      // opacity, and width in px, of the thinnest ring: visible on every background

/** @param {string} hex */
const channels = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

/**
 * Make a pale diverging colour scale, centred on zero and saturated at about |f| = 2, and its table for half-floats.
 * If colours are forced, its pixels are codes of a hatching, which `spread` draws.
 * @param {Record<string, string>} palette
 */
export function heatTable(palette) {
  const zero = channels(palette.heat_zero);
  const ends = [channels(palette.heat_negative), channels(palette.heat_positive)];
  const shades = Array.from({ length: 513 }, (_, i) => {
    const t = (i - 256) / 256, end = ends[t > 0 ? 1 : 0];
    if (isForced()) return hatchCode(t);
    const [r, g, b] = zero.map((z, c) => Math.round(z + (end[c] - z) * Math.abs(t)));
    return (255 << 24) | (b << 16) | (g << 8) | r;
  });
  /** @param {number} f */
  const shade = (f) => shades[Number.isNaN(f) ? 256 : 256 + Math.round(256 * Math.tanh(1.2 * f))];
  const tables = new Map();
  /** @param {number} scale */
  const half = (scale) => {
    if (!tables.has(scale)) tables.set(scale, Uint32Array.from(HALF, (f) => shade(f * scale)));
    return tables.get(scale);
  };
  return { half, shade };
}

/**
 * Draw the field as an image, one pixel per node, scaled so that the outer nodes lie on the box's edge.
 * @param {Axes} axes @param {Scratch} scratch @param {ArrayLike<number>} values @param {number} nx @param {number} ny @param {HeatTable} table
 */
export function heat(axes, scratch, values, nx, ny, table) {
  noteField(axes, { values, nx, ny });
  if (scratch.width !== nx || scratch.height !== ny) Object.assign(scratch, { width: nx, height: ny });
  const pen = /** @type {Context} */ (scratch.getContext("2d"));
  const image = pen.createImageData(nx, ny), pixels = new Uint32Array(image.data.buffer);
  for (let j = 0; j < ny; j++) {
    const row = (ny - 1 - j) * nx;
    for (let i = 0; i < nx; i++) pixels[row + i] = table.shade(values[j * nx + i]);
  }
  pen.putImageData(image, 0, 0);
  spread(axes, scratch, nx, ny);
}

/**
 * Draw the field from half-floats, with one look-up per pixel.
 * @param {Axes} axes @param {Scratch} scratch @param {Uint16Array} bits @param {number} nx @param {number} ny @param {Uint32Array} half
 */
export function heatHalf(axes, scratch, bits, nx, ny, half) {
  if (scratch.width !== nx || scratch.height !== ny) Object.assign(scratch, { width: nx, height: ny });
  const pen = /** @type {Context} */ (scratch.getContext("2d"));
  const image = (scratch.image?.width === nx && scratch.image) || (scratch.image = pen.createImageData(nx, ny));
  const pixels = new Uint32Array(image.data.buffer);
  for (let j = 0; j < ny; j++) {
    const row = (ny - 1 - j) * nx, from = j * nx;
    for (let i = 0; i < nx; i++) pixels[row + i] = half[bits[from + i]];
  }
  pen.putImageData(image, 0, 0);
  spread(axes, scratch, nx, ny);
}

/** @param {Axes} axes @param {HTMLCanvasElement} image @param {number} nx @param {number} ny */
function spread(axes, image, nx, ny) {
  const { x, y, w, h } = axes.box, cx = w / (nx - 1), cy = h / (ny - 1);
  if (isForced()) { drawHatching(axes, image, [x - cx / 2, y - cy / 2, nx * cx, ny * cy]); return; }
  axes.context.imageSmoothingEnabled = true;
  axes.context.drawImage(image, x - cx / 2, y - cy / 2, nx * cx, ny * cy);
}

/**
 * Trace a level line as polylines in pixels.
 * @param {Axes} axes @param {ArrayLike<number>} values @param {number} nx @param {number} ny @param {number} level
 */
function levelLines(axes, values, nx, ny, level) {
  const { x, y, w, h } = axes.box, cx = w / (nx - 1), cy = h / (ny - 1);
  return contour(values, nx, ny, level).map((line) => line.map((v, p) => (p % 2 ? y + h - v * cy : x + v * cx)));
}

// The level lines that `stillPath` has traced, by the array of values.
const traces = new WeakMap();

/**
 * Return the path of a level line of values that don't change; it is traced once per layout.
 * @param {Axes} axes @param {ArrayLike<number>} values @param {number} nx @param {number} ny @param {number} level
 */
export function stillPath(axes, values, nx, ny, level) {
  const { x, y, w, h } = axes.box, place = [x, y, w, h, level].join(" ");
  if (traces.get(values)?.place !== place) traces.set(values, { place, lines: levelLines(axes, values, nx, ny, level) });
  return pathOf(traces.get(values).lines);
}

/**
 * Return the path of a level line, and record the field with this level.
 * @param {Axes} axes @param {ArrayLike<number>} values @param {number} nx @param {number} ny @param {number} level
 */
export function levelPath(axes, values, nx, ny, level) {
  noteField(axes, { values, nx, ny }, level);
  return pathOf(levelLines(axes, values, nx, ny, level));
}

/** @param {number[][]} lines */
function pathOf(lines) {
  const path = new Path2D();
  for (const line of lines) {
    path.moveTo(line[0], line[1]);
    for (let p = 2; p < line.length; p += 2) path.lineTo(line[p], line[p + 1]);
  }
  return path;
}

/**
 * Draw support vectors by kind: a ring for those on the margin (0 < |α| < C), a square for those at the bound (|α| = C).
 * @param {Axes} axes @param {ArrayLike<number>} points @param {ArrayLike<number>} kind @param {Record<string, string>} palette @param {number} size
 */
export function kinds(axes, points, kind, palette, size) {
  const rings = new Path2D(), squares = new Path2D();
  for (let i = 0; i < kind.length; i++) {
    const x = axes.px(points[2 * i]), y = axes.py(points[2 * i + 1]);
    if (kind[i] === 1) { rings.moveTo(x + size, y); rings.arc(x, y, size, 0, 2 * Math.PI); }
    if (kind[i] === 2) squares.rect(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8);
  }
  stroke(axes.context, rings, palette.ring, 1.9);
  stroke(axes.context, squares, palette.ring, 1.6);
}

/**
 * Write a label on the longest line of a level, at a share of its length.
 * @param {Axes} axes @param {ArrayLike<number>} values @param {number} nx @param {number} ny @param {number} level @param {string} text @param {number} share @param {import("./axes.js").TextStyle & { background: string }} style
 */
export function levelLabel(axes, values, nx, ny, level, text, share, style) {
  const longest = levelLines(axes, values, nx, ny, level).sort((a, b) => b.length - a.length)[0];
  if (!longest) return;
  const k = 2 * Math.floor(share * (longest.length / 2 - 1)), [px, py] = longest.slice(k, k + 2);
  axes.text(text, px, py, { ...style, color: style.background, halo: 5 });
  axes.text(text, px, py, style);
}

/** @param {Context} context @param {Path2D} path @param {string} color @param {number} width @param {number[]} dash */
export function stroke(context, path, color, width, dash = []) {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.setLineDash(dash);
  context.lineJoin = "round";
  context.stroke(path);
  context.setLineDash([]);
}

/**
 * Make two paths: crosses for positives, circles for negatives.
 * @param {Axes} axes @param {ArrayLike<number>} points @param {ArrayLike<number>} labels @param {number} size
 */
export function pointPaths(axes, points, labels, size) {
  const crosses = new Path2D(), circles = new Path2D();
  for (let i = 0; i < labels.length; i++) {
    const x = axes.px(points[2 * i]), y = axes.py(points[2 * i + 1]);
    if (Number.isNaN(x + y)) continue;
    if (labels[i] > 0) {
      crosses.moveTo(x - size, y - size); crosses.lineTo(x + size, y + size);
      crosses.moveTo(x - size, y + size); crosses.lineTo(x + size, y - size);
    } else {
      circles.moveTo(x + size, y); circles.arc(x, y, size, 0, 2 * Math.PI);
    }
  }
  return { crosses, circles };
}

/** @param {Context} context @param {{ crosses: Path2D, circles: Path2D }} paths @param {Record<string, string>} palette @param {number} width */
export function points(context, { crosses, circles }, palette, width) {
  if (isForced()) for (const path of [crosses, circles]) stroke(context, path, palette.background, width + 3);      // a rim separates the marks from the hatching
  stroke(context, crosses, palette.positive, width);
  stroke(context, circles, palette.negative, width);
}

/** The layers that don't change while a slider moves. They are drawn once per layout, then copied. */
export class StillLayer {
  /** @type {unknown[] | undefined} */ of;

  /** @param {Axes} axes */
  constructor(axes) {
    this.axes = axes;
    this.canvas = document.createElement("canvas");
  }

  /**
   * Draw the strokes: from the copy, unless the layout or a value in `of`, on which they depend, has changed. For a file
   * and for print, draw them directly, as lines.
   * @param {Stage} stage @param {unknown[]} of @param {(context: Context) => void} strokes
   */
  draw(stage, of, strokes) {
    const { axes, canvas } = this, { context } = axes, { width, height } = axes.canvas;
    if (stage.recording) { strokes(context); return; }
    const inputs = [...of, stage.palette, stage.small, width, height, axes.ratio, axes.x0, axes.x1, axes.y0, axes.y1];
    if (!inputs.every((value, k) => value === this.of?.[k])) {
      this.of = inputs;
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      axes.context = /** @type {Context} */ (canvas.getContext("2d"));
      axes.begin();
      strokes(axes.context);
      axes.context = context;
    }
    context.drawImage(canvas, 0, 0, axes.width, axes.height);
  }
}

/**
 * Draw rings around all support vectors, alpha ≠ 0. Line width and opacity show the square root of |alpha| in a few steps,
 * so that small values are visible beside a large one. Each ring is its own path: WebKit draws a path of many circles much more slowly.
 * @param {Axes} axes @param {ArrayLike<number>} points @param {ArrayLike<number>} alpha @param {Record<string, string>} palette @param {number} size
 */
export function rings(axes, points, alpha, palette, size) {
  const { context } = axes;
  let heaviest = 0;
  for (let i = 0; i < alpha.length; i++) heaviest = Math.max(heaviest, Math.abs(alpha[i]));
  if (heaviest === 0) return;
  const steps = Array.from({ length: RING_STEPS }, () => /** @type {number[]} */ ([]));
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] === 0) continue;
    const share = Math.sqrt(Math.abs(alpha[i]) / heaviest);
    steps[Math.min(RING_STEPS - 1, Math.floor(share * RING_STEPS))].push(i);
  }
  steps.forEach((step, k) => {
    const share = (k + 0.5) / RING_STEPS;
    context.globalAlpha = MIN_RING.ink + (1 - MIN_RING.ink) * share;
    for (const i of step) {
      const ring = new Path2D();
      ring.arc(axes.px(points[2 * i]), axes.py(points[2 * i + 1]), size, 0, 2 * Math.PI);
      stroke(context, ring, palette.ring, MIN_RING.width + (MAX_RING_PX - MIN_RING.width) * share);
    }
  });
  context.globalAlpha = 1;
}
