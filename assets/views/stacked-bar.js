// A stacked bar of the parts of a whole, with their numbers, at the slider's stop. The whole is the sum of the parts, or
// the tensor that `whole` names, so that several bars share a scale.

import { number, percent } from "../base/format.js";
import { element, setText } from "../base/dom.js";

export const kinds = { bars };

/** @type {MakeView<"bars">} */
function bars(root, item) {
  root.dataset.view = "bars";
  root.classList.add("kl-bars");
  root.setAttribute("role", "img");
  const stack = element("div", { className: "kl-stack" }), row = element("div", { className: "kl-row" });
  const parts = item.parts.map(({ tensor, label, tone }) => {
    const piece = element("span", {}), value = element("b", { translate: false }), dot = element("i", {});
    for (const node of [piece, dot]) node.style.setProperty("--tone", `var(--kl-${tone})`);
    value.dataset.readout = tensor;
    stack.append(piece);
    row.append(element("span", {}, dot, `${label} `, value));
    return { tensor, label, piece, value };
  });
  root.append(stack, row);
  return {
    draw(frame) {
      const values = parts.map((p) => Math.max(0, frame.get(p.tensor) ?? 0));
      const total = item.whole ? frame.get(item.whole) : values.reduce((a, b) => a + b, 0);
      parts.forEach((p, k) => {
        p.piece.style.flex = `${total > 0 ? values[k] / total : 0} 1 0`;
        const text = item.format === "percent" ? percent(values[k]) : number(values[k], 4);
        setText(p.value, text);
      });
    },
    describe() {
      root.setAttribute("aria-label", `${item.label} ${parts.map((p) => `${p.label} ${p.value.textContent}`).join(", ")}`);
    },
  };
}
