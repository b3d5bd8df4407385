// What can be asked of a hall where the lecture stands, and where the solution says the truth is.
// A question goes to the server as questions.py takes it; `truth` stays here.

import { isMet } from "../../assets/base/conditions.js";

export const LOWER = 0.3, UPPER = 0.7;  // between these shares a talk with the neighbour helps most (Crouch and Mazur 2001)
const NEAR = 1.05;               // a guess is right where the error is at most this many times its least
const MARKS = 200;               // points that a phone draws, see questions.py
const ON = 0.002;                // how far an answer that was matched to a point may be from it: as it is rounded
const NOTHING = 1e-6;            // a smaller α, beside the largest, is 0
const PLANES = ["plane", "vote"]; // items that show f over the plane
const TAP = 0.06;                // of the window's width: how far a tap may miss the boundary

/**
 * @typedef {object} Asked
 * @property {Record<string, any>} put What the server is told.
 * @property {string} title What the list of questions calls it.
 * @property {any[][]} [conditions] Of each option: where it is right.
 * @property {any[]} [goal] Conditions of the frame that decides.
 * @property {number[]} [ticks] Of the slider.
 * @property {number[]} [right] Of a question whose answer no picture decides: its options.
 * @property {boolean} [support] Whether the points that support the solution are right.
 * @property {string} [error] The tensor whose least value decides, along the slider of `put.field`.
 */

/** All that can be asked of this picture and its page; what the playlist asks stands first and, until it is
 * `over`, alone. `quiz`: the page's own questions.
 * @param {Record<string, any> | undefined} step @param {import("../lecture/layout.js").Stage} stage @param {Record<string, any>[]} quiz @returns {Asked[]} */
export function askable(step, stage, quiz = [], over = "") {
  const own = ofStep(step, stage);
  if (own && own.put.text !== over) return [own];
  const pictured = stage.root ? [...ofChallenges(stage), ...ofSliders(stage), ...ofPlane(stage)] : [];
  return [...(own ? [own] : []), ...pictured, ...quiz.map(ofQuiz)];
}

const ofQuiz = ({ text, options, why, right }) => ({ put: { kind: "choice", text, options, why }, title: text, right });

function ofStep(step, stage) {
  const ask = step?.ask ?? {};
  if (ask.kind === "slider") return ofSliders(stage, ask).find(({ put }) => put.field === ask.along);
  if (ask.kind === "support") return ofPlane(stage, ask).find(({ support }) => support);
  if (ask.kind === "place" || ask.kind === "points") return ofPlane(stage, ask).find(({ put }) => put.kind === ask.kind);
  if (!step?.question || !step.options?.length) return undefined;
  const put = { kind: "choice", text: step.question, options: step.options, why: ask.why ?? "" };
  const right = step.right ? [step.options.indexOf(step.right)] : undefined;
  return { put, title: step.question, conditions: step.answers?.map((answer) => [answer]), right };
}

function ofChallenges(stage) {
  const items = stage.peers().flatMap(({ live }) => live.items).filter((item) => item.kind === "challenge");
  return items.flatMap((item) => item.challenges).map(({ question, options, why, conditions }) => ({
    put: { kind: "choice", text: question, options: options.map(({ label }) => label), why },
    title: question,
    conditions: options.map((option) => option.conditions ?? []),
    goal: conditions,
  }));
}

/** @param {import("../lecture/layout.js").Stage} stage @param {Record<string, string>} ask @returns {Asked[]} */
function ofSliders(stage, ask = {}) {
  const { along, text, error = "test_error", why = "" } = ask, sweep = stage.player.frame?.sweep;
  if (!sweep?.tensors[error]) return [];
  return stage.different().filter((slider) => !along || slider.along === along).map(({ along: field, symbol, ticks }) => {
    const stops = stage.player.base[field], put = {
      kind: "slider", text: text ?? `Where on ${symbol} is the test error least?`, label: symbol, field,
      low: stops[0], high: stops.at(-1), log: true, why,
    };
    return { put, title: put.text, error, ticks };
  });
}

