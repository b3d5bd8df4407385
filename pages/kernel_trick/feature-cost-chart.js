// Draw the cost of one inner product by two methods, against the number of coordinates and against
// the degree, on log axes: counted multiplications, or measured times (see
// pages/kernel_trick/feature_cost.py and pages/kernel_trick/feature_timing.py). The curve with φ
// ends where φ(x) is larger than a limit: the memory of a laptop, or the largest size that is timed.

import { Chart, decadeTicks } from "../../assets/draw/chart.js";
import { number, tick } from "../../assets/base/format.js";
import { element, setProperties, setText } from "../../assets/base/dom.js";
import { nearest } from "../../assets/base/sweep-decoder.js";
import { invite, stopwatch, unit } from "../../assets/furniture/measure-button.js";
import { pressAlong } from "../../assets/input/gestures.js";

export const kinds = { costs };
export const costly = ["costs"];

const HALF_SIDE = 4.5;           // half the side of a mark, in CSS pixels
/** @type {[number, string][]} */
const UNITS = [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"], [1, "bytes"]];

/**
 * A point of a chart, and the memory that its features need.
 * @typedef {{ x: number, y: number, bytes: number }} Cell
 * @typedef {"coords" | "order"} Along
 *
 * @typedef {object} CostView
 * @property {Stage} stage
 * @property {CostsItem} item
 * @property {() => number} limit
 * @property {(CostChart & { along: Along, chart: Chart })[]} charts
 * @property {() => boolean} isCounted
 * @property {() => Record<Along, number>} spot
 * @property {Record<Along, number[]>} stops
 * @property {Record<string, number[][]>} table
 * @property {HTMLElement} memoryNote
 * @property {ReturnType<typeof stopwatch>} watch
 */

/** @type {MakeView<"costs">} */
function costs(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-timing", "kl-costs");
  const { sizes, degrees, table } = item;
  /** @type {Record<Along, number[]>} */
  const stops = { coords: sizes, order: degrees };
  const charts = item.charts.map((spec) => {
    const along = /** @type {Along} */ (spec.along);
    const box = element("div", { className: "kl-curve kl-medium" }, element("p", { className: "kl-subtitle", textContent: spec.title }));
    root.append(box);
    const chart = new Chart(box, stage, { label: spec.label, xlog: spec.along === "coords", ylog: true, margins: { left: 52, right: 14, bottom: 40 } });
    press(chart, along);
    return { ...spec, along, chart };
  });
  const memoryNote = element("p", { className: "kl-memory", role: "status" });
  const key = (/** @type {{ d: number, degree: number, method: string }} */ { d, degree, method }) => `${d} ${degree} ${method}`;
  const watch = stopwatch(root, { ...item, key, changed: drawCharts });
  root.append(memoryNote);
  let isSeen = false;

  const isCounted = () => player.view[item.look] !== "time";
  const spot = () => ({ coords: nearest(sizes, player.value("coords")), order: nearest(degrees, player.value("order")) });
  const limit = () => item.limits[isCounted() ? "count" : "time"];
  /** @type {CostView} */
  const view = { stage, limit, item, charts, isCounted, memoryNote, spot, stops, table, watch };

  // Return the points of one method's curve in one chart, at the value of the other slider.
  /** @param {Along} name @param {string} method @param {Map<string, number>} times */
  function cellsAlong(name, method, times) {
    const at = spot();
    return stops[name].map((x, k) => {
      const [i, j] = name === "coords" ? [k, at.order] : [at.coords, k], cost = isCounted() ? table[method][i][j] : times.get(key({ d: sizes[i], degree: degrees[j], method }));
      return { x, y: cost ?? NaN, bytes: method === "explicit" ? table.bytes[i][j] : 0 };
    });
  }

  function drawCharts() {
    const times = new Map(watch.cells().map((cell) => [key(cell), cell.seconds]));
    const [low, high] = item.decades[isCounted() ? "count" : "time"], yticks = isCounted() ? decadeTicks(low, high, 2) : decadeTicks(low, high, 1, unit);
    setProperties(watch.tools, { hidden: isCounted() });
    for (const { along: name, note, chart } of charts) {
      const { palette } = stage, xs = stops[name], log = name === "coords", pad = log ? 1.12 : 0;
      const xticks = xs.filter((x) => !log || Math.log2(x) % 2 === 0).map((x) => /** @type {[number, string]} */ ([x, tick(x)]));
      chart.begin({ x0: log ? xs[0] / pad : xs[0] - 0.25, x1: log ? xs[xs.length - 1] * pad : xs[xs.length - 1] + 0.25, y0: 10 ** low, y1: 10 ** high, xticks, yticks, note });
      const full = cellsAlong(name, "explicit", times).find((cell) => cell.bytes > limit());
      if (full) markMemoryLimit(view, chart, full);
      chart.upright(xs[spot()[name]], palette.accent, 1.5, [2, 3]);
      chart.keepClear(xs[spot()[name]]);
      const lines = item.methods.map((method) => drawLine(view, chart, cellsAlong(name, method.name, times), method));
      item.methods.forEach((method, k) => nameLine(view, chart, lines[k], method));
      if (!isCounted() && !times.size) invite(chart, stage);
    }
    describeMemory(view);
  }

  // Let a click or a drag in a chart move its slider.
  /** @param {Chart} chart @param {Along} name */
  function press(chart, name) {
    pressAlong(chart, player, (value) => {
      const stop = stops[name][nearest(stops[name], value)];
      if (stop !== player.value(name)) player.move(name, stop);
    });
  }

  return {
    draw() {
      if (!isSeen) watch.learn([...player.sweeps.values()].flatMap((sweep) => sweep.meta.known ?? []));
      isSeen = true;
      drawCharts();
    },
    describe: () => describeMemory(view),
    summary: () => memoryNote.textContent,
  };
}

// Draw a square: one method has squares and the other dots, so that colour is not the only difference.
/** @param {Chart} chart @param {number} x @param {number} y @param {string} color */
function drawSquare(chart, x, y, color) {
  const { context } = chart.axes;
  context.fillStyle = color;
  context.fillRect(chart.axes.px(x) - HALF_SIDE, chart.axes.py(y) - HALF_SIDE, 2 * HALF_SIDE, 2 * HALF_SIDE);
}

// Draw the curve of one method through the cells that have a cost and are within the limit of memory. Return these cells.
/** @param {CostView} view @param {Chart} chart @param {Cell[]} cells @param {CostedMethod} method */
function drawLine({ stage, limit }, chart, cells, { label: name, tone, square = false }) {
  const color = stage.palette[tone], points = cells.filter((cell) => Number.isFinite(cell.y) && cell.bytes <= limit());
  if (!points.length) return points;
  chart.line(points.map((c) => c.x), points.map((c) => c.y), { name, color, width: 2.4 });
  for (const { x, y } of points) if (square) drawSquare(chart, x, y, color); else chart.dot(x, y, color);
  return points;
}

/** @param {CostView} view @param {Chart} chart @param {Cell[]} points @param {CostedMethod} method */
function nameLine({ stage }, chart, points, { label, tone, square = false }) {
  chart.name(label, points.map((c) => c.x), points.map((c) => c.y), stage.palette[tone], { at: 0.4, below: !square });
}

// Shade the part of the axis where φ(x) is larger than the limit, and label it.
/** @param {CostView} view @param {Chart} chart @param {Cell} cell */
function markMemoryLimit({ stage, isCounted }, chart, { x, bytes }) {
  const { palette, small } = stage, { context, box: area } = chart.axes, px = chart.axes.px(x), right = area.x + area.w;
  context.globalAlpha = 0.1;
  context.fillStyle = palette.negative;
  context.fillRect(px, area.y, right - px, area.h);
  context.globalAlpha = 1;
  chart.upright(x, palette.negative, 2, [6, 4]);
  const before = px - area.x > right - px, style = { size: small, weight: "600", align: /** @type {CanvasTextAlign} */ (before ? "right" : "left") };
  [isCounted() ? "out of memory:" : "not measured:", `φ(x) takes ${memory(bytes)}`].forEach((text, k) => {
    const tx = px + (before ? -7 : 7), ty = area.y + 9 + k * (small + 3);
    chart.axes.text(text, tx, ty, { ...style, color: palette.background, halo: 4 });
    chart.axes.text(text, tx, ty, { ...style, color: palette.negative });
  });
}

/** @param {CostView} view */
function describeMemory({ item, charts, isCounted, limit, memoryNote, spot, stops, table, watch }) {
  const at = spot(), bytes = table.bytes[at.coords][at.order], most = memory(limit());
  const whose = isCounted() ? `the ${most} of a laptop` : `the ${most} that this app allows in a measurement`;
  const text = bytes <= limit()
    ? `φ(x) of one point takes ${memory(bytes)}. That is within ${whose}.`
    : `φ(x) of one point would take ${memory(bytes)}: more than ${whose}${isCounted() ? ", so it does not fit" : ""}. K needs only the two points and one number.`;
  setText(memoryNote, text);
  for (const { along: name, label, chart } of charts) {
    const full = stops[name].find((_, k) => table.bytes[name === "coords" ? k : at.coords][name === "coords" ? at.order : k] > limit());
    const place = `${name === "coords" ? "d" : "degree"} = ${full}`, end = isCounted() ? `With φ the memory runs out at ${place}.` : `With φ nothing is measured from ${place} on.`;
    const ends = full ? end : "With φ the memory is enough along the whole axis.";
    const how = isCounted() ? "Counted multiplications." : `${watch.cells().length} of ${item.total} times are measured.`;
    chart.canvas.setAttribute("aria-label", `${label} ${how} ${ends} ${text}`);
  }
}

/** @param {number} bytes */
function memory(bytes) {
  const [size, name] = UNITS.find(([least]) => bytes >= least) ?? UNITS[UNITS.length - 1];
  return `${number(bytes / size, bytes < 1000 ? 4 : 3).replace(/\.0+$/, "")}\u00a0${name}`;
}
