// What becomes of one coefficient under three penalties: curves over b, and a point on each of them
// that a hand moves along b.

import { Chart, tickLabels } from "../../../assets/draw/chart.js";
import { nearest } from "../../../assets/base/sweep-decoder.js";
import { number, short } from "../../../assets/base/format.js";
import { element } from "../../../assets/base/dom.js";
import { arrowKeys, drag } from "../../../assets/input/gestures.js";

export const kinds = { shrink };

/** @type {MakeView} */
function shrink(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-square", "kl-shrink");
  const chart = new Chart(root, stage, { label: item.label }), { canvas, axes } = chart;
  const told = element("p", { className: "kl-caption kl-numbers" });
  root.append(told);
  canvas.tabIndex = 0;
  canvas.classList.add("kl-press");
  let frame = null;

  const place = () => nearest(frame.get(item.x), Number(player.view[item.look]));

  function draw(now) {
    frame = now;
    const { palette } = stage, xs = frame.get(item.x), k = place(), end = xs.length - 1;
    const marks = tickLabels([-3, -2, -1, 0, 1, 2, 3]);
    chart.begin({ x0: xs[0], x1: xs[end], y0: xs[0], y1: xs[end], xticks: marks, yticks: marks, note: "b" });
    chart.line(xs, xs, { color: palette.muted, width: 1.2, dash: [3, 4] });
    chart.upright(xs[k], palette.accent);
    item.series.forEach(({ tensor, label, tone }, j) => {
      const ys = frame.get(tensor);
      jumps(xs, ys, palette[tone]);
      chart.dot(xs[k], ys[k], palette[tone]);
      chart.label(label, xs[0] + 0.25, xs[end] - 0.35 - 0.38 * j, palette[tone], { dy: 0 });
    });
    told.textContent = `b = ${short(number(xs[k]))} becomes ${item.series.map(({ tensor, label }) =>
      `${short(number(frame.get(tensor)[k]))} (${label.split(":")[0]})`).join(", ")}.`;
  }

  // Where a threshold jumps, there is no line between the two sides.
  function jumps(xs, ys, color) {
    let from = 0;
    for (let k = 1; k <= xs.length; k++) {
      if (k < xs.length && Math.abs(ys[k] - ys[k - 1]) < 4 * (xs[1] - xs[0])) continue;
      chart.line(xs.subarray(from, k), ys.subarray(from, k), { color, width: 2.6 });
      from = k;
    }
  }

  function put(b) {
    player.view[item.look] = String(frame.get(item.x)[nearest(frame.get(item.x), b)]);
    draw(frame);
  }
  const settle = () => player.look({ [item.look]: player.view[item.look] });

  const follow = (e) => put(axes.at(e.offsetX, 0)[0]);
  drag(canvas, {
    down(e) {
      if (!frame) return false;
      follow(e);
      return true;
    },
    move: follow,
    up: settle,
  });
  arrowKeys(canvas, {
    settle,
    able: () => frame !== null,
    move([dx, dy]) {
      const xs = frame.get(item.x);
      put(xs[Math.min(xs.length - 1, Math.max(0, place() + dx + dy))]);
    },
  });
  return {
    draw,
    describe: () => canvas.setAttribute("aria-label", `${item.label} ${told.textContent} Arrow keys move b.`),
    summary: () => told.textContent,
  };
}
