// Draw level sets of RSS around ŵ, the diamond and the disc, and the points where level sets touch
// them. ŵ can be dragged: for each move the server sends the picture for its position; see
// pages/regularisation/penalties/norm_ball.py.

import { Axes } from "../../../assets/draw/axes.js";
import { inline, values } from "../../../assets/base/sweep-decoder.js";
import { number, trimZeros } from "../../../assets/base/format.js";
import { card, rim, squareNumbers, zeroLines } from "../../../assets/draw/plane-axes.js";
import { smoothPath } from "../../../assets/draw/smooth-path.js";
import * as paint from "../../../assets/draw/plane-layers.js";
import { arrowKeys, handles } from "../../../assets/input/gestures.js";
import { latestRequest } from "../../../assets/base/latest-request.js";
import { countUp, element } from "../../../assets/base/dom.js";

export const kinds = { ball };

const GRIP = { mouse: 22, pen: 26, touch: 34 };  // largest distance from ŵ, in px, at which a press starts to drag it
const STEP = 0.05;                               // distance that ŵ moves for one press of an arrow key
// The balls: name, tone, dashes of the level set (dotted if empty), and label.
/** @type {[string, string, number[], string][]} */
const BALLS = [["l1", "squared", [7, 4], "diamond"], ["l2", "logistic", [], "disc"]];

/**
 * @typedef {object} BallView
 * @property {Axes} axes
 * @property {Stage} stage
 * @property {NormBallItem} item
 * @property {Player} player
 * @property {(query: string) => void} ask
 * @property {HTMLCanvasElement} canvas
 * @property {Frame | null} frame
 * @property {boolean} isHeld
 */

/** @type {MakeView<"ball">} */
function ball(root, item, player, stage) {
  root.dataset.view = "ball";
  root.classList.add("kl-ball");
  const canvas = element("canvas", { className: "kl-canvas", tabIndex: 0, role: "img" });
  const caption = element("p", { className: "kl-caption kl-numbers" });
  root.append(canvas, caption);
  const axes = new Axes(canvas, { margins: { left: 30, right: 4, top: 4, bottom: 26 } });

  const ask = latestRequest(item.address, (/** @type {Parameters<typeof inline>[0]} */ answer, query) => {
    countUp(root, "answers");
    player.receive(inline(answer), "beta", { shape: new URLSearchParams(query).get("shape") });
  }, (message) => { caption.textContent = message; });
  /** @type {BallView} */
  const view = { axes, stage, item, player, ask, canvas, frame: null, isHeld: false };

  /** @param {Frame} frame */
  function draw(frame) {
    view.frame = frame;
    const { palette } = stage, { reach } = item;
    axes.resize();
    axes.range(-reach, reach, -reach, reach);
    axes.begin();
    card(axes, stage);
    axes.clipped((context) => {
      paint.stroke(context, zeroLines(axes), palette.muted, 1);
      const rings = frame.get("rings"), size = rings.length / 4;
      for (let k = 0; k < 4; k++) paint.stroke(context, path(view, rings.subarray(k * size, (k + 1) * size)), palette.track, 1.2);
      for (const [name, tone, dash] of BALLS) {
        const border = path(view, values(frame, name), name !== "l1");
        context.globalAlpha = 0.14;
        context.fillStyle = palette[tone];
        context.fill(border);
        context.globalAlpha = 1;
        paint.stroke(context, border, palette[tone], 2.4);
        paint.stroke(context, path(view, values(frame, `level_${name}`)), palette[tone], 1.6, dash.length ? dash : [2, 4]);
      }
      for (const [name, tone] of BALLS) drawSolution(view, context, frame.get(`w_${name}`), name, palette[tone]);
      drawHandle(view, context, frame.get("hat"));
    });
    rim(axes, stage);
    squareNumbers(axes, stage, item.reach);
    drawNames(view);
    showCaption(frame);
  }

  /** @param {Frame} frame */
  function showCaption(frame) {
    const parts = BALLS.map(([name, , , label]) => {
      const zeros = frame.get(`zeros_${name}`);
      if (frame.get(`inside_${name}`)) return `the ${label} contains ŵ, so ŵ itself is the solution there`;
      return `the ${label} is touched at (${coordinates(frame.get(`w_${name}`))})${zeros ? `, ${zeros === 2 ? "both coordinates" : "one coordinate"} exactly 0` : ""}`;
    });
    caption.textContent = `ŵ = (${coordinates(frame.get("hat"))}): ${parts.join("; ")}.`;
    if (!view.isHeld) describe();      // the answer may arrive after the drag has ended
  }

  const describe = () => canvas.setAttribute("aria-label", `${item.label} ${caption.textContent} Arrow keys move ŵ.`);

  addHandleInput(view);

  return {
    draw,
    describe,
    summary: () => caption.textContent,
  };
}

