// Store the visitor's place, to resume there: the address with its scene, the section in view, and a short text about
// the settings.

import { takeReturn, keepPlace, place } from "../progress/progress.js";
import { goToWhenThere, sectionInView } from "./page-sections.js";
import { BASE } from "./page-navigation.js";

/** @typedef {import("../progress/progress-format.js").Place} Place */

const ADDRESS_DELAY_MS = 700;               // time after which the server has written the address
const SCROLL_REST_MS = 400;                // time without scrolling, after which the place is stored

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let picture = { path: "", text: "" };

const pathNow = () => location.pathname.slice(BASE?.length ?? 0).replace(/\/$/, "");

// Return whether a visit can be resumed here: not on the front page, nor in a frame or a file.
const isPlace = () => BASE !== undefined && pathNow() !== "" && !new URLSearchParams(location.search).has("embed");

function keepCurrent() {
  clearTimeout(timer);
  if (!isPlace()) return;
  const path = pathNow();
  /** @type {Omit<Place, "at">} */
  const current = { path, query: location.search.slice(1), section: sectionInView(), told: picture.path === path ? picture.text : "" };
  const before = place();
  if (before && Object.entries(current).every(([name, value]) => value === before[/** @type {keyof Place} */ (name)])) return;
  keepPlace({ ...current, at: Date.now() });
}

/** @param {number} wait in milliseconds */
function keepAfter(wait) {
  clearTimeout(timer);
  timer = setTimeout(keepCurrent, wait);
}

// Store a picture's settings in words: when the page's first picture is drawn, and after a change of any picture. If
// the visitor resumes here, scroll to the stored section.
/** @param {string | undefined} text */
export function keepPicture(text) {
  picture = { path: pathNow(), text: text ?? "" };
  const before = isPlace() && takeReturn() ? place() : null;
  if (before?.path === pathNow() && before.section) goToWhenThere(before.section);
  keepAfter(ADDRESS_DELAY_MS);
}

// Store the place before a press that may leave the page, and when the page is hidden.
addEventListener("click", keepCurrent, { capture: true });
addEventListener("pagehide", keepCurrent);
document.addEventListener("visibilitychange", () => { if (document.hidden) keepCurrent(); });
addEventListener("scroll", () => keepAfter(SCROLL_REST_MS), { capture: true, passive: true });
