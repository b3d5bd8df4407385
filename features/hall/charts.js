// What a hall has answered, drawn: bars of options, dots along a slider, places in a plane. Rounds lie
// over each other: the last one in colour, those before it in grey.

import { percent, setting, tick } from "../../assets/base/format.js";
import { element } from "../../assets/base/dom.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 1000, NARROW = 560; // units of a chart's width, over the whole screen and beside a picture
const DOT = 7;                   // a dot's radius
const NEAR = 4;                  // units: two places that are as near are one
const ORDINAL = ["first round", "second round", "third round", "fourth round"];

/** @param {string} tag @param {Record<string, string | number>} attributes @param {...(Node | string)} children */
function node(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

function picture(width, height, label) {
  const made = node("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", class: "kl-hall-chart", preserveAspectRatio: "xMinYMin" });
  made.append(node("title", {}, label));
  return made;
}

/** The options with a bar for each round under them.
 * @param {string[]} options @param {{ round: number, counts: number[] }[]} rounds @param {number[]} right */
export function bars(options, rounds, right) {
  const list = element("ol", { className: "kl-hall-bars" });
  options.forEach((text, k) => {
    const lines = rounds.map(({ round, counts }, j) => {
      const all = counts.reduce((a, b) => a + b, 0), share = all ? counts[k] / all : 0;
      const bar = element("i", { className: "kl-hall-bar" });
      bar.style.width = `${100 * share}%`;
      const line = element("span", { className: "kl-hall-line" }, bar, element("b", { textContent: `${Math.round(100 * share)} %` }),
        element("small", { textContent: rounds.length > 1 ? `${counts[k]}, ${ORDINAL[round - 1] ?? `round ${round}`}` : `${counts[k]}` }));
      line.classList.toggle("kl-hall-before", j < rounds.length - 1);
      return line;
    });
    const item = element("li", {}, element("span", { className: "kl-hall-option", textContent: text }), ...lines);
    if (right.includes(k)) {
      item.classList.add("kl-hall-right");
      item.firstElementChild.append(element("em", { textContent: "  right" }));
    }
    list.append(item);
  });
  return list;
}

/** The axis of a slider, in the units of a chart.
 * @param {{ low: number, high: number, log: boolean }} question @param {number} width */
export function axis({ low, high, log }, width) {
  const from = 60, to = width - 80, bins = Math.floor((to - from) / (2 * DOT)), scale = log ? Math.log : (v) => v;
  const share = (value) => (scale(value) - scale(low)) / (scale(high) - scale(low));
  return {
    from, to, width,
    x: (value) => from + (to - from) * share(value),
    bin: (value) => Math.min(bins - 1, Math.max(0, Math.floor(bins * share(value)))),
    centre: (bin) => from + (to - from) * (bin + 0.5) / bins,
  };
}

/** Every guess as a dot along the slider; `truth`, once it may be seen: the error along the same axis.
 * @param {{ low: number, high: number, log: boolean, label: string, ticks?: number[] }} question
 * @param {{ round: number, answers: number[] }[]} rounds
 * @param {{ stops: ArrayLike<number>, errors: ArrayLike<number>, at: number, bayes?: number } | undefined} truth
 * @param {boolean} narrow */
export function dots({ low, high, log, label, ticks: given }, rounds, truth, narrow) {
  const along = axis({ low, high, log }, narrow ? NARROW : WIDE), { from, to, width, x } = along;
  const stacks = rounds.map(({ answers }) => stack(answers.map(along.bin)));
  const size = Math.min(2 * DOT, 120 / Math.max(1, ...stacks.flat().map(([, , top]) => top)));
  const lane = 165, head = truth ? 190 : 20, foot = head + lane * Math.max(1, rounds.length);
  const chart = picture(width, foot + 50, `The guesses along ${label}.`);
  if (truth) chart.append(...curve(truth, along, head, foot, label));
  if (!rounds.length) chart.append(node("line", { x1: from - 10, x2: to + 10, y1: foot - 12, y2: foot - 12 }));
  rounds.forEach(({ round, answers }, j) => {
    const base = head + lane * (j + 1) - 12;
    const group = node("g", { class: j === rounds.length - 1 ? "kl-hall-last" : "kl-hall-before" });
    group.append(node("line", { x1: from - 10, x2: to + 10, y1: base, y2: base }));
    group.append(node("text", { x: from, y: base - lane + 32 }, `${ORDINAL[round - 1] ?? `round ${round}`}, ${answers.length}`));
    for (const [bin, level] of stacks[j]) group.append(node("circle", { cx: along.centre(bin), cy: base - size * (level + 0.5) - 2, r: 0.43 * size }));
    chart.append(group);
  });
  const marked = given?.filter((_, k) => !narrow || k % 2 === 0) ?? ticks(low, high, log, narrow ? 4 : 8);
  for (const value of marked) chart.append(node("text", { x: x(value), y: foot + 28, "text-anchor": "middle" }, tick(value, given ? 4 : 2)));
  chart.append(node("text", { x: width - 8, y: foot + 28, class: "kl-hall-symbol" }, label));
  return chart;
}

/** [bin, level, levels of that bin so far] of each answer, from below.
 * @param {number[]} bins */
