// Sliders, switches and read-outs.

import { isSelected } from "../base/conditions.js";
import { nearest } from "../base/sweep-decoder.js";
import { formatOf, groupDigits, number, percent, typedNumber, setting, trimZeros, tick, ungroupDigits } from "../base/format.js";
import { element, setProperties, setText } from "../base/dom.js";
import { arrowStep } from "../input/gestures.js";

export const kinds = { choice, readouts, slider };

let serial = 0;
const NAMES = ["kernel"];          // fields whose options are names, which are not translated

/** @type {("pointerup" | "pointercancel")[]} */
const RELEASES = ["pointerup", "pointercancel"];

// Call `onRelease` once when this pointer is released anywhere. The slider does not capture the pointer, since that
// would end WebKit's drag of the thumb.
/** @param {number} pointerId @param {(type: string) => void} onRelease */
function release(pointerId, onRelease) {
  const once = new AbortController();
  const end = (/** @type {PointerEvent} */ e) => {
    if (e.pointerId !== pointerId) return;
    once.abort();
    onRelease(e.type);
  };
  for (const type of RELEASES) window.addEventListener(type, end, { capture: true, signal: once.signal });
}

const TICK_GAP_PX = 4;

/**
 * Hide inner tick labels that would overlap the previous label or the last one.
 * @param {HTMLElement} scale
 */
function spaceTicks(scale) {
  const marks = [...scale.children], boxes = marks.map((mark) => mark.getBoundingClientRect());
  let freeFrom = -Infinity;
  for (const [k, mark] of marks.entries()) {
    const isInner = k > 0 && k < marks.length - 1, isCrowded = isInner && (boxes[k].left < freeFrom + TICK_GAP_PX || boxes[k].right > boxes[boxes.length - 1].left - TICK_GAP_PX);
    mark.classList.toggle("is-crowded", isCrowded);
    if (!isCrowded) freeFrom = boxes[k].right;
  }
}

