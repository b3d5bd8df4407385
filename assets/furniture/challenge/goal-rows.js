// The numbers of a goal as they are now: each with what it should be, and how far it is from there.

import { element } from "../../base/dom.js";
import { FORMATS, number } from "../../base/format.js";
import { bound, isMet, quantity } from "../../base/conditions.js";

const MORE = {
  ...FORMATS, count: FORMATS.whole,
  gigabytes: (value) => `${number(value / 1e9)} GB`, yes: () => "",
};
const ROUNDING = 1e-5;
const UNKNOWN_TARGET = "The number that this goal compares with is not known here. Take other data or settings.";
const WORDS = { "<=": "at most", ">=": "at least", "==": "" };

export function goalRows({ conditions, labels }, stage) {
  const groups = [];
  for (const condition of conditions) {
    const name = condition[0], before = groups.find((group) => group.name === name);
    const measure = named(name, stage.items, labels);
    if (!measure.label) continue;                                // such as the picture that it stands beside
    if (before) before.conditions.push(condition);
    else groups.push({ name, ...measure, conditions: [condition], line: line(measure.label) });
  }
  const note = element("p", { className: "kl-goal-note", role: "status" });
  const root = element("div", { className: "kl-goals" }, ...groups.map(({ line }) => line.root), note);
  return {
    root,
    // The numbers in one line.
    says: (frame) => groups.filter(({ write }) => write !== MORE.yes).map(({ label, name, write }) => `${label} ${write(quantity(name, frame))}`).join(", "),
    // A condition that no frame meets, with the nearest that one comes to it.
    obstacle(frames) {
      const condition = conditions.find((each) => !frames.some((frame) => isMet([each], frame)));
      const group = condition && groups.find(({ name }) => name === condition[0]);
      if (!group || condition[1] === "in") return "";
      if (typeof condition[2] === "string") return `It asks for “${group.label}”: ${group.write(condition[2])}.`;
      if (typeof quantity(condition[0], frames[0]) !== "number") return "";
      const [name, compare, target] = condition, away = (frame) => Math.abs(quantity(name, frame) - bound(target, frame));
      const nearest = frames.reduce((best, frame) => (away(frame) < away(best) ? frame : best)), limit = bound(target, nearest);
      if (!Number.isFinite(limit)) return "";
      return `${group.label}: ${group.write(quantity(name, nearest))} is the nearest; the goal is ${`${WORDS[compare]} ${round(group.write, limit)}`.trim()}.`;
    },
    // The first of them that is not as it should be.
    missing(frame) {
      const open = groups.find(({ conditions }) => !isMet(conditions, frame));
      if (!open) return "";
      const { label, name, write } = open, off = open.conditions.find((one) => !isMet([one], frame)), value = quantity(name, frame);
      if (write === MORE.yes) return `“${label}” is not so yet.`;
      if (off[1] === "in" || typeof value !== "number") return `choose another “${label}”.`;
      return `“${label}” is too ${value < bound(off[2], frame) ? "small" : "large"}.`;
    },
    show(frame, text) {
      for (const group of groups) fill(group, frame);
      const told = conditions.some((one) => isUnknown(one, frame)) ? UNKNOWN_TARGET : text;
      if (note.textContent !== told) note.textContent = told;
    },
  };
}

// Whether a condition compares with a number that there is not, such as the Bayes error of measured data.
const isUnknown = ([, compare, target], frame) => compare !== "in" && Array.isArray(target) && Number.isNaN(bound(target, frame));

function line(label) {
  const sign = element("i", { className: "kl-goal-sign" }), now = element("b", {}), goal = element("span", { className: "kl-faint" });
  sign.setAttribute("aria-hidden", "true");
  return { root: element("div", { className: "kl-goal" }, sign, element("span", { textContent: label }), now, goal), sign, now, goal };
}

function fill({ name, conditions, write, line: { root, sign, now, goal } }, frame) {
  const value = quantity(name, frame), there = isMet(conditions, frame), known = value !== undefined && value !== "";
  const one = conditions[0][1] === "in" ? conditions[0][2] : null;      // any of these will do
  const bounds = one ? [] : conditions.map(([, compare, target]) => [compare, bound(target, frame)]).sort(([a]) => (a === ">=" ? -1 : 1));
  const wanted = one ? one.map(write).join(" or ") : bounds.length === 2 ? bounds.map(([, b]) => round(write, b)).join(" to ") : `${WORDS[bounds[0][0]]} ${round(write, bounds[0][1])}`.trim();
  const past = bounds.filter(([compare, b]) => (compare === ">=" ? value < b : compare === "<=" ? value > b : value !== b));
  const far = typeof value === "number" && !there ? Math.min(...past.map(([, b]) => Math.abs(value - b))) : NaN;
  root.dataset.goal = name;
  root.dataset.met = there ? "1" : "0";
  sign.textContent = there ? "✓" : "○";
  now.textContent = !known ? "not known here" : write === MORE.yes ? (there ? "yes" : "not yet") : write(value);
  goal.textContent = write === MORE.yes ? "" : conditions.some((c) => isUnknown(c, frame)) ? "not known here what it should be" : `${wanted}${there || !Number.isFinite(far) || !far ? "" : `, ${write(far)} to go`}`;
}

// What a number or a setting is called: as where it stands on the page, else as the challenge says.
function named(name, items, labels) {
  for (const item of items) {
    const row = item.kind === "readouts" && item.rows.find(({ tensor }) => tensor === name);
    if (row) return { label: row.label, write: safe(MORE[row.format]) };
    if (item.kind === "slider" && item.along === name) return { label: `${item.symbol}, ${item.label}`, write: safe(item.format === "count" ? MORE.whole : MORE.setting) };
    if (item.options && item.field === name) return { label: item.label, write: (value) => item.options.find((o) => o.value === String(value) || o.also?.includes(String(value)))?.label ?? String(value) };
  }
  const [label, format] = labels?.[name] ?? ["", "number"];
  return { label, write: format === "yes" ? MORE.yes : safe(MORE[format]) };
}

// A bound as a reader wants it: no zeros at its end, and 0 for what only leaves room for rounding.
const round = (write, value) => (typeof value === "number" && Math.abs(value) <= ROUNDING ? "0" : write(value).replace(/\.0+(?=\D|$)/, ""));

const safe = (write) => (value) => (typeof value === "number" ? write(value) : String(value ?? "–"));
