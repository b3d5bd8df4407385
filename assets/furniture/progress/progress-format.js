// What a device remembers of a learner, as a value: what of it is well formed, as a file, as a piece of a link,
// and how two of them become one. Nothing here reads or writes the browser.

export const LONGEST = { path: 80, query: 12_000, section: 160, told: 120 };
export const LARGEST = 200_000;            // characters of a file
const MAX_ENTRIES = 400;                          // of each kind: the oldest make room
const ID = /^[a-z][0-9a-f]{8}$/;
const OUTCOMES = ["tried", "later", "first"];   // not yet; right, but not at once; right at first try
const FORMAT = "kernel-methods-live progress 1";
const VERSION = 1, ENTRY = 6;              // of the link: bytes for an id's digits, and two more
const SEEN = OUTCOMES.length;              // in an outcome's place

/**
 * @typedef {{ path: string, query: string, section: string, told: string, at: number }} Place
 * @typedef {{ done: Record<string, [number, number]>, quiz: Record<string, string>, seen: Record<string, 1>, place: Place | null, returning: boolean }} Progress
 */

/** @returns {Progress} */
export const emptyProgress = () => ({ done: {}, quiz: {}, seen: {}, place: null, returning: false });

export const isPlace = (n) => Number.isInteger(n) && n >= -1 && n < 20;     // in a list of options

/**
 * Only what is ours and has the right shape, and not more of it than there is room for.
 * @param {any} found @returns {Progress}
 */
export function validProgress(found) {
  const state = emptyProgress();
  if (typeof found !== "object" || !found) return state;
  state.done = entries(found.done, (pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isPlace));
  state.quiz = entries(found.quiz, (outcome) => OUTCOMES.includes(outcome));
  state.seen = entries(found.seen, (value) => value === 1);
  state.returning = found.returning === true;
  const { place } = found;
  if (typeof place === "object" && place && Object.entries(LONGEST).every(([name, most]) => typeof place[name] === "string" && place[name].length <= most)) {
    const texts = Object.fromEntries(Object.keys(LONGEST).map((name) => [name, place[name]]));
    state.place = /** @type {Place} */ ({ ...texts, at: Number.isFinite(place.at) ? place.at : 0 });
  }
  return state;
}

export function entries(found, good) {
  if (typeof found !== "object" || !found) return {};
  return Object.fromEntries(Object.entries(found).filter(([id, value]) => ID.test(id) && good(value)).slice(-MAX_ENTRIES));
}

/** How many challenges are done, questions answered and steps seen. @param {Progress} state */
export const size = (state) => [state.done, state.quiz, state.seen].reduce((sum, kind) => sum + Object.keys(kind).length, 0);

/**
 * Both together. What either has done is done; of a question's two outcomes the better one stays, and of two
 * places the later.
 * @param {Progress} ours @param {Progress} theirs @returns {Progress}
 */
export function mergeProgress(ours, theirs) {
  const both = validProgress({ done: { ...theirs.done, ...ours.done }, quiz: { ...theirs.quiz, ...ours.quiz }, seen: { ...theirs.seen, ...ours.seen } });
  for (const [id, outcome] of Object.entries(theirs.quiz)) {
    if (id in both.quiz && OUTCOMES.indexOf(outcome) > OUTCOMES.indexOf(both.quiz[id])) both.quiz[id] = outcome;
  }
  both.returning = ours.returning;
  both.place = (theirs.place?.at ?? -1) > (ours.place?.at ?? -1) ? theirs.place : ours.place;
  return both;
}

// ---- as a file --------------------------------------------------------------------------------------

/** @param {Progress} state */
export const toFile = (state) => JSON.stringify({ format: FORMAT, done: state.done, quiz: state.quiz, seen: state.seen, place: state.place }, null, 1);

/**
 * What a file's text says. Throws an Error whose message is for the learner.
 * @param {string} text @returns {Progress}
 */
export function fromFile(text) {
  if (text.length > LARGEST) throw new Error("This file is too large to be one of saved progress. Nothing was changed.");
  let found;
  try { found = JSON.parse(text); } catch { throw new Error("This file is broken, or is none of saved progress. Nothing was changed."); }
  if (found?.format !== FORMAT) throw new Error("This file holds no saved progress. Nothing was changed.");
  return known(validProgress(found), "file");
}

function known(state, what) {
  if (size(state) || state.place) return state;
  throw new Error(`There is nothing in this ${what} that is done. Nothing was changed.`);
}

// ---- as a piece of a link ---------------------------------------------------------------------------
// A version, the number of challenges, and for each entry the eight digits of its id and two bytes: what was
// predicted and what it was; or the outcome, or that a step was seen. As base64 with letters that a link may have.

/** @param {Progress} state */
export function toLink(state) {
  const done = Object.entries(state.done).filter(([id]) => id[0] === "c");
  const quiz = Object.entries(state.quiz).filter(([id]) => id[0] === "q");
  const bytes = [VERSION, done.length >> 8, done.length & 255];
  for (const [id, [said, answer]] of done) bytes.push(...digits(id), said + 1, answer + 1);
  for (const [id, outcome] of quiz) bytes.push(...digits(id), OUTCOMES.indexOf(outcome), 0);
  for (const id of Object.keys(state.seen).filter((name) => name[0] === "s")) bytes.push(...digits(id), SEEN, 0);
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const digits = (id) => [1, 3, 5, 7].map((k) => parseInt(id.slice(k, k + 2), 16));

/**
 * What such a piece says. Throws an Error whose message is for the learner.
 * @param {string} text @returns {Progress}
 */
export function fromLink(text) {
  const bytes = unpacked(text);
  const split = (bytes[1] << 8) | bytes[2], rest = bytes.length - 3;
  if (bytes[0] !== VERSION || rest < 0 || rest % ENTRY || split * ENTRY > rest) throw broken();
  /** @type {any} */
  const found = { done: {}, quiz: {}, seen: {} };
  for (let k = 0; k * ENTRY < rest; k++) {
    const [a, b, c, d, one, two] = bytes.slice(3 + k * ENTRY, 3 + (k + 1) * ENTRY);
    const id = [a, b, c, d].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (k < split) found.done[`c${id}`] = [one - 1, two - 1];
    else if (one === SEEN) found.seen[`s${id}`] = 1;
    else found.quiz[`q${id}`] = OUTCOMES[one];
  }
  const state = validProgress(found);
  if (size(state) * ENTRY !== rest) throw broken();
  return known(state, "link");
}

const broken = () => new Error("This link is broken: a part of it is missing, or was changed. Nothing was changed here.");

function unpacked(text) {
  if (text.length > LARGEST || !/^[A-Za-z0-9_-]*$/.test(text)) throw broken();
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  } catch { throw broken(); }
}
