// Describe in a sentence what will be played, and the range of the values.

import { many, number, percent, tick } from "../../assets/base/format.js";
import { CHART_OCTAVES, CLASS_OCTAVES, cursorPlace, leadingTrack, LOWEST_HZ, MAX_OCTAVES, trackValue, ZERO_HZ } from "./tracks.js";

/** @typedef {import("./tracks.js").Track} Track */

const MAX_RANGES = 4;            // largest number of curves whose ranges are given separately
const MAX_CLASSES = 12;          // largest number of classes along a line that are named one by one

/**
 * Return the sentence on what will be played: the title, then the line or the curves with their ranges and ticks.
 * @param {string} title of the picture @param {DrawnData} drawing @param {Track[]} tracks @param {string[]} classNames
 */
export function sentenceOf(title, drawing, tracks, classNames = []) {
  const content = drawing.field ? lineInWords(drawing, tracks[0], classNames) : curvesInWords(drawing, tracks);
  return [title && `${title.replace(/\.$/, "")}.`, content].filter(Boolean).join(" ");
}

/** Return the sentence on what the pitch means. @param {DrawnData} drawing */
export function pitchRule({ field, curves }) {
  if (field?.classOf) return `Pitch: one note for each class, ${1 / CLASS_OCTAVES} to an octave.`;
  if (field) return `Pitch: ${ZERO_HZ} Hz at the value 0 and an octave higher for each unit, but at most ${MAX_OCTAVES} octaves up or down.`;
  const range = (/** @type {string} */ axis) => `from ${LOWEST_HZ} Hz at the lower end of ${axis} to ${CHART_OCTAVES} octaves higher at the upper end.`;
  return curves.some(({ scale }) => scale) ? `Pitch: the value, ${range("its scale")}` : `Pitch: the height in the chart, ${range("the vertical axis")}`;
}

/** @param {DrawnData} drawing @param {Track} track @param {string[]} classNames */
function lineInWords({ axes, names, field }, { from, to, low, high, ticks, classes }, classNames) {
  const [xName, yName] = [names[0] || "x₁", names[1] || "x₂"], [, y] = cursorPlace(axes);
  const line = `The line ${yName} = ${number(y)}, ${xName} from ${tick(from, 3)} to ${tick(to, 3)}`;
  if (classes) {
    const name = (/** @type {number} */ k) => classNames[k] ?? `class ${k + 1}`, listNames = (/** @type {number[]} */ all) => all.map(name).join(", ");
    return `${line}: ${classes.length > MAX_CLASSES ? `${classes.length - 1} changes between ${listNames([...new Set(classes)].sort())}` : listNames(classes)}.`;
  }
  const range = number(low) === number(high) ? number(low) : `from ${number(low)} to ${number(high)}`;
  return `${line}: ${field?.quantity ?? "values"} ${range}.${crossingsInWords(ticks, "it crosses")}`;
}

/** @param {Track["ticks"]} ticks @param {string} verb */
const crossingsInWords = (ticks, verb) => (ticks.length ? ` ${many(ticks.length, "tick")}, where ${verb} ${levelsInWords(ticks)}.` : "");

/** @param {Track["ticks"]} ticks */
function levelsInWords(ticks) {
  const levels = [...new Set(ticks.map(({ level }) => level))], sizes = [...new Set(levels.map(Math.abs))].sort((a, b) => a - b);
  const texts = sizes.map((size) => (size && levels.includes(size) && levels.includes(-size) ? `±${tick(size)}` : tick(levels.includes(size) ? size : -size)));
  return [texts.slice(0, -1).join(", "), texts[texts.length - 1]].filter(Boolean).join(" or ");
}

/** @param {string} plural such as bars, crosses or entries */
const singular = (plural) => plural.replace(/ies$/, "y").replace(/(?<=ss)es$|(?<!s)s$/, "");

/** @param {number | undefined} count @param {string | undefined} parts plural */
const countParts = (count, parts = "") => `${count} ${count === 1 ? singular(parts) : parts}`;

/** @param {DrawnData} drawing @param {Track[]} tracks */
function curvesInWords({ names: [xName], isPercent }, tracks) {
  const text = isPercent ? percent : (/** @type {number} */ value) => number(value);
  const range = (/** @type {Track} */ { low, high }) => (text(low) === text(high) ? text(low) : `from ${text(low)} to ${text(high)}`);
  const from = Math.min(...tracks.map((track) => track.from)), to = Math.max(...tracks.map((track) => track.to));
  const axis = tracks.every(({ parts }) => parts) ? "From left to right" : `${xName || "x"} from ${tick(from, 3)} to ${tick(to, 3)}`;
  const ticks = ticksInWords(tracks);
  if (tracks.length > MAX_RANGES) {
    const low = Math.min(...tracks.map((track) => track.low)), high = Math.max(...tracks.map((track) => track.high));
    return `${axis}: ${tracks.length} curves, one after another, values ${range({ ...tracks[0], low, high })}.${ticks}`;
  }
  const nameOf = (/** @type {Track} */ { name, parts, count }, /** @type {number} */ k) => {
    const curve = name || (tracks.length > 1 ? `curve ${k + 1}` : "the curve");
    return parts ? `${countParts(count, parts)}, ${curve}` : curve;
  };
  return `${axis}: ${tracks.map((track, k) => `${nameOf(track, k)} ${range(track)}`).join(", then ")}.${ticks}`;
}

/**
 * Describe the values of a chart's tracks at its cursor.
 * @param {DrawnData} drawing @param {Track[]} tracks
 */
export function valuesInWords({ axes, names: [xName], isPercent }, tracks) {
  const { count, parts } = leadingTrack(tracks) ?? {}, share = axes.cursor.x, text = isPercent ? percent : (/** @type {number} */ value) => number(value);
  const place = count ? `${Math.min(count - 1, Math.floor(share * count)) + 1} of ${countParts(count, parts)}` : `${xName || "x"} = ${tick(cursorPlace(axes)[0], 3)}`;
  const values = tracks.map((track) => ({ name: track.name, value: trackValue(track, share) })).filter(({ value }) => Number.isFinite(value));
  return `${place}: ${values.map(({ name, value }) => `${name} ${text(value)}`.trim()).join(", ") || "no value"}`;
}

/** @param {Track[]} tracks */
function ticksInWords(tracks) {
  const places = [...new Set(tracks.flatMap(({ marks = [] }) => marks.map(({ level }) => tick(level, 3))))];
  const marks = places.length ? ` ${places.length > 1 ? "Ticks mark" : "A tick marks"} ${[places.slice(0, -1).join(", "), ...places.slice(-1)].filter(Boolean).join(" and ")} on the axis.` : "";
  return crossingsInWords(tracks.flatMap((track) => track.ticks), tracks.length > 1 ? "one of them crosses" : "it crosses") + marks;
}
