// The conditions of goals and statements: [name, "<=" | ">=" | "==", bound], or [name, "in", [values]]. A bound is a
// value, or [other name, times, plus] for the other name's value × times + plus. Conditions are checked on the shown
// frame.
// "least:name" and "most:name" are the minimum and the maximum of a tensor along the frame's sweep; "least_of_all:name"
// and "most_of_all:name" are the minimum and the maximum of a number over the frames that the challenge compares
// (`among`).

import { formatOf } from "./format.js";

/** @type {Record<string, (a: any, b: any) => boolean>} */
const COMPARE = {
  "<=": (a, b) => a <= b, ">=": (a, b) => a >= b,
  "==": (a, b) => (typeof b === "string" ? String(a) === b : Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b))),
};

/**
 * Return the value of a name in a goal: a number of the frame, a field of the scene, or an extreme of a tensor. Return
 * undefined for an unknown name.
 * @param {string} name @param {FrameNumbers} frame @returns {any}
 */
export function quantity(name, frame) {
  const [extreme, tensor] = name.split(":");
  if (tensor) {
    const all = extreme.endsWith("_of_all") ? frame.among?.map((other) => quantity(tensor, other)) : frame.sweep?.tensors[tensor]?.data;
    const known = Array.from(all ?? []).filter((value) => !Number.isNaN(value));    // such as the margin, which a stop may not have
    return known.length ? Math[extreme.startsWith("least") ? "min" : "max"](...known) : NaN;
  }
  const value = frame.get(name) ?? countOf(name, frame.get("labels"));
  if (value === undefined) {
    const setting = frame.scene[name];
    return Number.isNaN(Number(setting)) ? setting : Number(setting);
  }
  return typeof value === "number" ? value : value[0];
}

/**
 * Count the shown points or their classes: a table may have fewer points than the scene's m, and the learner may have
 * removed some. Return undefined for another name.
 * @param {string} name @param {ArrayLike<number> | undefined} labels
 */
function countOf(name, labels) {
  if (name === "m") return labels?.length;
  return name === "classes_present" && labels ? new Set(Array.from(labels)).size : undefined;
}

/**
 * Return the right-hand side of a condition: `target` itself; for [name, times, plus], the value of that name × times +
 * plus.
 * @param {any} target @param {FrameNumbers} frame
 */
export const bound = (target, frame) => (Array.isArray(target) ? quantity(target[0], frame) * target[1] + (target[2] ?? 0) : target);

/** Return whether all conditions hold on a frame. @param {Condition[]} conditions @param {FrameNumbers} frame */
export function isMet(conditions, frame) {
  return conditions.every(([name, compare, target]) => {
    const value = quantity(name, frame);
    if (compare === "in") return target.some((/** @type {string | number} */ allowed) => String(allowed) === String(value));
    const limit = bound(target, frame);
    return value !== undefined && limit !== undefined && COMPARE[compare](value, limit);
  });
}

/**
 * Replace each {name:format} in a text by the frame's number; without a frame, by "…".
 * @param {string} text @param {FrameNumbers | null | undefined} frame
 */
export const fill = (text, frame) => text.replace(/\{([A-Za-z_:\d]+):([a-z]+)\}/g, (_, name, format) => {
  if (!frame) return "…";
  const value = quantity(name, frame);
  return typeof value === "number" ? formatOf(format)(value, frame) : value || "…";
});

/**
 * Return the text of the statements that hold on a frame.
 * @param {{ text: string, conditions: Condition[] }[]} statements @param {FrameNumbers | null | undefined} frame
 */
export const statementText = (statements, frame) => statements.filter(({ conditions }) => !conditions.length || (frame && isMet(conditions, frame)))
  .map(({ text }) => fill(text, frame)).join(" ");

/**
 * Return whether an option of a switch is selected, for the value of the switch's field. An option of an `exact` switch
 * is selected only if the scene has all of its fields, and the address its words.
 * @param {Pick<ChoiceItem, "exact">} item @param {ChoiceOption} option @param {string} value @param {Scene} scene
 * @param {Record<string, string>} words
 */
export const isSelected = (item, { value: own, aliases, fields = {}, view = {} }, value, scene, words) => (own === value || Boolean(aliases?.includes(value)))
  && (!item.exact || Object.entries({ ...fields, ...view }).every(([name, text]) => ((name in view ? words : scene)[name] ?? "") === text));

const NUMBER_DIGITS = 4, SETTING_DIGITS = 9, ZERO_LIMIT = 1e-9;   // significant digits that are compared, and the size below which a number counts as 0

/**
 * Return a text with the scene and the numbers that a goal depends on, so that frames can be compared. Two frames of one
 * scene, from the sweeps along two sliders, give the same text although they differ by rounding. A change by the learner
 * gives a different text.
 * @param {FrameNumbers} frame @param {Condition[]} conditions
 */
export function fingerprint(frame, conditions) {
  const numberText = (/** @type {any} */ value) => (typeof value === "number" ? (Math.abs(value) < ZERO_LIMIT ? "0" : value.toPrecision(NUMBER_DIGITS)) : String(value ?? ""));
  const settingText = (/** @type {string} */ value) => (value === "" || Number.isNaN(Number(value)) ? String(value) : Number(value).toPrecision(SETTING_DIGITS));
  const scene = Object.entries(frame.scene).map(([name, value]) => `${name}=${settingText(value)}`).sort();
  return JSON.stringify([scene, conditions.map(([name]) => numberText(quantity(name, frame)))]);
}

/**
 * Return whether an item is shown for a scene. Some items are only for data on a line, or for a kernel with a τ.
 * @param {Pick<ItemBase, "when">} item @param {Scene} scene
 */
export const suits = (item, scene) => Object.entries(item.when ?? {}).every(([field, values]) => values.includes(scene[field] ?? ""));
