// Convert drawn curves and fields to tracks: pitches from left to right, and ticks where a level is crossed. The
// values are those of the picture, interpolated between its nodes; a class is that of the nearest node.

import { interpolate } from "../../assets/draw/frame-geometry.js";

/**
 * Values as sound, from left to right. `at`: positions, as shares of the picture's width; `hz`: the frequency at each of
 * them, NaN for silence; `ys`: a curve's value at each of them, or the value of each bar; `ticks`: where the values cross
 * a level; `marks`: where vertical lines are drawn, with their x as `level`; `from` and `to`: the x of the two ends; `low`
 * and `high`: the smallest and the largest value; `classes`: in a map of classes, the classes from left to right; `parts`:
 * the plural name of single values, such as bars; `count`: their number.
 * @typedef {{ at: number, level: number }} Tick
 * @typedef {{ name: string, role: Role, at: number[], hz: number[], ys?: number[], ticks: Tick[], marks?: Tick[],
 *   from: number, to: number, low: number, high: number, classes?: number[], parts?: string, count?: number }} Track
 * @typedef {"training" | "test" | "other"} Role
 */

export const ZERO_HZ = 440;             // pitch of f = 0
export const MAX_OCTAVES = 2;           // largest number of octaves above and below f = 0, one for each unit of f; the colours are saturated there too
export const LOWEST_HZ = 220, CHART_OCTAVES = 3;   // pitch of a chart's lower end, and octaves to its upper end
export const CLASS_HZ = 262, CLASS_OCTAVES = 1 / 4;   // pitch of the first class, and octaves from one class to the next
const GAP_SHARE = 0.2, MAX_SEPARATE = 60;      // silent share of the time of each bar, at its end; number of bars above which there are no gaps
const LEVEL_TOLERANCE = 1e-6;    // relative difference up to which a value counts as on a level
const EDGE_TOLERANCE = 1e-3;     // share of the width by which rounding may move a point outside the picture

/** Limit a value to an interval. @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** Return the frequency of a value of f: 440 Hz at 0, an octave for each unit, at most two. @param {number} f */
export const fieldHz = (f) => ZERO_HZ * 2 ** clamp(f, -MAX_OCTAVES, MAX_OCTAVES);

/** Return the frequency of a height in a chart, given as a share of the chart's height: three octaves from the lower to the upper end. @param {number} share */
export const heightHz = (share) => LOWEST_HZ * 2 ** (CHART_OCTAVES * clamp(share, 0, 1));

/** Return the frequency of class k. @param {number} k */
export const classHz = (k) => CLASS_HZ * 2 ** (CLASS_OCTAVES * k);

/** Return the role of a curve by its name. @param {string} name @returns {Role} */
export const roleOf = (name) => (/\btest\b/i.test(name) ? "test" : /\btrain/i.test(name) ? "training" : "other");

/**
 * Return the interpolated positions at which a sequence of values crosses a level. A level that the values reach or leave
 * on its side towards 0, without crossing it, also counts.
 * @param {number[]} at @param {ArrayLike<number>} values @param {readonly number[]} levels
 */
export function crossings(at, values, levels) {
  const ticks = [];
  for (let k = 1; k < at.length; k++) {
    const a = values[k - 1], b = values[k];
    for (const level of levels) {
      if (!Number.isFinite(a + b) || isBeyond(a, level) === isBeyond(b, level)) continue;
      ticks.push({ at: at[k - 1] + (at[k] - at[k - 1]) * clamp((level - a) / (b - a), 0, 1), level });
    }
  }
  return ticks.sort((a, b) => a.at - b.at);
}

/** Return whether a value is at least as far from 0 as a level, on the level's side of 0. @param {number} value @param {number} level */
const isBeyond = (value, level) => (level < 0 ? value <= level * (1 - LEVEL_TOLERANCE) : value >= level * (1 - LEVEL_TOLERANCE));

