// Draw a plane from the parts of an item: points, a ring around one, arrows, paths, level lines, crosses, and the positive
// side of a line through 0. The coordinates come from the frame; see `SketchPart` in pages/stochastic_gradient/items.py.

import { Chart, tickLabels } from "../../assets/draw/chart.js";
import { ticks } from "../../assets/draw/axes.js";
import { field } from "../../assets/base/sweep-decoder.js";
import { geometry } from "../../assets/draw/frame-geometry.js";
import { zeroLines } from "../../assets/draw/plane-axes.js";
import * as paint from "../../assets/draw/plane-layers.js";
import { element } from "../../assets/base/dom.js";

export const kinds = { sketch };
export const costly = ["sketch"];

const HEAD = 9;                  // length of an arrow's head, in CSS pixels
const RING = 12;                 // radius of the ring around an example, in CSS pixels

/**
 * @typedef {SketchItem["parts"][number]} Part
 * @typedef {{ half: SketchHalf, points: SketchPoints, draw: SketchDraw, arrow: SketchArrow, levels: SketchLevels, path: SketchPath, spot: SketchSpot }} Parts
 * @typedef {{ [kind in keyof Parts]: (context: Context, frame: Frame, part: Parts[kind]) => void }} Painters
 *
 * `place`: returns a point of the frame in pixels; `values`: the decoded field; its array is reused.
 * @typedef {{ stage: Stage, axes: Axes, place: (frame: Frame, name: string) => Point, values: Float32Array | undefined }} SketchView
 */

/** @type {MakeView<"sketch">} */
function sketch(root, item, player, stage) {
  root.dataset.view = "sketch";
  root.classList.add("kl-sketch", "kl-own-plane");
  if (item.title) root.append(element("p", { className: "kl-subtitle", textContent: item.title }));
  const chart = new Chart(root, stage, { label: item.label, margins: { left: 30 } }), { canvas, axes } = chart;
  const [x0, x1, y0, y1] = item.range, [nameX, nameY] = item.axes;
  canvas.style.aspectRatio = `${x1 - x0} / ${y1 - y0}`;

  /** @param {Frame} frame */
  function draw(frame) {
    const marks = (/** @type {number} */ from, /** @type {number} */ to) => tickLabels(ticks(from, to, 5));
    chart.begin({ x0, x1, y0, y1, xticks: marks(x0, x1), yticks: marks(y0, y1), note: nameX });
    axes.clipped((context) => {
      paint.stroke(context, zeroLines(axes), stage.palette.track, 1);
      for (const part of item.parts) paintPart(painters, context, frame, part);
    });
    const { box } = axes, style = { size: stage.small, align: /** @type {CanvasTextAlign} */ ("left") };
    axes.text(nameY, box.x + 7, box.y + 9, { ...style, color: stage.palette.background, halo: 4 });
    axes.text(nameY, box.x + 7, box.y + 9, { ...style, color: stage.palette.muted });
    drawLegend(view, item.parts.filter((part) => part.part === "path"));
  }

  /** @type {(frame: Frame, name: string) => Point} */
  const place = (frame, name) => { const [x, y] = frame.get(name); return [axes.px(x), axes.py(y)]; };
  /** @type {SketchView} */
  const view = { stage, axes, place, values: undefined };

  const painters = paintersOf(view);

  return { draw, describe: (text = "") => canvas.setAttribute("aria-label", text) };
}

/** @template {keyof Parts} Kind @param {Painters} painters @param {Context} context @param {Frame} frame @param {Parts[Kind] & { part: Kind }} part */
const paintPart = (painters, context, frame, part) => painters[part.part](context, frame, part);

/** @param {SketchView} view @param {string} text @param {number} px @param {number} py @param {string} tone */
function drawName({ stage, axes }, text, px, py, tone) {
  const { box } = axes, style = { size: stage.small + 2, weight: "600" };
  const x = Math.min(box.x + box.w - 12, Math.max(box.x + 12, px)), y = Math.min(box.y + box.h - 10, Math.max(box.y + 10, py));
  axes.text(text, x, y, { ...style, color: stage.palette.background, halo: 4 });
  axes.text(text, x, y, { ...style, color: stage.palette[tone] });
}

