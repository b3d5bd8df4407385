import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { window: globalThis });
const { readoutNote, readoutText } = await import("../../../assets/furniture/controls.js");

test("a read-out shows a number of the stop, and one that is the same at every stop", () => {
  const values = { error: 0.125, excess: new Float64Array([0.545]) }, frame = /** @type {any} */ ({ get: (/** @type {string} */ name) => values[name] });
  assert.equal(readoutText({ tensor: "error", format: "percent" }, frame), "12.5 %");
  assert.equal(readoutText({ tensor: "excess", format: "percent" }, frame), "54.5 %");
  assert.equal(readoutText({ tensor: "missing", format: "percent" }, frame), "–");
});

test("the small text of a read-out is another number, or says why there is none", () => {
  const row = { tensor: "test_error", note: "", reference: "bayes", reference_label: "Bayes", missing: "(no test points)" };
  const frame = (/** @type {Record<string, any>} */ values) => /** @type {any} */ ({ get: (/** @type {string} */ name) => values[name] });
  assert.equal(readoutNote(row, "12.5 %", frame({ bayes: 0.1 })), "(Bayes 10.0 %)");
  assert.equal(readoutNote(row, "12.5 %", frame({})), "");
  assert.equal(readoutNote(row, "–", frame({})), "(no test points)");
  assert.equal(readoutNote(row, "100.0 %", frame({ bayes: 0.1, labels: [] })), "(no points: f = 0 counts as a mistake)");
  assert.equal(readoutNote(row, "–", frame({ labels: [] })), "(no test points)");
  assert.equal(readoutNote({ tensor: "primal", note: "J" }, "–", frame({})), "J");
});
