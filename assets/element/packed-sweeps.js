// Sweeps that travel with the page arrive packed, each as a text (lab/wire/packed_sweeps.py).

const KEEP = 64;                 // texts whose sweeps are kept: a release often brings the same ones again
/** @type {Map<string, any>} */
const known = new Map();

/**
 * The data with each sweep in place of its text: at once if all have been read before.
 * @template {Pick<ElementData, "sweeps">} Data @param {Data} data @returns {Data | Promise<Data>}
 */
export function unpackSweeps(data) {
  const sets = data.sweeps ?? [];
  if (!sets.some(({ sweep }) => typeof sweep === "string")) return data;
  const found = sets.map(({ sweep }) => read(sweep));
  /** @param {any[]} sweeps */
  const whole = (sweeps) => ({ ...data, sweeps: sets.map((one, k) => ({ ...one, sweep: sweeps[k] })) });
  return found.some((one) => one instanceof Promise) ? Promise.all(found).then(whole) : whole(found);
}

/** @param {any} sweep A sweep, or its text. */
function read(sweep) {
  if (typeof sweep !== "string") return sweep;
  return known.has(sweep) ? keep(sweep, known.get(sweep)) : inflated(sweep).then((found) => keep(sweep, found));
}

/** @param {string} text */
function inflated(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/** @param {string} text @param {any} sweep */
function keep(text, sweep) {
  known.delete(text);            // the one that was wanted last is dropped last
  known.set(text, sweep);
  if (known.size > KEEP) known.delete(/** @type {string} */ (known.keys().next().value));
  return sweep;
}