/** @param {SketchView} view @param {Context} context @param {number} x @param {number} y @param {string} shape @param {string} color */
function drawMark({ stage }, context, x, y, shape, color) {
  const mark = new Path2D();
  if (shape === "square") mark.rect(x - 5.5, y - 5.5, 11, 11);
  else if (shape === "triangle") { mark.moveTo(x, y - 7.5); mark.lineTo(x + 7, y + 5); mark.lineTo(x - 7, y + 5); mark.closePath(); }
  else mark.arc(x, y, 6, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill(mark);
  paint.stroke(context, mark, stage.palette.background, 1.6);
}

// Draw the legend in the corner: the mark and the name of each path that has a name.
/** @param {SketchView} view @param {SketchPath[]} paths */
function drawLegend(view, paths) {
  const { stage, axes } = view;
  const { context, box } = axes, { palette, small } = stage, size = small + 1;
  const ways = paths.flatMap(({ label, shape, tone }) => (label ? [{ label, shape, tone }] : []));
  ways.forEach(({ label, shape, tone }, k) => {
    const y = box.y + box.h - 14 - 1.5 * size * (ways.length - 1 - k), style = { size, align: /** @type {CanvasTextAlign} */ ("left"), weight: "600" };
    axes.text(label, box.x + 26, y, { ...style, color: palette.background, halo: 4 });
    axes.text(label, box.x + 26, y, { ...style, color: palette.text });
    drawMark(view, context, box.x + 14, y, shape, palette[tone]);
  });
}

// Return the functions that draw each kind of part.
/** @param {SketchView} view @returns {Painters} */
function paintersOf(view) {
  const { stage, axes, place } = view;
  return {
    // Draw the line through 0 perpendicular to an arrow, and tint the side to which the arrow points. Both axes have
    // the same scale, so right angles are right angles on the screen.
    half(context, frame, { of }) {
      const [x, y] = frame.get(of), size = Math.hypot(x, y), far = 4 * Math.max(axes.width, axes.height);
      if (!size) return;
      const [ox, oy] = [axes.px(0), axes.py(0)], [nx, ny] = [x / size * far, -y / size * far];
      const ends = [[ox - ny, oy + nx], [ox + ny, oy - nx]], side = new Path2D(), line = new Path2D();
      for (const [px, py] of [...ends, [ends[1][0] + nx, ends[1][1] + ny], [ends[0][0] + nx, ends[0][1] + ny]]) side.lineTo(px, py);
      for (const [px, py] of ends) line.lineTo(px, py);
      context.fillStyle = stage.palette.heat_positive;
      context.globalAlpha = 0.28;
      context.fill(side);
      context.globalAlpha = 1;
      paint.stroke(context, line, stage.palette.zero, 2.4);
    },
    points(context, frame) {
      const size = Math.max(4, Math.min(6, axes.box.w / 90));
      paint.points(context, paint.pointPaths(axes, frame.get("points"), frame.get("labels"), size), stage.palette, 1.9);
    },
    draw(context, frame, { index }) {
      const i = frame.get(index);
      if (i < 0) return;
      const points = frame.get("points");
      markExample(context, stage.palette, axes.px(points[2 * i]), axes.py(points[2 * i + 1]));
    },
    arrow(context, frame, { from, to, tone, width = 3, dash = [], label }) {
      const b = place(frame, to);
      /** @type {Point} */
      const a = from ? place(frame, from) : [axes.px(0), axes.py(0)];
      drawArrow(context, a, b, stage.palette[tone], width, dash);
      if (label && Math.hypot(b[0] - a[0], b[1] - a[1]) > 2 * HEAD) drawName(view, label, b[0] + 12, b[1] - 12, tone);
    },
    levels(context, frame, { at }) {
      const { nx, ny } = geometry(frame);
      view.values = field(frame.sweep, frame.stop, view.values);
      context.globalAlpha = 0.5;
      for (const level of at) paint.stroke(context, paint.levelPath(axes, view.values, nx, ny, level), stage.palette.margin, 1);
      context.globalAlpha = 1;
    },
    // Draw a path up to the current step, and mark its last point with a disc, a square or a triangle.
    path(context, frame, { of, upto, tone, width = 2.4, dash = [], shape }) {
      const way = frame.get(of), last = Math.min(way.length / 2 - 1, frame.get(upto)), path = new Path2D();
      for (let k = 0; k <= last; k++) path.lineTo(axes.px(way[2 * k]), axes.py(way[2 * k + 1]));
      paint.stroke(context, path, stage.palette[tone], width, dash);
      drawMark(view, context, axes.px(way[2 * last]), axes.py(way[2 * last + 1]), shape, stage.palette[tone]);
    },
    spot(context, frame, { of, label, tone = "text" }) {
      const [px, py] = place(frame, of), mark = new Path2D();
      mark.moveTo(px - 6, py);
      mark.lineTo(px + 6, py);
      mark.moveTo(px, py - 6);
      mark.lineTo(px, py + 6);
      paint.stroke(context, mark, stage.palette[tone], 2.4);
      if (label) drawName(view, label, px + 12, py - 12, tone);
    },
  };
}

/** @param {Context} context @param {Point} from @param {Point} to @param {string} color @param {number} width @param {number[]} dash */
function drawArrow(context, [ax, ay], [bx, by], color, width, dash) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length < 1) return;
  const size = Math.min(HEAD, length), [ux, uy] = [(bx - ax) / length * size, (by - ay) / length * size];
  const shaft = new Path2D(), tip = new Path2D();
  shaft.moveTo(ax, ay);
  shaft.lineTo(bx - 0.7 * ux, by - 0.7 * uy);
  tip.moveTo(bx, by);
  tip.lineTo(bx - ux - 0.55 * uy, by - uy + 0.55 * ux);
  tip.lineTo(bx - ux + 0.55 * uy, by - uy - 0.55 * ux);
  tip.closePath();
  paint.stroke(context, shaft, color, width, dash);
  context.fillStyle = color;
  context.fill(tip);
}

// Draw a ring around the example of the last step.
/** @param {Context} context @param {Record<string, string>} palette @param {number} x @param {number} y */
export function markExample(context, palette, x, y) {
  const ring = new Path2D();
  ring.arc(x, y, RING, 0, 2 * Math.PI);
  paint.stroke(context, ring, palette.background, 6);
  paint.stroke(context, ring, palette.accent, 3.4);
}
