// Show how often ℓ₁ recovers a sparse w*: a map over n and s, and the curve n = c s log d over it.
// The server sends the cells of the map one by one; see
// pages/regularisation/guarantees/sparse_recovery.py.

import { Chart } from "../../../assets/draw/chart.js";
import { noteBars } from "../../../assets/draw/drawn-data.js";
import { card } from "../../../assets/draw/plane-axes.js";
import { number, power, trimZeros } from "../../../assets/base/format.js";
import { element } from "../../../assets/base/dom.js";
import { stopwatch } from "../../../assets/furniture/measure-button.js";
import { arrowKeys } from "../../../assets/input/gestures.js";

export const kinds = { recovery };

/**
 * `pointedKey` is the key of the cell under the pointer, or chosen with the arrow keys.
 * @typedef {object} RecoveryView
 * @property {RecoveryItem} item
 * @property {HTMLElement} caption
 * @property {ReturnType<typeof stopwatch>} watch
 * @property {Frame | null} frame
 * @property {string | null} pointedKey
 */

const key = (/** @type {Pick<MapCell, "n" | "s">} */ { n, s }) => `${n} ${s}`;

/** @type {MakeView<"recovery">} */
function recovery(root, item, player, stage) {
  root.dataset.view = "map";
  root.classList.add("kl-curve", "kl-tall", "kl-recovery");
  const chart = new Chart(root, stage, { label: item.label, margins: { top: 22 } }), { canvas, axes } = chart;
  const caption = element("p", { className: "kl-caption kl-numbers" });
  root.append(caption);
  canvas.tabIndex = 0;
  const watch = stopwatch(root, { ...item, key, changed: () => view.frame && draw(view.frame) });
  const { ns, ss } = item, step = ns[1] - ns[0];
  /** @type {RecoveryView} */
  const view = { item, caption, watch, frame: null, pointedKey: null };
  let isSeen = false;

  /** @param {Frame} frame */
  function draw(frame) {
    view.frame = frame;
    if (!isSeen) watch.learn(frame.sweep.meta.known ?? []);
    isSeen = true;
    const { palette } = stage, cells = watch.cells(), bound = frame.get("bound"), [s0, s1] = [ss[0] - 0.5, ss[ss.length - 1] + 0.5];
    const [n0, n1] = [ns[0] - step / 2, ns[ns.length - 1] + step / 2];
    chart.begin({
      x0: s0, x1: s1, y0: n0, y1: n1, note: "s", xticks: ss.map((s) => [s, String(s)]),
      yticks: ns.filter((_, k) => k % 2).map((n) => [n, String(n)]),
    });
    card(axes, stage);
    axes.clipped((context) => {
      for (const { n, s, successes, trials } of cells) {
        const x = axes.px(s - 0.5), y = axes.py(n + step / 2), w = axes.px(s + 0.5) - x, h = axes.py(n - step / 2) - y;
        context.fillStyle = palette.background;
        context.fillRect(x, y, w + 0.5, h + 0.5);
        context.globalAlpha = 0.06 + 0.8 * successes / trials;
        context.fillStyle = palette.accent;
        context.fillRect(x, y, w + 0.5, h + 0.5);
        context.globalAlpha = 1;
        if (view.pointedKey === key({ n, s })) { context.strokeStyle = palette.text; context.lineWidth = 2; context.strokeRect(x + 1, y + 1, w - 2, h - 2); }
      }
    });
    chart.line(frame.get("s"), bound, { name: "bound", color: palette.squared, width: 3.2 });
    recordRow(view, axes, cells);
    for (const cell of cells) count(cell, axes.py(bound[ss.indexOf(cell.s)]));
    axes.text("m", axes.box.x - 6, axes.box.y - 11, { color: palette.muted, size: stage.small, align: "right" });
    showCaption(view, cells);
  }

  // Write a cell's number of successes if it fits, with an outline in the cell's colour where the curve is near.
  /** @param {MapCell} cell @param {number} curve */
  function count({ n, s, successes, trials }, curve) {
    const { palette, small: size } = stage, x = axes.px(s), y = axes.py(n), text = String(successes), isDark = successes > 0.55 * trials;
    if (axes.px(s + 1) - x < axes.widthOf(String(item.trials), size) || axes.py(n - step) - y < size) return;
    if (Math.abs(curve - y) < 2 * size) axes.text(text, x, y, { color: isDark ? palette.accent : palette.background, size, halo: 4 });
    axes.text(text, x, y, { color: isDark ? palette.on_accent : palette.muted, size });
  }

  canvas.addEventListener("pointermove", (e) => {
    if (!view.frame) return;
    const [s, n] = axes.at(e.offsetX, e.offsetY);
    point(ss[Math.round(s - ss[0])], ns[Math.round((n - ns[0]) / step)]);
  });
  canvas.addEventListener("pointerleave", () => point());
  arrowKeys(canvas, {
    able: () => view.frame !== null,
    move([dx, dy]) {
      const [n, s] = (view.pointedKey ?? `${ns[0]} ${ss[0]}`).split(" ").map(Number);
      point(ss[ss.indexOf(s) + (view.pointedKey ? dx : 0)] ?? s, ns[ns.indexOf(n) + (view.pointedKey ? dy : 0)] ?? n);
      stage.announce(caption.textContent);
    },
  });
  /** @param {number} [s] @param {number} [n] */
  function point(s, n) {
    const nextKey = s === undefined || n === undefined ? null : key({ n, s });
    if (nextKey === view.pointedKey || !view.frame) return;
    view.pointedKey = nextKey;
    draw(view.frame);
  }

  return {
    draw,
    describe: (text) => canvas.setAttribute("aria-label", `${text}. ${describeBorder(view)}${watch.cells().length} of ${item.total} cells are measured. Arrow keys go from cell to cell.`),
  };
}

