// Draw the plane of one fork: its boundary, its points, those on the wrong side, and the example whose path through the
// tree is shown. A press chooses the example.

import { Axes } from "../../../assets/draw/axes.js";
import { drawMarks, markPaths } from "../../../assets/draw/marks.js";
import * as paint from "../../../assets/draw/plane-layers.js";
import { SMALL_MARGINS, card, planeAxes } from "../../../assets/draw/plane-axes.js";
import { element } from "../../../assets/base/dom.js";
import { percent } from "../../../assets/base/format.js";
import { arrowStep, press } from "../../../assets/input/gestures.js";
import { nearestPoint } from "../../../assets/input/pointed-place.js";
import { answerOf, sampleOf } from "../plane/single-stop-sweep.js";
import { error, question, read, route } from "./route.js";

export const kinds = { forkplane };
export const costly = ["forkplane"];

const REACH = 26;                // px around an example within which a press chooses it
const OTHER_OPACITY = 0.25;      // opacity of points whose class is not in a group of this fork

/** @typedef {{ axes: Axes, stage: Stage, player: Player, frame: Frame | null }} ForkView */

/** @type {(frame: Frame) => import("./tree.js").TreeAnswer} */
const treeOf = answerOf;

/** @type {MakeView<"forkplane">} */
function forkplane(root, item, player, stage) {
  root.dataset.view = "fork";
  root.classList.add("kl-forkplane");
  const canvas = element("canvas", { className: "kl-canvas", tabIndex: 0, role: "img" });
  const caption = element("p", { className: "kl-caption", role: "status" });
  root.append(canvas, caption);
  const axes = new Axes(canvas, { margins: SMALL_MARGINS });
  /** @type {ForkView} */
  const view = { axes, stage, player, frame: null };

  /** @param {Frame} frame */
  function draw(frame) {
    view.frame = frame;
    const { window } = sampleOf(frame);
    axes.beginPlane(window);
    card(axes, stage);
    axes.clipped((context) => drawLayers(view, context, frame));
    planeAxes(axes, stage, sampleOf(frame).axes, true);
    caption.textContent = sentence(player, frame);
  }

  const choose = (/** @type {number} */ n) => player.look({ fall: String(n) });
  press(canvas, (e) => {
    const n = view.frame && nearestPoint(axes, sampleOf(view.frame).points, e.offsetX, e.offsetY, REACH);
    if (typeof n === "number") choose(n);
  });
  canvas.addEventListener("keydown", (e) => {
    const by = arrowStep(e);
    if (!by || !view.frame) return;
    e.preventDefault();
    const m = sampleOf(view.frame).labels.length;
    choose(((chosenExample(player, view.frame) ?? -1) + by + m) % m);
  });

  return {
    draw,
    describe() { if (view.frame) canvas.setAttribute("aria-label", `${item.label} ${sentence(player, view.frame)} Arrow keys choose an example.`); },
    summary: () => (view.frame ? sentence(player, view.frame) : ""),
  };
}

/** @param {Player} player @param {Frame} frame */
function shownFork(player, frame) {
  const { forks } = treeOf(frame);
  return forks?.[Math.min(Number(player.view.fork) || 0, forks.length - 1)];
}

/** @param {Player} player @param {Frame} frame */
function chosenExample(player, frame) {
  const n = player.view.fall === "" ? NaN : Number(player.view.fall);
  return n < sampleOf(frame).labels.length ? n : undefined;
}

/** @param {ForkView} view @param {Context} context @param {Frame} frame */
function drawLayers({ axes, player, stage: { palette } }, context, frame) {
  const fork = shownFork(player, frame), n = chosenExample(player, frame), { points } = sampleOf(frame);
  /** @type {number[]} */
  const labels = sampleOf(frame).labels;
  const size = Math.max(3.6, Math.min(7, axes.box.w / 110)), width = Math.max(1.5, size / 2.5);
  const classes = fork ? new Set([...fork.positive, ...fork.negative]) : undefined;
  const examples = (/** @type {(k: number, i: number) => boolean} */ keep) => [...labels.keys()].filter((i) => keep(labels[i], i));
  const marks = (/** @type {number[]} */ group) => markPaths(axes, group.flatMap((i) => [points[2 * i], points[2 * i + 1]]), group.map((i) => labels[i]), size);
  if (classes) {
    context.globalAlpha = OTHER_OPACITY;
    marks(examples((k) => !classes.has(k))).forEach((path, k) => paint.stroke(context, path, palette[`class_${k}`], width));
    context.globalAlpha = 1;
  }
  drawMarks(context, marks(examples((k) => !classes || classes.has(k))), palette, width);
  if (fork && classes) {
    const side = Math.round(Math.sqrt(fork.field.length)), errorRings = new Path2D();
    for (const i of examples((k, i) => classes.has(k) && (fork.takes[i] === "+") !== fork.positive.includes(k))) addCircle(errorRings, axes, points, i, size + 3);
    paint.stroke(context, errorRings, palette.text, 1.4);
    paint.stroke(context, paint.levelPath(axes, fork.field, side, side, 0), palette.zero, 3);
  }
  if (n === undefined) return;
  const ring = new Path2D();
  addCircle(ring, axes, points, n, 12);
  paint.stroke(context, ring, palette.background, 6);
  paint.stroke(context, ring, palette.accent, 3);
}

/** @param {Path2D} path @param {Axes} axes @param {ArrayLike<number>} points @param {number} i @param {number} r */
function addCircle(path, axes, points, i, r) {
  const x = axes.px(points[2 * i]), y = axes.py(points[2 * i + 1]);
  path.moveTo(x + r, y);
  path.arc(x, y, r, 0, 2 * Math.PI);
}

/** @param {Player} player @param {Frame} frame */
function sentence(player, frame) {
  const fork = shownFork(player, frame), { names, labels } = sampleOf(frame), { forks, text } = treeOf(frame), n = chosenExample(player, frame);
  if (!fork || !forks) return "The boundaries of this tree are not computed yet.";
  const line = `Question ${forks.indexOf(fork) + 1} of ${forks.length}: ${question(fork, names)} ${fork.wrong ? `${percent(error(fork))} of its points, those with a thin ring, are` : "None of its points is"} on the wrong side.`;
  if (n === undefined) return `${line} Press on a point to see its path.`;
  const { steps, leaf } = route(read(text), forks, n);
  const way = steps.map(({ left }) => (left ? "left" : "right")).join(", ");
  return `${line} Example ${n + 1} has the label “${names[labels[n]]}”. It goes ${way}, to the leaf “${names[leaf]}”${leaf === labels[n] ? "" : ": misclassified"}.`;
}
