// What the learner moves and reads: sliders, switches, read-outs.

import { nearest } from "../base/sweep-decoder.js";
import { FORMATS, groupDigits, number, percent, typedNumber, setting, trimZeros, tick, ungroupDigits } from "../base/format.js";
import { element } from "../base/dom.js";
import { arrowStep } from "../input/gestures.js";

export const kinds = { choice, readouts, slider };

let serial = 0;

// Calls `then` once when this pointer lets go, wherever it is by then. The slider does not capture the pointer:
// WebKit's own drag of the thumb would end there.
function release(pointerId, then) {
  const once = new AbortController();
  const end = (e) => {
    if (e.pointerId !== pointerId) return;
    once.abort();
    then(e.type);
  };
  for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, end, { capture: true, signal: once.signal });
}

const BETWEEN_TICKS = 4;    // px

/**
 * Hides the inner ticks that would run into the one before them or into the last.
 * @param {HTMLElement} scale
 */
function spaceTicks(scale) {
  const marks = [...scale.children], boxes = marks.map((mark) => mark.getBoundingClientRect()), last = boxes.at(-1);
  let free = -Infinity;
  for (const [k, mark] of marks.entries()) {
    const inner = k > 0 && k < marks.length - 1, crowded = inner && (boxes[k].left < free + BETWEEN_TICKS || boxes[k].right > last.left - BETWEEN_TICKS);
    mark.classList.toggle("kl-crowded", crowded);
    if (!crowded) free = boxes[k].right;
  }
}

/** @type {MakeView<"slider">} */
function slider(root, item, player) {
  root.classList.add("kl-slider");
  const { along, symbol, label, low, high } = item, id = `kl-${along}-${++serial}`;
  const name = element("label", { htmlFor: id }, element("span", { className: "kl-symbol", textContent: symbol }), ` ${label}`);
  const note = element("span", { className: "kl-note" });
  const typed = element("input", { type: "text", inputMode: "decimal", className: "kl-value", spellcheck: false, autocomplete: "off" });
  typed.setAttribute("aria-label", `${symbol}, ${label}: type a value`);
  const range = element("input", { type: "range", id, min: 0, max: item.stops.length - 1, step: 1 });
  range.dataset.along = along;
  const wrong = element("p", { className: "kl-wrong", hidden: true, role: "alert" });
  // A reciprocal slider shows 1/value and runs the other way: C = 1/λ, from soft to hard.
  const flip = item.reciprocal, last = item.stops.length - 1;
  const told = (value) => (flip ? 1 / value : value), place = (k) => (flip ? last - k : k);
  const scale = element("div", { className: "kl-ticks", ariaHidden: "true" });
  for (const value of flip ? item.ticks.toReversed() : item.ticks) {
    const mark = element("span", { textContent: tick(told(value)) });
    const share = place(nearest(item.stops, value)) / last;
    mark.style.left = `calc(10px + ${share} * (100% - 20px))`;
    scale.append(mark);
  }
  new ResizeObserver(() => spaceTicks(scale)).observe(scale);
  root.append(element("div", { className: "kl-row" }, element("span", {}, name, note), typed), range, scale, wrong);

  const format = item.format === "count" ? (v) => groupDigits(String(Math.round(v))) : setting;

  function show() {
    const stops = player.stops(along), k = player.index(along), value = format(told(stops[k]));
    range.value = String(place(k));
    range.style.setProperty("--fill", String(place(k) / last));
    range.setAttribute("aria-valuetext", `${symbol} = ${value}`);
    if (document.activeElement !== typed) typed.value = value;
    if (flip) note.textContent = `, λ = 1/C = ${trimZeros(setting(stops[k]))}`;
    else if (item.cost) {
      const c = 1 / (player.scene.risk === "mean" ? player.frame?.get("labels").length ?? NaN : 1) / stops[k];
      note.textContent = `, C = ${number(c).replace(/\.0+$/, "")}`;
    }
  }

  range.addEventListener("input", () => player.move(along, player.stops(along)[place(Number(range.value))]));
  // "change" is the release of a drag, but also every single key press: those settle by themselves.
  let byKey = false;
  range.addEventListener("keydown", () => { byKey = true; });
  range.addEventListener("pointerdown", ({ pointerId }) => {
    const before = player.value(along);
    byKey = false;
    player.reach(along);
    player.hold(true);
    release(pointerId, (type) => {
      player.hold(false);
      // A finger that began here and turned out to scroll the page has not meant the slider.
      if (type === "pointercancel") player.move(along, before);
    });
  });
  range.addEventListener("change", () => { if (!byKey) player.settle(); });
  typed.addEventListener("focus", () => { typed.value = typedNumber(told(player.value(along))); typed.select(); });
  typed.addEventListener("keydown", (e) => {
    if (e.key === "Escape") typed.value = typedNumber(told(player.value(along)));
    if (e.key === "Enter" || e.key === "Escape") typed.blur();
  });
  typed.addEventListener("blur", () => {
    const text = ungroupDigits(typed.value.trim().replace("−", "-")), given = told(Number(text));
    const good = text !== "" && given >= low && given <= high;
    const value = good && !player.frames ? item.stops[nearest(item.stops, given)] : given;
    wrong.hidden = good;
    if (!good) wrong.textContent = `${symbol} takes a number from ${groupDigits(typedNumber(flip ? 1 / high : low))} to ${groupDigits(typedNumber(flip ? 1 / low : high))}. It stays at ${format(told(player.value(along)))}.`;
    if (good && Math.abs(value - player.value(along)) > 1e-12 * value) {
      player.change({ [along]: typedNumber(value) }, along);
      player.settle();
    }
    show();
  });
  player.on("input", show);
  return { draw() {}, show, describe() {} };
}

