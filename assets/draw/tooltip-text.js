// Write a plane's tooltips, for a point of the plane and for an example.

import { geometry, interpolate } from "./frame-geometry.js";
import { number } from "../base/format.js";

/**
 * Functions that replace a tooltip in pictures without f. At a point of the plane, `place` replaces the text below the
 * coordinates, `anywhere` the whole text; at an example, `example` replaces the text below its number, `whole` the whole
 * text.
 * @typedef {object} Words
 * @property {(x: number, y: number) => string} [place]
 * @property {(i: number) => string} [example]
 * @property {(x: number, y: number) => string} [anywhere]
 * @property {(i: number) => string} [whole]
 */

/**
 * Return two functions that write the tooltip of a plane: at a pixel, and for an example.
 * @param {{ axes: Axes, state: { frame: Frame | null, values?: Float32Array | null }, item: EditSettings, tell: Words }} plane
 */
export function tooltipText({ axes, state, item, tell }) {
  /** @param {number} px @param {number} py */
  function place(px, py) {
    if (tell.anywhere) return tell.anywhere(...axes.at(px, py));
    const [x, y] = axes.at(px, py), where = `x = (${number(x)}, ${number(y)})\n`;
    if (tell.place) return where + tell.place(x, y);
    const values = /** @type {Float32Array} */ (state.values), f = interpolate({ ...geometry(/** @type {Frame} */ (state.frame)), values }, axes, x, y);
    const verdict = f > 0 ? "positive" : f < 0 ? "negative" : "no answer";
    return `${where}f(x) = ${number(f)}\n${verdict}`;
  }

  /** @param {number} i */
  function example(i) {
    if (tell.whole) return tell.whole(i);
    const { get } = /** @type {Frame} */ (state.frame), label = get("labels")[i], f = get("decision")[i], alpha = get("alpha")[i];
    const rate = get("rate");
    const kind = label > 0 ? "positive ×" : "negative ○";
    if (tell.example) return `example ${i + 1}, ${kind}\n${tell.example(i)}`;
    const slope = item.slope && rate !== undefined ? `\nL′ = ${number(-rate * alpha || 0)}` : "";
    return `example ${i + 1}, ${kind}\nf(x) = ${number(f)}\nmargin y·f = ${number(label * f)}${slope}\nα = ${number(alpha)}`;
  }

  return { place, example };
}
