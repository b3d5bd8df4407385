// The questions that fit a lecture's step, its picture and its page, and the right answers according to the solution.
// The `payload` of a question is sent to the server, see questions.py.

import { fill, isMet } from "../../assets/base/conditions.js";

export const MIN_TALK_SHARE = 0.3, MAX_TALK_SHARE = 0.7;  // shares of right answers between which talking to a neighbour helps most (Crouch and Mazur 2001)
/** @type {Record<string, string>} */
const ERROR_NAMES = { test_error: "test error", train_error: "training error" };
const ERROR_FACTOR = 1.05;       // largest error of a right answer, relative to the minimum error
const MAX_MARKS = 200;           // points that a phone draws, see questions.py
const SNAP_RADIUS = 0.002;       // radius of the disc around a right point, in the plane's units; a snapped answer differs from its point only by rounding
const ZERO_ALPHA = 1e-6;         // largest size of a coefficient that counts as 0, as a share of the largest coefficient
const PLANE_KINDS = ["plane", "vote"]; // kinds of items that show f over the plane
const TAP_REACH = 0.06;          // largest distance of a right tap from the boundary, as a share of the window's width

/**
 * @typedef {object} HallQuestion
 * @property {Record<string, any>} payload The question for the server.
 * @property {string} title The question's name in the list of questions.
 * @property {Condition[][]} [conditions] For each option, the conditions under which it is right.
 * @property {Condition[]} [goal] Conditions that a frame must meet to show the answer.
 * @property {number[]} [ticks] Values on the slider's axis.
 * @property {number[]} [right] The right options, if they do not depend on the picture.
 * @property {boolean} [support] Whether the support vectors are the right answers.
 * @property {boolean} [reciprocal] Whether the slider shows 1/value; then bounds, ticks and answers are reciprocals too.
 * @property {string} [error] The tensor whose minimum along the slider of `payload.field` is right.
 */

/** @typedef {{ text: string, options: string[], why: string, right: number[] }} QuizQuestion A question of the page's quiz. */

/** @typedef {import("../lecture/playlist.js").Step} Step */
/** @typedef {import("../lecture/layout.js").Stage} LectureStage */

/** List the questions about this picture and its page. If the step of the playlist has a question, list it alone until
 * its answer is revealed, and first from then on. `finishedText` is the text of the last revealed question.
 * @param {Step | undefined} step @param {LectureStage} stage @param {QuizQuestion[]} quiz @returns {HallQuestion[]} */
export function listQuestions(step, stage, quiz = [], finishedText = "") {
  const stepQuestion = fromStep(step, stage);
  if (stepQuestion && stepQuestion.payload.text !== finishedText) return [stepQuestion];
  const pictureQuestions = stage.root ? [...fromChallenges(stage), ...fromSliders(stage), ...fromPlane(stage)] : [];
  return [...(stepQuestion ? [stepQuestion] : []), ...pictureQuestions, ...quiz.map(fromQuiz)];
}

/** @param {QuizQuestion} question @returns {HallQuestion} */
const fromQuiz = ({ text, options, why, right }) => ({ payload: { kind: "choice", text, options, why }, title: text, right });

/** @param {Step | undefined} step @param {LectureStage} stage @returns {HallQuestion | undefined} */
function fromStep(step, stage) {
  const ask = step?.ask ?? {};
  if (ask.kind === "slider") return fromSliders(stage, ask).find(({ payload }) => payload.field === ask.along);
  if (ask.kind === "support") return fromPlane(stage, ask).find(({ support }) => support);
  if (ask.kind === "place" || ask.kind === "points") return fromPlane(stage, ask).find(({ payload }) => payload.kind === ask.kind);
  if (!step?.question || !step.options?.length) return undefined;
  const payload = { kind: "choice", text: step.question, options: step.options, why: ask.why ?? "" };
  const right = step.right ? [step.options.indexOf(step.right)] : undefined;
  return { payload, title: step.question, conditions: step.answers?.map((answer) => [answer]), right };
}

/** @param {LectureStage} stage @returns {HallQuestion[]} */
function fromChallenges(stage) {
  const items = stage.peers().flatMap(({ live }) => live.items).filter((item) => item.kind === "challenge");
  return items.flatMap((item) => item.challenges).map(({ question, options, why, conditions }) => {
    const text = fill(question, stage.player?.frame);
    return {
      payload: { kind: "choice", text, options: options.map(({ label }) => label), why: reasonAnywhere(why) },
      title: text,
      conditions: options.map((option) => option.conditions ?? []),
      goal: conditions,
    };
  });
}

/** Return the explanations that do not depend on the picture, which may change until the answer is revealed: those with neither conditions nor numbers.
 * @param {{ text: string, conditions: Condition[] }[]} statements */
const reasonAnywhere = (statements) => statements.filter(({ text, conditions }) => !conditions.length && !text.includes("{")).map(({ text }) => text).join(" ");

/** @param {LectureStage} stage @param {Record<string, string>} ask @returns {HallQuestion[]} */
function fromSliders(stage, ask = {}) {
  const { along, text, error = "test_error", why = "" } = ask, { player } = stage;
  if (!player?.frame?.sweep.tensors[error]) return [];
  return stage.distinctSliders().filter((slider) => !along || slider.along === along).map(({ along: field, symbol, ticks, reciprocal }) => {
    const stops = displayedStops(player.base[field], reciprocal).sort((a, b) => a - b), payload = {
      kind: "slider", text: text ?? `At which ${symbol} is the ${ERROR_NAMES[error] ?? "error"} smallest?`, label: symbol, field,
      low: stops[0], high: stops.at(-1), log: true, why,
    };
    return { payload, title: `${payload.text} (a slider on the phone)`, error, ticks: displayedStops(ticks, reciprocal), reciprocal };
  });
}

