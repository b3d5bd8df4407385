// Load the scripts of other features in the lecture view. Such a feature declares that it needs the lecture, and
// names a script that exports `join`.

/**
 * @typedef {object} Companion
 * @property {string[][]} help Rows that the companion adds to the list of keys.
 * @property {Record<string, () => void>} keys The actions of its keys.
 * @property {string} status Sentences for the presenter alone.
 * @property {[string, () => unknown][]} presenterButtons Labels and actions of its buttons in the presenter's window, which shows the text that an action returns.
 * @property {boolean} isShown Whether the companion covers the picture with a question of its own.
 * @property {(e: KeyboardEvent) => boolean} handleKey Handle a key before the lecture does. Return whether the key was handled.
 * @property {() => void} hide Hide the companion, when another step opens.
 * @property {() => void} draw Redraw the companion, when the picture has changed.
 * @property {() => void} close
 */

/** @typedef {{ join(lecture: import("./lecture.js").Lecture, data: any): Companion }} CompanionScript */

/** Load the companions in the lecture's data; a script that fails to load is left out.
 * @param {import("./lecture.js").Lecture} lecture @param {{ module: string }[]} entries @returns {Promise<Companion[]>} */
export async function loadCompanions(lecture, entries) {
  const scripts = await Promise.allSettled(entries.map(({ module }) => /** @type {Promise<CompanionScript>} */ (import(new URL(module, document.baseURI).href))));
  return scripts.flatMap((script, k) => (script.status === "fulfilled" && !lecture.isClosed ? [script.value.join(lecture, entries[k])] : []));
}
