// Charts of the hall's answers: bars of options, dots along a slider, points in a plane. The last round is in
// colour and earlier rounds are in grey, except that labelled points always have the colours of their classes.

import { percent, setting, tick } from "../../assets/base/format.js";
import { element } from "../../assets/base/dom.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDE_UNITS = 1000, NARROW_UNITS = 560; // width of a chart on the whole screen and beside a picture
const DOT_RADIUS = 7;            // in units of the chart
const SAME_POINT_UNITS = 4;      // distance below which two answers count as one point
const ROUND_NAMES = ["first round", "second round", "third round", "fourth round"];

/** @typedef {(value: number) => number} Scale */

/** @param {number} round */
const roundName = (round) => ROUND_NAMES[round - 1] ?? `round ${round}`;

/** Create an SVG element. @param {string} tag @param {Record<string, string | number>} attributes @param {...(Node | string)} children */
function node(tag, attributes = {}, ...children) {
  const svg = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, String(value));
  svg.append(...children);
  return svg;
}

/** @param {number} width @param {number | string} height @param {string} label */
function picture(width, height, label) {
  const svg = node("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", class: "kl-hall-chart", preserveAspectRatio: "xMinYMin" });
  svg.append(node("title", {}, label));
  return svg;
}

/** List the options, each with a bar for each round.
 * @param {string[]} options @param {{ round: number, counts: number[] }[]} rounds @param {number[]} right */
export function bars(options, rounds, right) {
  const list = element("ol", { className: "kl-hall-bars" });
  options.forEach((text, k) => {
    const lines = rounds.map(({ round, counts }, j) => {
      const total = counts.reduce((a, b) => a + b, 0), share = total ? counts[k] / total : 0;
      const bar = element("i", { className: "kl-hall-bar" });
      bar.style.width = `${100 * share}%`;
      const line = element("span", { className: "kl-hall-line" }, bar, element("b", { textContent: `${Math.round(100 * share)} %` }),
        element("small", { textContent: rounds.length > 1 ? `${counts[k]}, ${roundName(round)}` : `${counts[k]}` }));
      line.classList.toggle("kl-hall-earlier-round", j < rounds.length - 1);
      return line;
    });
    const option = element("span", { className: "kl-hall-option", textContent: text }), item = element("li", {}, option, ...lines);
    if (right.includes(k)) {
      item.classList.add("kl-hall-correct-option");
      option.append(element("em", { textContent: "  correct" }));
    }
    list.append(item);
  });
  return list;
}

/** Map values of a slider to the units of a chart.
 * @param {{ low: number, high: number, log: boolean }} question @param {number} width */
export function axis({ low, high, log }, width) {
  const from = 60, to = width - 80, bins = Math.floor((to - from) / (2 * DOT_RADIUS));
  /** @type {Scale} */
  const scale = log ? Math.log : (v) => v;
  /** @type {Scale} */
  const share = (value) => (scale(value) - scale(low)) / (scale(high) - scale(low));
  return {
    from, to, width,
    x: (/** @type {number} */ value) => from + (to - from) * share(value),
    bin: (/** @type {number} */ value) => Math.min(bins - 1, Math.max(0, Math.floor(bins * share(value)))),
    centre: (/** @type {number} */ bin) => from + (to - from) * (bin + 0.5) / bins,
  };
}

/** Draw each answer as a dot along the slider. If `truth` is given, draw the curve of the error above the dots.
 * @param {{ low: number, high: number, log: boolean, label: string, ticks?: number[] }} question
 * @param {{ round: number, answers: number[] }[]} rounds
 * @param {{ stops: ArrayLike<number>, errors: ArrayLike<number>, at: number, bayes?: number } | undefined} truth
 * @param {boolean} isNarrow */
export function dots({ low, high, log, label, ticks: sliderTicks }, rounds, truth, isNarrow) {
  const scale = axis({ low, high, log }, isNarrow ? NARROW_UNITS : WIDE_UNITS), { from, to, width, x } = scale;
  const stacks = rounds.map(({ answers }) => stack(answers.map(scale.bin)));
  const size = Math.min(2 * DOT_RADIUS, 120 / Math.max(1, ...stacks.flat().map(([, , top]) => top)));
  const lane = 165, head = truth ? 190 : 20, foot = head + lane * Math.max(1, rounds.length);
  const chart = picture(width, foot + 50, `${rounds.length ? "The hall’s answers along" : "The axis of"} ${label || "the slider"}.`);
  if (truth) chart.append(...curve(truth, scale, head, foot, label));
  if (!rounds.length) chart.append(node("line", { x1: from - 10, x2: to + 10, y1: foot - 12, y2: foot - 12 }));
  rounds.forEach(({ round, answers }, j) => {
    const base = head + lane * (j + 1) - 12;
    const group = node("g", { class: j === rounds.length - 1 ? "kl-hall-last-round" : "kl-hall-earlier-round" });
    group.append(node("line", { x1: from - 10, x2: to + 10, y1: base, y2: base }));
    group.append(node("text", { x: from, y: base - lane + 32 }, `${roundName(round)}, ${answers.length}`));
    for (const [bin, level] of stacks[j]) group.append(node("circle", { cx: scale.centre(bin), cy: base - size * (level + 0.5) - 2, r: 0.43 * size }));
    chart.append(group);
  });
  const labelledValues = sliderTicks?.filter((_, k) => !isNarrow || k % 2 === 0) ?? ticks(low, high, log, isNarrow ? 4 : 8);
  for (const value of labelledValues) chart.append(node("text", { x: x(value), y: foot + 28, "text-anchor": "middle" }, tick(value, sliderTicks ? 4 : 2)));
  chart.append(node("text", { x: width - 8, y: foot + 28, class: "kl-hall-symbol" }, label));
  return chart;
}

