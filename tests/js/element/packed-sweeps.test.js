import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deflateSync } from "node:zlib";
import { unpackSweeps } from "../../../assets/element/packed-sweeps.js";

const packed = (sweep) => deflateSync(JSON.stringify(sweep)).toString("base64");

describe("packed sweeps of the page", () => {
  test("each sweep replaces its text, is unpacked once, and then comes from the cache", async () => {
    const a = { meta: { along: "t" }, tensors: { stops: { shape: [2], fixed: true, data: [0, 1] } } }, b = { k: 1 };
    const data = { sweeps: [{ fields: { way: "a" }, sweep: packed(a) }, { fields: { way: "b" }, sweep: packed(b) }] };
    const first = unpackSweeps(data);
    assert.ok(first instanceof Promise);
    const unpacked = await first;
    assert.deepEqual(unpacked, { sweeps: [{ fields: { way: "a" }, sweep: a }, { fields: { way: "b" }, sweep: b }] });
    const again = /** @type {typeof unpacked} */ (unpackSweeps(data));
    assert.deepEqual(again, unpacked);
    assert.equal(again.sweeps[0].sweep, unpacked.sweeps[0].sweep);
    assert.equal(data.sweeps[1].sweep, packed(b), "the given data are unchanged");
  });

  test("data without packed sweeps are returned unchanged", () => {
    for (const data of [{ sweeps: [{ sweep: { k: 1 } }] }, {}]) assert.equal(unpackSweeps(data), data);
  });

  test("the cache keeps the texts used last", async () => {
    const all = Array.from({ length: 65 }, (_, k) => ({ sweeps: [{ sweep: packed({ k }) }] }));
    for (const data of all.slice(0, 64)) await unpackSweeps(data);
    assert.deepEqual(unpackSweeps(all[0]), { sweeps: [{ sweep: { k: 0 } }] });
    await unpackSweeps(all[64]);
    assert.ok(!(unpackSweeps(all[0]) instanceof Promise));
    const gone = unpackSweeps(all[1]);
    assert.ok(gone instanceof Promise);
    assert.deepEqual(await gone, { sweeps: [{ sweep: { k: 1 } }] });
  });

  test("a text that is cut off is refused", async () => {
    const text = packed({ numbers: Array.from({ length: 500 }, Math.random) });
    await assert.rejects(async () => unpackSweeps({ sweeps: [{ sweep: text.slice(0, 400) }] }));
  });
});
