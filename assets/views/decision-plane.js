// The live plane: the classifier over the data, with axes. Its gestures are in plane-pointer.js.

import { Axes } from "../draw/axes.js";
import { field, floats } from "../base/sweep-decoder.js";
import { chosenPoint, geometry, halfReach, shownBoundaries } from "../draw/frame-geometry.js";
import { litMarks } from "../draw/lit-marks.js";
import { MARGINS, planeAxes } from "../draw/plane-axes.js";
import * as paint from "../draw/plane-layers.js";
import { pointer } from "../input/plane-pointer.js";
import { caption, drawSelection } from "../draw/selection-overlay.js";
import { movePoints } from "../input/point-editor.js";
import { element } from "../base/dom.js";
import { drawUnproven } from "../draw/optimality-note.js";
import { noteNames } from "../draw/drawn-data.js";

export const kinds = { plane };
export const costly = ["plane"];

/** @typedef {{ stage: Stage, axes: Axes, state: PlaneState, scratch: HTMLCanvasElement, item: PlaneSettings, player: Player }} PlaneView */

const SLACK_UNITS = 10;                 // the plane's height in units of slack, for vertical lines
const BLEED_PX = 7;                 // how far a mark may reach beyond the frame
const BUMP_LEVELS = [0.75, 0.5, 0.25];
const PALE_OPACITY = 0.25;               // opacity of examples that are not the subject of the picture

/** @type {(root: HTMLElement, item: PlaneSettings, player: Player, stage: Stage) => View} */
export function plane(root, item, player, stage) {
  root.dataset.view = "plane";
  if (item.small) root.classList.add("kl-small");
  if (item.title) root.append(element("p", { className: "kl-title", textContent: item.title }));
  const canvas = element("canvas", { className: "kl-canvas", tabIndex: 0, role: "img" });
  canvas.setAttribute("aria-label", "The plane of the two attributes, with the classifier");
  const tip = element("div", { className: "kl-tip", hidden: true });
  root.append(canvas, tip);
  const axes = new Axes(canvas, { margins: MARGINS });
  const scratch = document.createElement("canvas"), still = new paint.StillLayer(axes), numbers = new paint.StillLayer(axes);
  /** @type {PlaneState} */
  const state = { values: null, frame: null };
  const view = { stage, axes, state, scratch, item, player };
  const note = item.edit || item.small ? caption(root, item.small) : () => "";

  /** @param {Frame} frame */
  function draw(frame, changed = true) {
    const { window, nx, ny } = geometry(frame);
    axes.beginPlane(window);
    const values = changed || !state.values ? field(frame.sweep, frame.stop, state.values) : state.values;
    Object.assign(state, { values, frame });
    const { palette, table, covered } = stage, show = shownBoundaries(player, frame);
    const bayes = frame.sweep.tensors.bayes && stage.bayes(frame.sweep);
    const points = movePoints(frame.get("points"), stage.carrier?.drag), scale = axes.box.w / 574;
    const size = Math.max(3, Math.min(6, 3.6 * scale));
    axes.clipped((context) => {
      if (covered) {
        // Before a prediction, only the points are shown.
      } else if (item.bump) {
        bumpGround(view, context, frame, points);
      } else if (show === "bayes" && bayes) {
        paint.heat(axes, scratch, bayes, nx, ny, table);
      } else {
        ground(view, frame, values, nx, ny, table);
        const levels = item.levels ?? [{ f: -1 }, { f: 1 }];
        for (const { f, label } of levels) {
          const path = paint.levelPath(axes, values, nx, ny, f);
          paint.stroke(context, path, palette.margin, label ? 1.8 : 1.4, label ? [] : [6, 4]);
        }
        paint.stroke(context, paint.levelPath(axes, values, nx, ny, 0), palette.zero, 3.2);
      }
      if (show !== "fit" && bayes && !covered && !item.bump) {
        paint.stroke(context, paint.stillPath(axes, bayes, nx, ny, 0), palette.bayes, 2.2, [1.5, 4]);
      }
      if (item.slack && !covered) slacks(view, context, frame, values, points, nx, ny);
    });
    const { axis_x = "x₁", axis_y = "x₂" } = frame.sweep.meta;
    numbers.draw(stage, [axis_x, axis_y], () => planeAxes(axes, stage, [axis_x, axis_y]));
    noteNames(axes, [axis_x, axis_y]);
    axes.clipped((context) => {
      if (covered || item.bump) { /* support vectors are not marked */ } else if (item.kinds && frame.get("kind")) paint.kinds(axes, points, frame.get("kind"), palette, size * 2);
      else if (show !== "bayes") paint.rings(axes, points, frame.get("alpha"), palette, size * 2);
      const labels = frame.get("labels");
      const width = Math.max(1.5, 1.8 * scale);
      still.draw(stage, [points, labels, size], (pen) => {
        pen.globalAlpha = item.bump ? PALE_OPACITY : 1;
        paint.points(pen, paint.pointPaths(axes, points, labels, size), palette, width);
        pen.globalAlpha = 1;
      });
      const i = item.bump ? chosenPoint(player, frame) : undefined;
      if (i !== undefined) paint.points(context, paint.pointPaths(axes, points.subarray(2 * i, 2 * i + 2), labels.subarray(i, i + 1), size * 1.3), palette, width * 1.3);
      (covered ? [] : item.levels ?? []).forEach(({ f, label = "" }, k, all) => {
        const style = { color: palette.text, background: palette.background, size: stage.small, weight: "600" };
        paint.levelLabel(axes, values, nx, ny, f, label, (k + 1) / (all.length + 1), style);
      });
      item.overlay?.(context, axes, frame);
      drawChosenPoint(view, context, frame, points, size);
      drawMarkedExample(view, context, frame, points, size);
      if (stage.highlight && !covered) litMarks(view, frame, points, size);
      drawSelection(context, axes, points, frame, state, stage);
    }, BLEED_PX);
    state.doubt = covered || show === "bayes" ? "" : drawUnproven(axes, frame, stage, { sentence: item.doubt });
    state.word = note(frame, "choose Add × or Add ○");
  }

  const hand = pointer({ canvas, tip, axes, state, item, player, stage, redraw: () => draw(/** @type {Frame} */ (state.frame), false) });
  return { draw, hand, marks: true, covers: true, describe: (text) => canvas.setAttribute("aria-label", [text, state.doubt, state.word].filter(Boolean).join(". ")) };
}

