// Edits of the points, in the form of the scene's field `edits`, such as m17_0.52_-1.1_d12_f3_p_0.3_0.4: m moves an
// example, d deletes it, and f flips its label; p and n add a positive or a negative point; c removes the data set. An
// example is named by its `origin`: its number in the data set, or -1 - k for added point k, from 0.

/**
 * A notation of edits: reading, printing and changing them.
 * @typedef {object} Notation
 * @property {(text?: string) => any} read
 * @property {(edits: any) => string} print
 * @property {(edits: any, origin: number, x: number, y: number) => void} move
 * @property {(edits: any, label: number, x: number, y: number) => void} add
 * @property {(edits: any, origins: Iterable<number>) => void} remove
 * @property {(edits: any, origin: number, label: number, currentLabel: number, place: number[]) => void} relabel
 * @property {(edits: any) => void} clear
 * @property {(frame: Frame) => { label: number, mark: string, name: string }[]} labels
 * @property {boolean} [byHeight] Whether a point's height determines its label.
 * @property {boolean} [everyClass] Whether each class needs a point.
 */

/**
 * Edits of points: changes of the data set's examples, and added points.
 * @typedef {object} Edits
 * @property {Map<number, number[]>} moved
 * @property {Set<number>} deleted
 * @property {Map<number, number>} relabelled the new class; with two classes only the key counts
 * @property {{ label: number, x: number, y: number }[]} added
 * @property {boolean} cleared
 */

const MOVED = /^m(\d+),([^,]+),([^,]+)$/, DELETED = /^d(\d+)$/;

// Split a text into its edits, such as m17,0.52,-1.1, whether they are separated by semicolons or by underscores.
export const pieces = (text = "") =>
  (/[,;]/.test(text) ? text.split(";") : text.split(/_(?=[a-z])/)).map((piece) => piece.replaceAll("_", ",")).filter(Boolean);

/** @param {number} v */
export const round = (v) => String(Number(v.toFixed(3)) + 0);

/**
 * Make the reader and the printer of a notation. `letter` marks an example with another label; with `hasLabel`, the
 * label follows its number. `addedPattern` is the pattern at the start of an added point, which contains its label.
 * @param {{ letter: string, hasLabel: boolean, addedPattern: string, labelOf: (begins: string) => number, begin: (label: number) => string }} words
 */
export function notation({ letter, hasLabel, addedPattern, labelOf, begin }) {
  const RELABELLED = new RegExp(`^${letter}(\\d+)${hasLabel ? ",(\\d+)" : ""}$`), ADDED = new RegExp(`^(${addedPattern}),([^,]+),([^,]+)$`);

  /** @returns {Edits} */
  function read(text = "") {
    /** @type {Edits} */
    const edits = { moved: new Map(), deleted: new Set(), relabelled: new Map(), added: [], cleared: false };
    for (const piece of pieces(text)) {
      const moved = MOVED.exec(piece), deleted = DELETED.exec(piece), relabelled = RELABELLED.exec(piece), added = ADDED.exec(piece);
      if (piece === "c") edits.cleared = true;
      if (moved) edits.moved.set(Number(moved[1]), [Number(moved[2]), Number(moved[3])]);
      if (deleted) edits.deleted.add(Number(deleted[1]));
      if (relabelled) edits.relabelled.set(Number(relabelled[1]), Number(relabelled[2] ?? 0));
      if (added) edits.added.push({ label: labelOf(added[1]), x: Number(added[2]), y: Number(added[3]) });
    }
    return edits;
  }

  /** @param {Edits} edits */
  function print({ moved, deleted, relabelled, added, cleared }) {
    const numbers = cleared ? [] : [...new Set([...moved.keys(), ...deleted, ...relabelled.keys()])].sort((a, b) => a - b);
    const changes = numbers.flatMap((i) => {
      if (deleted.has(i)) return [`d${i}`];
      const place = moved.get(i), label = relabelled.get(i);
      return [...(place ? [`m${i},${place.map(round).join(",")}`] : []), ...(label === undefined ? [] : [`${letter}${i}${hasLabel ? `,${label}` : ""}`])];
    });
    const points = added.map(({ label, x, y }) => `${begin(label)},${round(x)},${round(y)}`);
    return [...(cleared ? ["c"] : []), ...changes, ...points].join("_").replaceAll(",", "_");
  }

  return { read, print };
}

export const { read, print } = notation({
  letter: "f", hasLabel: false, addedPattern: "[pn]", labelOf: (begins) => (begins === "p" ? 1 : -1), begin: (label) => (label > 0 ? "p" : "n"),
});

/**
 * Add a move to the edits. This and the following changes of edits are the same in every notation.
 * @param {Edits} edits @param {number} origin @param {number} x @param {number} y
 */
export function move(edits, origin, x, y) {
  if (origin >= 0) edits.moved.set(origin, [x, y]);
  else Object.assign(edits.added[-1 - origin], { x, y });
}

/** @param {Edits} edits @param {number} label @param {number} x @param {number} y */
export const add = (edits, label, x, y) => { edits.added.push({ label, x, y }); };

/** @param {Edits} edits @param {Iterable<number>} origins */
export function remove(edits, origins) {
  const removedOrigins = new Set(origins);
  for (const origin of removedOrigins) if (origin >= 0) edits.deleted.add(origin);
  edits.added = edits.added.filter((_, k) => !removedOrigins.has(-1 - k));
}

/** @param {Edits} edits */
export function clear(edits) { Object.assign(edits, { cleared: true, added: [] }); }

/**
 * Add a relabelling. Relabelling to `currentLabel` has no effect, and a second flip restores the label of the data set.
 * @param {Edits} edits @param {number} origin @param {number} label @param {number} currentLabel
 */
export function relabel(edits, origin, label, currentLabel) {
  if (label === currentLabel) return;
  if (origin < 0) edits.added[-1 - origin].label = label;
  else if (!edits.relabelled.delete(origin)) edits.relabelled.set(origin, 0);
}

// Return the labels, with their marks and names.
export const labels = () => [{ label: 1, mark: "×", name: "positive" }, { label: -1, mark: "○", name: "negative" }];
