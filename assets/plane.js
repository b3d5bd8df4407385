// The live plane: the classifier over the data, with axes, hover and a point that can be chosen.

import { Axes, ticks } from "./axes.js";
import { field, floats } from "./frames.js";
import { number, short } from "./format.js";
import * as paint from "./paint.js";
import { element } from "./dom.js";

const MARGINS = { left: 34, right: 2, top: 2, bottom: 26 };
const NEAR = 12;                  // px from a point within which it answers the pointer

export function plane(root, item, player, stage) {
  root.dataset.view = "plane";
  const canvas = element("canvas", { className: "kl-canvas", tabIndex: 0, role: "img" });
  canvas.setAttribute("aria-label", "The plane of the two attributes with the classifier");
  const tip = element("div", { className: "kl-tip", hidden: true });
  root.append(canvas, tip);
  const axes = new Axes(canvas, { margins: MARGINS });
  const scratch = document.createElement("canvas");
  const state = { values: null, frame: null };

  function draw(frame, changed = true) {
    const { window: [x0, x1, y0, y1], nx, ny } = geometry(frame);
    canvas.style.aspectRatio = `${x1 - x0} / ${y1 - y0}`;
    axes.resize();
    axes.range(x0, x1, y0, y1);
    if (changed || !state.values) state.values = field(frame.sweep, frame.stop, state.values);
    state.frame = frame;
    const { palette, table } = stage, show = player.view.show ?? "both";
    const bayes = frame.sweep.tensors.bayes && stage.bayes(frame.sweep);
    axes.begin();
    axes.clipped((context) => {
      if (show === "bayes" && bayes) {
        paint.heat(axes, scratch, bayes, nx, ny, table);
      } else {
        ground(frame, nx, ny, table);
        for (const level of [-1, 1]) {
          paint.stroke(context, paint.levelPath(axes, state.values, nx, ny, level), palette.margin, 1.4, [6, 4]);
        }
        paint.stroke(context, paint.levelPath(axes, state.values, nx, ny, 0), palette.zero, 3.2);
      }
      if (show !== "fit" && bayes) {
        paint.stroke(context, paint.levelPath(axes, bayes, nx, ny, 0), palette.bayes, 2.2, [1.5, 4]);
      }
      const points = frame.get("points"), scale = axes.box.w / 574;
      const size = Math.max(3, Math.min(6, 3.6 * scale));
      if (show !== "bayes") paint.rings(axes, points, frame.get("alpha"), palette, size * 2);
      paint.points(context, paint.pointPaths(axes, points, frame.get("labels"), size), palette, Math.max(1.5, 1.8 * scale));
      chosen(context, frame, points, size);
    });
    frameOfAxes();
  }

  function ground(frame, nx, ny, table) {
    const tensor = frame.sweep.tensors.field;
    if (tensor.dtype === "F16") {
      paint.heatHalf(axes, scratch, frame.get("field"), nx, ny, table.half(frame.sweep.scale));
    } else {
      paint.heat(axes, scratch, state.values, nx, ny, table);
    }
  }

  // The chosen point, and the circle inside which it counts more than half.
  function chosen(context, frame, points, size) {
    const i = chosenPoint(player, frame);
    if (!player.view.point || i === undefined || !frame.sweep.tensors.bump) return;
    const x = axes.px(points[2 * i]), y = axes.py(points[2 * i + 1]);
    const ring = new Path2D();
    ring.arc(x, y, size * 2.4, 0, 2 * Math.PI);
    paint.stroke(context, ring, stage.palette.accent, 3);
    const reach = halfReach(frame), rim = new Path2D();
    rim.ellipse(x, y, axes.px(reach) - axes.px(0), axes.py(0) - axes.py(reach), 0, 0, 2 * Math.PI);
    paint.stroke(context, rim, stage.palette.accent, 1.6, [2, 3]);
  }

  function frameOfAxes() {
    const { context, box: { x, y, w, h } } = axes, { palette } = stage;
    context.strokeStyle = palette.line;
    context.lineWidth = 1;
    context.strokeRect(x - 0.5, y - 0.5, w + 1, h + 1);
    const style = { color: palette.muted, size: stage.small };
    const bottom = y + h + 15, left = x - 8;
    const nameLength = (state.frame.sweep.meta.axis_x ?? "x₁").length;
    for (const t of ticks(axes.x0, axes.x1, 6)) {
      const px = axes.px(t);
      if (px > x + 6 && px < x + w - 16 - 6.5 * nameLength) axes.text(short(number(t)), px, bottom, style);
    }
    for (const t of ticks(axes.y0, axes.y1, 5)) {
      const py = axes.py(t);
      if (py > y + 26 && py < y + h - 4) axes.text(short(number(t)), left, py, { ...style, align: "right" });
    }
    const { axis_x = "x₁", axis_y = "x₂" } = state.frame.sweep.meta;
    axes.text(axis_x, x + w - 4, bottom, { ...style, align: "right" });
    if (axis_y.length < 4) axes.text(axis_y, left, y + 10, { ...style, align: "right" });
    else axes.text(axis_y, x + 8, y + 12, { ...style, align: "left", color: palette.text });
  }

  // ---- hover, choose, and the same from the keyboard ---------------------------------------

  function nearestPoint(px, py) {
    const points = state.frame.get("points");
    let best, least = NEAR ** 2;
    for (let i = 0; i < points.length / 2; i++) {
      const d = (axes.px(points[2 * i]) - px) ** 2 + (axes.py(points[2 * i + 1]) - py) ** 2;
      if (d < least) [best, least] = [i, d];
    }
    return best;
  }

  function say(px, py) {
    if (!state.frame) return;
    const { x, y, w, h } = axes.box;
    if (px < x || px > x + w || py < y || py > y + h) { tip.hidden = true; return; }
    const i = nearestPoint(px, py);
    tip.textContent = i === undefined ? place(px, py) : example(i);
    tip.hidden = false;
    const right = px > axes.width / 2;
    tip.style.left = right ? "" : `${px + 14}px`;
    tip.style.right = right ? `${axes.width - px + 14}px` : "";
    tip.style.top = `${Math.max(0, py - 12)}px`;
  }

  function place(px, py) {
    const [x, y] = axes.at(px, py), f = interpolate(state.values, state.frame, axes, x, y);
    const verdict = f > 0 ? "positive" : f < 0 ? "negative" : "no answer";
    return `x = (${number(x)}, ${number(y)})\nf(x) = ${number(f)}\n${verdict}`;
  }

  function example(i) {
    const { get } = state.frame, label = get("labels")[i], alpha = get("alpha")[i];
    const f = get("decision")[i];
    const kind = label > 0 ? "positive ×" : "negative ○";
    return `example ${i + 1}, ${kind}\nf(x) = ${number(f)}\nmargin y·f = ${number(label * f)}\nα = ${number(alpha)}`;
  }

  canvas.addEventListener("pointermove", (e) => say(e.offsetX, e.offsetY));
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  canvas.addEventListener("blur", () => { tip.hidden = true; });
  canvas.addEventListener("click", (e) => {
    if (!state.frame?.sweep.tensors.bump) return;
    const i = nearestPoint(e.offsetX, e.offsetY);
    if (i !== undefined) player.look({ point: String(i + 1) });
  });

  const cursor = { x: 0.5, y: 0.5 };
  canvas.addEventListener("keydown", (e) => {
    const step = e.shiftKey ? 0.1 : 0.02;
    const move = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[e.key];
    if (e.key === "Escape") { tip.hidden = true; return; }
    if (!move && e.key !== "Enter") return;
    e.preventDefault();
    const { x, y, w, h } = axes.box;
    if (move) {
      cursor.x = Math.min(1, Math.max(0, cursor.x + move[0]));
      cursor.y = Math.min(1, Math.max(0, cursor.y + move[1]));
    }
    const px = x + cursor.x * w, py = y + cursor.y * h;
    say(px, py);
    stage.announce(tip.textContent.replaceAll("\n", ", "));
    const i = e.key === "Enter" && state.frame ? nearestPoint(px, py) : undefined;
    if (i !== undefined) player.look({ point: String(i + 1) });
  });

  return { draw, describe: (text) => canvas.setAttribute("aria-label", text), canvas };
}

