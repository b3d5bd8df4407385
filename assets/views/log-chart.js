// Curves over the values of a slider, with a log axis for y, such as an error that falls or a count that grows. Each
// frame has the whole curves. A marker shows the slider's value; a press sets the slider.

import { Chart, decadeTicks, tickLabels } from "../draw/chart.js";
import { nearest } from "../base/sweep-decoder.js";
import { caption } from "../input/example-hover.js";
import { number, setting } from "../base/format.js";
import { pressAlong } from "../input/gestures.js";

export const kinds = { logcurve };
export const costly = ["logcurve"];

const MAX_TICKS = 5;
const HEADROOM = 0.08;                // share of the height above the highest power of ten, for a label

/** @type {MakeView<"logcurve">} */
function logcurve(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-logcurve", ...(item.tall ? ["kl-tall"] : []));
  const chart = new Chart(root, stage, { label: item.label, xlog: item.xlog, ylog: true, margins: { right: 14 } });
  const [low, high] = item.decades, bottom = 10 ** (low - 0.15), top = 10 ** (high + HEADROOM * (high - low));
  /** @type {Frame | undefined} */
  let frame;

  const place = (/** @type {Numbers} */ xs) => nearest(xs, player.value(item.along));

  /** @param {Frame} next */
  function draw(next) {
    frame = next;
    const { palette } = stage, xs = next.get(item.x), step = Math.ceil((high - low) / MAX_TICKS);
    chart.begin({
      x0: xs[0], x1: xs[xs.length - 1], y0: bottom, y1: top, note: item.note,
      xticks: tickLabels(item.ticks),
      yticks: decadeTicks(high, low, step),
    });
    const k = place(xs);
    const series = item.series.map((s) => ({ ...s, ys: next.get(s.tensor) }));
    for (const { tone, dash = [], ys, label: name } of series) chart.line(xs, ys, { name, color: palette[tone], dash, width: dash.length ? 1.8 : 2.4 });
    if (item.caption) chart.names.push({ x: chart.axes.box.x, y: chart.axes.box.y, w: 7 * item.caption.length, h: 18 });
    chart.upright(xs[k], palette.accent);                     // before the names, which stay readable on top
    for (const { label, at = 0.5, ys, tone, below } of series) if (label && at !== null) chart.name(label, xs, ys, palette[tone], { at, below });
    for (const { ys, tone } of series) if (tone !== "muted" && ys[k] >= bottom) chart.dot(xs[k], ys[k], palette[tone]);
    if (item.caption) caption(chart, item.caption);
  }

  // A press or a drag on the curve moves the slider.
  pressAlong(chart, player, (value) => {
    const stops = player.stops(item.along), stop = stops[nearest(stops, value)];
    if (stop !== stops[player.index(item.along)]) player.move(item.along, stop);
  }, () => frame !== undefined);

  return {
    draw,
    describe: () => {
      if (!frame) return;
      const k = place(frame.get(item.x));
      const parts = item.series.map(({ tensor, label }) => `${label ?? item.caption} ${number(frame?.get(tensor)[k])}`);
      chart.canvas.setAttribute("aria-label", `${item.label} At ${item.note} = ${numberText(frame.get(item.x)[k])}: ${parts.join(", ")}.`);
    },
  };
}

const numberText = (/** @type {number} */ value) => (Number.isInteger(value) ? String(value) : setting(value));
