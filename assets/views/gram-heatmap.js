// The Gram matrix as a heat map, rows and columns in the order of x, with a legend of its scale.

import { Axes } from "../draw/axes.js";
import { beginPicture, noteBars } from "../draw/drawn-data.js";
import { drawHatching, hatchCode, isForced } from "../draw/forced-colors.js";
import { floats } from "../base/sweep-decoder.js";
import { number, trimZeros } from "../base/format.js";
import { element } from "../base/dom.js";
import { sortedExamples, markable, name } from "../input/example-hover.js";
import * as paint from "../draw/plane-layers.js";

export const kinds = { matrix };
export const costly = ["matrix"];

/**
 * `K`: the matrix of the frame, row by row; `order`: its examples in the order of x; `most`: its largest absolute entry.
 * @typedef {object} MatrixView
 * @property {Axes} axes
 * @property {GramMatrixItem} item
 * @property {Stage} stage
 * @property {HTMLCanvasElement} scratch
 * @property {Float32Array} [K]
 * @property {number[]} order
 * @property {number} most
 * @property {boolean} signed
 * @property {number} [row] the example whose row was marked last
 */

const MARGINS = { left: 6, right: 6, top: 20, bottom: 30 };
const LEGEND_PX = 8;                // height of the legend
const PALE_SHARE = 0.35;               // this share of the largest |K| has the pale tone, so that small values are visible on a dark background too

/** @param {GramMatrixItem} item */
const letterOf = ({ similarity, centred }) => (centred ? "K̃" : similarity ?? "K");

/** @param {GramMatrixItem} item */
function titleOf(item) {
  if (item.centred) return "Centred Gram matrix K̃";
  return item.similarity ? `Kᵢⱼ = ${item.similarity}(xᵢ, xⱼ)` : "Gram matrix Kᵢⱼ = K(xᵢ, xⱼ)";
}

/** @type {MakeView<"matrix">} */
export function matrix(root, item, player, stage) {
  root.dataset.view = "matrix";
  root.classList.add("kl-matrix");
  const canvas = element("canvas", { className: "kl-canvas", role: "img" });
  const tip = element("div", { className: "kl-tip", hidden: true });
  root.append(canvas, tip);
  const axes = new Axes(canvas, { margins: MARGINS }), scratch = document.createElement("canvas");
  /** @type {MatrixView} */
  const view = { axes, item, stage, scratch, order: [], most: 1, signed: false };
  /** @type {Frame} */
  let frame;

  /** @param {Frame} next */
  function draw(next, changed = true) {
    frame = next;
    axes.resize();
    axes.range(0, 1, 0, 1);
    beginPicture(axes);
    axes.begin();
    const { palette, small } = stage, style = { color: palette.muted, size: small }, { x, y, w, h } = square(view);
    axes.text(titleOf(item), x, 10, { ...style, align: "left" });
    view.order = sortedExamples(frame);
    view.K = frame.sweep.tensors.gram && (changed || !view.K ? floats(frame.get("gram"), frame.sweep.tensors.gram.dtype, 1, view.K) : view.K);
    if (!view.K) { refuse(view, style); return; }
    if (!view.order.length) return;     // there are no points
    view.most = view.K.reduce((a, v) => Math.max(a, Math.abs(v)), 0) || 1;
    view.signed = view.K.some((v) => v < 0);
    cells(view);
    picture(view, x, y, w, h);
    axes.context.strokeStyle = palette.line;
    Object.assign(axes.context, { lineWidth: 1, lineJoin: "miter" });
    axes.context.strokeRect(x - 0.5, y - 0.5, w + 1, h + 1);
    cross(view, x, y, w, h);
    legend(view, x, y + h + 7, w, style);
    recordRow(view);
  }

  const examples = {
    frame: () => frame,
    find: (/** @type {number} */ px, /** @type {number} */ py) => (view.K ? cell(view, px, py)[1] : undefined),
    words(/** @type {number} */ j, /** @type {number} */ px, /** @type {number} */ py) {
      const i = cell(view, px, py)[0] ?? j;
      return `${letterOf(item)}(x${sub(i)}, x${sub(j)}) = ${number(view.K?.[i * view.order.length + j] ?? NaN)}\n${name(j)}: its row and its column`;
    },
    spot(/** @type {number} */ i) {
      const { x, y, w } = square(view), at = (view.order.indexOf(i) + 0.5) * w / view.order.length;
      return [x + at, y + at];
    },
  };
  markable({ canvas, tip, axes, stage, view: examples });
  // Describe the size and the range of the matrix; arrow keys read out its cells.
  function describe() {
    if (!view.K || !view.order.length) return "";
    const largest = view.K.reduce((a, v) => Math.max(a, v), -Infinity), least = view.K.reduce((a, v) => Math.min(a, v), Infinity);
    return `. ${view.order.length} rows and columns, entries from ${number(least)} to ${number(largest)}.`;
  }
  return { draw, marks: true, describe: (text) => canvas.setAttribute("aria-label", text + describe()) };
}

