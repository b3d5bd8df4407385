// Draw three weight vectors as arrows, and the regions where each has the largest score. The arrows and the point x
// can be dragged; the server computes the regions, see pages/multiclass/scores/linear_scores_endpoint.py.

import { Axes } from "../../../assets/draw/axes.js";
import { beginPicture, noteField } from "../../../assets/draw/drawn-data.js";
import { latestRequest } from "../../../assets/base/latest-request.js";
import { tone } from "../../../assets/draw/marks.js";
import { number, trimZeros } from "../../../assets/base/format.js";
import { rim, squareNumbers } from "../../../assets/draw/plane-axes.js";
import * as paint from "../../../assets/draw/plane-layers.js";
import { arrowKeys, handles } from "../../../assets/input/gestures.js";
import { countUp, element } from "../../../assets/base/dom.js";
import { answerOf, showStill } from "../plane/single-stop-sweep.js";

export const kinds = { classscores };
export const costly = ["classscores"];

const GRIP = { mouse: 22, pen: 26, touch: 36 };   // px around the tip of an arrow or the point in which a press grips it
const STEP = 0.05;                // step of the arrow keys, in coordinates
const HEAD = 13;                  // length of an arrow's head, in px
const REGION = 0.34;              // opacity of a class's tone in its region
export const SUB = ["₁", "₂", "₃"];

/**
 * The server's answer for three arrows and a point, see pages/multiclass/scores/linear_scores_endpoint.py. `rays`: the
 * borders between two classes; `map`: the classes on a grid; `rules`: w_k − w_other for each pair of classes.
 * @typedef {object} Scores
 * @property {number[][]} W
 * @property {number[]} at
 * @property {number[]} scores
 * @property {number} choice
 * @property {number} reach
 * @property {number} grid
 * @property {string} map
 * @property {Ray[]} rays
 * @property {Rule[]} rules
 *
 * @typedef {{ k: number, other: number, direction: [number, number] }} Ray
 * @typedef {{ k: number, other: number, w: number[] }} Rule
 *
 * @typedef {object} ScoresView
 * @property {Stage} stage
 * @property {Axes} axes
 * @property {Player} player
 * @property {(context: Context, from: number[], to: number[], color: string, width: number, dash?: number[]) => void} line
 * @property {HTMLCanvasElement} canvas
 * @property {() => void} requestScores
 * @property {() => number[][]} arrowTips
 * @property {() => number[]} spot
 * @property {(place: number[]) => string} text
 * @property {Frame | null} frame
 */

/** @type {(frame: Frame) => Scores} */
const scoresOf = answerOf;

const HOLDS = ["w1", "w2", "w3", "x"];

