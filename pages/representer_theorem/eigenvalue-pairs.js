// Draw two lists of eigenvalues, the largest first: shared eigenvalues are in pairs, and a ring
// stands for each zero.

import { Chart, tickLabels } from "../../assets/draw/chart.js";
import { ticks } from "../../assets/draw/axes.js";
import { noteBars } from "../../assets/draw/drawn-data.js";
import { number, trimZeros } from "../../assets/base/format.js";

export const kinds = { pairs };
export const costly = ["pairs"];

/** @type {MakeView<"pairs">} */
function pairs(root, item, player, stage) {
  root.dataset.view = "bars";
  root.classList.add("kl-curve", "kl-medium");
  const chart = new Chart(root, stage, { label: item.label, margins: { left: 48, top: 24 } });
  let listText = "";

  /** @param {Frame} frame */
  function draw(frame) {
    const { palette } = stage, lists = item.lists.map(({ label = "", tone, tensor }) => ({ label, tone, values: [...frame.get(tensor)] }));
    const count = Math.max(...lists.map((l) => l.values.length));
    const top = Math.max(...lists.flatMap((l) => l.values)) || 1;
    chart.begin({
      x0: 0.45, x1: count + 0.55, y0: 0, y1: 1.16 * top,
      xticks: Array.from({ length: count }, (_, k) => [k + 1, String(k + 1)]),
      yticks: tickLabels(ticks(0, top, 3)),
    });
    const { axes } = chart, wide = Math.min(36, 0.32 * axes.box.w / count), zero = axes.py(0), { context } = axes;
    lists.forEach(({ values, tone }, side) => values.forEach((value, k) => {
      const x = axes.px(k + 1) + (side ? 1 : -wide - 1), y = axes.py(value);
      context.fillStyle = context.strokeStyle = palette[tone];
      if (value > 0) {
        context.fillRect(x, y, wide, Math.max(1, zero - y));
      } else {
        context.lineWidth = 2;
        context.beginPath();
        context.arc(x + wide / 2, zero - 6, 4.5, 0, 2 * Math.PI);
        context.stroke();
      }
    }));
    for (const { label, values } of lists) noteBars(axes, values, { name: label });
    context.fillStyle = palette.muted;
    context.fillRect(axes.box.x, zero - 0.5, axes.box.w, 1);
    for (let k = 0; k < count; k++) {
      const values = lists.map((l) => l.values[k]).filter((v) => v !== undefined), most = Math.max(...values);
      axes.text(trimZeros(number(most)), axes.px(k + 1), axes.py(most) - (most > 0 ? 9 : 20), { color: palette.text, size: stage.small });
    }
    let x = axes.box.x;
    for (const { label, tone } of lists) {
      axes.text(label, x, 9, { color: palette[tone], size: stage.small, align: "left", weight: "600" });
      x += 8 * label.length + 26;
    }
    axes.text("eigenvalues", axes.box.x + axes.box.w, 9, { color: palette.muted, size: stage.small, align: "right" });
    listText = lists.map(({ label, values }) => `${label}: ${values.map((v) => number(v)).join(", ")}`).join(". ");
  }

  return { draw, describe: () => chart.canvas.setAttribute("aria-label", `${item.label} ${listText}.`) };
}
