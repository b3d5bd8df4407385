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

test("a bound that excludes 0 is written as below or above 0", () => {
  const textOf = (/** @type {string} */ compare, /** @type {number} */ bound) => textsOf({ least: bound }, { conditions: [["least", compare, bound]], labels: { least: ["Smallest eigenvalue", "number"] } });
  assert.ok(textOf("<=", -1e-6).includes("below 0"));
  assert.ok(textOf(">=", 1e-6).includes("above 0"));
  assert.ok(textOf("<=", 1e-9).includes("at most 0") && textOf(">=", 0).includes("at least 0"));
});