// Of a picture that shows f over the plane: in another one no boundary would go anywhere.
/** @param {import("../lecture/layout.js").Stage} stage @param {Record<string, string>} ask @returns {Asked[]} */
function ofPlane(stage, { text, why = "" } = {}) {
  if (!stage.shows(PLANES)) return [];
  const { frame } = stage.player, x = frame?.get("x"), y = frame?.get("y");
  if (!x || !y || !frame.get("points") || !frame.sweep.tensors.field) return [];
  const window = [x[0], x.at(-1), y[0], y.at(-1)];
  const marks = pairs(frame.get("points")).slice(0, MARKS).map(([a, b], i) => [round(a), round(b), Math.sign(frame.get("labels")[i]) || -1]);
  const place = { kind: "place", text: text ?? "Tap where the boundary will go.", window, marks, why };
  const points = { kind: "points", text: text ?? "Add one point: the classifier learns from the hall.", window, why };
  const found = [place, points].map((put) => ({ put, title: put.text })), support = { ...place, text: text ?? "Tap a support vector.", snap: true };
  return supportDiscs(frame).length ? [...found, { put: support, title: support.text, support: true }] : found;
}

/** The points that support this solution, as discs about them; none where all do, or are too many to draw.
 * @param {Pick<Frame, "scene" | "get"> | undefined} frame @returns {number[][]} */
export function supportDiscs(frame) {
  const points = pairs(frame?.get("points") ?? []), alpha = Array.from(frame?.get("alpha") ?? [], Math.abs), kind = frame?.get("kind");
  if (!points.length || points.length > MARKS || alpha.length !== points.length) return [];
  const most = Math.max(...alpha), supports = (_, i) => (kind ? kind[i] > 0 : alpha[i] > NOTHING * most);
  const found = points.filter(supports);
  return found.length < points.length ? found.map(([x, y]) => [round(x), round(y), ON]) : [];
}

/** Whether a place lies in one of these discs. @param {number[]} place @param {number[][]} discs */
export const isIn = ([x, y], discs) => discs.some(([a, b, radius]) => Math.hypot(x - a, y - b) <= radius);

const round = (value) => Math.round(value * 1000) / 1000;

export function pairs(flat) {
  const out = [];
  for (let i = 0; i + 1 < flat.length; i += 2) out.push([flat[i], flat[i + 1]]);
  return out;
}

/** The options that are right on this frame; none where the frame does not decide.
 * @param {Asked} asked @param {Pick<Frame, "scene" | "get"> | undefined} frame @returns {number[]} */
export function rightOptions({ conditions, goal }, frame) {
  if (!conditions || !frame || (goal && !isMet(goal, frame))) return [];
  return conditions.flatMap((all, k) => (all.length && isMet(all, frame) ? [k] : []));
}

/** The stop of this sweep that decides: the first where the goal is met.
 * @param {Asked} asked @param {(stop: number) => Pick<Frame, "scene" | "get">} frameAt @param {number} count */
export function decidingStop({ goal }, frameAt, count) {
  if (!goal) return -1;
  return Array.from({ length: count }, (_, k) => k).findIndex((k) => isMet(goal, frameAt(k)));
}

/** Where an error is least, and from where to where it is about as small.
 * @param {ArrayLike<number>} stops @param {ArrayLike<number>} errors */
export function leastInterval(stops, errors) {
  const best = Math.min(...Array.from(errors)), at = Array.from(errors).indexOf(best);
  let low = at, high = at;
  while (low > 0 && errors[low - 1] <= NEAR * best) low--;
  while (high < stops.length - 1 && errors[high + 1] <= NEAR * best) high++;
  return { at, best, low: stops[low], high: stops[high] };
}

/** Which share of the answers of a round is right; undefined where nothing says what is.
 * @param {{ answers: any[] }} round @param {(answer: any) => boolean} isRight */
export function shareRight({ answers }, isRight) {
  return answers.length ? answers.filter(isRight).length / answers.length : undefined;
}

/** Whether neighbours should talk now. @param {number | undefined} share */
export const suggestsTalk = (share) => share !== undefined && share >= LOWER && share <= UPPER;

/** Whether a place is near one of these polylines, in the plane's own numbers.
 * @param {number[]} place @param {number[][][]} lines @param {number[]} window */
export function isNear([x, y], lines, [left, right]) {
  const reach = TAP * (right - left);
  return lines.some((line) => line.some(([a, b]) => Math.hypot(a - x, b - y) <= reach));
}
