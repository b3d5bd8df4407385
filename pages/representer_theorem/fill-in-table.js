// Show a table in which the answers of each row are hidden until the learner reveals them.

import { element, setText } from "../../assets/base/dom.js";

export const kinds = { reveal };

/** @type {MakeView<"reveal">} */
function reveal(root, item, player, stage) {
  root.classList.add("kl-reveal");
  const revealedNames = () => new Set((player.view[item.look] ?? "").split(".").filter(Boolean));
  const head = element("tr", {}, element("td", {}), ...item.columns.map((text) => element("th", { scope: "col", textContent: text })));
  const rows = item.rows.map(({ name, label }) => {
    const cells = item.columns.map(() => element("td", {}));
    const button = element("button", { type: "button", className: "kl-action", textContent: "Reveal" });
    button.setAttribute("aria-label", `Reveal: ${label}`);
    button.dataset.reveal = name;
    const cover = element("td", { colSpan: item.columns.length }, button);
    button.addEventListener("click", () => {
      player.look({ [item.look]: [...revealedNames(), name].join(".") });
      stage.announce(`${label}. ${cells.map((cell, k) => `${item.columns[k]}: ${cell.textContent}`).join(". ")}`);
      (rows.find((row) => !revealedNames().has(row.name))?.button ?? hide).focus();
    });
    const row = element("tr", {}, element("th", { scope: "row", textContent: label }));
    return { name, row, cells, button, cover };
  });
  const hide = element("button", { type: "button", className: "kl-action", textContent: "Hide the answers" });
  hide.addEventListener("click", () => { player.look({ [item.look]: "" }); rows[0].button.focus(); });
  const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows.map(({ row }) => row)));
  table.setAttribute("aria-label", item.label);
  root.append(element("div", { className: "kl-scroll" }, table), hide);
  /** @type {Frame | null} */
  let frame = null;

  function show() {
    const names = revealedNames();
    for (const { name, row, cells, cover } of rows) {
      const texts = frame?.sweep.meta.table[name] ?? [];
      cells.forEach((cell, k) => { setText(cell, texts[k] ?? ""); });
      const cellsNow = names.has(name) ? cells : [cover];
      if (row.children[1] !== cellsNow[0]) row.replaceChildren(row.children[0], ...cellsNow);
    }
    hide.hidden = !rows.some(({ name }) => names.has(name));
  }

  return { draw(next) { frame = next; show(); }, show, describe() {} };
}
