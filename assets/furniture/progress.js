// What this device remembers: challenges that are done, how a quiz went, where the learner was. It stays in
// the browser's own storage and is sent nowhere. Where the browser keeps nothing, or keeps nonsense, all
// works just the same until the page is closed.

import { device, tab } from "../base/storage.js";

const KEY = "kernel-methods-live-1";
const GUESSES = `${KEY}-guesses`;
export const HOMEWORK = `${KEY}-homework`;     // see assets/assignments/work.js
const MOST = 400;                // of each kind: the oldest make room
const LONGEST = { path: 80, query: 12_000, section: 160, told: 120 };
const ID = /^[a-z][0-9a-f]{8}$/;
const OUTCOMES = ["tried", "later", "first"];   // not yet; right, but not at once; right at first try
const isPlace = (n) => Number.isInteger(n) && n >= -1 && n < 20;     // in a list of options
const nothing = () => ({ done: {}, quiz: {}, seen: {}, place: null, returning: false });

let keeping;                     // whether the device keeps it; the first question finds out
const followers = new Map();     // what is told of changes, by what it is drawn on

// ---- reading and writing ----------------------------------------------------------------------------

function read() {
  try { return tidy(JSON.parse(device.get(KEY) ?? "null")); } catch { return nothing(); }   // nonsense is written over
}

function change(how) {
  const state = read();
  how(state);
  keeping = device.set(KEY, JSON.stringify(tidy(state)));
  tell();
}

function tell() {
  for (const [root, told] of followers) if (root.isConnected) told(); else followers.delete(root);
}

// Only what is ours and has the right shape, and not more of it than there is room for.
function tidy(found) {
  const state = nothing();
  if (typeof found !== "object" || !found) return state;
  state.done = entries(found.done, (pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isPlace));
  state.quiz = entries(found.quiz, (outcome) => OUTCOMES.includes(outcome));
  state.seen = entries(found.seen, (value) => value === 1);
  state.returning = found.returning === true;
  const { place } = found;
  if (typeof place === "object" && place && Object.entries(LONGEST).every(([name, most]) => typeof place[name] === "string" && place[name].length <= most)) {
    state.place = { ...Object.fromEntries(Object.keys(LONGEST).map((name) => [name, place[name]])), at: Number.isFinite(place.at) ? place.at : 0 };
  }
  return state;
}

function entries(found, good) {
  if (typeof found !== "object" || !found) return {};
  return Object.fromEntries(Object.entries(found).filter(([id, value]) => ID.test(id) && good(value)).slice(-MOST));
}

// Put last, so that it is the last to make room.
function put(room, id, value) {
  delete room[id];
  room[id] = value;
}

// ---- what may be asked and told ----------------------------------------------------------------------

// Whether the device keeps it.
export function keeps() {
  if (keeping !== undefined) return keeping;
  keeping = device.set(`${KEY}-trial`, "1");
  device.remove(`${KEY}-trial`);
  return keeping;
}

// [prediction, answer] of a challenge that is done, as places in its list of options (-1: none of them).
export const done = (id) => read().done[id];
export const finish = (id, guess, answer) => change((state) => put(state.done, id, [guess, answer]));

// What was predicted of a challenge that is not done yet, as long as the tab is open.
const guesses = () => {
  try { return entries(JSON.parse(tab.get(GUESSES) ?? "{}"), isPlace); } catch { return {}; }
};
export const guess = (id) => guesses()[id];
export const keepGuess = (id, k) => tab.set(GUESSES, JSON.stringify({ ...guesses(), [id]: k }));

// Whether a step of a page has been looked at.
export const isSeen = (id) => Boolean(read().seen[id]);
export const keepSeen = (id) => change((state) => put(state.seen, id, 1));

export const outcome = (id) => read().quiz[id];

// A first try that was wrong stays one, and what was right stays right.
export const answered = (id, right) => change((state) => {
  const before = state.quiz[id];
  if (before === undefined || before === "tried") put(state.quiz, id, right ? (before ? "later" : "first") : "tried");
});

export const startOver = (ids) => change((state) => { for (const id of ids) delete state.quiz[id]; });

export const place = () => read().place;
export const keepPlace = (now) => change((state) => {
  const cut = Object.fromEntries(Object.entries(LONGEST).map(([name, most]) => [name, String(now[name] ?? "").slice(0, most)]));
  if ((now.query ?? "").length <= LONGEST.query) state.place = { ...cut, at: now.at };   // half an address would be another
});

// The learner is on the way back to that place; `arrived` says so once.
export const goBack = () => change((state) => { state.returning = true; });
export function arrived() {
  const { returning } = read();
  if (returning) change((state) => { state.returning = false; });
  return returning;
}

export function forget() {
  device.remove(KEY);
  device.remove(HOMEWORK);
  tab.remove(GUESSES);
  tell();
}

// Calls `told` after every change, in another window too, as long as `root` is on the page.
export const follow = (root, told) => followers.set(root, told);

window.addEventListener("storage", (event) => {
  if (event.key === KEY || event.key === null) tell();
});
