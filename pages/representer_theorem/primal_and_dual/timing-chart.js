// Draw the cost of two methods on log axes: times, which the server sends as they are measured,
// see lab/endpoints/benchmark_stream.py, or counted multiplications.

import { Chart, decadeTicks } from "../../../assets/draw/chart.js";
import { tick } from "../../../assets/base/format.js";
import { element, setProperties } from "../../../assets/base/dom.js";
import { invite, stopwatch, unit } from "../../../assets/furniture/measure-button.js";

export const kinds = { timing };
export const costly = ["timing"];

/** @typedef {{ item: TimingItem, stage: Stage, isCounted: () => boolean }} TimingView */

/** @type {MakeView<"timing">} */
function timing(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-timing");
  const charts = item.charts.map(({ along, title, label }) => {
    const box = element("div", { className: "kl-curve kl-medium" }, element("p", { className: "kl-subtitle", textContent: title }));
    root.append(box);
    return { along, label, chart: new Chart(box, stage, { label, xlog: true, ylog: true, margins: { left: 52, right: 12, bottom: 40 } }) };
  });
  const key = (/** @type {TimingCell} */ { along, size, method }) => `${along} ${size} ${method}`;
  const watch = stopwatch(root, { ...item, key, changed: drawCharts });
  let isSeen = false;

  const isCounted = () => player.view[item.look] === "count";
  const cells = () => /** @type {TimingCell[]} */ (isCounted() ? item.counts : watch.cells());
  /** @type {TimingView} */
  const view = { item, stage, isCounted };

  function drawCharts() {
    const allCells = cells();
    setProperties(watch.tools, { hidden: isCounted() });
    const [low, high] = isCounted() ? item.decades.count : item.decades.time;
    for (const { along, chart } of charts) {
      const { palette } = stage, first = item.sizes[0], last = item.sizes[item.sizes.length - 1];
      const yticks = isCounted() ? decadeTicks(low, high, 2) : decadeTicks(low, high, 1, unit);
      chart.begin({ x0: first * 0.9, x1: last * 1.1, y0: 10 ** low, y1: 10 ** high, yticks, xticks: item.sizes.filter((s) => Math.log2(s) % 1 === 0).map((s) => [s, tick(s)]), note: along });
      chart.upright(item.fixed, palette.muted, 1.5, [4, 4]);
      chart.label("\u2002m = p", item.fixed, 10 ** high, palette.muted, { dy: 12 });
      const cellsAlong = allCells.filter((c) => c.along === along);
      for (const method of item.methods) for (const task of item.tasks) drawLine(view, chart, cellsAlong, method, task);
      if (!allCells.length) invite(chart, stage);
    }
  }

  return {
    draw(frame) {
      if (!isSeen) watch.learn(frame.sweep.meta.known ?? []);
      isSeen = true;
      drawCharts();
    },
    describe,
  };

  function describe() {
    for (const { along, label, chart } of charts) {
      const countText = isCounted() ? "Counted multiplications." : `${watch.cells().filter((c) => c.along === along).length} of ${item.total / charts.length} times are measured.`;
      chart.canvas.setAttribute("aria-label", `${label} ${countText} ${summary(along)}`);
    }
  }

  // Return a sentence for each end of the axis that compares the costs of fitting by both methods there.
  /** @param {string} along */
  function summary(along) {
    const cellsAlong = cells().filter((c) => c.along === along);
    /** @param {number} size @param {string} method */
    const cost = (size, method) => cellsAlong.find((c) => c.size === size && c.method === method)?.fit;
    return [item.sizes[0], item.sizes[item.sizes.length - 1]].flatMap((size) => {
      const [theta, alpha] = item.methods.map((method) => cost(size, method.name));
      if (!theta || !alpha) return [];
      const [quick, slow] = theta < alpha ? [0, 1] : [1, 0], times = Math.max(theta, alpha) / Math.min(theta, alpha);
      return [`At ${along} = ${size} the fit ${item.methods[slow].label} costs ${times.toFixed(1)} times as much as the fit ${item.methods[quick].label}.`];
    }).join(" ");
  }
}

// Draw a different mark for each method, so that colour is not the only difference.
/** @param {Chart} chart @param {number} x @param {number} y @param {string} color @param {boolean} square */
function drawMark(chart, x, y, color, square) {
  if (!square) { chart.dot(x, y, color); return; }
  const { context } = chart.axes;
  context.fillStyle = color;
  context.fillRect(chart.axes.px(x) - 4, chart.axes.py(y) - 4, 8, 8);
}

/** @param {TimingView} view @param {Chart} chart @param {TimingCell[]} cells @param {TimedMethod} method @param {TimingTask} task */
function drawLine({ stage, isCounted }, chart, cells, method, task) {
  const color = stage.palette[method.tone], sortedCells = cells.filter((c) => c.method === method.name).toSorted((a, b) => a.size - b.size);
  if (!sortedCells.length) return;
  const xs = sortedCells.map((c) => c.size), ys = sortedCells.map((c) => c[task.name]);
  chart.line(xs, ys, { name: `${task.label} ${method.label}`, color, width: task.dash ? 1.8 : 2.4, dash: task.dash ?? [] });
  if (!isCounted() && !task.dash) xs.forEach((x, k) => drawMark(chart, x, ys[k], color, method.square ?? false));
  const k = xs.length - 1, rivals = cells.filter((c) => c.method !== method.name && c.size <= xs[k]);
  const rival = Math.max(0, ...rivals.filter((c) => c.size === Math.max(...rivals.map((o) => o.size))).map((c) => c[task.name]));
  chart.label(`${task.label} ${method.label}`, xs[k], ys[k], color, { dy: sortedCells[k][task.name] > rival ? -11 : 20, align: k > 2 ? "right" : "left" });
}
