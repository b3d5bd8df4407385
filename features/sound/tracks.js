// Converts drawn curves and fields to tracks: pitches from left to right, and ticks where a level is crossed. The
// values are those of the picture, interpolated between its nodes like its level lines.

import { interpolate } from "../../assets/draw/frame-geometry.js";

/**
 * Values from left to right. `at`: shares of the picture's width; a frequency of NaN is silent; `ticks`: where the
 * values cross a level; `low` and `high`: the smallest and the largest value; `classes`: the
 * classes from left to right, in a map of classes.
 * @typedef {{ name: string, role: Role, at: number[], hz: number[], ticks: { at: number, level: number }[],
 *   from: number, to: number, low: number, high: number, classes?: number[] }} Track
 * @typedef {"training" | "test" | "other"} Role
 */

const ZERO_HZ = 440;             // pitch of f = 0
const MAX_OCTAVES = 2;           // octaves above and below f = 0, one for each unit of f; the colours are saturated there too
const LOWEST_HZ = 220, CHART_OCTAVES = 3;   // pitch of a chart's lower end, and octaves to its upper end
const CLASS_HZ = 262, CLASS_OCTAVES = 1 / 4;   // pitch of the first class, and octaves from one class to the next
const EDGE_TOLERANCE = 1e-3;     // share of the width by which rounding may move a point outside

/** @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** Returns the frequency of a value of f: 440 Hz at 0, an octave for each unit. @param {number} f */
export const fieldHz = (f) => ZERO_HZ * 2 ** clamp(f, -MAX_OCTAVES, MAX_OCTAVES);

/** Returns the frequency of a height in a chart, given as a share of its height: three octaves from its lower to its upper end. @param {number} share */
export const heightHz = (share) => LOWEST_HZ * 2 ** (CHART_OCTAVES * clamp(share, 0, 1));

/** Returns the frequency of class k. @param {number} k */
export const classHz = (k) => CLASS_HZ * 2 ** (CLASS_OCTAVES * k);

/** @param {string} name @returns {Role} */
export const roleOf = (name) => (/\btest\b/i.test(name) ? "test" : /\btrain/i.test(name) ? "training" : "other");

/**
 * Returns the interpolated positions at which a sequence of values crosses a level.
 * @param {number[]} at @param {ArrayLike<number>} values @param {readonly number[]} levels
 */
export function crossings(at, values, levels) {
  const ticks = [];
  for (let k = 1; k < at.length; k++) {
    const a = values[k - 1], b = values[k];
    for (const level of levels) {
      if (!Number.isFinite(a + b) || (a < level) === (b < level)) continue;
      ticks.push({ at: at[k - 1] + (at[k] - at[k - 1]) * (level - a) / (b - a), level });
    }
  }
  return ticks.sort((a, b) => a.at - b.at);
}

/** Returns the smallest and the largest finite value; NaN if there is none. @param {number[]} values */
function extremes(values) {
  const finite = values.filter(Number.isFinite);
  return finite.length ? { low: Math.min(...finite), high: Math.max(...finite) } : { low: NaN, high: NaN };
}

/**
 * Returns the track of a curve: its pitch is its height in the chart.
 * @param {DrawnCurve} curve @param {Axes} axes @returns {Track}
 */
export function curveTrack({ xs, ys, name, levels }, axes) {
  const { x: left, y: top, w, h } = axes.box;
  const points = Array.from(xs, (x, k) => ({ at: (axes.px(x) - left) / w, x, y: ys[k] }))
    .filter(({ at }) => at >= -EDGE_TOLERANCE && at <= 1 + EDGE_TOLERANCE).sort((a, b) => a.at - b.at);
  const at = points.map((point) => clamp(point.at, 0, 1)), values = points.map(({ y }) => y);
  const hz = values.map((y) => (Number.isFinite(y) ? heightHz(1 - (axes.py(y) - top) / h) : NaN));
  return { name, role: roleOf(name), at, hz, ticks: crossings(at, values, levels), from: points[0]?.x, to: points[points.length - 1]?.x, ...extremes(values) };
}

