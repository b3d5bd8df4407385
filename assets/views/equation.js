// An interactive formula: pointing at a symbol marks its meaning in the picture, and vice versa. Symbols with a
// slider can be dragged; a button shows numbers in place of the symbols.

import { followsNumber, math, numberAt } from "../base/mathml.js";
import { element, queryAll, setText } from "../base/dom.js";
import { groupDigits, number, setting } from "../base/format.js";
import { exampleOf } from "../draw/frame-geometry.js";
import { arrowStep } from "../input/gestures.js";

export const kinds = { equation };

const PX_PER_STOP = 5;                  // length of a drag from one stop to the next

/**
 * A shown symbol: its entry below the formula, and its positions in the formula with the nodes that are shown there.
 * @typedef {EquationSymbol & ReturnType<typeof entry> & { places: { place: HTMLElement, sign: Node[] }[], shownValue?: string | false }} ShownSymbol
 *
 * @typedef {object} EquationView
 * @property {HTMLElement} root
 * @property {Player} player
 * @property {Stage} stage
 * @property {Map<string, ShownSymbol>} symbols
 * @property {Frame} [frame]
 * @property {string} [pinned] the symbol that stays highlighted
 * @property {string} [signName] the symbol that is highlighted
 * @property {boolean} [moved] whether a press has become a drag
 */

