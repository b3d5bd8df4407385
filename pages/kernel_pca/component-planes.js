// Draw the components of a kernel: each as a field over the plane, and two of them as the axes of a plot. All numbers
// come from the frame, the components in standard deviations; see pages/kernel_pca/bend/sweep_payload.py.

import { Axes } from "../../assets/draw/axes.js";
import { Chart, tickLabels } from "../../assets/draw/chart.js";
import { floats } from "../../assets/base/sweep-decoder.js";
import { number, percent } from "../../assets/base/format.js";
import { geometry, interpolate } from "../../assets/draw/frame-geometry.js";
import { SMALL_MARGINS, card, planeAxes, zeroLines } from "../../assets/draw/plane-axes.js";
import * as paint from "../../assets/draw/plane-layers.js";
import { drawSelection } from "../../assets/draw/selection-overlay.js";
import { markable, name } from "../../assets/input/example-hover.js";
import { pointer } from "../../assets/input/plane-pointer.js";
import { movePoints } from "../../assets/input/point-editor.js";
import { element, setText } from "../../assets/base/dom.js";

export const kinds = { component, scoreplot };
export const costly = ["component", "scoreplot"];

const LEVELS = [-2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2];
const REACH = 3;                 // largest |component| in the plot, in standard deviations; larger values are drawn at this value
const EXAMPLE_REACH = 14;        // px around an example within which the pointer selects it

/** @type {MakeView<"component">} */
function component(root, item, player, stage) {
  root.dataset.view = "component";
  root.classList.add("kl-is-plane", "kl-small");
  const title = element("p", { className: "kl-title" });
  const canvas = element("canvas", { className: "kl-canvas", tabIndex: 0, role: "img" }), tip = element("div", { className: "kl-tip", hidden: true });
  root.append(title, canvas, tip);
  const axes = new Axes(canvas, { margins: SMALL_MARGINS }), scratch = document.createElement("canvas"), stillLayer = new paint.StillLayer(axes);
  const { number: k } = item;
  /** @type {PlaneState} */
  const state = { values: null, frame: null };

  /** @param {Frame} frame */
  function draw(frame) {
    const { window, nx, ny } = geometry(frame), { palette, table } = stage, share = frame.get(`share_${k + 1}`);
    state.frame = frame;
    axes.beginPlane(window);
    setText(title, `Component ${k + 1}`);
    card(axes, stage);
    axes.clipped((context) => {
      if (!(share > 0) || stage.covered) return;
      const all = frame.get("components"), part = all.subarray(k * nx * ny, (k + 1) * nx * ny);
      const values = state.values = floats(part, frame.sweep.tensors.components.dtype, 1, state.values);
      paint.heatHalf(axes, scratch, part, nx, ny, table.half(1));
      for (const level of LEVELS) paint.stroke(context, paint.levelPath(axes, values, nx, ny, level), palette.margin, 0.9);
      paint.stroke(context, paint.levelPath(axes, values, nx, ny, 0), palette.zero, 2.4);
    });
    planeAxes(axes, stage, undefined, true);
    const points = movePoints(frame.get("points"), stage.carrier?.drag), labels = frame.get("labels");
    axes.clipped((context) => {
      stillLayer.draw(stage, [points, labels], (pen) => paint.points(pen, paint.pointPaths(axes, points, labels, 2.4), palette, 1.1));
      drawRing(context, palette, stage.markedExample, points, axes);
      drawSelection(context, axes, points, frame, state, stage);
    });
  }

  // Return the component at a point; 0 if it does not vary.
  /** @param {number} x @param {number} y */
  function valueAt(x, y) {
    const { values, frame } = state;
    return values && frame && frame.get(`share_${k + 1}`) > 0 ? interpolate({ ...geometry(frame), values }, axes, x, y) : 0;
  }

  const tell = {
    place: (/** @type {number} */ x, /** @type {number} */ y) => `component ${k + 1}: ${number(valueAt(x, y))}`,
    whole: (/** @type {number} */ i) => wordsOf(/** @type {Frame} */ (state.frame), i),
  };
  pointer({ canvas, tip, axes, state, item, player, stage, redraw: () => draw(/** @type {Frame} */ (state.frame)), tell });
  return { draw, marks: true, describe: (text = "") => canvas.setAttribute("aria-label", text), summary: () => `${title.textContent}: ${percent(state.frame?.get(`share_${k + 1}`) ?? 0)} of the variance` };
}

