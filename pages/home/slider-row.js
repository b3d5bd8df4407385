// A row of buttons that choose the visible slider. The style sheet shows the row only on narrow
// screens, where it hides all other sliders.

import { element, setProperties } from "../../assets/base/dom.js";

export const kinds = { sliderrow };

/** @type {MakeView<"sliderrow">} */
function sliderrow(root, item, player, stage) {
  root.classList.add("kl-choice", "kl-numerals", "kl-slider-row");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", item.label);
  /** @type {string | undefined} */
  let inHand, lastActive = player.active, listedSliders = "";

  /** @param {Frame} frame */
  function draw(frame) {
    const has = player.alongs.filter((along) => frame.scene[along] !== undefined && frame.scene[along] !== "");
    if (lastActive !== player.active) inHand = lastActive = player.active;      // another slider was used
    if (!inHand || !has.includes(inHand)) inHand = has[0];
    if (listedSliders !== `${has}`) root.replaceChildren(...has.map(buttonOf));
    listedSliders = `${has}`;
    show();
  }

  const buttons = () => [...root.querySelectorAll("button")];

  /** @param {string} along */
  function buttonOf(along) {
    const button = element("button", { type: "button", value: along, textContent: stage.slider(along).symbol });
    button.addEventListener("click", () => { inHand = along; show(); player.change({}, along); });
    return button;
  }

  function show() {
    for (const button of buttons()) setProperties(button, { ariaPressed: String(button.value === inHand) });
    for (const input of root.closest("[data-live]")?.querySelectorAll("input[data-along]") ?? []) {
      const box = input.closest(".kl-is-slider"), { along } = /** @type {HTMLElement} */ (input).dataset;
      box?.classList.toggle("is-out-of-hand", along !== inHand);
    }
    root.classList.toggle("is-single", buttons().length < 2);
  }

  return { draw, describe() {} };
}
