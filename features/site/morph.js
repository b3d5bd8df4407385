// One picture of a page into another: what is the same stays as it is, with what the visitor has in hand.

/** Fields whose new value is on its way to the engine: an older answer leaves them alone. */
export const sending = new Set();

const KEPT = new Set(["open", "hidden", "aria-selected"]);     // what a visitor has opened stays open

/** @param {any} node */
const name = (node) => node.nodeType === 1
  ? `${node.tagName} ${node.dataset.element ?? node.dataset.key ?? node.dataset.widget ?? node.dataset.download ?? ""}` : `#${node.nodeType}`;

function attributes(from, to) {
  for (const { name: word } of Array.from(from.attributes)) if (!to.hasAttribute(word) && !KEPT.has(word)) from.removeAttribute(word);
  for (const { name: word, value } of to.attributes) if (from.getAttribute(word) !== value && !KEPT.has(word)) from.setAttribute(word, value);
}

// What is set in a field is no attribute of it.
/** @param {any} from @param {any} to */
function field(from, to) {
  if (sending.has(from) || (from === document.activeElement && from.type !== "checkbox" && from.type !== "radio")) return;
  if (from.tagName === "SELECT") from.value = to.value;
  else if (from.tagName === "TEXTAREA") { if (from.value !== to.value) from.value = to.value; }
  else if (from.type === "checkbox" || from.type === "radio") from.checked = to.checked;
  else if (from.type !== "file") from.value = to.value;
}

/** Makes `from` look like `to`. @param {Element} from @param {Element} to */
export function morph(from, to) {
  attributes(from, to);
  if (from.hasAttribute("data-element") && !from.querySelector(":scope > [data-plain]")) return;     // what is inside is the element's own
  /** @type {any[]} */
  const rest = [...from.childNodes];
  let last = null;
  for (const wanted of /** @type {any[]} */ (Array.from(to.childNodes))) {
    const at = rest.findIndex((node) => name(node) === name(wanted));
    let node = at < 0 ? wanted : rest[at];
    if (at < 0) node = document.importNode(wanted, true);
    else {
      rest.splice(0, at + 1).slice(0, -1).forEach((gone) => gone.remove());
      if (node.nodeType === 3) { if (node.data !== wanted.data) node.data = wanted.data; } else if (!node.isEqualNode(wanted)) morph(node, wanted);
    }
    if (at < 0) from.insertBefore(node, last ? last.nextSibling : from.firstChild);
    last = node;
  }
  rest.forEach((gone) => gone.remove());
  if (["SELECT", "INPUT", "TEXTAREA"].includes(from.tagName)) field(from, to);
}
