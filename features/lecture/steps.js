// Find the step that a live element belongs to.

const BOX = "st-key-step-";      // start of the class of a step's box; the step's name follows

/** Return the box of an element's step, if its page has steps. @param {Element} root */
export const boxOf = (root) => root.closest(`[class*="${BOX}"]`);

/** Return the step's name; "" on a page without steps. @param {Element} root */
export const stepOf = (root) => [...boxOf(root)?.classList ?? []].find((name) => name.startsWith(BOX))?.slice(BOX.length) ?? "";