/** @type {MakeView<"classscores">} */
function classscores(root, item, player, stage) {
  root.dataset.view = "scores";
  root.classList.add("kl-square");
  const canvas = element("canvas", { className: "kl-canvas", tabIndex: 0, role: "img" });
  const trouble = element("p", { className: "kl-error", hidden: true, role: "alert" });
  const resetButton = element("button", { type: "button", className: "kl-action", textContent: "Back to the notes’ arrows" });
  resetButton.addEventListener("click", () => player.look({ w: item.usual }));
  root.append(canvas, element("div", { className: "kl-options" }, resetButton), trouble);
  const axes = new Axes(canvas, { margins: { left: 30, right: 14, top: 10, bottom: 26 } });

  const ask = latestRequest(item.address, (/** @type {Scores} */ answer) => {
    trouble.hidden = true;
    countUp(root, "answers");
    showStill(player, answer);
  }, (message) => { trouble.hidden = false; trouble.textContent = message; });

  /** @param {Frame} frame */
  function draw(frame) {
    view.frame = frame;
    const answer = scoresOf(frame), { W, at: place, reach, rays, choice } = answer, { palette } = stage;
    axes.resize();
    axes.range(-reach, reach, -reach, reach);
    beginPicture(axes);
    axes.begin();
    axes.clipped((context) => {
      fillRegions(view, context, answer);
      for (const { direction: [x, y] } of rays) line(context, [0, 0], [3 * reach * x, 3 * reach * y], palette.zero, 3);
      drawRule(view, context, frame);
      W.forEach((w, k) => drawArrow(view, context, w, tone(palette, k), `w${SUB[k]}`));
      drawPoint(view, context, place, tone(palette, choice));
    });
    noteField(axes, { values: Array.from(answer.map, Number), nx: answer.grid, ny: answer.grid, classOf: (value) => value });
    rim(axes, stage);
    squareNumbers(axes, stage, reach);
    nameAxes(view);
    if (player.view.w !== undefined && isStale(answer)) requestScores();
  }

  /** @type {ScoresView["line"]} */
  const line = (context, from, to, color, width, dash) => paint.stroke(context, path(view, from, to), color, width, dash);

  const arrowTips = () => player.view.w.split(";").map((row) => row.split(",").map(Number));
  const spot = () => player.view.spot.split(",").map(Number);
  const text = (/** @type {number[]} */ place) => place.map((v) => Number(v.toFixed(4))).join(",");
  const requestScores = () => ask(new URLSearchParams({ w: player.view.w, at: player.view.spot }).toString());
  /** @type {ScoresView} */
  const view = { stage, axes, player, line, canvas, requestScores, arrowTips, spot, text, frame: null };

  // Return whether the arrows or the point of the address differ from those of the answer.
  /** @param {Scores} answer */
  function isStale({ W, at }) {
    return arrowTips().some((row, k) => row.some((v, d) => Math.abs(v - W[k][d]) > 1e-3)) || spot().some((v, d) => Math.abs(v - at[d]) > 1e-3);
  }

  addArrowInput(view);

  return {
    draw,
    describe() { if (view.frame) canvas.setAttribute("aria-label", `${item.label} ${words(view.frame)} Arrow keys move what is chosen under “What you move”.`); },
  };
}

// Fill the region between each pair of neighbouring rays.
/** @param {ScoresView} view @param {Context} context @param {Scores} answer */
function fillRegions(view, context, answer) {
  const { stage, axes } = view;
  const { rays, reach } = answer, { palette } = stage, angleOf = (/** @type {Ray} */ ray) => Math.atan2(ray.direction[1], ray.direction[0]);
  const sortedRays = rays.toSorted((a, b) => angleOf(a) - angleOf(b));
  const fill = (/** @type {number} */ k, /** @type {Path2D} */ shape) => { context.fillStyle = tone(palette, k); context.globalAlpha = REGION; context.fill(shape); context.globalAlpha = 1; };
  context.fillStyle = palette.background;
  context.fillRect(0, 0, axes.width, axes.height);
  if (sortedRays.length < 2) { fill(classAt(answer, 0, 1), path(view, [-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach])); return; }
  sortedRays.forEach((ray, i) => {
    const next = sortedRays[(i + 1) % sortedRays.length], from = angleOf(ray), wide = (angleOf(next) - from + 4 * Math.PI) % (2 * Math.PI);
    const common = [ray.k, ray.other].filter((k) => k === next.k || k === next.other), middle = from + wide / 2;
    const arc = Array.from({ length: 9 }, (_, j) => [3 * reach * Math.cos(from + (wide * j) / 8), 3 * reach * Math.sin(from + (wide * j) / 8)]);
    fill(common.length === 1 ? common[0] : classAt(answer, Math.cos(middle), Math.sin(middle)), path(view, [0, 0], ...arc));
  });
}

// Return the class that the server's map has in the direction (u, v).
/** @param {Scores} answer @param {number} u @param {number} v */
function classAt({ map, grid }, u, v) {
  const node = (/** @type {number} */ t) => Math.round(((t + 1) / 2) * (grid - 1));
  return Number(map[node(0.95 * v) * grid + node(0.95 * u)]);
}

