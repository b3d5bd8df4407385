// A weighted vote at a movable point: a line to each contributing example, whose width shows its contribution. The
// contributions come from the server, see lab/ui/weighted_vote.py; vote-waterfall.js adds them up.

import { geometry } from "../draw/frame-geometry.js";
import { plane } from "./decision-plane.js";
import { latestRequest } from "../base/latest-request.js";
import { arrowWay, debounce, drag } from "../input/gestures.js";
import { countUp } from "../base/dom.js";
import * as paint from "../draw/plane-layers.js";

export const kinds = { vote };
export const costly = ["vote"];

/**
 * The contributions of examples at a point, see lab/ui/weighted_vote.py.
 * @typedef {{ i: number, alpha: number, similar: number, vote: number }} Vote
 * @typedef {{ f: number, intercept: number, votes: Vote[], others: { count: number, vote: number }, largest_vote: number }} Answer
 *
 * @typedef {object} VoteView
 * @property {Stage} stage
 * @property {{ answer?: Answer, lastQuery: string, frame?: Frame }} state
 * @property {() => Point} place
 * @property {Axes} [axes] missing before the first frame
 */

const KEY_STEP = 0.02;               // share of the plane's width per press of an arrow key
const MAX_LINE_PX = 7, MIN_LINE_PX = 0.15;

/** @type {MakeView<"vote">} */
function vote(root, item, player, stage) {
  root.classList.add("kl-is-plane");
  /** @type {VoteView["state"]} */
  const state = { lastQuery: "" };
  /** @type {((trouble: string) => void)[]} */
  const followers = [];
  const place = () => placeOf(player, /** @type {Frame} */ (state.frame));
  /** @type {VoteView} */
  const view = { stage, state, place };
  const basePlane = plane(root, { ...item, overlay: (context, own, frame) => overlay(view, context, own, frame) }, player, stage);
  const canvas = /** @type {HTMLCanvasElement} */ (root.querySelector("canvas"));
  // Shared with the waterfall chart beside the plane.
  stage.vote = { follow: (/** @type {(trouble: string) => void} */ listener) => followers.push(listener), place, get answer() { return state.answer; } };

  const ask = latestRequest(item.address, (/** @type {Answer} */ answer) => {
    state.answer = answer;
    countUp(root, "answers");
    if (state.frame) basePlane.draw(state.frame, false);
    for (const listener of followers) listener("");
  }, (/** @type {string} */ message, /** @type {boolean} */ isRefused) => {
    if (isRefused) {
      state.answer = undefined;
      if (state.frame) basePlane.draw(state.frame, false);
    }
    for (const listener of followers) listener(message);
  });

  function question() {
    const query = `${player.query(/** @type {Frame} */ (state.frame).scene)}&at=${place().join(",")}`;
    if (query === state.lastQuery) return;
    state.lastQuery = query;
    ask(query);
  }

  /** @param {Frame} frame */
  function draw(frame, changed = true) {
    state.frame = frame;
    question();
    basePlane.draw(frame, changed);
  }

  // ---- gestures: press or drag anywhere on the plane -------------------------------------------

  /** @param {number} px @param {number} py */
  function go(px, py, finger = false) {
    if (!view.axes || !state.frame) return;
    const [x, y] = view.axes.at(px, py);
    const within = (/** @type {number} */ v, /** @type {number} */ a, /** @type {number} */ b) => Number(Math.min(b, Math.max(a, v)).toFixed(3));
    player.view.at = `${within(x, view.axes.x0, view.axes.x1)},${within(y, view.axes.y0, view.axes.y1)}`;
    question();
    basePlane.draw(state.frame, false);
    if (finger) basePlane.hand.hush();
    else basePlane.hand.say(px, py);       // otherwise the tooltip of the last point would stay
  }
  const asking = () => (stage.points?.tool ?? "look") === "look";     // with another tool a press edits points
  const settle = () => player.look({ at: player.view.at }), later = debounce(settle);
  const follow = (/** @type {PointerEvent} */ e) => go(e.offsetX, e.offsetY, e.pointerType === "touch");
  drag(canvas, {
    isExclusive: true,
    scrolls: true,
    able: () => Boolean(view.axes && asking()),
    down: follow,
    move: follow,
    up: settle,
  });
  root.addEventListener("keydown", (e) => {
    const way = arrowWay(e);
    if (!way || !view.axes || !asking() || e.target !== canvas) return;
    e.preventDefault();
    e.stopPropagation();
    const [x, y] = place(), size = (view.axes.x1 - view.axes.x0) * KEY_STEP;
    go(view.axes.px(x + way[0] * size), view.axes.py(y + way[1] * size));
    later();
  }, true);

  return { draw, marks: true, covers: true, describe: (text) => basePlane.describe(text) };
}

// Return the chosen point, or by default one near the middle of the plane.
/** @param {Player} player @param {Frame} frame @returns {Point} */
function placeOf(player, frame) {
  const [x, y] = (player.view.at ?? "").split(",").map(Number);
  if (Number.isFinite(x) && Number.isFinite(y)) return [x, y];
  const { window: [x0, x1, y0, y1] } = geometry(frame);
  return /** @type {Point} */ ([0.55 * x0 + 0.45 * x1, 0.5 * (y0 + y1)].map((v) => Number(v.toFixed(2))));
}

// Draw lines to the contributing examples, and the point, over the plane.
/** @param {VoteView} view @param {Context} context @param {Axes} own @param {Frame} frame */
function overlay(view, context, own, frame) {
  const { stage, state, place } = view;
  view.axes = own;
  const { answer } = state, [x, y] = place(), { palette } = stage;
  const points = frame.get("points"), px = own.px(x), py = own.py(y);
  const most = Math.max(answer?.largest_vote ?? 0, ...(answer?.votes ?? []).map((v) => Math.abs(v.vote))) || 1;
  for (const { i, vote: weight } of (!stage.covered && answer?.votes) || []) {
    if (2 * i >= points.length) continue;
    const line = new Path2D(), thick = MAX_LINE_PX * Math.abs(weight) / most;
    if (thick < MIN_LINE_PX) continue;
    line.moveTo(px, py);
    line.lineTo(own.px(points[2 * i]), own.py(points[2 * i + 1]));
    context.globalAlpha = 0.75;
    paint.stroke(context, line, palette[weight > 0 ? "positive" : "negative"], Math.max(0.6, thick));
    context.globalAlpha = 1;
  }
  const disc = new Path2D();
  disc.arc(px, py, 8, 0, 2 * Math.PI);
  context.fillStyle = palette.background;
  context.fill(disc);
  paint.stroke(context, disc, palette.accent, 3);
}
