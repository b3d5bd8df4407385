// Find the step that a live element belongs to.

const BOX = "st-key-step-";      // followed by the step's name in the class of its box

/** Return the box of an element's step, if its page has steps. @param {Element} root */
export const boxOf = (root) => root.closest(`[class*="${BOX}"]`);

/** Return the step's name; "" on a page without steps. @param {Element} root */
export const stepOf = (root) => [...boxOf(root)?.classList ?? []].find((name) => name.startsWith(BOX))?.slice(BOX.length) ?? "";
