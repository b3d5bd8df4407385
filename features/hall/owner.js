// Another computer becomes the owner's: by the code that is typed, or by the one behind the # of the link,
// which no server's log has. The room is kept for this tab, where the lecture view finds it.

import { tab } from "../../assets/base/storage.js";

const KEPT = "kl-hall";          // as in features/hall/room.js
const form = document.querySelector("form");
const field = /** @type {HTMLInputElement} */ (document.getElementById("owner"));
const told = document.getElementById("told");

/** The lecture that the link names, where it is a page of this site; else its front door. */
function lecture() {
  const home = new URL(form.dataset.home, location.href);
  const named = new URL(new URLSearchParams(location.search).get("lecture") || home, home);
  return named.origin === home.origin ? named.href : home.href;
}

async function lead() {
  told.textContent = "One moment …";
  const body = new URLSearchParams({ owner: field.value });
  const reply = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => null);
  const room = reply ? await reply.json() : { message: "The server does not answer. Try again." };
  told.textContent = room.message ?? "";
  if (!reply?.ok) return;
  tab.set(KEPT, JSON.stringify(room));
  location.replace(lecture());
}

form.addEventListener("submit", (event) => { event.preventDefault(); lead(); });
if (location.hash.length > 1) {
  field.value = location.hash.slice(1);
  lead();
}
