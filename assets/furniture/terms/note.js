// The note of a term, which opens beside the term: its definition and, for most terms, a small picture.

import { element, voiceOnly } from "../../base/dom.js";
import { unbroken } from "../../base/format.js";
import { BASE } from "../navigation/page-navigation.js";

// All pictures are in one file; a page that is saved as a single file contains it.
const SHEET = BASE === undefined ? undefined : new URL("../../glossary.svg", import.meta.url);
const INSIDE = "glossary-sheet";
const SVG = "http://www.w3.org/2000/svg";
const NOTES = "notes";             // how the identifiers of lecture notes begin
const GAP_PX = 8;                   // space between a term and its note
const REOPEN_DELAY_MS = 350;               // within this time, the press that closed a note does not open it again
/** @type {Promise<Document> | undefined} */
let sheet;

// Load the pictures when the first one is needed.
const pictures = () => sheet ??= Promise.resolve(SHEET ? fetch(SHEET).then((answer) => answer.text()) : document.getElementById(INSIDE)?.textContent ?? "")
  .then((text) => new DOMParser().parseFromString(text, "image/svg+xml"));

/**
 * Return the picture of a term; it is empty until the file is loaded.
 * @param {string} id
 */
export function picture(id) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "kl-term-picture");
  svg.setAttribute("viewBox", "0 0 120 80");
  svg.setAttribute("aria-hidden", "true");     // the definition says the same
  pictures().then((all) => {
    const symbol = all.getElementById(id);
    if (!symbol) svg.remove();
    else svg.append(...[...symbol.children].map((part) => document.importNode(part, true)));
  }, () => svg.remove());
  return svg;
}

/**
 * Return a link to the first use of a term.
 * @param {Term} term
 */
export function firstMention({ first_use: mention }) {
  return mention && BASE !== undefined ? [element("a", { href: BASE + mention.href, target: "_self", textContent: `First used in ${mention.label}` })] : [];
}

export class Note {
  /** @type {HTMLButtonElement | undefined} The term whose note is open. */ button;
  /** @type {HTMLButtonElement | undefined} */ lastButton;
  /** The time of `performance.now()` at which the last note was closed. */ closeTime = 0;

  /** @param {HTMLElement} parent @param {string} all the path of the list of all terms, if any */
  constructor(parent, all) {
    this.all = all;
    this.stop = new AbortController();
    this.root = element("div", { className: "kl-term-note", tabIndex: -1 });
    this.root.setAttribute("popover", "auto");
    this.root.setAttribute("role", "dialog");
    parent.append(this.root);
    this.root.addEventListener("toggle", (event) => { if (/** @type {ToggleEvent} */ (event).newState === "closed") this.handleClose(); });
    for (const type of ["scroll", "resize"]) addEventListener(type, () => this.place(), { capture: true, passive: true, signal: this.stop.signal });
  }

  get isOpen() { return this.root.matches(":popover-open"); }

  /** @param {HTMLButtonElement} button @param {Term} term @param {boolean} byPointer */
  toggle(button, term, byPointer) {
    const wasJustClosed = byPointer && this.lastButton === button && performance.now() - this.closeTime < REOPEN_DELAY_MS;
    if (wasJustClosed || (this.isOpen && this.button === button)) { this.hide(); return; }
    this.hide();
    this.fill(term);
    button.focus({ preventScroll: true });      // when the note closes, the focus returns to the term
    this.button = button;
    button.setAttribute("aria-expanded", "true");
    this.root.showPopover();
    this.place();
    this.root.focus({ preventScroll: true });
  }

  /** @param {Term} term */
  fill(term) {
    const close = element("button", { type: "button", className: "kl-term-close", textContent: "×", ariaLabel: "Close" });
    close.addEventListener("click", () => { const { button } = this; this.hide(); button?.focus({ preventScroll: true }); });
    const links = [...firstMention(term), ...(this.all ? [element("a", { href: `${BASE}${this.all}#${term.id}`, target: "_self", textContent: term.id.startsWith(NOTES) ? "All lecture notes" : "All terms" })] : [])];
    this.root.setAttribute("aria-label", term.name);
    this.root.replaceChildren(
      element("h2", {}, [term.name, term.symbol].filter(Boolean).join(", "), voiceOnly(". ")), close,
      element("p", { textContent: unbroken(term.sentence) }), picture(term.id), element("nav", { ariaLabel: term.name }, ...links.flatMap((link) => [voiceOnly(" "), link, voiceOnly(". ")])),
    );
  }

  // Place the note below the term or, if it does not fit there and there is more space, above the term; on a narrow
  // screen at the bottom.
  place() {
    if (!this.isOpen || !this.button) return;
    const at = this.button.getBoundingClientRect(), { offsetWidth: width, offsetHeight: height } = this.root;
    const isBelow = at.bottom + GAP_PX + height <= innerHeight || at.top < innerHeight - at.bottom;
    const top = isBelow ? Math.min(at.bottom + GAP_PX, innerHeight - height - GAP_PX) : Math.max(GAP_PX, at.top - GAP_PX - height);
    this.root.style.top = `${Math.max(GAP_PX, top)}px`;
    this.root.style.left = `${Math.max(GAP_PX, Math.min(at.left, innerWidth - width - GAP_PX))}px`;
  }

  hide() { if (this.isOpen) this.root.hidePopover(); }

  handleClose() {
    this.button?.setAttribute("aria-expanded", "false");
    this.lastButton = this.button;
    this.closeTime = performance.now();
    this.button = undefined;
  }

  close() {
    this.stop.abort();
    this.root.remove();
  }
}
