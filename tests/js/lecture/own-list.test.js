import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { add, changeAsk, changeKind, changeStep, store, kindOf, MAX_STEPS, moveStep, NOT_STORED, read, stepAt, tidy, TOO_LONG } from "../../../features/lecture/own-list.js";

const list = (...names) => ({ title: "Mine", step: names.map((title) => ({ page: "svm", title })) });
// A browser's storage, which may refuse to store.
function storage(refuses = false) {
  const stored = new Map(), setItem = (key, text) => { if (refuses) throw new DOMException("full", "QuotaExceededError"); stored.set(key, text); };
  globalThis.window = /** @type {any} */ ({ localStorage: { getItem: (key) => stored.get(key) ?? null, setItem } });
}
const before = globalThis.window;
afterEach(() => { globalThis.window = before; });

const titles = ({ step }) => step.map(({ title }) => title).join("");

test("a step moves up and down, and not beyond the ends", () => {
  assert.equal(titles(moveStep(list("a", "b", "c"), 0, 1)), "bac");
  assert.equal(titles(moveStep(list("a", "b", "c"), 2, -1)), "acb");
  assert.equal(titles(moveStep(list("a", "b", "c"), 2, 1)), "abc");
  assert.equal(titles(moveStep(list("a", "b", "c"), 1, -9)), "bac");
});

test("a step has the scene of an address, without the words that only change the display", () => {
  const place = { page: "svm", search: "?tau=0.4&view=lecture&step=price&edits=c_p_1_2", drop: ["view", "step"], title: "Why?" };
  assert.deepEqual(stepAt(place), { page: "svm", scene: "tau=0.4&edits=c_p_1_2", title: "Why?" });
  assert.deepEqual(stepAt({ ...place, page: "", search: "", title: "", step: "slopes" }), { page: "", step: "slopes" });
});

test("empty values are left out of a step", () => {
  assert.deepEqual(changeStep({ page: "svm", notes: "a" }, "notes", ""), { page: "svm" });
  assert.deepEqual(changeStep({ page: "svm" }, "options", ["a"]), { page: "svm", options: ["a"] });
  assert.deepEqual(changeStep({ page: "svm", options: ["a"] }, "options", []), { page: "svm" });
});

test("a step asks for options, a slider, a place or points, and one question at a time", () => {
  const choice = { page: "svm", notes: "a", question: "How many?", options: ["1", "2"], right: "2", ask: { why: "b" } };
  assert.equal(kindOf(choice), "choice");
  assert.deepEqual(changeStep(choice, "options", ["1"]), { page: "svm", notes: "a", question: "How many?", options: ["1"], ask: { why: "b" } }, "an answer that is not an option is removed");
  const slider = changeKind(choice, "slider", "lam");
  assert.deepEqual(slider, { page: "svm", notes: "a", ask: { kind: "slider", along: "lam" } });
  assert.equal(kindOf(changeAsk(slider, "text", "Where?")), "slider");
  assert.deepEqual(changeAsk(changeAsk(slider, "text", "Where?"), "text", ""), slider);
  for (const kind of ["place", "support", "points"]) assert.deepEqual(changeKind(slider, kind).ask, { kind });
  assert.deepEqual(changeKind(slider, ""), { page: "svm", notes: "a" });
  assert.deepEqual(changeAsk({ page: "svm", ask: { why: "b" } }, "why", ""), { page: "svm" });
});

test("the list is stored up to a maximum, and invalid data count as an empty list", () => {
  storage();
  store(list("a"));
  assert.equal(add({ page: "losses" }), "Added as scene 2 of your lecture.");
  assert.deepEqual(read().step.map(({ page }) => page), ["svm", "losses"]);
  store({ title: "", step: Array.from({ length: 99 }, () => ({ page: "" })) });
  assert.equal(read().step.length, MAX_STEPS);
  assert.equal(add({ page: "svm" }), `A lecture has at most ${MAX_STEPS} scenes. Remove one first.`);
  for (const stored of [null, 7, "a", [], { step: 7 }, { title: 7, step: [7, null, [], {}, { page: 7 }] }]) assert.deepEqual(tidy(stored), { title: "", step: [] });
});

test("a message tells if the list is not stored, or only until the page is closed", () => {
  storage(true);
  store(list("a"));
  assert.equal(add({ page: "losses" }), `Added as scene 2 of your lecture. ${NOT_STORED}`);
  assert.equal(read().step.length, 2);
  storage();
  store(list("a"));
  assert.equal(add({ page: "losses", notes: "x".repeat(400_000) }), TOO_LONG);
  assert.match(TOO_LONG, /longer than 400.000 characters/);
  assert.equal(read().step.length, 1);
});
