// The page of a login: remember its state in this browser, then go on to the platform. If a frame can store nothing, a
// login for a teacher's choice goes on with the state in the frame's name, and a login for a page goes on if the
// platform's storage accepts the state. A login for a task then needs a window, which can store the student's work.

import { askPlatform, nameFrame, rememberState } from "./browser-binding.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const { address = "", state = "", storage = "", kind = "task" } = main.dataset;

const storeInPlatform = async () => await askPlatform(storage, new URL(address).origin, { subject: "lti.put_data", key: state, value: state }) === state;

if (rememberState(state) || (kind === "choice" && nameFrame(state)) || (kind === "page" && await storeInPlatform())) location.replace(address);
else {
  const form = /** @type {HTMLFormElement} */ (main.querySelector("form"));
  form.hidden = false;
  /** @type {HTMLElement} */ (main.querySelector("[role=status]")).hidden = true;
}
