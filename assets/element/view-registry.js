// Find the function that draws each kind of item. A script exports `kinds`, the kinds that it draws, and `costly`, the
// kinds that are drawn only near the window; see lab/endpoints/static_assets.py.

const makersByKind = new Map();

export const costly = new Set();

/**
 * Return the functions that build views of these kinds, or a promise of them; `modules` has the address of each kind's
 * script.
 * @param {string[]} kinds @param {Record<string, string>} modules
 */
export function makers(kinds, modules) {
  const missing = [...new Set(kinds)].filter((kind) => !makersByKind.has(kind));
  if (!missing.length) return makersByKind;
  return Promise.all(missing.map(async (kind) => {
    const at = modules[kind];       // a path on the server, or a name in the page's import map
    const module = await import(at.startsWith("/") ? new URL(at, document.baseURI).href : at);
    makersByKind.set(kind, module.kinds[kind]);
    if (module.costly?.includes(kind)) costly.add(kind);
  })).then(() => makersByKind);
}
