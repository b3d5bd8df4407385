// A learner's progress as a value: validate it, write and read it as a file or a part of a link, and merge two values.
// This module does not use the browser's storage.

export const MAX_LENGTHS = { path: 80, query: 12_000, section: 160, told: 120 };
export const MAX_CHARACTERS = 200_000;            // characters of a file
const MAX_ENTRIES = 400;                          // entries of each kind; the oldest are dropped
const ID = /^[a-z][0-9a-f]{8}$/;
const OUTCOMES = ["tried", "later", "first"];   // wrong so far; right, but not at once; right at first try
const FORMAT = "kernel-methods-live progress 1";
const LINK_VERSION = 1, ENTRY_BYTES = 6;              // version of the link; bytes of an entry, of which four hold the digits of its id
const SEEN_CODE = OUTCOMES.length;              // marks a seen step, in place of an outcome

/**
 * @typedef {{ path: string, query: string, section: string, told: string, at: number }} Place
 * @typedef {{ done: Record<string, [number, number]>, quiz: Record<string, string>, seen: Record<string, 1>, place: Place | null, returning: boolean }} Progress
 */

/** @returns {Progress} */
export const emptyProgress = () => ({ done: {}, quiz: {}, seen: {}, place: null, returning: false });

/** Return whether a value is the index of an option, or -1. @param {any} n */
export const isPlace = (n) => Number.isInteger(n) && n >= -1 && n < 20;

/**
 * Return the valid part of a stored value, within the limits.
 * @param {any} stored @returns {Progress}
 */
export function validProgress(stored) {
  const state = emptyProgress();
  if (typeof stored !== "object" || !stored) return state;
  state.done = entries(stored.done, (pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isPlace));
  state.quiz = entries(stored.quiz, (outcome) => OUTCOMES.includes(outcome));
  state.seen = entries(stored.seen, (value) => value === 1);
  state.returning = stored.returning === true;
  const { place } = stored;
  if (typeof place === "object" && place && Object.entries(MAX_LENGTHS).every(([name, most]) => typeof place[name] === "string" && place[name].length <= most)) {
    const texts = Object.fromEntries(Object.keys(MAX_LENGTHS).map((name) => [name, place[name]]));
    state.place = /** @type {Place} */ ({ ...texts, at: Number.isFinite(place.at) ? place.at : 0 });
  }
  return state;
}

/**
 * Return the valid entries of one kind of stored progress, by their ids.
 * @param {any} stored @param {(value: any) => boolean} isValid @returns {Record<string, any>}
 */
export function entries(stored, isValid) {
  if (typeof stored !== "object" || !stored) return {};
  return Object.fromEntries(Object.entries(stored).filter(([id, value]) => ID.test(id) && isValid(value)).slice(-MAX_ENTRIES));
}

/** Count the challenges done, questions answered and steps seen. @param {Progress} state */
export const size = (state) => [state.done, state.quiz, state.seen].reduce((sum, kind) => sum + Object.keys(kind).length, 0);

/**
 * Merge the progress of two devices: everything done on either, the better outcome of a question, and the later place.
 * @param {Progress} own @param {Progress} other @returns {Progress}
 */
export function mergeProgress(own, other) {
  const both = validProgress({ done: { ...other.done, ...own.done }, quiz: { ...other.quiz, ...own.quiz }, seen: { ...other.seen, ...own.seen } });
  for (const [id, outcome] of Object.entries(other.quiz)) {
    if (id in both.quiz && OUTCOMES.indexOf(outcome) > OUTCOMES.indexOf(both.quiz[id])) both.quiz[id] = outcome;
  }
  both.returning = own.returning;
  both.place = (other.place?.at ?? -1) > (own.place?.at ?? -1) ? other.place : own.place;
  return both;
}

// ---- as a file --------------------------------------------------------------------------------------

/** @param {Progress} state */
export const toFile = (state) => JSON.stringify({ format: FORMAT, done: state.done, quiz: state.quiz, seen: state.seen, place: state.place }, null, 1);

/**
 * Read a file's text. Throws an Error with a message for the visitor.
 * @param {string} text @returns {Progress}
 */
export function fromFile(text) {
  if (text.length > MAX_CHARACTERS) throw new Error("This file is too large to be saved progress. Nothing was changed.");
  let parsed;
  try { parsed = JSON.parse(text); } catch { throw new Error("This file is damaged, or not a file of saved progress. Nothing was changed."); }
  if (parsed?.format !== FORMAT) throw new Error("This file holds no saved progress. Nothing was changed.");
  return requireContent(validProgress(parsed), "file");
}

/** @param {Progress} state @param {string} source */
function requireContent(state, source) {
  if (size(state) || state.place) return state;
  throw new Error(`This ${source} contains no progress. Nothing was changed.`);
}

// ---- as a part of a link ---------------------------------------------------------------------------
// The link has the version, the number of challenges, and for each entry the eight digits of its id and two bytes: a
// prediction and an answer, an outcome, or the mark of a seen step. The bytes are encoded in base64 with characters
// that are safe in a link.

/** @param {Progress} state */
export function toLink(state) {
  const done = Object.entries(state.done).filter(([id]) => id[0] === "c");
  const quiz = Object.entries(state.quiz).filter(([id]) => id[0] === "q");
  const bytes = [LINK_VERSION, done.length >> 8, done.length & 255];
  for (const [id, [prediction, answer]] of done) bytes.push(...digits(id), prediction + 1, answer + 1);
  for (const [id, outcome] of quiz) bytes.push(...digits(id), OUTCOMES.indexOf(outcome), 0);
  for (const id of Object.keys(state.seen).filter((name) => name[0] === "s")) bytes.push(...digits(id), SEEN_CODE, 0);
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} id */
const digits = (id) => [1, 3, 5, 7].map((k) => parseInt(id.slice(k, k + 2), 16));

/**
 * Read progress from the part of a link that `toLink` wrote. Throws an Error with a message for the visitor.
 * @param {string} text @returns {Progress}
 */
export function fromLink(text) {
  const bytes = decodeBytes(text);
  const split = (bytes[1] << 8) | bytes[2], rest = bytes.length - 3;
  if (bytes[0] !== LINK_VERSION || rest < 0 || rest % ENTRY_BYTES || split * ENTRY_BYTES > rest) throw brokenLink();
  /** @type {any} */
  const parsed = { done: {}, quiz: {}, seen: {} };
  for (let k = 0; k * ENTRY_BYTES < rest; k++) {
    const [a, b, c, d, first, second] = bytes.slice(3 + k * ENTRY_BYTES, 3 + (k + 1) * ENTRY_BYTES);
    const id = [a, b, c, d].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (k < split) parsed.done[`c${id}`] = [first - 1, second - 1];
    else if (first === SEEN_CODE) parsed.seen[`s${id}`] = 1;
    else parsed.quiz[`q${id}`] = OUTCOMES[first];
  }
  const state = validProgress(parsed);
  if (size(state) * ENTRY_BYTES !== rest) throw brokenLink();
  return requireContent(state, "link");
}

const brokenLink = () => new Error("This link is damaged: a part of it is missing or altered. Nothing was changed here.");

/** @param {string} text */
function decodeBytes(text) {
  if (text.length > MAX_CHARACTERS || !/^[A-Za-z0-9_-]*$/.test(text)) throw brokenLink();
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  } catch { throw brokenLink(); }
}