/** @type {MakeView<"slider">} */
function slider(root, item, player) {
  root.classList.add("kl-slider");
  const { along, symbol, label, low, high } = item, id = `kl-${along}-${++serial}`;
  const name = element("label", { htmlFor: id }, element("span", { className: "kl-symbol", textContent: symbol, translate: false }), ` ${label}`);
  const note = element("span", { className: "kl-note" });
  const typed = element("input", { type: "text", inputMode: "decimal", className: "kl-value", spellcheck: false, autocomplete: "off" });
  typed.setAttribute("aria-label", `${symbol}, ${label}: type a value`);
  const range = element("input", { type: "range", id, min: 0, max: item.stops.length - 1, step: 1 });
  range.dataset.along = along;
  const errorLine = element("p", { className: "kl-error", hidden: true, role: "alert" });
  // A reciprocal slider shows 1/value, in reversed order: C = 1/λ, from a soft to a hard margin.
  const isReciprocal = item.reciprocal, last = item.stops.length - 1;
  const displayed = (/** @type {number} */ value) => (isReciprocal ? 1 / value : value), positionOf = (/** @type {number} */ k) => (isReciprocal ? last - k : k);
  const scale = element("div", { className: "kl-ticks", ariaHidden: "true", translate: false });
  for (const value of isReciprocal ? item.ticks.toReversed() : item.ticks) {
    const mark = element("span", { textContent: tick(displayed(value)) });
    const share = positionOf(nearest(item.stops, value)) / last;
    mark.style.left = `calc(10px + ${share} * (100% - 20px))`;
    scale.append(mark);
  }
  new ResizeObserver(() => spaceTicks(scale)).observe(scale);
  root.append(element("div", { className: "kl-row" }, element("span", {}, name, note), typed), range, scale, errorLine);

  const format = item.format === "count" ? (/** @type {number} */ v) => groupDigits(String(Math.round(v))) : setting;

  function show() {
    const stops = player.stops(along), k = player.index(along), value = format(displayed(stops[k]));
    range.value = String(positionOf(k));
    range.style.setProperty("--fill", String(positionOf(k) / last));
    setProperties(range, { ariaValueText: `${symbol} = ${value}` });
    if (document.activeElement !== typed) typed.value = value;
    if (isReciprocal) setText(note, `, λ = 1/C = ${trimZeros(setting(stops[k]))}`);
    else if (item.cost) {
      const c = 1 / (player.scene.risk === "mean" ? player.frame?.get("labels").length ?? NaN : 1) / stops[k];
      setText(note, `, C = ${number(c).replace(/\.0+$/, "")}`);
    }
  }

  range.addEventListener("input", () => player.move(along, player.stops(along)[positionOf(Number(range.value))]));
  // "change" follows the release of a drag, but also every key press, after which the player settles automatically.
  let byKey = false;
  range.addEventListener("keydown", () => { byKey = true; });
  range.addEventListener("pointerdown", ({ pointerId }) => {
    const before = player.value(along);
    byKey = false;
    player.reach(along);
    player.hold(true);
    release(pointerId, (type) => {
      player.hold(false);
      // A touch that became a scroll must not move the slider.
      if (type === "pointercancel") player.move(along, before);
    });
  });
  range.addEventListener("change", () => { if (!byKey) player.settle(); });
  typed.addEventListener("focus", () => { typed.value = typedNumber(displayed(player.value(along))); typed.select(); });
  typed.addEventListener("keydown", (e) => {
    if (e.key === "Escape") typed.value = typedNumber(displayed(player.value(along)));
    if (e.key === "Enter" || e.key === "Escape") typed.blur();
  });
  typed.addEventListener("blur", () => {
    const text = ungroupDigits(typed.value.trim().replace("−", "-")), typedValue = displayed(Number(text));
    const isValid = text !== "" && typedValue >= low && typedValue <= high;
    const value = isValid && !player.frames ? item.stops[nearest(item.stops, typedValue)] : typedValue;
    errorLine.hidden = isValid;
    if (!isValid) errorLine.textContent = `${symbol} must be a number from ${groupDigits(typedNumber(isReciprocal ? 1 / high : low))} to ${groupDigits(typedNumber(isReciprocal ? 1 / low : high))}. It stays at ${format(displayed(player.value(along)))}.`;
    if (isValid && Math.abs(value - player.value(along)) > 1e-12 * value) {
      player.change({ [along]: typedNumber(value) }, along);
      player.settle();
    }
    show();
  });
  player.on("input", show);
  return { draw() {}, show, describe() {} };
}

/**
 * Return the fields that an option of a switch sets. A field that another option had cleared ("") gets its former value.
 * @param {Player} player @param {string} field @param {{ value: string, fields?: Scene }} option
 * @returns {Scene}
 */
export const fieldsOf = (player, field, { value, fields = {} }) => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text && (player.clearedFields[name] ?? text)])), [field]: value,
});

