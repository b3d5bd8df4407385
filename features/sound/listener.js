// Play the tracks of a picture, or the pitch at a point. The audio context is created when it is first needed.

import { QUIET_MS } from "../../assets/base/announcement.js";
import { drawnData } from "../../assets/draw/drawn-data.js";
import { names as classNames } from "../../assets/draw/marks.js";
import { pictures } from "../../assets/export/layout.js";
import { nearestPoint } from "../../assets/input/pointed-place.js";
import { sentenceOf, valuesInWords } from "./sentence.js";
import { playBlips, playTrack, Voice } from "./synthesiser.js";
import { cursorPlace, hzAt, hzOfExample, moveAlong, tracksOf } from "./tracks.js";

const READING_SECONDS = 0.06;    // time in which a screen reader reads a character of the sentence, at its usual speed
const PAUSE_SECONDS = 0.35;      // pause between two curves
const SUSPEND_DELAY_MS = 10_000; // time from the last sound until the context is suspended
const CLASS_DELAY_MS = 180;      // time from the last move of the cursor until the class of the nearest example is played

/** @typedef {{ live: Live, canvas: HTMLCanvasElement }} HeardPicture */

/** Return the pictures of an element that can be heard, with their titles, without pictures that a prediction covers. @param {Live} live */
export const heardPictures = (live) => pictures(live).filter(({ canvas }) => drawnData(canvas) && canvas.checkVisibility({ visibilityProperty: true }));

/**
 * Return the sentence that is announced before a picture is played; "" if there is nothing to play.
 * @param {HeardPicture} picture
 */
export function introduction({ live, canvas }, title = "") {
  const drawing = drawnData(canvas), tracks = drawing ? tracksOf(drawing) : [], frame = live.player.frame;
  return drawing && tracks.length ? sentenceOf(title, drawing, tracks, frame?.sweep.meta?.classes ? classNames(frame) : []) : "";
}

export class Listener {
  /** @type {{ context: AudioContext, output: GainNode, voice: Voice } | undefined} */ #sound;
  /** @type {{ canvas: HTMLCanvasElement, output: GainNode, timer: ReturnType<typeof setTimeout> } | undefined} */ #playback;
  /** @type {HeardPicture | undefined} The picture whose cursor was moved last, or that was played last. */ #chosenPicture;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #restTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #classTimer;
  #announcedSentence = "";

  /** @param {import("./settings.js").Settings} settings */
  constructor(settings) { this.settings = settings; }

