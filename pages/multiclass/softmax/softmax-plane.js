// Draw the predictions of softmax over the plane: the likeliest class, or at every node of the grid a class
// chosen at random with its probability.

import { Axes } from "../../../assets/draw/axes.js";
import { noteField } from "../../../assets/draw/drawn-data.js";
import { drawMap } from "../plane/map.js";
import { drawMarks, markPaths, names, tone } from "../../../assets/draw/marks.js";
import { isForced } from "../../../assets/draw/forced-colors.js";
import { element } from "../../../assets/base/dom.js";
import { floats } from "../../../assets/base/sweep-decoder.js";
import { exampleOf, geometry } from "../../../assets/draw/frame-geometry.js";
import { arrowKeys } from "../../../assets/input/gestures.js";
import { nearestPoint } from "../../../assets/input/pointed-place.js";
import { number, percent } from "../../../assets/base/format.js";
import { stroke } from "../../../assets/draw/plane-layers.js";
import { SMALL_MARGINS, planeAxes } from "../../../assets/draw/plane-axes.js";
import { drawUnproven } from "../../../assets/draw/optimality-note.js";

export const kinds = { chanceplane };
export const costly = ["chanceplane"];

const HIGHLIGHT_OPACITY = 0.5;   // opacity of the tone that is added to a highlighted region
const EXAMPLE_REACH = 14;        // px around an example within which the pointer selects it
const DRAWN_OPACITY = 0.55;      // opacity of the tones of classes chosen at random

/** @typedef {{ axes: Axes, stage: Stage, player: Player }} ChanceView */

