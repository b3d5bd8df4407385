// Draw the regions of the classes that one of the four methods predicts. With `address`, a press or drag chooses the point
// to explain. Otherwise the place under the pointer is marked in all planes of the element; with `edit`, points can be edited.

import { Axes } from "../../../assets/draw/axes.js";
import { addQueryInput } from "./query-point-input.js";
import * as classes from "./point-edits.js";
import { drawMarks, markPaths, names } from "../../../assets/draw/marks.js";
import { NO_CLASS, SEVERAL, classOf, drawMap, statusOf } from "./map.js";
import { element } from "../../../assets/base/dom.js";
import { number } from "../../../assets/base/format.js";
import { geometry } from "../../../assets/draw/frame-geometry.js";
import { SMALL_MARGINS, planeAxes } from "../../../assets/draw/plane-axes.js";
import { StillLayer, stroke } from "../../../assets/draw/plane-layers.js";
import { drawSelection } from "../../../assets/draw/selection-overlay.js";
import { movePoints } from "../../../assets/input/point-editor.js";
import { pointer } from "../../../assets/input/plane-pointer.js";
import { questionOf } from "./query-point.js";
import { drawUnproven } from "../../../assets/draw/optimality-note.js";

export const kinds = { classplane };
export const costly = ["classplane"];

/** @type {Record<string, string>} */
const METHODS = { ova: "one-versus-all", ovo: "one-versus-one", tree: "tree", softmax: "softmax" };

/** @typedef {{ stage: Stage, axes: Axes, method: string, canvas: HTMLCanvasElement, stillLayer: StillLayer, state: PlaneState & { doubt: string } }} ClassPlaneView */

