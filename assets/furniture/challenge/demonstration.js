// Moves the picture to a place where a goal is met. Any input ends it; its moves do not count as the visitor's.

import { queryAll, reducesMotion } from "../../base/dom.js";

const MS_PER_STOP = 35, MIN_MS = 500, MAX_MS = 2000;   // limits of the whole duration
const IDLE_MS = 2500, RETRY_MS = 500;                   // without input, before it plays by itself; and until the next check

/**
 * @param {Player} player @param {import("./deciding-scene.js").Way} way
 * @param {HTMLElement} button presses of it are handled elsewhere
 * @param {(arrived: boolean) => void} onEnd called before the picture is released
 * @returns {() => void} stops it at its current place
 */
export function play(player, { fields, slider, stops }, button, onEnd) {
  const listeners = new AbortController(), start = performance.now();
  const duration = reducesMotion() ? 0 : Math.min(MAX_MS, Math.max(MIN_MS, MS_PER_STOP * stops.length));
  let shownStop = -1;

  /** @param {boolean} arrived */
  function finish(arrived) {
    if (listeners.signal.aborted) return;
    listeners.abort();
    player.demonstration = player.query();
    onEnd(arrived);
    player.hold(false);
    if (!player.closed) player.settle();
  }

  /** @param {number} time */
  function advance(time) {
    if (listeners.signal.aborted) return;
    if (player.closed) { finish(false); return; }
    const last = stops.length - 1, k = stopAt(duration ? (time - start) / duration : 1, last);
    if (slider && k > shownStop) { shownStop = k; player.move(slider.along, stops[k]); }
    if (k === last) finish(true); else requestAnimationFrame(advance);
  }

  const stop = () => finish(false);
  const onInput = (/** @type {Event} */ event) => { if (!isRepeated(event) && !event.composedPath().includes(button)) stop(); };
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, onInput, { capture: true, signal: listeners.signal });
  player.demonstration = PLAYING;
  player.hold(true);
  if (fields) player.change(fields);
  if (stops.length) advance(start); else finish(true);
  return stop;
}

/**
 * Calls `begin` after a while without input, if its picture is in view and `isPossible`. A press or key cancels it; a
 * moving pointer postpones it.
 * @param {HTMLElement} root @param {() => boolean} isPossible @param {() => void} begin
 * @param {() => void} onOver called when it begins, or is cancelled
 */
export function playWithoutHand(root, isPossible, begin, onOver) {
  const listeners = new AbortController(), { signal } = listeners;
  let timer = setTimeout(beginIfInView, IDLE_MS);

  function end() {
    listeners.abort();
    clearTimeout(timer);
    onOver();
  }

  /** @param {number} ms */
  function restartTimer(ms) {
    clearTimeout(timer);
    timer = setTimeout(beginIfInView, ms);
  }

  function beginIfInView() {
    if (!root.isConnected) { end(); return; }
    if (!isPossible() || !isInView(root)) { restartTimer(RETRY_MS); return; }
    end();
    begin();
  }

  // A touch may be a scroll: then the browser sends pointercancel, and the picture may come into view.
  /** @param {Event} event */
  function onInput(event) {
    if (isRepeated(event)) return;
    if (event.type === "pointerdown" && isTouch(event)) clearTimeout(timer); else end();
  }
  // Assistive technology changes values without a key press, which is an input event.
  for (const type of ["pointerdown", "pointerup", "keydown", "input"]) addEventListener(type, onInput, { capture: true, signal });
  for (const type of ["pointermove", "pointercancel", "wheel"]) {
    addEventListener(type, (event) => { if (type !== "pointermove" || !isTouch(event)) restartTimer(IDLE_MS); }, { capture: true, passive: true, signal });
  }
}

/** Whether a key is held down. @param {Event} event */
const isRepeated = (event) => event instanceof KeyboardEvent && event.repeat;

/** @param {Event} event */
const isTouch = (event) => event instanceof PointerEvent && event.pointerType === "touch";

/** Whether at least half of one of its pictures is on the screen. @param {HTMLElement} root */
function isInView(root) {
  return !document.hidden && queryAll(root.closest("[data-live]") ?? root, "canvas").some((canvas) => {
    const { top, bottom, height } = canvas.getBoundingClientRect();
    return height > 0 && Math.min(bottom, innerHeight) - Math.max(top, 0) >= height / 2;
  });
}

const PLAYING = Symbol("playing");

/**
 * Returns the stop after this share of the time, with a smooth start and end.
 * @param {number} share @param {number} last
 */
export function stopAt(share, last) {
  const t = Math.min(1, Math.max(0, share));
  return Math.round(t * t * (3 - 2 * t) * last);
}

/**
 * Whether the picture is where the demonstration left it.
 * @param {Player} player
 */
export function isDemonstrated(player) {
  const still = player.demonstration !== undefined && (player.demonstration === PLAYING || player.demonstration === player.query());
  if (!still) player.demonstration = undefined;
  return still;
}
