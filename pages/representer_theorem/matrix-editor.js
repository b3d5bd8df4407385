// An editor of a small matrix: a cell for each number, and buttons to add and remove rows and
// columns. The server computes the results, see pages/representer_theorem/gram_editor.py.

import { inline } from "../../assets/base/sweep-decoder.js";
import { many, typedNumber } from "../../assets/base/format.js";
import { latestRequest } from "../../assets/base/latest-request.js";
import { countUp, element, setText } from "../../assets/base/dom.js";

export const kinds = { cells, follow };

const ANSWER_EVENT = "kl-phi";   // name of the event that carries the answer to other pictures of Φ
const MAX_DIGITS = 8;             // largest width of a column in characters: that of −999.999

/**
 * The server's answer: the sweep, not yet decoded, of each picture that shows Φ.
 * @typedef {Record<string, Parameters<typeof inline>[0]>} Answer
 *
 * A button, and whether it can be pressed.
 * @typedef {[HTMLButtonElement, () => boolean]} Tool
 *
 * @typedef {object} EditorView
 * @property {(text: string) => number | undefined} value
 * @property {(cell: HTMLInputElement) => void} widen
 * @property {() => void} send
 * @property {CellsItem} item
 * @property {(text: string) => string} hint
 * @property {HTMLElement} error
 * @property {HTMLElement} body
 * @property {Tool[]} tools
 * @property {Stage} stage
 * @property {number[][]} Phi
 * @property {HTMLInputElement[][]} inputs
 */

/** @type {MakeView<"cells">} */
function cells(root, item, player, stage) {
  root.classList.add("kl-cells");
  const pattern = new RegExp(`^${item.pattern}$`);
  const body = element("tbody", {}), error = element("p", { className: "kl-error", role: "alert" });
  const name = element("caption", { textContent: item.title });
  const table = element("table", {}, name, body), toolRow = element("div", { className: "kl-options" });
  root.append(element("div", { className: "kl-scroll" }, table), error, toolRow);

  const text = () => view.Phi.map((row) => row.map(typedNumber).join(",")).join(";");

  const ask = latestRequest(item.address, (/** @type {Answer} */ answer) => {
    player.receive(inline(answer.gram));
    window.dispatchEvent(new CustomEvent(ANSWER_EVENT, { detail: answer }));
    countUp(root, "answers");
  }, (message) => { error.textContent = message; });

  const value = (/** @type {string} */ text) => {
    const trimmed = text.trim().replace("−", "-");
    return pattern.test(trimmed) && Math.abs(Number(trimmed)) <= item.largest ? Number(trimmed) + 0 : undefined;
  };

  // Set the number of characters from which representer-theorem.css computes the width of the column.
  const widen = (/** @type {HTMLInputElement} */ cell) => cell.style.setProperty("--long", String(Math.min(MAX_DIGITS, cell.value.length)));

  function send() {
    ask(new URLSearchParams({ phi: text() }).toString());
    player.look({ phi: text() });
  }

  const hint = (/** @type {string} */ text) => (/^-?\d+,\d+$/.test(text.trim()) ? " Write the decimals after a point." : "");

  /** @param {string} label @param {() => boolean} able @param {() => void} change @param {() => HTMLElement} [target] @returns {Tool} */
  const button = (label, able, change, target) => {
    const node = element("button", { type: "button", className: "kl-action", textContent: label });
    node.addEventListener("click", () => resize(view, change, target));
    toolRow.append(node);
    return [node, able];
  };
  const tools = [
    button("Add a row", () => view.Phi.length < item.max_size, () => { view.Phi = [...view.Phi, view.Phi[0].map(() => 0)]; }, () => view.inputs[view.inputs.length - 1][0]),
    button("Remove the last row", () => view.Phi.length > 1, () => { view.Phi = view.Phi.slice(0, -1); }),
    button("Add a column", () => view.Phi[0].length < item.max_size, () => { view.Phi = view.Phi.map((row) => [...row, 0]); }, () => view.inputs[0][view.inputs[0].length - 1]),
    button("Remove the last column", () => view.Phi[0].length > 1, () => { view.Phi = view.Phi.map((row) => row.slice(0, -1)); }),
    button("Back to the notes’ example", () => true, () => { view.Phi = item.example.map((row) => [...row]); }),
  ];
  /** @type {EditorView} */
  const view = { value, widen, send, item, hint, error, body, tools, stage, Phi: [], inputs: [] };

  return {
    // Show the frame's Φ, unless the editor shows the same Φ or a newer one.
    draw(frame) {
      const [n, m] = frame.sweep.tensors.phi.shape, numbers = frame.get("phi");
      const values = Array.from({ length: n }, (_, i) => Array.from(numbers.subarray(i * m, (i + 1) * m)));
      if (view.inputs.length && (player.view.phi === text() || JSON.stringify(values) === JSON.stringify(view.Phi))) return;
      view.Phi = values;
      build(view);
    },
    describe() {},
  };
}

