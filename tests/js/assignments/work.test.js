import assert from "node:assert/strict";
import { test } from "node:test";

// The module needs a window when it is imported. Without storage it stores everything in memory.
const windowProperty = Object.getOwnPropertyDescriptor(globalThis, "window");
if (!windowProperty) Object.assign(globalThis, { window: { addEventListener() {} } });
const { storeWork, tasksByNumber, readWork, workForCode } = await import("../../../features/assignments/work.js");
if (!windowProperty) Reflect.deleteProperty(globalThis, "window");

const emptyEntry = { scene: "", words: "", met: false };
const entry = { scene: "data=blobs&seed=1", words: "It reaches no other example.", met: true };

test("work done before a code was entered is kept", () => {
  const previous = { code: "", entries: [entry, emptyEntry] };
  assert.deepEqual(workForCode("early", previous, "4711"), { code: "4711", entries: [entry, emptyEntry] });
});

test("each code has its own sentences and scenes", () => {
  storeWork("week", { code: "4711", entries: [entry, emptyEntry] });
  const otherWork = workForCode("week", readWork("week", 2), "9999");
  assert.deepEqual(otherWork, { code: "9999", entries: [emptyEntry, emptyEntry] });
  otherWork.entries[1].words = "Another's.";
  storeWork("week", otherWork);
  assert.deepEqual(readWork("week", 2), { code: "9999", entries: [emptyEntry, { ...emptyEntry, words: "Another's." }] });
  const restored = workForCode("week", readWork("week", 2), " 4711 ");
  assert.deepEqual(restored.entries, [entry, emptyEntry]);
  storeWork("week", restored);
  assert.deepEqual(workForCode("week", readWork("week", 2), "9999").entries[1].words, "Another's.");
});

test("codes are compared without case", () => {
  storeWork("case", { code: "ab 1", entries: [entry] });
  assert.deepEqual(workForCode("case", readWork("case", 1), "AB 1").entries, [entry]);
});

test("the work of the last codes is stored", () => {
  for (let k = 0; k < 20; k++) storeWork("many", { code: `c${k}`, entries: [{ ...entry, words: `${k}` }] });
  const words = (code) => workForCode("many", readWork("many", 1), code).entries[0].words;
  assert.deepEqual(["c0", "c10", "c11", "c18"].map(words), ["", "", "11", "18"]);
});

test("a code without stored work has an empty entry", () => {
  storeWork("odd", /** @type {any} */ ({ code: "a", entries: [entry] }));
  assert.deepEqual(workForCode("odd", readWork("odd", 1), "__proto__"), { code: "__proto__", entries: [emptyEntry] });
});

test("tasks in a sentence agree with their number", () => {
  assert.deepEqual([[2], [1, 2], [1, 2, 4]].map(tasksByNumber), ["task 2", "tasks 1 and 2", "tasks 1, 2 and 4"]);
});
