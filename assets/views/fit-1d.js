// The fitted function of one variable, its data, and the true function. Points are moved, added and
// erased as on the plane.

import { Chart, tickLabels } from "../draw/chart.js";
import { ticks } from "../draw/axes.js";
import * as edits from "../input/point-edits.js";
import { number } from "../base/format.js";
import { element } from "../base/dom.js";
import { geometry } from "../draw/frame-geometry.js";
import * as paint from "../draw/plane-layers.js";
import { pointer } from "../input/plane-pointer.js";
import { drawSelection } from "../draw/selection-overlay.js";
import { movePoints } from "../input/point-editor.js";
import { caption, regression, exampleText } from "../input/example-hover.js";
import { drawUnproven } from "../draw/optimality-note.js";

export const kinds = { fitline };
export const costly = ["fitline"];

/** @typedef {{ stage: Stage, axes: Axes, state: PlaneState }} LineView */

const SIZE = 4.2;

/** @type {MakeView<"fitline">} */
function fitline(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-fitline");
  const chart = new Chart(root, stage, { label: item.label }), { canvas, axes } = chart;
  canvas.tabIndex = 0;
  const tip = element("div", { className: "kl-tip", hidden: true });
  root.append(tip);
  /** @type {PlaneState} */
  const state = { frame: null };
  const view = { stage, axes, state };

  /** @param {Frame} frame */
  function draw(frame) {
    state.frame = frame;
    const { palette, covered } = stage, { window: [x0, x1, y0, y1] } = geometry(frame), xs = frame.get("x");
    chart.begin({
      x0, x1, y0, y1,
      xticks: tickLabels(ticks(x0, x1, 6)),
      yticks: tickLabels(ticks(y0, y1, 4)),
      note: "x",
    });
    const points = movePoints(frame.get("points"), stage.carrier?.drag), real = regression(frame);
    chart.line(xs, frame.get("truth"), { name: "truth", color: palette.bayes, width: 2, dash: [1.5, 4] });
    axes.clipped((context) => {
      if (real && !covered) stems(view, context, frame, points);
      guide(points);
    });
    if (!covered) chart.line(xs, frame.get("fit"), { name: "f", levels: real ? [0] : [-1, 0, 1], color: palette.zero, width: 3.2 });
    axes.clipped((context) => {
      if (!covered) paint.rings(axes, points, frame.get("alpha"), palette, 2 * SIZE);
      if (real) dots(view, context, points);
      else paint.points(context, paint.pointPaths(axes, points, frame.get("labels"), SIZE), palette, 2);
      drawMarkedExample(view, context, points);
      if (!covered) drawHighlight(view, context, frame, points);
      drawSelection(context, axes, points, frame, state, stage);
    });
    state.doubt = covered ? "" : drawUnproven(axes, frame, stage);
    caption(chart, `f(x) = Σ αᵢ K(xᵢ, x)${frame.scene.intercept === "1" ? " + b" : ""}`);
  }

  /** @param {Numbers} points */
  function guide(points) {
    if (stage.markedExample !== undefined && 2 * stage.markedExample < points.length) chart.upright(points[2 * stage.markedExample], stage.palette.accent, 1.4, [2, 3]);
  }

  const tell = {
    anywhere: (/** @type {number} */ x) => `x = ${number(x)}\nf(x) = ${number(height(view, x))}`,
    whole: (/** @type {number} */ i) => exampleText(/** @type {Frame} */ (state.frame), i),
  };
  // On a line a point's second coordinate is its target, so that the height of a new point determines its sign.
  const line = {
    ...edits,
    labels: () => [{ label: 1, mark: "+", name: "above 0" }, { label: -1, mark: "−", name: "below 0" }],
    add: (/** @type {any} */ own, /** @type {number} */ label, /** @type {number} */ x, /** @type {number} */ y) => edits.add(own, y < 0 ? -1 : 1, x, y),
    relabel: (/** @type {any} */ own, /** @type {number} */ origin, /** @type {number} */ label, /** @type {number} */ was, /** @type {number[]} */ [x, y]) => edits.move(own, origin, x, -y),
    byHeight: true,
  };
  pointer({ canvas, tip, axes, state, item, player, stage, redraw: () => draw(/** @type {Frame} */ (state.frame)), tell, notation: { line } });
  return { draw, marks: true, covers: true, describe: (text) => canvas.setAttribute("aria-label", [text, state.doubt].filter(Boolean).join(". ")) };
}

// Draw the distances from the targets to the curve; for the squared loss their lengths are λm |α| or, for summed losses, λ |α|.
/** @param {LineView} view @param {Context} context @param {Frame} frame @param {Numbers} points */
function stems({ stage, axes }, context, frame, points) {
  const f = frame.get("decision"), path = new Path2D();
  for (let i = 0; i < f.length; i++) {
    path.moveTo(axes.px(points[2 * i]), axes.py(points[2 * i + 1]));
    path.lineTo(axes.px(points[2 * i]), axes.py(f[i]));
  }
  paint.stroke(context, path, stage.palette.muted, 1.2);
}

/** @param {LineView} view @param {Context} context @param {Numbers} points */
function dots({ stage, axes }, context, points) {
  const path = new Path2D();
  for (let i = 0; i < points.length; i += 2) {
    const x = axes.px(points[i]), y = axes.py(points[i + 1]);
    path.moveTo(x + SIZE, y);
    path.arc(x, y, SIZE, 0, 2 * Math.PI);
  }
  context.fillStyle = stage.palette.text;
  context.fill(path);
  paint.stroke(context, path, stage.palette.background, 1);
}

/** @param {LineView} view @param {Context} context @param {Numbers} points */
function drawMarkedExample({ stage, axes }, context, points) {
  const i = stage.markedExample;
  if (i === undefined || 2 * i >= points.length) return;
  const ring = new Path2D();
  ring.arc(axes.px(points[2 * i]), axes.py(points[2 * i + 1]), 2.6 * SIZE, 0, 2 * Math.PI);
  paint.stroke(context, ring, stage.palette.accent, 3);
}

// While the pointer is on a symbol of a formula, mark what the symbol stands for: all examples with their residuals, or
// the examples with α ≠ 0.
/** @param {LineView} view @param {Context} context @param {Frame} frame @param {Numbers} points */
function drawHighlight({ stage, axes }, context, frame, points) {
  const f = frame.get("decision"), alpha = frame.get("alpha"), path = new Path2D();
  for (let i = 0; i < f.length; i++) {
    const x = axes.px(points[2 * i]), y = axes.py(points[2 * i + 1]);
    if (stage.highlight === "examples") { path.moveTo(x, y); path.lineTo(x, axes.py(f[i])); }
    if (stage.highlight === "examples" || (stage.highlight === "support" && alpha[i] !== 0)) { path.moveTo(x + 2 * SIZE, y); path.arc(x, y, 2 * SIZE, 0, 2 * Math.PI); }
  }
  paint.stroke(context, path, stage.palette.accent, 2.6);
}

// Interpolate f between two nodes.
/** @param {LineView} view @param {number} x */
function height({ state }, x) {
  const frame = /** @type {Frame} */ (state.frame), fit = frame.get("fit"), { window: [x0, x1], nx } = geometry(frame);
  const u = Math.min(nx - 1.001, Math.max(0, (x - x0) / (x1 - x0) * (nx - 1))), k = Math.floor(u);
  return fit[k] + (u - k) * (fit[k + 1] - fit[k]);
}
