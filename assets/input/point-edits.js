// Edits of the points, as the scene's `edits` field has them: m17_0.52_-1.1_d12_f3_p_0.3_0.4
// (move, delete, flip, add a positive or a negative one; c clears the data set away). An example is
// named by its `origin`: its number in the data set, or -1 - k for the k-th added point.

/**
 * How the edits of some points are written, and what a hand changes of them.
 * @typedef {object} Notation
 * @property {(text?: string) => any} read
 * @property {(edits: any) => string} print
 * @property {(edits: any, origin: number, x: number, y: number) => void} move
 * @property {(edits: any, label: number, x: number, y: number) => void} add
 * @property {(edits: any, origins: Iterable<number>) => void} remove
 * @property {(edits: any, origin: number, label: number, was: number, place: number[]) => void} relabel
 * @property {(edits: any) => void} clear
 * @property {(frame: Frame) => { label: number, mark: string, name: string }[]} labels
 * @property {boolean} [byHeight] Whether a point's height says its label.
 * @property {boolean} [everyClass] Whether each class needs a point.
 */

const PIECE = /^(?:(m)(\d+),([^,]+),([^,]+)|([df])(\d+)|([pn]),([^,]+),([^,]+))$/;

// The single edits of a text, m17,0.52,-1.1 and so on, in either way of writing.
export const pieces = (text = "") =>
  (/[,;]/.test(text) ? text.split(";") : text.split(/_(?=[a-z])/)).map((piece) => piece.replaceAll("_", ",")).filter(Boolean);

/** @param {any} edits */
export const joined = (edits) => edits.join("_").replaceAll(",", "_");

/** @param {number} v */
export const round = (v) => String(Number(v.toFixed(3)) + 0);

/** @param {{ label: number, x: number, y: number }[]} list @param {(label: number) => string} letter */
export const added = (list, letter) => list.map((p) => `${letter(p.label)},${round(p.x)},${round(p.y)}`);

/**
 * The edits of points of two classes.
 * @typedef {object} Edits
 * @property {Map<number, number[]>} moved
 * @property {Set<number>} deleted
 * @property {Set<number>} flipped
 * @property {{ label: number, x: number, y: number }[]} added
 * @property {boolean} cleared
 */

/** @returns {Edits} */
export function read(text = "") {
  /** @type {Edits} */
  const edits = { moved: new Map(), deleted: new Set(), flipped: new Set(), added: [], cleared: false };
  for (const piece of pieces(text)) {
    const m = PIECE.exec(piece);
    if (piece === "c") edits.cleared = true;
    if (!m) continue;
    if (m[1]) edits.moved.set(Number(m[2]), [Number(m[3]), Number(m[4])]);
    else if (m[5]) (m[5] === "d" ? edits.deleted : edits.flipped).add(Number(m[6]));
    else edits.added.push({ label: m[7] === "p" ? 1 : -1, x: Number(m[8]), y: Number(m[9]) });
  }
  return edits;
}

/** @param {Edits} edits */
export function print({ moved, deleted, flipped, added: own, cleared }) {
  const numbers = cleared ? [] : [...new Set([...moved.keys(), ...deleted, ...flipped])].sort((a, b) => a - b);
  const said = numbers.flatMap((i) => {
    if (deleted.has(i)) return [`d${i}`];
    const place = moved.get(i);
    return [...(place ? [`m${i},${round(place[0])},${round(place[1])}`] : []), ...(flipped.has(i) ? [`f${i}`] : [])];
  });
  return joined([...(cleared ? ["c"] : []), ...said, ...added(own, (label) => (label > 0 ? "p" : "n"))]);
}

/**
 * What a hand changes, on edits as `read` gives them. These are the same in every notation.
 * @param {any} edits @param {number} origin @param {number} x @param {number} y
 */
export function move(edits, origin, x, y) {
  if (origin >= 0) edits.moved.set(origin, [x, y]);
  else Object.assign(edits.added[-1 - origin], { x, y });
}

/** @param {any} edits @param {number} label @param {number} x @param {number} y */
export const add = (edits, label, x, y) => { edits.added.push({ label, x, y }); };

/** @param {any} edits @param {Iterable<number>} origins */
export function remove(edits, origins) {
  const gone = new Set(origins);
  for (const origin of gone) if (origin >= 0) edits.deleted.add(origin);
  edits.added = edits.added.filter((/** @type {any} */ _, /** @type {number} */ k) => !gone.has(-1 - k));
}

/** @param {any} edits */
export function clear(edits) { Object.assign(edits, { cleared: true, added: [] }); }

/**
 * `was` is the label that the example has now: a flip is told from the data set's own.
 * @param {any} edits @param {number} origin @param {number} label @param {number} was
 */
export function relabel(edits, origin, label, was) {
  if (label === was) return;
  if (origin < 0) edits.added[-1 - origin].label = label;
  else if (!edits.flipped.delete(origin)) edits.flipped.add(origin);
}

// The labels there are, with what a reader calls them.
export const labels = () => [{ label: 1, mark: "×", name: "positive" }, { label: -1, mark: "○", name: "negative" }];
