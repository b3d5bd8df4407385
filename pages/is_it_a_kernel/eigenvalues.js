// Draw the eigenvalues of a matrix as bars, the smallest first. Bars of negative eigenvalues point
// down and have a ring.

import { Chart, tickLabels } from "../../assets/draw/chart.js";
import { ticks } from "../../assets/draw/axes.js";
import { noteBars } from "../../assets/draw/drawn-data.js";
import { number, trimZeros } from "../../assets/base/format.js";

export const kinds = { eigenvalues };
export const costly = ["eigenvalues"];

// Largest number of bars for which each bar is labelled with its value. If there are more, only the
// smallest eigenvalue has a label, and only if it is below 0.
const MAX_LABELLED = 7;

/**
 * Return the name of the matrix whose eigenvalues are shown: the symmetric part, if K is not
 * symmetric.
 * @param {Frame} frame
 */
export const matrixName = (frame) => (frame.get("symmetric") ? "K" : "(K + Kᵀ)/2");

/**
 * Describe eigenvalues, which are sorted from the smallest.
 * @param {number[]} values
 * @param {string} matrix
 */
export function eigenvaluesInWords(values, matrix) {
  const below = values.filter((v) => v < 0).length, listed = values.slice(0, MAX_LABELLED).map((v) => number(v)).join(", ");
  if (values.length === 1) return `The only eigenvalue of ${matrix} is ${listed}`;
  return `${below} of the ${values.length} eigenvalues of ${matrix} ${below === 1 ? "is" : "are"} below 0. ${values.length > MAX_LABELLED ? `The ${MAX_LABELLED} smallest` : "All"}: ${listed}`;
}

/** @type {MakeView<"eigenvalues">} */
function eigenvalues(root, item, player, stage) {
  root.dataset.view = "eigenvalues";
  root.classList.add("kl-curve");
  const chart = new Chart(root, stage, { label: item.label, margins: { left: 48, top: 22 } });
  let summary = "";

  /** @param {Frame} frame */
  function draw(frame) {
    const { palette, small } = stage, values = [...frame.get("eigenvalues")], count = values.length;
    const low = Math.min(0, ...values), high = Math.max(0, ...values), room = 0.24 * (high - low || 1);
    chart.begin({
      x0: 0.4, x1: count + 0.6, y0: low < 0 ? low - room : -0.1 * room, y1: high + room,
      yticks: tickLabels(ticks(low, high || 1, 3), 2),
    });
    const { axes } = chart, { context } = axes, wide = Math.min(44, 0.7 * axes.box.w / count), zero = axes.py(0);
    values.forEach((v, k) => {
      const x = axes.px(k + 1), y = axes.py(v);
      context.fillStyle = context.strokeStyle = palette[v < 0 ? "negative" : "positive"];
      context.fillRect(x - wide / 2, Math.min(y, zero), wide, Math.max(1.5, Math.abs(y - zero)));
      if (v < 0) {
        context.lineWidth = 2;
        context.beginPath();
        context.arc(x, y + 7, 4, 0, 2 * Math.PI);
        context.stroke();
      }
      if (count <= MAX_LABELLED || (v < 0 && k === 0)) axes.text(trimZeros(number(v)), x + (v < 0 ? 9 : 0), v < 0 ? y + 8 : y - 9, { color: palette.text, size: small, align: v < 0 ? "left" : "center" });
    });
    context.fillStyle = palette.muted;
    context.fillRect(axes.box.x, zero - 0.5, axes.box.w, 1);
    axes.text(`eigenvalues of ${matrixName(frame)}`, axes.box.x, 9, { color: palette.muted, size: small, align: "left" });
    noteBars(axes, values, { name: `eigenvalues of ${matrixName(frame)}` });
    summary = eigenvaluesInWords(values, matrixName(frame));
  }

  return { draw, describe: () => chart.canvas.setAttribute("aria-label", `${item.label} ${summary}.`) };
}