/** @type {MakeView<"classplane">} */
function classplane(root, item, player, stage) {
  const { method } = item;
  Object.assign(root.dataset, { view: "classplane", method });
  root.append(element("p", { className: "kl-title", textContent: item.title }));
  const canvas = element("canvas", { className: "kl-canvas", tabIndex: 0, role: "img" });
  canvas.setAttribute("aria-label", item.label);
  const tip = element("div", { className: "kl-tip", hidden: true });
  root.append(element("div", { className: "kl-classplane" }, canvas, tip));
  const axes = new Axes(canvas, { margins: SMALL_MARGINS }), image = document.createElement("canvas");
  const stillLayer = new StillLayer(axes);
  const state = /** @type {ClassPlaneView["state"]} */ ({ frame: null, doubt: "" }), question = item.address ? questionOf(stage, player, item.address) : undefined;
  /** @type {(() => void)[]} The redraw functions of all planes of the element. */
  const redraws = (stage.classplanes ??= []);
  const redraw = () => { if (state.frame) draw(state.frame); };
  redraws.push(redraw);
  const redrawAll = () => { for (const redrawPlane of redraws) redrawPlane(); };

  /** @param {Frame} frame */
  function draw(frame) {
    const { window, nx, ny } = geometry(frame), { palette } = stage;
    axes.beginPlane(window);
    state.frame = frame;
    question?.requestAnswer(frame);
    const isRandom = frame.scene.ties !== "score";
    const map = frame.get(`map_${method}`);
    if (!stage.covered) drawMap({ axes, canvas: image, map: item.by_largest_score ? map.map(classOf) : map, candidates: frame.get(`among_${method}`), nx, ny, palette, isRandom });
    const points = movePoints(frame.get("points"), stage.carrier?.drag), size = Math.max(2.6, Math.min(5.5, axes.box.w / 72)) * Math.max(0.7, Math.min(1, Math.sqrt(400 / points.length)));
    if (!stage.covered) axes.clipped((context) => drawErrors(view, context, frame, points, size, item.by_largest_score ? `scored_${method}` : `given_${method}`));
    drawMarksAndAxes(view, frame, points, size);
    axes.clipped((context) => {
      if (stage.markedExample !== undefined && 2 * stage.markedExample < points.length) drawRing(view, context, points[2 * stage.markedExample], points[2 * stage.markedExample + 1], size * 2.6);
      drawSelection(context, axes, points, frame, state, stage);
      if (stage.spot) drawCross(view, context, stage.spot[0], stage.spot[1], size * 2);
      if (question) drawTarget(view, context, ...question.place(frame), size * 2);
    });
    state.doubt = stage.covered ? "" : drawUnproven(axes, frame, stage, { name: `gap_${method}` });
  }

  /** @type {ClassPlaneView} */
  const view = { stage, axes, method, canvas, stillLayer, state };
  const shownFrame = () => /** @type {Frame} */ (state.frame);

  /** @param {number} x @param {number} y */
  function anywhere(x, y) {
    const frame = shownFrame(), { window: [x0, x1, y0, y1], nx, ny } = geometry(frame);
    const node = (/** @type {number} */ v, /** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ n) => Math.min(n - 1, Math.max(0, Math.round(((v - a) / (b - a)) * (n - 1))));
    const k = node(y, y0, y1, ny) * nx + node(x, x0, x1, nx);
    stage.spot = [x, y];
    redrawAll();
    return [`x = (${number(x)}, ${number(y)})`, ...Object.entries(METHODS).map(([name, words]) => `${words}: ${describeClass(frame, name, k)}`)].join("\n");
  }

  /** @param {number} i */
  function whole(i) {
    const frame = shownFrame();
    if (stage.spot) { stage.spot = undefined; redrawAll(); }
    const lines = Object.entries(METHODS).map(([name, words]) => {
      const value = frame.get(`given_${name}`)[i], status = statusOf(value);
      return `${words}: ${names(frame)[classOf(value)]}${status ? ` (${tieInWords(name, status)})` : ""}`;
    });
    return [`example ${i + 1}, ${names(frame)[frame.get("labels")[i]]}`, ...lines].join("\n");
  }

  const leave = () => {
    if (!stage.spot) return;
    stage.spot = undefined;
    redrawAll();
  };
  if (question) {
    addQueryInput({ canvas, axes, question, frame: () => state.frame, stage });
    question.follow((trouble, isMoving) => { if (isMoving) redraw(); });
  } else pointer({ canvas, tip, axes, state, item, player, stage, redraw: redrawAll, tell: { anywhere, whole }, notation: { classes } });
  for (const type of ["pointerleave", "blur", "pointerup", "pointercancel"]) canvas.addEventListener(type, leave);
  return { draw, marks: true, covers: true, describe: (text) => canvas.setAttribute("aria-label", [text, state.doubt].filter(Boolean).join(". ")) };
}

// Draw a ring around each misclassified training point.
/** @param {ClassPlaneView} view @param {Context} context @param {Frame} frame @param {ArrayLike<number>} points @param {number} size @param {string} classes the tensor of the predicted classes */
function drawErrors({ stage, axes }, context, frame, points, size, classes) {
  const predicted = frame.get(classes), labels = frame.get("labels"), path = new Path2D();
  for (let i = 0; i < labels.length; i++) {
    if (classOf(predicted[i]) === labels[i]) continue;
    const x = axes.px(points[2 * i]), y = axes.py(points[2 * i + 1]);
    path.moveTo(x + 1.8 * size, y);
    path.arc(x, y, 1.8 * size, 0, 2 * Math.PI);
  }
  stroke(context, path, stage.palette.text, 1.3);
}

/** @param {ClassPlaneView} view @param {Context} context @param {number} x @param {number} y @param {number} r */
function drawRing({ stage, axes }, context, x, y, r) {
  const path = new Path2D();
  path.arc(axes.px(x), axes.py(y), r, 0, 2 * Math.PI);
  stroke(context, path, stage.palette.accent, 3.5);
}

/** @param {ClassPlaneView} view @param {Context} context @param {number} x @param {number} y @param {number} r */
function drawCross({ stage, axes }, context, x, y, r) {
  const path = new Path2D(), px = axes.px(x), py = axes.py(y);
  path.moveTo(px - r, py); path.lineTo(px + r, py);
  path.moveTo(px, py - r); path.lineTo(px, py + r);
  stroke(context, path, stage.palette.background, 5);
  stroke(context, path, stage.palette.text, 2);
}

/** @param {ClassPlaneView} view @param {Context} context @param {number} x @param {number} y @param {number} r */
function drawTarget({ stage, axes }, context, x, y, r) {
  const disc = new Path2D();
  disc.arc(axes.px(x), axes.py(y), r, 0, 2 * Math.PI);
  context.fillStyle = stage.palette.background;
  context.fill(disc);
  stroke(context, disc, stage.palette.text, 3);
  const core = new Path2D();
  core.arc(axes.px(x), axes.py(y), r / 3, 0, 2 * Math.PI);
  stroke(context, core, stage.palette.text, 2.5);
}

// Draw the points and the axes on a layer that does not change while a slider moves.
/** @param {ClassPlaneView} view @param {Frame} frame @param {ArrayLike<number>} points @param {number} size */
function drawMarksAndAxes({ stage, axes, stillLayer }, frame, points, size) {
  const labels = frame.get("labels");
  stillLayer.draw(stage, [points, labels, size], () => {
    axes.clipped((pen) => drawMarks(pen, markPaths(axes, points, labels, size), stage.palette, Math.max(1.3, size / 2.4)));
    const { axis_x, axis_y } = frame.sweep.meta;
    planeAxes(axes, stage, [axis_x, axis_y], true);
  });
}

/** @param {string} method @param {number} status */
const tieInWords = (method, status) => (status === NO_CLASS ? "no class claims x" : status === SEVERAL ? "several classes claim x" : method === "softmax" ? "scores tie" : "votes tie");

// Describe the class of a node of a map. The map does not contain the result of a random choice.
/** @param {Frame} frame @param {string} name @param {number} k */
function describeClass(frame, name, k) {
  const value = frame.get(`map_${name}`)[k], status = statusOf(value);
  if (status === 0) return names(frame)[classOf(value)];
  const tie = tieInWords(name, status);
  if (frame.scene.ties !== "score") return `${tie}: at random`;
  return `${names(frame)[classOf(value)]}, ${name === "softmax" ? "the first with the largest score" : "by the largest score"} (${tie})`;
}
