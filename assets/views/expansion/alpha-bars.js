// The coefficients α_i as bars, each under its example, with the bound, if any, that the loss sets on them.

import { Chart, tickLabels } from "../../draw/chart.js";
import { ticks } from "../../draw/axes.js";
import { noteBars } from "../../draw/drawn-data.js";
import { element } from "../../base/dom.js";
import { geometry } from "../../draw/frame-geometry.js";
import { MARGINS } from "../../draw/plane-axes.js";
import { stroke } from "../../draw/plane-layers.js";
import { caption, sortedExamples, markable, onLine, roundUp, exampleText } from "../../input/example-hover.js";

export const kinds = { weights };
export const costly = ["weights"];

const SIDES = { line: { left: 44, right: 10 }, plane: { left: MARGINS.left, right: MARGINS.right } };   // margins in px, as in the picture above
const THINNEST = 2.5, THICKEST = 10;
const MIN_BAR_PX = 2;              // smallest height of a bar, so that a small α_i ≠ 0 is visible
/** @type {[number, number]} */
const ZERO_TICK_PX = [1.5, 7];           // width and height of the tick for α_i = 0

/** @type {MakeView<"weights">} */
function weights(root, item, player, stage) {
  root.dataset.view = "bars";
  root.classList.add("kl-weights");
  const chart = new Chart(root, stage, { label: item.label }), { canvas, axes } = chart;
  const tip = element("div", { className: "kl-tip", hidden: true });
  root.append(tip);
  /** @type {Frame} */
  let frame;
  let wide = THICKEST;

  /** @param {Frame} next */
  function draw(next) {
    frame = next;
    const { palette } = stage, { window: [x0, x1] } = geometry(frame), where = onLine(frame) ? "line" : "plane";
    const alpha = frame.get("alpha"), high = Math.max(0, ...alpha), low = Math.min(0, ...alpha), least = Math.max(high, -low) / 4;
    const y1 = roundUp(Math.max(high, least)), y0 = -roundUp(Math.max(-low, least));
    Object.assign(axes.margins, SIDES[where]);
    chart.begin({
      x0, x1, y0, y1,
      xticks: tickLabels(ticks(x0, x1, 6)),
      yticks: tickLabels([...new Set([y0, 0, y1])]),
      note: where === "line" ? "x" : "x₁",
    });
    const levels = bound(y0, y1);
    wide = width(chart, frame);
    for (let i = 0; i < alpha.length; i++) bar(i, alpha[i]);
    noteBars(axes, alpha, { name: "αᵢ", examples: sortedExamples(frame), levels: [0, ...levels] });
    if (stage.highlight === "support") outline(chart, frame, wide);
    if (stage.markedExample !== undefined && stage.markedExample < alpha.length) chart.upright(frame.get("points")[2 * stage.markedExample], palette.accent, 1.4, [2, 3]);
    caption(chart, "αᵢ");
  }

  /** @param {number} i @param {number} alpha */
  function bar(i, alpha) {
    const { context } = axes, isMarked = stage.markedExample === i, x = axes.px(frame.get("points")[2 * i]), zero = axes.py(0);
    if (alpha === 0) { placeOnly(chart, x, isMarked); return; }
    const tall = Math.max(MIN_BAR_PX, Math.abs(axes.py(alpha) - zero));
    context.fillStyle = isMarked ? stage.palette.accent : stage.palette[alpha < 0 ? "negative" : "positive"];
    context.globalAlpha = isMarked || onLine(frame) ? 1 : 0.75;      // in the plane, bars may overlap
    context.fillRect(x - wide / 2, alpha < 0 ? zero : zero - tall, wide, tall);
    context.globalAlpha = 1;
  }

  // Draw the bound on the coefficients, for losses with |L′| ≤ 1: 1/(λm) or, for summed losses, 1/λ. Return its levels
  // inside the chart.
  /** @param {number} y0 @param {number} y1 */
  function bound(y0, y1) {
    const { context, box: { x, w } } = axes, most = frame.get("bound") ?? Infinity;
    const levels = [most, -most].filter((v) => v >= y0 && v <= y1);
    Object.assign(context, { strokeStyle: stage.palette.margin, lineWidth: 1.4 }).setLineDash([6, 4]);
    for (const v of levels) {
      context.beginPath();
      context.moveTo(x, axes.py(v));
      context.lineTo(x + w, axes.py(v));
      context.stroke();
    }
    context.setLineDash([]);
    if (most <= y1) axes.text(frame.scene.risk === "mean" ? "1/(λm)" : "1/λ", x + w - 4, axes.py(most) + 9, { color: stage.palette.margin, size: stage.small, align: "right" });
    return levels;
  }

  const view = {
    frame: () => frame,
    find(/** @type {number} */ px, /** @type {number} */ py) {
      const points = frame.get("points"), far = Math.max(wide, 8);
      let best, least = Infinity;
      for (let i = 0; i < points.length / 2; i++) {
        const d = Math.abs(axes.px(points[2 * i]) - px), end = axes.py(frame.get("alpha")[i]), zero = axes.py(0);
        // If bars are close together, choose one that reaches the pointer.
        const off = py < Math.min(zero, end) - 6 || py > Math.max(zero, end) + 6 ? far : 0;
        if (d <= far && d + off < least) [best, least] = [i, d + off];
      }
      return best;
    },
    words: (/** @type {number} */ i) => exampleText(frame, i),
    spot: (/** @type {number} */ i) => [axes.px(frame.get("points")[2 * i]), axes.py(frame.get("alpha")[i])],
  };
  markable({ canvas, tip, axes, stage, view });
  return { draw, marks: true, describe: (text = "") => canvas.setAttribute("aria-label", text) };
}

// Draw a tick, not a bar, for an example with α = 0: readers who count the bars would count a short bar too.
/** @param {Chart} chart @param {number} x @param {boolean} isMarked */
function placeOnly({ axes, stage: { palette } }, x, isMarked) {
  axes.context.fillStyle = isMarked ? palette.accent : palette.muted;
  axes.context.fillRect(x - ZERO_TICK_PX[0] / 2, axes.py(0) - ZERO_TICK_PX[1] / 2, ...ZERO_TICK_PX);
}

// Return the width of a bar; on a line it depends on the distances between examples.
/** @param {Chart} chart @param {Frame} frame */
function width({ axes }, frame) {
  const points = frame.get("points"), order = sortedExamples(frame);
  let gap = THICKEST / 0.6;
  if (onLine(frame)) for (let k = 1; k < order.length; k++) gap = Math.min(gap, axes.px(points[2 * order[k]]) - axes.px(points[2 * order[k - 1]]));
  return Math.max(THINNEST, 0.6 * gap);
}

// Mark all coefficients ≠ 0, while the pointer is on their symbol in a formula.
/** @param {Chart} chart @param {Frame} frame @param {number} wide */
function outline({ axes, stage }, frame, wide) {
  const alpha = frame.get("alpha"), path = new Path2D();
  for (let i = 0; i < alpha.length; i++) {
    const x = axes.px(frame.get("points")[2 * i]), zero = axes.py(0), end = axes.py(alpha[i]);
    if (alpha[i] !== 0) path.rect(x - wide / 2 - 2, Math.min(zero, end) - 2, wide + 4, Math.abs(end - zero) + 4);
  }
  stroke(axes.context, path, stage.palette.accent, 2);
}
