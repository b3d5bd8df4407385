// Draw a table of the optimality conditions of a soft margin, for the three kinds of examples in the shown frame and
// for those with a multiplier above the price of slack: the condition, the actual range of y f(x), and what the examples
// add to the gap.

import { element, setText, voiceOnly } from "../../assets/base/dom.js";
import { number } from "../../assets/base/format.js";

export const kinds = { kkt };

const BOUND_TOL = 1e-5;          // a coefficient this near to a bound, as a share of C, counts as at the bound
const MARGIN_TOL = 1e-3;         // tolerance of y f(x), which is sent with few digits
const MIN_GAP = 1e-3;            // sums of a group's terms below this are rounding errors

/** @typedef {{ price: (C: string) => string, must: string, holds: (low: number, high: number) => boolean }} Kind */

/** @type {Kind[]} */
const KINDS = [
  { price: () => "0", must: "≥ 1", holds: (low) => low >= 1 - MARGIN_TOL },
  { price: (C) => `0 to ${C}`, must: "= 1", holds: (low, high) => low >= 1 - MARGIN_TOL && high <= 1 + MARGIN_TOL },
  { price: (C) => C, must: "≤ 1", holds: (low, high) => high <= 1 + MARGIN_TOL },
  { price: (C) => `above ${C}`, must: "not allowed", holds: () => false },
];

/** @type {MakeView<"kkt">} */
function kkt(root, item) {
  root.classList.add("kl-kkt");
  const heads = ["yᵢαᵢ", "Examples", "yᵢf(xᵢ) must be", "is", "Adds to the gap"];
  const rows = KINDS.map(({ price, must }) => {
    const cells = [price(item.price), "", must, "", ""].map((textContent, k) => element(k ? "td" : "th", { textContent }));
    cells[0].setAttribute("scope", "row");
    return { row: element("tr", {}, ...cells), cells };
  });
  const head = element("tr", {}, ...heads.map((textContent) => Object.assign(element("th", { textContent }), { scope: "col" })));
  head.cells[3].prepend(voiceOnly("yᵢf(xᵢ) "));
  const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows.map(({ row }) => row)));
  table.setAttribute("aria-label", item.label);
  root.append(element("div", { className: "kl-scroll" }, table));

  return {
    draw(frame) {
      const groups = groupsOf(frame);
      for (const [k, { row, cells }] of rows.entries()) {
        const { count, low, high, gap } = groups[k], { holds } = KINDS[k];
        row.hidden = k === 3 && count === 0;
        const isViolated = count > 0 && !holds(low, high);
        row.classList.toggle("is-violated", isViolated);
        const range = low === high || number(low, 2) === number(high, 2) ? number(low, 2) : `${number(low, 2)} to ${number(high, 2)}`;
        const texts = [String(count), KINDS[k].must, count ? range : "–", k === 3 ? "no bound" : number(Math.abs(gap) < MIN_GAP ? 0 : gap)];
        texts.forEach((text, j) => { setText(cells[j + 1], text); });
      }
    },
    describe() {},
    summary: () => rows.filter(({ row }) => row.classList.contains("is-violated")).map(({ row, cells }) => (
      row === rows[3].row ? `Violated: yᵢαᵢ is ${cells[0].textContent}, which is not allowed`
        : `Violated where yᵢαᵢ is ${cells[0].textContent}: yᵢf(xᵢ) must be ${cells[2].textContent}, but is ${cells[3].textContent}`)).join(". "),
  };
}

// Group the examples by their multiplier a. Return each group's size, its range of y f(x), and its sum of
// a (y f(x) − 1 + ξ) + (C − a) ξ.
/** @param {Frame} frame */
function groupsOf(frame) {
  const alpha = frame.get("alpha"), labels = frame.get("labels"), f = frame.get("decision"), top = frame.get("top");
  const groups = KINDS.map(() => ({ count: 0, low: Infinity, high: -Infinity, gap: 0 }));
  for (let i = 0; i < labels.length; i++) {
    const a = labels[i] * alpha[i], z = labels[i] * f[i], xi = Math.max(0, 1 - z), C = top[i];
    const group = groups[a <= BOUND_TOL * C ? 0 : a < C * (1 - BOUND_TOL) ? 1 : a <= C * (1 + BOUND_TOL) ? 2 : 3];
    group.count += 1;
    group.low = Math.min(group.low, z);
    group.high = Math.max(group.high, z);
    group.gap += a * (z - 1 + xi) + (C - a) * xi;
  }
  return groups;
}
