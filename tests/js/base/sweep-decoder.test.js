import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { RequestRefused } from "../../../assets/base/requests.js";
import { FORMAT, HALF, ServerLost, tensorAt, decode, fetchSweep, field, floats, inline, nearest, values } from "../../../assets/base/sweep-decoder.js";
import { encode } from "../safetensors.js";

const BYTES = encode({
  stops: ["F64", [2], [0.4, 0.8]], points: ["F32", [1, 2], [1.5, -2]], alpha: ["F16", [2, 3], [0, 0x3c00, 0xbc00, 0x3800, 0, 0]],
  field: ["I8", [2, 1, 2], [1, 2, -3, 4]], gap: ["F64", [2], [1e-9, 2e-9]], shared: ["I16", [3], [7, 8, 9]],
}, { scale: "0.5", fixed: "shared" });
const page = globalThis.fetch;

describe("a sweep", () => {
  afterEach(() => { globalThis.fetch = page; });

  test("each stop has its part of a tensor; a tensor without a stop axis is the same at all stops", () => {
    const sweep = decode(BYTES);
    assert.deepEqual([...sweep.stops], [0.4, 0.8]);
    assert.deepEqual([...tensorAt(sweep, "field", 1)], [-3, 4]);
    assert.equal(tensorAt(sweep, "gap", 1), 2e-9);
    for (const stop of [0, 1]) {
      assert.deepEqual([...tensorAt(sweep, "points", stop)], [1.5, -2]);
      assert.deepEqual([...tensorAt(sweep, "shared", stop)], [7, 8, 9], "named by the header's `fixed`");
    }
    assert.equal(tensorAt(sweep, "nothing", 0), undefined);
  });

  test("fields are scaled, and half-floats become numbers", () => {
    const sweep = decode(BYTES);
    assert.deepEqual([...field(sweep, 0)], [0.5, 1]);
    assert.deepEqual([...values({ sweep, get: (name) => tensorAt(sweep, name, 0) }, "alpha")], [0, 1, -1]);
  });

  test("scaled values beyond the range of a float are clipped, since contours need numbers", () => {
    const values = floats(Uint16Array.of(0x7800, 0xf800, 0x3c00, 0x7e00), "F16", 2 ** 120);
    const largest = 2 ** 128 - 2 ** 104;
    assert.deepEqual([...values], [largest, -largest, 2 ** 120, NaN]);
    assert.deepEqual([...floats(Uint16Array.of(0x7800, 0x3c00), "F16", 0.5)], [2 ** 14, 0.5]);
  });

  test("differences between stops are added up", () => {
    // the stops are 0x3c00, 0xbc00 and 0x3bff, 0xbd01; sent are the high bytes of all differences, then the low bytes
    const bytes = Uint8Array.of(0x3c, 0xbc, 0xff, 0x01, 0x00, 0x00, 0xff, 0x01);
    const message = encode({ stops: ["F64", [2], [1, 2]], field: ["F16", [2, 1, 2], new Uint16Array(bytes.buffer)] }, { differences: "field" });
    const sweep = decode(message);
    assert.deepEqual([...tensorAt(sweep, "field", 0)], [0x3c00, 0xbc00]);
    assert.deepEqual([...tensorAt(sweep, "field", 1)], [0x3bff, 0xbd01]);
    assert.deepEqual([...field(sweep, 0)], [1, -1]);
  });

  test("half-floats: subnormal, largest, infinite, NaN", () => {
    const cases = { 0x0001: 2 ** -24, 0x03ff: 1023 * 2 ** -24, 0x0400: 2 ** -14, 0x7bff: 65504, 0x7c00: Infinity, 0xfc00: -Infinity, 0x8000: -0 };
    for (const [bits, value] of Object.entries(cases)) assert.equal(HALF[bits], value);
    assert.ok(Number.isNaN(HALF[0x7c01]));
  });

  test("an inline sweep has numbers, or half-floats in base64", () => {
    const packed = btoa(String.fromCharCode(...new Uint8Array(Uint16Array.of(0x3c00, 0x4000).buffer)));
    const sweep = inline({ tensors: { stops: { shape: [2], data: [1, 2] }, y: { shape: [2], fixed: true, data: packed } } });
    assert.equal(sweep.tensors.y.dtype, "F16");
    assert.deepEqual([...values({ sweep, get: (name) => tensorAt(sweep, name, 0) }, "y")], [1, 2]);
    assert.equal(sweep.scale, 1);
  });

  test("the nearest stop is measured on a log scale, unless the stops include 0 or negative values", () => {
    assert.equal(nearest([0.1, 1, 10], 3), 1);
    assert.equal(nearest([0.1, 1, 10], 3.5), 2);
    assert.equal(nearest([-1, 0, 1], 0.4), 1);
  });

  const answered = (body, options) => { globalThis.fetch = async () => new Response(body, options); };

  test("a sweep that the page requested early is not requested again", async () => {
    globalThis.fetch = () => assert.fail("it was requested already");
    const early = /** @type {any} */ (globalThis).earlyAnswers = new Map([["/frames?early", Promise.resolve(new Response(BYTES.slice(0)))]]);
    assert.equal((await fetchSweep("/frames?early")).stops.length, 2);
    assert.equal(early.size, 0, "a body can be read only once");
  });

  test("an answer of another version than the page's is refused with a message", async () => {
    const tensors = /** @type {const} */ ({ stops: ["F64", [1], [1]] });
    answered(encode(tensors, { format: FORMAT }), { status: 200 });
    assert.equal((await fetchSweep("/a")).stops.length, 1);
    answered(encode(tensors, { format: "kernel-methods-live/3" }), { status: 200 });
    await assert.rejects(fetchSweep("/a"), (error) => error instanceof RequestRefused && /different versions.*Reload the page/.test(error.message));
  });

  test("errors are distinguished: refused, unreachable, interrupted", async () => {
    const refusal = JSON.stringify({ message: "Because." });
    answered(refusal, { status: 400 });
    await assert.rejects(fetchSweep("/a"), (error) => error instanceof RequestRefused && error.message === "Because.");
    for (const status of [429, 503]) {
      answered(refusal, { status });
      await assert.rejects(fetchSweep("/a"), (error) => error instanceof ServerLost && error.message === "Because.");
    }
    answered("<html>", { status: 502 });
    await assert.rejects(fetchSweep("/a"), (error) => error instanceof RequestRefused && /502/.test(error.message));
    answered("short", { status: 200 });
    await assert.rejects(fetchSweep("/a"), (error) => error instanceof ServerLost && /was interrupted/.test(error.message));
    globalThis.fetch = async () => { throw new TypeError("no network"); };
    await assert.rejects(fetchSweep("/a"), ServerLost);
  });
});
