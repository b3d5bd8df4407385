// Move the picture on request to a setting that meets a goal, with a pause button and a bar for the position. Any other
// input ends the demonstration. Its moves do not count as moves of the visitor.

import { element, reducesMotion } from "../../base/dom.js";
import { setting } from "../../base/format.js";

const MS_PER_STOP = 60, MIN_MS = 800, MAX_MS = 4000;   // time per stop, and limits of the whole duration

/**
 * A demonstration, which begins to play at once: its controls, and a function that ends it.
 * @typedef {{ root: HTMLElement, end: () => void }} Demonstration
 */

/**
 * Move the picture along a way to a goal.
 * @param {Player} player @param {import("./deciding-scene.js").Way} way
 * @param {{ onArrival: () => void, onEnd: () => void }} listeners the first arrival at the goal; the end by other input
 * @returns {Demonstration}
 */
export function demonstration(player, { fields, slider, stops }, { onArrival, onEnd }) {
  const listeners = new AbortController(), last = stops.length - 1;
  const duration = reducesMotion() ? 0 : Math.min(MAX_MS, Math.max(MIN_MS, MS_PER_STOP * stops.length));
  const { root, toggle, bar } = controls(last);
  let shownStop = -1, startTime = 0, isPlaying = false, hasArrived = false;

  toggle.addEventListener("click", () => (isPlaying ? rest() : play()));
  bar.addEventListener("input", () => { take(); show(Number(bar.value)); });
  bar.addEventListener("change", () => rest());
  const endAtInput = (/** @type {Event} */ event) => { if (!event.composedPath().includes(root)) end(); };
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, endAtInput, { capture: true, signal: listeners.signal });

  // Hold the picture while it moves, so that a pause between two stops does not count as a release.
  function take() {
    isPlaying = false;
    player.demonstration = PLAYING;
    player.hold(true);
  }

  function play() {
    take();
    isPlaying = true;
    if (shownStop >= last) shownStop = -1;
    const share = shownStop < 0 ? 0 : shareAt(shownStop, last);
    startTime = performance.now() - share * duration;
    label();
    if (!stops.length) { rest(); return; }
    advance(performance.now());
  }

  /** @param {number} time */
  function advance(time) {
    if (!isPlaying) return;
    if (player.closed) { end(); return; }
    show(Math.max(shownStop, stopAt(duration ? (time - startTime) / duration : 1, last)));
    if (shownStop === last) rest(); else requestAnimationFrame(advance);
  }

  /** @param {number} k */
  function show(k) {
    if (k === shownStop) return;
    shownStop = k;
    bar.value = String(k);
    bar.style.setProperty("--fill", String(k / Math.max(last, 1)));
    if (slider) player.move(slider.along, stops[k]);
    bar.setAttribute("aria-valuetext", slider ? `${slider.symbol} = ${setting(stops[k])}` : "");
  }

  // Stop moving, and release the picture.
  function rest() {
    isPlaying = false;
    label();
    player.demonstration = player.query();
    const arrives = shownStop >= last && !hasArrived;
    hasArrived ||= arrives;
    if (arrives) onArrival();
    player.hold(false);
    if (!player.closed) player.settle();
  }

  function label() { toggle.textContent = isPlaying ? "Pause" : shownStop >= last ? "Play again" : "Play"; }

  function end() {
    if (listeners.signal.aborted) return;
    listeners.abort();
    root.inert = true;       // invisible, but with its space: otherwise the page would move under the press that ends it
    if (isPlaying || player.isHeld) rest();
    onEnd();
  }

  // Begin after this function has returned, so that the caller has the controls before the first stop is painted.
  queueMicrotask(() => {
    if (listeners.signal.aborted) return;
    if (fields) { take(); player.change(fields); }
    play();
  });
  return { root, end };
}

/** Return a button that plays or pauses, and a bar from 0 to `last`; both hidden if there is nothing to play. @param {number} last */
function controls(last) {
  const toggle = element("button", { type: "button", className: "kl-text-button" });
  const bar = element("input", { type: "range", min: "0", max: String(Math.max(last, 0)), value: "0" });
  bar.setAttribute("aria-label", "Position of the demonstration");
  return { toggle, bar, root: element("span", { className: "kl-demonstration", hidden: last < 1 }, toggle, bar) };
}

const PLAYING = Symbol("playing");

/**
 * Return the position, in stops, after a share of the total time. The movement starts and ends smoothly.
 * @param {number} share @param {number} last
 */
export function stopAt(share, last) {
  const t = Math.min(1, Math.max(0, share));
  return Math.round(t * t * (3 - 2 * t) * last);
}

/**
 * Return a share of the total time at which this stop is shown: the inverse of `stopAt`.
 * @param {number} stop @param {number} last
 */
export function shareAt(stop, last) {
  return last ? 0.5 - Math.sin(Math.asin(1 - (2 * stop) / last) / 3) : 1;
}

/**
 * Return whether the picture still has the settings at which the demonstration ended.
 * @param {Player} player
 */
export function isDemonstrated(player) {
  const still = player.demonstration !== undefined && (player.demonstration === PLAYING || player.demonstration === player.query());
  if (!still) player.demonstration = undefined;
  return still;
}
