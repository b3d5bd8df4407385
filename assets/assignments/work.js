// What a student has done of assignments, as this device keeps it: the code and, for each task, the scene that is
// to be handed in and its sentence. It is sent nowhere; an answer is made of it here, and handed in by hand.

import { device } from "../base/storage.js";
import { HOMEWORK } from "../furniture/progress/progress.js";
import { MOST_CODE, MOST_WORDS } from "./answer.js";

const MOST = 40;                 // assignments; the oldest make room
const LONGEST_SCENE = 8192;

/** @typedef {import("./answer.js").Entry & { met: boolean }} Kept */
/** @typedef {{ code: string, entries: Kept[] }} Work */

function all() {
  try {
    const found = JSON.parse(device.get(HOMEWORK) ?? "{}");
    return typeof found === "object" && found && !Array.isArray(found) ? found : {};
  } catch { return {}; }
}

const text = (given, most) => (typeof given === "string" ? given.slice(0, most) : "");

/** @param {string} key @param {number} count @returns {Work} */
export function work(key, count) {
  const found = all()[key] ?? {}, entries = Array.isArray(found.entries) ? found.entries : [];
  return {
    code: text(found.code, MOST_CODE),
    entries: Array.from({ length: count }, (_, k) => ({
      scene: text(entries[k]?.scene, LONGEST_SCENE), words: text(entries[k]?.words, MOST_WORDS), met: entries[k]?.met === true,
    })),
  };
}

/** @param {string} key @param {Work} now @returns {boolean} whether the device keeps it */
export function keep(key, now) {
  const { [key]: _, ...others } = all();
  const rest = Object.entries(others).slice(1 - MOST);
  return device.set(HOMEWORK, JSON.stringify({ ...Object.fromEntries(rest), [key]: now }));
}
