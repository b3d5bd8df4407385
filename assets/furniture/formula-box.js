// A text field for the formula of the visitor's own kernel. The server checks it first: a refused formula changes
// nothing, and the reason appears below the field.

import { element } from "../base/dom.js";

export const kinds = { formulabox };

/** @type {MakeView<"formulabox">} */
function formulabox(root, item, player) {
  root.classList.add("kl-formulabox");
  const input = element("input", { type: "text", spellcheck: false, autocomplete: "off", maxLength: item.max_length });
  input.dataset.formula = "";
  const errorLine = element("p", { className: "kl-error", role: "alert", hidden: true });
  root.append(element("label", {}, element("span", { textContent: item.label }), input), errorLine);

  const showError = (/** @type {string} */ words) => { errorLine.textContent = words; errorLine.hidden = !words; };
  const show = () => { if (document.activeElement !== input) input.value = player.scene.formula ?? ""; };

  async function applyFormula() {
    const formula = input.value.trim();
    if (formula === (player.scene.formula ?? "")) { showError(""); return; }
    const scene = { ...player.scene, formula };
    try {
      await player.load(scene, player.along(scene), 1);
    } catch (error) {
      showError(/** @type {Error} */ (error).message);
      return;
    }
    showError("");
    player.change({ formula });
    player.settle();
  }

  input.addEventListener("keydown", (e) => {
    if (e.key === "Enter") applyFormula();
    if (e.key === "Escape") { input.value = player.scene.formula ?? ""; showError(""); }
  });
  input.addEventListener("change", applyFormula);
  player.on("input", show);
  show();
  return { draw: show, show, describe() {} };
}
