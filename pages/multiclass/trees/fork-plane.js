// The plane of one fork: its line, the points that it parts, those on its wrong side; and one example that falls
// through the tree, which a press chooses.

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
const PALE = 0.25;               // ink of points that this fork is not asked about

/** @type {MakeView<"forkplane">} */
function forkplane(root, item, player, stage) {
  root.dataset.view = "fork";
  root.classList.add("kl-forkplane");
  const canvas = element("canvas", { className: "kl-canvas", tabIndex: 0, role: "img" });
  const caption = element("p", { className: "kl-caption", role: "status" });
  root.append(canvas, caption);
  const axes = new Axes(canvas, { margins: SMALL_MARGINS });
  const view = { axes, stage, player, frame: null };

  function draw(next) {
    view.frame = next;
    const { points, labels, window } = sampleOf(next);
    axes.beginPlane(window);
    card(axes, stage);
    axes.clipped((context) => layers(view, context, points, labels));
    planeAxes(axes, stage, sampleOf(next).axes, true);
    caption.textContent = sentence(view);
  }

  const choose = (n) => player.look({ fall: String(n) });
  press(canvas, (e) => {
    const n = view.frame && nearestPoint(axes, sampleOf(view.frame).points, e.offsetX, e.offsetY, REACH);
    if (typeof n === "number") choose(n);
  });
  canvas.addEventListener("keydown", (e) => {
    const by = arrowStep(e);
    if (!by || !view.frame) return;
    e.preventDefault();
    const m = sampleOf(view.frame).labels.length;
    choose(((chosen(view) ?? -1) + by + m) % m);
  });

  return {
    draw,
    describe: () => view.frame && canvas.setAttribute("aria-label", `${item.label} ${sentence(view)} Arrow keys choose an example.`),
    summary: () => (view.frame ? sentence(view) : ""),
  };
}

function shownFork({ frame, player }) {
  const { forks } = answerOf(frame);
  return forks?.[Math.min(Number(player.view.fork) || 0, forks.length - 1)];
}

function chosen({ frame, player }) {
  const n = player.view.fall === "" ? NaN : Number(player.view.fall);
  return n < sampleOf(frame).labels.length ? n : undefined;
}

function layers(view, context, points, labels) {
  const { axes, stage: { palette } } = view, fork = shownFork(view), n = chosen(view);
  const size = Math.max(3.6, Math.min(7, axes.box.w / 110)), width = Math.max(1.5, size / 2.5);
  const classesAsked = fork ? new Set([...fork.positive, ...fork.negative]) : undefined;
  const some = (keep) => [...labels.keys()].filter((i) => keep(labels[i], i));
  const marks = (chosenOnes) => markPaths(axes, chosenOnes.flatMap((i) => [points[2 * i], points[2 * i + 1]]), chosenOnes.map((i) => labels[i]), size);
  if (classesAsked) {
    context.globalAlpha = PALE;
    marks(some((k) => !classesAsked.has(k))).forEach((path, k) => paint.stroke(context, path, palette[`class_${k}`], width));
    context.globalAlpha = 1;
  }
  drawMarks(context, marks(some((k) => !classesAsked || classesAsked.has(k))), palette, width);
  if (fork) {
    const side = Math.round(Math.sqrt(fork.field.length)), wrong = new Path2D();
    for (const i of some((k, i) => classesAsked.has(k) && (fork.takes[i] === "+") !== fork.positive.includes(k))) circle(wrong, axes, points, i, size + 3);
    paint.stroke(context, wrong, palette.text, 1.4);
    paint.stroke(context, paint.levelPath(axes, fork.field, side, side, 0), palette.zero, 3);
  }
  if (n === undefined) return;
  const ring = new Path2D();
  circle(ring, axes, points, n, 12);
  paint.stroke(context, ring, palette.background, 6);
  paint.stroke(context, ring, palette.accent, 3);
}

function circle(path, axes, points, i, r) {
  const x = axes.px(points[2 * i]), y = axes.py(points[2 * i + 1]);
  path.moveTo(x + r, y);
  path.arc(x, y, r, 0, 2 * Math.PI);
}

function sentence(view) {
  const fork = shownFork(view), { names, labels } = sampleOf(view.frame), { forks, text } = answerOf(view.frame), n = chosen(view);
  if (!fork) return "The lines of this tree are on their way.";
  const line = `Question ${forks.indexOf(fork) + 1} of ${forks.length}: ${question(fork, names)} ${percent(error(fork))} of its points are on the wrong side; they wear a circle.`;
  if (n === undefined) return `${line} Press on a point to let it fall.`;
  const { steps, leaf } = route(read(text), forks, n);
  const way = steps.map(({ left }) => (left ? "left" : "right")).join(", ");
  return `${line} Example ${n + 1}, of ${names[labels[n]]}, goes ${way}, and lands in ${names[leaf]}${leaf === labels[n] ? "" : ": wrong"}.`;
}
