import assert from "node:assert/strict";
import { test } from "node:test";
import { pitchRule, sentenceOf, valuesInWords } from "../../../features/sound/sentence.js";

const axes = /** @type {any} */ ({ box: { x: 0, y: 0, w: 1, h: 1 }, cursor: { x: 0.5, y: 0.5 }, at: () => [0, 0.25] });
const track = (more) => /** @type {any} */ ({ name: "", role: "other", at: [0, 1], hz: [440, 440], ticks: [], from: -2, to: 2, low: -1.5, high: 1.25, ...more });

test("the sentence for a line of a plane has its position, its range and its ticks", () => {
  const drawn = /** @type {any} */ ({ axes, curves: [], field: {}, names: ["", ""] });
  const text = sentenceOf("A classifier.", drawn, [track({ ticks: [{ at: 0.1, level: -1 }, { at: 0.4, level: 0 }, { at: 0.6, level: 1 }] })]);
  for (const part of ["A classifier.", "x₂ = 0.250", "from −2 to 2", "−1.50", "1.25", "3 ticks", "0 or ±1"]) assert.ok(text.includes(part), `${part} in ${text}`);
  assert.ok(!sentenceOf("", drawn, [track({})]).includes("tick"));
});

test("the sentence for curves has the range of each, in percent if the axis is", () => {
  const drawn = /** @type {any} */ ({ axes, curves: [], names: ["τ", ""], isPercent: true });
  const text = sentenceOf("", drawn, [track({ name: "test", low: 0.1, high: 0.25 }), track({ name: "Bayes", low: 0.1, high: 0.1 })]);
  for (const part of ["τ from", "test from 10.0 % to 25.0 %", "Bayes 10.0 %"]) assert.ok(text.replaceAll(/[  ]/g, " ").includes(part), `${part} in ${text}`);
});

test("the sentence for a map names the classes along the line", () => {
  const drawn = /** @type {any} */ ({ axes, curves: [], field: {}, names: ["", ""] });
  assert.match(sentenceOf("", drawn, [track({ classes: [0, 2, 0] })], ["A", "B", "C"]), /A, C, A/);
  const many = Array.from({ length: 41 }, (_, k) => 1 - k % 2);
  assert.match(sentenceOf("", drawn, [track({ classes: many })], ["A", "B"]), /: 40 changes between A, B\.$/);
});

test("the sentence for bars has their number and their range", () => {
  const drawn = /** @type {any} */ ({ axes, curves: [], names: ["", ""] }), more = { parts: "bars", count: 3, ticks: [{ at: 0.4, level: 0 }] };
  assert.equal(sentenceOf("", drawn, [track({ name: "αᵢ", ...more })]), "From left to right: 3 bars, αᵢ from −1.50 to 1.25. 1 tick, where it crosses 0.");
  for (const [parts, part] of [["bars", "bar"], ["crosses", "cross"], ["entries", "entry"]]) assert.match(sentenceOf("", drawn, [track({ parts, count: 1 })]), new RegExp(`: 1 ${part}, `));
});

test("the sentence for a curve has the marked positions of its axis", () => {
  const drawn = /** @type {any} */ ({ axes, curves: [], names: ["z", ""] }), marks = [{ at: 0.4, level: 0 }, { at: 0.6, level: 1 }];
  assert.match(sentenceOf("", drawn, [track({ name: "hinge", marks }), track({ name: "squared", marks })]), / Ticks mark 0 and 1 on the axis\.$/);
});

test("the quantity of a plane is named if it is not f", () => {
  const drawn = /** @type {any} */ ({ axes, curves: [], field: { quantity: "the distance from your line" }, names: ["", ""] });
  assert.match(sentenceOf("", drawn, [track({})]), /: the distance from your line from −1\.50 to 1\.25\.$/);
});

test("at the cursor of a chart the position and the value of each curve are described", () => {
  const drawn = /** @type {any} */ ({ axes, curves: [], names: ["τ", ""], isPercent: true });
  const tracks = [track({ name: "training", at: [0, 1], ys: [0, 0.1] }), track({ name: "test", at: [0.6, 1], ys: [0.3, 0.4] })];
  assert.equal(valuesInWords({ ...drawn, axes: { ...axes, at: () => [0.4, 0] } }, tracks).replaceAll(/[  ]/g, " "), "τ = 0.4: training 5.0 %", "the other curve has no value there");
  assert.equal(valuesInWords(/** @type {any} */ ({ axes, names: ["", ""] }), [track({ name: "αᵢ", parts: "bars", count: 3, ys: [1, -0.25, 2] })]), "2 of 3 bars: αᵢ −0.250");
});

test("the rule of the pitch is that of the picture's kind", () => {
  const rule = (more) => pitchRule(/** @type {any} */ ({ axes, curves: [], names: ["", ""], ...more }));
  assert.equal(rule({ field: {} }), "Pitch: 440 Hz at the value 0 and an octave higher for each unit, but at most 2 octaves up or down.");
  assert.match(rule({ field: { classOf: () => 0 } }), /one note for each class, 4 to an octave/);
  assert.match(rule({ curves: [{}] }), /from 220 Hz at the lower end of the vertical axis to 3 octaves higher/);
  assert.match(rule({ curves: [{ scale: [0, 1] }] }), /its scale/);
});
