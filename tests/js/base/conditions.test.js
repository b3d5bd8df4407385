import assert from "node:assert/strict";
import { test } from "node:test";
import { bound, fingerprint, isMet, isSelected, quantity } from "../../../assets/base/conditions.js";

const numbers = { test_error: 0.18, bayes_error: [0.12], support: 90 };
const frame = { scene: { tau: "0.4", loss: "hinge" }, get: (name) => numbers[name] };

test("a quantity is the frame's number, else the scene's field", () => {
  assert.equal(quantity("support", frame), 90);
  assert.equal(quantity("bayes_error", frame), 0.12, "one number for all stops");
  assert.equal(quantity("tau", frame), 0.4);
  assert.equal(quantity("loss", frame), "hinge");
});

test("m is the number of points, which may be smaller than the scene's m", () => {
  const frame = { scene: { m: "200" }, get: (name) => ({ labels: new Int8Array(66), support: 33 })[name] };
  assert.equal(quantity("m", frame), 66);
  assert.ok(isMet([["support", ">=", ["m", 0.5]]], frame) && !isMet([["support", "<=", ["m", 0.25]]], frame));
  assert.equal(quantity("classes_present", frame), 1);
  assert.equal(quantity("m", { scene: { m: "15" }, get: () => undefined }), 15, "a frame without labels");
});

test("an extreme of a sweep leaves out stops without the number", () => {
  const sweepOf = (/** @type {number[]} */ data) => /** @type {any} */ ({ scene: {}, get: () => undefined, sweep: { tensors: { margin: { data } } } });
  assert.equal(quantity("least:margin", sweepOf([2, NaN, 0.5])), 0.5);
  assert.ok(Number.isNaN(quantity("most:margin", sweepOf([NaN, NaN]))));
});

test("a bound is a number, or a quantity times a factor plus a constant", () => {
  assert.equal(bound(3, frame), 3);
  assert.equal(bound(["bayes_error", 1.5], frame), 0.18);
  assert.ok(Math.abs(bound(["bayes_error", 1, 0.05], frame) - 0.17) < 1e-12);
});

test("all conditions must hold", () => {
  assert.ok(isMet([["support", ">=", 90], ["test_error", "<=", ["bayes_error", 1.5]], ["loss", "==", "hinge"]], frame));
  assert.ok(!isMet([["support", ">=", 90], ["support", "<=", 89]], frame));
  assert.ok(isMet([], frame));
});

test("equality allows for rounding only", () => {
  assert.ok(isMet([["tau", "==", 0.4 + 1e-12]], frame));
  assert.ok(!isMet([["tau", "==", 0.4001]], frame));
});

test("“in” is met by any of several values", () => {
  assert.ok(isMet([["loss", "in", ["logistic", "hinge"]]], frame));
  assert.ok(isMet([["tau", "in", [0.4, 0.8]]], frame));
  assert.ok(!isMet([["loss", "in", ["logistic"]]], frame));
});

test("an unknown quantity meets no condition", () => {
  assert.ok(!isMet([["margin", "<=", 1]], frame));
  assert.ok(!isMet([["margin", ">=", 1]], frame));
});

test("the fingerprint ignores rounding, but not a changed field or number", () => {
  /** @type {Condition[]} */
  const goal = [["test_error", "<=", 0.2], ["gap", "<=", 1]];
  const numbers = { test_error: 0.18, gap: 3e-13 };
  const fingerprintOf = (scene, more = {}) => fingerprint(/** @type {any} */ ({ scene, get: (name) => ({ ...numbers, ...more })[name] }), goal);
  const before = fingerprintOf({ tau: "0.4", loss: "hinge" });
  assert.equal(fingerprintOf({ loss: "hinge", tau: 0.4 + 1e-14 }, { test_error: 0.18 + 1e-9, gap: -7e-12 }), before);
  assert.notEqual(fingerprintOf({ tau: "0.42", loss: "hinge" }), before);
  assert.notEqual(fingerprintOf({ tau: "0.4", loss: "hinge" }, { test_error: 0.181 }), before);
});

test("numbers below 1e-9 have the fingerprint of 0, larger ones do not", () => {
  const print = (value) => fingerprint(/** @type {any} */ ({ scene: {}, get: () => value }), [["gap", "<=", 1]]);
  assert.equal(print(0.9e-9), print(0));
  assert.notEqual(print(1e-9), print(0));
});

test("an option of an exact switch is selected only with all of its fields", () => {
  const option = { value: "0.4", label: "Figure 3", fields: { kernel: "rbf", lam: "0.005" } };
  assert.ok(isSelected({ exact: true }, option, "0.4", { kernel: "rbf", lam: "0.005" }, {}));
  assert.ok(!isSelected({ exact: true }, option, "0.4", { kernel: "rbf", lam: "1" }, {}));
  assert.ok(isSelected({}, option, "0.4", { kernel: "rbf", lam: "1" }, {}), "of another switch by its value");
  assert.ok(isSelected({}, { ...option, aliases: ["0.40"] }, "0.40", {}, {}));
});

test("an option of an exact switch is selected only while the address has its words", () => {
  const option = { value: "0.4", label: "Figure 5", fields: { kernel: "rbf" }, view: { show: "bayes" } };
  assert.ok(isSelected({ exact: true }, option, "0.4", { kernel: "rbf" }, { show: "bayes" }));
  assert.ok(!isSelected({ exact: true }, option, "0.4", { kernel: "rbf" }, { show: "both" }));
});