/** Stack the answers of each bin. Return for each answer [bin, level from 0 at the bottom, height of the stack up to it].
 * @param {number[]} bins @returns {[number, number, number][]} */
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
  const maxError = Math.max(...Array.from(errors)), y = (/** @type {number} */ value) => head - 20 - (head - 70) * value / maxError;
  const path = Array.from(stops, (stop, k) => `${k ? "L" : "M"}${x(stop).toFixed(1)} ${y(errors[k]).toFixed(1)}`).join("");
  const truthX = x(stops[at]), isOnRight = truthX > (from + to) / 2;
  const nodes = [
    node("path", { d: path, class: "kl-hall-curve" }),
    node("text", { x: isOnRight ? from : to, y: 42, "text-anchor": isOnRight ? "start" : "end" }, "test error"),
    node("line", { x1: truthX, x2: truthX, y1: 6, y2: foot, class: "kl-hall-truth" }),
    node("text", { x: truthX + (isOnRight ? -10 : 10), y: 20, class: "kl-hall-truth-label", "text-anchor": isOnRight ? "end" : "start" },
      `minimum at ${label} = ${setting(stops[at])}: ${percent(errors[at])}`),
  ];
  if (bayes !== undefined) nodes.push(node("line", { x1: from - 10, x2: to + 10, y1: y(bayes), y2: y(bayes), class: "kl-hall-bayes" }));
  return nodes;
}

/** Choose values for the axis of a slider. @param {number} low @param {number} high @param {boolean} log @param {number} maxCount */
export function ticks(low, high, log, maxCount) {
  if (!log) return Array.from({ length: 5 }, (_, k) => low + (high - low) * k / 4);
  const count = Math.min(maxCount, Math.max(3, Math.round(Math.log2(high / low)) + 1));
  return Array.from({ length: count }, (_, k) => low * (high / low) ** (k / (count - 1)));
}

/** Draw the answers as points in the plane. `truth` is the correct boundary, as polylines; the centres of `discs` are
 * the right points.
 * @param {{ window: number[], marks?: number[][], kind: string, snap?: boolean }} question
 * @param {{ round: number, answers: number[][] }[]} rounds @param {number[][][] | undefined} truth @param {number[][]} discs */
export function places({ window, marks = [], kind, snap }, rounds, truth, discs = []) {
  const [left, right, bottom, top] = window, scale = WIDE_UNITS / (right - left), height = scale * (top - bottom);
  /** @param {number[]} place */
  const toChart = ([a, b]) => [(a - left) * scale, (top - b) * scale];
  const chart = picture(WIDE_UNITS, height.toFixed(0), rounds.length ? "The plane with the hall’s answers." : "The plane without answers.");
  chart.classList.add("kl-hall-places");
  chart.append(node("rect", { width: WIDE_UNITS, height: height.toFixed(0), class: "kl-hall-plane" }));
  for (const [a, b, label] of marks) chart.append(mark(toChart([a, b]), label, 7));
  /** @type {[number, number, number][]} */
  const circles = [];              // [x, y, r] of the answers drawn so far
  rounds.forEach(({ answers }, j) => {
    const group = node("g", { class: j === rounds.length - 1 ? "kl-hall-last-round" : "kl-hall-earlier-round" });
    for (const { answer, count } of snap ? tally(answers) : answers.map((answer) => ({ answer, count: 1 }))) {
      const [x, y] = toChart(answer.slice(-2)), r = radius(count);
      circles.push([x, y, r]);
      group.append(kind === "points" ? mark([x, y], answer[0], 10) : node("circle", { cx: x, cy: y, r }));
      if (count > 1) group.append(node("text", { x: x + r + 4, y: y + 7 }, String(count)));
    }
    chart.append(group);
  });
  for (const [a, b] of discs) {
    const [x, y] = toChart([a, b]), radii = circles.filter(([u, v]) => Math.hypot(u - x, v - y) < SAME_POINT_UNITS).map(([, , r]) => r);
    chart.append(node("circle", { cx: x, cy: y, r: Math.max(9, ...radii) + 6, class: "kl-hall-ring" }));
  }
  for (const line of truth ?? []) chart.append(node("path", { d: line.map((place, k) => `${k ? "L" : "M"}${toChart(place).map((v) => v.toFixed(1)).join(" ")}`).join(""), class: "kl-hall-boundary" }));
  return chart;
}

/** Return the radius of the circle for `count` equal answers. @param {number} count */
const radius = (count) => Math.min(30, 7 + 2 * Math.sqrt(count));

/** Count equal answers. Return each different answer with its count. @param {number[][]} answers */
export function tally(answers) {
  /** @type {Map<string, { answer: number[], count: number }>} */
  const counts = new Map();
  for (const answer of answers) counts.set(answer.join(), { answer, count: (counts.get(answer.join())?.count ?? 0) + 1 });
  return [...counts.values()];
}

/** Draw a cross for a positive, a circle for a negative point. @param {number[]} place @param {number} label @param {number} r */
function mark([x, y], label, r) {
  return label > 0 ? node("path", { class: "kl-hall-positive", d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}` })
    : node("circle", { class: "kl-hall-negative", cx: x, cy: y, r });
}
