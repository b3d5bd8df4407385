// Draw the points of many classes, and the regions of the model after the steps so far; a press chooses an example.

import { Axes } from "../../../assets/draw/axes.js";
import { drawMap } from "../plane/map.js";
import { drawMarks, markPaths } from "../../../assets/draw/marks.js";
import * as paint from "../../../assets/draw/plane-layers.js";
import { SMALL_MARGINS, card, planeAxes } from "../../../assets/draw/plane-axes.js";
import { element } from "../../../assets/base/dom.js";
import { many, percent } from "../../../assets/base/format.js";
import { arrowStep, press } from "../../../assets/input/gestures.js";
import { nearestPoint } from "../../../assets/input/pointed-place.js";
import { answerOf, sampleOf } from "../plane/single-stop-sweep.js";

export const kinds = { walkplane };
export const costly = ["walkplane"];

const REACH = 26;                // px around an example within which a press chooses it

/** @type {MakeView<"walkplane">} */
function walkplane(root, item, player, stage) {
  root.dataset.view = "walk";
  root.classList.add("kl-walkplane");
  const canvas = element("canvas", { className: "kl-canvas", tabIndex: 0, role: "img" });
  const caption = element("p", { className: "kl-caption" });
  root.append(canvas, caption);
  const axes = new Axes(canvas, { margins: SMALL_MARGINS });
  const scratch = document.createElement("canvas");
  /** @type {Frame | null} */
  let currentFrame = null;

  /** @param {Frame} frame */
  function draw(frame) {
    currentFrame = frame;
    const { map, grid, taken, n } = answerOf(frame), { points, labels, window } = sampleOf(frame), { palette } = stage;
    axes.beginPlane(window);
    card(axes, stage);
    axes.clipped((context) => {
      if (taken) drawMap({ axes, canvas: scratch, map: Int8Array.from(map, Number), nx: grid, ny: grid, palette });
      const size = Math.max(3.6, Math.min(7, axes.box.w / 125));
      drawMarks(context, markPaths(axes, points, labels, size), palette, Math.max(1.5, size / 2.5));
      drawRing(context, axes.px(points[2 * n]), axes.py(points[2 * n + 1]));
    });
    planeAxes(axes, stage, sampleOf(frame).axes, true);
    caption.textContent = sentence(frame);
  }

  /** @param {Context} context @param {number} x @param {number} y */
  function drawRing(context, x, y) {
    const disc = new Path2D();
    disc.arc(x, y, 12, 0, 2 * Math.PI);
    paint.stroke(context, disc, stage.palette.background, 6);
    paint.stroke(context, disc, stage.palette.text, 3);
  }

  /** @param {Frame} frame */
  function sentence(frame) {
    const { taken, train_error: error, n } = answerOf(frame), ringNote = `The ring marks example ${n + 1}; press on another example to choose it.`;
    if (!taken) return `W = 0: every score is 0, so all classes are equally likely. ${ringNote}`;
    return `After ${many(taken, "step")}: ${percent(error)} of the points are misclassified. ${ringNote}`;
  }

  const choose = (/** @type {Frame} */ frame, /** @type {number} */ n) => { if (n !== answerOf(frame).n) player.look({ example: String(n) }); };

  press(canvas, (e) => {
    if (!currentFrame) return;
    const n = nearestPoint(axes, sampleOf(currentFrame).points, e.offsetX, e.offsetY, REACH);
    if (n !== undefined) choose(currentFrame, n);
  });
  canvas.addEventListener("keydown", (e) => {
    const by = arrowStep(e);
    if (!by || !currentFrame) return;
    e.preventDefault();
    const m = sampleOf(currentFrame).labels.length;
    choose(currentFrame, (answerOf(currentFrame).n + by + m) % m);
  });

  return {
    draw,
    describe() { if (currentFrame) canvas.setAttribute("aria-label", `${item.label} ${sentence(currentFrame)} Arrow keys choose an example.`); },
    summary: () => (currentFrame ? sentence(currentFrame) : ""),
  };
}
