// Edits of points of many classes, as the scene's `edits` field has them: m17,0.5,-1;d12;k3,2;a1,0.3,0.4
// (move, delete, give 3 to class 2, add a point of class 1). An example is named by its `origin`: its
// number in the data set, or -1 - j for the j-th added point.

import { changes, round } from "./edits.js";

const PIECE = /^(?:(m)(\d+),([^,]+),([^,]+)|(d)(\d+)|(k)(\d+),(\d+)|(a)(\d+),([^,]+),([^,]+))$/;

function read(text) {
  const edits = { moved: new Map(), deleted: new Set(), given: new Map(), added: [] };
  for (const piece of (text ?? "").split(";")) {
    const m = PIECE.exec(piece);
    if (!m) continue;
    if (m[1]) edits.moved.set(Number(m[2]), [Number(m[3]), Number(m[4])]);
    else if (m[5]) edits.deleted.add(Number(m[6]));
    else if (m[7]) edits.given.set(Number(m[8]), Number(m[9]));
    else edits.added.push({ label: Number(m[11]), x: Number(m[12]), y: Number(m[13]) });
  }
  return edits;
}

function print({ moved, deleted, given, added }) {
  const numbers = [...new Set([...moved.keys(), ...deleted, ...given.keys()])].sort((a, b) => a - b);
  const pieces = numbers.flatMap((i) => {
    if (deleted.has(i)) return [`d${i}`];
    const place = moved.get(i);
    return [...(place ? [`m${i},${round(place[0])},${round(place[1])}`] : []), ...(given.has(i) ? [`k${i},${given.get(i)}`] : [])];
  });
  return [...pieces, ...added.map((p) => `a${p.label},${round(p.x)},${round(p.y)}`)].join(";");
}

export const { move, add, remove } = changes(read, print);

export function give(text, origin, label) {
  const edits = read(text);
  if (origin < 0) edits.added[-1 - origin].label = label;
  else edits.given.set(origin, label);
  return print(edits);
}