  /** Set volume and speed, and stop playing if sound is off. @param {import("./settings.js").Settings} settings */
  set(settings) {
    this.settings = settings;
    if (this.#sound) this.#sound.output.gain.value = settings.volume ** 2;
    if (!settings.isOn) this.stop();
  }

  /** Return the audio context with its nodes, and keep it running for this number of seconds. @param {number} seconds */
  #wake(seconds) {
    if (!this.#sound) {
      const context = new AudioContext(), output = new GainNode(context, { gain: this.settings.volume ** 2 });
      output.connect(context.destination);
      this.#sound = { context, output, voice: new Voice(context, output) };
    }
    const { context } = this.#sound;
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => context.suspend(), 1000 * seconds + SUSPEND_DELAY_MS);
    context.resume().catch(() => {});
    return this.#sound;
  }

  /**
   * Play a picture from left to right, or stop it if it is playing. A new sentence is announced first, and there is
   * silence while it is read; with `isRead`, the sentence describes the button that was pressed.
   * @param {HeardPicture} picture @param {string} title
   */
  toggle(picture, title, isRead = false) {
    const wasPlaying = this.#playback?.canvas === picture.canvas;
    this.stop();
    if (!wasPlaying) this.#play(picture, title, isRead);
  }

  /** @param {HeardPicture} picture @param {string} title @param {boolean} isRead */
  #play(picture, title, isRead) {
    const { live, canvas } = picture, drawing = drawnData(canvas), tracks = drawing ? tracksOf(drawing) : [];
    if (!tracks.length) return;
    this.#chosenPicture = picture;
    const sentence = introduction(picture, title), isNew = !isRead && sentence !== this.#announcedSentence;
    this.#announcedSentence = sentence;
    if (isNew) live.stage.announce(sentence);
    const { context, output: main } = this.#wake(60), output = new GainNode(context);
    output.connect(main);
    let start = context.currentTime + (isNew ? QUIET_MS / 1000 + READING_SECONDS * sentence.length : 0.1);
    for (const track of tracks) start = playTrack(context, output, track, { speed: this.settings.speed, start }).end + PAUSE_SECONDS;
    const timer = setTimeout(() => this.stop(), 1000 * (start - context.currentTime));
    this.#playback = { canvas, output, timer };
  }

  stop() {
    if (!this.#playback || !this.#sound) return;
    const { output, timer } = this.#playback;
    clearTimeout(timer);
    output.gain.setTargetAtTime(0, this.#sound.context.currentTime, 0.01);
    setTimeout(() => output.disconnect(), 100);
    this.#playback = undefined;
  }

  /**
   * Play the pitch at an example of a picture, by default at its cursor; then, in a plane, the class of the nearest example.
   * @param {HeardPicture} picture @param {number} [example]
   */
  soundCursor(picture, example) {
    const drawing = drawnData(picture.canvas), { frame } = picture.live.player, points = frame?.get("points");
    if (!drawing) return;
    this.#chosenPicture = picture;
    const place = example === undefined || !points ? cursorPlace(drawing.axes) : /** @type {Point} */ ([points[2 * example], points[2 * example + 1]]);
    const pan = this.#soundAt(drawing, place, example);
    clearTimeout(this.#classTimer);
    const count = drawing.field ? classCount(frame, drawing.axes, place) : 0;
    if (count) this.#classTimer = setTimeout(() => { const { context, output } = this.#wake(1); playBlips(context, output, count, { pan }); }, CLASS_DELAY_MS);
  }

  /**
   * Move the cursor of a chart, announce the values there, and play the pitch.
   * @param {HeardPicture} picture @param {number} direction @param {number} step
   */
  walkChart(picture, direction, step) {
    const drawing = drawnData(picture.canvas);
    if (!drawing || !tracksOf(drawing).length) return;
    moveAlong(drawing, direction, step);
    picture.live.stage.announce(valuesInWords(drawing, tracksOf(drawing)));
    this.soundCursor(picture);
  }

  /**
   * Play the pitch while a slider of this element moves: in a chart over this slider at its value, else at the cursor.
   * @param {Live} live
   */
  followSlider(live) {
    const chosenPicture = this.#chosenPicture, isSame = chosenPicture && chosenPicture.live.player.sweeps === live.player.sweeps && chosenPicture.canvas.checkVisibility();
    const canvas = isSame ? chosenPicture.canvas : [...live.root.querySelectorAll("canvas")].find((node) => drawnData(node)?.field && node.checkVisibility());
    const drawing = canvas && drawnData(canvas);
    if (!drawing) return;
    const value = live.player.value(live.player.active ?? ""), [x, y] = cursorPlace(drawing.axes);
    this.#soundAt(drawing, [drawing.uprights.includes(value) ? value : x, y]);
  }

  /** @param {DrawnData} drawing @param {Point} place @param {number} [example] @returns {number} from −1 at the left to 1 at the right */
  #soundAt(drawing, [x, y], example) {
    const { axes } = drawing, hz = (example === undefined ? undefined : hzOfExample(drawing, example)) ?? hzAt(drawing, x, y);
    const pan = Math.min(1, Math.max(-1, 2 * (axes.px(x) - axes.box.x) / axes.box.w - 1)) || 0;
    if (Number.isFinite(hz)) this.#wake(1).voice.sound(hz, pan);
    return pan;
  }
}

/**
 * Return the number of short sounds that identify the class of the nearest example: one for −1, two for +1; with more
 * classes, one for the first, two for the second, and so on.
 * @param {Frame | undefined} frame @param {Axes} axes @param {Point} place
 */
function classCount(frame, axes, [x, y]) {
  const points = frame?.get("points"), labels = frame?.get("labels");
  if (!points?.length || !labels) return 0;
  const label = labels[nearestPoint(axes, points, axes.px(x), axes.py(y), Infinity) ?? 0];
  return label < 0 ? 1 : labels.includes(-1) ? 2 : label + 1;
}
