// Which function draws which kind of item. Each script of views says in `kinds` what it draws, and in
// `costly` what of it costs so much that it waits until it is on the screen; see lab/endpoints/static_assets.py.

const known = new Map();

export const costly = new Set();

/**
 * The functions that build views of these kinds, or a promise of them; `modules` says where each is.
 * @param {string[]} kinds @param {Record<string, string>} modules
 */
export function makers(kinds, modules) {
  const missing = [...new Set(kinds)].filter((kind) => !known.has(kind));
  if (!missing.length) return known;
  return Promise.all(missing.map(async (kind) => {
    const at = modules[kind];       // a path on the server, or a name that the page's import map has
    const module = await import(at.startsWith("/") ? new URL(at, document.baseURI).href : at);
    known.set(kind, module.kinds[kind]);
    if (module.costly?.includes(kind)) costly.add(kind);
  })).then(() => known);
}
