// Edits of points of many classes, in the form of the scene's `edits` field: m17_0.5_-1_d12_k3_2_a1_0.3_0.4 (move
// point 17, delete point 12, change the class of point 3 to 2, add a point of class 1; c removes all points of the data
// set). `origin` identifies an example: its number in the data set, or -1 - j for added point j, from 0.

import { names } from "../../../assets/draw/marks.js";
import { notation } from "../../../assets/input/point-edits.js";

export { add, clear, move, remove } from "../../../assets/input/point-edits.js";

export const { read, print } = notation({
  letter: "k", hasLabel: true, addedPattern: "a\\d+", labelOf: (begins) => Number(begins.slice(1)), begin: (label) => `a${label}`,
});

/** @param {import("../../../assets/input/point-edits.js").Edits} edits @param {number} origin @param {number} label */
export function relabel(edits, origin, label) {
  if (origin < 0) edits.added[-1 - origin].label = label;
  else edits.relabelled.set(origin, label);
}

/** @param {Frame} frame */
export const labels = (frame) => names(frame).map((/** @type {string} */ name, /** @type {number} */ label) => ({ label, mark: String(label + 1), name }));

// Whether every class must keep at least one point.
export const everyClass = true;
