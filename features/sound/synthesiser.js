// Play tracks and single pitches by WebAudio, on a context that plays or one that renders into a buffer.

/** @typedef {import("./tracks.js").Track} Track */

const SECONDS = 3;               // of a track at speed 1
const FADE = 0.015;              // seconds in which a sound begins and ends, so that it does not click
const GLIDE = 0.012;             // seconds, the time constant of a pitch that follows the hand
const HOLD = 0.35, TAIL = 0.08;  // seconds that a pitch sounds after the hand has moved, and its time constant afterwards
const TICK = { zero: 1320, level: 2640, seconds: 0.03, loudness: 0.35 };
const BLIP = { hz: 1760, seconds: 0.025, gap: 0.07, loudness: 0.25 };

/** @type {Record<Track["role"], { type: OscillatorType, loudness: number }>} A buzzing square wave for test curves. */
const TIMBRES = {
  training: { type: "triangle", loudness: 0.6 },
  test: { type: "square", loudness: 0.22 },
  other: { type: "sine", loudness: 0.6 },
};

/**
 * A short sound.
 * @param {BaseAudioContext} context @param {AudioNode} output
 * @param {{ hz: number, start: number, seconds: number, loudness: number, pan: number }} sound
 */
function click(context, output, { hz, start, seconds, loudness, pan }) {
  const oscillator = new OscillatorNode(context, { type: "triangle", frequency: hz });
  const gain = new GainNode(context, { gain: 0 }), panner = new StereoPannerNode(context, { pan });
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  oscillator.connect(gain).connect(panner).connect(output);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

/**
 * Play a track from left to right: its pitch glides between its points, its place is heard.
 * @param {BaseAudioContext} context @param {AudioNode} output @param {Track} track @param {{ speed?: number, start?: number }} when
 * @returns {{ end: number, seconds: number }} when it ends; its seconds from the left edge of the picture to the right one
 */
export function playTrack(context, output, { role, at, hz, ticks }, { speed = 1, start = context.currentTime } = {}) {
  const seconds = SECONDS / speed, time = (/** @type {number} */ place) => start + seconds * place, { type, loudness } = TIMBRES[role];
  const oscillator = new OscillatorNode(context, { type }), gate = new GainNode(context, { gain: 0 }), panner = new StereoPannerNode(context);
  oscillator.connect(gate).connect(panner).connect(output);
  const first = at[0], last = at[at.length - 1], end = Math.max(time(last), time(first) + 2 * FADE);
  panner.pan.setValueAtTime(2 * first - 1, time(first));
  panner.pan.linearRampToValueAtTime(2 * last - 1, end);
  let sounds = false;
  at.forEach((place, k) => {
    const when = time(place), isHeard = Number.isFinite(hz[k]);
    if (isHeard && sounds) oscillator.frequency.exponentialRampToValueAtTime(hz[k], when);
    else if (isHeard) oscillator.frequency.setValueAtTime(hz[k], when);
    if (isHeard !== sounds) gate.gain.setTargetAtTime(isHeard ? loudness : 0, when, FADE / 3);
    sounds = isHeard;
  });
  gate.gain.setTargetAtTime(0, end - FADE, FADE / 3);
  oscillator.start(time(first));
  oscillator.stop(end + FADE);
  for (const tick of ticks) click(context, output, { ...TICK, hz: tick.level ? TICK.level : TICK.zero, start: time(tick.at), pan: 2 * tick.at - 1 });
  return { end: end + FADE, seconds };
}

/**
 * As many short sounds as tell a class: one for the first, two for the second.
 * @param {BaseAudioContext} context @param {AudioNode} output @param {number} count @param {{ pan: number, start?: number }} where
 */
export function playBlips(context, output, count, { pan, start = context.currentTime }) {
  for (let k = 0; k < count; k++) click(context, output, { ...BLIP, start: start + k * BLIP.gap, pan });
}

/** A pitch that follows the hand, and ends soon after it rests. */
export class Voice {
  /** @param {BaseAudioContext} context @param {AudioNode} output */
  constructor(context, output) {
    this.context = context;
    this.oscillator = new OscillatorNode(context, { type: TIMBRES.other.type });
    this.gain = new GainNode(context, { gain: 0 });
    this.panner = new StereoPannerNode(context);
    this.oscillator.connect(this.gain).connect(this.panner).connect(output);
    this.oscillator.start();
    /** Until when it sounds, in seconds of the context. */
    this.end = 0;
  }

  /** @param {number} hz @param {number} pan */
  sound(hz, pan, time = this.context.currentTime) {
    const { frequency } = this.oscillator, { gain } = this.gain;
    frequency.cancelScheduledValues(time);
    if (time < this.end) frequency.setTargetAtTime(hz, time, GLIDE); else frequency.setValueAtTime(hz, time);
    this.panner.pan.setValueAtTime(pan, time);
    gain.cancelScheduledValues(time);
    gain.setTargetAtTime(TIMBRES.other.loudness, time, GLIDE);
    gain.setTargetAtTime(0, time + HOLD, TAIL);
    this.end = time + HOLD + 5 * TAIL;
  }
}
