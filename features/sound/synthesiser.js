// Play tracks and single pitches with WebAudio, on an audio context that is heard or on one that renders into a buffer.

/** @typedef {import("./tracks.js").Track} Track */

const TRACK_SECONDS = 3;         // length of a track at speed 1
const FADE_SECONDS = 0.015;      // length of the fade at both ends of a sound, which prevents a click
const GLIDE_SECONDS = 0.012;     // time constant of a pitch that follows the cursor
const HOLD_SECONDS = 0.35, DECAY_SECONDS = 0.08;  // time that a pitch sounds after the last move, and time constant of its decay after that
const TICK = { zero: 1320, level: 2640, seconds: 0.03, loudness: 0.35 };
const BLIP = { hz: 1760, seconds: 0.025, gap: 0.07, loudness: 0.25 };

/** @type {Record<Track["role"], { type: OscillatorType, loudness: number }>} Test curves get a square wave, which buzzes. */
const TIMBRES = {
  training: { type: "triangle", loudness: 0.6 },
  test: { type: "square", loudness: 0.22 },
  other: { type: "sine", loudness: 0.6 },
};

/**
 * Play a short sound.
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
 * Play a track from left to right: its pitch glides between its points, and the stereo position follows them.
 * @param {BaseAudioContext} context @param {AudioNode} output @param {Track} track @param {{ speed?: number, start?: number }} when
 * @returns {{ end: number, seconds: number }} the time at which it ends; the seconds that the whole width of the picture takes
 */
export function playTrack(context, output, { role, at, hz, ticks, marks = [] }, { speed = 1, start = context.currentTime } = {}) {
  const seconds = TRACK_SECONDS / speed, time = (/** @type {number} */ place) => start + seconds * place, { type, loudness } = TIMBRES[role];
  const oscillator = new OscillatorNode(context, { type }), gate = new GainNode(context, { gain: 0 }), panner = new StereoPannerNode(context);
  oscillator.connect(gate).connect(panner).connect(output);
  const firstPlace = at[0], lastPlace = at[at.length - 1], end = Math.max(time(lastPlace), time(firstPlace) + 2 * FADE_SECONDS);
  panner.pan.setValueAtTime(2 * firstPlace - 1, time(firstPlace));
  panner.pan.linearRampToValueAtTime(2 * lastPlace - 1, end);
  let isSounding = false;
  at.forEach((place, k) => {
    const noteTime = time(place), isHeard = Number.isFinite(hz[k]);
    if (isHeard && isSounding) oscillator.frequency.exponentialRampToValueAtTime(hz[k], noteTime);
    else if (isHeard) oscillator.frequency.setValueAtTime(hz[k], noteTime);
    if (isHeard !== isSounding) gate.gain.setTargetAtTime(isHeard ? loudness : 0, noteTime, FADE_SECONDS / 3);
    isSounding = isHeard;
  });
  gate.gain.setTargetAtTime(0, end - FADE_SECONDS, FADE_SECONDS / 3);
  oscillator.start(time(firstPlace));
  oscillator.stop(end + FADE_SECONDS);
  for (const tick of [...ticks, ...marks]) click(context, output, { ...TICK, hz: tick.level ? TICK.level : TICK.zero, start: time(tick.at), pan: 2 * tick.at - 1 });
  return { end: end + FADE_SECONDS, seconds };
}

/**
 * Play short sounds that identify a class: one for the first, two for the second.
 * @param {BaseAudioContext} context @param {AudioNode} output @param {number} count @param {{ pan: number, start?: number }} where
 */
export function playBlips(context, output, count, { pan, start = context.currentTime }) {
  for (let k = 0; k < count; k++) click(context, output, { ...BLIP, start: start + k * BLIP.gap, pan });
}

/** A pitch that follows the cursor, and ends soon after the last move. */
export class Voice {
  /** @param {BaseAudioContext} context @param {AudioNode} output */
  constructor(context, output) {
    this.context = context;
    this.oscillator = new OscillatorNode(context, { type: TIMBRES.other.type });
    this.gain = new GainNode(context, { gain: 0 });
    this.panner = new StereoPannerNode(context);
    this.oscillator.connect(this.gain).connect(this.panner).connect(output);
    this.oscillator.start();
    /** The time of the context, in seconds, at which the pitch ends. */
    this.end = 0;
  }

  /** Play this pitch, or glide to it from the present one. @param {number} hz @param {number} pan */
  sound(hz, pan, time = this.context.currentTime) {
    const { frequency } = this.oscillator, { gain } = this.gain;
    frequency.cancelScheduledValues(time);
    if (time < this.end) frequency.setTargetAtTime(hz, time, GLIDE_SECONDS); else frequency.setValueAtTime(hz, time);
    this.panner.pan.setValueAtTime(pan, time);
    gain.cancelScheduledValues(time);
    gain.setTargetAtTime(TIMBRES.other.loudness, time, GLIDE_SECONDS);
    gain.setTargetAtTime(0, time + HOLD_SECONDS, DECAY_SECONDS);
    this.end = time + HOLD_SECONDS + 5 * DECAY_SECONDS;
  }
}