/** @type {MakeView<"equation">} */
function equation(root, item, player, stage) {
  root.classList.add("kl-equation");
  const formula = element("div", { className: "kl-math" }, math(item.math));
  formula.firstElementChild?.setAttribute("aria-label", item.speech);
  /** @type {Map<string, ShownSymbol>} */
  const symbols = new Map(item.symbols.map((symbol) => [symbol.name, { ...symbol, ...entry(symbol), places: queryAll(formula, `[data-symbol="${symbol.name}"]`).map((place) => ({ place, sign: [...place.childNodes] })) }]));
  const numbers = element("button", { type: "button", className: "kl-action", textContent: "Numbers", title: "Show current numbers in place of symbols" });
  numbers.setAttribute("aria-pressed", "false");
  numbers.hidden = ![...symbols.values()].some(standsAlone);
  root.append(formula, element("div", { className: "kl-equation-signs" }, ...[...symbols.values()].map(({ button }) => button), numbers));
  /** @type {EquationView} */
  const view = { root, player, stage, symbols };

  for (const symbol of symbols.values()) listenTo(view, symbol);
  numbers.addEventListener("click", () => {
    numbers.setAttribute("aria-pressed", String(numbers.getAttribute("aria-pressed") !== "true"));
    fill(view, numbers);
  });
  // The other direction: pointing at a slider, a read-out or an example marks a symbol.
  const whole = () => root.closest("[data-live]") ?? root;
  queueMicrotask(() => {
    for (const [type, on] of /** @type {[string, boolean][]} */ ([["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]])) {
      whole().addEventListener(type, ({ target }) => {
        const symbol = [...symbols.values()].find((each) => thingsOf(view, each).some((thing) => thing.contains(/** @type {Node} */ (target))));
        if (symbol) lightSign(view, on ? symbol.name : undefined);
      });
    }
  });
  player.on("input", () => fill(view, numbers));
  return {
    marks: true,
    describe() {},
    draw(frame) {
      view.frame = frame;
      fill(view, numbers);
      if (!view.signName) lightSign(view, stage.markedExample === undefined ? undefined : ofExample(symbols, frame, stage.markedExample));
    },
  };
}

// Return the name of the symbol that belongs to the example under the pointer, if any.
/** @param {EquationView["symbols"]} symbols @param {Frame} frame @param {number} i */
function ofExample(symbols, frame, i) {
  const all = [...symbols.values()];
  const exampleSymbol = frame.get("index") === i ? all.find(({ example }) => example === "drawn") : undefined;
  return (exampleSymbol ?? all.find(({ example, tensor }) => example === "any" || isOfExamples(frame, tensor)))?.name;
}

const isOfExamples = (/** @type {Frame | undefined} */ frame, /** @type {string} */ tensor) => frame !== undefined && tensor !== "" && typeof frame.get(tensor) === "object" && frame.get(tensor).length > 1;

/** @param {EquationSymbol} symbol */
function entry({ name, sign, meaning }) {
  const which = element("span", {}), value = element("b", { translate: false }), button = element("button", { type: "button", className: "kl-sign" }, element("i", { textContent: sign, translate: false }), ` ${meaning} `, which, value);
  button.dataset.symbol = name;
  return { button, which, value };
}

// Return the page's elements outside the plane that belong to a symbol.
/** @param {EquationView} view @param {EquationSymbol} symbol @returns {Element[]} */
function thingsOf({ root }, { name, along, tensor }) {
  const whole = root.closest("[data-live]"), numbers = whole ? queryAll(whole, `[data-stands-for~="${name}"]`) : [];
  const own = [along && whole?.querySelector(`input[data-along="${along}"]`)?.closest(".kl-slider"), tensor && whole?.querySelector(`[data-readout="${tensor}"]`)?.closest(".kl-row")];
  return [...own, ...numbers].filter((thing) => thing instanceof Element);
}

/** @param {EquationView} view @param {ShownSymbol} symbol */
function listenTo(view, symbol) {
  const parts = [symbol.button, ...symbol.places.map(({ place }) => place)];
  for (const part of parts) {
    part.addEventListener("pointerenter", () => light(view, symbol.name));
    part.addEventListener("pointerleave", () => light(view, view.pinned));
  }
  symbol.button.addEventListener("focus", () => light(view, symbol.name));
  symbol.button.addEventListener("blur", () => light(view, view.pinned));
  for (const part of parts) {
    part.addEventListener("click", () => {
      if (view.moved) { view.moved = false; return; }       // it was a drag
      view.pinned = view.pinned === symbol.name ? undefined : symbol.name;
      light(view, view.pinned);
    });
  }
  symbol.button.setAttribute("aria-pressed", "false");
  if (!view.player.base[symbol.along] || symbol.fixed) return;
  for (const part of parts) {
    part.classList.add("is-draggable");
    part.addEventListener("pointerdown", (event) => drag(view, symbol, event));
  }
  symbol.button.addEventListener("keydown", (event) => {
    const step = arrowStep(event);
    if (!step) return;
    event.preventDefault();
    go(view.player, symbol.along, view.player.index(symbol.along) + (symbol.reciprocal ? -step : step));
    view.player.settle();
  });
}

/** @param {Player} player @param {string} along @param {number} k */
function go(player, along, k) {
  const stops = player.stops(along);
  player.move(along, stops[Math.max(0, Math.min(stops.length - 1, k))]);
}

// Drag a symbol like its slider: each move draws, and the page gets the value when the drag ends.
/** @param {EquationView} view @param {ShownSymbol} symbol @param {PointerEvent} event */
function drag(view, { along, reciprocal }, { clientX, pointerId, button }) {
  if (button) return;
  const { player } = view;
  view.moved = false;
  const from = player.index(along), stop = new AbortController();
  const on = (/** @type {"pointermove" | "pointerup" | "pointercancel"} */ type, /** @type {(event: PointerEvent) => void} */ run) => addEventListener(type, (event) => { if (event.pointerId === pointerId) run(event); }, { signal: stop.signal });
  player.reach(along);
  player.hold(true);
  on("pointermove", (event) => {
    const steps = Math.round((event.clientX - clientX) / PX_PER_STOP);
    view.moved ||= steps !== 0;
    if (view.moved) go(player, along, from + (reciprocal ? -steps : steps));
  });
  for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) {
    on(type, () => {
      stop.abort();
      player.hold(false);
      player.settle();
    });
  }
}

/** @param {EquationView} view @param {string} [name] */
function light(view, name) {
  const { symbols, stage } = view, symbol = name === undefined ? undefined : symbols.get(name);
  view.signName = name;
  lightSign(view, name);
  const things = symbol ? thingsOf(view, symbol) : [];    // two symbols may share an element
  for (const each of symbols.values()) {
    each.button.setAttribute("aria-pressed", String(view.pinned === each.name));
    for (const thing of thingsOf(view, each)) thing.classList.toggle("is-highlighted", things.includes(thing));
  }
  stage.light(symbol?.mark || undefined);
}

// Highlight the symbol in the formula and in the list below it.
/** @param {EquationView} view @param {string} [name] */
function lightSign({ symbols, signName }, name = signName) {
  for (const { name: own, button, places } of symbols.values()) {
    for (const part of [button, ...places.map(({ place }) => place)]) part.classList.toggle("is-highlighted", own === name);
  }
}

// Return whether a number can replace the symbol. In a sum over all examples the number of one example would be
// misleading; it is shown below the formula, with the example's index.
const standsAlone = (/** @type {EquationSymbol} */ { each, along, tensor }) => Boolean(!each && (along || tensor));

// Return whether the symbol stands for a value of the example that the algorithm drew last, and none is drawn yet.
const isWaiting = (/** @type {EquationView} */ { frame }, /** @type {EquationSymbol} */ { of_drawn_example: isOfDrawn }) => Boolean(isOfDrawn && frame && frame.get("index") < 0);

/** @param {EquationView} view @param {ShownSymbol} symbol */
function valueOf(view, symbol) {
  const { player, stage, frame } = view, { along, tensor, reciprocal } = symbol;
  if (isWaiting(view, symbol)) return "";
  const values = tensor && frame ? frame.get(tensor) : undefined;
  if (values === undefined) return along && along in player.scene ? setting(reciprocal ? 1 / player.value(along) : player.value(along)) : "";
  const value = Number(values[0] ?? values);
  if (along && stage.slider(along).format === "count") return groupDigits(String(Math.round(value)));
  if (!isOfExamples(frame, tensor)) return number(reciprocal ? 1 / value : value);
  return number(values[exampleOf(stage, player, /** @type {Frame} */ (frame))]);
}

// Return the text before the number: the index of the example in brackets, "(none yet)" before one is drawn, or "".
/** @param {EquationView} view @param {ShownSymbol} symbol */
function exampleOfSymbol(view, symbol) {
  if (isWaiting(view, symbol)) return "(none yet)";
  const { player, stage, frame } = view;
  return symbol.each && isOfExamples(frame, symbol.tensor) ? `(${symbol.each} = ${exampleOf(stage, player, /** @type {Frame} */ (frame)) + 1}) ` : "";
}

/** @param {EquationView} view @param {HTMLButtonElement} numbers */
function fill(view, numbers) {
  const inPlace = numbers.getAttribute("aria-pressed") === "true";
  for (const symbol of view.symbols.values()) {
    const value = valueOf(view, symbol), which = exampleOfSymbol(view, symbol);
    setText(symbol.value, value);
    setText(symbol.which, which);
    const shownValue = inPlace && standsAlone(symbol) && value;
    if (symbol.shownValue === shownValue) continue;
    symbol.shownValue = shownValue;
    for (const { place, sign } of symbol.places) place.replaceChildren(...(shownValue ? [math(numberAt(value, place)), math(["mspace", { width: "0.2em" }])] : sign));
  }
  // Put a · between two numbers: otherwise 2 τ² would become 2 0.40².
  for (const { shownValue, places } of view.symbols.values()) {
    for (const { place } of shownValue ? places : []) {
      const times = place.firstElementChild?.localName === "mo";
      if (times === followsNumber(place)) continue;
      if (times) place.firstElementChild?.remove(); else place.prepend(math(["mo", { lspace: "0.2em", rspace: "0.2em" }, "·"]));
    }
  }
}
