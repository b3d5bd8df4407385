import assert from "node:assert/strict";
import { test } from "node:test";
import { keepAnswers, keepOutcome, keepPlace } from "../../../../assets/furniture/progress/progress.js";

test("what is kept is bounded, the first outcome counts, and half an address is not kept", (t) => {
  const kept = new Map(), before = Object.getOwnPropertyDescriptor(globalThis, "window");
  const localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text), removeItem: (key) => kept.delete(key) };
  Object.defineProperty(globalThis, "window", { value: { localStorage, sessionStorage: localStorage }, configurable: true });
  t.after(() => { if (before) Object.defineProperty(globalThis, "window", before); else delete globalThis.window; });

  for (let k = 0; k < 450; k++) keepAnswers(`c${k.toString(16).padStart(8, "0")}`, 0, 1);
  for (const right of [false, true, false]) keepOutcome("q00000001", right);
  for (const right of [true, false]) keepOutcome("q00000002", right);
  keepPlace({ path: "svm", query: "lam=1", section: "x".repeat(999), told: "", at: 1 });
  keepPlace({ path: "losses", query: "x".repeat(20000), section: "", told: "", at: 2 });

  const { done, place, quiz } = JSON.parse(kept.get("kernel-methods-live-1"));
  assert.equal(Object.keys(done).length, 400);
  assert.ok(!("c0000001f" in done) && "c000001c1" in done, "the oldest make room");
  assert.deepEqual(quiz, { q00000001: "later", q00000002: "first" });
  assert.equal(place.path, "svm");
  assert.equal(place.section.length, 160);
});
