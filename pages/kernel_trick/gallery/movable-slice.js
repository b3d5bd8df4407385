// A slice k(x′, ·) of the kernel. The point x′ can be dragged.

import { Chart, tickLabels } from "../../../assets/draw/chart.js";
import { ticks } from "../../../assets/draw/axes.js";
import { nearest } from "../../../assets/base/sweep-decoder.js";
import { caption } from "../../../assets/input/example-hover.js";
import { arrowWay, drag } from "../../../assets/input/gestures.js";
import { number, setting } from "../../../assets/base/format.js";

export const kinds = { through };
export const costly = ["through"];

const GRIP_RADIUS = 28;          // horizontal distance from the handle, in px, within which a touch moves it
const RADIUS = 7;

/** @typedef {{ stage: Stage, axes: Axes, chart: Chart, frame?: Frame }} SliceView */

/** @type {MakeView<"through">} */
function through(root, item, player, stage) {
  root.dataset.view = "slice";
  root.classList.add("kl-curve", "kl-slice-plot");
  const chart = new Chart(root, stage, { label: item.label, margins: { right: 14 } }), { canvas, axes } = chart;
  /** @type {SliceView} */
  const view = { stage, axes, chart };
  canvas.tabIndex = 0;
  canvas.classList.add("kl-grip");

  const chosenSlider = () => item.alongs.find((name) => player.scene[name]) ?? item.alongs[0];

  /** @param {Frame} next */
  function draw(next) {
    view.frame = next;
    const { palette } = stage, xs = next.get("axis"), [low, high] = next.get("range");
    chart.begin({
      x0: xs[0], x1: xs[xs.length - 1], y0: low, y1: high, note: "x",
      xticks: tickLabels(ticks(xs[0], xs[xs.length - 1], 6).slice(0, -1)),
      yticks: tickLabels(ticks(low, high, 3)),
    });
    for (const { tensor, tone, label: name, dash = [], width = 2.4 } of visibleSeries(next)) chart.line(xs, next.get(tensor), { name, color: palette[tone], dash, width });
    drawHandle(view, next);
    caption(chart, item.caption);
  }

  const visibleSeries = (/** @type {Frame} */ { sweep }) => item.series.filter(({ tensor }) => sweep.tensors[tensor]);

  /** @param {number} value */
  function moveTo(value) {
    const name = chosenSlider(), stops = player.stops(name), stop = stops[nearest(stops, value)];
    if (stop !== stops[player.index(name)]) player.move(name, stop);
  }
  const follow = (/** @type {PointerEvent} */ event) => moveTo(axes.at(event.offsetX, 0)[0]);

  drag(canvas, {
    down(event) {
      if (!view.frame || (event.pointerType === "touch" && !isNearHandle(event.offsetX))) return false;
      player.hold(true);
      follow(event);
      return true;
    },
    move(event) { if (player.isHeld) follow(event); },
    up() {
      if (!player.isHeld) return;
      player.hold(false);
      player.settle();
    },
  });
  // A touch near the handle, at any height, moves it; a touch anywhere else scrolls the page.
  const isNearHandle = (/** @type {number} */ px) => view.frame !== undefined && Math.abs(axes.px(view.frame.get("slice_point")[0]) - px) < GRIP_RADIUS;
  canvas.addEventListener("touchstart", (event) => {
    if (view.frame && event.touches.length === 1 && isNearHandle(event.touches[0].clientX - canvas.getBoundingClientRect().left)) event.preventDefault();
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const way = arrowWay(event);
    if (!view.frame || !way) return;
    event.preventDefault();
    const name = chosenSlider(), stops = player.stops(name), k = player.index(name) + way[0] + way[1];
    if (stops[k] !== undefined) player.move(name, stops[k]);
  });

  return {
    draw,
    describe: (text) => {
      if (!view.frame) return;
      const [x, y] = view.frame.get("slice_point");
      canvas.setAttribute("aria-label", `${text}. x′ = ${setting(x)}, K(x′, x′) = ${number(y)}. Arrow keys move x′.`);
    },
  };
}

/** @param {SliceView} view @param {Frame} frame */
function drawHandle(view, frame) {
  const { stage, axes, chart } = view;
  const { accent, background } = stage.palette;
  const [x, y] = frame.get("slice_point"), { context, box } = axes;
  chart.upright(x, accent, 1.4, [2, 3]);
  const py = Math.min(box.y + box.h, Math.max(box.y, axes.py(y)));
  context.beginPath();
  context.arc(axes.px(x), py, RADIUS, 0, 2 * Math.PI);
  Object.assign(context, { fillStyle: accent, strokeStyle: background, lineWidth: 2 });
  context.fill();
  context.stroke();
}
