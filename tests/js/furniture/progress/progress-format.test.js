import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_CHARACTERS, fromFile, fromLink, mergeProgress, emptyProgress, size, validProgress, toFile, toLink } from "../../../../assets/furniture/progress/progress-format.js";

const OUTCOMES = ["tried", "later", "first"];

// Pseudo-random numbers, the same in every run.
function chance(seed) {
  let state = seed;
  return (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return state % n; };
}

const id = (letter, any) => letter + any(0xffffffff).toString(16).padStart(8, "0");

function learner(any) {
  const state = emptyProgress();
  for (let k = any(60); k > 0; k--) state.done[id("c", any)] = [any(21) - 1, any(21) - 1];
  for (let k = any(60); k > 0; k--) state.quiz[id("q", any)] = OUTCOMES[any(3)];
  for (let k = any(60); k > 0; k--) state.seen[id("s", any)] = 1;
  if (any(2)) state.place = { path: "svm", query: "lam=1&text=é“", section: "Why", told: "", at: any(1000) };
  return state;
}

test("a file and a link restore the saved progress", () => {
  for (let seed = 1; seed < 200; seed++) {
    const state = learner(chance(seed));
    if (!size(state)) continue;
    assert.deepEqual(fromFile(toFile(state)), state);
    assert.deepEqual(fromLink(toLink(state)), { ...state, place: null }, "a link does not contain the place");
    assert.match(toLink(state), /^[A-Za-z0-9_-]+$/);
  }
});

test("all challenges and questions of the course fit into a QR code", () => {
  const state = emptyProgress(), any = chance(7);
  for (let k = 0; k < 70; k++) state.done[id("c", any)] = [0, 1];
  for (let k = 0; k < 60; k++) state.quiz[id("q", any)] = "first";
  for (let k = 0; k < 60; k++) state.seen[id("s", any)] = 1;
  assert.ok(toLink(state).length < 1700);
});

test("merging the progress of two devices loses nothing", () => {
  const rank = (outcome) => OUTCOMES.indexOf(outcome);
  for (let seed = 1; seed < 200; seed++) {
    const any = chance(seed), own = learner(any), other = learner(any);
    for (const name of Object.keys(own.quiz)) if (any(2)) other.quiz[name] = OUTCOMES[any(3)];
    for (const both of [mergeProgress(own, other), mergeProgress(other, own)]) {
      for (const part of [own, other]) {
        for (const name of Object.keys(part.done)) assert.ok(name in both.done);
        for (const name of Object.keys(part.seen)) assert.ok(name in both.seen);
        for (const [name, outcome] of Object.entries(part.quiz)) assert.ok(rank(both.quiz[name]) >= rank(outcome));
      }
      assert.equal(both.place?.at, [own.place?.at, other.place?.at].filter((at) => at !== undefined).sort((a, b) => b - a)[0]);
    }
    assert.deepEqual(mergeProgress(own, own), own);
    assert.deepEqual(mergeProgress(mergeProgress(own, other), other), mergeProgress(own, other));
  }
});

test("this device's own prediction stays", () => {
  const own = validProgress({ done: { c00000001: [0, 1] } }), other = validProgress({ done: { c00000001: [1, 1] } });
  assert.deepEqual(mergeProgress(own, other).done.c00000001, [0, 1]);
});

test("a broken file is refused with a message", () => {
  const whole = toFile({ ...emptyProgress(), quiz: { q00000001: "first" } });
  for (const text of ["", "{", "null", "7", "[]", '"x"', "\u0000", '{"done": {}}', whole.slice(0, -3), " ".repeat(MAX_CHARACTERS + 1),
    '{"format": "kernel-methods-live progress 1"}', '{"format": "kernel-methods-live progress 1", "done": {"<b>": [0, 1]}, "quiz": 3}']) {
    assert.throws(() => fromFile(text), (error) => error instanceof Error && /Nothing was changed/.test(error.message), text.slice(0, 40));
  }
});

test("a broken link is refused with a message", () => {
  const whole = toLink({ ...emptyProgress(), done: { c00000001: [0, 1], cfedcba98: [-1, 19] }, quiz: { q00000001: "first" } });
  const broken = ["", "A", "AQ", "!", "AgAA", "<b>", whole.slice(0, -1), whole.slice(0, -4), `${whole}AAAA`, `AQEA${whole.slice(4)}`, "AQABAAAAAQAy"];
  for (const text of broken) {
    assert.throws(() => fromLink(text), (error) => error instanceof Error && /Nothing was changed here/.test(error.message), text);
  }
});

test("only valid entries are accepted, up to the maximum number", () => {
  const any = chance(3), done = Object.fromEntries(Array.from({ length: 900 }, () => [id("c", any), [0, 0]]));
  const state = validProgress({ done: { ...done, x: [0, 0], c1234567g: [0, 0], c12345678: [0, 20] }, quiz: { q12345678: "best" }, returning: "yes" });
  assert.equal(Object.keys(state.done).length, 400);
  assert.deepEqual([state.quiz, state.returning, state.place], [{}, false, null]);
});
