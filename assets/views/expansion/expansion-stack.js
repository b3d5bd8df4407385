// The bumps α_i K(x_i, ·) that f is the sum of, stacked so that they visibly add up: what is above
// zero upwards, what is below downwards, and over both their sum. A marked one stands alone too.

import { Chart, tickLabels } from "../../draw/chart.js";
import { ticks } from "../../draw/axes.js";
import { floats } from "../../base/sweep-decoder.js";
import { number } from "../../base/format.js";
import { element } from "../../base/dom.js";
import { geometry } from "../../draw/frame-geometry.js";
import * as paint from "../../draw/plane-layers.js";
import { caption, inOrder, markable, name, roundUp } from "../../input/example-hover.js";

export const kinds = { bumps };
export const costly = ["bumps"];

const INK = [0.36, 0.56];        // of neighbours in turn, so that each is seen
const THIN = 0.002;              // of the height: what is thinner than that is not drawn

/** @type {MakeView} */
function bumps(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-bumps");
  const chart = new Chart(root, stage, { label: item.label }), { canvas, axes } = chart;
  const tip = element("div", { className: "kl-tip", hidden: true });
  root.append(tip);
  let frame = null, columns, raw, bands;

  // The table of K(x_i, x) as floats: along λ it is the same at every stop.
  function table() {
    const now = frame.get("column");
    if (now !== raw) columns = floats(now, frame.sweep.tensors.column.dtype, 1, columns);
    raw = now;
    return columns;
  }

  // For each example where its band begins and ends at each node, stacked in the order of x.
  function stacked() {
    const K = table(), alpha = frame.get("alpha"), base = frame.get("intercept"), G = frame.get("x").length;
    const up = new Float32Array(G).fill(base), down = new Float32Array(G).fill(base);
    const from = new Float32Array(alpha.length * G), to = new Float32Array(alpha.length * G);
    for (const i of inOrder(frame)) {
      for (let g = 0, k = i * G; g < G; g++, k++) {
        const v = alpha[i] * K[k], pile = v < 0 ? down : up;
        from[k] = pile[g];
        to[k] = pile[g] += v;
      }
    }
    return { from, to, G, base, top: Math.max(...up), bottom: Math.min(...down) };
  }

  function draw(now, changed = true) {
    frame = now;
    if (changed || !bands) bands = stacked();
    const { palette } = stage, { window: [x0, x1, low, high] } = geometry(frame), xs = frame.get("x");
    const y1 = Math.max(0.5 * high, roundUp(bands.top)), y0 = Math.min(0.5 * low, -roundUp(-bands.bottom));
    chart.begin({
      x0, x1, y0, y1,
      xticks: tickLabels(ticks(x0, x1, 6)),
      yticks: tickLabels(ticks(y0, y1, 4)),
      note: "x",
    });
    axes.clipped((context) => {
      inOrder(frame).forEach((i, k) => band(context, xs, i, INK[k % 2]));
      const i = stage.marked;
      if (i !== undefined && i < frame.get("alpha").length) alone(context, xs, i);
    });
    chart.line(xs, frame.get("fit"), { color: palette.zero, width: 3.2 });
    caption(chart, "the bumps αᵢK(xᵢ, ·), stacked, and their sum f");
  }

  // As far as the band is thick enough to be seen.
  function outline(xs, i) {
    const { from, to, G } = bands, path = new Path2D(), thin = THIN * (axes.y1 - axes.y0);
    const seen = (g) => Math.abs(to[i * G + g] - from[i * G + g]) > thin;
    let first = 0, last = G - 1;
    while (first < last && !seen(first)) first++;
    while (last > first && !seen(last)) last--;
    for (let g = first; g <= last; g++) path.lineTo(axes.px(xs[g]), axes.py(to[i * G + g]));
    for (let g = last; g >= first; g--) path.lineTo(axes.px(xs[g]), axes.py(from[i * G + g]));
    path.closePath();
    return path;
  }

  const tone = (i) => stage.palette[frame.get("alpha")[i] < 0 ? "negative" : "positive"];

  function band(context, xs, i, ink) {
    if (frame.get("alpha")[i] === 0) return;
    const path = outline(xs, i), lit = stage.marked === i;
    context.globalAlpha = lit ? 0.85 : ink;
    context.fillStyle = lit ? stage.palette.accent : tone(i);
    context.fill(path);
    context.globalAlpha = 1;
    paint.stroke(context, path, stage.palette.background, 0.7);
  }

  // The marked bump from zero, under the place it stands for.
  function alone(context, xs, i) {
    const { G, base } = bands, alpha = frame.get("alpha")[i], path = new Path2D();
    for (let g = 0; g < G; g++) path.lineTo(axes.px(xs[g]), axes.py(base + alpha * columns[i * G + g]));
    paint.stroke(context, path, stage.palette.background, 5);
    paint.stroke(context, path, stage.palette.accent, 2.6);
    chart.upright(frame.get("points")[2 * i], stage.palette.accent, 1.4, [2, 3]);
  }

  const node = (px) => Math.round(Math.min(1, Math.max(0, (px - axes.box.x) / axes.box.w)) * (bands.G - 1));

  const view = {
    frame: () => frame,
    find(px, py) {
      const { from, to, G } = bands, g = node(px), [, y] = axes.at(px, py), thin = 2 * (axes.y1 - axes.y0) / axes.box.h;
      return inOrder(frame).find((i) => {
        const a = from[i * G + g], b = to[i * G + g];
        return Math.abs(b - a) > thin / 2 && y >= Math.min(a, b) && y <= Math.max(a, b);
      });
    },
    words(i, px) {
      const g = node(px), alpha = frame.get("alpha")[i], here = alpha * columns[i * bands.G + g];
      return `${name(i)}\nα = ${number(alpha)}\nat x = ${number(frame.get("x")[g])} it adds ${number(here)}`;
    },
    spot(i) {
      const px = axes.px(frame.get("points")[2 * i]), k = i * bands.G + node(px);
      return [px, axes.py((bands.from[k] + bands.to[k]) / 2)];
    },
  };
  markable({ canvas, tip, axes, stage, view });
  return { draw, marks: true, describe: (text) => canvas.setAttribute("aria-label", text) };
}
