import assert from "node:assert/strict";
import { test } from "node:test";
import { add, changeStep, keep, MOST, moveStep, read, stepHere, tidy } from "../../../assets/lecture/own-list.js";

const list = (...names) => ({ title: "Mine", step: names.map((title) => ({ page: "svm", title })) });
const titles = ({ step }) => step.map(({ title }) => title).join("");

test("a step moves up and down, and not beyond the ends", () => {
  assert.equal(titles(moveStep(list("a", "b", "c"), 0, 1)), "bac");
  assert.equal(titles(moveStep(list("a", "b", "c"), 2, -1)), "acb");
  assert.equal(titles(moveStep(list("a", "b", "c"), 2, 1)), "abc");
  assert.equal(titles(moveStep(list("a", "b", "c"), 1, -9)), "bac");
});

test("the scene of an address is a step, without what says how the page is shown", () => {
  const here = { page: "svm", search: "?tau=0.4&view=lecture&step=price&edits=c_p_1_2", drop: ["view", "step"], title: "Why?" };
  assert.deepEqual(stepHere(here), { page: "svm", scene: "tau=0.4&edits=c_p_1_2", title: "Why?" });
  assert.deepEqual(stepHere({ ...here, page: "", search: "", title: "", element: "bumps" }), { page: "", element: "bumps" });
});

test("what is empty is left out of a step", () => {
  assert.deepEqual(changeStep({ page: "svm", notes: "a" }, "notes", ""), { page: "svm" });
  assert.deepEqual(changeStep({ page: "svm" }, "options", ["a"]), { page: "svm", options: ["a"] });
  assert.deepEqual(changeStep({ page: "svm", options: ["a"] }, "options", []), { page: "svm" });
});

test("the list is kept, up to a bound, and nonsense is none", () => {
  keep(list("a"));
  assert.equal(add({ page: "losses" }), 2);
  assert.deepEqual(read().step.map(({ page }) => page), ["svm", "losses"]);
  keep({ title: "", step: Array.from({ length: 99 }, () => ({ page: "" })) });
  assert.equal(read().step.length, MOST);
  assert.equal(add({ page: "svm" }), 0);
  for (const given of [null, 7, "a", [], { step: 7 }, { title: 7, step: [7, null, [], {}, { page: 7 }] }]) assert.deepEqual(tidy(given), { title: "", step: [] });
});