// Store the numbers of the row of cells under the pointer, by default the middle row, as drawn data.
/** @param {RecoveryView} view @param {Axes} axes @param {MapCell[]} cells */
function recordRow({ item: { ns, trials }, pointedKey }, axes, cells) {
  const n = pointedKey ? Number(pointedKey.split(" ")[0]) : ns[Math.floor(ns.length / 2)];
  const row = cells.filter((cell) => cell.n === n).sort((a, b) => a.s - b.s);
  if (row.length) noteBars(axes, row.map((cell) => cell.successes), { xs: row.map((cell) => cell.s), name: `recovered of ${trials} at m = ${n}`, parts: "cells", scale: [0, trials], levels: [] });
}

/** @param {RecoveryView} view @param {MapCell[]} cells */
function showCaption({ item, caption, pointedKey }, cells) {
  const cell = cells.find((c) => key(c) === pointedKey), bestConstant = cells.at(-1)?.constant;
  caption.textContent = cell
    ? `m = ${cell.n}, s = ${cell.s}: ${cell.successes} of ${cell.trials} true vectors w* were recovered exactly; the largest relative duality gap of the fits is ${power(cell.gap)}.`
    : `Each cell shows how many of ${item.trials} true vectors w* were found exactly: the more, the stronger its colour.${bestConstant ? ` The c that fits the border best: ${bestConstant}.` : ""}`;
}

// Describe the border: the curve, and, for the smallest and the largest s, the smallest measured n at
// which more than half of the true vectors are recovered.
/** @param {RecoveryView} view */
function describeBorder({ item: { ss }, watch, frame }) {
  if (!frame) return "";
  const s = frame.get("s"), bound = frame.get("bound"), last = s.length - 1, cells = watch.cells();
  const half = [ss[0], ss[ss.length - 1]].flatMap((s) => {
    const least = Math.min(...cells.filter((c) => c.s === s && 2 * c.successes > c.trials).map((c) => c.n));
    return Number.isFinite(least) ? [`With s = ${s}, m = ${least} is the smallest measured m at which more than half of the true vectors are recovered. `] : [];
  });
  return `The curve goes from m = ${trimZeros(number(bound[0]))} to m = ${trimZeros(number(bound[last]))}. ${half.join("")}`;
}
