// Draw two square matrices to the same scale: one with a row for each feature, and one with a row for each example. The
// scale fits the larger number of rows, rounded up. The smaller system of equations is highlighted, or both if they have
// the same size.

import { Chart } from "../../assets/draw/chart.js";
import { noteBars } from "../../assets/draw/drawn-data.js";
import { roundUp } from "../../assets/input/example-hover.js";

export const kinds = { systems };
export const costly = ["systems"];

const MATRIX_GAP = 14;           // px between the matrices
const LABEL_HEIGHT = 42;         // px for the two lines of text above a matrix
const MIN_CELL = 3.2;            // smallest cell side, in px, at which cells are drawn separately

/** @type {MakeView<"systems">} */
function systems(root, item, player, stage) {
  root.dataset.view = "bars";
  root.classList.add("kl-curve", "kl-medium");
  const chart = new Chart(root, stage, { label: item.label, margins: { left: 2, right: 2, top: LABEL_HEIGHT, bottom: 2 } });
  let sizes = "";

  /** @param {Frame} frame */
  function draw(frame) {
    const p = Number(frame.get(item.features)), m = Number(frame.get(item.examples));
    chart.begin({ x0: 0, x1: 1, y0: 0, y1: 1 });
    const { x, y, w, h } = chart.axes.box, half = (w - MATRIX_GAP) / 2, scale = Math.min(half, h) / Math.min(item.most, roundUp(Math.max(p, m)));
    matrix(p, x, p <= m, "ΦᵀΦ + λI", "for ŵ");
    matrix(m, x + half + MATRIX_GAP, m <= p, "ΦΦᵀ + λI", "for α");
    noteBars(chart.axes, [p, m], { name: "rows, for ŵ and for α", parts: "matrices", scale: [0, item.most], levels: [] });
    sizes = `For ŵ ${p} by ${p}, for α ${m} by ${m}`;

    /** @param {number} rows @param {number} left @param {boolean} isSmaller @param {string} name @param {string} unknown */
    function matrix(rows, left, isSmaller, name, unknown) {
      const { context } = chart.axes, { palette, small } = stage, side = rows * scale, top = y;
      context.fillStyle = isSmaller ? palette.accent : palette.muted;
      context.globalAlpha = isSmaller ? 0.85 : 0.32;
      context.fillRect(left, top, side, side);
      context.globalAlpha = 1;
      context.strokeStyle = palette.background;
      context.lineWidth = 0.6;
      context.beginPath();
      for (let k = 1; k < rows && scale >= MIN_CELL; k++) {
        context.moveTo(left + k * scale, top);
        context.lineTo(left + k * scale, top + side);
        context.moveTo(left, top + k * scale);
        context.lineTo(left + side, top + k * scale);
      }
      context.stroke();
      const style = { color: palette.text, size: small, align: /** @type {CanvasTextAlign} */ ("left") };
      chart.axes.text(name, left, y - 29, { ...style, weight: "600" });
      chart.axes.text(`${unknown}: ${rows} × ${rows}`, left, y - 11, style);
    }
  }

  return { draw, describe: (text = "") => chart.canvas.setAttribute("aria-label", [text, `${sizes}.`].filter(Boolean).join(" ")) };
}
