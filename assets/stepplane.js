// The plane of a run: the boundary of the certified optimum, dotted, and the example just drawn.

import { plane } from "./plane.js";
import { floats } from "./frames.js";
import { geometry } from "./geometry.js";
import * as paint from "./paint.js";

export function stepplane(root, item, player, stage) {
  function overlay(context, axes, frame) {
    const { palette } = stage, { nx, ny } = geometry(frame), i = frame.get("index");
    const goal = floats(frame.get("goal"), frame.sweep.tensors.goal.dtype);
    paint.stroke(context, paint.levelPath(axes, goal, nx, ny, 0), palette.bayes, 2.2, [1.5, 4]);
    if (i < 0) return;
    const points = frame.get("points"), ring = new Path2D();
    ring.arc(axes.px(points[2 * i]), axes.py(points[2 * i + 1]), 13, 0, 2 * Math.PI);
    paint.stroke(context, ring, palette.background, 6);
    paint.stroke(context, ring, palette.accent, 3.6);
  }
  return plane(root, { ...item, overlay }, player, stage);
}
