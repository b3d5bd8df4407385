// The page of a login: remember its state in this browser, then go on to the platform. A frame that can store nothing
// goes on only for a choice, which the chooser keeps in its page; the platform waits for it in this frame.

import { askPlatform, nameFrame, rememberState } from "./browser-binding.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const { address = "", state = "", storage = "", choice } = main.dataset;

if (rememberState(state) || (choice !== undefined && nameFrame(state))) {
  await askPlatform(storage, new URL(address).origin, { subject: "lti.put_data", key: state, value: state });
  location.replace(address);
} else {
  const form = /** @type {HTMLFormElement} */ (main.querySelector("form"));
  form.hidden = false;
  /** @type {HTMLElement} */ (main.querySelector("[role=status]")).hidden = true;
}
