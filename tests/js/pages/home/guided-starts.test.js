import assert from "node:assert/strict";
import { test } from "node:test";

const own = globalThis.window;
globalThis.window = /** @type {any} */ ({ addEventListener() {} });
const { keepSeen } = await import("../../../../assets/furniture/progress/progress.js");
const { kinds } = await import("../../../../pages/home/guided-starts.js");
globalThis.window = own;

/** @type {any[]} */
const nodes = [];
const node = () => {
  const made = { dataset: {}, classList: { add() {} }, isConnected: true, append() {}, setAttribute() {}, addEventListener() {} };
  nodes.push(made);
  return made;
};

test("a guided start says what was won when all of its steps are done", () => {
  const before = globalThis.document;
  globalThis.document = /** @type {any} */ ({ createElement: node });
  const place = (/** @type {string} */ id) => ({ address: id, title: id, page: "Page", id, challenges: [] });
  const start = { title: "A start", line: "At the end you can choose.", end: "You can choose.", places: [place("s00000001"), place("s00000002")] };
  kinds.starts(/** @type {any} */ (node()), /** @type {any} */ ({ starts: [start] }), /** @type {any} */ ({}), /** @type {any} */ ({}));
  const shows = (/** @type {string} */ text) => nodes.some(({ textContent }) => textContent === text);
  assert.ok(shows(start.line) && !shows(start.end));
  keepSeen("s00000001");
  assert.ok(shows(start.line) && !shows(start.end));
  keepSeen("s00000002");
  assert.ok(shows(start.end) && !shows(start.line));
  globalThis.document = before;
});
