// Edits of points of many classes, as the scene's `edits` field has them: m17_0.5_-1_d12_k3_2_a1_0.3_0.4
// (move, delete, give 3 to class 2, add a point of class 1; c clears the data set away). An example is
// named by its `origin`: its number in the data set, or -1 - j for the j-th added point.

import { names } from "../../assets/draw/marks.js";
import { added, joined, pieces, round } from "../../assets/input/point-edits.js";

export { add, clear, move, remove } from "../../assets/input/point-edits.js";

const PIECE = /^(?:(m)(\d+),([^,]+),([^,]+)|(d)(\d+)|(k)(\d+),(\d+)|(a)(\d+),([^,]+),([^,]+))$/;

export function read(text) {
  const edits = { moved: new Map(), deleted: new Set(), given: new Map(), added: [], cleared: false };
  for (const piece of pieces(text)) {
    const m = PIECE.exec(piece);
    if (piece === "c") edits.cleared = true;
    if (!m) continue;
    if (m[1]) edits.moved.set(Number(m[2]), [Number(m[3]), Number(m[4])]);
    else if (m[5]) edits.deleted.add(Number(m[6]));
    else if (m[7]) edits.given.set(Number(m[8]), Number(m[9]));
    else edits.added.push({ label: Number(m[11]), x: Number(m[12]), y: Number(m[13]) });
  }
  return edits;
}

export function print({ moved, deleted, given, added: own, cleared }) {
  const numbers = cleared ? [] : [...new Set([...moved.keys(), ...deleted, ...given.keys()])].sort((a, b) => a - b);
  const said = numbers.flatMap((i) => {
    if (deleted.has(i)) return [`d${i}`];
    const place = moved.get(i);
    return [...(place ? [`m${i},${round(place[0])},${round(place[1])}`] : []), ...(given.has(i) ? [`k${i},${given.get(i)}`] : [])];
  });
  return joined([...(cleared ? ["c"] : []), ...said, ...added(own, (label) => `a${label}`)]);
}

export function relabel(edits, origin, label) {
  if (origin < 0) edits.added[-1 - origin].label = label;
  else edits.given.set(origin, label);
}

export const labels = (frame) => names(frame).map((name, label) => ({ label, mark: String(label + 1), name }));

// Each class needs a point to be learned from.
export const everyClass = true;
