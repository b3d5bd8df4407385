// The sections of a page, by the words of their headings: which one is in view, and the way to one.

import { MAIN } from "../../base/streamlit.js";

const HEADINGS = `${MAIN} :is(h1, h2, h3)`;
const PATIENCE = 60_000;         // ms that a section may take to be drawn, on a slow machine; a hand ends it at once
const ABOVE = 76;                // px of furniture above the page

/** @returns {HTMLElement[]} */
const shown = () => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(HEADINGS))].filter((heading) => heading.getClientRects().length);
const words = (heading) => heading.textContent.trim();

// The last heading above the middle of the window; "" while the page's own question can be seen.
export function sectionInView() {
  const all = shown(), above = all.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 2);
  const begun = all[0]?.tagName === "H1" && all[0].getBoundingClientRect().bottom > 0;
  return begun || !above.length ? "" : words(above.at(-1));
}

// The step of this title, or of this question, one of them perhaps in earlier words.
const stepOf = (title) => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-step-formerly]"))]
  .find(({ dataset }) => dataset.stepTitle === title || JSON.parse(dataset.stepFormerly).includes(title));

// Whether what the title names is folded: it goes deeper than the core of its page.
export const isFolded = (title) => ["deeper", "notes"].includes(stepOf(title)?.dataset.stepDepth ?? "");

// Whether there is such a section; then it is scrolled to, and the keyboard goes on from there.
export function goTo(title) {
  const heading = shown().find((one) => words(one) === title) ?? stepOf(title);
  if (!heading) return false;
  heading.style.scrollMarginTop = `${ABOVE}px`;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start" });
  return true;
}

// The same for a section that is still to come, unless a hand scrolls first.
export function goToWhenThere(title) {
  const until = performance.now() + PATIENCE, moved = new AbortController();
  for (const kind of ["wheel", "touchstart", "keydown", "pointerdown"]) {
    addEventListener(kind, () => moved.abort(), { signal: moved.signal, capture: true, passive: true });
  }
  let last = -1, still = 0;
  const look = () => {
    if (moved.signal.aborted || performance.now() > until) { moved.abort(); return; }
    // What is above may still be growing: it is there when it stays in its place.
    const top = goTo(title) ? Math.round((shown().find((one) => words(one) === title) ?? stepOf(title))?.getBoundingClientRect().top ?? -1) : -1;
    still = top >= 0 && top === last ? still + 1 : 0;
    last = top;
    if (still < 6) setTimeout(look, 200); else moved.abort();
  };
  look();
}
