// Write out both ways to compute the same number: the features of two points with their products, and the
// inner product in the plane with its power. Show all digits of both results, and mark them from the
// first difference on.

import { number, trimZeros } from "../../assets/base/format.js";
import { element, withFormulas, setText } from "../../assets/base/dom.js";

export const kinds = { products };

const DIGITS = 16;
/** @type {Record<number, string>} */
const POWERS = { 2: "²", 3: "³", 4: "⁴" };
const numberText = (/** @type {number} */ value) => trimZeros(number(value, 5));

/** @type {MakeView<"products">} */
function products(root, item) {
  root.classList.add("kl-products");
  const title = element("caption", { className: "kl-voice", textContent: item.label }), table = element("table", {}, title), ends = element("dl", { className: "kl-ends" });
  const caption = element("p", { className: "kl-fine-print", role: "status" });
  root.append(element("div", { className: "kl-scroll" }, table), ends, caption);
  let summaryText = "";

  const row = (/** @type {"col" | "row"} */ kind, /** @type {string[]} */ cells, className = "") => {
    const [first, ...rest] = cells;
    return element("tr", { className }, element("th", { scope: kind }, ...withFormulas(first)),
      ...rest.map((text) => (kind === "col" ? element("th", { scope: kind }, ...withFormulas(text)) : element("td", { textContent: text }))));
  };

  /** @param {Frame} frame */
  function draw({ get, sweep }) {
    const [degree] = get("degree"), [dot] = get("dot"), power = POWERS[degree];
    const numbersOf = (/** @type {string} */ name) => [...get(name)].map(numberText);
    const [x, z, terms] = ["phi_x", "phi_z", "terms"].map(numbersOf), dots = numbersOf("dot_terms");
    table.replaceChildren(title,
      row("col", ["feature", "$ϕ(x)$", "$ϕ(x′)$", "product"]),
      ...sweep.meta.names.map((/** @type {string} */ name, /** @type {number} */ j) => row("row", [`$${name}$`, x[j], z[j], terms[j]])),
      row("row", ["sum of the products", "", "", numberText(get("explicit")[0])], "kl-sum"),
      row("col", ["in the plane", "$x$", "$x′$", "product"]),
      ...dots.map((product, j) => row("row", [`$x${"₁₂"[j]}$`, numberText(get("x")[j]), numberText(get("z")[j]), product])),
      row("row", [`$xᵀx′$, then $(xᵀx′)${power}$`, "", numberText(dot), numberText(get("kernel")[0])], "kl-sum"));
    const [explicit, kernel] = ["explicit", "kernel"].map((name) => get(name)[0].toPrecision(DIGITS).replace("-", "−"));
    const prefixLength = prefix(explicit, kernel);
    ends.replaceChildren(...resultEntry("ϕ(x)ᵀϕ(x′)", explicit, prefixLength, "explicit"), ...resultEntry(`(xᵀx′)${power}`, kernel, prefixLength, "kernel"));
    setText(caption, sweep.meta.sentence);
    summaryText = `φ(x)ᵀφ(x′) = ${explicit}, (xᵀx′) to the power ${degree} = ${kernel}. ${sweep.meta.sentence}`;
  }

  /** @param {string} label @param {string} digits @param {number} prefixLength @param {string} name */
  function resultEntry(label, digits, prefixLength, name) {
    const value = element("dd", {}, digits.slice(0, prefixLength), element("mark", { textContent: digits.slice(prefixLength) }));
    value.dataset.end = name;
    return [element("dt", { textContent: label }), value];
  }

  return { draw, describe() {}, summary: () => summaryText };
}

// Return the length of the common prefix of two texts.
/** @param {string} a @param {string} b */
function prefix(a, b) {
  let k = 0;
  while (k < a.length && a[k] === b[k]) k++;
  return k;
}
