// Move the focus into a popover when its button opens it. Why: Streamlit appends the popover to the end of the document
// and leaves the focus on the button, so the Tab key would reach the popover last. The popover itself gets the focus,
// so that a screen reader reads its name and a phone shows no keyboard.

import { queryFirst } from "../base/dom.js";
import { POPOVER, POPOVER_BUTTON } from "../base/streamlit.js";

const MAX_FRAMES = 60;           // number of frames after a press in which the popover must be there

/** @param {Element} button */
function enter(button, frames = MAX_FRAMES) {
  const popover = queryFirst(document, POPOVER);
  if (popover && button.getAttribute("aria-expanded") === "true") Object.assign(popover, { tabIndex: -1 }).focus({ preventScroll: true });
  else if (frames) requestAnimationFrame(() => enter(button, frames - 1));
}

addEventListener("click", ({ target }) => {
  const button = target instanceof Element && target.closest(POPOVER_BUTTON);
  if (button) enter(button);
});