/** Return the smallest and the largest finite value; NaN if there is none. @param {number[]} values */
function extremes(values) {
  const finiteValues = values.filter(Number.isFinite);
  return finiteValues.length ? { low: Math.min(...finiteValues), high: Math.max(...finiteValues) } : { low: NaN, high: NaN };
}

/**
 * Return the track of a curve: the pitch is given by the height in the chart. `uprights`: the x of vertical lines.
 * @param {DrawnCurve} curve @param {Axes} axes @param {number[]} uprights @returns {Track}
 */
export function curveTrack({ xs, ys, name, levels, scale }, axes, uprights = []) {
  const { x: left, w } = axes.box;
  const points = Array.from(xs, (x, k) => ({ at: (axes.px(x) - left) / w, x, y: ys[k] }))
    .filter(({ at }) => at >= -EDGE_TOLERANCE && at <= 1 + EDGE_TOLERANCE).sort((a, b) => a.at - b.at);
  const at = points.map((point) => clamp(point.at, 0, 1)), values = points.map(({ y }) => y);
  const marks = uprights.map((x) => ({ at: (axes.px(x) - left) / w, level: x })).filter((mark) => mark.at >= at[0] && mark.at <= at[at.length - 1]);
  return { name, role: roleOf(name), at, hz: values.map((y) => pitchOf(y, axes, scale)), ys: values, ticks: crossings(at, values, levels), marks, from: points[0]?.x, to: points[points.length - 1]?.x, ...extremes(values) };
}

/** Return the pitch of a value, given by its height in the chart or, if there is a `scale`, by its place on the scale. @param {number} value @param {Axes} axes @param {readonly [number, number]} [scale] */
function pitchOf(value, axes, scale) {
  if (!Number.isFinite(value)) return NaN;
  return heightHz(scale ? (value - scale[0]) / (scale[1] - scale[0]) : 1 - (axes.py(value) - axes.box.y) / axes.box.h);
}

/**
 * Return the track of single values: equally long notes from left to right.
 * @param {DrawnCurve} curve @param {Axes} axes @returns {Track}
 */
function barsTrack({ xs, ys, name, levels, parts, scale }, axes) {
  const values = Array.from(ys), n = values.length, length = n > MAX_SEPARATE ? 1 : 1 - GAP_SHARE;
  const at = values.flatMap((_, k) => [k / n, (k + length) / n, (k + length) / n]);
  const hz = values.map((value) => pitchOf(value, axes, scale)).flatMap((pitch) => [pitch, pitch, length < 1 ? NaN : pitch]);
  const ticks = crossings(values.map((_, k) => (k + length / 2) / n), values, levels);
  return { name, role: roleOf(name), at, hz, ys: values, ticks, from: xs[0], to: xs[n - 1], ...extremes(values), parts, count: n };
}

/**
 * Return the track of a field along the horizontal line at `y`.
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
 * Return the value of a field at a point: f, or in a map of classes the class of the nearest node.
 * @param {DrawnField} field @param {Axes} axes @param {number} x @param {number} y
 */
export function valueAt(field, axes, x, y) {
  const { values, nx, ny, classOf } = field;
  if (!classOf) return interpolate(field, axes, x, y);
  const i = Math.round(clamp((x - axes.x0) / (axes.x1 - axes.x0), 0, 1) * (nx - 1)), j = Math.round(clamp((y - axes.y0) / (axes.y1 - axes.y0), 0, 1) * (ny - 1));
  return classOf(values[j * nx + i]);
}

/**
 * Return all tracks of a picture: the horizontal line of a plane through its cursor, or the curves and the bars of a
 * chart. Pieces of one curve are joined; if some curves have names, those without one are helper lines and are left out.
 * @param {DrawnData} drawing @returns {Track[]}
 */
