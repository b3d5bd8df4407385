// Which step of its page a live element belongs to.

const BOX = "st-key-step-";      // the class of a step's box goes on with its name

/** The box of an element's step, where its page has steps. @param {Element} root */
export const boxOf = (root) => root.closest(`[class*="${BOX}"]`);

/** The step's name; "" on a page that has none. @param {Element} root */
export const stepOf = (root) => [...boxOf(root)?.classList ?? []].find((name) => name.startsWith(BOX))?.slice(BOX.length) ?? "";
