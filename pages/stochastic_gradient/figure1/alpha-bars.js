// α as bars, one for each example from left to right; the part that the last step added is filled in
// the accent's colour, and the example that it drew has a mark under its bar.

import { Chart, tickLabels } from "../../../assets/draw/chart.js";
import { number } from "../../../assets/base/format.js";
import { element } from "../../../assets/base/dom.js";
import { stroke } from "../../../assets/draw/plane-layers.js";
import { sortedExamples, markable, roundUp, exampleText } from "../../../assets/input/example-hover.js";

export const kinds = { stepbars };
export const costly = ["stepbars"];

const GAP = 0.28, HUGE = 1e4;
const ABOVE = 6;                 // px above the frame, with its words
const tops = new WeakMap();

/** @type {MakeView<"stepbars">} */
function stepbars(root, item, player, stage) {
  root.dataset.view = "bars";
  root.classList.add("kl-stepbars");
  const chart = new Chart(root, stage, { label: item.label, margins: { bottom: 16 } }), { canvas, axes } = chart;
  const tip = element("div", { className: "kl-tip", hidden: true });
  root.append(tip);
  let frame = null;

  function draw(next) {
    frame = next;
    axes.margins.top = stage.small + ABOVE;
    const { palette } = stage, alpha = frame.get("alpha"), order = sortedExamples(frame), [low, high] = range();
    chart.begin({ x0: 0, x1: order.length, y0: low, y1: high, yticks: tickLabels([...new Set([low, 0, high])]) });
    const column = frame.get("column"), factor = frame.get("factor"), drawn = frame.get("index");
    const was = alpha.map((a, i) => a - factor * column[i]);
    axes.clipped((context) => order.forEach((i, k) => {
      const left = axes.px(k + GAP / 2), wide = axes.px(k + 1 - GAP / 2) - left;
      context.fillStyle = palette[alpha[i] < 0 ? "negative" : "positive"];
      context.globalAlpha = i === stage.marked ? 1 : 0.8;
      block(context, left, wide, 0, alpha[i]);
      context.globalAlpha = 1;
      context.fillStyle = palette.accent;
      if (drawn >= 0) block(context, left + wide * 0.2, wide * 0.6, was[i], alpha[i]);
    }));
    light(order, was);
    heading(axes, stage);
    if (drawn >= 0) pointer(axes, order.indexOf(drawn) + 0.5, palette.accent);
  }

  // What a symbol of the step's formula stands for: all bars, that of the example before the step, or
  // what the step has added to each.
  function light(order, was) {
    const { lit } = stage, alpha = frame.get("alpha"), drawn = frame.get("index");
    const ends = { weights: (i) => [0, alpha[i]], own: (i) => (i === drawn ? [0, was[i]] : undefined), column: (i) => (drawn < 0 ? undefined : [was[i], alpha[i]]) }[lit];
    if (!ends) return;
    const path = new Path2D();
    order.forEach((i, k) => {
      const span = ends(i), left = axes.px(k + GAP / 4), wide = axes.px(k + 1 - GAP / 4) - left;
      if (span) path.rect(left, Math.min(...span.map((v) => axes.py(v))) - 2, wide, Math.abs(axes.py(span[0]) - axes.py(span[1])) + 4);
    });
    stroke(axes.context, path, stage.palette.accent, 2);
  }

  function block(context, left, wide, from, to) {
    const a = axes.py(from), b = axes.py(to);
    context.fillRect(left, Math.min(a, b), wide, Math.abs(a - b));
  }

  // The same for the whole of a run, so that bars grow and the axis does not; a run that goes astray
  // has an axis for each step.
  function range() {
    const { data } = frame.sweep.tensors.alpha;
    if (!tops.has(data)) tops.set(data, [Math.min(0, ...ends(data)), Math.max(0, ...ends(data))]);
    let [low, high] = tops.get(data);
    if (Math.max(high, -low) > HUGE || frame.along !== "step") [low, high] = [Math.min(0, ...ends(frame.get("alpha"))), Math.max(0, ...ends(frame.get("alpha")))];
    const least = Math.max(high, -low, 1e-9) / 4;
    return [-roundUp(Math.max(-low, least)), roundUp(Math.max(high, least))];
  }

  const view = {
    frame: () => frame,
    find(px) {
      const k = Math.floor(axes.at(px, 0)[0]), order = sortedExamples(frame);
      return order[k];
    },
    words: (i) => `${exampleText(frame, i)}\nthis step: ${number(frame.get("factor") * frame.get("column")[i])}`,
    spot: (i) => [axes.px(sortedExamples(frame).indexOf(i) + 0.5), axes.py(frame.get("alpha")[i])],
  };
  markable({ canvas, tip, axes, stage, view });
  return { draw, marks: true, describe: (text) => canvas.setAttribute("aria-label", text) };
}

/**
 * Above the frame: inside of it bars would run through the words.
 * @param {import("../../../assets/draw/axes.js").Axes} axes @param {Stage} stage
 */
function heading(axes, { small: size, palette }) {
  const { x, y } = axes.box;
  axes.text("αᵢ, examples from left to right", x, y - (size + ABOVE) / 2, { size, color: palette.muted, align: "left" });
}

/** @param {import("../../../assets/draw/axes.js").Axes} axes @param {number} at @param {string} color */
function pointer(axes, at, color) {
  const { context, box: { y, h } } = axes, x = axes.px(at), foot = y + h;
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(x, foot + 2);
  context.lineTo(x - 6, foot + 12);
  context.lineTo(x + 6, foot + 12);
  context.fill();
}

function ends(values) {
  let low = Infinity, high = -Infinity;
  for (const v of values) { if (v < low) low = v; if (v > high) high = v; }
  return [low, high];
}
