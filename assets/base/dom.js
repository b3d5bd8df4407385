// Helpers for building the page. Text is inserted as text, never as HTML.

const TEXT_NODE = 3;             // `Node.TEXT_NODE`

/**
 * Create an element with these properties and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {object} properties @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/**
 * Set the text of a node, unless it already has this text: otherwise a browser would notify screen readers although
 * nothing has changed.
 * @param {Node} node @param {string} text
 */
export function setText(node, text) {
  if (node.textContent === text) return;
  const only = node.firstChild?.nextSibling ? null : node.firstChild;
  // A new text node makes the browser check the styles that depend on the number of nodes; a new text of a node does not.
  (only?.nodeType === TEXT_NODE ? only : node).textContent = text;
}

/**
 * Set those properties of an element, or of its `dataset`, that have another value: to set one again makes the browser
 * compute styles again.
 * @template {Element | DOMStringMap} T
 * @param {T} node @param {Partial<T>} properties
 */
export function setProperties(node, properties) {
  for (const name of /** @type {(keyof T)[]} */ (Object.keys(properties))) {
    const value = properties[name];
    if (value !== undefined && node[name] !== value) node[name] = value;
  }
}

/**
 * Return all HTML elements below `root` that match a selector, typed as HTMLElement.
 * @param {ParentNode} root @param {string} selector
 */
export const queryAll = (root, selector) => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))];

/**
 * Return the first element below `root` that matches a selector, typed as HTMLElement, or null.
 * @param {ParentNode} root @param {string} selector
 */
export const queryFirst = (root, selector) => /** @type {HTMLElement | null} */ (root.querySelector(selector));

/**
 * Call `act`. If it disables or hides the button that has the focus, move the focus to the next of `buttons` that can be
 * pressed: otherwise the focus would fall to the whole page.
 * @param {HTMLButtonElement[]} buttons @param {() => void} act
 */
export function keepFocus(buttons, act) {
  const k = buttons.findIndex((button) => button === document.activeElement), canPress = (/** @type {HTMLButtonElement} */ { disabled, hidden }) => !disabled && !hidden;
  act();
  if (k >= 0 && !canPress(buttons[k])) [...buttons.slice(k + 1), ...buttons.slice(0, k).reverse()].find(canPress)?.focus();
}

/**
 * Increment a counter in an element's data attributes, for tests.
 * @param {HTMLElement} root @param {string} name
 */
export function countUp(root, name) {
  root.dataset[name] = String(Number(root.dataset[name] ?? 0) + 1);
}

/**
 * Typeset a formula on one line: letters and their primes slanted (the italic face has raised primes), digits and signs upright (italic digits are old-style).
 * @param {string} text
 */
export const mathLine = (text) => text.split(/(\p{L}+′*)/u).map((part, k) => (k % 2 ? element("i", { textContent: part, translate: false }) : part));

/**
 * Typeset the formulas of a text, which are between dollar signs.
 * @param {string} text
 */
export const withFormulas = (text) => text.split("$").map((part, k) => (k % 2 ? element("span", { className: "kl-math-line", translate: false }, ...mathLine(part)) : part));

/** Return whether the visitor prefers reduced motion. */
export const reducesMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Create text for screen readers only. @param {string} text */
export const voiceOnly = (text) => element("span", { className: "kl-voice", textContent: text });

/**
 * Select a text and copy it; return whether the browser allowed the copy. If not, the visitor can copy the selection with
 * the keyboard.
 * @param {string} text @param {() => void} select
 */
export async function copyText(text, select) {
  select();
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { return false; }
}
