// Draw points in the plane with a line. Depending on the item, the line can be turned, a segment leads from each point
// to its projection, and the principal direction is shown. All numbers come from the frame; see
// pages/kernel_pca/by_hand.py and inner_products.py.

import { Axes } from "../../assets/draw/axes.js";
import { noteLinear } from "../../assets/draw/drawn-data.js";
import { nearest } from "../../assets/base/sweep-decoder.js";
import { MARGINS, card, planeAxes, zeroLines } from "../../assets/draw/plane-axes.js";
import * as paint from "../../assets/draw/plane-layers.js";
import { arrowKeys, drag } from "../../assets/input/gestures.js";
import { element } from "../../assets/base/dom.js";

export const kinds = { direction };

const DEGREES = 180 / Math.PI;

/** @typedef {{ axes: Axes, item: DirectionItem, player: Player, stage: Stage, canvas: HTMLCanvasElement, frame: Frame | null }} DirectionView */

/** @type {MakeView<"direction">} */
function direction(root, item, player, stage) {
  root.dataset.view = "plane";
  root.classList.add("kl-is-plane");
  const canvas = element("canvas", { className: "kl-canvas", tabIndex: item.along ? 0 : -1, role: "img" });
  root.append(canvas);
  /** @type {DirectionView} */
  const view = { axes: new Axes(canvas, { margins: MARGINS }), item, player, stage, canvas, frame: null };
  if (item.along) addAngleInput(view, item.along);
  return {
    draw: (frame) => draw(view, frame),
    describe: (text = "") => canvas.setAttribute("aria-label", `${text}${item.along ? ". Arrow keys turn the line." : ""}`),
  };
}

/** @param {DirectionView} view @param {Frame} frame */
function draw(view, frame) {
  const { axes, item, player, stage } = view, { palette } = stage;
  view.frame = frame;
  axes.beginPlane(/** @type {number[]} */ ([...item.range]));
  const points = frame.get(item.points), [cx, cy] = frame.get("centre"), [ux, uy] = frame.get("direction");
  const size = Math.max(3, Math.min(5.5, axes.box.w / 110));
  card(axes, stage);
  axes.clipped((context) => {
    paint.stroke(context, zeroLines(axes), palette.track, 1);
    if (item.answer && player.view[item.answer] === "shown") drawLine(view, context, [cx, cy], frame.get("principal"), palette.bayes, 3, [2, 5]);
    if (item.feet) drawFeet(view, context, points, [cx, cy], [ux, uy]);
    drawLine(view, context, [cx, cy], [ux, uy], palette.accent, 3.2);
    const labels = frame.get("labels"), { circles } = paint.pointPaths(axes, points, labels, size);
    paint.stroke(context, circles, palette.text, 1.6);
    const spot = new Path2D();
    spot.arc(axes.px(cx), axes.py(cy), 5, 0, 2 * Math.PI);
    context.fillStyle = palette.accent;
    context.fill(spot);
    paint.stroke(context, spot, palette.background, 1.6);
  });
  planeAxes(axes, stage, ["x₁", "x₂"]);
  noteLinear(axes, [ux, uy], -(ux * cx + uy * cy), { levels: [0], quantity: "the coordinate along the line" });
}

/** @param {DirectionView} view @param {Context} context @param {Point} from @param {Point} way @param {string} color @param {number} width @param {number[]} dash */
function drawLine({ axes }, context, [cx, cy], [ux, uy], color, width, dash = []) {
  if (!ux && !uy) return;
  const far = 2 * (Math.abs(axes.x1 - axes.x0) + Math.abs(axes.y1 - axes.y0)), path = new Path2D();
  path.moveTo(axes.px(cx - far * ux), axes.py(cy - far * uy));
  path.lineTo(axes.px(cx + far * ux), axes.py(cy + far * uy));
  paint.stroke(context, path, color, width, dash);
}

// Draw the segment from each point to its projection on the line, with a dot at the projection.
/** @param {DirectionView} view @param {Context} context @param {ArrayLike<number>} points @param {Point} centre @param {Point} way */
function drawFeet({ axes, stage: { palette } }, context, points, [cx, cy], [ux, uy]) {
  const ways = new Path2D(), dots = new Path2D();
  for (let i = 0; i < points.length; i += 2) {
    const t = (points[i] - cx) * ux + (points[i + 1] - cy) * uy, x = axes.px(cx + t * ux), y = axes.py(cy + t * uy);
    ways.moveTo(axes.px(points[i]), axes.py(points[i + 1]));
    ways.lineTo(x, y);
    dots.moveTo(x + 3, y);
    dots.arc(x, y, 3, 0, 2 * Math.PI);
  }
  paint.stroke(context, ways, palette.muted, 0.9);
  context.fillStyle = palette.accent;
  context.fill(dots);
}

/** @param {DirectionView} view @param {string} along */
function addAngleInput(view, along) {
  const { axes, player, canvas } = view;

  /** @param {PointerEvent} e */
  function turnTo(e) {
    const [cx, cy] = view.frame?.get("centre") ?? [0, 0], [x, y] = axes.at(e.offsetX, e.offsetY);
    if (x === cx && y === cy) return;
    setAngle((Math.atan2(y - cy, x - cx) * DEGREES + 360) % 180);
  }

  // Move the slider to the stop nearest to an angle. The line is the same at 180 degrees as at 0.
  /** @param {number} degrees */
  function setAngle(degrees) {
    const stops = player.stops(along), last = stops[stops.length - 1], step = stops[1] - stops[0];
    player.move(along, degrees > last + step / 2 ? stops[0] : stops[nearest(stops, degrees)]);
  }

  canvas.classList.add("kl-press");
  drag(canvas, {
    scrolls: true,
    able: () => view.frame !== null,
    down(e) {
      player.hold(true);
      turnTo(e);
    },
    move: turnTo,
    up() {
      player.hold(false);
      player.settle();
    },
  });
  arrowKeys(canvas, {
    able: () => view.frame !== null,
    settle: () => player.settle(),
    move([dx, dy]) {
      const stops = player.stops(along), k = player.index(along) + (dx || dy);
      player.move(along, stops[(k + stops.length) % stops.length]);
    },
  });
}
