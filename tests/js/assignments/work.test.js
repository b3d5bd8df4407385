import assert from "node:assert/strict";
import { test } from "node:test";

// What a browser has and the module asks for once; without storage it keeps all in memory.
const given = Object.getOwnPropertyDescriptor(globalThis, "window");
if (!given) Object.assign(globalThis, { window: { addEventListener() {} } });
const { keep, tasksByNumber, work, workUnder } = await import("../../../features/assignments/work.js");
if (!given) Reflect.deleteProperty(globalThis, "window");

const nothing = { scene: "", words: "", met: false };
const mine = { scene: "data=blobs&seed=1", words: "It reaches no other example.", met: true };

test("what was written before there was a code stays", () => {
  const before = { code: "", entries: [mine, nothing] };
  assert.deepEqual(workUnder("early", before, "4711"), { code: "4711", entries: [mine, nothing] });
});

test("another code gets none of the sentences and scenes, and the one before finds them again", () => {
  keep("week", { code: "4711", entries: [mine, nothing] });
  const other = workUnder("week", work("week", 2), "9999");
  assert.deepEqual(other, { code: "9999", entries: [nothing, nothing] });
  other.entries[1].words = "Another's.";
  keep("week", other);
  assert.deepEqual(work("week", 2), { code: "9999", entries: [nothing, { ...nothing, words: "Another's." }] });
  const again = workUnder("week", work("week", 2), " 4711 ");
  assert.deepEqual(again.entries, [mine, nothing]);
  keep("week", again);
  assert.deepEqual(workUnder("week", work("week", 2), "9999").entries[1].words, "Another's.");
});

test("a code written otherwise is the same code", () => {
  keep("case", { code: "ab 1", entries: [mine] });
  assert.deepEqual(workUnder("case", work("case", 1), "AB 1").entries, [mine]);
});

test("of many codes the last ones are kept", () => {
  for (let k = 0; k < 20; k++) keep("many", { code: `c${k}`, entries: [{ ...mine, words: `${k}` }] });
  const words = (code) => workUnder("many", work("many", 1), code).entries[0].words;
  assert.deepEqual(["c0", "c10", "c11", "c18"].map(words), ["", "", "11", "18"]);
});

test("what cannot be read as other codes' work is none", () => {
  keep("odd", /** @type {any} */ ({ code: "a", entries: [mine] }));
  assert.deepEqual(workUnder("odd", work("odd", 1), "__proto__"), { code: "__proto__", entries: [nothing] });
});

test("tasks in a sentence agree with their number", () => {
  assert.deepEqual([[2], [1, 2], [1, 2, 4]].map(tasksByNumber), ["task 2", "tasks 1 and 2", "tasks 1, 2 and 4"]);
});
