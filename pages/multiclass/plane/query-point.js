// The chosen point, whose classification the views of an element explain: its position, and the server's answer.

import { latestRequest } from "../../../assets/base/latest-request.js";
import { statusOf } from "./map.js";
import { geometry } from "../../../assets/draw/frame-geometry.js";

/**
 * A method's decision about the point: its class, the candidates, and how it was decided (see map.js). The other fields
 * depend on the method: the outputs of its classifiers, the classes' scores, votes or probabilities, and the values of all pairs.
 * @typedef {object} Decision
 * @property {number} choice
 * @property {number[]} candidates
 * @property {number} status
 * @property {{ f: number, positive: number[], negative: number[], for: number[] }[]} outputs
 * @property {number[]} class_scores
 * @property {(number | null)[][]} tournament
 *
 * @typedef {{ classes: string[], ties: string, methods: Record<string, Decision> }} Answer
 *
 * A function that is called with an error message or "", and with whether the point is moving and has no answer yet.
 * @typedef {(trouble: string, isMoving?: boolean) => void} Follower
 *
 * @typedef {object} Question
 * @property {Answer | null} answer
 * @property {(frame: Frame) => Point} place
 * @property {(frame: Frame, x: number, y: number) => void} go
 * @property {() => void} keep
 * @property {(frame: Frame) => void} requestAnswer
 * @property {(listener: Follower) => void} follow
 */

/** @param {Stage} stage @param {Player} player @param {string} address @returns {Question} */
export function questionOf(stage, player, address) {
  return (stage.requestAnswer ??= makeQuestion(player, address));
}

/** @param {Player} player @param {string} address */
function makeQuestion(player, address) {
  /** @type {Follower[]} */
  const followers = [];
  /** @type {{ points: Numbers, place: Point } | undefined} The default point for one sample. */
  let initial;
  let pending = "";
  /** @type {Question} */
  const pointQuestion = { answer: null, place, go, keep, requestAnswer, follow: (listener) => { followers.push(listener); } };

  const ask = latestRequest(address, (/** @type {Answer} */ answer) => {
    pointQuestion.answer = answer;
    for (const listener of followers) listener("");
  }, (message, isRefused) => {
    if (isRefused) pointQuestion.answer = null;
    for (const listener of followers) listener(message);
  });

  // Return the chosen point. By default it is the grid node nearest to the middle that one-versus-all leaves undecided,
  // or the middle if all nodes are decided.
  /** @param {Frame} frame @returns {Point} */
  function place(frame) {
    const [x, y, ...rest] = (player.view.at ?? "").split(",").map(Number), points = frame.get("points");
    if (!rest.length && Number.isFinite(x) && Number.isFinite(y)) return [x, y];
    if (!initial || initial.points !== points) initial = { points, place: undecidedPlace(frame) };
    return initial.place;
  }

  // Request the answer for a new scene or point.
  /** @param {Frame} frame */
  function requestAnswer(frame) {
    const query = `${player.query(frame.scene)}&at=${place(frame).join(",")}`;
    if (query === pending) return;
    pending = query;
    ask(query);
  }

  /** @param {Frame} frame @param {number} x @param {number} y */
  function go(frame, x, y) {
    const { window: [x0, x1, y0, y1] } = geometry(frame);
    const within = (/** @type {number} */ v, /** @type {number} */ a, /** @type {number} */ b) => Number(Math.min(b, Math.max(a, v)).toFixed(3));
    player.view.at = `${within(x, x0, x1)},${within(y, y0, y1)}`;
    requestAnswer(frame);
    for (const listener of followers) listener("", true);
  }

  function keep() { player.look({ at: player.view.at }); }

  return pointQuestion;
}

/** @param {Frame} frame @returns {Point} */
function undecidedPlace(frame) {
  const { window: [x0, x1, y0, y1], nx, ny } = geometry(frame), map = frame.get("map_ova");
  let best = [(nx - 1) / 2, (ny - 1) / 2], least = Infinity;
  for (let k = 0; k < map.length; k++) {
    if (statusOf(map[k]) === 0) continue;
    const i = k % nx, j = (k - i) / nx, d = (i - (nx - 1) / 2) ** 2 + (j - (ny - 1) / 2) ** 2;
    if (d < least) [best, least] = [[i, j], d];
  }
  const roundCoordinate = (/** @type {number} */ v) => Number(v.toFixed(3));
  return [roundCoordinate(x0 + (best[0] / (nx - 1)) * (x1 - x0)), roundCoordinate(y0 + (best[1] / (ny - 1)) * (y1 - y0))];
}
