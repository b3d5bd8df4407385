// The glossary's list of terms, each with its own address, and its tables of symbols and lecture notes.

import { element } from "../../assets/base/dom.js";
import { unbroken } from "../../assets/base/format.js";
import { firstMention, picture } from "../../assets/furniture/terms/note.js";

/** @typedef {{ sign: string, meaning: string, term: string }} GlossarySymbol */
/** @typedef {{ id: string, text: string, rows: { id: string, number: string, source: string, contents: string }[] }} GlossaryNotes */

const drawnLists = new WeakMap();

/** @param {Component} component */
export function mount({ data, parentElement }) {
  if (drawnLists.has(parentElement)) return;
  const { terms, symbols, notes } = /** @type {{ terms: Term[], symbols: GlossarySymbol[], notes: GlossaryNotes }} */ (/** @type {unknown} */ (data)), sortedTerms = [...terms].sort((a, b) => a.name.localeCompare(b.name, "en"));
  const byName = new Map(sortedTerms.map((term) => [term.name, term]));
  const root = element("div", { className: "kl-glossary" }, heading("terms", "All terms"), letters(sortedTerms, notes), entries(sortedTerms), heading("symbols", "Symbols"), table(symbols, byName), heading(notes.id, "Lecture notes"), element("p", { textContent: notes.text }), notesTable(notes));
  drawnLists.set(parentElement, root);
  parentElement.append(root);
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && root.contains(target)) goTo(target);
}

/** @param {HTMLElement} parentElement */
export function unmount(parentElement) {
  drawnLists.get(parentElement)?.remove();
  drawnLists.delete(parentElement);
}

const heading = (/** @type {string} */ id, /** @type {string} */ textContent) => element("h2", { id, textContent });

// Make a link to an element of this page. Its address is absolute, since a bare #id refers to the document's base URL.
/** @param {string} id @param {string} textContent */
function link(id, textContent) {
  const way = element("a", { href: `${location.pathname}${location.search}#${id}`, target: "_self", textContent });
  way.addEventListener("click", (event) => {
    event.preventDefault();
    history.replaceState(history.state, "", way.href);
    goTo(document.getElementById(id));
  });
  return way;
}

/** @param {HTMLElement | null} place */
function goTo(place) {
  if (!place) return;
  place.scrollIntoView({ block: "start" });
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** @param {Term[]} terms @param {GlossaryNotes} notes */
function letters(terms, notes) {
  const first = new Map();
  for (const { id, name } of terms) if (!first.has(name[0])) first.set(name[0], id);
  const room = element("nav", { className: "kl-letters" }, ...[...first].map(([letter, id]) => link(id, letter)), link("symbols", "Symbols"), link(notes.id, "Notes"));
  room.setAttribute("aria-label", "Terms by first letter, symbols and notes");
  return room;
}

/** @param {Term[]} terms */
function entries(terms) {
  const list = element("div", { className: "kl-glossary-entries" });
  for (const term of terms) {
    const mention = firstMention(term), words = element("div", {}, element("h3", { textContent: [term.name, term.symbol].filter(Boolean).join(", ") }), element("p", { textContent: unbroken(term.sentence) }));
    if (mention.length) words.append(element("p", { className: "kl-entry-place" }, ...mention));
    list.append(element("section", { id: term.id }, picture(term.id), words));
  }
  return list;
}

/** @param {GlossarySymbol[]} symbols @param {Map<string, Term>} byName */
function table(symbols, byName) {
  const head = element("tr", {}, ...["Symbol", "What it stands for"].map((textContent) => element("th", { scope: "col", textContent })));
  const rows = symbols.map(({ sign, meaning, term }) => {
    const linkedTerm = byName.get(term), cell = element("td", {}, unbroken(meaning), ...(linkedTerm ? [" (", link(linkedTerm.id, linkedTerm.name), ")"] : []));
    return element("tr", {}, element("th", { scope: "row", className: "kl-sign", textContent: sign }), cell);
  });
  return element("table", { className: "kl-symbols" }, element("thead", {}, head), element("tbody", {}, ...rows));
}

/** @param {GlossaryNotes} notes */
function notesTable({ rows }) {
  const head = element("tr", {}, ...["Number", "Lecture notes"].map((textContent) => element("th", { scope: "col", textContent })));
  const body = rows.map(({ id, number, source, contents }) => element("tr", { id }, element("th", { scope: "row", textContent: number }), element("td", { textContent: unbroken(`${source}: ${contents}.`) })));
  return element("table", { className: "kl-symbols" }, element("thead", {}, head), element("tbody", {}, ...body));
}
