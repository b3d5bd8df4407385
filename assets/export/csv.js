// Write the numbers of a live element as CSV: either those of the shown stop, or one row for each stop.

import { values } from "../base/sweep-decoder.js";
import { captionOf, frameOf } from "./layout.js";

/** @typedef {{ name: string, at: (row: number) => number }} Column */

/** @type {Record<string, string>} */
const NAMES = { labels: "label", decision: "f" };
const LEADING = ["points", "labels", "alpha", "decision"];
const HELPERS = new Set(["stops", "field", "gram", "bayes", "bump", "offsets", "x", "y"]);   // tensors only for drawing
const SHARED_BY_STOPS = new Set(["bayes_error"]);         // tensors with one number for all stops

/** Escape a cell, so that spreadsheets read it as text and not as a formula. @param {string | number} value */
export function cell(value) {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {(string | number)[]} cells */
const line = (cells) => cells.map(cell).join(",");
/** @param {string} text */
const comment = (text) => `# ${String(text).replace(/[\r\n]+/g, " ")}`;
/** Round to the precision of a 32-bit float. @param {number} value */
const toFloat32 = (value) => Number(Number(value).toPrecision(9));

/** @param {Live} live @param {string} link */
const begin = (live, link) => [comment(captionOf(live)), ...(link ? [comment(link)] : []),
  comment("Values at single points may be rounded to 3 significant digits, values for the whole picture to 4.")];

/** List the tensors with one number at each stop, or one number for all stops. @param {Frame} frame */
function numbersPerStop({ sweep }) {
  return Object.entries(sweep.tensors).filter(([name, { shape, fixed, data }]) =>
    name !== "stops" && (SHARED_BY_STOPS.has(name) || (!fixed && shape.length === 1 && data.length === sweep.stops.length)));
}

/** Collect the vectors of the frame in tables, one table for each length. @param {Frame} frame @returns {[number, Column[]][]} */
function tables(frame) {
  const { tensors, stops } = frame.sweep, points = tensors.labels?.data.length;
  /** @type {Map<number, Column[]>} */
  const columnsByLength = new Map();
  /** @param {[string, Tensor]} named */
  const rank = ([name]) => (LEADING.indexOf(name) + LEADING.length + 1) % (LEADING.length + 1);
  for (const [name, { shape, fixed, data }] of Object.entries(tensors).sort((a, b) => rank(a) - rank(b))) {
    if (HELPERS.has(name) && !(name === "x" && !points)) continue;
    const inner = fixed ? shape : shape.slice(1), rows = inner[0];
    if (!inner.length || SHARED_BY_STOPS.has(name) || inner.length > 2 || (!fixed && data.length % stops.length)) continue;
    if (inner.length === 2 && !(inner[1] <= 3 && inner[1] > 1)) continue;
    const list = values(frame, name), wide = inner[1] ?? 1;
    if (!list || typeof list === "number") continue;
    const columns = columnsByLength.get(rows) ?? [], columnName = NAMES[name] ?? (name === "points" ? "x" : name);
    columnsByLength.set(rows, columns);
    for (let k = 0; k < wide; k++) columns.push({ name: wide > 1 ? `${columnName}${k + 1}` : columnName, at: (/** @type {number} */ i) => toFloat32(list[i * wide + k]) });
  }
  const ofPoints = points && columnsByLength.get(points);
  return ofPoints ? [[points, ofPoints], ...[...columnsByLength].filter(([rows]) => rows !== points)] : [...columnsByLength];
}

/**
 * Write the numbers of the shown stop: single numbers as comments, then one table for all vectors of one length.
 * @param {Live} live @param {string} link
 */
export function frameTable(live, link) {
  const frame = frameOf(live), { along, sweep, stop } = frame;
  /** @type {[string, any][]} */
  const numbers = [...along ? [/** @type {[string, any]} */ ([along, sweep.stops[stop]])] : [], ...numbersPerStop(frame).map(([name]) => /** @type {[string, any]} */ ([name, frame.get(name)]))];
  const head = [...begin(live, link), ...numbers.map(([name, value]) => comment(`${name}: ${value?.[0] ?? value}`))];
  const parts = tables(frame).map(([rows, columns]) => [
    line(columns.map(({ name }) => name)), ...Array.from({ length: rows }, (_, i) => line(columns.map(({ at }) => at(i)))),
  ]);
  return `${[head, ...parts].map((lines) => lines.join("\n")).join("\n\n").replace("\n\n", "\n")}\n`;
}

/** Write a table of the tensors with single numbers, one row for each stop. @param {Live} live @param {string} link */
export function sweepTable(live, link) {
  const frame = frameOf(live), { along, sweep } = frame, columns = numbersPerStop(frame);
  const rows = Array.from(sweep.stops, (stop, k) => line([stop, ...columns.map(([, { data, fixed }]) => data[fixed || data.length === 1 ? 0 : k])]));
  return `${[...begin(live, link), line([along ?? "stop", ...columns.map(([name]) => name)]), ...rows].join("\n")}\n`;
}
