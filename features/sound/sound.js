// Add a “Listen” button beside “Save” where a picture can be heard, and handle the keys of sound: H, and the arrow
// keys on a picture. Nothing is played before sound is turned on, and then only after a key, a press or a move of a
// slider.

import { element, queryAll } from "../../assets/base/dom.js";
import { DRAWN, drawnData } from "../../assets/draw/drawn-data.js";
import { follow } from "../../assets/furniture/progress/progress.js";
import { allElements, offerTool } from "../../assets/element/picture-tools.js";
import { arrowWay } from "../../assets/input/gestures.js";
import { readSettings, storeSettings } from "./settings.js";

/** @typedef {import("./settings.js").Settings} Settings */

const TYPING = 'input:not([type="range"], [type="checkbox"]), textarea, select, [contenteditable="true"]';
const SLIDER_MS = 1000;          // time after a move of a slider within which a new picture counts as its effect
const CURSOR_STEP = 0.02, LARGE_CURSOR_STEP = 0.1;     // shares of a picture's width or height by which an arrow key moves the cursor

let settings = readSettings();
/** @type {import("./listener.js").Listener | undefined} */
let listener;
let lastMove = -Infinity, hasStarted = false;

export function mount() {
  offerTool(offerListening);
  if (hasStarted) return;
  hasStarted = true;
  follow(document.body, () => apply(readSettings()));     // clearing the progress also clears the settings
  addEventListener("keydown", handleKey);
  addEventListener("input", ({ target, isTrusted }) => {
    if (isTrusted && target instanceof HTMLInputElement && target.dataset.along) lastMove = performance.now();
  }, { capture: true });
}

export function unmount() {}

async function loadListener() {
  const { Listener } = await import("./listener.js");
  return (listener ??= new Listener(settings));
}

/** @param {Partial<Settings>} changes */
function change(changes) {
  apply({ ...settings, ...changes });
  storeSettings(settings);
}

/** @param {Settings} newSettings */
function apply(newSettings) {
  settings = newSettings;
  listener?.set(settings);
  for (const live of allElements()) show(live);
}

/** @param {Live} live */
function offerListening(live) {
  const button = element("button", { type: "button", className: "kl-tool-button kl-listen-button", textContent: "Listen" });
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", async () => {
    try {
      const [{ togglePanel }, sound] = await Promise.all([import("./panel.js"), loadListener()]);
      togglePanel(live, button, { listener: sound, change });
    } catch { button.title = "A script could not be loaded. Reload the page."; }
  });
  const offer = () => {
    if (!button.parentNode) live.addTool(button);
    show(live);
  };
  live.root.addEventListener(DRAWN, offer);
  if (canvasesOf(live).length) offer();
  live.player.on("paint", () => { if (settings.isOn && performance.now() - lastMove < SLIDER_MS) requestAnimationFrame(() => followSlider(live)); });
}

/** @param {Live} live */
async function followSlider(live) { (await loadListener()).followSlider(live); }

/** @param {Live} live */
const canvasesOf = (live) => /** @type {HTMLCanvasElement[]} */ (queryAll(live.root, "canvas")).filter(drawnData);

// Show whether sound is on, in an element's button and its pictures. While sound is on, Tab reaches each picture, and
// a plane receives the arrow keys even if a screen reader is running.
/** @param {Live} live */
function show(live) {
  const button = live.tools?.querySelector(".kl-listen-button");
  button?.classList.toggle("is-on", settings.isOn);
  if (button instanceof HTMLElement) button.title = settings.isOn ? "Sound is on" : "Hear this picture";
  for (const canvas of canvasesOf(live)) {
    if (canvas.closest("button")) continue;
    if (settings.isOn && canvas.tabIndex < 0) Object.assign(canvas, { tabIndex: 0 }).dataset.heard = "";
    else if (!settings.isOn && "heard" in canvas.dataset) { canvas.removeAttribute("tabindex"); delete canvas.dataset.heard; }
    if (drawnData(canvas)?.field) canvas.setAttribute("role", settings.isOn ? "application" : "img");
  }
}

/** @param {KeyboardEvent} event */
async function handleKey(event) {
  const { target, key } = event;
  if (!settings.isOn || event.ctrlKey || event.altKey || event.metaKey || !(target instanceof HTMLElement) || target.matches(TYPING)) return;
  const live = /** @type {LiveRoot | null} */ (target.closest("[data-live]"))?.live;
  if (!live) return;
  const node = target instanceof HTMLCanvasElement ? target : target.querySelector("canvas"), canvas = node && drawnData(node) ? node : undefined;
  if (key === "h" || key === "H") {
    event.preventDefault();
    const sound = await loadListener(), { heardPictures } = await import("./listener.js"), pictures = heardPictures(live);
    const picture = canvas ? { canvas, title: pictures.find((picture) => picture.canvas === canvas)?.title ?? "" } : pictures[0];
    if (picture) sound.toggle({ live, canvas: picture.canvas }, picture.title);
    return;
  }
  const way = arrowWay(event);
  if (way && canvas && target === canvas) moveCursor(live, canvas, way, event);
}

// Move the cursor of a picture by an arrow key, unless its plane has handled the key: some planes use the same keys to
// move their cursor or to choose an example, and announce the values of a nearby example. Then play the pitch at the
// announced example or, if there is none or a point is being carried, at the cursor.
/** @param {Live} live @param {HTMLCanvasElement} canvas @param {Point} way @param {KeyboardEvent} event */
async function moveCursor(live, canvas, [dx, dy], event) {
  const { axes: { cursor }, field } = /** @type {DrawnData} */ (drawnData(canvas)), step = event.shiftKey ? LARGE_CURSOR_STEP : CURSOR_STEP;
  const isHandled = event.defaultPrevented;
  if (!isHandled) {
    if (!field && !dx) return;
    event.preventDefault();
    if (!field) { (await loadListener()).walkChart({ live, canvas }, dx, step); return; }
    cursor.x = Math.min(1, Math.max(0, cursor.x + dx * step));
    cursor.y = Math.min(1, Math.max(0, cursor.y - dy * step));
  }
  const { markedExample, carrier } = live.stage, example = isHandled && !carrier?.drag ? markedExample : undefined;
  (await loadListener()).soundCursor({ live, canvas }, example);
}
