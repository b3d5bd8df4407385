// What a term means: one sentence and one small picture, in a note that opens beside the term.

import { element } from "../../base/dom.js";
import { unbroken } from "../../base/format.js";
import { BASE } from "../navigation/page-navigation.js";

// All pictures are one file; a page that is one file itself has it inside.
const SHEET = BASE === undefined ? undefined : new URL("../../glossary.svg", import.meta.url);
const INSIDE = "glossary-sheet";
const SVG = "http://www.w3.org/2000/svg";
const AIR = 8;                   // px between a term and its note
const AGAIN = 350;               // ms in which the press that closed a note does not open it again
let sheet;

// They come once somebody wants one.
const pictures = () => sheet ??= Promise.resolve(SHEET ? fetch(SHEET).then((answer) => answer.text()) : document.getElementById(INSIDE)?.textContent ?? "")
  .then((text) => new DOMParser().parseFromString(text, "image/svg+xml"));

/**
 * The picture of a term; it comes as soon as the file with all of them is there.
 * @param {string} id
 */
export function picture(id) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "kl-term-picture");
  svg.setAttribute("viewBox", "0 0 120 80");
  svg.setAttribute("aria-hidden", "true");     // the sentence says it
  pictures().then((all) => {
    const drawn = all.getElementById(id);
    if (!drawn) svg.remove();
    else svg.append(...[...drawn.children].map((part) => document.importNode(part, true)));
  }, () => svg.remove());
  return svg;
}

/**
 * Where a term is said first.
 * @param {Term} term
 */
export function firstMention({ said }) {
  return said && BASE !== undefined ? [element("a", { href: BASE + said.href, target: "_self", textContent: `First in ${said.label}` })] : [];
}

export class Note {
  /** @param {HTMLElement} parent @param {string} all where the list of all terms is, if there is one */
  constructor(parent, all) {
    this.all = all;
    this.stop = new AbortController();
    this.root = element("div", { className: "kl-term-note", tabIndex: -1 });
    this.root.setAttribute("popover", "auto");
    this.root.setAttribute("role", "dialog");
    parent.append(this.root);
    this.root.addEventListener("toggle", (event) => { if (/** @type {ToggleEvent} */ (event).newState === "closed") this.closed(); });
    for (const type of ["scroll", "resize"]) addEventListener(type, () => this.place(), { capture: true, passive: true, signal: this.stop.signal });
  }

  get isOpen() { return this.root.matches(":popover-open"); }

  /** @param {HTMLButtonElement} button @param {Term} term @param {boolean} byPointer */
  toggle(button, term, byPointer) {
    const just = byPointer && this.last === button && performance.now() - this.since < AGAIN;
    if (just || (this.isOpen && this.button === button)) { this.hide(); return; }
    this.hide();
    this.fill(term);
    button.focus({ preventScroll: true });      // where the keyboard comes back to
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
    const more = [...firstMention(term), ...(this.all ? [element("a", { href: `${BASE}${this.all}#${term.id}`, target: "_self", textContent: "All terms" })] : [])];
    this.root.setAttribute("aria-label", term.name);
    this.root.replaceChildren(
      element("h2", { textContent: [term.name, term.symbol].filter(Boolean).join(", ") }), close,
      element("p", { textContent: unbroken(term.sentence) }), picture(term.id), element("nav", { ariaLabel: term.name }, ...more),
    );
  }

  // Under the term, or over it where there is more room; a narrow screen has it at its foot.
  place() {
    if (!this.isOpen || !this.button) return;
    const at = this.button.getBoundingClientRect(), { offsetWidth: width, offsetHeight: height } = this.root;
    const below = at.bottom + AIR + height <= innerHeight || at.top < innerHeight - at.bottom;
    const top = below ? Math.min(at.bottom + AIR, innerHeight - height - AIR) : Math.max(AIR, at.top - AIR - height);
    this.root.style.top = `${Math.max(AIR, top)}px`;
    this.root.style.left = `${Math.max(AIR, Math.min(at.left, innerWidth - width - AIR))}px`;
  }

  hide() { if (this.isOpen) this.root.hidePopover(); }

  closed() {
    this.button?.setAttribute("aria-expanded", "false");
    this.last = this.button;
    this.since = performance.now();
    this.button = undefined;
  }

  close() {
    this.stop.abort();
    this.root.remove();
  }
}
