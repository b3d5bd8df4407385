// Where the learner is, kept for "resume": the address with its scene, the section in view,
// and in a few words what is set.

import { takeReturn, keepPlace, place } from "../progress/progress.js";
import { goToWhenThere, sectionInView } from "./page-sections.js";
import { BASE } from "./page-navigation.js";

const LATER = 700;               // ms after which the server has written the address
const REST = 400;                // ms without scrolling

let timer, told = { path: "", text: "" };

const pathNow = () => location.pathname.slice(BASE?.length ?? 0).replace(/\/$/, "");

// The front door is no place to go back to, and a picture inside somebody's page, or in a file, is not where one is.
const counts = () => BASE !== undefined && pathNow() !== "" && !new URLSearchParams(location.search).has("embed");

function keep() {
  clearTimeout(timer);
  if (!counts()) return;
  const path = pathNow(), now = { path, query: location.search.slice(1), section: sectionInView(), told: told.path === path ? told.text : "" };
  const before = place();
  if (before && Object.keys(now).every((name) => now[name] === before[name])) return;
  keepPlace({ ...now, at: Date.now() });
}

function soon(wait) {
  clearTimeout(timer);
  timer = setTimeout(keep, wait);
}

// A picture says what is set on it: the page's first one when it is there, any one after a hand moved it.
export function keepPicture(text) {
  told = { path: pathNow(), text };
  if (counts() && takeReturn() && place()?.path === pathNow() && place().section) goToWhenThere(place().section);
  soon(LATER);
}

// Before a press leads elsewhere, and while the page is left: as it is now.
addEventListener("click", keep, { capture: true });
addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });
addEventListener("scroll", () => soon(REST), { capture: true, passive: true });
