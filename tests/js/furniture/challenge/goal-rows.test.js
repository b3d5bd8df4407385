import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {any} */
const made = [];
const node = () => {
  const one = { dataset: {}, textContent: "", append() {}, setAttribute() {} };
  made.push(one);
  return one;
};
Object.assign(globalThis, { window: globalThis.window ?? {} });
const { goalRows } = await import("../../../../assets/furniture/challenge/goal-rows.js");

const asked = { conditions: [["test_error", ">=", ["bayes_error", 1.5]], ["loss", "in", ["hinge", "squared"]]], labels: { test_error: ["Test error", "percent"] } };
/** @param {Record<string, number>} numbers @returns {any} */
const frame = (numbers) => ({ scene: { loss: "hinge" }, get: (name) => numbers[name] });

function shown(numbers) {
  const before = globalThis.document;
  globalThis.document = /** @type {any} */ ({ createElement: node });
  made.length = 0;
  const rows = goalRows(/** @type {any} */ (asked), /** @type {any} */ ({ items: [] }));
  rows.show(frame(numbers), "Hint: a smaller τ leads there.");
  globalThis.document = before;
  return made.map(({ textContent }) => textContent).filter(Boolean);
}

test("a goal says what it takes, and where that is not known, that it can't be met here", () => {
  const known = shown({ test_error: 0.12, bayes_error: 0.1 });
  assert.ok(known.includes("at least 15.0 %, 3.0 % to go") || known.some((text) => text.startsWith("at least 15")), String(known));
  assert.ok(known.includes("Hint: a smaller τ leads there."));
  const unknown = shown({ test_error: 0.12 });
  assert.ok(unknown.includes("not known here what it should be"), String(unknown));
  assert.ok(unknown.some((text) => text.includes("Take other data or settings.")));
  assert.ok(!unknown.some((text) => text.startsWith("Hint") || text.includes("–")), String(unknown));
});
