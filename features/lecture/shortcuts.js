// Handle the keys of the lecture view. A control that was reached with Tab keeps its own keys.

import { queryAll } from "../../assets/base/dom.js";

export const HELP = [
  ["→ PageDown", "next step of the lecture"],
  ["← PageUp", "previous step of the lecture"],
  ["] [", "next or previous position of the slider; with Shift, five positions"],
  ["s", "next slider"],
  ["l", "next loss"],
  ["d", "next data set"],
  ["o", "next overlay, such as the Bayes-optimal boundary"],
  ["c", "all controls, tools and numbers of this picture"],
  ["r", "hide or reveal the numbers"],
  ["R", "hide or reveal numbers and answer"],
  ["e", "next picture of this page"],
  ["n", "notes for this step"],
  ["a", "add this scene to my lecture"],
  ["b", "black screen on or off"],
  ["p", "presenter’s window, for a second screen"],
  ["x z", "spotlight; zoom at the mouse"],
  ["f", "full screen"],
  ["?", "this list"],
  ["Esc", "leave the lecture view"],
];

export const LAST_ROWS = 6;        // number of rows at the end of HELP that follow the rows of other features

/** @type {Record<string, (l: import("./lecture.js").Lecture) => void>} */
const ACTIONS = {
  ArrowRight: (l) => l.go(1), PageDown: (l) => l.go(1),
  ArrowLeft: (l) => l.go(-1), PageUp: (l) => l.go(-1),
  "]": (l) => l.say(l.stage.moveSlider(1)), "[": (l) => l.say(l.stage.moveSlider(-1)),
  ".": (l) => l.say(l.stage.moveSlider(1)), ",": (l) => l.say(l.stage.moveSlider(-1)),
  "}": (l) => l.say(l.stage.moveSlider(5)), "{": (l) => l.say(l.stage.moveSlider(-5)),
  ">": (l) => l.say(l.stage.moveSlider(5)), "<": (l) => l.say(l.stage.moveSlider(-5)),
  s: (l) => l.say(l.stage.chooseNextSlider()),
  l: (l) => l.say(l.stage.chooseNext("loss", "other loss")),
  d: (l) => l.say(l.stage.chooseNextData(l.data.sources)),
  o: (l) => l.say(l.stage.chooseNextOverlay()),
  c: (l) => l.toggleControls(),
  r: (l) => l.toggleCover("numbers"), R: (l) => l.toggleCover("answer"),
  e: (l) => l.showNextPicture(), n: (l) => l.toggleNotes(), a: (l) => l.addScene(), b: (l) => l.toggleBlack(), p: (l) => l.openPresenter(),
  x: (l) => l.spotlight.toggle(), z: (l) => l.spotlight.toggleZoom(l.stage.root), f: (l) => l.toggleFullScreen(),
  "?": (l) => l.toggleHelp(), Escape: (l) => l.leave(),
};

const TEXT_FIELDS = 'input:not([type="range"]), textarea, select, [contenteditable="true"]';
// The keys that each control handles itself when Tab has moved the focus to it.
/** @type {[string, RegExp][]} */
const OWN_KEYS = [
  ["canvas", /^(Arrow.*|Enter| |\+|-|f|Delete|Backspace|Escape)$/],
  ['input[type="range"]', /^(Arrow.*|Page.*|Home|End)$/],
  ['[role="radio"], [role="treeitem"], [role="tab"]', /^Arrow/],
];

// Return whether a dialog is open. A closed dialog, such as the note of a term, stays on the page but handles no keys.
const isDialogOpen = () => queryAll(document, '[role="dialog"]').some((dialog) => dialog.checkVisibility());

/** @param {KeyboardEvent} e @param {import("./lecture.js").Lecture} lecture */
export function handleKey(e, lecture) {
  if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
  const focusedElement = document.activeElement, act = ACTIONS[e.key] ?? lecture.companions.find((companion) => e.key in companion.keys)?.keys[e.key];
  if (lecture.companions.some((companion) => companion.handleKey(e))) { e.preventDefault(); e.stopPropagation(); return; }
  if (!act || isDialogOpen()) return;
  if (lecture.dialog.open) { if (e.key === "?") { lecture.dialog.close(); e.preventDefault(); } return; }
  if (focusedElement?.matches(TEXT_FIELDS)) return;
  if (e.key === "Escape" && lecture.stage.root?.live.player.isHeld) return;    // Escape releases the point that is held
  if (!lecture.usesPointer && OWN_KEYS.some(([selector, keys]) => focusedElement?.matches(selector) && keys.test(e.key))) return;
  e.preventDefault();
  e.stopPropagation();
  act(lecture);
}
