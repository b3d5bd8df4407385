import assert from "node:assert/strict";
import { test } from "node:test";
import { answerWith } from "../../../assets/base/requests.js";
import { qrCode } from "../../../assets/furniture/qr-code.js";

/** An element with the properties that a drawing needs. @param {string} tag @returns {any} */
const makeElement = (tag) => ({ tag, at: {}, children: [], setAttribute(name, value) { this.at[name] = value; }, append(...more) { this.children.push(...more); } });
Object.assign(globalThis, { document: { createElementNS: (_, tag) => makeElement(tag) } });

/** @param {() => Promise<any>} answer */
const answering = (answer) => answerWith(/** @type {any} */ (answer));

test("a code is drawn from the server's rows, with a white margin", async () => {
  const request = [];
  answerWith(/** @type {any} */ (async (address, options) => { request.push(address, options); return { json: async () => ({ rows: ["10", "01"] }) }; }));
  const code = /** @type {any} */ (await qrCode("a link", "Your answer"));
  assert.match(request[0], /qr$/);
  assert.deepEqual([request[1].method, request[1].body], ["POST", "a link"]);
  assert.equal(code.at.viewBox, "0 0 10 10");
  assert.equal(code.children[0].at.d, "M4 4h1v1h-1zM5 5h1v1h-1z");
});

test("a code that cannot be drawn gives a message", async () => {
  answering(async () => ({ json: async () => ({ message: "This is too long." }) }));
  await assert.rejects(qrCode("x", "y"), /too long/);
  answering(async () => { throw new TypeError("no network"); });
  await assert.rejects(qrCode("x", "y"), /No QR code can be drawn now/);
});
