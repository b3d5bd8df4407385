// Goals are data: [name, "<=" | ">=" | "==", value or [name, times, plus]], or [name, "in", [values]]. They are checked on the frame
// that is shown, so on the solution itself. "least:name" and "most:name" are the extremes of a tensor along the frame's sweep.

import { FORMATS } from "./format.js";

const COMPARE = {
  "<=": (a, b) => a <= b, ">=": (a, b) => a >= b,
  "==": (a, b) => (typeof b === "string" ? String(a) === b : Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b))),
};

export function quantity(name, frame) {
  const [which, tensor] = name.split(":");
  if (tensor) {
    const all = which.endsWith("_of_all") ? frame.among?.map((/** @type {Frame} */ other) => quantity(tensor, other)) : frame.sweep.tensors[tensor]?.data;
    return Math[which.startsWith("least") ? "min" : "max"](...(all ?? [NaN]));
  }
  // A table may have fewer points than the scene asks for, and a hand may take some away.
  const value = frame.get(name) ?? (name === "m" ? frame.get("labels")?.length : undefined);
  if (value === undefined) {
    const set = frame.scene[name];
    return Number.isNaN(Number(set)) ? set : Number(set);
  }
  return typeof value === "number" ? value : value[0];
}

// What a bound is on this frame.
export const bound = (target, frame) => (Array.isArray(target) ? quantity(target[0], frame) * target[1] + (target[2] ?? 0) : target);

export function isMet(conditions, frame) {
  return conditions.every(([name, compare, target]) => {
    const value = quantity(name, frame);
    if (compare === "in") return target.some((allowed) => String(allowed) === String(value));
    const limit = bound(target, frame);
    return value !== undefined && limit !== undefined && COMPARE[compare](value, limit);
  });
}

/**
 * A text with the numbers of a frame in the place of {name:format}.
 * @param {string} text @param {Frame | null | undefined} frame
 */
export const fill = (text, frame) => text.replace(/\{([A-Za-z_:\d]+):([a-z]+)\}/g, (_, name, format) => {
  const value = frame ? quantity(name, frame) : undefined;
  return typeof value === "number" ? FORMATS[format](value, frame) : value || "…";
});

/**
 * The statements that hold on a frame, one after the other.
 * @param {{ text: string, conditions: any[] }[]} statements @param {Frame | null | undefined} frame
 */
export const tell = (statements, frame) => statements.filter(({ conditions }) => !conditions.length || (frame && isMet(conditions, frame)))
  .map(({ text }) => fill(text, frame)).join(" ");

const DIGITS = 4, SET_DIGITS = 9, NOTHING = 1e-9;   // an address has twelve digits of a setting

/**
 * What a goal sees of a frame, as a text: equal for two answers to one question, which may differ by rounding (the sweeps
 * along two sliders meet in one picture), and another one where a hand has moved something.
 * @param {Frame} frame @param {any[]} conditions
 */
export function fingerprint(frame, conditions) {
  const rounded = (value) => (typeof value === "number" ? (Math.abs(value) < NOTHING ? "0" : value.toPrecision(DIGITS)) : String(value ?? ""));
  const set = (value) => (value === "" || Number.isNaN(Number(value)) ? String(value) : Number(value).toPrecision(SET_DIGITS));
  const scene = Object.entries(frame.scene).map(([name, value]) => `${name}=${set(value)}`).sort();
  return JSON.stringify([scene, conditions.map(([name]) => rounded(quantity(name, frame)))]);
}

/**
 * Whether an item belongs to a scene: some are for data on a line alone, or for a kernel with a τ.
 * @param {Item} item @param {Scene} scene
 */
export const suits = (item, scene) => Object.entries(item.when ?? {}).every(([field, values]) => values.includes(scene[field] ?? ""));
