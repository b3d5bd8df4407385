// Draw α as bars, one for each example, in the order of the points from left to right. The change by the last step is
// filled in the accent colour, and a mark below a bar shows the example of that step.

import { Chart, tickLabels } from "../../../assets/draw/chart.js";
import { noteBars } from "../../../assets/draw/drawn-data.js";
import { number } from "../../../assets/base/format.js";
import { element } from "../../../assets/base/dom.js";
import { stroke } from "../../../assets/draw/plane-layers.js";
import { sortedExamples, markable, roundUp, exampleText } from "../../../assets/input/example-hover.js";

export const kinds = { stepbars };
export const costly = ["stepbars"];

const GAP = 0.28;                // space between two bars, as a share of the distance between their centres
const MAX_SHARED_AXIS_WEIGHT = 1e4;  // largest |αᵢ| for which all steps of a run have the same axis
const HEADING_GAP = 6;           // space between the heading and the frame, in px
/** @type {WeakMap<Numbers, [number, number]>} The lowest and the highest αᵢ of a run. */
const ranges = new WeakMap();

/** @type {MakeView<"stepbars">} */
function stepbars(root, item, player, stage) {
  root.dataset.view = "bars";
  root.classList.add("kl-stepbars");
  const chart = new Chart(root, stage, { label: item.label, margins: { bottom: 16 } }), { canvas, axes } = chart;
  const tip = element("div", { className: "kl-tip", hidden: true });
  root.append(tip);
  /** @type {Frame | null} */
  let currentFrame = null;

  /** @param {Frame} frame */
  function draw(frame) {
    currentFrame = frame;
    axes.margins.top = stage.small + HEADING_GAP;
    const { palette } = stage, alpha = frame.get("alpha"), order = sortedExamples(frame), [low, high] = axisRange(frame);
    chart.begin({ x0: 0, x1: order.length, y0: low, y1: high, yticks: tickLabels([...new Set([low, 0, high])]) });
    const column = frame.get("column"), factor = frame.get("factor"), example = frame.get("index");
    const alphaBefore = alpha.map((/** @type {number} */ a, /** @type {number} */ i) => a - factor * column[i]);
    axes.clipped((context) => order.forEach((/** @type {number} */ i, /** @type {number} */ k) => {
      const left = axes.px(k + GAP / 2), wide = axes.px(k + 1 - GAP / 2) - left;
      context.fillStyle = palette[alpha[i] < 0 ? "negative" : "positive"];
      context.globalAlpha = i === stage.markedExample ? 1 : 0.8;
      fillBar(context, left, wide, 0, alpha[i]);
      context.globalAlpha = 1;
      context.fillStyle = palette.accent;
      if (example >= 0) fillBar(context, left + wide * 0.2, wide * 0.6, alphaBefore[i], alpha[i]);
    }));
    noteBars(axes, alpha, { name: "αᵢ", examples: order });
    outlineBars(frame, order, alphaBefore);
    drawHeading(axes, stage);
    if (example >= 0) drawPointer(axes, order.indexOf(example) + 0.5, palette.accent);
  }

  // Outline the bars that belong to the symbol of the formula under the pointer: all coefficients, the coefficient of the
  // last step's example before this step, or the changes by this step.
  /** @param {Frame} frame @param {number[]} order @param {ArrayLike<number>} alphaBefore */
  function outlineBars(frame, order, alphaBefore) {
    const alpha = frame.get("alpha"), example = frame.get("index");
    /** @type {Record<string, (i: number) => [number, number] | undefined>} */
    const spans = { weights: (i) => [0, alpha[i]], own: (i) => (i === example ? [0, alphaBefore[i]] : undefined), column: (i) => (example < 0 ? undefined : [alphaBefore[i], alpha[i]]) };
    const spanOf = spans[stage.highlight ?? ""];
    if (!spanOf) return;
    const path = new Path2D();
    order.forEach((i, k) => {
      const span = spanOf(i), left = axes.px(k + GAP / 4), wide = axes.px(k + 1 - GAP / 4) - left;
      if (span) path.rect(left, Math.min(...span.map((v) => axes.py(v))) - 2, wide, Math.abs(axes.py(span[0]) - axes.py(span[1])) + 4);
    });
    stroke(axes.context, path, stage.palette.accent, 2);
  }

  /** @param {Context} context @param {number} left @param {number} wide @param {number} from @param {number} to */
  function fillBar(context, left, wide, from, to) {
    const a = axes.py(from), b = axes.py(to);
    context.fillRect(left, Math.min(a, b), wide, Math.abs(a - b));
  }

  // Return the range of the axis, the same for all steps of a run. A run in which |αᵢ| becomes too large has a range for
  // each step, and a sweep along another slider has one for each stop.
  /** @param {Frame} frame */
  function axisRange(frame) {
    const { data } = frame.sweep.tensors.alpha;
    let [low, high] = ranges.get(data) ?? [Math.min(0, ...minMax(data)), Math.max(0, ...minMax(data))];
    ranges.set(data, [low, high]);
    if (Math.max(high, -low) > MAX_SHARED_AXIS_WEIGHT || frame.along !== "step") [low, high] = [Math.min(0, ...minMax(frame.get("alpha"))), Math.max(0, ...minMax(frame.get("alpha")))];
    const least = Math.max(high, -low, 1e-9) / 4;
    return [-roundUp(Math.max(-low, least)), roundUp(Math.max(high, least))];
  }

  const shownFrame = () => /** @type {Frame} */ (currentFrame);
  /** @type {import("../../../assets/input/example-hover.js").Examples} */
  const view = {
    frame: () => currentFrame,
    find: (px) => sortedExamples(shownFrame())[Math.floor(axes.at(px, 0)[0])],
    words: (i) => `${exampleText(shownFrame(), i)}\nchange by this step: ${number(shownFrame().get("factor") * shownFrame().get("column")[i])}`,
    spot: (i) => [axes.px(sortedExamples(shownFrame()).indexOf(i) + 0.5), axes.py(shownFrame().get("alpha")[i])],
  };
  markable({ canvas, tip, axes, stage, view });
  return { draw, marks: true, describe: (text = "") => canvas.setAttribute("aria-label", text) };
}

/**
 * Draw the heading above the frame, where no bar overlaps it.
 * @param {Axes} axes @param {Stage} stage
 */
function drawHeading(axes, { small: size, palette }) {
  const { x, y } = axes.box;
  axes.text("αᵢ, examples from left to right", x, y - (size + HEADING_GAP) / 2, { size, color: palette.muted, align: "left" });
}

/** @param {Axes} axes @param {number} at @param {string} color */
function drawPointer(axes, at, color) {
  const { context, box: { y, h } } = axes, x = axes.px(at), foot = y + h;
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(x, foot + 2);
  context.lineTo(x - 6, foot + 12);
  context.lineTo(x + 6, foot + 12);
  context.fill();
}

/** @param {Numbers} values @returns {[number, number]} */
function minMax(values) {
  let low = Infinity, high = -Infinity;
  for (const v of values) { if (v < low) low = v; if (v > high) high = v; }
  return [low, high];
}
