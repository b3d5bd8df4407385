// Plays the picture from where it is to where a goal is met. Any hand ends it; what it moved is no change of the learner.

import { reducesMotion } from "../../base/dom.js";

const PACE = 35, SHORTEST = 500, LONGEST = 2000;   // ms a stop, and of the whole

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
