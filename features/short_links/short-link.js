// A short link to what is shown, for a blackboard or a message. The server keeps it for 30 days, see
// features/short_links/links.py.

import { copyText, element } from "../../assets/base/dom.js";
import { computer, request, RequestRefused } from "../../assets/base/requests.js";
import { BASE } from "../../assets/furniture/navigation/page-navigation.js";

export const kinds = { shortlink };

/** @type {MakeView} */
function shortlink(root, item) {
  const view = { draw() {}, describe() {} };
  if (computer.name !== "server" || BASE === undefined) { root.hidden = true; return view; }   // nobody keeps it
  root.classList.add("kl-short");
  const link = element("input", { type: "text", readOnly: true, hidden: true }), said = element("span", { role: "status", className: "kl-faint" });
  link.setAttribute("aria-label", "Short link");
  link.addEventListener("focus", () => link.select());
  const button = element("button", { type: "button", className: "kl-action", textContent: "Make a short link" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const { address, ends, in_memory: inMemory } = await shortened(item.target || shown(item.drop));
      link.value = address;
      link.size = address.length;
      link.hidden = false;
      const day = new Date(ends * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
      const told = await copyText(link.value, () => link.select()) ? "Copied. " : "";
      said.textContent = `${told}It leads here until ${day}${inMemory ? ", or until this server starts anew" : ""}.`;
    } catch (error) {
      link.hidden = true;
      said.textContent = error instanceof RequestRefused ? error.message : "The server did not answer. The long link does the same.";
    }
    button.disabled = false;
  });
  root.append(button, link, said);
  return view;
}

// What the address shows now: the page and its scene.
function shown(drop) {
  const words = new URLSearchParams(location.search);
  for (const name of drop) words.delete(name);
  return `${location.pathname}${words.size ? "?" : ""}${words}`;
}

/**
 * A short link to an address on this server.
 * @param {string} target @returns {Promise<{ address: string, ends: number, in_memory: boolean }>}
 */
async function shortened(target) {
  const answer = await request(`${BASE}s`, { method: "POST", body: JSON.stringify({ target }) });
  const told = await answer.json();
  if (!answer.ok) throw new RequestRefused(told.message);
  return told;
}
