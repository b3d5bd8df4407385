// A student's work on assignments, stored on this device only: the code and, for each task, the scene to hand in and
// its sentence. The student hands in an answer that is made from this work.

import { device } from "../../assets/base/storage.js";
import { MAX_CODE, MAX_WORDS, normalise } from "./answer.js";

const HOMEWORK = "kernel-methods-live-1-homework";     // key of the stored work; cleared with the progress, see declaration.py
const MAX_ASSIGNMENTS = 40;     // assignments whose work is stored; the oldest work is deleted first
const MAX_OTHER_CODES = 8;      // other codes whose work on one assignment is stored, for students who share a device
const MAX_SCENE_LENGTH = 8192;

/** @typedef {import("./answer.js").Entry & { met: boolean }} StoredEntry */
/** @typedef {{ code: string, entries: StoredEntry[] }} Work */

/** @returns {Record<string, any>} The stored work, which may be damaged. */
function readAll() {
  try {
    const work = JSON.parse(device.get(HOMEWORK) ?? "{}");
    return typeof work === "object" && work && !Array.isArray(work) ? work : {};
  } catch { return {}; }
}

/**
 * List tasks for a sentence: "task 2", "tasks 1, 2 and 4".
 * @param {number[]} numbers
 */
export const tasksByNumber = (numbers) => `${numbers.length === 1 ? "task" : "tasks"} ${new Intl.ListFormat("en-GB").format(numbers.map(String))}`;

/** @param {unknown} value @param {number} maxLength */
const text = (value, maxLength) => (typeof value === "string" ? value.slice(0, maxLength) : "");

/** @param {unknown} value @param {number} count @returns {StoredEntry[]} */
function entriesOf(value, count) {
  const entries = Array.isArray(value) ? value : [];
  return Array.from({ length: count }, (_, k) => ({
    scene: text(entries[k]?.scene, MAX_SCENE_LENGTH), words: text(entries[k]?.words, MAX_WORDS), met: entries[k]?.met === true,
  }));
}

/** Read the stored work on an assignment. @param {string} key @param {number} count @returns {Work} */
export function readWork(key, count) {
  const work = readAll()[key] ?? {};
  return { code: text(work.code, MAX_CODE), entries: entriesOf(work.entries, count) };
}

/** Read the work of other codes on an assignment, the most recent last. @param {string} key @returns {[string, unknown][]} */
function otherWork(key) {
  const entries = readAll()[key]?.others;
  return Array.isArray(entries) ? entries.filter((entry) => Array.isArray(entry) && typeof entry[0] === "string") : [];
}

// A new code gets the work that is stored for it, or none, because sentences and data belong to a code. The work of the old code
// stays stored. Work that was done before a code was entered is kept under the new code.
/** Return the work for a code. @param {string} key @param {Work} previous @param {string} code @returns {Work} */
export function workForCode(key, previous, code) {
  const { length } = previous.entries, storedWork = otherWork(key).find(([name]) => name === normalise(code));
  if (!previous.code || normalise(code) === normalise(previous.code)) return { code, entries: previous.entries };
  return { code, entries: entriesOf(storedWork?.[1], length) };
}

/** Store the work on an assignment. @param {string} key @param {Work} work @returns {boolean} whether the device stores it */
export function storeWork(key, work) {
  const { [key]: previous, ...otherAssignments } = readAll(), name = normalise(work.code), formerName = normalise(text(previous?.code, MAX_CODE));
  /** @type {[string, unknown][]} */
  const formerWork = previous?.code && formerName !== name ? [[formerName, previous.entries]] : [];
  const worksOfOthers = [...otherWork(key).filter(([code]) => code !== name && code !== formerWork[0]?.[0]), ...formerWork].slice(-MAX_OTHER_CODES);
  return device.set(HOMEWORK, JSON.stringify({ ...Object.fromEntries(Object.entries(otherAssignments).slice(1 - MAX_ASSIGNMENTS)), [key]: { ...work, others: worksOfOthers } }));
}
