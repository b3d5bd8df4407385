// Plays the picture from where it is to where a goal is met. Any hand ends it; what it moved is no change of the learner.

import { queryAll, reducesMotion } from "../../base/dom.js";

const PACE = 35, SHORTEST = 500, LONGEST = 2000;   // ms a stop, and of the whole
const STILL = 2500, AGAIN = 500;                   // ms without a hand before it plays by itself, and until it looks again

/**
 * @param {Player} player @param {import("./deciding-scene.js").Way} way
 * @param {HTMLElement} button its own presses end it by themselves
 * @param {(arrived: boolean) => void} ended called while the picture is still held
 * @returns {() => void} ends it where it is
 */
export function play(player, { fields, slider, stops }, button, ended) {
  const hands = new AbortController(), begun = performance.now();
  const lasts = reducesMotion() ? 0 : Math.min(LONGEST, Math.max(SHORTEST, PACE * stops.length));
  let shown = -1;

  function finish(arrived) {
    if (hands.signal.aborted) return;
    hands.abort();
    player.demonstration = player.query();
    ended(arrived);
    player.hold(false);
    if (!player.closed) player.settle();
  }

  function advance(now) {
    if (hands.signal.aborted) return;
    if (player.closed) { finish(false); return; }
    const last = stops.length - 1, k = stopAt(lasts ? (now - begun) / lasts : 1, last);
    if (k > shown) { shown = k; player.move(slider.along, stops[k]); }
    if (k === last) finish(true); else requestAnimationFrame(advance);
  }

  const stop = () => finish(false);
  const hand = (event) => { if (!event.repeat && !event.composedPath().includes(button)) stop(); };
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, hand, { capture: true, signal: hands.signal });
  player.demonstration = PLAYING;
  player.hold(true);
  if (fields) player.change(fields);
  if (stops.length) advance(begun); else finish(true);
  return stop;
}

/**
 * Calls `begin` when nothing has moved for a while, its picture is in view and `possible`. A hand that takes hold of
 * anything keeps it from that; a pointer that only moves may be on its way there, and puts it off.
 * @param {HTMLElement} root @param {() => boolean} possible @param {() => void} begin
 * @param {() => void} over called when it begins, or will not any more
 */
export function playWithoutHand(root, possible, begin, over) {
  const hands = new AbortController(), { signal } = hands;
  let timer = setTimeout(look, STILL);

  function end() {
    hands.abort();
    clearTimeout(timer);
    over();
  }

  function later(ms) {
    clearTimeout(timer);
    timer = setTimeout(look, ms);
  }

  function look() {
    if (!root.isConnected) { end(); return; }
    if (!possible() || !isInView(root)) { later(AGAIN); return; }
    end();
    begin();
  }

  // A finger that comes down may only scroll: then the browser takes the pointer away, and the picture may come into view.
  function hand(event) {
    if (event.repeat) return;
    if (event.type === "pointerdown" && event.pointerType === "touch") clearTimeout(timer); else end();
  }
  // What a listener's own tool sets, as one that reads aloud does, is an input without a key.
  for (const type of ["pointerdown", "pointerup", "keydown", "input"]) addEventListener(type, hand, { capture: true, signal });
  for (const type of ["pointermove", "pointercancel", "wheel"]) {
    addEventListener(type, (event) => { if (type !== "pointermove" || /** @type {PointerEvent} */ (event).pointerType !== "touch") later(STILL); }, { capture: true, passive: true, signal });
  }
}

// Whether at least half of one of its pictures is on the screen.
function isInView(root) {
  return !document.hidden && queryAll(root.closest("[data-live]") ?? root, "canvas").some((canvas) => {
    const { top, bottom, height } = canvas.getBoundingClientRect();
    return height > 0 && Math.min(bottom, innerHeight) - Math.max(top, 0) >= height / 2;
  });
}

const PLAYING = Symbol("playing");

/**
 * Which stop stands after this share of the time: it starts and ends gently.
 * @param {number} share @param {number} last
 */
export function stopAt(share, last) {
  const t = Math.min(1, Math.max(0, share));
  return Math.round(t * t * (3 - 2 * t) * last);
}

/**
 * Whether the picture stands where it moved by itself.
 * @param {Player} player
 */
export function isDemonstrated(player) {
  const still = player.demonstration !== undefined && (player.demonstration === PLAYING || player.demonstration === player.query());
  if (!still) player.demonstration = undefined;
  return still;
}
