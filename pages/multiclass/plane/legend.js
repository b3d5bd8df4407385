// Show the mark, colour and name of each class, and explain the hatching and the rings. If points can be edited, a press
// on a class chooses it for new or relabelled points.

import { markPicture } from "../../../assets/draw/marks.js";
import { element, setProperties } from "../../../assets/base/dom.js";
import { arrowStep } from "../../../assets/input/gestures.js";

export const kinds = { classlegend };

const HATCHED = { "no-positive": "claimed by no class", "multiple-positive": "claimed by several classes", tie: "votes tie" };

/** @type {MakeView<"classlegend">} */
function classlegend(root, item, player) {
  root.classList.add("kl-classlegend");
  const classes = element("div", { className: "kl-class-row" });
  if (item.hand) {
    classes.setAttribute("role", "radiogroup");
    classes.setAttribute("aria-label", "Class of new or relabelled points");
  }
  const rest = element("div", { className: "kl-class-row kl-fine-print" }, ...Object.entries(HATCHED).filter(([status]) => status !== "tie" || item.ties).map(([status, words]) =>
    element("span", {}, element("i", { className: `kl-hatch kl-hatch-${status}`, ariaHidden: "true" }), words)),
  element("span", {}, element("i", { className: "kl-error-ring", ariaHidden: "true" }), "misclassified"));
  root.append(classes, rest);
  let classText = "";
  /** @type {HTMLElement[]} */
  let buttons = [];

  const chosenClass = () => Math.min(Math.max(0, (Number(player.view.hand) || 1) - 1), buttons.length - 1);
  function mark() {
    buttons.forEach((button, k) => {
      if (!item.hand) return;
      setProperties(button, { ariaChecked: String(k === chosenClass()), tabIndex: k === chosenClass() ? 0 : -1 });
    });
  }

  /** @param {string[]} names */
  function build(names) {
    buttons = names.map((name, k) => {
      const button = element(item.hand ? "button" : "span", { className: "kl-class" }, markPicture(k), element("span", { textContent: name }));
      if (!item.hand) return button;
      button.setAttribute("type", "button");
      button.setAttribute("role", "radio");
      button.addEventListener("click", () => { player.look({ hand: String(k + 1) }); mark(); });
      return button;
    });
    classes.replaceChildren(...buttons);
  }

  classes.addEventListener("keydown", (e) => {
    const step = arrowStep(e);
    if (!step || !item.hand) return;
    e.preventDefault();
    const k = (chosenClass() + step + buttons.length) % buttons.length;
    player.look({ hand: String(k + 1) });
    mark();
    buttons[k].focus();
  });

  return {
    isOpen: true,
    draw({ sweep: { meta } }) {
      if (meta.classes !== classText) build((classText = meta.classes).split("\n"));
      mark();
    },
    describe() {},
  };
}
