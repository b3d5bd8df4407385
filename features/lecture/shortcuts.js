// The keys of the lecture view. A control that was reached by Tab keeps the keys that it knows.

import { queryAll } from "../../assets/base/dom.js";

export const HELP = [
  ["→ PageDown", "next step of the lecture"],
  ["← PageUp", "the step before"],
  ["] [", "slider to the next stop, or back; with Shift five stops"],
  ["s", "another slider"],
  ["l", "next loss"],
  ["d", "next data set"],
  ["o", "next overlay, such as the Bayes-optimal boundary"],
  ["r", "hide the numbers, or reveal them"],
  ["R", "hide the answer in the picture too"],
  ["e", "next picture of this page"],
  ["n", "notes for this step"],
  ["a", "add this scene to my lecture"],
  ["b", "black screen, and back"],
  ["p", "presenter’s window, for a second screen"],
  ["x z", "spotlight; zoom to where the mouse is"],
  ["f", "full screen"],
  ["?", "this list"],
  ["Esc", "leave the lecture view"],
];

export const LAST = 6;             // rows of HELP that come after those of other features

const ACTIONS = {
  ArrowRight: (l) => l.go(1), PageDown: (l) => l.go(1),
  ArrowLeft: (l) => l.go(-1), PageUp: (l) => l.go(-1),
  "]": (l) => l.say(l.stage.turn(1)), "[": (l) => l.say(l.stage.turn(-1)),
  ".": (l) => l.say(l.stage.turn(1)), ",": (l) => l.say(l.stage.turn(-1)),
  "}": (l) => l.say(l.stage.turn(5)), "{": (l) => l.say(l.stage.turn(-5)),
  ">": (l) => l.say(l.stage.turn(5)), "<": (l) => l.say(l.stage.turn(-5)),
  s: (l) => l.say(l.stage.otherSlider()),
  l: (l) => l.say(l.stage.next("loss", "other loss")),
  d: (l) => l.say(l.stage.nextData(l.data.sources)),
  o: (l) => l.say(l.stage.overlay()),
  r: (l) => l.cover("numbers"), R: (l) => l.cover("answer"),
  e: (l) => l.another(), n: (l) => l.toggleNotes(), a: (l) => l.addScene(), b: (l) => l.black(), p: (l) => l.present(),
  x: (l) => l.spotlight.toggle(), z: (l) => l.spotlight.toggleZoom(l.stage.root), f: (l) => l.fullScreen(),
  "?": (l) => l.help(), Escape: (l) => l.leave(),
};

const TYPED = 'input:not([type="range"]), textarea, select, [contenteditable="true"]';
// What each control does with keys of its own, once it is reached by Tab.
/** @type {[string, RegExp][]} */
const OWN = [
  ["canvas", /^(Arrow.*|Enter| |\+|-|f|Delete|Backspace|Escape)$/],
  ['input[type="range"]', /^(Arrow.*|Page.*|Home|End)$/],
  ['[role="radio"], [role="treeitem"], [role="tab"]', /^Arrow/],
];

// A dialog may be on the page and closed, as the note of a term is: it takes no key.
const dialogIsOpen = () => queryAll(document, '[role="dialog"]').some((dialog) => dialog.checkVisibility());

/** @param {KeyboardEvent} e @param {import("./lecture.js").Lecture} lecture */
export function keys(e, lecture) {
  if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
  const at = document.activeElement, act = ACTIONS[e.key] ?? lecture.companions.find((one) => e.key in one.keys)?.keys[e.key];
  if (lecture.companions.some((one) => one.takes(e))) { e.preventDefault(); e.stopPropagation(); return; }
  if (!act || dialogIsOpen()) return;
  if (lecture.dialog.open) { if (e.key === "?") { lecture.dialog.close(); e.preventDefault(); } return; }
  if (at?.matches(TYPED)) return;
  if (e.key === "Escape" && lecture.stage.root?.live.player.held) return;    // it puts down what is held
  if (!lecture.byHand && OWN.some(([selector, own]) => at?.matches(selector) && own.test(e.key))) return;
  e.preventDefault();
  e.stopPropagation();
  act(lecture);
}
