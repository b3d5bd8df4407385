// Stores progress on this device: challenges done, quiz outcomes, the last place. It stays in the browser's storage and
// is not sent; a course may count events, see course-counts.js. Without storage, or with damaged data, all works until
// the page is closed.

import { device, tab } from "../../base/storage.js";
import { MAX_LENGTHS, entries, isPlace, mergeProgress, emptyProgress, validProgress } from "./progress-format.js";

const KEY = "kernel-methods-live-1";
const GUESSES = `${KEY}-guesses`;
export const COUNTED = `${KEY}-counted`;       // see course-counts.js
export const HOMEWORK = `${KEY}-homework`;     // see features/assignments/work.js

let isStored;                     // whether the device stores it; undefined before the first test
const followers = new Map();     // listeners for changes, by their roots

// Counts an event for a course, anonymously; does nothing by default.
/** @type {(kind: string, id: string) => void} */
let count = () => {};
/** @param {typeof count} counter */
export const countBy = (counter) => { count = counter; };

// ---- reading and writing ----------------------------------------------------------------------------

function read() {
  try { return validProgress(JSON.parse(device.get(KEY) ?? "null")); } catch { return emptyProgress(); }   // damaged data count as empty
}

function change(edit) {
  const state = read();
  edit(state);
  isStored = device.set(KEY, JSON.stringify(validProgress(state)));
  notify();
}

function notify() {
  for (const [root, listener] of followers) if (root.isConnected) listener(); else followers.delete(root);
}

// Puts an entry last, since the first are dropped first.
function put(entriesOfKind, id, value) {
  delete entriesOfKind[id];
  entriesOfKind[id] = value;
}

// ---- entries ----------------------------------------------------------------------

// Whether the device stores progress.
export function isKept() {
  if (isStored !== undefined) return isStored;
  isStored = device.set(`${KEY}-trial`, "1");
  device.remove(`${KEY}-trial`);
  return isStored;
}

// [prediction, answer] of a challenge that is done, as indices of its options (-1: none).
export const answersOf = (id) => read().done[id];
export const keepAnswers = (id, guess, answer) => {
  change((state) => put(state.done, id, [guess, answer]));
  count("met", id);
  if (guess >= 0) count(guess === answer ? "right" : "wrong", id);
};

// Predictions of challenges that are not done yet, for this tab.
const guesses = () => {
  try { return entries(JSON.parse(tab.get(GUESSES) ?? "{}"), isPlace); } catch { return {}; }
};
export const guess = (id) => guesses()[id];
export const keepGuess = (id, k) => tab.set(GUESSES, JSON.stringify({ ...guesses(), [id]: k }));

// Whether a step was seen.
export const isSeen = (id) => Boolean(read().seen[id]);
export const keepSeen = (id) => {
  change((state) => put(state.seen, id, 1));
  count("seen", id);
};

// A step is done when its challenges are; without challenges, when it was seen.
export const stepIsDone = ({ id, challenges }) => (challenges.length ? challenges.every((challenge) => answersOf(challenge)) : isSeen(id));

export const outcome = (id) => read().quiz[id];

// Stores a try. A wrong first try is remembered, and a right answer stays right.
export const keepOutcome = (id, right) => {
  if (outcome(id) === undefined) count(right ? "right" : "wrong", id);
  change((state) => {
    const before = state.quiz[id];
    if (before === undefined || before === "tried") put(state.quiz, id, right ? (before ? "later" : "first") : "tried");
  });
};

export const startOver = (ids) => change((state) => { for (const id of ids) delete state.quiz[id]; });

export const place = () => read().place;
export const keepPlace = (current) => change((state) => {
  const shortened = Object.fromEntries(Object.entries(MAX_LENGTHS).map(([name, most]) => [name, String(current[name] ?? "").slice(0, most)]));
  if ((current.query ?? "").length <= MAX_LENGTHS.query) state.place = { ...shortened, at: current.at };   // a shortened query would be another scene
});

// Marks that the visitor returns to the stored place; `takeReturn` reads and clears the mark.
export const goBack = () => change((state) => { state.returning = true; });
export function takeReturn() {
  const { returning } = read();
  if (returning) change((state) => { state.returning = false; });
  return returning;
}

// All progress, for a transfer; and adding another device's progress.
export const allProgress = () => read();
export const add = (added) => change((state) => { Object.assign(state, mergeProgress(state, added)); });

export function forget() {
  device.remove(KEY);
  device.remove(HOMEWORK);
  device.remove(COUNTED);
  tab.remove(GUESSES);
  notify();
}

// Calls `listener` after every change, also in another window, while `root` is on the page.
export const follow = (root, listener) => followers.set(root, listener);

window.addEventListener("storage", (event) => {
  if (event.key === KEY || event.key === null) notify();
});
