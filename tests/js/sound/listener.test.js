import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { beginPicture, noteCurve, noteField, noteUpright } from "../../../assets/draw/drawn-data.js";

Object.assign(globalThis, { Path2D: class {} });  // needed by the scripts of pictures, which are imported too
const { heardPictures, introduction, Listener } = await import("../../../features/sound/listener.js");

const NAMES = ["AudioContext", "GainNode", "OscillatorNode", "StereoPannerNode", "window"], BLIP_HZ = 1760;
/** @type {any[]} The oscillators that were started, with the times and the frequencies. */
let oscillators;
/** @type {any[]} The gains that were created. */
let gains;
let before;

// A parameter of an audio node, with the values that were set, in order.
class Param {
  constructor(value = 0) { this.value = value; this.values = [value]; }
  #add(value) { this.values.push(value); }
  setValueAtTime(value) { this.#add(value); }
  setTargetAtTime(value) { this.#add(value); }
  linearRampToValueAtTime(value) { this.#add(value); }
  exponentialRampToValueAtTime(value) { this.#add(value); }
  cancelScheduledValues() {}
}
class AudioPart { connect(next) { return next; } disconnect() { this.isCut = true; } }

// Run a test with audio nodes that record what they are told. All files run in one process, so a hook would reach them all.
const testSound = (name, run) => test(name, () => {
  try { recordAudio(); run(); } finally { mock.timers.reset(); Object.assign(globalThis, Object.fromEntries(before)); }
});

function recordAudio() {
  [oscillators, gains] = [[], []];
  before = NAMES.map((name) => [name, globalThis[name]]);
  Object.assign(globalThis, {
    window: { devicePixelRatio: 1 },
    AudioContext: class { currentTime = 0; destination = {}; suspend() {} async resume() {} },
    GainNode: class extends AudioPart { constructor(_, { gain = 1 } = {}) { super(); this.gain = new Param(gain); gains.push(this); } },
    StereoPannerNode: class extends AudioPart { pan = new Param(); },
    OscillatorNode: class extends AudioPart {
      constructor(_, { frequency = 440 } = {}) { super(); this.frequency = new Param(frequency); }
      start(time = 0) { this.time = time; oscillators.push(this); }
      stop() {}
    },
  });
  mock.timers.enable({ apis: ["setTimeout"] });
}

// A picture of 100 × 100 px for x and y from 0 to 10, which `draw` draws, in an element with these data.
function pictureOf(draw, { data = {}, value = 0 } = {}) {
  const canvas = /** @type {any} */ (Object.assign(new EventTarget(), { visible: true, width: 100, clientWidth: 100, clientHeight: 100, checkVisibility() { return this.visible; } }));
  const axes = /** @type {any} */ ({ canvas, box: { x: 0, y: 0, w: 100, h: 100 }, x0: 0, x1: 10, y0: 0, y1: 10, cursor: { x: 0.5, y: 0.5 }, px: (x) => 10 * x, py: (y) => 100 - 10 * y, at: (px, py) => [px / 10, 10 - py / 10] });
  beginPicture(axes, { names: ["τ", ""] });
  draw(axes);
  const spoken = [], box = { clientWidth: 100, querySelectorAll: () => [canvas], querySelector: () => null };
  const player = { active: "tau", value: () => value, sweeps: {}, frame: { get: (name) => data[name], sweep: { meta: {} } } };
  const live = /** @type {any} */ ({ player, stage: { announce: (text) => spoken.push(text) }, root: { querySelectorAll: () => [canvas] }, views: [{ item: { kind: "curve", label: "Errors" }, box }] });
  return { canvas, live, spoken, axes };
}
const curve = (axes) => noteCurve(axes, { xs: [0, 10], ys: [0, 10], name: "test", levels: [] });
const field = (axes) => noteField(axes, { values: [0, 1, 0, 1], nx: 2, ny: 2 }, 0);
const listener = () => new Listener({ isOn: true, volume: 0.5, speed: 1 });
const blips = () => oscillators.filter(({ frequency }) => frequency.value === BLIP_HZ);
// The oscillators of tracks; the first oscillator is that of the cursor's pitch.
const tracks = () => oscillators.slice(1);

testSound("sound starts after the time in which its sentence is announced and read", () => {
  const picture = pictureOf(curve), ear = listener();
  ear.toggle(picture, "Errors");
  const [sentence] = picture.spoken, [{ time }] = tracks();
  assert.equal(sentence, introduction(picture, "Errors"));
  assert.ok(Math.abs(time - (0.5 + 0.06 * sentence.length)) < 1e-9, `${time} s for ${sentence.length} characters`);
  ear.toggle(picture, "Errors");
  ear.toggle(picture, "Errors");
  assert.deepEqual([picture.spoken.length, tracks()[1].time], [1, 0.1], "a known sentence is not read again");
  const other = pictureOf(curve);
  ear.toggle(other, "A picture with a longer title, which takes more time");
  assert.ok(tracks()[2].time > time + 2);
});

testSound("a sentence that describes the pressed button is not announced, and sound starts at once", () => {
  const picture = pictureOf(curve);
  listener().toggle(picture, "Errors", true);
  assert.deepEqual([picture.spoken, tracks()[0].time], [[], 0.1]);
});

testSound("the second press of H stops the sound, also while its sentence is read", () => {
  const picture = pictureOf(curve), ear = listener();
  ear.toggle(picture, "Errors");
  const output = gains[2];      // after those of the volume and of the cursor's pitch
  assert.equal(output.gain.values.at(-1), 1);
  ear.toggle(picture, "Errors");
  assert.equal(output.gain.values.at(-1), 0);
  mock.timers.tick(100);
  assert.ok(output.isCut);
  ear.toggle(picture, "Errors");
  ear.set({ isOn: false, volume: 0.5, speed: 1 });
  assert.equal(gains.filter(({ isCut }) => isCut).length, 1);
  mock.timers.tick(100);
  assert.equal(gains.filter(({ isCut }) => isCut).length, 2, "turning sound off stops it too");
});

testSound("at rest the cursor of a plane plays one short sound for −1, two for +1, and k + 1 for class k", () => {
  for (const [labels, counts] of /** @type {[number[], number[]][]} */ ([[[-1, 1], [1, 2]], [[0, 3], [1, 4]]])) {
    const data = { points: [1, 5, 9, 5], labels }, picture = pictureOf(field, { data }), ear = listener();
    counts.forEach((count, k) => {
      oscillators = [];
      picture.axes.cursor.x = k ? 0.8 : 0.2;
      ear.soundCursor(picture);
      assert.equal(blips().length, 0, "not while the cursor moves");
      mock.timers.tick(200);
      assert.equal(blips().length, count);
    });
  }
  oscillators = [];
  listener().soundCursor(pictureOf(curve, { data: { points: [1, 5], labels: [1] } }));
  mock.timers.tick(200);
  assert.equal(blips().length, 0, "a chart has no classes");
});

testSound("a chart over the moved slider sounds at the slider's value, another one at its cursor", () => {
  for (const [value, upright, share] of [[8, 8, 0.8], [8, 3, 0.5]]) {
    oscillators = [];
    const picture = pictureOf((axes) => { curve(axes); noteUpright(axes, upright); }, { value }), ear = listener();
    ear.soundCursor(picture);
    ear.followSlider(picture.live);
    const hz = oscillators[0].frequency.values.at(-1);
    assert.ok(Math.abs(hz - 220 * 2 ** (3 * share)) < 1e-6, `${hz} Hz at ${value}`);
  }
});

testSound("a picture that a prediction covers is not offered", () => {
  const { canvas, live } = pictureOf(curve);
  assert.deepEqual(heardPictures(live).map(({ title }) => title), ["Errors"]);
  canvas.visible = false;
  assert.deepEqual(heardPictures(live), []);
});