/** @type {MakeView<"scoreplot">} */
function scoreplot(root, item, player, stage) {
  root.dataset.view = "scores";
  root.classList.add("kl-curve", "kl-tall");
  const tip = element("div", { className: "kl-tip", hidden: true });
  const chart = new Chart(root, stage, { label: item.label, margins: { bottom: 40 } }), { canvas, axes } = chart;
  root.append(tip);
  /** @type {Frame | null} */
  let currentFrame = null;
  /** @type {Float64Array} */
  let places = new Float64Array();

  const pair = () => [...(player.view[item.look] || "12")].map((digit) => Number(digit) - 1);

  /** @param {Frame} frame */
  function draw(frame) {
    const [a, b] = pair(), { palette } = stage, labels = frame.get("labels");
    currentFrame = frame;
    places = placesInside(frame.get("scores"), a, b);
    const marks = tickLabels([-2, 0, 2]), wide = reachX(axes);
    const xmarks = tickLabels([-8, -6, -4, -2, 0, 2, 4, 6, 8].filter((v) => Math.abs(v) <= wide));
    chart.begin({ x0: -wide, x1: wide, y0: -REACH, y1: REACH, xticks: xmarks, yticks: marks, note: `component ${a + 1}, in standard deviations, clipped to ±${REACH}`, ynote: `component ${b + 1}` });
    axes.clipped((context) => {
      paint.stroke(context, zeroLines(axes), palette.track, 1);
      if (stage.covered) return;
      separator(context, frame.get(`line_${a + 1}${b + 1}`));
      paint.points(context, paint.pointPaths(axes, places, labels, 3.4), palette, 1.5);
      drawRing(context, palette, stage.markedExample, places, axes);
    }, 4);
  }

  // Draw Fisher's line in this plot: Fisher's direction is its normal.
  /** @param {Context} context @param {number[]} line */
  function separator(context, [nx, ny, t]) {
    if (!Number.isFinite(nx + ny + t)) return;
    const far = 40, path = new Path2D(), x = t * nx, y = t * ny;
    path.moveTo(axes.px(x - far * ny), axes.py(y + far * nx));
    path.lineTo(axes.px(x + far * ny), axes.py(y - far * nx));
    paint.stroke(context, path, stage.palette.accent, 2, [7, 5]);
  }

  // Name the pair of the plot, with the share of examples on the wrong side of the line, if there is a line.
  function summary() {
    const [a, b] = pair(), wrong = currentFrame?.get(`wrong_${a + 1}${b + 1}`) ?? NaN;
    return `plot of components ${a + 1} and ${b + 1}${Number.isFinite(wrong) ? `: ${percent(wrong)} misclassified` : ""}`;
  }

  markable({ canvas, tip, axes, stage, view: examplesOf(() => currentFrame, axes, () => places) });
  return { draw, marks: true, describe: (text = "") => canvas.setAttribute("aria-label", text), summary };
}

// Return the half-width of the plot for which both axes have the same scale, but at least REACH.
/** @param {Axes} axes */
function reachX(axes) {
  axes.resize();
  const { w, h } = axes.box;
  return REACH * Math.max(1, w / h);
}

/** @param {ArrayLike<number>} scores @param {number} a @param {number} b */
function placesInside(scores, a, b) {
  const m = scores.length / 3, clampScore = (/** @type {number} */ v) => Math.max(-REACH, Math.min(REACH, v));
  return Float64Array.from({ length: 2 * m }, (_, i) => clampScore(scores[3 * (i >> 1) + (i % 2 ? b : a)]));
}

/** @param {Context} context @param {Record<string, string>} palette @param {number | undefined} i @param {ArrayLike<number>} places @param {Axes} axes */
function drawRing(context, palette, i, places, axes) {
  if (i === undefined || 2 * i >= places.length) return;
  const path = new Path2D();
  path.arc(axes.px(places[2 * i]), axes.py(places[2 * i + 1]), 8, 0, 2 * Math.PI);
  paint.stroke(context, path, palette.background, 5);
  paint.stroke(context, path, palette.accent, 2.6);
}

// Describe the position and the components of an example.
/** @param {Frame} frame @param {number} i */
function wordsOf(frame, i) {
  const points = frame.get("points"), scores = frame.get("scores");
  return `${name(i)}: x = (${number(points[2 * i])}, ${number(points[2 * i + 1])})\n${[0, 1, 2].map((k) => `component ${k + 1}: ${number(scores[3 * i + k])}`).join("\n")}`;
}

/**
 * @param {() => Frame | null} frame @param {Axes} axes @param {() => ArrayLike<number>} places
 * @returns {import("../../assets/input/example-hover.js").Examples}
 */
function examplesOf(frame, axes, places) {
  return {
    frame,
    find(px, py) {
      const scores = places();
      let best, least = EXAMPLE_REACH;
      for (let i = 0; 2 * i < scores.length; i++) {
        const distance = Math.hypot(axes.px(scores[2 * i]) - px, axes.py(scores[2 * i + 1]) - py);
        if (distance < least) [best, least] = [i, distance];
      }
      return best;
    },
    words: (i) => wordsOf(/** @type {Frame} */ (frame()), i),
    spot: (i) => [axes.px(places()[2 * i]), axes.py(places()[2 * i + 1])],
  };
}
