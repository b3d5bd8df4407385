// What a student has done of assignments, as this device keeps it: the code and, for each task, the scene that is
// to be handed in and its sentence. It is sent nowhere; an answer is made of it here, and handed in by hand.

import { device } from "../../assets/base/storage.js";
import { HOMEWORK } from "../../assets/furniture/progress/progress.js";
import { MAX_CODE, MAX_WORDS, normal } from "./answer.js";

const MAX_ASSIGNMENTS = 40;                 // assignments; the oldest make room
const MAX_OTHERS = 8;           // codes of one assignment, where several share a device
const LONGEST_SCENE = 8192;

/** @typedef {import("./answer.js").Entry & { met: boolean }} Kept */
/** @typedef {{ code: string, entries: Kept[] }} Work */

function all() {
  try {
    const found = JSON.parse(device.get(HOMEWORK) ?? "{}");
    return typeof found === "object" && found && !Array.isArray(found) ? found : {};
  } catch { return {}; }
}

/**
 * Some tasks in a sentence: "task 2", "tasks 1, 2 and 4".
 * @param {number[]} numbers
 */
export const tasksByNumber = (numbers) => `${numbers.length === 1 ? "task" : "tasks"} ${new Intl.ListFormat("en-GB").format(numbers.map(String))}`;

const text = (given, most) => (typeof given === "string" ? given.slice(0, most) : "");

/** @returns {Kept[]} */
function entriesOf(found, count) {
  const entries = Array.isArray(found) ? found : [];
  return Array.from({ length: count }, (_, k) => ({
    scene: text(entries[k]?.scene, LONGEST_SCENE), words: text(entries[k]?.words, MAX_WORDS), met: entries[k]?.met === true,
  }));
}

/** @param {string} key @param {number} count @returns {Work} */
export function work(key, count) {
  const found = all()[key] ?? {};
  return { code: text(found.code, MAX_CODE), entries: entriesOf(found.entries, count) };
}

// The work of other codes, the one kept last at the end.
/** @param {string} key @returns {[string, unknown][]} */
function others(key) {
  const found = all()[key]?.others;
  return Array.isArray(found) ? found.filter((one) => Array.isArray(one) && typeof one[0] === "string") : [];
}

// With another code comes another's work, or none: a sentence is its writer's, a scene is on the data of its
// code. That of the code before is kept, for who comes back or had mistyped. What was done without a code stays.
/** @param {string} key @param {Work} before @param {string} code @returns {Work} */
export function workUnder(key, before, code) {
  const { length } = before.entries, known = others(key).find(([name]) => name === normal(code));
  if (!before.code || normal(code) === normal(before.code)) return { code, entries: before.entries };
  return { code, entries: entriesOf(known?.[1], length) };
}

/** @param {string} key @param {Work} now @returns {boolean} whether the device keeps it */
export function keep(key, now) {
  const { [key]: before, ...rest } = all(), name = normal(now.code), former = normal(text(before?.code, MAX_CODE));
  /** @type {[string, unknown][]} */
  const left = before?.code && former !== name ? [[former, before.entries]] : [];
  const kept = [...others(key).filter(([one]) => one !== name && one !== left[0]?.[0]), ...left].slice(-MAX_OTHERS);
  return device.set(HOMEWORK, JSON.stringify({ ...Object.fromEntries(Object.entries(rest).slice(1 - MAX_ASSIGNMENTS)), [key]: { ...now, others: kept } }));
}
