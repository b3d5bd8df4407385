// What this device remembers: challenges that are done, how a quiz went, where the learner was. It stays in
// the browser's own storage and is sent nowhere; a course may count it, see course-counts.js. Where the browser
// keeps nothing, or keeps nonsense, all works just the same until the page is closed.

import { device, tab } from "../../base/storage.js";
import { LONGEST, entries, isPlace, mergeProgress, emptyProgress, validProgress } from "./progress-format.js";

const KEY = "kernel-methods-live-1";
const GUESSES = `${KEY}-guesses`;
export const COUNTED = `${KEY}-counted`;       // see course-counts.js
export const HOMEWORK = `${KEY}-homework`;     // see features/assignments/work.js

let keeping;                     // whether the device keeps it; the first question finds out
const followers = new Map();     // what is told of changes, by what it is drawn on

// What a course that counts hears of, without whose it is; usually nothing does.
/** @type {(kind: string, id: string) => void} */
let count = () => {};
/** @param {typeof count} other */
export const countBy = (other) => { count = other; };

// ---- reading and writing ----------------------------------------------------------------------------

function read() {
  try { return validProgress(JSON.parse(device.get(KEY) ?? "null")); } catch { return emptyProgress(); }   // nonsense is written over
}

function change(how) {
  const state = read();
  how(state);
  keeping = device.set(KEY, JSON.stringify(validProgress(state)));
  tell();
}

function tell() {
  for (const [root, told] of followers) if (root.isConnected) told(); else followers.delete(root);
}

// Put last, so that it is the last to make room.
function put(room, id, value) {
  delete room[id];
  room[id] = value;
}

// ---- what may be asked and told ----------------------------------------------------------------------

// Whether the device keeps it.
export function isKept() {
  if (keeping !== undefined) return keeping;
  keeping = device.set(`${KEY}-trial`, "1");
  device.remove(`${KEY}-trial`);
  return keeping;
}

// [prediction, answer] of a challenge that is done, as places in its list of options (-1: none of them).
export const answersOf = (id) => read().done[id];
export const keepAnswers = (id, guess, answer) => {
  change((state) => put(state.done, id, [guess, answer]));
  count("met", id);
  if (guess >= 0) count(guess === answer ? "right" : "wrong", id);
};

// What was predicted of a challenge that is not done yet, as long as the tab is open.
const guesses = () => {
  try { return entries(JSON.parse(tab.get(GUESSES) ?? "{}"), isPlace); } catch { return {}; }
};
export const guess = (id) => guesses()[id];
export const keepGuess = (id, k) => tab.set(GUESSES, JSON.stringify({ ...guesses(), [id]: k }));

// Whether a step of a page has been looked at.
export const isSeen = (id) => Boolean(read().seen[id]);
export const keepSeen = (id) => {
  change((state) => put(state.seen, id, 1));
  count("seen", id);
};

// A step counts as done when its challenges are, or, where it has none, when it was looked at.
export const stepIsDone = ({ id, challenges }) => (challenges.length ? challenges.every((one) => answersOf(one)) : isSeen(id));

export const outcome = (id) => read().quiz[id];

// A first try that was wrong stays one, and what was right stays right.
export const keepOutcome = (id, right) => {
  if (outcome(id) === undefined) count(right ? "right" : "wrong", id);
  change((state) => {
    const before = state.quiz[id];
    if (before === undefined || before === "tried") put(state.quiz, id, right ? (before ? "later" : "first") : "tried");
  });
};

export const startOver = (ids) => change((state) => { for (const id of ids) delete state.quiz[id]; });

export const place = () => read().place;
export const keepPlace = (now) => change((state) => {
  const cut = Object.fromEntries(Object.entries(LONGEST).map(([name, most]) => [name, String(now[name] ?? "").slice(0, most)]));
  if ((now.query ?? "").length <= LONGEST.query) state.place = { ...cut, at: now.at };   // half an address would be another
});

// The learner is on the way back to that place; `takeReturn` says so once.
export const goBack = () => change((state) => { state.returning = true; });
export function takeReturn() {
  const { returning } = read();
  if (returning) change((state) => { state.returning = false; });
  return returning;
}

// All of it, to take along; and what another device had, put to it.
export const allProgress = () => read();
export const add = (other) => change((state) => { Object.assign(state, mergeProgress(state, other)); });

export function forget() {
  device.remove(KEY);
  device.remove(HOMEWORK);
  device.remove(COUNTED);
  tab.remove(GUESSES);
  tell();
}

// Calls `told` after every change, in another window too, as long as `root` is on the page.
export const follow = (root, told) => followers.set(root, told);

window.addEventListener("storage", (event) => {
  if (event.key === KEY || event.key === null) tell();
});