/** @type {MakeView<"chanceplane">} */
function chanceplane(root, item, player, stage) {
  Object.assign(root.dataset, { view: "chance", map: item.map });
  root.append(element("p", { className: "kl-title", textContent: item.title }));
  const canvas = element("canvas", { className: "kl-canvas", role: "img" }), tip = element("div", { className: "kl-tip", hidden: true });
  canvas.setAttribute("aria-label", item.label);
  root.append(element("div", { className: "kl-classplane" }, canvas, tip));
  const axes = new Axes(canvas, { margins: SMALL_MARGINS }), image = document.createElement("canvas");
  /** @type {Frame | null} */
  let currentFrame = null;
  let doubt = "";

  /** @param {Frame} frame */
  function draw(frame) {
    currentFrame = frame;
    const { window, nx, ny } = geometry(frame), { palette } = stage, map = frame.get(item.map);
    axes.beginPlane(window);
    if (item.is_random) paintNodes(map, nx, ny, palette);
    else drawMap({ axes, canvas: image, map, nx, ny, palette });
    axes.clipped((context) => {
      const size = Math.max(2.6, Math.min(5.5, axes.box.w / 90));
      if (stage.highlight) highlightRegions({ axes, stage, player }, context, frame, map);
      drawMarks(context, markPaths(axes, frame.get("points"), frame.get("labels"), size), palette, Math.max(1.3, size / 2.4));
      if (stage.highlight || stage.markedExample !== undefined) drawRing({ axes, stage, player }, context, frame, 2.6 * size);
    });
    doubt = drawUnproven(axes, frame, stage, { name: "gap_softmax" });
    const { axis_x, axis_y } = frame.sweep.meta;
    planeAxes(axes, stage, [axis_x, axis_y], true);
  }

  // Paint one rectangle for each node, without borders: classes chosen at random form no regions.
  /** @param {Numbers} map @param {number} nx @param {number} ny @param {Record<string, string>} palette */
  function paintNodes(map, nx, ny, palette) {
    if (image.width !== nx || image.height !== ny) Object.assign(image, { width: nx, height: ny });
    const pen = /** @type {Context} */ (image.getContext("2d")), pixels = pen.createImageData(nx, ny);
    const colours = Array.from({ length: 10 }, (_, k) => [1, 3, 5].map((i) => parseInt(tone(palette, k).slice(i, i + 2), 16)));
    for (let j = 0; j < ny; j++) for (let i = 0; i < nx; i++) pixels.data.set([...colours[map[j * nx + i]], 255 * (isForced() ? 1 : DRAWN_OPACITY)], 4 * ((ny - 1 - j) * nx + i));
    pen.putImageData(pixels, 0, 0);
    noteField(axes, { values: map, nx, ny, classOf: (value) => value });
    const { x, y, w, h } = axes.box;
    Object.assign(axes.context, { fillStyle: palette.background, imageSmoothingEnabled: false });
    axes.context.fillRect(x, y, w, h);
    axes.context.drawImage(image, x, y, w, h);
  }

  // Show the tooltip for a position: the likeliest class, its probability, and the class drawn at random.
  /** @param {number} px @param {number} py */
  function showTip(px, py) {
    const frame = currentFrame;
    if (!frame) return;
    const { window: [x0, x1, y0, y1], nx, ny } = geometry(frame), [x, y] = axes.at(px, py);
    const node = (/** @type {number} */ v, /** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ n) => Math.min(n - 1, Math.max(0, Math.round(((v - a) / (b - a)) * (n - 1)))), k = node(y, y0, y1, ny) * nx + node(x, x0, x1, nx);
    stage.mark(nearestPoint(axes, frame.get("points"), px, py, EXAMPLE_REACH));    // the formula shows the values of the marked example
    const largestProbability = floats(frame.get("sure"), frame.sweep.tensors.sure.dtype)[k];
    tip.hidden = false;
    tip.textContent = `x = (${number(x)}, ${number(y)})\nlikeliest: ${names(frame)[frame.get("map_softmax")[k]]}, P = ${percent(largestProbability)}\ndrawn: ${names(frame)[frame.get("map_drawn")[k]]}`;
    tip.style.left = `${Math.max(0, Math.min(px + 14, canvas.clientWidth - 190))}px`;
    tip.style.top = `${Math.max(0, py - 70)}px`;
  }

  canvas.tabIndex = 0;
  canvas.addEventListener("pointermove", (e) => { if (e.pointerType !== "touch") showTip(e.offsetX, e.offsetY); });
  canvas.addEventListener("pointerdown", (e) => showTip(e.offsetX, e.offsetY));
  const { cursor } = axes;
  arrowKeys(canvas, {
    able: () => currentFrame !== null,
    move([dx, dy], { shiftKey }) {
      const size = shiftKey ? 0.1 : 0.02, { x, y, w, h } = axes.box;
      cursor.x = Math.min(1, Math.max(0, cursor.x + dx * size));
      cursor.y = Math.min(1, Math.max(0, cursor.y - dy * size));
      showTip(x + cursor.x * w, y + cursor.y * h);
      stage.announce(tip.textContent.replaceAll("\n", ", "));
    },
  });
  canvas.addEventListener("keydown", (e) => { if (e.key === "Escape") tip.hidden = true; });
  const leave = () => { tip.hidden = true; stage.mark(undefined); };
  canvas.addEventListener("blur", leave);
  canvas.addEventListener("pointerleave", (e) => { if (e.pointerType !== "touch") leave(); });

  return { draw, marks: true, describe: (text) => canvas.setAttribute("aria-label", [text, doubt].filter(Boolean).join(". ")) };
}

// Highlight the regions that the symbol under the pointer stands for: the regions of one class or of all classes.
/** @param {ChanceView} view @param {Context} context @param {Frame} frame @param {Numbers} map */
function highlightRegions({ axes, stage, player }, context, frame, map) {
  const { window: [x0, x1, y0, y1], nx, ny } = geometry(frame), own = frame.get("labels")[exampleOf(stage, player, frame)];
  const wide = (x1 - x0) / (nx - 1), high = (y1 - y0) / (ny - 1), { highlight, palette } = stage;
  if (highlight === "example") return;
  context.globalAlpha = HIGHLIGHT_OPACITY;
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx;) {
      const k = map[j * nx + i], from = i;
      while (i < nx && map[j * nx + i] === k) i++;
      if (highlight === "class" && k !== own) continue;
      const x = axes.px(x0 + (from - 0.5) * wide), y = axes.py(y0 + (j + 0.5) * high);
      context.fillStyle = tone(palette, k);
      context.fillRect(x, y, axes.px(x0 + (i - 0.5) * wide) - x, axes.py(y0 + (j - 0.5) * high) - y);
    }
  }
  context.globalAlpha = 1;
}

/** @param {ChanceView} view @param {Context} context @param {Frame} frame @param {number} radius */
function drawRing({ axes, stage, player }, context, frame, radius) {
  const i = exampleOf(stage, player, frame), points = frame.get("points"), path = new Path2D();
  path.arc(axes.px(points[2 * i]), axes.py(points[2 * i + 1]), radius, 0, 2 * Math.PI);
  stroke(context, path, stage.palette.background, 5);
  stroke(context, path, stage.palette.text, 2.4);
}
