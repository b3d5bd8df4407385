// A table of the points, to read and to edit.

import { element, voiceOnly } from "../base/dom.js";
import { round } from "./point-edits.js";
import { markPicture } from "../draw/marks.js";

/**
 * A point's row in the table, with its inputs.
 * @typedef {object} Row
 * @property {number} i
 * @property {HTMLInputElement} x
 * @property {HTMLInputElement} y
 * @property {HTMLSelectElement} [label]
 * @property {HTMLElement} [mark]
 * @property {HTMLButtonElement} eraseButton
 * @property {HTMLTableRowElement} node
 *
 * `wish`: which input gets the focus once the rows exist.
 * @typedef {object} PointTable
 * @property {Points} editor
 * @property {Stage} stage
 * @property {(label: string, change: (input: HTMLInputElement) => void) => HTMLInputElement} field
 * @property {HTMLElement} errorLine
 * @property {(all?: boolean) => void} draw
 * @property {HTMLElement} add
 * @property {Row[]} rows
 * @property {{ i: number, last?: boolean, isNew?: boolean } | undefined} wish
 */

const MAX_ROWS = 300, REACH = 100;
const STEP = 0.001, KEY_STEPS = 50;    // the step to which coordinates are rounded, so that each is valid; steps of an arrow key

/** @param {HTMLElement} room @param {Points} editor @param {Stage} stage */
export function pointTable(room, editor, stage) {
  const caption = element("caption"), heads = element("tr"), body = element("tbody");
  const errorLine = element("p", { className: "kl-error", role: "alert", hidden: true });
  const add = element("button", { type: "button", className: "kl-action", textContent: "Add a point" });
  room.append(
    element("div", { className: "kl-scroll" }, element("table", {}, caption, element("thead", {}, heads), body)),
    errorLine, element("div", { className: "kl-options" }, add),
  );
  let tableShape = "";

  /** @param {string} label @param {(input: HTMLInputElement) => void} change */
  const field = (label, change) => {
    const input = element("input", { type: "number", step: STEP });
    input.setAttribute("aria-label", label);
    input.addEventListener("change", () => change(input));
    input.addEventListener("keydown", (e) => {
      if (e.key === "Escape") { draw(true); input.select(); }
      if (e.key !== "ArrowUp" && e.key !== "ArrowDown") return;
      e.preventDefault();
      input.stepUp(e.key === "ArrowUp" ? KEY_STEPS : -KEY_STEPS);
      change(input);
    });
    return input;
  };
  /** @type {PointTable} */
  const view = { editor, stage, field, errorLine, draw, add, rows: [], wish: undefined };

  /** @param {number} count @param {string[]} axes @param {{ label: number, mark: string, name: string }[]} [labels] */
  function build(count, axes, labels) {
    heads.replaceChildren(...[voiceOnly("example"), ...axes, ...(labels ? ["class"] : []), voiceOnly("remove")].map((text) => element("th", { scope: "col" }, text)));
    view.rows = Array.from({ length: Math.min(MAX_ROWS, count) }, (_, i) => row(view, i, axes, labels));
    body.replaceChildren(...view.rows.map(({ node }) => node));
  }

  // Write the picture's values into the inputs, except into the focused one unless `all` is set. If the points, the axes
  // or the possible classes have changed, build new rows first.
  function draw(all = false) {
    const { frame, count } = editor;
    if (!frame) return;
    const { axis_x = "x₁", axis_y = "x₂" } = frame.sweep.meta, axes = [axis_x, axis_y || "y"];
    const labels = editor.notation.byHeight ? undefined : editor.labels, shape = JSON.stringify([editor.origins, axes, labels]);
    if (shape !== tableShape) {
      tableShape = shape;
      build(count, axes, labels);
    }
    caption.textContent = count > MAX_ROWS ? `The first ${MAX_ROWS} of ${count} points` : `${count} ${count === 1 ? "point" : "points"}`;
    const points = frame.get("points"), classes = frame.get("labels");
    for (const { i, x, y, label, mark } of view.rows) {
      [x, y].forEach((input, k) => {
        const text = round(points[2 * i + k]);
        if (input.value !== text && (all || input !== document.activeElement)) input.value = text;
      });
      if (!label || label.value === String(classes[i])) continue;
      label.value = String(classes[i]);
      mark?.replaceChildren(editor.notation.everyClass ? markPicture(classes[i]) : "");
    }
    focus(view);
  }

  add.addEventListener("click", () => {
    const { x, y } = editor.frame.sweep.tensors, middle = (/** @type {Tensor} */ { data }) => (data[0] + data[data.length - 1]) / 2;
    view.wish = { i: editor.count, isNew: true };
    if (!editor.add(editor.notation.everyClass ? editor.hand : 1, middle(x), middle(y))) view.wish = undefined;
  });

  return { draw };
}

