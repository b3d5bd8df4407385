// Draw a table of the optimality conditions of a soft margin in the shown frame: for the marked example, and for each of
// the three kinds of examples. Columns: the condition, the actual range of y f(x), and what the examples add to the gap.

import { element, setText, voiceOnly } from "../../assets/base/dom.js";
import { number } from "../../assets/base/format.js";

export const kinds = { kkt };

const MARGIN_TOL = 1e-3;         // tolerance of y f(x), which is sent with few digits
const MIN_GAP = 1e-3;            // sums of a group's terms below this are rounding errors

/** @typedef {{ price: (C: string) => string, must: string, holds: (low: number, high: number) => boolean }} Kind */

/** @type {Kind[]} */
const KINDS = [
  { price: () => "0", must: "≥ 1", holds: (low) => low >= 1 - MARGIN_TOL },
  { price: (C) => `0 to ${C}`, must: "= 1", holds: (low, high) => low >= 1 - MARGIN_TOL && high <= 1 + MARGIN_TOL },
  { price: (C) => C, must: "≤ 1", holds: (low, high) => high <= 1 + MARGIN_TOL },
];

/** @typedef {{ count: number, low: number, high: number, gap: number }} Group */

/** @type {MakeView<"kkt">} */
function kkt(root, item) {
  root.classList.add("kl-kkt");
  const heads = ["yᵢαᵢ", "Examples", "yᵢf(xᵢ) must be", "is", "Adds to the gap"];
  const marked = tableRow(), rows = KINDS.map(tableRow);
  const head = element("tr", {}, ...heads.map((textContent) => Object.assign(element("th", { textContent }), { scope: "col" })));
  head.cells[3].prepend(voiceOnly("yᵢf(xᵢ) "));
  const body = [marked, ...rows].map(({ row }) => row);
  const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
  table.setAttribute("aria-label", item.label);
  root.append(element("div", { className: "kl-scroll" }, table));

  return {
    draw(frame) {
      const i = Number(frame.get("index")), a = frame.get("labels")[i] * frame.get("alpha")[i];
      fillRow(marked, KINDS[frame.get("kind")[i]], groupOf(frame, [i]), number(Math.abs(a)), "marked");
      for (const [k, row] of rows.entries()) {
        const group = groupOf(frame, indicesOf(frame, k));
        fillRow(row, KINDS[k], group, KINDS[k].price(item.price), String(group.count));
      }
    },
    describe() {},
    summary: () => [
      `Marked example: yᵢαᵢ ${marked.cells[0].textContent}, yᵢf(xᵢ) ${marked.cells[3].textContent}`,
      ...rows.filter(({ row }) => row.classList.contains("is-violated")).map(({ cells }) => (
        `Violated where yᵢαᵢ is ${cells[0].textContent}: yᵢf(xᵢ) must be ${cells[2].textContent}, but is ${cells[3].textContent}`)),
    ].join(". "),
  };
}

function tableRow() {
  const cells = ["th", "td", "td", "td", "td"].map((tag) => element(/** @type {"th" | "td"} */ (tag), {}));
  cells[0].setAttribute("scope", "row");
  return { row: element("tr", {}, ...cells), cells };
}

/** @param {ReturnType<typeof tableRow>} row @param {Kind} kind @param {Group} group @param {string} price @param {string} examples */
function fillRow({ row, cells }, { must, holds }, { count, low, high, gap }, price, examples) {
  row.classList.toggle("is-violated", count > 0 && !holds(low, high));
  const [from, to] = [low, high].map((z) => number(z, 3));
  const range = from === to ? from : `${from} to ${to}`;
  const texts = [price, examples, must, count ? range : "–", number(Math.abs(gap) < MIN_GAP ? 0 : gap)];
  texts.forEach((text, j) => { setText(cells[j], text); });
}

/** @param {Frame} frame @param {number} kind @returns {number[]} */
const indicesOf = (frame, kind) => Array.from(frame.get("kind").keys()).filter((i) => frame.get("kind")[i] === kind);

// Return the number of these examples, their range of y f(x), and their sum of a (y f(x) − 1 + ξ) + (C − a) ξ, with the
// multiplier a.
/** @param {Frame} frame @param {number[]} indices @returns {Group} */
function groupOf(frame, indices) {
  const alpha = frame.get("alpha"), labels = frame.get("labels"), f = frame.get("decision"), top = frame.get("top");
  const group = { count: indices.length, low: Infinity, high: -Infinity, gap: 0 };
  for (const i of indices) {
    const a = labels[i] * alpha[i], z = labels[i] * f[i], xi = Math.max(0, 1 - z);
    group.low = Math.min(group.low, z);
    group.high = Math.max(group.high, z);
    group.gap += a * (z - 1 + xi) + (top[i] - a) * xi;
  }
  return group;
}
