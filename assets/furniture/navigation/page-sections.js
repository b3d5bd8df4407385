// Find the sections of a page by their headings: return the one in view, and scroll to one.

import { MAIN } from "../../base/streamlit.js";

const HEADINGS = `${MAIN} :is(h1, h2, h3)`;
const MAX_WAIT_MS = 60_000;         // longest wait for a section to be drawn, on a slow machine; any input ends it
const HEADER_PX = 76;                // height of the header above the page

/** @returns {HTMLElement[]} */
const visibleHeadings = () => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(HEADINGS))].filter((heading) => heading.getClientRects().length);
/** @param {HTMLElement} heading */
const textOf = (heading) => heading.textContent.trim();

// Return the last heading above the middle of the window; "" if there is none or the page's own heading is visible.
export function sectionInView() {
  const all = visibleHeadings(), last = all.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 2);
  const isAtStart = all[0]?.tagName === "H1" && all[0].getBoundingClientRect().bottom > 0;
  return isAtStart || !last ? "" : textOf(last);
}

/** Find the step with this title or question, or with a former one. @param {string} title */
const stepOf = (title) => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-step-formerly]"))]
  .find(({ dataset }) => dataset.stepTitle === title || JSON.parse(dataset.stepFormerly ?? "[]").includes(title));

/** Scroll to a section and move the focus there. Return whether it exists. @param {string} title */
export function goTo(title) {
  const heading = visibleHeadings().find((candidate) => textOf(candidate) === title) ?? stepOf(title);
  if (!heading) return false;
  heading.style.scrollMarginTop = `${HEADER_PX}px`;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start" });
  return true;
}

/** Go to a section that may not be drawn yet, unless the visitor scrolls first. @param {string} title */
export function goToWhenThere(title) {
  const until = performance.now() + MAX_WAIT_MS, cancelled = new AbortController();
  for (const kind of ["wheel", "touchstart", "keydown", "pointerdown"]) {
    addEventListener(kind, () => cancelled.abort(), { signal: cancelled.signal, capture: true, passive: true });
  }
  let last = -1, stableCount = 0;
  const goAgain = () => {
    if (cancelled.signal.aborted || performance.now() > until) { cancelled.abort(); return; }
    // Content above may still grow: the section is reached when its position is stable.
    const top = goTo(title) ? Math.round((visibleHeadings().find((candidate) => textOf(candidate) === title) ?? stepOf(title))?.getBoundingClientRect().top ?? -1) : -1;
    stableCount = top >= 0 && top === last ? stableCount + 1 : 0;
    last = top;
    if (stableCount < 6) setTimeout(goAgain, 200); else cancelled.abort();
  };
  goAgain();
}
