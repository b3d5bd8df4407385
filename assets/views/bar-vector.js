// A vector as bars above and below zero: the entries of θ, α or w. All stops share the scale, so that a bar
// moves only when its number changes.

import { Chart, tickLabels } from "../draw/chart.js";
import { noteBars } from "../draw/drawn-data.js";
import { ticks } from "../draw/axes.js";
import { number } from "../base/format.js";
import { element, setText } from "../base/dom.js";

export const kinds = { vector };
export const costly = ["vector"];

const NUMBER_WIDTH_PX = 19;                 // width of a bar's number with two small digits
const LOW_HEIGHT_PX = 130;                 // below this height the axis has few ticks
const MAX_LABELLED = 8;              // largest number of bars with their values
const MAX_IN_TWOS = 20;            // largest number of bars of which every second one may have its number

/**
 * Return the numbers below the bars. If space is short, only some bars have theirs, such as 1, 5, 10, 15.
 * @param {number} count @param {number} first number @param {number} distance smallest distance of two numbers, in bars
 * @returns {string[]}
 */
export function barNumbers(count, first, distance) {
  const steps = [1, ...(count <= MAX_IN_TWOS ? [2] : []), 5, 10, 20, 50, 100, 200, 500], step = steps.find((each) => each >= distance) ?? count;
  const isNumbered = (/** @type {number} */ k) => k === 0 || (step < 5 ? k % step === 0 : (k + first) % step === 0);
  return Array.from({ length: count }, (_, k) => (isNumbered(k) ? String(k + first) : ""));
}

/** @type {MakeView<"vector">} */
function vector(root, item, player, stage) {
  root.dataset.view = "bars";
  root.classList.add("kl-curve", "kl-vector");
  const title = element("p", { className: "kl-subtitle" });
  root.append(title);
  const chart = new Chart(root, stage, { label: item.label, margins: { left: 40, top: 16 } });
  let valuesText = "";

  /** @param {Frame} frame */
  function draw(frame) {
    const { palette } = stage, all = frame.get(item.tensor), count = item.count_of ? frame.get(item.count_of) : all.length;
    const { data } = frame.sweep.tensors[item.tensor], values = all.subarray(0, count);
    const reach = item.reach_of ? frame.get(item.reach_of)[0] : item.reach;    // longer bars are cut off, so that the scale stays readable
    const low = reach ? -reach : Math.min(0, ...data), high = reach ?? Math.max(0, ...data), room = 0.16 * (high - low || 1);
    const off = 0.5 * stage.small + 3;     // px from a bar's end to the middle of its number
    const text = item.title.replace("#", String(count));
    setText(title, text);
    chart.axes.resize();
    const tick = Math.max(NUMBER_WIDTH_PX, stage.small * (0.6 * String(count).length + 1.2));
    const numbers = barNumbers(count, item.first ?? 1, tick * all.length / chart.axes.box.w);
    chart.begin({
      x0: 0.4, x1: all.length + 0.6, y0: low - (low < 0 ? below(low, high, room, all.length > MAX_LABELLED ? 0 : 2 * off) : 0), y1: high + room,
      xticks: numbers.map((text, k) => [k + 1, text]),
      yticks: tickLabels(marks(low, high || 1)),
    });
    noteBars(chart.axes, values, { name: item.label.split(":")[0].replace(/\.$/, "").replace(/^The /, "the ") });
    const { axes } = chart, wide = Math.min(34, 0.62 * axes.box.w / all.length), zero = axes.py(0);
    axes.clipped((context) => {
      for (let k = 0; k < count; k++) {
        const x = axes.px(k + 1) - wide / 2, y = axes.py(values[k]);
        context.fillStyle = palette[item.tones?.[k] ?? item.tone];
        context.fillRect(x, Math.min(y, zero), wide, Math.max(1, Math.abs(y - zero)));
        if (item.start) outline(context, x, axes.py(frame.get(item.start)[k]), wide, zero);
      }
      context.fillStyle = palette.muted;
      context.fillRect(axes.box.x, zero - 0.5, axes.box.w, 1);
    });
    valuesText = Array.from(values, (v, k) => `${k + (item.first ?? 1)}: ${number(v)}`).join(", ");
    if (all.length > MAX_LABELLED) return;
    for (let k = 0; k < count; k++) {
      const above = values[k] >= 0, began = item.start ? frame.get(item.start)[k] : 0;
      const end = above ? Math.max(values[k], began) : Math.min(values[k], began);
      axes.text(number(values[k]), axes.px(k + 1), axes.py(end) + (above ? -off : off), { color: palette.text, size: stage.small });
    }
  }

  // Return the ticks of the axis: few in a low chart, but at least two.
  /** @param {number} low @param {number} high */
  function marks(low, high) {
    const few = ticks(low, high, chart.axes.height < LOW_HEIGHT_PX ? 2 : 4);
    return few.length > 1 ? few : ticks(low, high, 4);
  }

  // Return the space below the lowest bar: enough that its number, which needs `pixels`, doesn't touch the ticks.
  /** @param {number} low @param {number} high @param {number} room @param {number} pixels */
  function below(low, high, room, pixels) {
    const { axes } = chart, drawnHeight = axes.height - axes.margins.top - axes.margins.bottom;
    return drawnHeight > 2 * pixels ? Math.max(room, (high + room - low) * pixels / (drawnHeight - pixels)) : room;
  }

  // Mark the bar's initial value.
  /** @param {Context} context @param {number} x @param {number} y @param {number} wide @param {number} zero */
  function outline(context, x, y, wide, zero) {
    context.strokeStyle = stage.palette.text;
    context.lineWidth = 1.2;
    context.setLineDash([3, 3]);
    context.strokeRect(x - 2, Math.min(y, zero), wide + 4, Math.abs(y - zero));
    context.setLineDash([]);
  }

  return { draw, describe: (text) => chart.canvas.setAttribute("aria-label", `${text}. ${title.textContent}. ${valuesText}.`) };
}
