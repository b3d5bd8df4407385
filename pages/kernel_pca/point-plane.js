// Draw points in the plane, marked by class or by group. If the item has new places for them, draw them there, each with
// a line from its old place. If the item has an address, a press, a drag or the arrow keys choose a place, and the server
// answers with the steps from there to the pre-image of its projection. See pre_image.py and clustering.py.

import { Axes } from "../../assets/draw/axes.js";
import { MARGINS, card, planeAxes } from "../../assets/draw/plane-axes.js";
import * as paint from "../../assets/draw/plane-layers.js";
import { countUp, element } from "../../assets/base/dom.js";
import { many, number } from "../../assets/base/format.js";
import { latestRequest } from "../../assets/base/latest-request.js";
import { arrowKeys, drag } from "../../assets/input/gestures.js";

export const kinds = { pointplane };
export const costly = ["pointplane"];

/**
 * The steps from a point to its pre-image, see pre_image.py.
 * @typedef {{ path: Point[], steps: number, settled: boolean }} Path
 */

const KEY_STEP = 0.02;            // share of the plane's width per press of an arrow key
const PLACE_PX = 7, END_PX = 4;   // radii of the marks of the pressed place and of its pre-image
const HINT = "Press in the plane to see the pre-image of a point’s projection.";

/** @type {MakeView<"pointplane">} */
function pointplane(root, item, player, stage) {
  root.dataset.view = "plane";
  root.classList.add("kl-is-plane");
  if (item.title) root.append(element("p", { className: "kl-title", textContent: item.title }));
  const canvas = element("canvas", { className: "kl-canvas", role: "img" });
  root.append(canvas);
  const axes = new Axes(canvas, { margins: MARGINS });
  const chosenPoint = item.address ? chosenPlace(root, item, player, { canvas, axes, redraw: () => { if (currentFrame) draw(currentFrame); } }) : undefined;
  /** @type {Frame | undefined} */
  let currentFrame;

  /** @param {Frame} frame */
  function draw(frame) {
    currentFrame = frame;
    chosenPoint?.ask();
    const { palette } = stage, points = frame.get(item.points), labels = frame.get(item.labels);
    axes.beginPlane(/** @type {Window4} */ ([...item.range]));
    card(axes, stage);
    const size = Math.max(2.6, Math.min(5, axes.box.w / 110));
    axes.clipped((context) => {
      for (const curve of item.curves ?? []) paint.stroke(context, path(frame.get(curve)), palette.bayes, 2.2, [1.5, 4]);
      if (stage.covered) return;
      const places = item.places ? frame.get(item.places) : points;
      if (item.places) paint.stroke(context, ways(points, places), palette.muted, 0.9);
      paint.points(context, paint.pointPaths(axes, places, labels, size), palette, 1.7);
      const steps = chosenPoint?.steps();
      if (!steps) return;
      const coordinates = steps.path.flat(), end = new Path2D(), start = new Path2D();
      start.arc(axes.px(coordinates[0]), axes.py(coordinates[1]), PLACE_PX, 0, 2 * Math.PI);
      end.arc(axes.px(coordinates[coordinates.length - 2]), axes.py(coordinates[coordinates.length - 1]), END_PX, 0, 2 * Math.PI);
      paint.stroke(context, path(coordinates), palette.accent, 2.2);
      paint.stroke(context, start, palette.accent, 3);
      context.fillStyle = palette.accent;
      context.fill(end);
    });
    planeAxes(axes, stage, ["x₁", "x₂"]);
  }

  /** @param {ArrayLike<number>} curve */
  function path(curve) {
    const line = new Path2D();
    for (let k = 0; k < curve.length; k += 2) line[k ? "lineTo" : "moveTo"](axes.px(curve[k]), axes.py(curve[k + 1]));
    return line;
  }

  /** @param {ArrayLike<number>} from @param {ArrayLike<number>} to */
  function ways(from, to) {
    const lines = new Path2D();
    for (let i = 0; i < from.length; i += 2) {
      lines.moveTo(axes.px(from[i]), axes.py(from[i + 1]));
      lines.lineTo(axes.px(to[i]), axes.py(to[i + 1]));
    }
    return lines;
  }

  return {
    draw,
    covers: true,
    describe: (text = "") => canvas.setAttribute("aria-label", chosenPoint ? `${text} ${chosenPoint.sentence()} Arrow keys move the point.` : text),
  };
}

/**
 * Let the visitor choose a place, and request the steps from there to its pre-image.
 * @param {HTMLElement} root @param {PointPlaneItem} item @param {Player} player
 * @param {{ canvas: HTMLCanvasElement, axes: Axes, redraw: () => void }} plane
 */
function chosenPlace(root, { address = "", along = "", look = "", range }, player, { canvas, axes, redraw }) {
  const caption = element("p", { className: "kl-caption kl-numbers", textContent: HINT });
  root.append(caption);
  canvas.tabIndex = 0;
  canvas.classList.add("is-clickable");
  /** @type {Path | undefined} */
  let answer;
  let lastQuery = "";
  const [x0, x1, y0, y1] = range;

  const send = latestRequest(address, (/** @type {Path} */ steps) => {
    answer = steps;
    caption.textContent = sentence();
    countUp(root, "answers");
    redraw();
  }, (message) => { caption.textContent = message; });

  /** @returns {Point | undefined} */
  function place() {
    const [x, y] = (player.view[look] || "?").split(",").map(Number);
    return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : undefined;
  }

  function ask() {
    const at = place(), query = at ? `directions=${player.value(along)}&at=${at.join(",")}` : "";
    if (query === lastQuery) return;
    lastQuery = query;
    if (query) send(query);
  }

  /** @param {number} x @param {number} y */
  function movePoint(x, y) {
    const within = (/** @type {number} */ v, /** @type {number} */ low, /** @type {number} */ high) => Number(Math.min(high, Math.max(low, v)).toFixed(3));
    player.view[look] = `${within(x, x0, x1)},${within(y, y0, y1)}`;
    ask();
  }
  const follow = (/** @type {PointerEvent} */ e) => movePoint(...axes.at(e.offsetX, e.offsetY));
  const settle = () => player.look({ [look]: player.view[look] });
  drag(canvas, { scrolls: true, down: follow, move: follow, up: settle });
  arrowKeys(canvas, {
    settle,
    move: ([dx, dy]) => {
      const [x, y] = place() ?? [(x0 + x1) / 2, (y0 + y1) / 2], size = KEY_STEP * (x1 - x0);
      movePoint(x + size * dx, y + size * dy);
    },
  });

  function sentence() {
    if (!answer) return HINT;
    const { path, steps, settled } = answer, [from, to] = [path[0], path[path.length - 1]].map(([x, y]) => `(${number(x)}, ${number(y)})`);
    return settled ? `The projection of ${from} has the pre-image ${to}, reached in ${many(steps, "step")}.`
      : `From ${from} to ${to} in ${many(steps, "step")}, which have not reached a pre-image yet.`;
  }

  return { ask, sentence, steps: () => (place() ? answer : undefined) };
}
