// Build formulas from the nested lists of lab/ui/mathml.py.

const MATHML = "http://www.w3.org/1998/Math/MathML";

/**
 * Turn a nested list [tag, attributes, ...children] into MathML nodes.
 * @param {MathNode | string} tree
 * @returns {Text | MathMLElement}
 */
export function math(tree) {
  if (typeof tree === "string") return document.createTextNode(tree);
  const [tag, attributes, ...children] = tree, node = document.createElementNS(MATHML, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children.map(math));
  return node;
}

const SCRIPTS = ["mrow", "msub", "msubsup", "msup"];     // elements whose first child is a base on the line
const POWERS = ["msup", "msubsup"];
// Operators and brackets after which a negative number needs no brackets.
const OPENS = ["(", "[", "{", "|", "‖", ",", "=", "←", "→", "≤", "≥", "<", ">", "≠"];

/** @param {Element | null} node @param {string[]} names */
const isNamed = (node, names) => node !== null && names.includes(node.localName);

/**
 * Return the element directly before a position in a formula, on the same line.
 * @param {Element} place @returns {Element | null | undefined}
 */
function lastBefore(place) {
  let at = place;
  while (!at.previousElementSibling && isNamed(at.parentElement, SCRIPTS)) at = /** @type {Element} */ (at.parentElement);
  let before = isNamed(at.parentElement, ["math", "mrow"]) ? at.previousElementSibling : undefined;
  while (before?.localName === "mspace") before = before.previousElementSibling;
  while (before?.localName === "mrow" && !isBracketed(before)) before = [...before.children].findLast(({ localName }) => localName !== "mspace");
  return before;
}

/** @param {Element} node */
const isBracketed = ({ localName, children }) => localName === "mrow" && children.length === 3 && children[1].localName === "mn";

/**
 * Return whether a number is directly before a position in a formula, on the same line.
 * @param {Element} place
 */
export function followsNumber(place) {
  const before = lastBefore(place);
  return before ? before.localName === "mn" || isBracketed(before) : false;
}

/**
 * Return whether a negative number needs brackets at a position in a formula: as a factor or a term after another,
 * and as the base of a power.
 * @param {Element} place
 */
function takesBrackets(place) {
  for (let at = place, { parentElement: outer } = at; outer && isNamed(outer, SCRIPTS) && outer.children[0] === at; at = outer, outer = at.parentElement) {
    if (isNamed(outer, POWERS)) return true;
  }
  const before = lastBefore(place);
  return before ? !(before.localName === "mo" && OPENS.includes(before.textContent)) : false;
}

/**
 * Format a number for a position in a formula.
 * @param {string} text @param {Element} place @returns {MathNode}
 */
export function numberAt(text, place) {
  const sides = { stretchy: "false" };
  /** @type {MathNode} */
  const node = ["mn", {}, text];
  return /^[-−]/.test(text) && takesBrackets(place) ? ["mrow", {}, ["mo", sides, "("], node, ["mo", sides, ")"]] : node;
}
