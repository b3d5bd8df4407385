// f as a sum of bumps α_i K(x_i, ·), stacked: positive parts upwards, negative parts downwards, and their sum f as a
// line. A marked bump is also drawn alone. The stack and this bump start at the intercept b.

import { Chart, tickLabels } from "../../draw/chart.js";
import { ticks } from "../../draw/axes.js";
import { floats } from "../../base/sweep-decoder.js";
import { number } from "../../base/format.js";
import { element } from "../../base/dom.js";
import { geometry } from "../../draw/frame-geometry.js";
import * as paint from "../../draw/plane-layers.js";
import { caption, sortedExamples, markable, name, roundUp } from "../../input/example-hover.js";

export const kinds = { bumps };
export const costly = ["bumps"];

/**
 * `columns`: K(xᵢ, x) at each node, a row for each example, converted from `raw` to floats; `bands`: the lower and upper
 * ends of the bands at each node.
 * @typedef {object} StackView
 * @property {Axes} axes
 * @property {Stage} stage
 * @property {(i: number) => string} tone
 * @property {Chart} chart
 * @property {Frame} frame
 * @property {Float32Array} columns
 * @property {Numbers} [raw]
 * @property {ReturnType<typeof stack>} bands
 */

const BAND_OPACITIES = [0.36, 0.56];        // alternate, so that neighbouring bands can be distinguished
const HEADROOM = 1.3;                // height of the axis relative to the highest sum, with room for text
const MIN_BAND_SHARE = 0.002;              // smallest height of a drawn band, as a share of the axis

/** @type {MakeView<"bumps">} */
function bumps(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-bumps");
  const chart = new Chart(root, stage, { label: item.label }), { canvas, axes } = chart;
  const tip = element("div", { className: "kl-tip", hidden: true });
  root.append(tip);

  /** @param {Frame} next */
  function draw(next, changed = true) {
    view.frame = next;
    if (changed || !view.bands) view.bands = stack(view);
    const { palette } = stage, { window: [x0, x1, low, high] } = geometry(view.frame), xs = view.frame.get("x");
    const y1 = Math.max(0.5 * high, roundUp(HEADROOM * view.bands.top)), y0 = Math.min(0.5 * low, -roundUp(-view.bands.bottom));
    chart.begin({
      x0, x1, y0, y1,
      xticks: tickLabels(ticks(x0, x1, 6)),
      yticks: tickLabels(ticks(y0, y1, 4)),
      note: "x",
    });
    axes.clipped((context) => {
      sortedExamples(view.frame).forEach((/** @type {number} */ i, /** @type {number} */ k) => band(view, context, xs, i, BAND_OPACITIES[k % 2]));
      const i = stage.markedExample;
      if (i !== undefined && i < view.frame.get("alpha").length) drawBump(view, context, xs, i);
    });
    chart.line(xs, view.frame.get("fit"), { name: "f", color: palette.zero, width: 3.2 });
    caption(chart, "the bumps αᵢK(xᵢ, ·), stacked, and their sum f");
  }

  const tone = (/** @type {number} */ i) => stage.palette[view.frame.get("alpha")[i] < 0 ? "negative" : "positive"];
  /** @type {StackView} Its other fields are set at the first frame. */
  const view = Object.assign(/** @type {any} */ ({}), { axes, stage, tone, chart });

  const node = (/** @type {number} */ px) => Math.round(Math.min(1, Math.max(0, (px - axes.box.x) / axes.box.w)) * (view.bands.G - 1));

  const examples = {
    frame: () => view.frame,
    find(/** @type {number} */ px, /** @type {number} */ py) {
      const { from, to, G } = view.bands, g = node(px), [, y] = axes.at(px, py), thin = 2 * (axes.y1 - axes.y0) / axes.box.h;
      return sortedExamples(view.frame).find((/** @type {number} */ i) => {
        const a = from[i * G + g], b = to[i * G + g];
        return Math.abs(b - a) > thin / 2 && y >= Math.min(a, b) && y <= Math.max(a, b);
      });
    },
    words(/** @type {number} */ i, /** @type {number} */ px) {
      const g = node(px), alpha = view.frame.get("alpha")[i], contribution = alpha * view.columns[i * view.bands.G + g];
      return `${name(i)}\nα = ${number(alpha)}\nat x = ${number(view.frame.get("x")[g])} it adds ${number(contribution)}`;
    },
    spot(/** @type {number} */ i) {
      const px = axes.px(view.frame.get("points")[2 * i]), k = i * view.bands.G + node(px);
      return [px, axes.py((view.bands.from[k] + view.bands.to[k]) / 2)];
    },
  };
  markable({ canvas, tip, axes, stage, view: examples });
  return { draw, marks: true, describe: (text = "") => canvas.setAttribute("aria-label", text) };
}

