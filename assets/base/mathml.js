// Formulas: the server sends them as nested lists, see lab/ui/mathml.py.

const MATHML = "http://www.w3.org/1998/Math/MathML";

/**
 * A nested list [tag, attributes, ...children] as MathML, node by node.
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

const SCRIPTS = ["mrow", "msub", "msubsup", "msup"];     // what begins with its base, on the line

/**
 * Whether what stands right before a place of a formula, on the same line, is a number.
 * @param {Element} place
 */
export function followsNumber(place) {
  let at = place;
  while (!at.previousElementSibling && SCRIPTS.includes(at.parentElement?.localName)) at = at.parentElement;
  let before = ["math", "mrow"].includes(at.parentElement?.localName) ? at.previousElementSibling : undefined;
  while (before?.localName === "mrow") before = [...before.children].findLast(({ localName }) => localName !== "mspace");
  return before?.localName === "mn";
}