// Record the values of a row for sound and export: the row of the example that was marked last, by default the first.
/** @param {MatrixView} view */
function recordRow(view) {
  const { axes, item, stage, order, K = [], most } = view, m = order.length;
  view.row = stage.markedExample ?? view.row;
  const i = view.row !== undefined && view.row < m ? view.row : order[0];
  const text = `${letterOf(item)}(x${sub(i)}, xⱼ), the row of ${name(i)}`;
  noteBars(axes, K.slice(i * m, (i + 1) * m), { name: text, parts: "entries", scale: [view.signed ? -most : 0, most], examples: order });
}

// Return the largest square that fits into the canvas.
/** @param {MatrixView} view */
function square({ axes }) {
  const { x, y, w, h } = axes.box, side = Math.min(w, h);
  return { x: x + (w - side) / 2, y, w: side, h: side };
}

/** @param {MatrixView} view @param {{ color: string, size: number }} style */
function refuse(view, style) {
  const { item, axes } = view;
  const { x, y, w } = square(view);
  axes.text(`${letterOf(item)} is shown for at most ${item.max_points} points;`, x + w / 2, y + w / 2 - 9, style);
  axes.text(`there are ${view.order.length} here.`, x + w / 2, y + w / 2 + 9, style);
}

// Return the colour of an entry. The scale goes from the background at zero through a pale tone to a saturated tone at
// the largest |K|; a square-root scale would exaggerate small values.
/** @param {MatrixView} view @param {number} v */
function shade(view, v) {
  const { stage } = view;
  if (isForced()) return hatchCode(v / view.most);
  const { palette } = stage, tone = v < 0 ? "negative" : "positive", t = Math.min(1, Math.abs(v) / view.most);
  const pale = channels(palette[`heat_${tone}`]), [from, to, share] = t < PALE_SHARE ? [channels(palette.heat_zero), pale, t / PALE_SHARE] : [pale, channels(palette[tone]), (t - PALE_SHARE) / (1 - PALE_SHARE)];
  const [r, g, b] = from.map((z, c) => Math.round(z + (to[c] - z) * share));
  return (255 << 24) | (b << 16) | (g << 8) | r;
}

/** @param {MatrixView} view */
function cells(view) {
  const { K = new Float32Array() } = view, m = view.order.length;
  fillScratch(view, m, m, (r, c) => K[view.order[r] * m + view.order[c]]);
}

/** @param {MatrixView} view @param {number} rows @param {number} columns @param {(row: number, column: number) => number} value */
function fillScratch(view, rows, columns, value) {
  const { scratch } = view, pen = /** @type {CanvasRenderingContext2D} */ (scratch.getContext("2d"));
  if (scratch.width !== columns || scratch.height !== rows) Object.assign(scratch, { width: columns, height: rows });
  const image = pen.createImageData(columns, rows), pixels = new Uint32Array(image.data.buffer);
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) pixels[r * columns + c] = shade(view, value(r, c));
  pen.putImageData(image, 0, 0);
}

// Draw the image in the scratch canvas, with sharp cells.
/** @param {MatrixView} view @param {[number, number, number, number]} box */
function picture({ axes, scratch }, ...box) {
  if (isForced()) { drawHatching(axes, scratch, box, false); return; }
  axes.context.imageSmoothingEnabled = false;
  axes.context.drawImage(scratch, ...box);
}

/** @param {MatrixView} view @param {number} x @param {number} y @param {number} w @param {number} h */
function cross(view, x, y, w, h) {
  const { stage, axes } = view;
  const k = view.order.indexOf(stage.markedExample ?? -1), size = w / view.order.length, path = new Path2D();
  if (k < 0) return;
  path.rect(x - 1, y + k * size, w + 2, size);
  path.rect(x + k * size, y - 1, size, h + 2);
  paint.stroke(axes.context, path, stage.palette.background, 4);
  paint.stroke(axes.context, path, stage.palette.accent, 2.2);
}

/** @param {MatrixView} view @param {number} x @param {number} y @param {number} w @param {{ color: string, size: number }} style */
function legend(view, x, y, w, style) {
  const { axes } = view, low = view.signed ? -view.most : 0, steps = 64;
  fillScratch(view, 1, steps, (_, k) => low + (view.most - low) * (k + 0.5) / steps);
  picture(view, x, y, w, LEGEND_PX);
  /** @type {[number, number, CanvasTextAlign][]} */
  const marks = view.signed ? [[0, low, "left"], [0.5, 0, "center"], [1, view.most, "right"]] : [[0, 0, "left"], [1, view.most, "right"]];
  for (const [share, v, align] of marks) axes.text(trimZeros(number(v)), x + share * w, y + LEGEND_PX + 8, { ...style, align });
}

/** @param {MatrixView} view @param {number} px @param {number} py */
function cell(view, px, py) {
  const { x, y, w } = square(view), m = view.order.length, at = (/** @type {number} */ v) => Math.floor(v / w * m);
  const r = at(py - y), c = at(px - x);
  return r >= 0 && c >= 0 && r < m && c < m ? [view.order[r], view.order[c]] : [];
}

const channels = (/** @type {string} */ hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
const sub = (/** @type {number} */ i) => [...String(i + 1)].map((d) => "₀₁₂₃₄₅₆₇₈₉"[Number(d)]).join("");
