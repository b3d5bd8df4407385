// What another feature has in the lecture view, beside the picture or over it. Such a feature says in its
// declaration that it needs this one, and names a script that exports `join`.

/**
 * @typedef {object} Companion
 * @property {string[][]} help Rows of the list of keys.
 * @property {Record<string, () => void>} keys What its keys do.
 * @property {string} told What it is at, in sentences for the presenter alone.
 * @property {[string, () => unknown][]} presenterButtons Their texts, and what they do; a text that comes of it is shown there.
 * @property {boolean} shown Whether it shows the step's question itself.
 * @property {(e: KeyboardEvent) => boolean} takes Whether it takes a key before the lecture does.
 * @property {() => void} hide Another step is shown.
 * @property {() => void} draw The picture has changed.
 * @property {() => void} close
 */

/** @typedef {{ join(lecture: import("./lecture.js").Lecture, data: any): Companion }} CompanionScript */

/** The companions that the lecture's data name; what does not arrive is left out.
 * @param {import("./lecture.js").Lecture} lecture @param {{ module: string }[]} named @returns {Promise<Companion[]>} */
export async function companions(lecture, named) {
  const scripts = await Promise.allSettled(named.map(({ module }) => /** @type {Promise<CompanionScript>} */ (import(new URL(module, document.baseURI).href))));
  return scripts.flatMap((one, k) => (one.status === "fulfilled" && !lecture.isClosed ? [one.value.join(lecture, named[k])] : []));
}
