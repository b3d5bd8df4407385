// Show one of several items at a time, or all of them side by side.

import { element } from "../base/dom.js";
import { arrowStep } from "../input/gestures.js";

let serial = 0;

/**
 * Put a row of buttons above the items of a box. `names`: a name for each item, "" for one that is always shown.
 * @param {HTMLElement} box @param {readonly string[]} names @param {string} allName The name of the button for all items.
 */
export function oneAtATime(box, names, allName) {
  const items = [...box.children], group = `kl-tabs-${++serial}`;
  const row = element("div", { className: "kl-choice kl-tabs", role: "radiogroup" });
  row.setAttribute("aria-label", "What is shown");
  const labels = [...names.filter(Boolean), allName];
  const buttons = labels.map((label) => {
    const button = element("button", { type: "button", textContent: label, id: `${group}-${label}` });
    button.setAttribute("role", "radio");
    button.addEventListener("click", () => show(label));
    return button;
  });
  row.append(...buttons);
  row.addEventListener("keydown", (event) => {
    const step = arrowStep(event), at = buttons.findIndex((button) => button === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const next = (at + step + buttons.length) % buttons.length;
    show(labels[next]);
    buttons[next].focus();
  });
  box.insertBefore(row, items[names.findIndex(Boolean)]);
  show(labels[0]);

  /** @param {string} label */
  function show(label) {
    box.classList.toggle("is-one-at-a-time", label !== allName);
    items.forEach((node, k) => node.classList.toggle("is-turned-away", Boolean(names[k]) && label !== allName && names[k] !== label));
    buttons.forEach((button, k) => {
      button.setAttribute("aria-checked", String(labels[k] === label));
      button.tabIndex = labels[k] === label ? 0 : -1;
    });
  }
}