export function tracksOf({ axes, curves, field, uprights }) {
  if (field) return [rowTrack(field, axes, cursorPlace(axes)[1])];
  /** @type {DrawnCurve[]} */
  const joinedCurves = [], visibleCurves = curves.some(({ name }) => name) ? curves.filter(({ name }) => name) : curves;
  for (const curve of visibleCurves) {
    const last = joinedCurves[joinedCurves.length - 1];
    if (last && !curve.parts && last.name === curve.name && curve.xs[0] >= last.xs[last.xs.length - 1]) {
      joinedCurves[joinedCurves.length - 1] = { ...last, xs: [...Array.from(last.xs), ...Array.from(curve.xs)], ys: [...Array.from(last.ys), ...Array.from(curve.ys)] };
    } else joinedCurves.push(curve);
  }
  return joinedCurves.map((curve) => (curve.parts ? barsTrack(curve, axes) : curveTrack(curve, axes, uprights))).filter(({ hz }) => hz.some(Number.isFinite));
}

/**
 * Return the track that is played at the cursor: the first one whose value changes, so not that of a constant such as the
 * Bayes error. If no value changes, it is the first track.
 * @param {Track[]} tracks @returns {Track | undefined}
 */
export const leadingTrack = (tracks) => tracks.find(({ low, high }) => low < high) ?? tracks[0];

/** Return the position of the cursor in the data's coordinates. @param {Axes} axes */
export function cursorPlace(axes) {
  const { box: { x, y, w, h }, cursor } = axes;
  return axes.at(x + cursor.x * w, y + cursor.y * h);
}

/**
 * Move the cursor of a chart to the left or the right: to the next bar or, without bars, by a share of the chart's width.
 * @param {DrawnData} drawing @param {number} direction @param {number} step
 */
export function moveAlong(drawing, direction, step) {
  const { cursor } = drawing.axes, { count } = leadingTrack(tracksOf(drawing)) ?? {};
  const k = count && clamp(Math.floor(cursor.x * count) + direction, 0, count - 1);
  cursor.x = count && k !== undefined ? (k + (1 - GAP_SHARE) / 2) / count : clamp(cursor.x + direction * step, 0, 1);
}

/**
 * Return the value of a track at a share of the picture's width; NaN where it has none.
 * @param {Track} track @param {number} share
 */
export function trackValue({ at, ys = [], count }, share) {
  if (count) return ys[Math.min(count - 1, Math.floor(share * count))];
  const k = at.findIndex((place) => place >= share);
  if (k <= 0) return k ? NaN : at[0] === share ? ys[0] : NaN;
  return ys[k - 1] + (ys[k] - ys[k - 1]) * (share - at[k - 1]) / (at[k] - at[k - 1] || 1);
}

/**
 * Return the frequency of an example's own value in a picture; undefined if the picture has no such value.
 * @param {DrawnData} drawing @param {number} example
 */
export function hzOfExample({ axes, curves }, example) {
  for (const { examples, ys, scale } of curves) {
    const k = examples?.indexOf(example) ?? -1;
    if (k >= 0) return pitchOf(ys[k], axes, scale);
  }
  return undefined;
}

/**
 * Return the frequency at a point of a picture: that of the field there, or of the chart's leading track at this x.
 * @param {DrawnData} drawing @param {number} x @param {number} y
 */
export function hzAt(drawing, x, y) {
  const { axes, field } = drawing;
  if (field) {
    const value = valueAt(field, axes, x, y);
    return field.classOf ? classHz(value) : fieldHz(value);
  }
  const { at, hz, count } = leadingTrack(tracksOf(drawing)) ?? { at: [], hz: [], count: 0 }, share = (axes.px(x) - axes.box.x) / axes.box.w;
  if (count) return hz[hz.length / count * Math.min(count - 1, Math.floor(share * count))] ?? NaN;
  const k = at.findIndex((place) => place >= share);
  if (k <= 0) return k ? NaN : hz[0];
  return hz[k - 1] * (hz[k] / hz[k - 1]) ** ((share - at[k - 1]) / (at[k] - at[k - 1] || 1));
}
