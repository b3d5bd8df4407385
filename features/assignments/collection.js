// Load the scripts of other features that collect answers. Such a feature declares that it extends assignments, and
// names a script that exports `collect` (collector.py).

/**
 * A way to hand in answers in addition to file and link, such as to the course from which the task was opened.
 * @typedef {object} Collection
 * @property {string} code The student's code.
 * @property {() => Promise<Status>} readStatus Read the status of what was handed in before.
 * @property {(word: string) => Promise<Status & { sentences: string[] }>} handIn Hand in a packed answer, and return the receipt as sentences.
 */

/** @typedef {{ text: string, waits: boolean }} Status `text`: what was handed in; `waits`: whether the mark still waits for the course to accept it. */

/** @typedef {{ collect(place: { name: string, base: string }): Collection | null }} CollectorScript */

/** Return the collection of the first script that has one for this task; null if no script has one. Scripts that
 * fail to load are skipped.
 * @param {string[]} scripts @param {{ name: string, base: string }} place @returns {Promise<Collection | null>} */
export async function loadCollection(scripts, place) {
  const modules = await Promise.allSettled(scripts.map((address) => /** @type {Promise<CollectorScript>} */ (import(new URL(address, document.baseURI).href))));
  for (const module of modules) {
    const collection = module.status === "fulfilled" ? module.value.collect(place) : null;
    if (collection) return collection;
  }
  return null;
}