// Draw the slack of each example as a length. With the linear kernel: from the example to its margin line, ξ/‖w‖. With
// other kernels, distances in the plane don't show ξ: the slack is a vertical line, with a scale in the corner.
/** @param {PlaneView} view @param {Context} context @param {Frame} frame @param {Numbers} values @param {Numbers} points @param {number} nx @param {number} ny */
function slacks({ stage, axes }, context, frame, values, points, nx, ny) {
  const labels = frame.get("labels"), f = frame.get("decision"), path = new Path2D(), straight = frame.scene.kernel === "linear";
  const foot = straight ? slope(axes, frame.get("margin"), values, nx, ny) : undefined, unit = axes.box.h / SLACK_UNITS;
  for (let i = 0; i < labels.length; i++) {
    const xi = 1 - labels[i] * f[i], [x, y] = points.subarray(2 * i, 2 * i + 2);
    if (xi <= 1e-6) continue;
    path.moveTo(axes.px(x), axes.py(y));
    if (foot) path.lineTo(axes.px(x + labels[i] * xi * foot[0]), axes.py(y + labels[i] * xi * foot[1]));
    else path.lineTo(axes.px(x), axes.py(y) - xi * unit);
  }
  paint.stroke(context, path, stage.palette.accent, straight ? 1.8 : 2.6);
  if (!straight) rule(stage, axes, context, unit);
}

// Return the vector along w over which a linear f grows by 1; its length is the margin 1/‖w‖. Its direction is estimated
// from the rounded values at the edge of the grid.
/** @param {Axes} axes @param {number} margin @param {Numbers} values @param {number} nx @param {number} ny */
function slope(axes, margin, values, nx, ny) {
  let wx = 0, wy = 0;
  for (let j = 0; j < ny; j++) wx += (values[j * nx + nx - 1] - values[j * nx]) / (ny * (axes.x1 - axes.x0));
  for (let i = 0; i < nx; i++) wy += (values[(ny - 1) * nx + i] - values[i]) / (nx * (axes.y1 - axes.y0));
  const size = Math.hypot(wx, wy) || 1;
  return [margin * wx / size, margin * wy / size];
}

