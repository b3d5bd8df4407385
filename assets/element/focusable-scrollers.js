// What is wider than its place and scrolls on its own can be reached by keys, wherever on the page it is:
// code, formulas and tables, Streamlit's, the site's and ours. Where more follows, the edge fades.

import { queryAll } from "../base/dom.js";
import { TEXT } from "../base/streamlit.js";

const FORMULA = `.katex-display, .formula, .kl-math, .kl-math-line, ${TEXT}:has(> p :is(.katex, math))`;
const SCROLLS = `pre, .kl-scroll, .wide, ${TEXT} > table, ${FORMULA}`;
const INSIDE = "a[href], button, input, select, textarea, canvas[tabindex], [tabindex='0']";
const OVERHANG = 4;              // px by which a glyph may leave its box: nothing more to see
const REST = 400;                // ms without a change: never in the middle of a drag
const NAMES = { pre: "Code, wider than its place", formula: "Formula, wider than its place", table: "Table, wider than its place" };

/** @param {HTMLElement} box */
const nameOf = (box) => (box.matches("pre") ? NAMES.pre : box.matches(FORMULA) ? NAMES.formula : NAMES.table);

function mend() {
  for (const box of queryAll(document, SCROLLS)) {
    const style = getComputedStyle(box);
    const wide = /auto|scroll/.test(style.overflowX) && box.scrollWidth > box.clientWidth + OVERHANG;
    const long = /auto|scroll/.test(style.overflowY) && box.scrollHeight > box.clientHeight + 1;
    fade(box);
    const needs = (wide || long) && !box.querySelector(INSIDE);
    if (needs === box.hasAttribute("data-scroller")) continue;
    box.toggleAttribute("data-scroller", needs);
    const role = box.matches("table") ? {} : { role: "group" };       // a table stays one for the ear
    for (const [name, value] of Object.entries({ tabindex: "0", "aria-label": nameOf(box), ...role })) {
      if (needs) box.setAttribute(name, value); else box.removeAttribute(name);
    }
  }
}

/**
 * On which sides a box has more than it shows.
 * @param {HTMLElement} box
 */
function fade(box) {
  const left = box.scrollLeft > 1, right = box.scrollLeft + box.clientWidth < box.scrollWidth - OVERHANG;
  const more = /auto|scroll/.test(getComputedStyle(box).overflowX) ? [left && "left", right && "right"].filter(Boolean).join(" ") : "";
  if (box.dataset.more === more || (!more && !box.dataset.more)) return;
  if (more) box.dataset.more = more; else delete box.dataset.more;
}

/** @type {ReturnType<typeof setTimeout>} */
let waiting;
const soon = () => { clearTimeout(waiting); waiting = setTimeout(mend, REST); };

// What a tab or a fold shows was there before, without a width.
new MutationObserver(soon).observe(document.body, { childList: true, subtree: true, attributeFilter: ["hidden", "open"] });
addEventListener("resize", soon);
addEventListener("scroll", ({ target }) => { if (target instanceof HTMLElement && target.matches(SCROLLS)) fade(target); }, { capture: true, passive: true });
soon();