/** @param {ScoresView} view @param {...number[]} points */
function path({ axes }, ...points) {
  const p = new Path2D();
  points.forEach(([x, y], k) => p[k ? "lineTo" : "moveTo"](axes.px(x), axes.py(y)));
  return p;
}

// Draw an arrow from 0, with a light edge that makes it visible on its own region.
/** @param {ScoresView} view @param {Context} context @param {number[]} tip @param {string} color @param {string} name */
function drawArrow(view, context, [x, y], color, name) {
  const { stage, axes } = view;
  const { background } = stage.palette, size = Math.hypot(x, y);
  const shaft = path(view, [0, 0], [x, y]), head = new Path2D(), px = axes.px(x), py = axes.py(y);
  if (size > 1e-3) {
    const [u, v] = [x / size, -y / size];
    head.moveTo(px + 3 * u, py + 3 * v);
    head.lineTo(px - HEAD * u - 0.55 * HEAD * v, py - HEAD * v + 0.55 * HEAD * u);
    head.lineTo(px - HEAD * u + 0.55 * HEAD * v, py - HEAD * v - 0.55 * HEAD * u);
    head.closePath();
  } else head.arc(px, py, 7, 0, 2 * Math.PI);
  paint.stroke(context, shaft, background, 8);
  paint.stroke(context, head, background, 5);
  paint.stroke(context, shaft, color, 4);
  context.fillStyle = color;
  context.fill(head);
  const labelOffset = size > 1e-3 ? [24 * x / size, -24 * y / size] : [0, -20];
  drawLabel(view, name, px + labelOffset[0], py + labelOffset[1], color);
}

/** @param {ScoresView} view @param {string} text @param {number} x @param {number} y @param {string} color */
function drawLabel({ stage, axes }, text, x, y, color) {
  const { box } = axes, size = stage.small + 5, style = { size, weight: "650" };
  const px = Math.min(box.x + box.w - 14, Math.max(box.x + 14, x)), py = Math.min(box.y + box.h - 12, Math.max(box.y + 12, y));
  axes.text(text, px, py, { ...style, color: stage.palette.background, halo: 5 });
  axes.text(text, px, py, { ...style, color });
}

