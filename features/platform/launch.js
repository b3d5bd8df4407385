// The page of a launch: check that the launch began in this browser, store what the task's page needs to hand in, and
// open the target.

import { askPlatform, takeName, takeState } from "./browser-binding.js";
import { storeLaunch } from "./launch-storage.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const { launch = "{}", state = "", storage = "", origin = "" } = main.dataset;
const status = /** @type {HTMLElement} */ (main.querySelector("[role=status]"));

/** @type {{ address?: string } & Partial<import("./launch-storage.js").StoredLaunch>} */
const data = JSON.parse(launch);

const choice = document.querySelector("form");   // the form on which a teacher chooses what a link opens
if (takeState(state) || (choice && takeName(state)) || await askPlatform(storage, origin, { subject: "lti.get_data", key: state }) === state) await open();
else status.textContent = "This launch did not begin in this browser window. Open the activity in your course again.";

async function open() {
  const { address, token, task, code } = data;
  if (token && task && code && !storeLaunch({ token, task, code })) {
    status.textContent = "This browser stores nothing for an app in a frame of another site, so an answer can’t be handed in here. Open the activity in a new window.";
    return;
  }
  if (choice) {
    choice.hidden = false;
    status.hidden = true;
  } else if (address) location.replace(address);
}
