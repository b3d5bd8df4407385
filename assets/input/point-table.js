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
 * @property {HTMLButtonElement} gone
 * @property {HTMLTableRowElement} node
 *
 * `wish`: which input gets the focus once the rows exist.
 * @typedef {object} PointTable
 * @property {Points} own
 * @property {Stage} stage
 * @property {(label: string, change: (input: HTMLInputElement) => void) => HTMLInputElement} field
 * @property {HTMLElement} wrong
 * @property {(all?: boolean) => void} draw
 * @property {HTMLElement} add
 * @property {Row[]} rows
 * @property {{ i: number, last?: boolean, fresh?: boolean } | undefined} wish
 */

const MAX_ROWS = 300, REACH = 100, STEP = 0.05;

/** @param {HTMLElement} room @param {Points} own @param {Stage} stage */
export function pointTable(room, own, stage) {
  const caption = element("caption"), heads = element("tr"), body = element("tbody");
  const wrong = element("p", { className: "kl-error", role: "alert", hidden: true });
  const add = element("button", { type: "button", className: "kl-action", textContent: "Add a point" });
  room.append(
    element("div", { className: "kl-scroll" }, element("table", {}, caption, element("thead", {}, heads), body)),
    wrong, element("div", { className: "kl-options" }, add),
  );
  let tableShape = "";

  /** @param {string} label @param {(input: HTMLInputElement) => void} change */
  const field = (label, change) => {
    const input = element("input", { type: "number", step: STEP });
    input.setAttribute("aria-label", label);
    input.addEventListener("change", () => change(input));
    input.addEventListener("keydown", (e) => { if (e.key === "Escape") { draw(true); input.select(); } });
    return input;
  };
  /** @type {PointTable} */
  const view = { own, stage, field, wrong, draw, add, rows: [], wish: undefined };

  /** @param {number} count @param {string[]} axes @param {{ label: number, mark: string, name: string }[]} [labels] */
  function build(count, axes, labels) {
    heads.replaceChildren(...[voiceOnly("example"), ...axes, ...(labels ? ["class"] : []), voiceOnly("remove")].map((text) => element("th", { scope: "col" }, text)));
    view.rows = Array.from({ length: Math.min(MAX_ROWS, count) }, (_, i) => row(view, i, axes, labels));
    body.replaceChildren(...view.rows.map(({ node }) => node));
  }

  // Write the picture's values into the inputs, except into the focused one unless `all` is set. If the points, the axes
  // or the possible classes have changed, build new rows first.
  function draw(all = false) {
    const { frame, count } = own;
    if (!frame) return;
    const { axis_x = "x₁", axis_y = "x₂" } = frame.sweep.meta, axes = [axis_x, axis_y || "y"];
    const labels = own.notation.byHeight ? undefined : own.labels, shape = JSON.stringify([own.origins, axes, labels]);
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
      mark?.replaceChildren(own.notation.everyClass ? markPicture(classes[i]) : "");
    }
    focus(view);
  }

  add.addEventListener("click", () => {
    const { x, y } = own.frame.sweep.tensors, middle = (/** @type {Tensor} */ { data }) => (data[0] + data[data.length - 1]) / 2;
    view.wish = { i: own.count, fresh: true };
    if (!own.add(own.notation.everyClass ? own.hand : 1, middle(x), middle(y))) view.wish = undefined;
  });

  return { draw };
}

/**
 * @param {PointTable} view @param {number} i @param {string[]} names @param {{ label: number, mark: string, name: string }[]} [labels]
 * @returns {Row}
 */
function row(view, i, [nameX, nameY], labels) {
  const { own, stage, field } = view, tell = `example ${i + 1}`;
  const put = (/** @type {HTMLInputElement} */ input) => move(view, i, input, [x, y]);
  const x = field(`${nameX} of ${tell}`, put), y = field(`${nameY} of ${tell}`, put);
  const gone = element("button", { type: "button", className: "kl-action", textContent: "Erase" });
  gone.setAttribute("aria-label", `erase ${tell}`);
  gone.addEventListener("click", () => { view.wish = { i, last: true }; own.erase([own.origins[i]]); });
  const classes = labels && classOf(view, i, labels), cells = [x, y, ...(classes ? [classes.cell] : []), gone];
  const node = element("tr", {}, element("th", { scope: "row", textContent: String(i + 1) }), ...cells.map((cell) => element("td", {}, cell)));
  node.addEventListener("focusin", () => stage.mark(i));
  node.addEventListener("pointerenter", () => stage.mark(i));
  return { i, x, y, label: classes?.label, mark: classes?.mark, gone, node };
}

/**
 * Move a point to the coordinates in a row's inputs, if they are valid.
 * @param {PointTable} view @param {number} i @param {HTMLInputElement} input the one that was edited @param {HTMLInputElement[]} fields
 */
function move({ own, wrong, draw }, i, input, fields) {
  const [x, y] = fields.map((cell) => (cell.value === "" ? NaN : Number(cell.value)));
  const fit = [x, y].every((v) => Math.abs(v) <= REACH);
  input.setAttribute("aria-invalid", String(!fit));
  wrong.hidden = fit;
  if (fit) { own.done(own.move([{ origin: own.origins[i], x, y }])); return; }
  wrong.textContent = `example ${i + 1}: a coordinate is a number from −${REACH} to ${REACH}. The point was not moved.`;
  draw(true);
}

/**
 * Make the input for a point's class.
 * @param {PointTable} view @param {number} i @param {{ label: number, mark: string, name: string }[]} labels
 */
function classOf({ own, draw }, i, labels) {
  const label = element("select", {}, ...labels.map(({ label: value, mark, name }) => element("option", { value, textContent: own.notation.everyClass ? name : `${mark} ${name}` })));
  label.setAttribute("aria-label", `class of example ${i + 1}`);
  label.addEventListener("change", () => { if (!own.relabel([own.origins[i]], Number(label.value))) draw(true); });
  const mark = element("span", { className: "kl-points-mark" });
  return { label, mark, cell: element("span", { className: "kl-points-class" }, mark, label) };
}

/** @param {PointTable} view */
function focus(view) {
  const { add } = view;
  if (!view.wish) return;
  const row = view.rows[Math.min(view.wish.i, view.rows.length - 1)];
  if (view.wish.fresh && view.rows.length <= view.wish.i) return;      // the new row doesn't exist yet
  (view.wish.last ? row?.gone ?? add : row.x).focus();
  view.wish = undefined;
}