export function stack(bins) {
  const levels = new Map();
  return bins.map((bin) => {
    const level = levels.get(bin) ?? 0;
    levels.set(bin, level + 1);
    return [bin, level, level + 1];
  });
}

/**
 * @param {{ stops: ArrayLike<number>, errors: ArrayLike<number>, at: number, bayes?: number }} truth
 * @param {ReturnType<typeof axis>} along @param {number} head @param {number} foot @param {string} label
 */
function curve({ stops, errors, at, bayes }, { x, from, to }, head, foot, label) {
  const most = Math.max(...Array.from(errors)), y = (value) => head - 20 - (head - 70) * value / most;
  const path = Array.from(stops, (stop, k) => `${k ? "L" : "M"}${x(stop).toFixed(1)} ${y(errors[k]).toFixed(1)}`).join("");
  const here = x(stops[at]), before = here > (from + to) / 2;
  const found = [
    node("path", { d: path, class: "kl-hall-curve" }),
    node("text", { x: before ? from : to, y: 20, "text-anchor": before ? "start" : "end" }, "test error"),
    node("line", { x1: here, x2: here, y1: 6, y2: foot, class: "kl-hall-truth" }),
    node("text", { x: here + (before ? -10 : 10), y: 20, class: "kl-hall-told", "text-anchor": before ? "end" : "start" },
      `least at ${label} = ${setting(stops[at])}: ${percent(errors[at])}`),
  ];
  if (bayes !== undefined) found.push(node("line", { x1: from - 10, x2: to + 10, y1: y(bayes), y2: y(bayes), class: "kl-hall-bayes" }));
  return found;
}

/** @param {number} low @param {number} high @param {boolean} log @param {number} most */
export function ticks(low, high, log, most) {
  if (!log) return Array.from({ length: 5 }, (_, k) => low + (high - low) * k / 4);
  const count = Math.min(most, Math.max(3, Math.round(Math.log2(high / low)) + 1));
  return Array.from({ length: count }, (_, k) => low * (high / low) ** (k / (count - 1)));
}

/** The taps over the plane; `truth`: the boundary as polylines, `discs`: about the points that are right.
 * @param {{ window: number[], marks?: number[][], kind: string, snap?: boolean }} question
 * @param {{ round: number, answers: number[][] }[]} rounds @param {number[][][] | undefined} truth @param {number[][]} discs */
export function places({ window, marks = [], kind, snap }, rounds, truth, discs = []) {
  const [left, right, bottom, top] = window, scale = WIDE / (right - left), height = scale * (top - bottom);
  /** @param {number[]} place */
  const at = ([a, b]) => [(a - left) * scale, (top - b) * scale];
  const chart = picture(WIDE, height.toFixed(0), "The plane with the hall's answers.");
  chart.classList.add("kl-hall-places");
  chart.append(node("rect", { width: WIDE, height: height.toFixed(0), class: "kl-hall-plane" }));
  for (const [a, b, label] of marks) chart.append(mark(at([a, b]), label, 7));
  const drawn = [];                // [x, y, r] of what was drawn so far
  rounds.forEach(({ answers }, j) => {
    const group = node("g", { class: j === rounds.length - 1 ? "kl-hall-last" : "kl-hall-before" });
    for (const { answer, count } of snap ? tally(answers) : answers.map((one) => ({ answer: one, count: 1 }))) {
      const [x, y] = at(answer.slice(-2)), r = radius(count);
      drawn.push([x, y, r]);
      group.append(kind === "points" ? mark([x, y], answer[0], 10) : node("circle", { cx: x, cy: y, r }));
      if (count > 1) group.append(node("text", { x: x + r + 4, y: y + 7 }, String(count)));
    }
    chart.append(group);
  });
  for (const [a, b] of discs) {
    const [x, y] = at([a, b]), inside = drawn.filter(([u, v]) => Math.hypot(u - x, v - y) < NEAR).map(([, , r]) => r);
    chart.append(node("circle", { cx: x, cy: y, r: Math.max(9, ...inside) + 6, class: "kl-hall-ring" }));
  }
  for (const line of truth ?? []) chart.append(node("path", { d: line.map((one, k) => `${k ? "L" : "M"}${at(one).map((v) => v.toFixed(1)).join(" ")}`).join(""), class: "kl-hall-boundary" }));
  return chart;
}

// Taps on one point lie on each other: the more there are, the larger they are drawn.
const radius = (count) => Math.min(30, 7 + 2 * Math.sqrt(count));

/** Each place with how many answered it. @param {number[][]} answers */
export function tally(answers) {
  /** @type {Map<string, { answer: number[], count: number }>} */
  const found = new Map();
  for (const answer of answers) found.set(answer.join(), { answer, count: (found.get(answer.join())?.count ?? 0) + 1 });
  return [...found.values()];
}

// Positives are crosses, negatives circles, as everywhere.
/** @param {number[]} place @param {number} label @param {number} r */
function mark([x, y], label, r) {
  return label > 0 ? node("path", { class: "kl-hall-positive", d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}` })
    : node("circle", { class: "kl-hall-negative", cx: x, cy: y, r });
}
