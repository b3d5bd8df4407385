// From one device to another: what a learner has done, as a file, a link or a QR code. The link carries it
// behind its #, which a browser sends to nobody.

import { element } from "../../base/dom.js";
import { many } from "../../base/format.js";
import { computer } from "../../base/requests.js";
import { LARGEST, fromFile, fromLink, size, toFile, toLink } from "./progress-format.js";
import { add, allProgress } from "./progress.js";
import { BASE } from "../navigation/page-navigation.js";
import { qrCode } from "../qr-code.js";

const MARK = "#progress=";
const FILE = "progress.json";
const count = (kind, one) => many(Object.keys(kind).length, one);
const inWords = ({ done, quiz, seen }) => [...(Object.keys(seen).length ? [`${count(seen, "step")},`] : []), count(done, "challenge"), "and", count(quiz, "question")].join(" ");

/** The part of the map that takes progress to another device, and from one. */
export function transfer() {
  const said = element("p", { role: "status", className: "kl-transfer-said" });
  const place = element("div", { className: "kl-transfer-code" });
  const file = element("input", { type: "file", accept: ".json,application/json", hidden: true });
  file.setAttribute("aria-label", "A file of saved progress");
  file.addEventListener("change", () => { bring(file, said); });
  const save = act("Save as a file", () => { saved(said); });
  const code = act("Show a link and a QR code", () => { shown(place, said); });
  const open = act("Add a file", () => file.click());
  const panel = element("details", { className: "kl-transfer" }, element("summary", { textContent: "Take it to another device" }),
    element("p", { className: "kl-faint", textContent: `Save what you have done here, and add it there. What both have done is put together; nothing is lost. The file and the link stay with you; for the QR code this ${computer.place} draws the link once, and keeps nothing.` }),
    element("div", { className: "kl-transfer-acts" }, save, code, open), file, place, said);
  const listen = () => {         // a link opened where the page is open already
    if (panel.isConnected) arrive(panel, said);
    else window.removeEventListener("hashchange", listen);
  };
  window.addEventListener("hashchange", listen);
  arrive(panel, said);
  return panel;
}

function act(text, doIt) {
  const button = element("button", { type: "button", className: "kl-action", textContent: text });
  button.addEventListener("click", doIt);
  return button;
}

function saved(said) {
  const state = allProgress();
  if (!size(state)) { said.textContent = "Nothing is done yet on this device."; return; }
  const url = URL.createObjectURL(new Blob([toFile(state)], { type: "application/json" }));
  const anchor = element("a", { href: url, download: FILE });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  said.textContent = `Saved as ${FILE}: ${inWords(state)}. On the other device open this page, and add the file.`;
}

async function bring(file, said) {
  const [chosen] = file.files;
  if (!chosen) return;
  try {
    if (chosen.size > 4 * LARGEST) throw new Error("This file is too large to be one of saved progress. Nothing was changed.");
    take(fromFile(await chosen.text()), said);
  } catch (error) {
    said.textContent = error instanceof Error ? error.message : "This file can't be read. Nothing was changed.";
  }
  file.value = "";               // so that the same file can be added again
}

function take(state, said) {
  const before = size(allProgress());
  add(state);
  const more = size(allProgress()) - before;
  said.textContent = more ? `Added: ${inWords(state)}; ${more} of them new here.` : "Everything in it was done here already.";
}

// ---- the link and its code --------------------------------------------------------------------------

const home = () => `${window.location.origin}${BASE ?? "/"}`;

async function shown(place, said) {
  const state = allProgress();
  if (!size(state)) { said.textContent = "Nothing is done yet on this device."; return; }
  const link = `${home()}${MARK}${toLink(state)}`;
  const text = element("textarea", { readOnly: true, rows: 3, value: link, className: "kl-transfer-link" });
  text.setAttribute("aria-label", "Link with what you have done");
  text.addEventListener("focus", () => text.select());
  place.replaceChildren(text);
  said.textContent = "Open this link on the other device, or point its camera at the code.";
  try {
    place.prepend(await qrCode(link, "QR code of the link below"));
  } catch {
    said.textContent = "Open this link on the other device. No code can be drawn now; the link and the file do the same.";
  }
}

// Somebody opened such a link: nothing is added before they say so.
function arrive(panel, said) {
  if (!window.location.hash.startsWith(MARK)) return;
  const text = window.location.hash.slice(MARK.length);
  window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
  panel.open = true;
  requestAnimationFrame(() => panel.scrollIntoView({ block: "center" }));
  try {
    const state = fromLink(text);
    const yes = act("Add it to this device", () => { ask.remove(); take(state, said); });
    const no = act("Leave it", () => { ask.remove(); said.textContent = "Nothing was changed."; });
    const ask = element("div", { className: "kl-transfer-acts", role: "group" }, element("p", { textContent: `The link brings what you have done elsewhere: ${inWords(state)}.` }), yes, no);
    panel.append(ask);
  } catch (error) { said.textContent = /** @type {Error} */ (error).message; }
}
