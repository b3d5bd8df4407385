// A live curve: a quantity over the stops of a slider, with a marker at the slider's value; a click sets the slider.
// With `x`, the view shows a function of x instead, which changes with the slider.

import { Chart, tickLabels } from "../draw/chart.js";
import { ticks } from "../draw/axes.js";
import { nearest, values } from "../base/sweep-decoder.js";
import { number, percent, setting, tick } from "../base/format.js";
import { roundUp } from "../input/example-hover.js";
import { ended } from "../base/text-alternative.js";
import { pressAlong } from "../input/gestures.js";

export const kinds = { curve };
export const costly = ["curve"];

/** The names of lines without a label, by tensor. @type {Record<string, string>} */
const COMMON_NAMES = { fit: "the fit", truth: "the truth" };

const LONG_NAME = 12;           // characters; longer names of an axis have their own line
/** @type {Record<string, (value: number) => string>} */
const FORMATS = {
  percent: (v) => `${Math.round(100 * v)} %`,
  number: tick,
};

/** @type {MakeView<"curve">} */
function curve(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve");
  return item.x ? functionCurve(root, item, player, stage) : stopCurve(root, item, player, stage);
}

/** @param {HTMLElement} root @param {CurveItem} item @param {Player} player @param {Stage} stage */
function stopCurve(root, item, player, stage) {
  const chart = new Chart(root, stage, { label: item.label });
  /** @type {{ sweep: Sweep, along: string } | undefined} */
  let shownSweep;                 // the last whole sweep, which sets the axes; single frames have no curve
  /** @type {Frame} */
  let frame;

  /** @param {Frame} next */
  function draw(next) {
    frame = next;
    const { along: slider = frame.along ?? "" } = item, isWhole = frame.along === slider && frame.sweep.stops.length > 1;
    const sceneSweep = isWhole ? frame.sweep : player.loadedSweep(frame.scene, slider);
    if (sceneSweep) shownSweep = { sweep: sceneSweep, along: slider };
    if (!shownSweep) return;
    const { sweep, along } = shownSweep, { stops } = sweep, { palette } = stage;
    chart.axes.xlog = stops[0] > 0;
    const all = item.series.map((s) => ({ ...s, values: allValues(sweep, s.tensor, stops.length) }));
    const series = sceneSweep ? all : [];      // no curve until the scene's sweep arrives
    const top = Math.max(item.min_height ?? 0, ...all.flatMap((s) => [...s.values].filter(Number.isFinite))) * 1.12 || 1;
    const { symbol, ticks: marks } = stage.slider(along);
    chart.begin({
      x0: stops[0], x1: stops[stops.length - 1], y0: 0, y1: top,
      yticks: ticks(0, top, 4).map((v) => [v, FORMATS[item.format ?? "number"](v)]),
      xticks: tickLabels(marks),
      note: symbol,
    });
    for (const s of series) {
      chart.line(stops, s.values, { name: s.label, color: palette[s.tone], dash: s.dash ?? [], width: s.dash ? 1.8 : 2.2 });
    }
    for (const s of series) if (Number.isFinite(s.values[0])) chart.name(s.label ?? "", stops, s.values, palette[s.tone], { ...s, at: s.at ?? undefined });
    const value = Number(frame.scene[along]);
    chart.upright(value, palette.accent);
    for (const s of all) if (!s.dash) chart.dot(value, numberAt(frame, s.tensor), palette[s.tone]);
  }

  // A press or a drag on the curve moves the slider.
  pressAlong(chart, player, (value) => {
    if (!shownSweep) return;
    const { along, sweep: { stops } } = shownSweep, stop = stops[nearest(stops, value)];
    if (player.stops(along)[player.index(along)] !== stop) player.move(along, stop);
  });

  return {
    draw,
    describe: () => {
      if (!shownSweep) return;
      const { along } = shownSweep, write = item.format === "percent" ? percent : number;
      const parts = item.series.map((s) => `${s.label} ${write(numberAt(frame, s.tensor))}`);
      chart.canvas.setAttribute("aria-label", `${ended(item.label)} At ${stage.slider(along).symbol} = ${setting(Number(frame.scene[along]))}: ${parts.join(", ")}`);
    },
  };
}

