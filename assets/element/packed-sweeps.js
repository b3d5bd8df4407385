// Sweeps that travel with the page arrive packed (lab/wire/packed_sweeps.py).

/** @typedef {Pick<ElementData, "sweep" | "sweeps">} Sweeps */

const KEEP = 16;                 // texts whose sweeps are kept: a release often brings the same one again
/** @type {Map<string, Sweeps>} */
const known = new Map();

/**
 * What a text holds: at once if it has been read before.
 * @param {string} text @returns {Sweeps | Promise<Sweeps>}
 */
export function unpacked(text) {
  const found = known.get(text);
  if (!found) return read(text).then((sweeps) => keep(text, sweeps));
  return keep(text, found);
}

/** @param {string} text @returns {Promise<Sweeps>} */
async function read(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/** @param {string} text @param {Sweeps} sweeps */
function keep(text, sweeps) {
  known.delete(text);            // the one that was wanted last is dropped last
  known.set(text, sweeps);
  if (known.size > KEEP) known.delete(/** @type {string} */ (known.keys().next().value));
  return sweeps;
}
