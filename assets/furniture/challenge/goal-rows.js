// Show the current numbers of a goal, each with its target and the distance to it.

import { element, setText } from "../../base/dom.js";
import { FORMATS, number } from "../../base/format.js";
import { bound, isMet, quantity } from "../../base/conditions.js";

/** @typedef {(value: any) => string} Writer A function that writes a number or a setting. */
/**
 * The conditions on one number or setting, and the line that shows its value.
 * @typedef {{ name: string, label: string, write: Writer, isCount: boolean, conditions: Condition[], line: ReturnType<typeof line> }} Group
 */

/** Formats of numbers. */
const WRITERS = {
  ...FORMATS, count: FORMATS.whole,
  gigabytes: (/** @type {number} */ value) => `${number(value / 1e9)} GB`, yes: () => "",
};
const ROUNDING = 1e-5;
const OTHER_SETTINGS = "Choose other data or settings.";
const UNKNOWN_TARGET = `The number in this goal is not known for these data. ${OTHER_SETTINGS}`;
/** @type {Record<string, string>} */
const WORDS = { "<=": "at most", ">=": "at least", "==": "" };

/**
 * Build the lines of a goal's numbers. Return their root, and functions that update and describe them.
 * @param {Pick<AskedChallenge, "conditions" | "labels" | "with">} challenge @param {Pick<Stage, "items">} stage
 */
export function goalRows({ conditions, labels, with: fields }, stage) {
  /** @type {Group[]} */
  const groups = [];
  for (const condition of conditions) {
    const name = condition[0], existing = groups.find((group) => group.name === name);
    const measure = measureOf(name, itemsAbout(fields, stage.items), labels);
    if (!measure.label) continue;                                // a setting without a label, such as a choice of the picture
    if (existing) existing.conditions.push(condition);
    else groups.push({ name, ...measure, conditions: [condition], line: line(measure.label) });
  }
  const note = element("p", { className: "kl-goal-note", role: "status" });
  const root = element("div", { className: "kl-goals" }, ...groups.map(({ line }) => line.root), note);
  return {
    root,
    /** Write the numbers in one line. @param {FrameNumbers} frame */
    describeNumbers: (frame) => groups.filter(({ write }) => write !== WRITERS.yes).map(({ label, name, write }) => `${label} ${write(quantity(name, frame))}`).join(", "),
    /** Describe a condition that no frame meets, with the nearest number, or name what to change. @param {FrameNumbers[]} frames */
    describeObstacle(frames) {
      const unmet = conditions.filter((condition) => !frames.some((frame) => isMet([condition], frame)));
      return unmet.map((condition) => obstacle(condition, groups.find(({ name }) => name === condition[0]), frames)).find(Boolean) ?? OTHER_SETTINGS;
    },
    /** Describe the first condition that is not met. @param {FrameNumbers} frame */
    describeUnmet(frame) {
      const unmetGroup = groups.find(({ conditions }) => !isMet(conditions, frame));
      if (!unmetGroup) return "";
      const { label, name, write } = unmetGroup, unmet = unmetGroup.conditions.find((condition) => !isMet([condition], frame)), value = quantity(name, frame);
      if (write === WRITERS.yes) return `“${label}” does not hold yet.`;
      if (!unmet || unmet[1] === "in" || typeof value !== "number") return `choose another “${label}”.`;
      return `“${label}” is too ${value < bound(unmet[2], frame) ? "small" : "large"}.`;
    },
    /** @param {FrameNumbers} frame @param {string} text */
    show(frame, text) {
      const isElsewhere = conditions.some((condition) => condition[1] === "==" && typeof condition[2] === "string" && !isMet([condition], frame));
      for (const group of groups) fill(group, frame, isElsewhere);
      const message = conditions.some((condition) => isUnknown(condition, frame)) ? UNKNOWN_TARGET : text;
      setText(note, message);
    },
  };
}

/** Return whether a condition's target is unknown, such as the Bayes error of measured data. @param {Condition} condition @param {FrameNumbers} frame */
const isUnknown = ([, compare, target], frame) => compare !== "in" && Array.isArray(target) && Number.isNaN(bound(target, frame));

/**
 * Describe a condition that no frame meets, with the nearest number; return "" if it has no number that could be written.
 * @param {Condition} condition @param {Group | undefined} group @param {FrameNumbers[]} frames
 */
function obstacle([name, compare, target], group, frames) {
  if (!group || compare === "in" || group.write === WRITERS.yes) return "";
  const { label, write } = group;
  if (typeof target === "string") return `The goal requires “${label}”: ${write(target)}.`;
  if (typeof quantity(name, frames[0]) !== "number") return "";
  const distance = (/** @type {FrameNumbers} */ frame) => Math.abs(quantity(name, frame) - bound(target, frame));
  const nearest = frames.reduce((best, frame) => (distance(frame) < distance(best) ? frame : best));
  const value = quantity(name, nearest), limit = limitOf(group, compare, bound(target, nearest));
  if (!Number.isFinite(limit) || !Number.isFinite(value)) return "";
  const goal = boundText(write, compare, limit), isSameText = round(write, value) === round(write, limit);
  if (isSameText) return `${label}: the nearest possible value is slightly ${value < limit ? "below" : "above"} the goal, ${goal}.`;
  return `${label}: the nearest possible value is ${write(value)}; the goal is ${goal}.`;
}

/** Return a bound; for a count, the last whole number that it allows. @param {Pick<Group, "isCount">} group @param {string} compare @param {number} limit */
function limitOf({ isCount }, compare, limit) {
  if (!isCount || compare === "==") return limit;
  return compare === "<=" ? Math.floor(limit + ROUNDING) : Math.ceil(limit - ROUNDING);
}