// Build a row of buttons for a field of the scene or, with `item.view`, for a setting of the view.
/** @type {(root: HTMLElement, item: Omit<ChoiceItem, "kind">, player: Player) => View} */
export function choice(root, item, player) {
  root.classList.add("kl-choice");
  root.classList.toggle("kl-numerals", item.options.every(({ label }) => label.length <= 2));
  root.setAttribute("role", "radiogroup");
  root.setAttribute("aria-label", item.label);
  const { field } = item;
  const current = () => (item.view ? player.view[field] ?? item.options[0].value : player.scene[field] ?? "");
  const isChosen = (/** @type {ChoiceOption} */ option) => isSelected(item, option, current(), player.scene, player.view);
  const pick = (/** @type {ChoiceOption} */ option) => {
    if (isChosen(option)) return;
    if (item.view) { player.look({ [field]: option.value }); show(); return; }
    player.change(fieldsOf(player, field, option));
    if (option.view) player.look(option.view);
    player.settle();
  };
  const buttons = item.options.map((option) => {
    const { value, label, help } = option;
    const button = element("button", { type: "button", textContent: label, title: help ?? "", ...(NAMES.includes(field) ? { translate: false } : {}) });
    button.setAttribute("role", "radio");
    button.dataset[item.view ? "look" : "field"] = field;
    button.dataset.value = value;
    button.addEventListener("click", () => pick(option));
    root.append(button);
    return button;
  });

  function show() {
    const chosen = item.options.findIndex(isChosen);
    buttons.forEach((button, k) => {
      // Tab reaches the row also if no option is chosen.
      setProperties(button, { ariaChecked: String(k === chosen), tabIndex: k === Math.max(chosen, 0) ? 0 : -1 });
    });
  }

  root.addEventListener("keydown", (e) => {
    const step = arrowStep(e);
    if (!step) return;
    e.preventDefault();
    const k = buttons.findIndex((button) => button === document.activeElement);
    const next = (k + step + buttons.length) % buttons.length;
    buttons[next].focus();
    pick(item.options[next]);
  });
  if (!item.view && !item.lazy) {
    player.wishes.push(() => item.options.filter((o) => !o.lazy && !isChosen(o)).map((option) => fieldsOf(player, field, option))
      .map((fields) => [player.along(player.variant(fields)), fields]));
  }
  // Disable options that need a tensor which the scene does not have, such as the Bayes posterior.
  const updateDisabled = (/** @type {Frame} */ frame) => buttons.forEach((button, k) => {
    const { needs } = item.options[k];
    if (needs) setProperties(button, { disabled: !frame.sweep.tensors[needs] });
  });
  player.on("input", show);
  show();
  return { draw(frame) { updateDisabled(frame); show(); }, show, describe() {} };
}

/**
 * Write the number of a read-out. A number that is the same at all stops is an array with one entry.
 * @param {{ tensor: string, format: string }} row @param {Frame} frame
 */
export function readoutText({ tensor, format }, frame) {
  const value = frame.get(tensor);
  return formatOf(format)(value?.[0] ?? value, frame);
}

const ERROR_OF_ZERO = "(no points: f = 0 counts as a mistake)";

/**
 * Return the small text after the label of a read-out whose value is `text`: its note or another number. If there is no
 * number, the text says why; for the test error without points it says how mistakes are counted.
 * @param {Pick<Row, "tensor" | "note" | "reference" | "reference_label" | "missing">} row @param {string} text @param {Pick<Frame, "get">} frame
 */
export function readoutNote({ tensor, note, reference, reference_label: label, missing }, text, frame) {
  if (missing && text === "–") return missing;
  if (tensor === "test_error" && frame.get("labels")?.length === 0) return ERROR_OF_ZERO;
  if (!reference) return note ?? "";
  const value = frame.get(reference);
  return value === undefined ? "" : `(${label} ${percent(value[0] ?? value)})`;
}

/** @type {MakeView<"readouts">} */
export function readouts(root, item) {
  root.classList.add("kl-readouts");
  const rows = item.rows.map((row) => {
    const value = element("b", { translate: false }), small = element("small");
    value.dataset.readout = row.tensor;
    const line = element("div", { className: "kl-row" }, element("span", {}, row.label, " ", small), value);
    root.append(line);
    return { ...row, line, value, small };
  });
  return {
    draw(frame) {
      for (const row of rows) {
        if (row.optional) setProperties(row.line, { hidden: frame.sweep.tensors[row.tensor] === undefined });
        const text = readoutText(row, frame);
        setText(row.value, text);
        setText(row.small, readoutNote(row, text, frame));
      }
    },
    describe() {},
    summary: () => rows.filter((row) => row.value.textContent && !row.line.hidden).map((row) => `${row.label} ${row.value.textContent}`).join(", "),
  };
}
