// Make a second computer an owner of the room, by a typed code or by the code after the # of a link. Browsers do
// not send this part of a link, so no server logs it. The room is stored for this tab, where the lecture view reads it.

import { tab } from "../../assets/base/storage.js";

const STORAGE_KEY = "kl-hall";          // key of the tab's room, as in features/hall/room.js
const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
const field = /** @type {HTMLInputElement} */ (document.getElementById("owner"));
const statusLine = /** @type {HTMLElement} */ (document.getElementById("status"));

/** Return the address of the lecture that the link names, if it is on this site, else the address of the front page. */
function lectureAddress() {
  const home = new URL(form.dataset.home ?? "", location.href);
  const target = new URL(new URLSearchParams(location.search).get("lecture") || home, home);
  return target.origin === home.origin ? target.href : home.href;
}

async function controlRoom() {
  statusLine.textContent = "Checking the code …";
  const body = new URLSearchParams({ owner: field.value });
  const reply = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => null);
  const room = reply ? await reply.json() : { message: "The server does not answer. Check the network, then try again." };
  statusLine.textContent = room.message ?? "";
  if (!reply?.ok) return;
  tab.set(STORAGE_KEY, JSON.stringify(room));
  location.replace(lectureAddress());
}

form.addEventListener("submit", (event) => { event.preventDefault(); controlRoom(); });
if (location.hash.length > 1) {
  field.value = location.hash.slice(1);
  controlRoom();
}
