// Small helpers for building the page. Text always goes in as text, never as HTML.

/**
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
 * All HTML elements below `root` that a selector names: for a type, where querySelectorAll has none.
 * @param {ParentNode} root @param {string} selector
 */
export const queryAll = (root, selector) => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))];

/**
 * The first of them, or null.
 * @param {ParentNode} root @param {string} selector
 */
export const queryFirst = (root, selector) => /** @type {HTMLElement | null} */ (root.querySelector(selector));

/**
 * One more of something that an element counts in its data attributes, where tests read it.
 * @param {HTMLElement} root @param {string} name
 */
export function countUp(root, name) {
  root.dataset[name] = String(Number(root.dataset[name] ?? 0) + 1);
}

/**
 * A formula on one line: its letters slanted, with their primes, which that face has raised; its figures and signs upright, for slanted ones are old-style.
 * @param {string} text
 */
export const mathLine = (text) => text.split(/(\p{L}+′*)/u).map((part, k) => (k % 2 ? element("i", { textContent: part }) : part));

/**
 * A text whose formulas, between dollar signs, are in the face of mathematics.
 * @param {string} text
 */
export const withFormulas = (text) => text.split("$").map((part, k) => (k % 2 ? element("span", { className: "kl-math-line" }, ...mathLine(part)) : part));

/** Whether this visitor wants nothing to move by itself. */
export const reducesMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Words for those who hear the page; the eye has something else in their place.
export const voiceOnly = (text) => element("span", { className: "kl-voice", textContent: text });

/**
 * Copies a text, and says whether that was allowed. Where not, it is selected, and the keyboard copies it.
 * @param {string} text @param {() => void} select
 */
export async function copyText(text, select) {
  select();
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { return false; }
}
