// The formula of an own kernel, to be typed where that kernel was chosen. The server is asked first:
// what it refuses changes nothing, and its reason stands below the box.

import { element } from "../base/dom.js";

export const kinds = { formulabox };

/** @type {MakeView<"formulabox">} */
function formulabox(root, item, player) {
  root.classList.add("kl-formulabox");
  const typed = element("input", { type: "text", spellcheck: false, autocomplete: "off", maxLength: item.longest });
  typed.dataset.formula = "";
  const wrong = element("p", { className: "kl-wrong", role: "alert", hidden: true });
  root.append(element("label", {}, element("span", { textContent: item.label }), typed), wrong);

  const say = (words) => { wrong.textContent = words; wrong.hidden = !words; };
  const show = () => { if (document.activeElement !== typed) typed.value = player.scene.formula ?? ""; };

  async function put() {
    const formula = typed.value.trim();
    if (formula === (player.scene.formula ?? "")) { say(""); return; }
    const wanted = { ...player.scene, formula };
    try {
      await player.load(wanted, player.along(wanted), 1);
    } catch (error) {
      say(error.message);
      return;
    }
    say("");
    player.change({ formula });
    player.settle();
  }

  typed.addEventListener("keydown", (e) => {
    if (e.key === "Enter") put();
    if (e.key === "Escape") { typed.value = player.scene.formula ?? ""; say(""); }
  });
  typed.addEventListener("change", put);
  player.on("input", show);
  show();
  return { draw: show, show, describe() {} };
}
