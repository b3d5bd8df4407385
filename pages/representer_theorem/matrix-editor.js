// A small matrix to write by hand: a cell for each number, rows and columns to add and take away.
// What is made of it comes from the server, see pages/representer_theorem/gram_editor.py.

import { inline } from "../../assets/base/sweep-decoder.js";
import { many, typedNumber } from "../../assets/base/format.js";
import { latestRequest } from "../../assets/base/latest-request.js";
import { countUp, element } from "../../assets/base/dom.js";

export const kinds = { cells, follow };

const WRITTEN = "kl-phi";   // told to the whole page: other pictures show the same Φ
const LONGEST = 8;                // −999.999

/** @type {MakeView<"cells">} */
function cells(root, item, player, stage) {
  root.classList.add("kl-cells");
  const pattern = new RegExp(`^${item.pattern}$`);
  const body = element("tbody", {}), wrong = element("p", { className: "kl-wrong", role: "alert" });
  const name = element("caption", { textContent: item.title });
  const table = element("table", {}, name, body), tools = element("div", { className: "kl-options" });
  root.append(element("div", { className: "kl-scroll" }, table), wrong, tools);

  const text = () => view.Phi.map((row) => row.map(typedNumber).join(",")).join(";");

  const ask = latestRequest(item.address, (answer) => {
    player.receive(inline(answer.gram));
    window.dispatchEvent(new CustomEvent(WRITTEN, { detail: answer }));
    countUp(root, "answers");
  }, (message) => { wrong.textContent = message; });

  // ---- what the hand does ----------------------------------------------------------------------

  const value = (typed) => {
    const trimmed = typed.trim().replace("−", "-");
    return pattern.test(trimmed) && Math.abs(Number(trimmed)) <= item.largest ? Number(trimmed) + 0 : undefined;
  };

  // A column is as wide as its longest number, see matrices.css.
  const widen = (cell) => cell.style.setProperty("--long", Math.min(LONGEST, cell.value.length));

  function send() {
    ask(new URLSearchParams({ phi: text() }));
    player.look({ phi: text() });
  }

  const hint = (typed) => (/^-?\d+,\d+$/.test(typed.trim()) ? " Write the decimals after a point." : "");

  // ---- the table -------------------------------------------------------------------------------

  /** @returns {[HTMLButtonElement, () => boolean]} */
  const button = (label, able, change, where) => {
    const node = element("button", { type: "button", className: "kl-action", textContent: label });
    node.addEventListener("click", () => resize(view, change, where));
    tools.append(node);
    return [node, able];
  };
  const buttons = [
    button("Add a row", () => view.Phi.length < item.most, () => { view.Phi = [...view.Phi, view.Phi[0].map(() => 0)]; }, () => view.inputs.at(-1)[0]),
    button("Remove the last row", () => view.Phi.length > 1, () => { view.Phi = view.Phi.slice(0, -1); }),
    button("Add a column", () => view.Phi[0].length < item.most, () => { view.Phi = view.Phi.map((row) => [...row, 0]); }, () => view.inputs[0].at(-1)),
    button("Remove the last column", () => view.Phi[0].length > 1, () => { view.Phi = view.Phi.map((row) => row.slice(0, -1)); }),
    button("Back to the notes’ example", () => true, () => { view.Phi = item.example.map((row) => [...row]); }),
  ];
  const view = { value, widen, send, item, hint, wrong, body, buttons, stage, Phi: [], inputs: [] };

  return {
    // What the page says, as long as nobody is writing here.
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

// A cell is read when it is left: on the way to a number there are others that nobody meant.
function write(view, i, j) {
  const { value, widen, send } = view;
  const cell = view.inputs[i][j], number = value(cell.value), bad = number === undefined;
  cell.setAttribute("aria-invalid", String(bad));
  if (!bad) cell.value = typedNumber(number);
  widen(cell);
  complain(view);
  if (bad || number === view.Phi[i][j]) return;
  view.Phi[i][j] = number;
  send();
}

function complain(view) {
  const { item, hint, wrong } = view;
  const bad = view.inputs.flatMap((row, i) => row.map((cell, j) => [cell, i, j])).filter(([cell]) => cell.getAttribute("aria-invalid") === "true");
  const faults = bad.map(([cell, i, j]) => `Row ${i + 1}, column ${j + 1} must be ${item.allowed}; it has ${cell.value.trim() ? `“${cell.value.trim().slice(0, 40)}”` : "nothing"}.${hint(cell.value)} Everything below keeps the last number it had, ${typedNumber(view.Phi[i][j]).replace("-", "−")}.`);
  if (wrong.textContent !== faults.join(" ")) wrong.textContent = faults.join(" ");
}

function keys(view, event, i, j) {
  const cell = view.inputs[i][j], step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
  if (event.key === "Escape") {
    cell.value = typedNumber(view.Phi[i][j]);
    write(view, i, j);
  }
  if (!step) return;
  event.preventDefault();
  write(view, i, j);
  const next = view.inputs[i + step]?.[j] ?? (event.key === "Enter" ? view.inputs[0][j + 1] : undefined);
  if (next) next.focus(); else cell.select();
}

function build(view) {
  const { body, buttons, widen } = view;
  view.inputs = view.Phi.map((row, i) => row.map((number, j) => {
    const cell = element("input", { type: "text", value: typedNumber(number), size: 5, maxLength: 12, spellcheck: false, autocomplete: "off", enterKeyHint: "next" });
    cell.setAttribute("aria-label", `φ(x${i + 1}), feature ${j + 1}`);
    cell.dataset.cell = `${i + 1},${j + 1}`;
    widen(cell);
    cell.addEventListener("focus", () => cell.select());
    cell.addEventListener("change", () => write(view, i, j));
    cell.addEventListener("keydown", (event) => keys(view, event, i, j));
    return cell;
  }));
  body.replaceChildren(...view.inputs.map((row, i) => element("tr", {},
    element("th", { scope: "row" }, "φ(x", element("sub", { textContent: i + 1 }), ")ᵀ"),
    ...row.map((cell) => element("td", {}, cell)))));
  complain(view);
  for (const [button, able] of buttons) button.disabled = !able();
}

// Texts that are not numbers are kept in their cells, whatever else changes its size.
function resize(view, change, where) {
  const { stage, widen, send } = view;
  const texts = view.inputs.map((row) => row.map((cell) => (cell.getAttribute("aria-invalid") === "true" ? cell.value : null)));
  change();
  build(view);
  texts.forEach((row, i) => row.forEach((typed, j) => {
    if (typed === null || !view.inputs[i]?.[j]) return;
    view.inputs[i][j].value = typed;
    view.inputs[i][j].setAttribute("aria-invalid", "true");
    widen(view.inputs[i][j]);
  }));
  complain(view);
  send();
  stage.announce(`${many(view.Phi.length, "row")}, ${many(view.Phi[0].length, "column")}`);
  where?.()?.focus();
}

// A picture elsewhere on the page that shows the same Φ: it takes over what the editor was told.
/** @type {MakeView<"follow">} */
function follow(root, item, player) {
  root.hidden = true;
  const take = (/** @type {CustomEvent} */ { detail }) => {
    if (!root.isConnected) { window.removeEventListener(WRITTEN, take); return; }
    player.receive(inline(detail[item.sweep]));
  };
  window.addEventListener(WRITTEN, take);
  return { draw() {}, describe() {} };
}