/** @param {Stage} stage @param {Axes} axes @param {Context} context @param {number} unit */
function rule(stage, axes, context, unit) {
  const { x, y, h } = axes.box, px = x + 14, py = y + h - 12, line = new Path2D(), { palette, small: size } = stage;
  for (const end of [py, py - unit]) { line.moveTo(px - 5, end); line.lineTo(px + 5, end); }
  line.moveTo(px, py);
  line.lineTo(px, py - unit);
  paint.stroke(context, line, palette.background, 6);
  paint.stroke(context, line, palette.accent, 2.6);
  for (const style of [{ color: palette.background, halo: 4 }, { color: palette.text }]) axes.text("ξ = 1", px + 12, py - unit / 2, { size, align: "left", weight: "600", ...style });
}

// Mark the example under the pointer, here or in another view; else the example that is the subject of the picture.
/** @param {PlaneView} view @param {Context} context @param {Frame} frame @param {Numbers} points @param {number} size */
function drawMarkedExample({ item, stage, axes }, context, frame, points, size) {
  const i = stage.markedExample ?? (item.marks_drawn_example ? Number(frame.get("index")) : undefined);
  if (i === undefined || 2 * i >= points.length) return;
  const ring = new Path2D();
  ring.arc(axes.px(points[2 * i]), axes.py(points[2 * i + 1]), size * 2.6, 0, 2 * Math.PI);
  paint.stroke(context, ring, stage.palette.accent, 3);
}

/** @param {PlaneView} view @param {Frame} frame @param {Numbers} values @param {number} nx @param {number} ny @param {HeatTable} table */
function ground({ axes, scratch }, frame, values, nx, ny, table) {
  const tensor = frame.sweep.tensors.field;
  if (tensor.dtype === "F16") {
    paint.heatHalf(axes, scratch, frame.get("field"), nx, ny, table.half(frame.sweep.scale));
  } else {
    paint.heat(axes, scratch, values, nx, ny, table);
  }
}

// Draw only the bump of the chosen example, with the sign of its class, and its level lines.
/** @param {PlaneView} view @param {Context} context @param {Frame} frame @param {Numbers} points */
function bumpGround({ axes, scratch, player, stage }, context, frame, points) {
  const i = chosenPoint(player, frame);
  if (i === undefined || !frame.sweep.tensors.bump) return;
  const { nx, ny, window: [x0, x1, y0, y1] } = geometry(frame), sign = frame.get("labels")[i] > 0 ? 1 : -1;
  const offsets = frame.sweep.tensors.offsets.data, bump = floats(frame.get("bump"), frame.sweep.tensors.bump.dtype);
  const values = new Float32Array(nx * ny), last = bump.length - 1;
  for (let row = 0; row < ny; row++) {
    for (let column = 0; column < nx; column++) {
      const x = x0 + (x1 - x0) * column / (nx - 1), y = y0 + (y1 - y0) * row / (ny - 1);
      const distance = Math.hypot(x - points[2 * i], y - points[2 * i + 1]);
      let low = 0, high = last;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (offsets[middle] <= distance) low = middle; else high = middle;
      }
      const t = Math.min(1, (distance - offsets[low]) / (offsets[high] - offsets[low]));
      values[row * nx + column] = sign * (bump[low] + t * (bump[high] - bump[low]));
    }
  }
  paint.heat(axes, scratch, values, nx, ny, stage.table);
  for (const level of BUMP_LEVELS) paint.stroke(context, paint.levelPath(axes, values, nx, ny, sign * level), stage.palette.margin, 1.2);
}

// Mark the chosen point, and the circle inside which its bump is above half its height. Before a choice, a picture about
// one bump marks the strongest example (see `chosenPoint`).
/** @param {PlaneView} view @param {Context} context @param {Frame} frame @param {Numbers} points @param {number} size */
function drawChosenPoint({ item, player, stage, axes }, context, frame, points, size) {
  const i = chosenPoint(player, frame);
  if (!(player.view.point || item.bump) || i === undefined || !frame.sweep.tensors.bump) return;
  const x = axes.px(points[2 * i]), y = axes.py(points[2 * i + 1]);
  const ring = new Path2D();
  ring.arc(x, y, size * 2.4, 0, 2 * Math.PI);
  paint.stroke(context, ring, stage.palette.accent, 3);
  const reach = halfReach(frame), rim = new Path2D();
  rim.ellipse(x, y, axes.px(reach) - axes.px(0), axes.py(0) - axes.py(reach), 0, 0, 2 * Math.PI);
  paint.stroke(context, rim, stage.palette.accent, 1.6, [2, 3]);
}
