// Store progress on this device: predictions, challenges done, quiz outcomes, steps seen, the last place. It stays in the
// browser's storage; the server gets it only to draw a QR code of it. A course may count events, see `countBy`. Without
// storage, progress lasts until the page is closed. Damaged data count as no progress.

import { device } from "../../base/storage.js";
import { MAX_LENGTHS, entries, isPlace, mergeProgress, emptyProgress, validProgress } from "./progress-format.js";

const KEY = "kernel-methods-live-1";
const PREDICTIONS = `${KEY}-guesses`;

/** @typedef {import("./progress-format.js").Place} Place */
/** @typedef {import("./progress-format.js").Progress} Progress */

/** @type {boolean | undefined} Whether the device stores progress; undefined before the first test. */
let isStored;
/** @type {Map<Element, () => void>} Listeners for changes, by their roots. */
const followers = new Map();

// Count an event for a course, anonymously; do nothing by default.
/** @type {(kind: string, id: string) => void} */
let count = () => {};
/** @param {typeof count} counter */
export const countBy = (counter) => { count = counter; };

// ---- reading and writing ----------------------------------------------------------------------------

function read() {
  try { return validProgress(JSON.parse(device.get(KEY) ?? "null")); } catch { return emptyProgress(); }   // damaged data count as empty
}

/** @param {(state: Progress) => void} edit */
function change(edit) {
  const state = read();
  edit(state);
  isStored = device.set(KEY, JSON.stringify(validProgress(state)));
  notify();
}

function notify() {
  for (const [root, listener] of followers) if (root.isConnected) listener(); else followers.delete(root);
}

/**
 * Put an entry last, since the first entries are dropped first.
 * @template Value @param {Record<string, Value>} entriesOfKind @param {string} id @param {Value} value
 */
function put(entriesOfKind, id, value) {
  delete entriesOfKind[id];
  entriesOfKind[id] = value;
}

// ---- entries ----------------------------------------------------------------------

// Return whether the device stores progress.
export function isKept() {
  if (isStored !== undefined) return isStored;
  isStored = device.set(`${KEY}-trial`, "1");
  device.remove(`${KEY}-trial`);
  return isStored;
}

/** Return [prediction, answer] of a challenge that is done, as indices of its options (-1: none).
 * @param {string} id @returns {[number, number] | undefined} */
export const answersOf = (id) => read().done[id];
/** @param {string} id @param {number} prediction @param {number} answer */
export const keepAnswers = (id, prediction, answer) => {
  change((state) => put(state.done, id, [prediction, answer]));
  count("met", id);
  if (prediction >= 0) count(prediction === answer ? "right" : "wrong", id);
};

// Return the predictions of challenges that are not done yet, by id.
/** @returns {Record<string, number>} */
const predictions = () => {
  try { return entries(JSON.parse(device.get(PREDICTIONS) ?? "{}"), isPlace); } catch { return {}; }
};
/** @param {string} id @returns {number | undefined} */
export const predictionOf = (id) => predictions()[id];
/** @param {string} id @param {number | undefined} k */
export const keepPrediction = (id, k) => {
  device.set(PREDICTIONS, JSON.stringify({ ...predictions(), [id]: k }));
  notify();
};

/** Return whether a step was seen. @param {string} id */
export const isSeen = (id) => Boolean(read().seen[id]);
/** @param {string} id */
export const keepSeen = (id) => {
  change((state) => put(state.seen, id, 1));
  count("seen", id);
};

/**
 * Return how much of a step is done: "full" if all its challenges are predicted or met and all its quiz questions are
 * answered (or, without any, if it was seen); else "half" if it was seen.
 * @param {{ id: string, challenges: readonly string[], quiz?: readonly string[] }} step @returns {"empty" | "half" | "full"}
 */
export function stepProgress({ id, challenges, quiz = [] }) {
  const isAnswered = challenges.every((challenge) => answersOf(challenge) || (predictionOf(challenge) ?? -1) >= 0) && quiz.every((question) => outcome(question) !== undefined);
  const hasQuestions = challenges.length + quiz.length > 0;
  return isAnswered && (hasQuestions || isSeen(id)) ? "full" : isSeen(id) ? "half" : "empty";
}

/** @param {{ id: string, challenges: readonly string[] }} step */
export const stepIsDone = (step) => stepProgress(step) === "full";

/** @param {string} id @returns {string | undefined} */
export const outcome = (id) => read().quiz[id];

/** Store an answer. A wrong first answer is remembered, and a right one stays right. @param {string} id @param {boolean} right */
export const keepOutcome = (id, right) => {
  if (outcome(id) === undefined) count(right ? "right" : "wrong", id);
  change((state) => {
    const before = state.quiz[id];
    if (before === undefined || before === "tried") put(state.quiz, id, right ? (before ? "later" : "first") : "tried");
  });
};

/** Remove the outcomes of these quiz questions. @param {string[]} ids */
export const startOver = (ids) => change((state) => { for (const id of ids) delete state.quiz[id]; });

export const place = () => read().place;
/** @param {Place} current */
export const keepPlace = (current) => change((state) => {
  const shortened = (/** @type {keyof typeof MAX_LENGTHS} */ name) => current[name].slice(0, MAX_LENGTHS[name]);
  if (current.query.length > MAX_LENGTHS.query) return;     // a shortened query would be another scene
  state.place = { path: shortened("path"), query: current.query, section: shortened("section"), told: shortened("told"), at: current.at };
});

// Mark that the visitor returns to the stored place; `takeReturn` reads and clears the mark.
export const goBack = () => change((state) => { state.returning = true; });
export function takeReturn() {
  const { returning } = read();
  if (returning) change((state) => { state.returning = false; });
  return returning;
}

// Return all progress, for a transfer to another device. `add` merges the progress of another device into it.
export const allProgress = () => read();
/** @param {Progress} added */
export const add = (added) => change((state) => { Object.assign(state, mergeProgress(state, added)); });

/** Return whether this device stores anything that `forget` removes. @param {string[]} keys */
export const hasStored = (keys) => [KEY, PREDICTIONS, ...keys].some((key) => device.get(key) !== null);

/** Remove all progress from this device. @param {string[]} keys under which features store other data on this device */
export function forget(keys) {
  for (const key of [KEY, PREDICTIONS, ...keys]) device.remove(key);
  notify();
}

/** While `root` is on the page, call `listener` after every change; in another window, changes of predictions are not noticed. @param {Element} root @param {() => void} listener */
export const follow = (root, listener) => followers.set(root, listener);

window.addEventListener("storage", (event) => {
  if (event.key === KEY || event.key === null) notify();
});