/** Return the stops of a slider as it shows them. @param {ArrayLike<number>} stops @param {boolean} [reciprocal] */
export const displayedStops = (stops, reciprocal) => Array.from(stops, (stop) => (reciprocal ? 1 / stop : stop));

/** List the questions of a picture that shows f over the plane. @param {LectureStage} stage @param {Record<string, string>} ask @returns {HallQuestion[]} */
function fromPlane(stage, { text, why = "" } = {}) {
  if (!stage.player || !stage.shows(PLANE_KINDS)) return [];
  const { frame } = stage.player, x = frame?.get("x"), y = frame?.get("y");
  if (!x || !y || !frame?.get("points") || !frame.sweep.tensors.field) return [];
  const window = [x[0], x.at(-1), y[0], y.at(-1)];
  const marks = pairs(frame.get("points")).slice(0, MAX_MARKS).map(([a, b], i) => [round(a), round(b), Math.sign(frame.get("labels")[i]) || -1]);
  const place = { kind: "place", text: text ?? "Tap where you expect the boundary.", window, marks, why };
  const points = { kind: "points", text: text ?? "Add one point to the hall’s training set.", window, why };
  const questions = [place, points].map((payload) => ({ payload, title: payload.text })), supportPayload = { ...place, text: text ?? "Tap a support vector.", snap: true };
  return supportDiscs(frame).length ? [...questions, { payload: supportPayload, title: supportPayload.text, support: true }] : questions;
}

/** Return small discs around the support vectors; an empty list if all points are support vectors, or if there are
 * more points than a phone draws.
 * @param {FrameNumbers | undefined} frame @returns {number[][]} */
export function supportDiscs(frame) {
  const points = pairs(frame?.get("points") ?? []), alpha = Array.from(frame?.get("alpha") ?? [], Math.abs), kind = frame?.get("kind");
  if (!points.length || points.length > MAX_MARKS || alpha.length !== points.length) return [];
  const maxAlpha = Math.max(...alpha), isSupportVector = (/** @type {number[]} */ _, /** @type {number} */ i) => (kind ? kind[i] > 0 : alpha[i] > ZERO_ALPHA * maxAlpha);
  const supportVectors = points.filter(isSupportVector);
  return supportVectors.length < points.length ? supportVectors.map(([x, y]) => [round(x), round(y), SNAP_RADIUS]) : [];
}

/** Return whether a point is in one of these discs. @param {number[]} place @param {number[][]} discs */
export const isIn = ([x, y], discs) => discs.some(([a, b, radius]) => Math.hypot(x - a, y - b) <= radius);

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;

/** @param {ArrayLike<number>} coordinates */
export function pairs(coordinates) {
  const points = [];
  for (let i = 0; i + 1 < coordinates.length; i += 2) points.push([coordinates[i], coordinates[i + 1]]);
  return points;
}

/** Return the options that are right on this frame; an empty list if the frame does not meet the question's goal.
 * @param {HallQuestion} question @param {FrameNumbers | undefined} frame @returns {number[]} */
export function rightOptions({ conditions, goal }, frame) {
  if (!conditions || !frame || (goal && !isMet(goal, frame))) return [];
  return conditions.flatMap((optionConditions, k) => (optionConditions.length && isMet(optionConditions, frame) ? [k] : []));
}

/** Return the index of the first of `count` stops at which the goal is met, else -1.
 * @param {HallQuestion} question @param {(stop: number) => FrameNumbers} frameAt @param {number} count */
export function decidingStop({ goal }, frameAt, count) {
  if (!goal) return -1;
  return Array.from({ length: count }, (_, k) => k).findIndex((k) => isMet(goal, frameAt(k)));
}

/** Return where an error has its minimum, and the interval around it where the error is nearly as small.
 * @param {ArrayLike<number>} stops @param {ArrayLike<number>} errors */
export function minimumInterval(stops, errors) {
  const leastError = Math.min(...Array.from(errors)), at = Array.from(errors).indexOf(leastError);
  let low = at, high = at;
  while (low > 0 && errors[low - 1] <= ERROR_FACTOR * leastError) low--;
  while (high < stops.length - 1 && errors[high + 1] <= ERROR_FACTOR * leastError) high++;
  const [from, to] = [stops[low], stops[high]].sort((a, b) => a - b);     // the stops of a reciprocal slider fall
  return { at, leastError, low: from, high: to };
}

/** Return the share of right answers of a round; undefined if it has no answers.
 * @param {{ answers: any[] }} round @param {(answer: any) => boolean} isRight */
export function shareRight({ answers }, isRight) {
  return answers.length ? answers.filter(isRight).length / answers.length : undefined;
}

/** Return whether talking to a neighbour helps at this share of right answers. @param {number | undefined} share */
export const suggestsTalk = (share) => share !== undefined && share >= MIN_TALK_SHARE && share <= MAX_TALK_SHARE;

/** Return whether a point is near one of these polylines, all in the plane's coordinates.
 * @param {number[]} place @param {number[][][]} lines @param {number[]} window */
export function isNear([x, y], lines, [left, right]) {
  const reach = TAP_REACH * (right - left);
  return lines.some((line) => line.some(([a, b]) => Math.hypot(a - x, b - y) <= reach));
}
