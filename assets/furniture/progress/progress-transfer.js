// Transfer progress to another device as a file, a link or a QR code. In the link, progress is the part after the #,
// which a browser does not send to the server.

import { element } from "../../base/dom.js";
import { many } from "../../base/format.js";
import { computer } from "../../base/requests.js";
import { MAX_CHARACTERS, fromFile, fromLink, size, toFile, toLink } from "./progress-format.js";
import { add, allProgress } from "./progress.js";
import { BASE } from "../navigation/page-navigation.js";
import { qrCode } from "../qr-code.js";

/** @typedef {import("./progress-format.js").Progress} Progress */

const MARK = "#progress=";
const FILE = "progress.json";
/** @param {object} kind @param {string} noun */
const count = (kind, noun) => many(Object.keys(kind).length, noun);
/** @param {Progress} state */
const summary = ({ done, quiz, seen }) => [...(Object.keys(seen).length ? [`${count(seen, "step")},`] : []), count(done, "challenge"), "and", count(quiz, "question")].join(" ");

/** Build the part of the course map that transfers progress. */
export function transfer() {
  const status = element("p", { role: "status", className: "kl-transfer-status" });
  const codeBox = element("div", { className: "kl-transfer-code" });
  const file = element("input", { type: "file", accept: ".json,application/json", hidden: true });
  file.setAttribute("aria-label", "File of saved progress");
  file.addEventListener("change", () => { addFile(file, status); });
  const save = actionButton("Save as a file", () => { saveFile(status); });
  const code = actionButton("Show a link and a QR code", () => { showLink(codeBox, status); });
  const open = actionButton("Import a file", () => file.click());
  const panel = element("details", { className: "kl-transfer" }, element("summary", { textContent: "Transfer progress to another device" }),
    element("p", { className: "kl-fine-print", textContent: `Save your progress here, and import it there. The progress of both devices is combined; nothing is lost. The file and the link stay on your devices. Only the QR code is drawn by this ${computer.place}, which receives the link for that and stores nothing.` }),
    element("div", { className: "kl-link-row" }, save, code, open), file, codeBox, status);
  const listen = () => {         // for a link that is opened while the page is open
    if (panel.isConnected) offerLink(panel, status);
    else window.removeEventListener("hashchange", listen);
  };
  window.addEventListener("hashchange", listen);
  offerLink(panel, status);
  return panel;
}

/** @param {string} text @param {() => void} onClick */
function actionButton(text, onClick) {
  const button = element("button", { type: "button", className: "kl-action", textContent: text });
  button.addEventListener("click", onClick);
  return button;
}

/** @param {HTMLElement} status */
function saveFile(status) {
  const state = allProgress();
  if (!size(state)) { status.textContent = "There is no progress on this device yet."; return; }
  const url = URL.createObjectURL(new Blob([toFile(state)], { type: "application/json" }));
  const anchor = element("a", { href: url, download: FILE });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  status.textContent = `Saved as ${FILE}: ${summary(state)}. On the other device open this page, and import the file.`;
}

/** @param {HTMLInputElement} file @param {HTMLElement} status */
async function addFile(file, status) {
  const chosen = file.files?.[0];
  if (!chosen) return;
  try {
    if (chosen.size > 4 * MAX_CHARACTERS) throw new Error("This file is too large to be saved progress. Nothing was changed.");
    addProgress(fromFile(await chosen.text()), status);
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : "This file can’t be read. Nothing was changed.";
  }
  file.value = "";               // so that the same file can be added again
}

/** @param {Progress} state @param {HTMLElement} status */
function addProgress(state, status) {
  const before = size(allProgress());
  add(state);
  const added = size(allProgress()) - before;
  status.textContent = added ? `Added: ${summary(state)}; ${added} of them new here.` : "This device already has these steps, challenges and questions.";
}

// ---- the link and its code --------------------------------------------------------------------------

const home = () => `${window.location.origin}${BASE ?? "/"}`;

/** @param {HTMLElement} codeBox @param {HTMLElement} status */
async function showLink(codeBox, status) {
  const state = allProgress();
  if (!size(state)) { status.textContent = "There is no progress on this device yet."; return; }
  const link = `${home()}${MARK}${toLink(state)}`;
  const text = element("textarea", { readOnly: true, rows: 3, value: link, className: "kl-transfer-link" });
  text.setAttribute("aria-label", "Link with your progress");
  text.addEventListener("focus", () => text.select());
  codeBox.replaceChildren(text);
  status.textContent = "Open this link on the other device, or point its camera at the code.";
  try {
    codeBox.prepend(await qrCode(link, "QR code of the link below"));
  } catch {
    status.textContent = "Open this link on the other device, or import a file there. No QR code can be drawn now.";
  }
}

/** Offer to add the progress of an opened link. @param {HTMLDetailsElement} panel @param {HTMLElement} status */
function offerLink(panel, status) {
  if (!window.location.hash.startsWith(MARK)) return;
  const text = window.location.hash.slice(MARK.length);
  window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
  panel.open = true;
  requestAnimationFrame(() => panel.scrollIntoView({ block: "center" }));
  try {
    const state = fromLink(text);
    const yes = actionButton("Add it to this device", () => { ask.remove(); addProgress(state, status); });
    const no = actionButton("Do not add it", () => { ask.remove(); status.textContent = "Nothing was changed."; });
    const ask = element("div", { className: "kl-link-row", role: "group" }, element("p", { textContent: `The link contains progress from another device: ${summary(state)}.` }), yes, no);
    panel.append(ask);
  } catch (error) { status.textContent = /** @type {Error} */ (error).message; }
}
