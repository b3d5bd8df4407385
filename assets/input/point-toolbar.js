// The toolbar for points: the tools, undo and redo, actions on all points, and the table.

import { element, keepFocus, setProperties, setText } from "../base/dom.js";
import { many } from "../base/format.js";
import { arrowStep } from "./gestures.js";

const SELECT = { select: "Select" };
const NAMES = {
  signs: { label: "What a press on the plane does", tools: { move: "Move", positive: "Add ×", negative: "Add ○", flip: "Relabel", erase: "Erase", ...SELECT } },
  line: { label: "What a press in the picture does", tools: { move: "Move", positive: "Add", flip: "Mirror", erase: "Erase", ...SELECT } },
  classes: { label: "What a press on the plane does", tools: { move: "Move", positive: "Add", flip: "Change class", erase: "Erase", ...SELECT } },
};
/** @type {Record<string, string>} */
const HINTS = {
  look: "Press or drag anywhere on the plane to choose x.",
  move: "Drag a point. Double-click it to change its class.",
  positive: "Click to add a point.",
  negative: "Click to add a point.",
  flip: "Click a point to change its class.",
  erase: "Click a point to remove it.",
  select: "Drag a box around points. Then drag one of them to move all, or use the buttons.",
};
/** @type {Record<string, string>} The hints that differ for points with a number y instead of a class. */
const LINE_HINTS = { move: "Drag a point. Double-click it to change the sign of y.", flip: "Click a point to change the sign of y." };
/** @param {string} add the keys that add a point @param {string} flip what the key F does with a point */
const keysHint = (add, flip) => `Keys in the picture: arrow keys to move the cursor, Enter to pick up or put down a point, ${add} to add, F to ${flip}, Delete to erase, S to select.`;

/** Return the hint for a tool. @param {string} tool @param {Points} editor */
const hintOf = (tool, { notation }) => (notation.byHeight && LINE_HINTS[tool]) || HINTS[tool] || "";

/**
 * The toolbar: a button for each tool that the shown kind of points has.
 * @typedef {{ item: EditSettings, editor: Points, press: HTMLElement, buttons: HTMLElement[], shownKind: string | undefined }} Tools
 */

/** @param {HTMLElement} room @param {EditSettings} item @param {Points} editor @param {Stage} stage */
export function pointTools(room, item, editor, stage) {
  const press = element("div", { className: "kl-choice kl-points-press" }), hint = element("p", { className: "kl-fine-print kl-points-hint" });
  /** @type {Tools} */
  const view = { item, editor, press, buttons: [], shownKind: undefined };
  press.setAttribute("role", "radiogroup");
  /** @type {{ draw: () => void } | undefined} */
  let table;

  press.addEventListener("keydown", (e) => {
    const step = arrowStep(e);
    if (!step) return;
    e.preventDefault();
    const k = view.buttons.findIndex((button) => button.dataset.value === editor.tool), next = view.buttons[(k + step + view.buttons.length) % view.buttons.length];
    editor.tool = next.dataset.value ?? "";
    next.focus();
  });

  /** @param {string} text @param {() => void} act */
  const action = (text, act, title = "") => {
    const button = element("button", { type: "button", className: "kl-action", textContent: text, title });
    button.addEventListener("click", act);
    return button;
  };
  const undo = action("Undo", () => editor.history.undo(), "Ctrl and Z"), redo = action("Redo", () => editor.history.redo(), "Ctrl and Y");
  const clear = action("Clear", () => editor.clear());
  const back = action("Back to the data set", () => editor.reset());
  const erase = action("Erase selected", () => editor.erase(editor.selectedOrigins)), flip = action("Relabel selected", () => editor.flip(editor.selectedOrigins));
  const list = action("Table", toggle, "The same points as numbers");
  list.setAttribute("aria-expanded", "false");
  const rest = element("div", { className: "kl-options kl-points-rest" }, undo, redo, clear, back, list, erase, flip);
  const below = element("div", { className: "kl-points-table", hidden: true });
  room.append(press, rest, hint, below);

  // Put the table beside the picture if there is room, so that both are visible.
  function place() {
    const live = room.closest(".kl-live"), side = live?.querySelector(":scope > .kl-side");
    const narrow = matchMedia("(max-width: 760px)").matches;
    if (narrow) room.parentElement?.after(below);      // the toolbar stays near the thumb
    else if (side && room.closest(".kl-main")) side.prepend(below);
    else room.append(below);
  }

  async function toggle() {
    below.hidden = !below.hidden;
    if (!below.hidden) place();
    list.setAttribute("aria-expanded", String(!below.hidden));
    if (below.hidden || table) { table?.draw(); return; }
    const { pointTable } = await import("./point-table.js");
    table ??= pointTable(below, editor, stage);
    table.draw();
  }

  function show() {
    if (!editor.frame) return;
    radios(view);
    for (const button of view.buttons) {
      const on = button.dataset.value === editor.tool;
      setProperties(button, { ariaChecked: String(on), tabIndex: on ? 0 : -1 });
    }
    keepFocus([undo, redo, clear, back, list, erase, flip], updateActions);
    setText(hint, `${hintOf(editor.tool, editor)} ${matchMedia("(hover: hover)").matches ? keysHint(editor.notation.everyClass ? "+ or a class’s number" : "+ and −", editor.notation.byHeight ? "mirror" : "relabel") : ""}`.trim());
  }

  function updateActions() {
    const { size } = editor.selected;
    setProperties(undo, { disabled: !editor.history.canUndo });
    setProperties(redo, { disabled: !editor.history.canRedo });
    setProperties(clear, { disabled: editor.count === 0, hidden: editor.minCount > 0, title: editor.notation.everyClass ? "Remove all points but one of each class, to draw your own" : "Remove the points, to draw your own" });
    setProperties(back, { disabled: !editor.isEdited });
    setProperties(erase, { hidden: !size, textContent: `Erase ${many(size, "selected point")}` });
    setProperties(flip, { hidden: !size || editor.notation.byHeight, textContent: `${editor.notation.everyClass ? "Change class of" : "Relabel"} ${many(size, "selected point")}` });
  }

  editor.follow(show);
  return {
    draw() { show(); if (!below.hidden) table?.draw(); },
    close() { if (!below.hidden) toggle(); },
  };
}

/** @param {Tools} view */
function radios(view) {
  const { item, editor, press } = view;
  const kind = editor.notation.byHeight ? "line" : editor.notation.everyClass ? "classes" : "signs";
  if (kind === view.shownKind) return;
  view.shownKind = kind;
  const { label, tools } = NAMES[kind], all = item.look ? { look: item.look, ...tools } : tools;
  press.setAttribute("aria-label", label);
  view.buttons = Object.entries(all).map(([name, text]) => {
    const button = element("button", { type: "button", textContent: text, title: hintOf(name, editor) });
    button.setAttribute("role", "radio");
    button.dataset.value = name;
    button.addEventListener("click", () => { editor.tool = name; });
    return button;
  });
  press.replaceChildren(...view.buttons);
}
