// Store the lecture that a visitor composes: a title, and steps as in a playlist (features/lecture/playlist.py).
// The list is in the browser's storage. The server checks it when it is saved, played, opened or made into a link.

import { groupDigits } from "../../assets/base/format.js";
import { device } from "../../assets/base/storage.js";

const KEY = "kernel-methods-live-1-lecture";
export const MAX_STEPS = 60;          // largest number of scenes, as in features/lecture/playlist.py
export const NOT_STORED = "This device could not store the list. Save it as a file or copy its link before you close the page.";
const MAX_CHARACTERS = 400_000;  // largest length of the stored text
export const TOO_LONG = `The list would be longer than ${groupDigits(String(MAX_CHARACTERS))} characters, so it was not changed. Shorten its texts or remove scenes first.`;

/** @typedef {Record<string, any>} Step A table of TOML. */
/** @typedef {{ title: string, step: Step[] }} OwnList */

/** @returns {OwnList} */
export function read() {
  try { return tidy(JSON.parse(device.get(KEY) ?? "null")); } catch { return tidy(null); }   // damaged text counts as empty
}

/** Return the valid part of a stored list. @param {any} value @returns {OwnList} */
export function tidy(value) {
  const steps = Array.isArray(value?.step) ? value.step : [];
  const isStep = (/** @type {any} */ step) => step && typeof step === "object" && !Array.isArray(step) && typeof step.page === "string";
  return { title: typeof value?.title === "string" ? value.title : "", step: steps.filter(isStep).slice(0, MAX_STEPS) };
}

/** Store a list. Return "", or a message: that it is too long, or that the device did not store it. @param {OwnList} list */
export function store(list) {
  const text = JSON.stringify(tidy(list));
  if (text.length > MAX_CHARACTERS) return TOO_LONG;
  return device.set(KEY, text) ? "" : NOT_STORED;
}

/**
 * Add a step at the end. Return a message: that it was added, that the list is full or would be too long, or that it was not stored.
 * @param {Step} step
 */
export function add(step) {
  const list = read();
  if (list.step.length >= MAX_STEPS) return `A lecture has at most ${MAX_STEPS} scenes. Remove one first.`;
  const fault = store({ ...list, step: [...list.step, step] }), { length } = read().step;
  if (length === list.step.length) return fault || NOT_STORED;
  return `Added as scene ${length} of your lecture. ${fault}`.trim();
}

/** Return the list with a step moved up or down, at most to an end of the list. @param {OwnList} list @param {number} at @param {number} by @returns {OwnList} */
export function moveStep({ title, step }, at, by) {
  const to = Math.min(Math.max(at + by, 0), step.length - 1), rest = step.filter((_, k) => k !== at);
  return { title, step: [...rest.slice(0, to), step[at], ...rest.slice(to)] };
}

/** Return the step with another value of a key; an empty value removes the key. @param {Step} step @param {string} key @param {any} value @returns {Step} */
export function changeStep(step, key, value) {
  const { [key]: _, ...rest } = step, isEmpty = value === "" || (Array.isArray(value) && !value.length);
  const changedStep = isEmpty ? rest : { ...rest, [key]: value };
  return changedStep.right && !changedStep.options?.includes(changedStep.right) ? changeStep(changedStep, "right", "") : changedStep;
}

/** Return the step with another value of a key of its `ask`. @param {Step} step @param {string} key @param {string} value @returns {Step} */
export function changeAsk(step, key, value) {
  const ask = changeStep(step.ask ?? {}, key, value);
  return changeStep(step, "ask", Object.keys(ask).length ? ask : "");
}

/** Return the kind of a step's question: "choice", the kind of its `ask`, or "". @param {Step} step */
export const kindOf = ({ question, ask }) => ask?.kind ?? (question ? "choice" : "");

/** Return the step with a question of another kind, without the former question's keys. `along`: the slider for the
 * kind "slider".
 * @param {Step} step @param {string} kind @param {string} along @returns {Step} */
export function changeKind(step, kind, along = "") {
  const { question, options, right, answers, ask, cover, ...rest } = step;
  if (!kind || kind === "choice") return rest;
  return { ...rest, ask: kind === "slider" ? { kind, along } : { kind } };
}

/**
 * Return the playlist step for the scene at an address. `drop` are the words that don't belong to the scene.
 * @param {{ page: string, search: string, drop: readonly string[], title: string, step?: string }} place @returns {Step}
 */
export function stepAt({ page, search, drop, title, step: stepName }) {
  const words = new URLSearchParams(search);
  for (const name of drop) words.delete(name);
  const step = { page, scene: String(words), title: title.slice(0, 120) };
  return Object.entries({ ...step, ...(stepName && { step: stepName }) }).reduce((all, [key, value]) => (key === "page" || value ? { ...all, [key]: value } : all), {});
}
