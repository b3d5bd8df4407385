// Draw the plane of a fit with finitely many features, the boundary of the fit with the exact
// kernel as a dotted line, and the line along which the slice is taken, with its point x′.

import { plane } from "../../../assets/views/decision-plane.js";
import { floats } from "../../../assets/base/sweep-decoder.js";
import { geometry } from "../../../assets/draw/frame-geometry.js";
import * as paint from "../../../assets/draw/plane-layers.js";

export const kinds = { exactplane };
export const costly = ["exactplane"];

const SIZE = 6, DOTS = [2.5, 5];

/** @type {MakeView<"exactplane">} */
function exactplane(root, item, player, stage) {
  /** @param {Context} context @param {Axes} axes @param {Frame} frame */
  function overlay(context, axes, frame) {
    const { palette } = stage, { nx, ny } = geometry(frame);
    const exact = floats(frame.get("exact"), frame.sweep.tensors.exact.dtype, frame.sweep.scale);
    const level = paint.levelPath(axes, exact, nx, ny, 0);       // dotted, so that the fit's boundary stays visible
    paint.stroke(context, level, palette.background, 5, DOTS);
    paint.stroke(context, level, palette.accent, 3, DOTS);
    const [x] = frame.get("slice_point"), px = axes.px(x), py = axes.py(0), line = new Path2D(), point = new Path2D();
    line.moveTo(axes.px(axes.x0), py);
    line.lineTo(axes.px(axes.x1), py);
    paint.stroke(context, line, palette.muted, 1, [2, 5]);
    point.moveTo(px, py - SIZE);
    for (const [dx, dy] of [[SIZE, 0], [0, SIZE], [-SIZE, 0]]) point.lineTo(px + dx, py + dy);
    point.closePath();
    context.fillStyle = palette.accent;
    context.fill(point);
    paint.stroke(context, point, palette.background, 1.5);
  }
  return plane(root, { ...item, overlay }, player, stage);
}
