import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {any} */
const nodes = [];
const node = () => {
  const node = { dataset: {}, textContent: "", append() {}, setAttribute() {} };
  nodes.push(node);
  return node;
};
Object.assign(globalThis, { window: globalThis.window ?? {} });
const { goalRows } = await import("../../../../assets/furniture/challenge/goal-rows.js");

const goal = { conditions: [["test_error", ">=", ["bayes_error", 1.5]], ["loss", "in", ["hinge", "squared"]]], labels: { test_error: ["Test error", "percent"] } };
/** @param {Record<string, number>} numbers @returns {any} */
const frame = (numbers) => ({ scene: { loss: "hinge" }, get: (name) => numbers[name], sweep: { tensors: { support: { data: [9, 5, 7] } } } });

/** @param {Record<string, number>} numbers @param {any} givenGoal */
function textsOf(numbers, givenGoal = goal) {
  const before = globalThis.document;
  globalThis.document = /** @type {any} */ ({ createElement: node });
  nodes.length = 0;
  const rows = goalRows(/** @type {any} */ (givenGoal), /** @type {any} */ ({ items: [] }));
  rows.show(frame(numbers), "Hint: a smaller τ leads to the goal.");
  globalThis.document = before;
  return nodes.map(({ textContent }) => textContent).filter(Boolean);
}

test("a goal shows its target and the distance to it, or that the target is not known", () => {
  const known = textsOf({ test_error: 0.12, bayes_error: 0.1 });
  assert.ok(known.includes("at least 15.0 %, 3.0 % to go") || known.some((text) => text.startsWith("at least 15")), String(known));
  assert.ok(known.includes("Hint: a smaller τ leads to the goal."));
  const unknown = textsOf({ test_error: 0.12 });
  assert.ok(unknown.includes("target not known here"), String(unknown));
  assert.ok(unknown.some((text) => text.includes("Choose other data or settings.")));
  assert.ok(!unknown.some((text) => text.startsWith("Hint") || text.includes("–")), String(unknown));
});

test("of two bounds in the same direction the goal shows the stricter", () => {
  const boundedGoal = { conditions: [["support", "<=", ["m", 0.9]], ["support", "<=", ["least:support", 1]]], labels: { support: ["Support vectors", "whole"] } };
  const texts = textsOf({ support: 7, m: 60 }, boundedGoal);
  assert.ok(texts.includes("at most 5, 2 to go"), String(texts));
  const chosen = { conditions: [["loss", "==", "hinge"]], labels: { loss: ["Loss", "whole"] } };
  assert.equal(textsOf({}, chosen).filter((text) => text === "hinge").length, 1, "the target is not repeated");
});

/** @param {Record<string, number>[]} frames @param {any} givenGoal @returns {string} */
function obstacleOf(frames, givenGoal) {
  const before = globalThis.document;
  globalThis.document = /** @type {any} */ ({ createElement: node });
  const text = goalRows(/** @type {any} */ (givenGoal), /** @type {any} */ ({ items: [] })).describeObstacle(frames.map(frame));
  globalThis.document = before;
  return text;
}

test("an obstacle without a number is not described; the sentence names what to change", () => {
  const conditions = [["diverges", ">=", 1], ["support", "<=", 5]], labels = { diverges: ["The run diverges", "yes"], support: ["Support vectors", "whole"] };
  assert.equal(obstacleOf([{ diverges: 0, support: 3 }], { conditions, labels }), "Choose other data or settings.");
  assert.equal(obstacleOf([{ diverges: 0, support: 9 }], { conditions, labels }), "Support vectors: the nearest possible value is 9; the goal is at most 5.");
});

test("a limit that no value reaches is not written like the nearest value", () => {
  const count = { conditions: [["support", "<=", ["m", 0.95]]], labels: { support: ["Examples", "whole"] } };
  assert.equal(obstacleOf([{ support: 1, m: 1 }], count), "Examples: the nearest possible value is 1; the goal is at most 0.");
  assert.ok(textsOf({ support: 29, m: 30 }, count).includes("at most 28, 1 to go"));
  const share = { conditions: [["test_error", "<=", 0.1]], labels: { test_error: ["Test error", "percent"] } };
  assert.equal(obstacleOf([{ test_error: 0.1002 }], share), "Test error: the nearest possible value is slightly above the goal, at most 10 %.");
});

test("a bound that excludes 0 is written as below or above 0", () => {
  const textOf = (/** @type {string} */ compare, /** @type {number} */ bound) => textsOf({ least: bound }, { conditions: [["least", compare, bound]], labels: { least: ["Smallest eigenvalue", "number"] } });
  assert.ok(textOf("<=", -1e-6).includes("below 0"));
  assert.ok(textOf(">=", 1e-6).includes("above 0"));
  assert.ok(textOf("<=", 1e-9).includes("at most 0") && textOf(">=", 0).includes("at least 0"));
});
