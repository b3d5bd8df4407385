import assert from "node:assert/strict";
import { describe, test } from "node:test";

Object.assign(globalThis, { window: globalThis });
const { aboutField, framesOf, heldNumbers, judge } = await import("../../../../assets/furniture/challenge/judgement.js");
const { fill, quantity, statementText } = await import("../../../../assets/base/conditions.js");

/** @typedef {import("../../../../assets/furniture/challenge/judgement.js").Question} Question */

/** @type {AnswerOption} */
const LARGE = { label: "large", conditions: [["tau", ">=", 0.4]] };
/** @type {AnswerOption} */
const SMALL = { label: "small", conditions: [["tau", "<=", 0.2]] };
/** @type {Question} */
const ASKED = { by: ["tau"], options: [LARGE, SMALL], conditions: [["error", "<=", 0.1]] };

/**
 * The frames at the four stops of a sweep with these errors.
 * @param {number[]} error @returns {any[]}
 */
function frames(error) {
  const stops = [0.1, 0.2, 0.4, 0.8], sweep = { tensors: { error: { data: error }, tau: { data: stops } } };
  return stops.map((tau, k) => ({ sweep, stop: k, scene: { tau: String(tau) }, get: (name) => sweep.tensors[name]?.data[k] }));
}

describe("a question", () => {
  test("is asked if its goal can be met; the right option holds at all stops that meet it", () => {
    assert.deepEqual(judge(ASKED, {}, frames([0.1, 0, 0.5, 0.5])), { state: "asked", answer: 1 });
    assert.deepEqual(judge(ASKED, {}, frames([0.5, 0.5, 0.5, 0.1])), { state: "asked", answer: 0 });
  });

  test("is not asked if no stop meets its goal, or if stops that do make different options right", () => {
    assert.equal(judge(ASKED, {}, frames([0.5, 0.5, 0.5, 0.5])).state, "unreachable");
    assert.equal(judge(ASKED, {}, frames([0.1, 0.5, 0.1, 0.5])).state, "undecided");
  });

  test("is not asked without points of both classes, even before its frames are loaded", () => {
    /** @param {number[]} labels @param {string[]} tensors @returns {any} */
    const shown = (labels, tensors = ["field", "support"]) => ({ sweep: { tensors: Object.fromEntries(tensors.map((name) => [name, {}])) }, get: () => labels });
    const met = frames([0.1, 0, 0.5, 0.5]);
    assert.equal(judge(ASKED, {}, undefined, shown([])).state, "one class");
    assert.equal(judge(ASKED, {}, met, shown([1, 1])).state, "one class");
    assert.equal(judge(ASKED, {}, met, shown([1, -1])).state, "asked");
    assert.equal(judge(ASKED, {}, undefined, shown([1, -1])).state, "unknown");
    assert.equal(judge(ASKED, {}, met, shown([1, 1], ["support"])).state, "asked", "targets on a line may all be positive");
    assert.equal(judge({ ...ASKED, by: [] }, {}, met, shown([])).state, "asked", "the goal may be to add points");
  });

  test("is undecided if two options hold at all stops that meet its goal", () => {
    /** @type {AnswerOption} */
    const any = { label: "any", conditions: [["tau", ">=", 0.1]] };
    assert.equal(judge({ ...ASKED, options: [...ASKED.options, any] }, {}, frames([0.1, 0, 0.5, 0.5])).state, "undecided");
  });

  test("is undecided because of unproven solutions, rather than because of two right options", () => {
    const gap = (/** @type {number} */ value) => frames([0.1, 0.5, 0.1, 0.5]).map((frame) => ({ ...frame, get: (/** @type {string} */ name) => (name === "gap" ? value : frame.get(name)) }));
    assert.deepEqual(judge(ASKED, {}, gap(1)), { state: "undecided", unproven: true });
    assert.deepEqual(judge(ASKED, {}, gap(1e-8)), { state: "undecided", unproven: false });
  });

  test("is undecided if no solution that meets its goal, or no solution at all, is proven optimal", () => {
    const gaps = (/** @type {number[]} */ error, /** @type {number[]} */ gap) => frames(error).map((frame, k) => ({ ...frame, get: (/** @type {string} */ name) => (name === "gap" ? gap[k] : frame.get(name)) }));
    const unproven = { state: "undecided", unproven: true };
    assert.deepEqual(judge(ASKED, {}, gaps([0.1, 0, 0.5, 0.5], [1, 1, 0, 0])), unproven);
    assert.deepEqual(judge(ASKED, {}, gaps([0.5, 0.5, 0.5, 0.5], [1, 1, 1, 1])), unproven);
    assert.deepEqual(judge(ASKED, {}, gaps([0.1, 0, 0.5, 0.5], [1, 0, 1, 1])), { state: "asked", answer: 1 });
    assert.equal(judge(ASKED, {}, gaps([0.5, 0.5, 0.5, 0.5], [1, 1, 1, 0])).state, "unreachable");
    const noOptimum = { ...ASKED, certificate: "" };
    assert.deepEqual(judge(noOptimum, {}, gaps([0.1, 0, 0.5, 0.5], [1, 1, 1, 1])), { state: "asked", answer: 1 }, "it does not depend on an optimum");
  });

  test("may be decided at an extreme of the sweep", () => {
    /** @type {Question} */
    const least = { ...ASKED, conditions: [["error", "<=", ["least:error", 1, 0.2]]], deciding_stop: "least:error" };
    assert.deepEqual(judge(least, {}, frames([0.5, 0.4, 0.3, 0.4])), { state: "asked", answer: 0 });
  });

  test("is undecided if the extreme is reached at stops that make different options right", () => {
    /** @type {Question} */
    const least = { ...ASKED, conditions: [["error", "<=", ["least:error", 1, 0.2]]], deciding_stop: "least:error" };
    assert.equal(judge(least, {}, frames([0.5, 0.3, 0.3, 0.4])).state, "undecided");
    assert.deepEqual(judge(least, {}, frames([0.5, 0.4, 0.3, 0.3])), { state: "asked", answer: 0 });
  });

  test("may compare the scenes of all options of its switches", () => {
    /** @type {Condition[]} */
    const more = [["error", ">=", ["most_of_all:error", 1, 0]], ["error", ">=", ["least_of_all:error", 1, 0.1]]];
    const challenge = { ...ASKED, by: ["risk"], conditions: more };
    assert.deepEqual(judge(challenge, {}, [frames([0.3, 1, 1, 1])[0], frames([1, 1, 0.5, 1])[2]]), { state: "asked", answer: 0 });
    assert.equal(judge(challenge, {}, [frames([0.3, 1, 1, 1])[0], frames([1, 1, 0.3, 1])[2]]).state, "unreachable", "the two scenes are equal");
  });

  test("is not asked for a scene whose fields it excludes", () => {
    const rbf = { ...ASKED, holds: { kernel: ["rbf"] } };
    assert.deepEqual(judge(rbf, { kernel: "linear" }, frames([0, 0, 0, 0])), { state: "elsewhere", field: "kernel" });
    assert.equal(judge(rbf, { kernel: "rbf" }, frames([0, 0, 0.5, 0.5])).state, "asked");
  });

  test("is not asked for a field below its minimum", () => {
    const many = { ...ASKED, holds: { m: 40 }, field_labels: { m: { label: "Points", names: ["at least 40"] } } };
    assert.deepEqual(judge(many, { m: "24" }, frames([0, 0, 0.5, 0.5])), { state: "elsewhere", field: "m" });
    for (const m of ["40", "200"]) assert.equal(judge(many, { m }, frames([0, 0, 0.5, 0.5])).state, "asked");
    assert.equal(aboutField(many, "m", undefined, "24"), "This question is about “Points”: at least 40.");
  });

  test("describes its subject with the labels of the switch, else of the scene", () => {
    const challenge = { holds: { where: ["start", "way"] }, field_labels: { where: { label: "where", names: ["start", "way"] } } };
    const choice = /** @type {any} */ ({ label: "At which α", options: [{ value: "start", label: "α = 0" }, { value: "way", label: "after 40 steps" }, { value: "best", label: "at the optimum" }] });
    assert.equal(aboutField(challenge, "where", choice, "best"), "This question is about “At which α”: α = 0 or after 40 steps. Your choice is at the optimum.");
    assert.equal(aboutField(challenge, "where", undefined, "best"), "This question is about “where”: start or way.");
  });

  test("is unknown while frames are missing, and always asked if no control leads to its goal", () => {
    assert.equal(judge(ASKED, {}, undefined).state, "unknown");
    assert.equal(judge({ ...ASKED, by: [] }, {}, undefined).state, "asked");
  });
});

