import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deflateSync } from "node:zlib";
import { unpacked } from "../../../assets/element/packed-sweeps.js";

const packed = (told) => deflateSync(JSON.stringify(told)).toString("base64");

describe("sweeps that travel with the page", () => {
  test("a text is read once, and then there at once", async () => {
    const told = { sweeps: [{ fields: { way: "a" }, sweep: { meta: { along: "t" }, tensors: { stops: { shape: [2], fixed: true, data: [0, 1] } } } }] };
    const text = packed(told), first = unpacked(text);
    assert.ok(first instanceof Promise);
    const found = await first;
    assert.deepEqual(found, told);
    assert.equal(unpacked(text), found);
  });

  test("of many texts the last ones are kept, and what is wanted again counts as new", async () => {
    const texts = Array.from({ length: 17 }, (_, k) => packed({ sweep: { k } }));
    for (const text of texts.slice(0, 16)) await unpacked(text);
    assert.deepEqual(unpacked(texts[0]), { sweep: { k: 0 } });
    await unpacked(texts[16]);
    assert.ok(!(unpacked(texts[0]) instanceof Promise));
    const gone = unpacked(texts[1]);
    assert.ok(gone instanceof Promise);
    assert.deepEqual(await gone, { sweep: { k: 1 } });
  });

  test("a text that is cut off is refused", async () => {
    const text = packed({ sweep: { numbers: Array.from({ length: 500 }, Math.random) } });
    await assert.rejects(async () => unpacked(text.slice(0, 400)));
  });
});
