import assert from "node:assert/strict";
import { test } from "node:test";
import { axis, stack, tally, ticks } from "../../../features/hall/charts.js";
import { listQuestions, decidingStop, displayedStops, isIn, isNear, minimumInterval, rightOptions, shareRight, suggestsTalk, supportDiscs } from "../../../features/hall/question.js";

const frame = (numbers, scene = {}) => ({ scene, get: (name) => numbers[name] });

test("the right option is the one whose conditions the solution meets", () => {
  /** @type {import("../../../features/hall/question.js").HallQuestion} */
  const question = { payload: {}, title: "", conditions: [[["support", "==", 1]], [["support", ">=", 20]]] };
  assert.deepEqual(rightOptions(question, frame({ support: 20 })), [1]);
  assert.deepEqual(rightOptions(question, undefined), [], "no picture yet");
});

test("a challenge is decided only at stops that meet its goal", () => {
  /** @type {import("../../../features/hall/question.js").HallQuestion} */
  const question = { payload: {}, title: "", goal: [["test_error", "<=", 0.1]], conditions: [[["tau", "<=", 1]], [["tau", ">=", 1.01]], []] };
  const errors = [0.3, 0.2, 0.05], frameAt = (k) => frame({ test_error: errors[k] }, { tau: String(k) });
  assert.equal(decidingStop(question, frameAt, 3), 2);
  assert.equal(decidingStop(question, frameAt, 2), -1);
  assert.deepEqual(rightOptions(question, frameAt(0)), []);
  assert.deepEqual(rightOptions(question, frameAt(2)), [1], "an option without conditions is never right");
});

test("a challenge is asked with the picture's numbers, and with the reasons that hold in any picture", () => {
  const why = [{ text: "Always.", conditions: [] }, { text: "Here: {m:whole}.", conditions: [] }, { text: "Now.", conditions: [["m", "<=", 9]] }];
  const challenge = { question: "Of {support:whole} points?", options: [{ label: "one" }, { label: "two" }], why, conditions: [] };
  const stage = /** @type {any} */ ({
    root: {}, peers: () => [{ live: { items: [{ kind: "challenge", challenges: [challenge] }] } }], shows: () => false, distinctSliders: () => [],
    player: { frame: { ...frame({ support: 3 }), sweep: { tensors: {} } } },
  });
  const [{ payload, title }] = listQuestions(undefined, stage);
  assert.deepEqual([payload.text, title, payload.why], ["Of 3 points?", "Of 3 points?", "Always."]);
});

test("a guess is right if the error there is close to its minimum", () => {
  assert.deepEqual(minimumInterval([1, 2, 3, 4, 5], [0.3, 0.102, 0.1, 0.104, 0.12]), { at: 2, leastError: 0.1, low: 2, high: 4 });
  assert.deepEqual(minimumInterval([1, 2, 3], [0.1, 0.2, 0.1001]), { at: 0, leastError: 0.1, low: 1, high: 1 }, "a second minimum does not count");
});

test("a question about the slider of C has its ends and its right interval in C", () => {
  const stops = [0.01, 0.1, 1, 10];
  const stage = (reciprocal) => /** @type {any} */ ({
    root: { live: { items: [] } }, peers: () => [], shows: () => false, distinctSliders: () => [{ along: "lam", symbol: "C", ticks: [0.01, 10], reciprocal }],
    player: { base: { lam: stops }, frame: { sweep: { tensors: { test_error: {} } } } },
  });
  const [question] = listQuestions(undefined, stage(true));
  assert.equal(question.payload.text, "At which C is the test error smallest?");
  assert.deepEqual([question.payload.low, question.payload.high, question.ticks, question.reciprocal], [0.1, 100, [100, 0.1], true]);
  assert.deepEqual(minimumInterval(displayedStops(stops, true), [0.3, 0.102, 0.1, 0.2]), { at: 2, leastError: 0.1, low: 1, high: 10 });
  const [plain] = listQuestions(undefined, stage(false));
  assert.deepEqual([plain.payload.low, plain.payload.high, plain.ticks], [0.01, 10, [0.01, 10]]);
});

