// A button for a short link to the item's target or, without one, to the current view. The server stores the link for
// 30 days, see features/short_links/links.py.

import { copyText, element } from "../../assets/base/dom.js";
import { computer, request, RequestRefused } from "../../assets/base/requests.js";
import { BASE } from "../../assets/furniture/navigation/page-navigation.js";

export const kinds = { shortlink };

/** @type {MakeView<"shortlink">} */
function shortlink(root, item) {
  const view = { draw() {}, describe() {} };
  if (computer.name !== "server" || BASE === undefined) { root.hidden = true; return view; }   // there is no server to store links
  root.classList.add("kl-link-row");
  const link = element("input", { type: "text", readOnly: true, hidden: true }), status = element("span", { role: "status", className: "kl-fine-print" });
  link.setAttribute("aria-label", "Short link");
  link.addEventListener("focus", () => link.select());
  const button = element("button", { type: "button", className: "kl-action", textContent: "Make a short link" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const { address, ends, in_memory: inMemory } = await makeShortLink(item.target || currentTarget(root, item.drop));
      link.value = address;
      link.size = address.length;
      link.hidden = false;
      const day = new Date(ends * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
      const copyNotice = await copyText(link.value, () => link.select()) ? "Copied. " : "";
      status.textContent = `${copyNotice}The link works until ${day}${inMemory ? ", or until this server restarts" : ""}.`;
    } catch (error) {
      link.hidden = true;
      status.textContent = error instanceof RequestRefused ? error.message : "The server did not answer. Try again, or use the long link.";
    }
    button.disabled = false;
  });
  root.append(button, link, status);
  return view;
}

/**
 * Return the page and scene of the address, without the words in `drop`. The step with the button is left out too: the
 * address names it while the button is in sight, and the link should lead to a picture.
 * @param {HTMLElement} root @param {string[]} drop
 */
function currentTarget(root, drop) {
  const words = new URLSearchParams(location.search), box = /** @type {HTMLElement | null} */ (root.closest("[data-step]"));
  for (const name of drop) words.delete(name);
  if (box && words.get("step") === box.dataset.step) words.delete("step");
  return `${location.pathname}${words.size ? "?" : ""}${words}`;
}

/**
 * Make a short link to an address on this server.
 * @param {string} target @returns {Promise<{ address: string, ends: number, in_memory: boolean }>}
 */
async function makeShortLink(target) {
  const answer = await request(`${BASE}s`, { method: "POST", body: JSON.stringify({ target }) });
  const data = await answer.json();
  if (!answer.ok) throw new RequestRefused(data.message);
  return data;
}
