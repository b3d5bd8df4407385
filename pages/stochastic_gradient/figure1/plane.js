// Draw the plane of a run: the dotted boundary of the optimum, the run's boundaries after a few earlier steps, and the
// example of the last step.

import { setProperties } from "../../../assets/base/dom.js";
import { plane } from "../../../assets/views/decision-plane.js";
import { tensorAt, field, floats } from "../../../assets/base/sweep-decoder.js";
import { geometry } from "../../../assets/draw/frame-geometry.js";
import * as paint from "../../../assets/draw/plane-layers.js";

export const kinds = { stepplane };
export const costly = ["stepplane"];

const MIN_OPACITY = 0.35;        // opacity of the earliest boundary
const DOUBT = "The dotted boundary may not be optimal: its duality gap is too large.";

/** @type {MakeView<"stepplane">} */
function stepplane(root, item, player, stage) {
  root.classList.add("kl-own-plane");
  /** @type {{ sweep: Sweep | null, size: string, lines: Map<number, Path2D> }} The boundaries of one sweep at one size. */
  let traces = { sweep: null, size: "", lines: new Map() };

  // Return the boundary f = 0 after step t, cached.
  /** @param {Axes} axes @param {Frame} frame @param {number} t @param {number} nx @param {number} ny */
  function boundary(axes, { sweep }, t, nx, ny) {
    const size = `${axes.width} ${axes.height}`;
    if (traces.sweep !== sweep || traces.size !== size) traces = { sweep, size, lines: new Map() };
    const line = traces.lines.get(t) ?? paint.levelPath(axes, field(sweep, t), nx, ny, 0);
    traces.lines.set(t, line);
    return line;
  }

  /** @param {Context} context @param {Axes} axes @param {Frame} frame */
  function overlay(context, axes, frame) {
    const { palette } = stage, { nx, ny } = geometry(frame), i = frame.get("index");
    const goal = floats(frame.get("goal"), frame.sweep.tensors.goal.dtype);
    const earlierSteps = frame.along === "step" ? item.earlier.filter((t) => t < Math.min(frame.stop, tensorAt(frame.sweep, "ended", frame.stop))) : [];
    earlierSteps.forEach((t, k) => {
      context.globalAlpha = MIN_OPACITY + (1 - MIN_OPACITY) * k / item.earlier.length;
      paint.stroke(context, boundary(axes, frame, t, nx, ny), palette.squared, 1.8);
    });
    context.globalAlpha = 1;
    setProperties(root.dataset, { earlier: earlierSteps.join(" ") });
    paint.stroke(context, paint.levelPath(axes, goal, nx, ny, 0), palette.bayes, 2.2, [1.5, 4]);
    if (i < 0) return;
    const points = frame.get("points"), ring = new Path2D();
    ring.arc(axes.px(points[2 * i]), axes.py(points[2 * i + 1]), 13, 0, 2 * Math.PI);
    paint.stroke(context, ring, palette.background, 6);
    paint.stroke(context, ring, palette.accent, 3.6);
  }
  return plane(root, { ...item, overlay, doubt: DOUBT }, player, stage);
}