/**
 * What an option of a switch sets. It may bring other fields along: one that an option left out ("") comes back as it was.
 * @param {Player} player @param {string} field @param {{ value: string, fields?: Scene }} option
 * @returns {Scene}
 */
export const fieldsOf = (player, field, { value, fields = {} }) => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text && (player.kept[name] ?? text)])), [field]: value,
});

// One row of buttons for a field of the scene, or (item.view) for how the picture is shown.
/** @type {(root: HTMLElement, item: Omit<ChoiceItem, "kind">, player: Player) => View} */
export function choice(root, item, player) {
  root.classList.add("kl-choice");
  root.classList.toggle("kl-numerals", item.options.every(({ label }) => label.length <= 2));
  root.setAttribute("role", "radiogroup");
  root.setAttribute("aria-label", item.label);
  const { field } = item;
  const current = () => (item.view ? player.view[field] ?? item.options[0].value : player.scene[field] ?? "");
  const shown = (o) => o.value === current() || o.also?.includes(current());
  const pick = (option) => {
    if (shown(option)) return;
    if (item.view) { player.look({ [field]: option.value }); show(); return; }
    player.change(fieldsOf(player, field, option));
    player.settle();
  };
  const buttons = item.options.map((option) => {
    const { value, label, help } = option;
    const button = element("button", { type: "button", textContent: label, title: help ?? "" });
    button.setAttribute("role", "radio");
    button.dataset[item.view ? "look" : "field"] = field;
    button.dataset.value = value;
    button.addEventListener("click", () => pick(option));
    root.append(button);
    return button;
  });

  function show() {
    buttons.forEach((button, k) => {
      const on = Boolean(shown(item.options[k]));
      button.setAttribute("aria-checked", String(on));
      button.tabIndex = on ? 0 : -1;
    });
  }

  root.addEventListener("keydown", (e) => {
    const step = arrowStep(e);
    if (!step) return;
    e.preventDefault();
    const k = item.options.findIndex(shown);
    const next = (k + step + buttons.length) % buttons.length;
    buttons[next].focus();
    pick(item.options[next]);
  });
  if (!item.view && !item.lazy) {
    player.wishes.push(() => item.options.filter((o) => !o.lazy && !shown(o)).map((option) => fieldsOf(player, field, option))
      .map((fields) => [player.along(player.variant(fields)), fields]));
  }
  // An option may need a tensor that not every scene has, such as the Bayes posterior.
  const able = (frame) => buttons.forEach((button, k) => {
    const { needs } = item.options[k];
    if (needs) button.disabled = !frame.sweep.tensors[needs];
  });
  player.on("input", show);
  show();
  return { draw(frame) { able(frame); show(); }, show, describe() {} };
}

/**
 * The number of a read-out; one that is the same at every stop comes as an array of one.
 * @param {{ tensor: string, format: string }} row @param {Frame} frame
 */
export function readoutText({ tensor, format }, frame) {
  const value = frame.get(tensor);
  return FORMATS[format](value?.[0] ?? value, frame);
}

/** @type {MakeView<"readouts">} */
export function readouts(root, item) {
  root.classList.add("kl-readouts");
  const rows = item.rows.map((row) => {
    const value = element("b", {}), note = element("small", { textContent: row.note ?? "" });
    value.dataset.readout = row.tensor;
    const line = element("div", { className: "kl-row" }, element("span", {}, row.label, " ", note), value);
    root.append(line);
    return { ...row, line, value, note };
  });
  return {
    draw(frame) {
      for (const row of rows) {
        if (row.optional) row.line.hidden = frame.sweep.tensors[row.tensor] === undefined;
        const text = readoutText(row, frame);
        if (row.value.textContent !== text) row.value.textContent = text;
        if (!row.beside) continue;
        const beside = frame.get(row.beside);
        row.note.textContent = beside === undefined ? "" : `(${row.besideLabel} ${percent(beside[0] ?? beside)})`;
      }
    },
    describe() {},
    summary: () => rows.filter((row) => row.value.textContent && !row.line.hidden).map((row) => `${row.label} ${row.value.textContent}`).join(", "),
  };
}