describe("a statement", () => {
  const [frame] = frames([0.25, 0.5, 0.75, 1]);

  test("contains numbers of its frame and extremes of its sweep", () => {
    assert.match(fill("{error:percent} here, {most:error:percent} at most, τ = {tau:setting}", frame), /^25\.0\s% here, 100\.0\s% at most, τ = 0\.1$/);
    assert.equal(quantity("least:error", frame), 0.25);
    assert.ok(Number.isNaN(quantity("least:unknown", frame)));
  });

  test("is shown if its conditions hold", () => {
    /** @type {Parameters<typeof statementText>[0]} */
    const statements = [{ text: "always.", conditions: [] }, { text: "low.", conditions: [["error", "<=", 0.3]] }, { text: "high.", conditions: [["error", ">=", 0.3]] }];
    assert.equal(statementText(statements, frame), "always. low.");
    assert.equal(statementText(statements, undefined), "always.");
  });
});

test("the frames are those of the loaded sweep, also if the scene's own value replaces a stop", () => {
  const sweep = { stops: [0.1, 0.16, 0.4], meta: {} };
  const player = {
    base: { tau: [0.1, 0.158, 0.4] }, scene: { tau: "0.16" }, count: 3, grid: 9,
    variant: () => ({ tau: "0.16" }), loadedSweep: () => sweep,
    lookup: (/** @type {Scene} */ { tau }) => (sweep.stops.includes(Number(tau)) ? { tau } : undefined),
  };
  const view = /** @type {any} */ ({ player, stage: { items: [] }, item: {} }), challenge = { by: ["tau"], conditions: [] };
  assert.deepEqual(framesOf(challenge, view), [{ tau: "0.1" }, { tau: "0.16" }, { tau: "0.4" }]);
  Object.assign(sweep.meta, { all_stops: 64 });
  assert.equal(framesOf(challenge, view), undefined, "the other stops are not computed");
});

test("a minimum is compared with the frame's points, not with the scene's m", () => {
  const numbers = { labels: [1, 1] }, frame = /** @type {any} */ ({ scene: { m: "40" }, get: (/** @type {string} */ name) => numbers[name] });
  const challenge = { ...ASKED, by: [], holds: { kernel: ["rbf"], m: 3, classes_present: 2 } };
  assert.deepEqual(heldNumbers(challenge, frame), { m: "2", classes_present: "1" });
  assert.deepEqual(heldNumbers(challenge, null), {});
  assert.deepEqual(judge(challenge, { kernel: "rbf", m: "40", ...heldNumbers(challenge, frame) }, undefined), { state: "elsewhere", field: "m" });
  numbers.labels = [1, 1, -1];
  assert.equal(judge(challenge, { kernel: "rbf", m: "40", ...heldNumbers(challenge, frame) }, undefined).state, "asked");
});