// Return the table of K(x_i, x) as floats; along λ it is the same at every stop.
/** @param {StackView} view */
function table(view) {
  const column = view.frame.get("column");
  if (column !== view.raw) view.columns = floats(column, view.frame.sweep.tensors.column.dtype, 1, view.columns);
  view.raw = column;
  return view.columns;
}

// Compute the lower and upper end of each example's band at each node, stacked in the order of x.
/** @param {StackView} view */
function stack(view) {
  const K = table(view), alpha = view.frame.get("alpha"), base = view.frame.get("intercept"), G = view.frame.get("x").length;
  const up = new Float32Array(G).fill(base), down = new Float32Array(G).fill(base);
  const from = new Float32Array(alpha.length * G), to = new Float32Array(alpha.length * G);
  for (const i of sortedExamples(view.frame)) {
    for (let g = 0, k = i * G; g < G; g++, k++) {
      const v = alpha[i] * K[k], pile = v < 0 ? down : up;
      from[k] = pile[g];
      to[k] = pile[g] += v;
    }
  }
  return { from, to, G, base, top: Math.max(...up), bottom: Math.min(...down) };
}

// Return the outline of the visible part of a band.
/** @param {StackView} view @param {Numbers} xs @param {number} i */
function outline(view, xs, i) {
  const { axes } = view;
  const { from, to, G } = view.bands, path = new Path2D(), thin = MIN_BAND_SHARE * (axes.y1 - axes.y0);
  const isThick = (/** @type {number} */ g) => Math.abs(to[i * G + g] - from[i * G + g]) > thin;
  let first = 0, last = G - 1;
  while (first < last && !isThick(first)) first++;
  while (last > first && !isThick(last)) last--;
  for (let g = first; g <= last; g++) path.lineTo(axes.px(xs[g]), axes.py(to[i * G + g]));
  for (let g = last; g >= first; g--) path.lineTo(axes.px(xs[g]), axes.py(from[i * G + g]));
  path.closePath();
  return path;
}

/** @param {StackView} view @param {Context} context @param {Numbers} xs @param {number} i @param {number} ink */
function band(view, context, xs, i, ink) {
  const { stage, tone } = view;
  if (view.frame.get("alpha")[i] === 0) return;
  const path = outline(view, xs, i), isMarked = stage.markedExample === i;
  context.globalAlpha = isMarked ? 0.85 : ink;
  context.fillStyle = isMarked ? stage.palette.accent : tone(i);
  context.fill(path);
  context.globalAlpha = 1;
  paint.stroke(context, path, stage.palette.background, 0.7);
}

// Draw the marked bump alone, from the intercept, and a line at its example.
/** @param {StackView} view @param {Context} context @param {Numbers} xs @param {number} i */
function drawBump(view, context, xs, i) {
  const { stage, axes, chart } = view;
  const { G, base } = view.bands, alpha = view.frame.get("alpha")[i], path = new Path2D();
  for (let g = 0; g < G; g++) path.lineTo(axes.px(xs[g]), axes.py(base + alpha * view.columns[i * G + g]));
  paint.stroke(context, path, stage.palette.background, 5);
  paint.stroke(context, path, stage.palette.accent, 2.6);
  chart.upright(view.frame.get("points")[2 * i], stage.palette.accent, 1.4, [2, 3]);
}
