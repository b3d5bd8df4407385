import assert from "node:assert/strict";
import { test } from "node:test";

const own = globalThis.window;
globalThis.window = /** @type {any} */ ({ addEventListener() {} });
const { forget, keepAnswers, keepPrediction, keepOutcome, keepPlace, keepSeen, stepProgress } = await import("../../../../assets/furniture/progress/progress.js");
globalThis.window = own;

/** Gives the scripts a storage for one test; returns what is stored. @param {{ after: (run: () => void) => void }} t */
function storage(t) {
  const stored = new Map(), before = Object.getOwnPropertyDescriptor(globalThis, "window");
  const localStorage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, text) => stored.set(key, text), removeItem: (key) => stored.delete(key) };
  Object.defineProperty(globalThis, "window", { value: { localStorage, sessionStorage: localStorage }, configurable: true });
  t.after(() => { if (before) Object.defineProperty(globalThis, "window", before); else delete globalThis.window; });
  return stored;
}

test("stored progress is bounded, a wrong first answer is remembered, and a long address is not stored", (t) => {
  const stored = storage(t);
  for (let k = 0; k < 450; k++) keepAnswers(`c${k.toString(16).padStart(8, "0")}`, 0, 1);
  for (const right of [false, true, false]) keepOutcome("q00000001", right);
  for (const right of [true, false]) keepOutcome("q00000002", right);
  keepPlace({ path: "svm", query: "lam=1", section: "x".repeat(999), told: "", at: 1 });
  keepPlace({ path: "losses", query: "x".repeat(20000), section: "", told: "", at: 2 });

  const { done, place, quiz } = JSON.parse(stored.get("kernel-methods-live-1"));
  assert.equal(Object.keys(done).length, 400);
  assert.ok(!("c0000001f" in done) && "c000001c1" in done, "the oldest are dropped");
  assert.deepEqual(quiz, { q00000001: "later", q00000002: "first" });
  assert.equal(place.path, "svm");
  assert.equal(place.section.length, 160);
});

test("a step is half done when seen, and done when all its challenges are predicted or met and its questions answered", (t) => {
  storage(t);
  const step = { id: "s00000001", challenges: ["c00000001", "c00000002"], quiz: ["q00000003"] }, plain = { id: "s00000002", challenges: [] };
  assert.deepEqual([stepProgress(step), stepProgress(plain)], ["empty", "empty"]);
  for (const { id } of [step, plain]) keepSeen(id);
  assert.deepEqual([stepProgress(step), stepProgress(plain)], ["half", "full"]);
  keepAnswers("c00000001", 0, 1);
  keepPrediction("c00000002", -1);
  keepOutcome("q00000003", false);
  assert.equal(stepProgress(step), "half", "a challenge was skipped");
  keepPrediction("c00000002", 1);
  assert.equal(stepProgress(step), "full");
});

test("clearing removes the progress and the keys that features declare, and nothing else", (t) => {
  const stored = storage(t);
  keepAnswers("c00000001", 0, 1);
  keepPrediction("c00000002", 1);
  for (const key of ["a-setting", "a-lecture"]) stored.set(key, "1");
  forget(["a-setting"]);
  assert.deepEqual([...stored.keys()].filter((key) => !key.endsWith("-trial")), ["a-lecture"]);
});
