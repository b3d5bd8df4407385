// Show the value of one coefficient with each of three penalties. One chart shows it against b: a
// drag in this chart chooses b. The other chart shows it against λ, for the chosen b.

import { Chart, tickLabels } from "../../../assets/draw/chart.js";
import { tensorAt, nearest } from "../../../assets/base/sweep-decoder.js";
import { number, trimZeros } from "../../../assets/base/format.js";
import { element } from "../../../assets/base/dom.js";
import { arrowKeys, drag, pressAlong } from "../../../assets/input/gestures.js";

export const kinds = { shrink, shrinkpaths };

// Return the index of the chosen b.
/** @param {Frame} frame @param {ShrinkCurvesItem | ShrinkPathsItem} item @param {Player} player */
const place = (frame, item, player) => nearest(frame.get(item.x), Number(player.view[item.look]));

/**
 * Draw a function as separate lines, interrupted where neighbouring values differ by `jump` or more.
 * @param {Chart} chart @param {ArrayLike<number>} xs @param {ArrayLike<number>} ys @param {{ name: string, color: string }} look @param {number} jump
 */
function pieces(chart, xs, ys, look, jump) {
  let from = 0;
  for (let k = 1; k <= xs.length; k++) {
    if (k < xs.length && Math.abs(ys[k] - ys[k - 1]) < jump) continue;
    chart.line(Array.prototype.slice.call(xs, from, k), Array.prototype.slice.call(ys, from, k), { ...look, width: 2.6 });
    from = k;
  }
}

/** @type {MakeView<"shrink">} */
function shrink(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-square", "kl-shrink");
  const chart = new Chart(root, stage, { label: item.label }), { canvas, axes } = chart;
  const caption = element("p", { className: "kl-caption kl-numbers" });
  root.append(caption);
  canvas.tabIndex = 0;
  canvas.classList.add("is-clickable");
  /** @type {Frame | null} */
  let currentFrame = null;

  /** @param {Frame} frame */
  function draw(frame) {
    currentFrame = frame;
    const { palette } = stage, xs = frame.get(item.x), k = place(frame, item, player), end = xs.length - 1;
    const marks = tickLabels([-3, -2, -1, 0, 1, 2, 3]);
    chart.begin({ x0: xs[0], x1: xs[end], y0: xs[0], y1: xs[end], xticks: marks, yticks: marks, note: "b" });
    chart.line(xs, xs, { color: palette.muted, width: 1.2, dash: [3, 4] });
    chart.upright(xs[k], palette.accent);
    item.series.forEach(({ tensor, label = "", tone }, j) => {
      const ys = frame.get(tensor);
      pieces(chart, xs, ys, { name: label.split(":")[0], color: palette[tone] }, 4 * (xs[1] - xs[0]));
      chart.dot(xs[k], ys[k], palette[tone]);
      chart.label(label, xs[0] + 0.25, xs[end] - 0.35 - 0.38 * j, palette[tone], { dy: 0 });
    });
    caption.textContent = `b = ${trimZeros(number(xs[k]))} becomes ${item.series.map(({ tensor, label = "" }) =>
      `${trimZeros(number(frame.get(tensor)[k]))} (${label.split(":")[0]})`).join(", ")}.`;
  }

  /** @param {Frame} frame @param {number} b */
  function moveTo(frame, b) {
    player.view[item.look] = String(frame.get(item.x)[nearest(frame.get(item.x), b)]);
    for (const view of stage.views()) if ("look" in view.item && view.item.look === item.look) view.draw(frame);
  }
  const settle = () => player.look({ [item.look]: player.view[item.look] });

  const follow = (/** @type {PointerEvent} */ e) => { if (currentFrame) moveTo(currentFrame, axes.at(e.offsetX, 0)[0]); };
  drag(canvas, {
    down(e) {
      if (!currentFrame) return false;
      follow(e);
      return true;
    },
    move: follow,
    up: settle,
  });
  arrowKeys(canvas, {
    settle,
    able: () => currentFrame !== null,
    move([dx, dy]) {
      if (!currentFrame) return;
      const xs = currentFrame.get(item.x);
      moveTo(currentFrame, xs[Math.min(xs.length - 1, Math.max(0, place(currentFrame, item, player) + dx + dy))]);
    },
  });
  return {
    draw,
    describe: () => canvas.setAttribute("aria-label", `${item.label} ${caption.textContent} Arrow keys move b.`),
    summary: () => caption.textContent,
  };
}

/** @type {MakeView<"shrinkpaths">} */
function shrinkpaths(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-tall");
  const chart = new Chart(root, stage, { label: item.label });
  /** @type {Frame | null} */
  let currentFrame = null;

  /** @param {Frame} frame */
  function draw(frame) {
    currentFrame = frame;
    const { palette } = stage, { stops } = frame.sweep, k = place(frame, item, player), end = stops.length - 1;
    const xs = frame.get(item.x), b = xs[k];
    chart.begin({ x0: stops[0], x1: stops[end], y0: xs[0], y1: xs[xs.length - 1], xticks: tickLabels([0, 1, 2, 3, 4]), yticks: tickLabels([-3, -2, -1, 0, 1, 2, 3]), note: "λ" });
    const series = item.series.map((curve) => ({ ...curve, ys: Array.from(stops, (_, stop) => tensorAt(frame.sweep, curve.tensor, stop)[k]) }));
    for (const { tone, ys, label = "" } of series) pieces(chart, stops, ys, { name: label.split(":")[0], color: palette[tone] }, 0.1 + Math.abs(b) / 4);
    for (const { tone, ys, label = "" } of series) chart.name(label.split(":")[0], stops, ys, palette[tone], { at: 0.3 });
    chart.upright(stops[frame.stop], palette.accent);
    for (const { tone, ys } of series) chart.dot(stops[frame.stop], ys[frame.stop], palette[tone]);
  }

  pressAlong(chart, player, (value) => {
    const stops = player.stops(item.along), stop = stops[nearest(stops, value)];
    if (stop !== stops[player.index(item.along)]) player.move(item.along, stop);
  }, () => currentFrame !== null);

  return {
    draw,
    describe() {
      if (!currentFrame) return;
      const frame = currentFrame, k = place(frame, item, player), short = (/** @type {number} */ value) => trimZeros(number(value));
      const values = item.series.map(({ tensor, label = "" }) => `${label.split(":")[0]} ${short(frame.get(tensor)[k])}`).join(", ");
      chart.canvas.setAttribute("aria-label", `${item.label} b = ${short(frame.get(item.x)[k])}. At λ = ${short(frame.sweep.stops[frame.stop])}: ${values}.`);
    },
  };
}