/**
 * Returns the track of a field along the horizontal line at `y`.
 * @param {DrawnField} field @param {Axes} axes @param {number} y @returns {Track}
 */
export function rowTrack(field, axes, y) {
  const { nx, levels } = field, nodes = Array.from({ length: nx }, (_, i) => i / (nx - 1));
  const values = nodes.map((share) => valueAt(field, axes, axes.x0 + share * (axes.x1 - axes.x0), y));
  /** @type {Pick<Track, "name" | "role" | "from" | "to">} */
  const words = { name: "", role: "other", from: axes.x0, to: axes.x1 };
  if (!field.classOf) return { ...words, at: nodes, hz: values.map(fieldHz), ticks: crossings(nodes, values, levels), ...extremes(values) };
  const at = [0], hz = [classHz(values[0])], ticks = [], classes = [values[0]];
  for (let k = 1; k < nx; k++) {
    if (values[k] === values[k - 1]) continue;
    const border = (nodes[k] + nodes[k - 1]) / 2;
    at.push(border, border);             // the pitch jumps there
    hz.push(classHz(values[k - 1]), classHz(values[k]));
    ticks.push({ at: border, level: 0 });
    classes.push(values[k]);
  }
  return { ...words, at: [...at, 1], hz: [...hz, classHz(values[nx - 1])], ticks, ...extremes(values), classes };
}

/**
 * Returns the value of a field at a point: f, or in a map of classes the class of the nearest node.
 * @param {DrawnField} field @param {Axes} axes @param {number} x @param {number} y
 */
export function valueAt(field, axes, x, y) {
  const { values, nx, ny, classOf } = field;
  if (!classOf) return interpolate(field, axes, x, y);
  const i = Math.round(clamp((x - axes.x0) / (axes.x1 - axes.x0), 0, 1) * (nx - 1)), j = Math.round(clamp((y - axes.y0) / (axes.y1 - axes.y0), 0, 1) * (ny - 1));
  return classOf(values[j * nx + i]);
}

/**
 * Returns all tracks of a picture: the horizontal line of a plane through its cursor, or the curves of a chart. Pieces
 * of one curve are joined; if some curves have names, those without one are helper lines and are left out.
 * @param {DrawnData} drawn @returns {Track[]}
 */
export function tracksOf({ axes, curves, field }) {
  if (field) return [rowTrack(field, axes, cursorPlace(axes)[1])];
  /** @type {DrawnCurve[]} */
  const whole = [], visible = curves.some(({ name }) => name) ? curves.filter(({ name }) => name) : curves;
  for (const curve of visible) {
    const last = whole[whole.length - 1];
    if (last && last.name === curve.name && curve.xs[0] >= last.xs[last.xs.length - 1]) {
      whole[whole.length - 1] = { ...last, xs: [...Array.from(last.xs), ...Array.from(curve.xs)], ys: [...Array.from(last.ys), ...Array.from(curve.ys)] };
    } else whole.push(curve);
  }
  return whole.map((curve) => curveTrack(curve, axes)).filter(({ hz }) => hz.some(Number.isFinite));
}

/** Returns the position of the cursor in the data's coordinates. @param {Axes} axes */
export function cursorPlace(axes) {
  const { box: { x, y, w, h }, cursor } = axes;
  return axes.at(x + cursor.x * w, y + cursor.y * h);
}

/**
 * Returns the frequency at a point of a picture: that of the field there, or of the chart's last curve at this x.
 * @param {DrawnData} drawn @param {number} x @param {number} y
 */
export function hzAt(drawn, x, y) {
  const { axes, field } = drawn;
  if (field) {
    const value = valueAt(field, axes, x, y);
    return field.classOf ? classHz(value) : fieldHz(value);
  }
  const { at, hz } = tracksOf(drawn).at(-1) ?? { at: [], hz: [] }, share = (axes.px(x) - axes.box.x) / axes.box.w;
  const k = at.findIndex((place) => place >= share);
  if (k <= 0) return k ? NaN : hz[0];
  return hz[k - 1] * (hz[k] / hz[k - 1]) ** ((share - at[k - 1]) / (at[k] - at[k - 1] || 1));
}
