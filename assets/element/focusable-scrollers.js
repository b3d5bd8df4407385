// Make scrolling boxes reachable by keyboard: code, formulas and tables on the whole page. The left or right edge
// of a box fades if there is more content beyond it.

import { queryAll } from "../base/dom.js";
import { TEXT } from "../base/streamlit.js";

const FORMULA = `.katex-display, .formula, .kl-math, .kl-math-line, ${TEXT}:has(> p :is(.katex, math))`;
const SCROLLS = `pre, .kl-scroll, .wide, ${TEXT} > table, ${FORMULA}`;
const INSIDE = "a[href], button, input, select, textarea, canvas[tabindex], [tabindex='0']";
const ROUNDING_PX = 1;              // a browser rounds the sizes of a box and of its content separately
const IDLE_MS = 400;                // time without a change before the update, so that no update interrupts a drag
const NAMES = { pre: "Code, scrollable", formula: "Formula, scrollable", table: "Table, scrollable" };

/** @param {HTMLElement} box */
const nameOf = (box) => (box.matches("pre") ? NAMES.pre : box.matches(FORMULA) ? NAMES.formula : NAMES.table);

function updateScrollers() {
  for (const box of queryAll(document, SCROLLS)) {
    const style = getComputedStyle(box);
    const isWide = /auto|scroll/.test(style.overflowX) && box.scrollWidth > box.clientWidth + ROUNDING_PX;
    const isLong = /auto|scroll/.test(style.overflowY) && box.scrollHeight > box.clientHeight + ROUNDING_PX;
    fade(box);
    const needsFocus = (isWide || isLong) && !box.querySelector(INSIDE);
    if (needsFocus === box.hasAttribute("data-scroller")) continue;
    box.toggleAttribute("data-scroller", needsFocus);
    const role = box.matches("table") ? {} : { role: "group" };       // a table keeps its role
    for (const [name, value] of Object.entries({ tabindex: "0", "aria-label": nameOf(box), ...role })) {
      if (needsFocus) box.setAttribute(name, value); else box.removeAttribute(name);
    }
  }
}

/**
 * Mark the sides to which a box can be scrolled.
 * @param {HTMLElement} box
 */
function fade(box) {
  const left = box.scrollLeft > 1, right = box.scrollLeft + box.clientWidth < box.scrollWidth - ROUNDING_PX;
  const sides = /auto|scroll/.test(getComputedStyle(box).overflowX) ? [left && "left", right && "right"].filter(Boolean).join(" ") : "";
  if (box.dataset.more === sides || (!sides && !box.dataset.more)) return;
  if (sides) box.dataset.more = sides; else delete box.dataset.more;
}

/** @type {ReturnType<typeof setTimeout>} */
let timer;
const scheduleUpdate = () => { clearTimeout(timer); timer = setTimeout(updateScrollers, IDLE_MS); };

// A tab or a fold that is opened shows boxes that had no width before.
new MutationObserver(scheduleUpdate).observe(document.body, { childList: true, subtree: true, attributeFilter: ["hidden", "open"] });
addEventListener("resize", scheduleUpdate);
addEventListener("scroll", ({ target }) => { if (target instanceof HTMLElement && target.matches(SCROLLS)) fade(target); }, { capture: true, passive: true });
scheduleUpdate();