/** @param {number[]} point */
const coordinates = (point) => Array.from(point, (v) => trimZeros(number(v))).join(", ");

/** @param {BallView} view @param {ArrayLike<number>} points */
function path({ axes }, points, isCurved = true) {
  const line = new Path2D();
  const places = Array.from({ length: points.length / 2 }, (_, k) => /** @type {[number, number]} */ ([axes.px(points[2 * k]), axes.py(points[2 * k + 1])]));
  if (isCurved) smoothPath(line, places);
  else for (const place of places) line.lineTo(...place);
  return line;
}

// Draw the solution on a ball: a square for the diamond, a dot for the disc.
/** @param {BallView} view @param {Context} context @param {Point} place @param {string} name @param {string} color */
function drawSolution({ stage, axes }, context, [x, y], name, color) {
  const mark = new Path2D(), px = axes.px(x), py = axes.py(y);
  if (name === "l1") mark.rect(px - 6, py - 6, 12, 12);
  else mark.arc(px, py, 6, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill(mark);
  paint.stroke(context, mark, stage.palette.background, 1.6);
}

/** @param {BallView} view @param {Context} context @param {Point} place */
function drawHandle({ item, stage, axes }, context, [x, y]) {
  const disc = new Path2D(), { palette } = stage;
  disc.arc(axes.px(x), axes.py(y), 9, 0, 2 * Math.PI);
  context.fillStyle = palette.background;
  context.fill(disc);
  paint.stroke(context, disc, palette.zero, 3);
  const left = x > 0.8 * item.reach;
  axes.text("ŵ", axes.px(x) + (left ? -18 : 18), axes.py(y) - 12, { color: palette.text, size: stage.small + 4, weight: "600" });
}

/** @param {BallView} view */
function drawNames({ stage, axes }) {
  const { x, y, w } = axes.box, style = { color: stage.palette.muted, size: stage.small };
  axes.text("w₁", x + w - 10, axes.py(0) - 11, style);
  axes.text("w₂", axes.px(0) + 13, y + 12, style);
}

// Move ŵ with the pointer or the arrow keys.
/** @param {BallView} view */
function addHandleInput(view) {
  const { item, player, ask, axes, canvas } = view;
  const within = (/** @type {number} */ v) => Number(Math.min(item.reach, Math.max(-item.reach, v)).toFixed(3));

  /** @param {number} x @param {number} y */
  function moveHandle(x, y) {
    player.view.hat = `${within(x)},${within(y)}`;
    ask(new URLSearchParams({ hat: player.view.hat, shape: player.scene.shape, beta: player.scene.beta }).toString());
  }

  const settle = () => player.look({ hat: player.view.hat });
  handles(canvas, {
    grip: GRIP,
    nearest(px, py, reach) {
      const [x, y] = view.frame?.get("hat") ?? [NaN, NaN];
      return Math.hypot(axes.px(x) - px, axes.py(y) - py) <= reach ? "hat" : undefined;
    },
    take() { view.isHeld = true; },
    move: (_, e) => moveHandle(...axes.at(e.offsetX, e.offsetY)),
    drop() {
      view.isHeld = false;
      settle();
    },
  });
  arrowKeys(canvas, {
    settle,
    able: () => view.frame !== null,
    move([dx, dy]) {
      const [x, y] = player.view.hat.split(",").map(Number);
      moveHandle(x + dx * STEP, y + dy * STEP);
    },
  });
}
