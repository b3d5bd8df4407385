// Two points as arrows from the origin, which can be dragged. The server computes their inner
// products as a sweep of one stop, which all views of the element draw, see
// pages/kernel_trick/inner_product.py. inner-product-table.js shows the products as a table.

import { Axes } from "../../assets/draw/axes.js";
import { latestRequest } from "../../assets/base/latest-request.js";
import { countUp, element, setText } from "../../assets/base/dom.js";
import { inline } from "../../assets/base/sweep-decoder.js";
import { card, squareNumbers, tenths, zeroLines } from "../../assets/draw/plane-axes.js";
import * as paint from "../../assets/draw/plane-layers.js";
import { arrowKeys, handles } from "../../assets/input/gestures.js";

export const kinds = { inner };
export const costly = ["inner"];

const KEY_STEP = 0.05;           // distance in the plane for one press of an arrow key
const HINT = "Drag x or x′. With keys: 1 selects x, 2 selects x′, the arrow keys move the selected point.";
/** @type {{ name: string, label: string, tone: string, square?: boolean }[]} */
const ENDS = [{ name: "x", label: "x", tone: "accent" }, { name: "z", label: "x′", tone: "logistic", square: true }];

/**
 * `draggedIndex` is the index of the point that is dragged, `keyboardIndex` the index of the point
 * that the keys move.
 * @typedef {object} InnerView
 * @property {Stage} stage
 * @property {(k: number) => number[]} at
 * @property {Axes} axes
 * @property {InnerItem} item
 * @property {Player} player
 * @property {HTMLCanvasElement} canvas
 * @property {(next?: Frame) => void} draw
 * @property {Frame} [frame]
 * @property {number | undefined} draggedIndex
 * @property {number} keyboardIndex
 */

/** @type {MakeView<"inner">} */
function inner(root, item, player, stage) {
  root.dataset.view = "inner";
  root.classList.add("kl-inner");
  const canvas = element("canvas", { className: "kl-canvas", tabIndex: 0, role: "img" });
  const caption = element("p", { className: "kl-caption", textContent: HINT });
  root.append(canvas, caption);
  const axes = new Axes(canvas, { margins: { left: 30, right: 8, top: 8, bottom: 24 } });
  let pending = "";

  const at = (/** @type {number} */ k) => player.view[ENDS[k].name].split(",").map(Number);
  /** @type {InnerView} */
  const view = { stage, at, axes, item, player, canvas, draw, draggedIndex: undefined, keyboardIndex: 0 };
  const query = () => `x=${player.view.x}&z=${player.view.z}&degree=${player.view.exponent}`;

  const ask = latestRequest(item.address, (/** @type {any} */ answer) => {
    countUp(root, "answers");
    setText(caption, HINT);
    player.receive(inline(answer));
  }, (/** @type {string} */ message) => { caption.textContent = message; });

  function requestIfChanged() {
    if (query() === pending) return;
    if (!view.frame) return;
    // No request is needed for the points that came with the page.
    const { get } = view.frame, known = get("degree")[0] === Number(player.view.exponent) && ENDS.every(({ name }, k) => get(name).every((/** @type {number} */ v, /** @type {number} */ j) => v === at(k)[j]));
    pending = query();
    if (!known) ask(pending);
  }

  /** @param {Frame} [next] */
  function draw(next = view.frame) {
    view.frame = next;
    requestIfChanged();
    const { palette } = stage, r = item.reach;
    axes.resize();
    axes.range(-r, r, -r, r);
    axes.begin();
    card(axes, stage);
    paint.stroke(axes.context, zeroLines(axes), palette.line, 1.4);
    squareNumbers(axes, stage, r, { count: 4, beside: 7, text: tenths });
    ENDS.forEach((end, k) => drawArrow(view, axes.context, end, k));
  }

  addTipInput(view);

  return {
    draw,
    describe: (text) => canvas.setAttribute("aria-label", `${text} ${ENDS.map(({ label }, k) => `${label} = (${at(k).join(", ")})`).join(", ")}.`),
  };
}

// Draw an arrow with a square or a dot at its tip, so that colour is not the only difference.
/** @param {InnerView} view @param {Context} context @param {typeof ENDS[number]} end @param {number} k */
function drawArrow(view, context, { label, tone, square = false }, k) {
  const { stage, at, axes } = view;
  const [x, y] = at(k);
  const color = stage.palette[tone], line = new Path2D(), tip = new Path2D(), px = axes.px(x), py = axes.py(y);
  line.moveTo(axes.px(0), axes.py(0));
  line.lineTo(px, py);
  paint.stroke(context, line, color, 3);
  if (square) tip.rect(px - 8, py - 8, 16, 16);
  else tip.arc(px, py, 9, 0, 2 * Math.PI);
  context.fillStyle = view.draggedIndex === k ? color : stage.palette.background;
  context.fill(tip);
  paint.stroke(context, tip, color, 3);
  const { box } = axes, size = stage.small + 6, out = x < 0 ? -1 : 1;
  const tx = Math.min(box.x + box.w - 14, Math.max(box.x + 14, px + 22 * out)), ty = Math.max(box.y + 14, Math.min(box.y + box.h - 14, py - 16));
  axes.text(label, tx, ty, { color: stage.palette.card, size, weight: "650", halo: 4 });
  axes.text(label, tx, ty, { color, size, weight: "650" });
}

// Let the pointer and the keys move the tips of the arrows.
/** @param {InnerView} view */
function addTipInput(view) {
  const { item, player, stage, at, axes, canvas, draw } = view;
  /** @param {number} k @param {number} x @param {number} y */
  function moveTip(k, x, y) {
    const within = (/** @type {number} */ v) => Number(Math.min(item.reach, Math.max(-item.reach, v)).toFixed(2)) + 0;
    player.view[ENDS[k].name] = `${within(x)},${within(y)}`;
    draw();
  }

  const settle = () => player.look({ x: player.view.x, z: player.view.z });

  /** @param {number} px @param {number} py @param {number} reach */
  function nearestTip(px, py, reach) {
    const distances = ENDS.map((_, k) => Math.hypot(axes.px(at(k)[0]) - px, axes.py(at(k)[1]) - py));
    const k = distances[0] <= distances[1] ? 0 : 1;
    return view.frame && distances[k] <= reach ? k : undefined;
  }

  handles(canvas, {
    nearest: nearestTip,
    take(k) {
      view.draggedIndex = view.keyboardIndex = k;
      draw();
    },
    move: (k, e) => moveTip(k, ...axes.at(e.offsetX, e.offsetY)),
    drop() {
      view.draggedIndex = undefined;
      draw();
      settle();
    },
  });
  canvas.addEventListener("keydown", (e) => {
    if (e.key !== "1" && e.key !== "2") return;
    view.keyboardIndex = Number(e.key) - 1;
    stage.announce(`${ENDS[view.keyboardIndex].label}: move it with the arrow keys`);
  });
  arrowKeys(canvas, {
    settle,
    move([dx, dy]) {
      const [x, y] = at(view.keyboardIndex);
      moveTip(view.keyboardIndex, x + KEY_STEP * dx, y + KEY_STEP * dy);
    },
  });
}
