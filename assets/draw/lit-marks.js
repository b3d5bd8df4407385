// Draw the meaning of a formula's highlighted symbol over the plane.

import { exampleOf, geometry, reachOf } from "./frame-geometry.js";
import { levelPath, stroke } from "./plane-layers.js";

const LEVELS = [0.9, 0.7, 0.5, 0.3, 0.1];         // level lines of a kernel function of height 1

/** @type {Record<string, (view: any, frame: Frame, points: any, size: number, at: number[]) => void>} */
const THINGS = {
  // The level line f = 0.
  zero({ axes, state, stage }, frame) {
    const { nx, ny } = geometry(frame);
    stroke(axes.context, levelPath(axes, state.values, nx, ny, 0), stage.palette.accent, 6);
  },
  // All examples, or those with a coefficient ≠ 0.
  examples(view, frame, points, size) { circles(view, points, size, () => true); },
  support(view, frame, points, size) {
    const alpha = frame.get("alpha");
    circles(view, points, size, (i) => alpha[i] !== 0);
  },
  // The kernel function around an example, as level lines.
  bump(view, frame, points, size, at) {
    for (const level of LEVELS) rim(view, frame, at, level, []);
    circles(view, at, size, () => true);
  },
  // The similarity of each example to the example that the algorithm drew last, as the size of a circle.
  column({ axes, stage }, frame, points, size) {
    const column = frame.get("column"), most = Math.max(1e-9, ...column.map(Math.abs)), path = new Path2D();
    if (frame.get("index") < 0) return;
    for (let i = 0; i < column.length; i++) {
      const x = axes.px(points[2 * i]), y = axes.py(points[2 * i + 1]), radius = 3.4 * size * Math.sqrt(Math.abs(column[i]) / most);
      path.moveTo(x + radius, y);
      path.arc(x, y, radius, 0, 2 * Math.PI);
    }
    stroke(axes.context, path, stage.palette.accent, 2.6);
  },
  // The circle on which the kernel function has fallen to half its height.
  rim(view, frame, points, size, at) {
    rim(view, frame, at, 0.5, [2, 3]);
    circles(view, at, size, () => true);
  },
  // τ itself, as a length.
  width({ axes, stage }, frame, points, size, [x, y]) {
    const from = axes.px(x), to = axes.px(x + Number(frame.scene.tau)), height = axes.py(y), line = new Path2D();
    line.moveTo(from, height);
    line.lineTo(to, height);
    for (const end of [from, to]) { line.moveTo(end, height - 7); line.lineTo(end, height + 7); }
    stroke(axes.context, line, stage.palette.background, 8);
    stroke(axes.context, line, stage.palette.accent, 3.5);
    for (const style of [{ color: stage.palette.background, halo: 5 }, { color: stage.palette.accent }]) axes.text("τ", (from + to) / 2, height - 15, { size: stage.small + 4, weight: "700", ...style });
  },
};

/**
 * Draw the meaning of the highlighted symbol, if it has one in the plane.
 * @param {any} view of the plane @param {Frame} frame @param {any} points @param {number} size
 */
export function litMarks(view, frame, points, size) {
  const { stage, player } = view, i = exampleOf(stage, player, frame);
  THINGS[stage.highlight]?.(view, frame, points, size, [points[2 * i], points[2 * i + 1]]);
}

/** @param {any} view @param {any} points @param {number} size @param {(i: number) => boolean} isMeant */
function circles({ axes, stage }, points, size, isMeant) {
  const path = new Path2D();
  for (let i = 0; 2 * i < points.length; i++) {
    if (!isMeant(i)) continue;
    const x = axes.px(points[2 * i]), y = axes.py(points[2 * i + 1]), radius = size * 2.3;
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
  }
  stroke(axes.context, path, stage.palette.accent, 2.6);
}

/** @param {any} view @param {Frame} frame @param {number[]} at @param {number} level @param {number[]} dash */
function rim({ axes, stage }, frame, [x, y], level, dash) {
  if (!frame.sweep.tensors.bump) return;
  const reach = reachOf(frame, level), path = new Path2D();
  path.ellipse(axes.px(x), axes.py(y), axes.px(reach) - axes.px(0), axes.py(0) - axes.py(reach), 0, 0, 2 * Math.PI);
  stroke(axes.context, path, stage.palette.accent, 2, dash);
}
