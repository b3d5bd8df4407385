// A map of an error over two sliders; the stronger the colour, the smaller the error. A press moves both sliders. Rings
// mark the minimum and the current setting.

import { Chart, tickLabels } from "../draw/chart.js";
import { noteBars } from "../draw/drawn-data.js";
import { element, setText } from "../base/dom.js";
import { nearest } from "../base/sweep-decoder.js";
import { formatOf, setting, typedNumber } from "../base/format.js";
import { arrowKeys, drag } from "../input/gestures.js";

export const kinds = { errormap };
export const costly = ["errormap"];

const MIN_OPACITY = 0.04, MAX_OPACITY = 0.95;   // opacity of the largest and of the minimum error
const PALE_FACTOR = 10;             // errors above this multiple of the minimum error have the same pale colour
const MARK_RADIUS_PX = 6;                  // distance from the middle of a mark to its edge

/** @type {MakeView<"errormap">} */
function errormap(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-medium");
  const chart = new Chart(root, stage, { xlog: true, label: item.label, margins: { left: 40 } }), { canvas, axes } = chart;
  canvas.tabIndex = 0;
  canvas.classList.add("is-clickable");
  const logs = item.up_stops.map(Math.log), step = (logs[logs.length - 1] - logs[0]) / (logs.length - 1);
  const ratio = (item.stops[item.stops.length - 1] / item.stops[0]) ** (0.5 / (item.stops.length - 1));
  const caption = root.appendChild(element("p", { className: "kl-caption kl-numbers" }));

  const table = () => item.tables[player.scene[item.by]] ?? Object.values(item.tables)[0];
  const place = () => ({ column: nearest(item.stops, player.value(item.along)), row: nearest(item.up_stops, player.value(item.up)) });

  /** @param {Frame} frame */
  function draw(frame) {
    const { palette } = stage, rows = table(), { symbol } = stage.slider(item.along), up = stage.slider(item.up);
    const all = rows.flatMap((row, j) => row.map((value, k) => ({ value, j, k }))).filter(({ value }) => Number.isFinite(value));
    const best = all.reduce((a, b) => (b.value < a.value ? b : a), all[0]);
    chart.begin({
      x0: item.stops[0] / ratio, x1: item.stops[item.stops.length - 1] * ratio, y0: logs[0] - step / 2, y1: logs[logs.length - 1] + step / 2,
      xticks: tickLabels(stage.slider(item.along).ticks), yticks: up.ticks.map((v) => [Math.log(v), setting(v)]), note: symbol, ynote: up.symbol,
    });
    const { context } = axes, deep = Math.log(PALE_FACTOR);
    context.fillStyle = palette.accent;
    for (const { value, j, k } of all) {
      const share = best.value > 0 ? 1 - Math.min(1, Math.log(value / best.value) / deep) : Number(value === 0);
      const [left, right] = [axes.px(item.stops[k] / ratio), axes.px(item.stops[k] * ratio)];
      const [top, bottom] = [axes.py(logs[j] + step / 2), axes.py(logs[j] - step / 2)];
      context.globalAlpha = MIN_OPACITY + (MAX_OPACITY - MIN_OPACITY) * share ** 2;
      context.fillRect(left, top, right - left + 0.5, bottom - top + 0.5);
    }
    context.globalAlpha = 1;
    const { column, row } = place();
    recordRow(rows[row], Math.max(...all.map(({ value }) => value)), [item.stops[column], logs[row]]);
    ring(item.stops[best.k], logs[best.j], palette.background, 2);
    for (const mark of item.marks ?? []) outline(mark.shape, axes, [item.stops[mark.column], logs[mark.row]], palette);
    ring(item.stops[column], logs[row], palette.background, 5);
    ring(item.stops[column], logs[row], palette.text, 2.5);
    axes.text(up.symbol, axes.box.x + 8, axes.box.y + 10, { color: palette.text, size: stage.small, weight: "600" });
    const error = (/** @type {number} */ value) => formatOf(item.format)(value, frame), minimum = `${symbol} = ${setting(item.stops[best.k])}, ${up.symbol} = ${setting(item.up_stops[best.j])}`;
    setText(caption, `The stronger the colour, the smaller the error. Thin ring: minimum ${error(best.value)}, at ${minimum}. Thick ring: current setting, ${error(rows[row][column])}.`);
  }

  // Record the errors of the chosen row, with the cursor at the chosen cell.
  /** @param {number[]} errors @param {number} largest @param {Point} chosen */
  function recordRow(errors, largest, [x, y]) {
    const { box } = axes, up = stage.slider(item.up);
    axes.cursor = { x: (axes.px(x) - box.x) / box.w, y: (axes.py(y) - box.y) / box.h };
    noteBars(axes, errors, { xs: item.stops, name: `the error at ${up.symbol} = ${setting(Math.exp(y))}`, parts: "cells", scale: [0, largest || 1] });
  }

  /** @param {number} x @param {number} y @param {string} color @param {number} width */
  function ring(x, y, color, width) {
    const { context } = axes;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    context.arc(axes.px(x), axes.py(y), 6, 0, 2 * Math.PI);
    context.stroke();
  }

  /** @param {number} column @param {number} row */
  function go(column, row) {
    const last = (/** @type {ArrayLike<number>} */ stops, /** @type {number} */ k) => Math.min(stops.length - 1, Math.max(0, k));
    const along = item.stops[last(item.stops, column)], up = item.up_stops[last(item.up_stops, row)];
    if (along !== player.value(item.along) || up !== player.value(item.up)) player.change({ [item.along]: typedNumber(along), [item.up]: typedNumber(up) }, item.along);
  }
  const follow = (/** @type {PointerEvent} */ e) => {
    const [x, y] = axes.at(e.offsetX, e.offsetY);
    go(nearest(item.stops, x), nearest(logs, y));
  };
  drag(canvas, {
    scrolls: true,
    down(e) { player.hold(true); follow(e); },
    move: follow,
    up() { player.hold(false); player.settle(); },
  });
  arrowKeys(canvas, { move: ([dx, dy]) => { const { column, row } = place(); go(column + dx, row + dy); }, settle: () => player.settle() });
  return { draw, describe: () => canvas.setAttribute("aria-label", `${item.label} ${caption.textContent} Arrow keys move both sliders.`) };
}

/** @param {"square" | "triangle"} shape @param {import("../draw/axes.js").Axes} axes @param {[number, number]} at @param {Stage["palette"]} palette */
function outline(shape, axes, [x, y], palette) {
  const { context } = axes, px = axes.px(x), py = axes.py(y), r = MARK_RADIUS_PX;
  context.beginPath();
  if (shape === "square") context.rect(px - r, py - r, 2 * r, 2 * r);
  else for (const [dx, dy] of [[0, -r - 1], [r, r - 1], [-r, r - 1]]) context.lineTo(px + dx, py + dy);
  context.closePath();
  for (const [color, width] of /** @type {[string, number][]} */ ([[palette.text, 3.5], [palette.background, 2]])) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
  }
}