/** @param {ScoresView} view @param {Context} context @param {number[]} place @param {string} color */
function drawPoint(view, context, [x, y], color) {
  const { stage, axes } = view;
  const disc = new Path2D(), { palette } = stage;
  disc.arc(axes.px(x), axes.py(y), 8, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill(disc);
  paint.stroke(context, disc, palette.background, 5);
  paint.stroke(context, disc, palette.text, 2.4);
  drawLabel(view, "x", axes.px(x) + 17, axes.py(y) - 12, palette.text);
}

// Draw w_k − w_l as a line between the tips of the two arrows, and the line on which both classes have the same score.
/** @param {ScoresView} view @param {Context} context @param {Frame} frame */
function drawRule(view, context, frame) {
  const { player, stage, line } = view;
  const pair = chosenRule(frame, player);
  if (!pair) return;
  const { W, reach } = scoresOf(frame), { palette } = stage, [x, y] = pair.w, size = Math.hypot(x, y);
  line(context, W[pair.other], W[pair.k], palette.background, 5);
  line(context, W[pair.other], W[pair.k], palette.text, 2, [3, 4]);
  if (size < 1e-9) return;
  const lineLength = 3 * reach / size;
  line(context, [-y * lineLength, x * lineLength], [y * lineLength, -x * lineLength], palette.background, 4);
  line(context, [-y * lineLength, x * lineLength], [y * lineLength, -x * lineLength], palette.text, 2, [9, 6]);
}

/** @param {ScoresView} view */
function nameAxes({ stage, axes }) {
  const { x, y, w, h } = axes.box, style = { color: stage.palette.muted, size: stage.small };
  axes.text("x₁", x + w - 12, y + h - 11, style);
  axes.text("x₂", x + 13, y + 12, style);
}

// Let the pointer move the arrows and the point, and the arrow keys the chosen arrow or point.
/** @param {ScoresView} view */
function addArrowInput(view) {
  const { player, axes, canvas, requestScores, arrowTips, spot, text } = view;
  /** @type {{ name: string, from: Point }} What is dragged (an arrow, all arrows or the point), and its last position. */
  let grip;
  const clampCoordinate = (/** @type {number} */ v) => Math.min(1.5, Math.max(-1.5, v));
  const places = () => [...arrowTips(), spot()];

  // Move an arrow, all arrows or the point by (dx, dy); all three arrows stop together at the picture's edge.
  /** @param {string} name @param {number} dx @param {number} dy */
  function shift(name, dx, dy) {
    const W = arrowTips();
    if (name === "x") player.view.spot = text([clampCoordinate(spot()[0] + dx), clampCoordinate(spot()[1] + dy)]);
    else if (name === "all") {
      const largestShift = (/** @type {number} */ d, /** @type {number} */ by) => (by > 0 ? Math.min(by, ...W.map((w) => 1.5 - w[d])) : Math.max(by, ...W.map((w) => -1.5 - w[d])));
      const [mx, my] = [largestShift(0, dx), largestShift(1, dy)];
      player.view.w = W.map(([x, y]) => text([x + mx, y + my])).join(";");
    } else {
      const k = HOLDS.indexOf(name);
      W[k] = [clampCoordinate(W[k][0] + dx), clampCoordinate(W[k][1] + dy)];
      player.view.w = W.map(text).join(";");
    }
    requestScores();
  }

  /** @param {number} px @param {number} py @param {number} reach */
  function nearest(px, py, reach) {
    /** @type {string | undefined} */
    let best;
    let least = reach;
    places().forEach(([x, y], k) => {
      const d = Math.hypot(axes.px(x) - px, axes.py(y) - py);
      if (d <= least) [best, least] = [HOLDS[k], d];
    });
    return best;
  }

  handles(canvas, {
    grip: GRIP,
    nearest: (px, py, reach) => (view.frame ? nearest(px, py, reach) : undefined),
    take(hit, e) {
      const all = player.view.hold === "all" && hit !== "x";
      grip = { name: all ? "all" : hit, from: axes.at(e.offsetX, e.offsetY) };
      if (!all) player.view.hold = hit;
    },
    move(_, e) {
      const to = axes.at(e.offsetX, e.offsetY);
      if (grip.name === "all") { shift("all", to[0] - grip.from[0], to[1] - grip.from[1]); grip.from = to; return; }
      const [x, y] = places()[HOLDS.indexOf(grip.name)];
      shift(grip.name, to[0] - x, to[1] - y);
    },
    drop: () => player.look({}),
  });
  arrowKeys(canvas, {
    able: () => view.frame !== null,
    move: ([dx, dy]) => shift(player.view.hold ?? "w1", dx * STEP, dy * STEP),
    settle: () => player.look({}),
  });
}

export const tuple = (/** @type {number[]} */ values) => `(${values.map((v) => trimZeros(number(v))).join(", ")})`;

/** @param {Frame} frame */
export function words(frame) {
  const { W, at, choice } = scoresOf(frame);
  return `${W.map((w, k) => `w${SUB[k]} = ${tuple(w)}`).join(", ")}. x = ${tuple(at)} has its largest score for class ${choice + 1}.`;
}

// Return the two classes whose binary rule is shown, with w_k − w_l, or undefined if none is chosen.
/** @param {Frame} frame @param {Player} player */
export function chosenRule(frame, player) {
  const word = player.view.rule ?? "12";
  return scoresOf(frame).rules.find(({ k, other }) => word === `${k + 1}${other + 1}`);
}
