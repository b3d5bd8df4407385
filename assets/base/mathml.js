// Build formulas from the nested lists of lab/ui/mathml.py.

const MATHML = "http://www.w3.org/1998/Math/MathML";

/**
 * Turn a nested list [tag, attributes, ...children] into MathML nodes.
 * @param {any} tree
 * @returns {Text | MathMLElement}
 */
export function math(tree) {
  if (typeof tree === "string") return document.createTextNode(tree);
  const [tag, attributes, ...children] = tree, node = document.createElementNS(MATHML, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children.map(math));
  return node;
}

const SCRIPTS = ["mrow", "msub", "msubsup", "msup"];     // elements whose first child is their base, on the line
const POWERS = ["msup", "msubsup"];
// After these, a number with a sign needs no brackets.
const OPENS = ["(", "[", "{", "|", "‖", ",", "=", "←", "→", "≤", "≥", "<", ">", "≠"];

/**
 * The element right before a place of a formula, on the same line.
 * @param {Element} place
 */
function lastBefore(place) {
  let at = place;
  while (!at.previousElementSibling && SCRIPTS.includes(at.parentElement?.localName)) at = at.parentElement;
  let before = ["math", "mrow"].includes(at.parentElement?.localName) ? at.previousElementSibling : undefined;
  while (before?.localName === "mspace") before = before.previousElementSibling;
  while (before?.localName === "mrow" && !isBracketed(before)) before = [...before.children].findLast(({ localName }) => localName !== "mspace");
  return before;
}

const isBracketed = ({ localName, children }) => localName === "mrow" && children.length === 3 && children[1].localName === "mn";

/**
 * Whether a number stands right before a place of a formula, on the same line.
 * @param {Element} place
 */
export function followsNumber(place) {
  const before = lastBefore(place);
  return Boolean(before) && (before.localName === "mn" || isBracketed(before));
}

/**
 * Whether a negative number needs brackets at a place of a formula: as a factor or a term after something
 * else, and as the base of a power.
 * @param {Element} place
 */
export function takesBrackets(place) {
  for (let at = place; SCRIPTS.includes(at.parentElement?.localName) && at.parentElement.children[0] === at; at = at.parentElement) {
    if (POWERS.includes(at.parentElement.localName)) return true;
  }
  const before = lastBefore(place);
  return Boolean(before) && !(before.localName === "mo" && OPENS.includes(before.textContent));
}

/**
 * Format a number for a place of a formula.
 * @param {string} text @param {Element} place
 */
export function numberAt(text, place) {
  const sides = { stretchy: "false" }, node = ["mn", {}, text];
  return /^[-−]/.test(text) && takesBrackets(place) ? ["mrow", {}, ["mo", sides, "("], node, ["mo", sides, ")"]] : node;
}