/**
 * @param {PointTable} view @param {number} i @param {string[]} names @param {{ label: number, mark: string, name: string }[]} [labels]
 * @returns {Row}
 */
function row(view, i, [nameX, nameY], labels) {
  const { editor, stage, field } = view, exampleName = `example ${i + 1}`;
  const put = (/** @type {HTMLInputElement} */ input) => move(view, i, input, [x, y]);
  const x = field(`${nameX} of ${exampleName}`, put), y = field(`${nameY} of ${exampleName}`, put);
  const eraseButton = element("button", { type: "button", className: "kl-action", textContent: "Erase" });
  eraseButton.setAttribute("aria-label", `erase ${exampleName}`);
  eraseButton.addEventListener("click", () => { view.wish = { i, last: true }; editor.erase([editor.origins[i]]); });
  const classes = labels && classOf(view, i, labels), cells = [x, y, ...(classes ? [classes.cell] : []), eraseButton];
  const node = element("tr", {}, element("th", { scope: "row", textContent: String(i + 1) }), ...cells.map((cell) => element("td", {}, cell)));
  node.addEventListener("focusin", () => stage.mark(i));
  node.addEventListener("pointerenter", () => stage.mark(i));
  return { i, x, y, label: classes?.label, mark: classes?.mark, eraseButton, node };
}

/**
 * Move a point to the coordinates in a row's inputs, if they are valid.
 * @param {PointTable} view @param {number} i @param {HTMLInputElement} input the one that was edited @param {HTMLInputElement[]} fields
 */
function move({ editor, errorLine, draw }, i, input, fields) {
  const [x, y] = fields.map((cell) => (cell.value === "" ? NaN : Number(cell.value)));
  const isValid = [x, y].every((v) => Math.abs(v) <= REACH);
  input.setAttribute("aria-invalid", String(!isValid));
  errorLine.hidden = isValid;
  if (isValid) { editor.finish(editor.move([{ origin: editor.origins[i], x, y }])); return; }
  errorLine.textContent = `Example ${i + 1}: a coordinate must be a number from −${REACH} to ${REACH}. The point was not moved.`;
  draw(true);
}

/**
 * Make the input for a point's class.
 * @param {PointTable} view @param {number} i @param {{ label: number, mark: string, name: string }[]} labels
 */
function classOf({ editor, draw }, i, labels) {
  const label = element("select", {}, ...labels.map(({ label: value, mark, name }) => element("option", { value, textContent: editor.notation.everyClass ? name : `${mark} ${name}` })));
  label.setAttribute("aria-label", `class of example ${i + 1}`);
  label.addEventListener("change", () => { if (!editor.relabel([editor.origins[i]], Number(label.value))) draw(true); });
  const mark = element("span", { className: "kl-points-mark" });
  return { label, mark, cell: element("span", { className: "kl-points-class" }, mark, label) };
}

/** @param {PointTable} view */
function focus(view) {
  const { add } = view;
  if (!view.wish) return;
  const row = view.rows[Math.min(view.wish.i, view.rows.length - 1)];
  if (view.wish.isNew && view.rows.length <= view.wish.i) return;      // the new row doesn't exist yet
  (view.wish.last ? row?.eraseButton ?? add : row.x).focus();
  view.wish = undefined;
}
