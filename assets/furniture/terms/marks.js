// Mark the first use of each term on a page, each read-out's label that names a term, and every number of the
// lecture notes, such as 003. A press opens the term's note.
// Streamlit's own text nodes stay in place, since Streamlit updates them; marks are inserted after them.

import { element, queryAll } from "../../base/dom.js";
import { singleton } from "../../base/singleton.js";
import { MAIN, TEXT } from "../../base/streamlit.js";
import { Note } from "./note.js";

const PROSE = `${MAIN} ${TEXT} :is(p, li, td), .kl-is-heading p, .kl-legend span:last-child, .kl-quiz-source`;
const LABELS = ".kl-readouts .kl-row > span";
const EXCLUDED = "a, button, label, summary, code, pre, math, .katex, h1, h2, h3, h4, [role='tab'], [aria-live], [role='status'], [role='alert'], [hidden], details:not([open])";
const PUNCTUATION = /^[,.;:!?)]+/, OPENING = /[([“]+$/;
const QUIET_MS = 500;               // time without a change after which the page is read again

export const { mount, unmount } = singleton(({ parentElement, data }) => new Marks(parentElement, data));

/** @param {string[]} spellings */
function patternOf(spellings) {
  const longest = [...spellings].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  // The digits 000 in 1,000 or 001 in 0.001 are not the number of one of the lecture notes.
  return new RegExp(`(?<![\\p{L}\\p{N}_-]|\\p{N}[.,])(?:${longest.join("|")})(?![\\p{L}\\p{N}_-])`, "giu");
}

class Marks {
  /** @param {HTMLElement} parent @param {{terms: Term[], spellings: Record<string, string>, labels?: Record<string, string>, all: string}} data */
  constructor(parent, { terms, spellings, labels = {}, all }) {
    this.parent = parent;
    this.terms = new Map(terms.map((term) => [term.id, term]));
    this.spellings = spellings;
    this.labels = labels;        // the term that explains a label, by the label's whole text; for labels that name no term
    this.pattern = patternOf(Object.keys(spellings));
    /** @type {Map<string, HTMLButtonElement>} */
    this.first = new Map();      // the mark of a term's first use, by term
    /** @type {WeakMap<Node, { left: string, added: ChildNode[] }>} */
    this.changed = new WeakMap();        // for each shortened text node, its remaining text and the nodes added after it
    this.root = element("div", { className: "kl-terms" });
    parent.append(this.root);
    this.note = new Note(this.root, all);
    this.stop = new AbortController();
    document.addEventListener("click", (event) => this.press(event), { signal: this.stop.signal });
    document.addEventListener("toggle", () => this.readLater(), { capture: true, signal: this.stop.signal });
    this.watcher = new MutationObserver((records) => this.handleChanges(records));
    this.watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
    this.readLater();
  }

  /** @param {MouseEvent} event */
  press({ target, detail }) {
    const button = target instanceof Element ? /** @type {HTMLButtonElement | null} */ (target.closest("button.kl-word")) : null;
    const term = this.terms.get(button?.dataset.term ?? "");
    if (button && term) this.note.toggle(button, term, detail > 0);
  }

  /** @param {MutationRecord[]} records */
  handleChanges(records) {
    for (const { type, target } of records) if (type === "characterData") this.unmarkChanged(target);
    if (records.some(({ addedNodes }) => [...addedNodes].some((node) => node.nodeType === Node.ELEMENT_NODE && !this.root.contains(node)))) this.readLater();
  }

  readLater() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.read(), QUIET_MS);
  }

  /**
   * Remove the marks of a text node that Streamlit has changed, since the node has its whole text again. A browser's
   * translation, which wraps text in <font>, changes only its own part.
   * @param {Node} text
   */
  unmarkChanged(text) {
    const change = this.changed.get(text);
    if (!change || text.nodeValue === change.left || text.parentElement?.closest("font")) return;
    this.unmark(text);
    this.readLater();
  }

  /** @param {Node} text */
  unmark(text) {
    for (const node of this.changed.get(text)?.added ?? []) {
      this.unmark(node);
      node.remove();
    }
    this.changed.delete(text);
  }

  read() {
    for (const [id, button] of this.first) if (!button.isConnected || button.closest("[hidden]")) this.first.delete(id);
    for (const box of queryAll(document, PROSE)) this.markIn(box, (id) => !this.first.has(id) || this.terms.get(id)?.is_source === true, (id, button) => this.first.set(id, button));
    for (const box of queryAll(document, LABELS)) if (!box.querySelector(".kl-word")) this.markLabel(box);
  }

  /** @param {HTMLElement} box */
  markLabel(box) {
    this.markIn(box, () => !box.querySelector(".kl-word"), () => {});
    const [text] = texts(box), id = this.labels[text?.data.trim()];
    if (id && !box.querySelector(".kl-word")) this.mark(text, 0, text.data.trimEnd().length, id);
  }

  /** @param {HTMLElement} box @param {(id: string) => boolean} isWanted @param {(id: string, button: HTMLButtonElement) => void} onMark */
  markIn(box, isWanted, onMark) {
    if (box.closest(EXCLUDED)) return;
    for (const start of texts(box)) {
      for (let text = start; text;) {
        const use = [...text.data.matchAll(this.pattern)].map((match) => ({ match, id: this.spellings[match[0].toLowerCase()] })).find(({ id }) => id && isWanted(id));
        if (!use) break;
        const { button, rest } = this.mark(text, use.match.index, use.match[0].length, use.id);
        onMark(use.id, button);
        text = rest;
      }
    }
  }

  /** @param {Text} text @param {number} from @param {number} length @param {string} id */
  mark(text, from, length, id) {
    const word = text.splitText(from), after = word.splitText(length);
    const button = element("button", { type: "button", className: "kl-word", textContent: word.data });
    button.dataset.term = id;
    button.setAttribute("aria-haspopup", "dialog");
    button.setAttribute("aria-expanded", "false");
    // A bracket before the word and punctuation after it stay on its line.
    const [bracket] = OPENING.exec(text.data) ?? [""], opening = text.splitText(text.data.length - bracket.length);
    const [point] = PUNCTUATION.exec(after.data) ?? [""], rest = point ? after.splitText(point.length) : after;
    if (!bracket) opening.remove();
    /** @type {HTMLElement} */
    let added = button;
    if (bracket || point || (!rest.data && isBeforePunctuation(rest))) {
      added = element("span", { className: "kl-word-and-point" }, ...(bracket ? [opening] : []), button, ...(point ? [after] : []));
      rest.before(added);
      word.remove();
    } else word.replaceWith(button);
    this.changed.set(text, { left: text.data, added: [added, rest] });
    return { button, rest };
  }

  close() {
    this.stop.abort();
    this.watcher.disconnect();
    clearTimeout(this.waiting);
    this.note.close();
    this.root.remove();
  }
}

/** Return whether the text ends an element, such as a bold word, that punctuation follows. @param {Text} text */
function isBeforePunctuation(text) {
  const { parentElement, nextSibling } = text;
  return !nextSibling && PUNCTUATION.test(parentElement?.nextSibling?.textContent ?? "");
}

/** @param {HTMLElement} box @returns {Text[]} */
function texts(box) {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), nodes = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest(EXCLUDED) === null) nodes.push(/** @type {Text} */ (node));
  }
  return nodes;
}
