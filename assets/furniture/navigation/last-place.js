// Stores the visitor's place for "resume": the address with its scene, the section in view, and a few words about the
// settings.

import { takeReturn, keepPlace, place } from "../progress/progress.js";
import { goToWhenThere, sectionInView } from "./page-sections.js";
import { BASE } from "./page-navigation.js";

/** @typedef {import("../progress/progress-format.js").Place} Place */

const ADDRESS_DELAY_MS = 700;               // after which the server has written the address
const SCROLL_REST_MS = 400;                // without scrolling

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let picture = { path: "", text: "" };

const pathNow = () => location.pathname.slice(BASE?.length ?? 0).replace(/\/$/, "");

// Whether the address is a place to resume: not the front page, nor a picture in a frame or a file.
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

// Stores a picture's settings in words: of the page's first picture when it is drawn, of any after a change.
/** @param {string | undefined} text */
export function keepPicture(text) {
  picture = { path: pathNow(), text: text ?? "" };
  const before = isPlace() && takeReturn() ? place() : null;
  if (before?.path === pathNow() && before.section) goToWhenThere(before.section);
  keepAfter(ADDRESS_DELAY_MS);
}

// Before a press may leave the page, and when it is hidden.
addEventListener("click", keepCurrent, { capture: true });
addEventListener("pagehide", keepCurrent);
document.addEventListener("visibilitychange", () => { if (document.hidden) keepCurrent(); });
addEventListener("scroll", () => keepAfter(SCROLL_REST_MS), { capture: true, passive: true });
