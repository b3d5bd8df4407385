// A small matrix as a table with coloured entries, so that screen readers can read it aloud and its entries
// can be copied. All stops share the colour scale.

import { number, trimZeros } from "../base/format.js";
import { element, setText } from "../base/dom.js";

export const kinds = { entries };

const ROUNDING = 1e-14;          // share of the largest entry below which an entry counts as 0

/** @type {MakeView<"entries">} */
function entries(root, item) {
  root.dataset.view = "matrix";
  root.classList.add("kl-entries");
  const name = element("span", {}), shape = element("small", {});
  const body = element("tbody", {}), table = element("table", {}, element("caption", {}, name, " ", shape), body);
  name.textContent = item.title;
  table.setAttribute("aria-label", item.label);
  root.append(element("div", { className: "kl-scroll" }, table));
  let rows = 0, columns = 0;
  /** @type {HTMLTableCellElement[]} */
  let cells = [];

  /** @param {number} n @param {number} m */
  function build(n, m) {
    [rows, columns] = [n, m];
    cells = Array.from({ length: n * m }, () => element("td", {}));
    body.replaceChildren(...Array.from({ length: n }, (_, i) =>
      element("tr", { className: item.highlights?.includes(i) ? "is-highlighted" : "" }, ...cells.slice(i * m, (i + 1) * m))));
    shape.textContent = `${n} × ${m}`;
  }

  return {
    draw(frame) {
      const { shape: sizes, data } = frame.sweep.tensors[item.tensor], values = frame.get(item.tensor);
      const [n, m] = sizes.slice(-2);
      if (n !== rows || m !== columns) build(n, m);
      const most = Array.from(data).reduce((top, v) => Math.max(top, Math.abs(v)), 0) || 1;
      values.forEach((/** @type {number} */ exact, /** @type {number} */ k) => {
        const v = Math.abs(exact) < ROUNDING * most ? 0 : exact, text = trimZeros(number(v));
        setText(cells[k], text);
        cells[k].style.setProperty("--heat", `${(100 * Math.abs(v) / most).toFixed(0)}%`);
        cells[k].classList.toggle("kl-minus", v < 0);
      });
    },
    describe() {},
  };
}
