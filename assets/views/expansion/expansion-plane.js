// The large plane with f, and a small plane beside it with f's bumps: a ring for each bump, where it falls to half its
// height, and the marked bump in colour.

import { Axes } from "../../draw/axes.js";
import { floats } from "../../base/sweep-decoder.js";
import { kernelSettings } from "../../base/text-alternative.js";
import { element } from "../../base/dom.js";
import { geometry, halfReach } from "../../draw/frame-geometry.js";
import { plane } from "../decision-plane.js";
import { markable, name, exampleText } from "../../input/example-hover.js";
import { nearestPoint } from "../../input/pointed-place.js";
import * as paint from "../../draw/plane-layers.js";

export const kinds = { hill, hills };
export const costly = ["hill", "hills"];

const NODES = 61, SATURATION = 1.6;    // nodes along a side; the value of the most saturated colour
const REACH_PX = 16;                // distance from an example within which it is hovered

// Build the large plane, with a ring where the marked example's bump falls to half its height.
/** @type {MakeView<"hill">} */
function hill(root, item, player, stage) {
  return plane(root, { ...item, overlay }, player, stage);

  /** @param {Context} context @param {Axes} axes @param {Frame} frame */
  function overlay(context, axes, frame) {
    const i = stage.markedExample, points = frame.get("points");
    if (i === undefined || 2 * i >= points.length || !frame.sweep.tensors.bump) return;
    paint.stroke(context, ring(axes, points, i, halfReach(frame)), stage.palette.accent, 2, [3, 3]);
  }
}

/** @param {Axes} axes @param {Numbers} points @param {number} i @param {number} reach */
function ring(axes, points, i, reach) {
  const path = new Path2D();
  path.ellipse(axes.px(points[2 * i]), axes.py(points[2 * i + 1]), axes.px(reach) - axes.px(0), axes.py(0) - axes.py(reach), 0, 0, 2 * Math.PI);
  return path;
}

/** @type {MakeView<"hills">} */
function hills(root, item, player, stage) {
  root.dataset.view = "bumps";
  const canvas = element("canvas", { className: "kl-canvas", role: "img" });
  const tip = element("div", { className: "kl-tip", hidden: true }), caption = element("p", { className: "kl-caption" });
  root.append(canvas, tip, caption);
  const axes = new Axes(canvas, { margins: { left: 1, right: 1, top: 1, bottom: 1 } }), scratch = document.createElement("canvas");
  /** @type {Frame} */
  let frame;

  /** @param {Frame} next */
  function draw(next) {
    frame = next;
    const { palette } = stage, points = frame.get("points"), i = stage.markedExample;
    axes.beginPlane(geometry(frame).window);
    const round = frame.sweep.tensors.bump !== undefined, example = i !== undefined && i < points.length / 2 ? i : undefined;
    axes.clipped((context) => {
      if (round) paint.heat(axes, scratch, field(example), NODES, NODES, stage.table);
      if (round) rings(context, points);
      paint.points(context, paint.pointPaths(axes, points, frame.get("labels"), 3), palette, 1.5);
      if (example !== undefined && round) paint.stroke(context, ring(axes, points, example, halfReach(frame)), palette.accent, 2.4);
    });
    axes.context.strokeStyle = palette.line;
    axes.context.strokeRect(0.5, 0.5, axes.width - 1, axes.height - 1);
    caption.textContent = words(round, example);
  }

  /** @param {boolean} round @param {number} [i] */
  function words(round, i) {
    if (!round) return "With this kernel a bump depends on more than the distance from its example, so no rings are drawn.";
    const reach = `Inside its ring a bump is above half its height${kernelSettings(player, stage, frame.scene)}.`;
    return i === undefined ? `${reach} Point at an example to colour its bump alone.` : `The bump of ${name(i)} alone, αK(x, ·). ${reach}`;
  }

  // Return α_i K(x_i, ·) on a grid, interpolated in the table of a bump, and scaled so that the largest |α| has the
  // most saturated colour. Return 0 everywhere if no example is marked.
  /** @param {number} [i] */
  function field(i) {
    const values = new Float32Array(NODES * NODES);
    if (i === undefined) return values;
    const bump = floats(frame.get("bump"), frame.sweep.tensors.bump.dtype), { data: offset } = frame.sweep.tensors.offsets;
    const [px, py] = frame.get("points").subarray(2 * i, 2 * i + 2), { window: [x0, x1, y0, y1] } = geometry(frame);
    const height = SATURATION * frame.get("alpha")[i] / (frame.get("largest_alpha") || 1), far = offset[offset.length - 1];
    for (let k = 0; k < values.length; k++) {
      const x = x0 + (x1 - x0) * (k % NODES) / (NODES - 1), y = y0 + (y1 - y0) * Math.floor(k / NODES) / (NODES - 1);
      // The table is denser near its centre: its offsets grow with the square of their index.
      const u = Math.min(bump.length - 1.001, Math.sqrt(Math.hypot(x - px, y - py) / far) * (bump.length - 1)), n = Math.floor(u);
      values[k] = height * (bump[n] + (u - n) * (bump[n + 1] - bump[n]));
    }
    return values;
  }

  /** @param {Context} context @param {Numbers} points */
  function rings(context, points) {
    const alpha = frame.get("alpha"), largest = frame.get("largest_alpha") || 1, reach = halfReach(frame);
    for (let i = 0; i < alpha.length; i++) {
      if (alpha[i] === 0) continue;
      context.globalAlpha = 0.15 + 0.75 * Math.sqrt(Math.abs(alpha[i]) / largest);
      paint.stroke(context, ring(axes, points, i, reach), stage.palette[alpha[i] < 0 ? "negative" : "positive"], 1.3);
    }
    context.globalAlpha = 1;
  }

  const at = (/** @type {number} */ i) => [axes.px(frame.get("points")[2 * i]), axes.py(frame.get("points")[2 * i + 1])];
  const view = {
    frame: () => frame,
    find: (/** @type {number} */ px, /** @type {number} */ py) => nearestPoint(axes, frame.get("points"), px, py, REACH_PX),
    words: (/** @type {number} */ i) => exampleText(frame, i),
    spot: at,
  };
  markable({ canvas, tip, axes, stage, view });
  return { draw, marks: true, describe: (text = "") => canvas.setAttribute("aria-label", text) };
}
