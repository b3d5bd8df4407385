import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { Engine } from "../../../features/site/engine.js";

const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);        // the smallest WebAssembly module
const GIVEN = { folder: "engine/1/", worker: "worker.js", lock: {}, scripts: [], streams: ["timing"], files: [{ name: "pyodide.asm.wasm", size: 28 }] };
const SITE = { ask: (name) => globalThis.fetch(new URL(name, "https://example.org/course/")), address: (name) => name };
const { fetch, Worker } = globalThis;
let workers;

// A worker that is ready at once; the test sends its answers.
class FakeWorker {
  /** @type {(event: { data: any }) => void} */ onmessage;
  constructor() { this.messages = []; workers.push(this); }
  postMessage(message) {
    if (message.kind === "start") this.startMessage = message;
    if (message.kind === "start") queueMicrotask(() => this.onmessage({ data: { id: message.id, result: true } }));
    else this.messages.push(message);
  }
  give(message) { this.onmessage({ data: message }); }
  terminate() { this.isTerminated = true; }
}

describe("the engine of the site", () => {
  beforeEach(() => {
    workers = [];
    globalThis.Worker = /** @type {any} */ (FakeWorker);
    globalThis.fetch = async () => new Response(gzipSync(EMPTY));
    mock.timers.enable({ apis: ["setTimeout"] });
  });
  afterEach(() => {
    Object.assign(globalThis, { fetch, Worker });
    mock.timers.reset();
  });

  const startEngine = async () => {
    const engine = new Engine(SITE, GIVEN);
    await engine.load();
    return engine;
  };
  const pause = () => setImmediate();
  const SWEEP = "m=9&along=tau&stops=64", FRAME = "m=9&along=tau&stops=1";

  test("a drag does not wait behind a sweep", async () => {
    const engine = await startEngine(), [quick, slow] = workers;
    engine.request("frames", SWEEP);
    const frame = engine.request("frames", FRAME);
    await pause();
    assert.equal(slow.messages[0].query, SWEEP);
    assert.equal(quick.messages[0].query, FRAME);
    quick.give({ id: quick.messages[0].id, result: { status: 200, type: "bytes", body: Uint8Array.of(7) } });
    assert.deepEqual([...new Uint8Array(await (await frame).arrayBuffer())], [7]);
  });

  test("aborting a stream ends it as `fetch` would, and stops it in the worker", async () => {
    const engine = await startEngine(), slow = workers[1], controller = new AbortController();
    const reply = engine.request("timing", "q=1", controller.signal);
    await pause();
    const { id } = slow.messages[0];
    slow.give({ id, result: { type: "events" } });
    const reading = (await reply).text();
    controller.abort();
    await assert.rejects(reading, { name: "AbortError" });
    assert.deepEqual(slow.messages.at(-1), { kind: "stop", stream: id });
  });

  test("a request that takes too long gets an error and its worker ends; the next goes to a new worker", async () => {
    const engine = await startEngine();
    const late = engine.request("street", "line=1");
    await pause();
    mock.timers.tick(13_000);
    const answer = await late;
    assert.equal(answer.status, 422);
    assert.match((await answer.json()).message, /takes too long/);
    assert.ok(workers[0].isTerminated);
    const next = engine.request("street", "line=2");
    await pause();
    assert.equal(workers.at(-1).messages[0].query, "line=2");
    workers.at(-1).give({ id: workers.at(-1).messages[0].id, result: { status: 400, type: "json", body: '{"message":"No."}' } });
    assert.deepEqual(await (await next).json(), { message: "No." });
  });

  test("answers without a pending request are ignored", async () => {
    const engine = await startEngine(), [quick] = workers;
    quick.give({ id: 0, fault: "of the start" });
    const late = engine.request("street", "line=1");
    await pause();
    const [{ id }] = quick.messages;
    mock.timers.tick(13_000);
    assert.equal((await late).status, 422);
    quick.give({ id, result: { status: 200, type: "json", body: "{}" } });
  });

  test("a page runs before queued sweeps", async () => {
    const engine = await startEngine(), [, slow] = workers;
    const answer = (id) => slow.give({ id, result: { status: 200, type: "bytes", body: new Uint8Array() } });
    const sweeps = [SWEEP, `${SWEEP}&grid=41`].map((query) => engine.request("frames", query));
    await pause();
    const page = engine.page({ open: true });
    answer(slow.messages[0].id);
    assert.equal(slow.messages[1].kind, "page");
    slow.give({ id: slow.messages[1].id, result: { html: "x" } });
    assert.equal((await page).html, "x");
    answer(slow.messages[2].id);
    await Promise.all(sweeps);
  });

  test("a stream arrives in pieces, and is stopped when its reader cancels", async () => {
    const engine = await startEngine(), [, slow] = workers, controller = new AbortController();
    const reply = engine.request("timing", "", controller.signal);
    await pause();
    const { id } = slow.messages[0];
    slow.give({ id, result: { status: 200, type: "events", body: 1 } });
    const reader = (await reply).body.getReader();
    slow.give({ id, event: '{"done": true}' });
    assert.equal(new TextDecoder().decode((await reader.read()).value), 'data: {"done": true}\n\n');
    await reader.cancel();
    assert.deepEqual(slow.messages.at(-1), { kind: "stop", stream: id });
  });

  test("Python itself is loaded by the worker if it is stored unpacked", async () => {
    const reply = [], ask = (name) => { reply.push(name); return SITE.ask(name); };
    let report = 0;
    const engine = new Engine({ ...SITE, ask, unpackedAddress: (name) => `kept/${name}` }, GIVEN);
    engine.addEventListener("progress", (/** @type {any} */ { detail }) => { report = detail.part; });
    await engine.load();
    assert.deepEqual(reply, []);
    assert.equal(report, 1);
    assert.equal(workers[0].startMessage.wasm, "kept/engine/1/pyodide.asm.wasm");
    assert.deepEqual(workers[0].startMessage.parts, {});
  });

  test("a file that cannot be loaded is reported", async () => {
    globalThis.fetch = async () => new Response("gone", { status: 404 });
    const engine = new Engine(SITE, GIVEN);
    let report;
    engine.addEventListener("broken", (/** @type {any} */ { detail }) => { report = detail.message; });
    await assert.rejects(engine.load());
    assert.match(report, /could not be loaded/);
  });

  test("a damaged file is refused", async () => {
    const packed = gzipSync(EMPTY);
    packed[packed.length - 6] ^= 1;  // a byte of the checksum
    globalThis.fetch = async () => new Response(packed);
    await assert.rejects(new Engine(SITE, GIVEN).load());
  });

  test("the progress of a sweep can be requested", async () => {
    const engine = await startEngine(), [, slow] = workers;
    const sweep = engine.request("frames", SWEEP);
    await pause();
    slow.give({ progress: { done: 5, of: 64 } });
    assert.deepEqual(await (await engine.request("frames-progress", SWEEP)).json(), { done: 5, of: 64 });
    assert.deepEqual(await (await engine.request("frames-progress", FRAME)).json(), {});
    slow.give({ id: slow.messages[0].id, result: { status: 200, type: "bytes", body: new Uint8Array() } });
    await sweep;
  });
});
