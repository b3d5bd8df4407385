// Change a page from one state into another. Equal parts stay as they are, and so do fields in use.

/** Fields whose new value is being sent to the engine: answers to earlier requests do not change them. */
export const fieldsBeingSent = new Set();

const VISITOR_ATTRIBUTES = new Set(["open", "hidden", "aria-selected"]);     // attributes that the visitor sets, so they stay

/** @param {any} node */
const name = (node) => node.nodeType === 1
  ? `${node.tagName} ${node.dataset.element ?? node.dataset.key ?? node.dataset.widget ?? node.dataset.download ?? ""}` : `#${node.nodeType}`;

/** @param {Element} from @param {Element} to */
function copyAttributes(from, to) {
  for (const { name: word } of Array.from(from.attributes)) if (!to.hasAttribute(word) && !VISITOR_ATTRIBUTES.has(word)) from.removeAttribute(word);
  for (const { name: word, value } of to.attributes) if (from.getAttribute(word) !== value && !VISITOR_ATTRIBUTES.has(word)) from.setAttribute(word, value);
}

// Copy the value of a field unless the field is in use. `copyAttributes` does not copy it: it is not an attribute.
/** @param {any} from @param {any} to */
function copyValue(from, to) {
  if (fieldsBeingSent.has(from) || (from === document.activeElement && from.type !== "checkbox" && from.type !== "radio")) return;
  if (from.tagName === "SELECT") from.value = to.value;
  else if (from.tagName === "TEXTAREA") { if (from.value !== to.value) from.value = to.value; }
  else if (from.type === "checkbox" || from.type === "radio") from.checked = to.checked;
  else if (from.type !== "file") from.value = to.value;
}

/** Make `from` look like `to`. @param {Element} from @param {Element} to */
export function morph(from, to) {
  copyAttributes(from, to);
  if (from.hasAttribute("data-element") && !from.querySelector(":scope > [data-plain]")) return;     // its script draws what is inside
  /** @type {any[]} */
  const rest = [...from.childNodes];
  let last = null;
  for (const target of /** @type {any[]} */ (Array.from(to.childNodes))) {
    const index = rest.findIndex((node) => name(node) === name(target));
    let node = index < 0 ? target : rest[index];
    if (index < 0) node = document.importNode(target, true);
    else {
      rest.splice(0, index + 1).slice(0, -1).forEach((surplus) => surplus.remove());
      if (node.nodeType === 3) { if (node.data !== target.data) node.data = target.data; } else if (!node.isEqualNode(target)) morph(node, target);
    }
    if (index < 0) from.insertBefore(node, last ? last.nextSibling : from.firstChild);
    last = node;
  }
  rest.forEach((surplus) => surplus.remove());
  if (["SELECT", "INPUT", "TEXTAREA"].includes(from.tagName)) copyValue(from, to);
}