/** @param {string} label */
function line(label) {
  const sign = element("i", { className: "kl-goal-sign" }), valueCell = element("b", { translate: false }), goal = element("span", { className: "kl-fine-print" });
  sign.setAttribute("aria-hidden", "true");
  return { root: element("div", { className: "kl-goal" }, sign, element("span", { textContent: label }), valueCell, goal), sign, valueCell, goal };
}

/**
 * @param {Group} group @param {FrameNumbers} frame @param {boolean} isElsewhere whether a setting that the goal names
 * is not chosen yet; then bounds that are computed from the sweep belong to other data
 */
function fill(group, frame, isElsewhere) {
  const { name, conditions, write, line: { root, sign, valueCell, goal } } = group;
  const value = quantity(name, frame), isReached = isMet(conditions, frame), isKnown = value !== undefined && value !== "";
  const choices = conditions[0][1] === "in" ? conditions[0][2] : null;   // each of these meets the goal
  const bounds = choices ? [] : tightest(conditions.map(([, compare, target]) => /** @type {[string, number]} */ ([compare, limitOf(group, compare, bound(target, frame))])));
  const target = choices ? choices.map(write).join(" or ") : bounds.length === 2 ? bounds.map(([, b]) => round(write, b)).join(" to ") : boundText(write, ...bounds[0]);
  const violated = bounds.filter(([compare, b]) => (compare === ">=" ? value < b : compare === "<=" ? value > b : value !== b));
  const distance = typeof value === "number" && !isReached ? Math.min(...violated.map(([, b]) => Math.abs(value - b))) : NaN;
  root.dataset.goal = name;
  root.dataset.met = isReached ? "1" : "0";
  sign.textContent = isReached ? "✓" : "○";
  valueCell.textContent = !isKnown ? "not known here" : write === WRITERS.yes ? (isReached ? "yes" : "not yet") : write(value);
  const isRepeated = isReached && !choices && typeof value === "string";   // the target is the value itself
  const isOfOtherData = isElsewhere && conditions.some(([, , bound]) => Array.isArray(bound) && typeof bound[0] === "string");
  goal.textContent = write === WRITERS.yes || isRepeated || isOfOtherData ? "" : conditions.some((c) => isUnknown(c, frame)) ? "target not known here" : `${target}${isReached || !Number.isFinite(distance) || !distance ? "" : `, ${write(distance)} to go`}`;
}

/**
 * Return the items, first those about the challenge's scene; `fields` are those in which it differs from the page's
 * scene.
 * @param {Scene | undefined} fields @param {Item[]} items
 */
function itemsAbout(fields, items) {
  const isAbout = (/** @type {Item} */ item) => JSON.stringify(item.with) === JSON.stringify(fields);
  return [...items.filter(isAbout), ...items.filter((item) => !isAbout(item))];
}

/**
 * Return the label and format of a number or a setting: those of its item on the page, else those that the challenge names.
 * @param {string} name @param {Item[]} items @param {AskedChallenge["labels"] | undefined} labels @returns {Pick<Group, "label" | "write" | "isCount">}
 */
function measureOf(name, items, labels) {
  for (const item of items) {
    const row = item.kind === "readouts" && item.rows.find(({ tensor }) => tensor === name);
    if (row) return { label: row.label, write: writeNumber(writerOf(row.format)), isCount: isWhole(row.format) };
    if (item.kind === "slider" && item.along === name) return { label: `${item.symbol}, ${item.label}`, write: writeNumber(item.format === "count" ? WRITERS.whole : WRITERS.setting), isCount: isWhole(item.format) };
    if ("options" in item && "field" in item && item.field === name) return { label: item.label, write: (value) => item.options.find((o) => o.value === String(value) || o.aliases?.includes(String(value)))?.label ?? String(value), isCount: false };
  }
  const [label, format] = labels?.[name] ?? ["", "number"];
  return { label, write: format === "yes" ? WRITERS.yes : writeNumber(writerOf(format)), isCount: isWhole(format) };
}

/** @param {string | undefined} format */
const isWhole = (format) => format === "whole" || format === "count";

/** Return the strictest bound of each direction, the lower one first. @param {[string, number][]} bounds */
function tightest(bounds) {
  /** @type {Record<string, number>} */
  const strictest = {};
  for (const [compare, b] of bounds) {
    const other = strictest[compare];
    if (other === undefined || (compare === ">=" ? b > other : b < other)) strictest[compare] = b;
  }
  return Object.entries(strictest).sort(([a]) => (a === ">=" ? -1 : 1));
}

/** @param {string} format */
const writerOf = (format) => /** @type {Record<string, Writer>} */ (WRITERS)[format];

/** Write a bound without trailing zeros; a bound that only allows for rounding is written as 0. @param {Writer} write @param {any} value */
const round = (write, value) => (typeof value === "number" && Math.abs(value) <= ROUNDING ? "0" : write(value).replace(/\.0+(?=\D|$)/, ""));

/**
 * Write a condition's bound. A bound beyond 0 by no more than rounding excludes 0.
 * @param {Writer} write @param {string} compare @param {any} value
 */
function boundText(write, compare, value) {
  if (compare === "<=" && value < 0 && value >= -ROUNDING) return "below 0";
  if (compare === ">=" && value > 0 && value <= ROUNDING) return "above 0";
  return `${WORDS[compare]} ${round(write, value)}`.trim();
}

/** @param {Writer} write @returns {Writer} */
const writeNumber = (write) => (value) => (typeof value === "number" ? write(value) : String(value ?? "–"));