test("a talk with the neighbour is suggested from 30 to 70 % right answers", () => {
  const share = (answers) => shareRight({ answers }, (k) => k === 1);
  assert.equal(share([1, 1, 0, 0]), 0.5);
  assert.equal(share([]), undefined);
  assert.deepEqual([0.29, 0.3, 0.7, 0.71, undefined].map(suggestsTalk), [false, true, true, false, false]);
});

test("a tap counts when it is near the boundary", () => {
  const line = [[[0, 0], [0, 1]]];
  assert.ok(isNear([0.2, 0.9], line, [-2, 2, -2, 2]));
  assert.ok(!isNear([0.4, 0.9], line, [-2, 2, -2, 2]));
});

test("a question about support vectors needs a point that is none", () => {
  const points = [0, 0, 1, 1, 2, 0.12345];
  assert.deepEqual(supportDiscs(frame({ points, alpha: [0, 1e-9, -0.5] })), [[2, 0.123, 0.002]]);
  assert.deepEqual(supportDiscs(frame({ points, alpha: [1, 1, 1], kind: [1, 0, 2] })).length, 2);
  assert.deepEqual(supportDiscs(frame({ points, alpha: [1, 2, 3] })), [], "all of them");
  assert.deepEqual(supportDiscs(frame({ points: Array.from({ length: 402 }, () => 0), alpha: [] })), [], "more points than a phone draws");
  assert.deepEqual(supportDiscs(undefined), []);
  assert.ok(isIn([2, 0.123], [[0, 0, 1], [2, 0.123, 0.002]]) && !isIn([2.1, 0.123], [[2, 0.123, 0.002]]));
});

test("dots are stacked by bin on the slider's axis", () => {
  assert.deepEqual(stack([3, 5, 3, 3]), [[3, 0, 1], [5, 0, 1], [3, 1, 2], [3, 2, 3]]);
  const { x, bin, from, to, centre } = axis({ low: 0.1, high: 10, log: true }, 1000);
  assert.equal(x(0.1), from);
  assert.ok(Math.abs(x(1) - (from + to) / 2) < 1e-9);
  assert.equal(x(10), to);
  assert.equal(bin(0.05), 0);
  assert.ok(Math.abs(centre(bin(1)) - x(1)) < 14, "within a dot");
  assert.deepEqual(ticks(0, 4, false, 8), [0, 1, 2, 3, 4]);
  assert.ok(ticks(0.05, 6.4, true, 8).every((value, k) => Math.abs(value - 0.05 * 2 ** k) < 1e-9));
});

test("taps on one point are counted together", () => {
  assert.deepEqual(tally([[1, 2], [0, 0], [1, 2]]), [{ answer: [1, 2], count: 2 }, { answer: [0, 0], count: 1 }]);
});

test("questions about the plane need a picture that shows f over it", () => {
  const numbers = { x: [0, 1], y: [0, 1], points: [0, 0, 1, 1], labels: [1, -1], alpha: [1, 0] };
  /** @param {string} kind @returns {any} */
  const stage = (kind) => ({
    root: { live: { items: [{ kind }] } }, peers: () => [], shows: (kinds) => kinds.includes(kind), distinctSliders: () => [],
    player: { frame: { ...frame(numbers), sweep: { tensors: { field: {} } } } },
  });
  assert.deepEqual(listQuestions(undefined, stage("plane")).map(({ payload }) => payload.kind), ["place", "points", "place"]);
  assert.deepEqual(listQuestions(undefined, stage("street")), []);
  const why = "Because.", question = listQuestions(/** @type {any} */ ({ ask: { kind: "support", why } }), stage("plane"));
  assert.ok(question.some(({ support, payload }) => support && payload.why === why), "the reason is part of the question");
});