export function geometry(frame) {
  const { x, y } = frame.sweep.tensors, nx = x.data.length, ny = y.data.length;
  return { window: [x.data[0], x.data[nx - 1], y.data[0], y.data[ny - 1]], nx, ny };
}

// The example that was chosen, the first one before anybody chose.
export function chosenPoint(player, frame) {
  const i = Number(player.view.point || 1) - 1;
  return Number.isInteger(i) && i >= 0 && i < frame.get("labels").length ? i : undefined;
}

// The distance at which the bump has fallen to one half, read off its table.
export function halfReach(frame) {
  const bump = floats(frame.get("bump"), frame.sweep.tensors.bump.dtype), { data: offset } = frame.sweep.tensors.offsets;
  for (let k = 1; k < bump.length; k++) {
    if (bump[k] <= 0.5) {
      const t = (bump[k - 1] - 0.5) / (bump[k - 1] - bump[k]);
      return offset[k - 1] + t * (offset[k] - offset[k - 1]);
    }
  }
  return offset[offset.length - 1];
}

// The field between its nodes.
export function interpolate(values, frame, axes, x, y) {
  const { nx, ny } = geometry(frame);
  const u = Math.min(nx - 1.001, Math.max(0, (x - axes.x0) / (axes.x1 - axes.x0) * (nx - 1)));
  const v = Math.min(ny - 1.001, Math.max(0, (y - axes.y0) / (axes.y1 - axes.y0) * (ny - 1)));
  const i = Math.floor(u), j = Math.floor(v), a = u - i, b = v - j, k = j * nx + i;
  return (1 - b) * ((1 - a) * values[k] + a * values[k + 1]) + b * ((1 - a) * values[k + nx] + a * values[k + nx + 1]);
}
