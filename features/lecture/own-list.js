// The lecture that is composed on this device: a title, and steps as a playlist has them
// (features/lecture/playlist.py). It stays in the browser's own storage; the server checks what is taken along.

import { device } from "../../assets/base/storage.js";

const KEY = "kernel-methods-live-1-lecture";
export const MAX_STEPS = 60;          // steps, as features/lecture/playlist.py has it
export const NOT_KEPT = "This device keeps no more: take the list along before you close the page.";
const LARGEST = 400_000;         // characters of what is kept

/** @typedef {Record<string, any>} Step A table of TOML. */
/** @typedef {{ title: string, step: Step[] }} OwnList */

/** @returns {OwnList} */
export function read() {
  try { return tidy(JSON.parse(device.get(KEY) ?? "null")); } catch { return tidy(null); }   // nonsense is written over
}

/** What of a value is a list; whatever else was in it is left out. @param {any} given @returns {OwnList} */
export function tidy(given) {
  const steps = Array.isArray(given?.step) ? given.step : [];
  const isStep = (one) => one && typeof one === "object" && !Array.isArray(one) && typeof one.page === "string";
  return { title: typeof given?.title === "string" ? given.title : "", step: steps.filter(isStep).slice(0, MAX_STEPS) };
}

/** Whether the device keeps it. @param {OwnList} list */
export function keep(list) {
  const text = JSON.stringify(tidy(list));
  return text.length <= LARGEST && device.set(KEY, text);
}

/**
 * Puts a step at the end, and says so; where there is no room, or the device does not keep it, it says that.
 * @param {Step} step
 */
export function add(step) {
  const list = read();
  if (list.step.length >= MAX_STEPS) return `A lecture has at most ${MAX_STEPS} scenes.`;
  const kept = keep({ ...list, step: [...list.step, step] }), { length } = read().step;
  if (length === list.step.length) return NOT_KEPT;
  return kept ? `Added as scene ${length} of your lecture.` : `Added as scene ${length} of your lecture. ${NOT_KEPT}`;
}

/** The list with one step moved up or down, as far as it goes. @param {OwnList} list @param {number} at @param {number} by @returns {OwnList} */
export function moveStep({ title, step }, at, by) {
  const to = Math.min(Math.max(at + by, 0), step.length - 1), others = step.filter((_, k) => k !== at);
  return { title, step: [...others.slice(0, to), step[at], ...others.slice(to)] };
}

/** The step with another value of a key; what is empty is left out. @param {Step} step @param {string} key @param {any} value @returns {Step} */
export function changeStep(step, key, value) {
  const { [key]: _, ...others } = step, empty = value === "" || (Array.isArray(value) && !value.length);
  const changed = empty ? others : { ...others, [key]: value };
  return changed.right && !changed.options?.includes(changed.right) ? changeStep(changed, "right", "") : changed;
}

/** The step with another value in its `ask`. @param {Step} step @param {string} key @param {string} value @returns {Step} */
export function changeAsk(step, key, value) {
  const ask = changeStep(step.ask ?? {}, key, value);
  return changeStep(step, "ask", Object.keys(ask).length ? ask : "");
}

/** What a step asks: "choice", a kind of its `ask`, or "". @param {Step} step */
export const kindOf = ({ question, ask }) => ask?.kind ?? (question ? "choice" : "");

/** The step that asks something else; what the question before said of itself is left out. `along`: a slider.
 * @param {Step} step @param {string} kind @param {string} along @returns {Step} */
export function changeKind(step, kind, along = "") {
  const { question, options, right, answers, ask, cover, ...others } = step;
  if (!kind || kind === "choice") return others;
  return { ...others, ask: kind === "slider" ? { kind, along } : { kind } };
}

/**
 * The step for what is shown at an address. `drop` are the words that say how a page is shown.
 * @param {{ page: string, search: string, drop: readonly string[], title: string, step?: string }} here @returns {Step}
 */
export function stepHere({ page, search, drop, title, step: shown }) {
  const words = new URLSearchParams(search);
  for (const name of drop) words.delete(name);
  const step = { page, scene: String(words), title: title.slice(0, 120) };
  return Object.entries({ ...step, ...(shown && { step: shown }) }).reduce((all, [key, value]) => (key === "page" || value ? { ...all, [key]: value } : all), {});
}