/**
 * Return the number of a curve at the frame's setting. A tensor without a stop axis, such as the Bayes error, has one entry.
 * @param {Frame} frame @param {string} tensor
 */
function numberAt(frame, tensor) {
  const value = frame.get(tensor);
  return value?.[0] ?? value;
}

// Return a tensor along the stops. A single number becomes a horizontal line.
/** @param {Sweep} sweep @param {string} name @param {number} count */
function allValues(sweep, name, count) {
  const { data } = sweep.tensors[name] ?? { data: [NaN] };
  return data.length === count ? data : new Float64Array(count).fill(data[0]);
}

/** @param {HTMLElement} root @param {CurveItem} item @param {Player} player @param {Stage} stage */
function functionCurve(root, item, player, stage) {
  if (item.tall) root.classList.add("kl-tall");
  if (item.square) root.classList.add("kl-square");
  const margins = (item.note?.length ?? 0) > LONG_NAME ? { bottom: 40 } : {};
  const chart = new Chart(root, stage, { label: item.label, margins, xlog: item.xlog });
  const [x0, x1, y0, y1] = item.range ?? [], { x = "" } = item;

  /** @param {Frame} frame */
  function draw(frame) {
    const { palette } = stage, fixed = item.range ? { x0, x1, y0, y1 } : ranges(frame, item);
    chart.begin({
      ...fixed,
      xticks: (item.xticks ?? ticks(fixed.x0, fixed.x1, 6)).map((v) => [v, FORMATS.number(v)]),
      yticks: ticks(fixed.y0, fixed.y1, item.square ? 6 : 4).map((v) => [v, FORMATS[item.format ?? "number"](v)]),
      note: item.note, ynote: item.ynote,
    });
    const hasNames = item.series.every(({ label, tensor }) => label || COMMON_NAMES[tensor]);
    for (const s of item.series) {
      const xs = frame.get(s.x ?? x), ys = values(frame, s.tensor);
      const style = { name: s.label ?? (hasNames ? COMMON_NAMES[s.tensor] : undefined), color: palette[s.tone], dash: s.dash ?? [], width: s.width ?? 2.2, fill: s.fill, ink: s.ink, jumps: s.jumps, curved: s.curved };
      // A tensor may have several curves, one for each of its rows.
      for (let k = 0; k < (s.rows ?? 1); k++) chart.line(xs, ys.subarray(k * xs.length, (k + 1) * xs.length), style);
    }
    if (item.points) {
      const [xs, ys] = item.points.map((name) => frame.get(name));
      xs.forEach((/** @type {number} */ x, /** @type {number} */ k) => chart.dot(x, ys[k], palette.ring));
    }
    for (const [mx, my, tone] of item.marks ?? []) chart.dot(frame.get(mx), frame.get(my), palette[tone]);
    for (const { label = "", tensor, tone, at, below, x: own = x } of item.series) {
      if (at !== undefined && at !== null) chart.name(label, frame.get(own), values(frame, tensor), palette[tone], { at, below });
    }
  }
  return { draw, describe: (text = "") => chart.canvas.setAttribute("aria-label", text) };
}

// Return the ranges of the axes over all stops, so that the axes don't change while the slider moves. With
// `fits_each_stop` the y-axis fits this stop, by round numbers, for curves that would be flat at many stops.
/** @param {Frame} frame @param {CurveItem} item */
function ranges(frame, item) {
  const all = (/** @type {string[]} */ names) => names.flatMap((n) => [...frame.sweep.tensors[n].data]);
  const xs = all([...new Set(item.series.map((s) => s.x ?? item.x ?? ""))]), [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const names = item.series.filter((s) => !s.may_overflow).map((s) => s.tensor);     // series that may overflow don't affect the range
  if (item.fits_each_stop) return { x0, x1, y0: 0, y1: roundUp(Math.max(...names.flatMap((n) => [...values(frame, n)]))) };
  const ys = all(names);
  if (item.points) ys.push(...frame.get(item.points[1]));
  const low = Math.min(0, ...ys), high = Math.max(...ys);
  return { x0, x1, y0: low - (low < 0 ? 0.08 * (high - low) : 0), y1: high + 0.08 * (high - low) };
}