// Store a cell's number in Φ once it is complete (after Enter, ↑, ↓ or Escape, or when the cell loses the focus), and send
// the matrix if it has changed.
/** @param {EditorView} view @param {number} i @param {number} j */
function commitCell(view, i, j) {
  const { value, widen, send } = view;
  const cell = view.inputs[i][j], number = value(cell.value);
  cell.setAttribute("aria-invalid", String(number === undefined));
  if (number !== undefined) cell.value = typedNumber(number);
  widen(cell);
  complain(view);
  if (number === undefined || number === view.Phi[i][j]) return;
  view.Phi[i][j] = number;
  send();
}

/** @param {EditorView} view */
function complain(view) {
  const { item, hint, error } = view;
  const invalid = view.inputs.flatMap((row, i) => row.map((cell, j) => ({ cell, i, j }))).filter(({ cell }) => cell.getAttribute("aria-invalid") === "true");
  const faults = invalid.map(({ cell, i, j }) => `The entry in row ${i + 1}, column ${j + 1} must be ${item.rule}; it is ${cell.value.trim() ? `“${cell.value.trim().slice(0, 40)}”` : "empty"}.${hint(cell.value)} The matrices below keep the last valid number, ${typedNumber(view.Phi[i][j]).replace("-", "−")}.`);
  setText(error, faults.join(" "));
}

/** @type {Record<string, number>} The number of rows to move for each key. */
const STEPS = { ArrowUp: -1, ArrowDown: 1, Enter: 1 };

/** @param {EditorView} view @param {KeyboardEvent} event @param {number} i @param {number} j */
function handleKey(view, event, i, j) {
  const cell = view.inputs[i][j], step = STEPS[event.key];
  if (event.key === "Escape") {
    cell.value = typedNumber(view.Phi[i][j]);
    commitCell(view, i, j);
  }
  if (!step) return;
  event.preventDefault();
  commitCell(view, i, j);
  const next = view.inputs[i + step]?.[j] ?? (event.key === "Enter" ? view.inputs[0][j + 1] : undefined);
  if (next) next.focus(); else cell.select();
}

/** @param {EditorView} view */
function build(view) {
  const { body, tools, widen } = view;
  view.inputs = view.Phi.map((row, i) => row.map((number, j) => {
    const cell = element("input", { type: "text", value: typedNumber(number), size: 5, maxLength: 12, spellcheck: false, autocomplete: "off", enterKeyHint: "next" });
    cell.setAttribute("aria-label", `φ(x${i + 1}), feature ${j + 1}`);
    cell.dataset.cell = `${i + 1},${j + 1}`;
    widen(cell);
    cell.addEventListener("focus", () => cell.select());
    cell.addEventListener("change", () => commitCell(view, i, j));
    cell.addEventListener("keydown", (event) => handleKey(view, event, i, j));
    return cell;
  }));
  body.replaceChildren(...view.inputs.map((row, i) => element("tr", {},
    element("th", { scope: "row" }, "φ(x", element("sub", { textContent: i + 1 }), ")ᵀ"),
    ...row.map((cell) => element("td", {}, cell)))));
  complain(view);
  for (const [button, able] of tools) button.disabled = !able();
}

// Carry out a button's `change` of the matrix, and rebuild the cells. Texts that are not valid stay in their cells.
/** @param {EditorView} view @param {() => void} change @param {() => HTMLElement} [target] the element that gets the focus afterwards */
function resize(view, change, target) {
  const { stage, widen, send } = view;
  const texts = view.inputs.map((row) => row.map((cell) => (cell.getAttribute("aria-invalid") === "true" ? cell.value : null)));
  change();
  build(view);
  texts.forEach((row, i) => row.forEach((text, j) => {
    if (text === null || !view.inputs[i]?.[j]) return;
    view.inputs[i][j].value = text;
    view.inputs[i][j].setAttribute("aria-invalid", "true");
    widen(view.inputs[i][j]);
  }));
  complain(view);
  send();
  stage.announce(`${many(view.Phi.length, "row")}, ${many(view.Phi[0].length, "column")}`);
  target?.().focus();
}

// Update another picture of the same Φ with the answer that the editor received.
/** @type {MakeView<"follow">} */
function follow(root, item, player) {
  root.hidden = true;
  const take = (/** @type {Event} */ event) => {
    if (!root.isConnected) { window.removeEventListener(ANSWER_EVENT, take); return; }
    const answer = /** @type {CustomEvent<Answer>} */ (event).detail;
    player.receive(inline(answer[item.sweep]));
  };
  window.addEventListener(ANSWER_EVENT, take);
  return { draw() {}, describe() {} };
}
