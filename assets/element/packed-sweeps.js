// Unpack inline sweeps, which arrive as texts (lab/wire/packed_sweeps.py).

const MAX_CACHED = 64;                 // sweeps in the cache: after a release the page often sends the same ones again
/** @type {Map<string, any>} */
const cache = new Map();

/**
 * Return the data with sweeps in place of texts; return a promise if some of the sweeps are not cached.
 * @template {Pick<ElementData, "sweeps">} Data @param {Data} data @returns {Data | Promise<Data>}
 */
export function unpackSweeps(data) {
  const sets = data.sweeps ?? [];
  if (!sets.some(({ sweep }) => typeof sweep === "string")) return data;
  const sweepsOrPromises = sets.map(({ sweep }) => read(sweep));
  /** @param {any[]} sweeps */
  const withSweeps = (sweeps) => ({ ...data, sweeps: sets.map((entry, k) => ({ ...entry, sweep: sweeps[k] })) });
  return sweepsOrPromises.some((entry) => entry instanceof Promise) ? Promise.all(sweepsOrPromises).then(withSweeps) : withSweeps(sweepsOrPromises);
}

/** @param {any} sweep A sweep, or its text. */
function read(sweep) {
  if (typeof sweep !== "string") return sweep;
  return cache.has(sweep) ? store(sweep, cache.get(sweep)) : inflate(sweep).then((inflated) => store(sweep, inflated));
}

/** @param {string} text */
function inflate(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/** @param {string} text @param {any} sweep */
function store(text, sweep) {
  cache.delete(text);            // the least recently used is dropped first
  cache.set(text, sweep);
  if (cache.size > MAX_CACHED) cache.delete(/** @type {string} */ (cache.keys().next().value));
  return sweep;
}
