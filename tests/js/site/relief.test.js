import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Relief } from "../../../features/site/relief.js";

const FRAME = "/kernels/frames?tau=1&along=tau&stops=1", EDIT = `${FRAME}&edits=d3`, SWEEP = "/kernels/frames?tau=1&along=tau&stops=64&edits=d3";

// A server that answers with `statuses` one after another, then again with the last ("lost" means no answer), an engine
// that is ready at once unless `broken`, and a clock that the test advances.
function scene(statuses, { broken = false, ms = 5 } = {}) {
  const requests = [], clock = { now: 0 }, later = [];
  const server = async (address) => {
    requests.push(`server ${address}`);
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    if (status === "lost") throw new TypeError("Failed to fetch");
    return new Response(status === 204 ? null : "server", { status, headers: { "Retry-After": "5" } });
  };
  class Own extends EventTarget {
    async load() {
      requests.push("load");
      if (broken) throw new Error("broken");
      this.dispatchEvent(new Event("ready"));
    }
    async request(path, query) { clock.now += ms; requests.push(`engine ${path}?${query}`); return new Response("engine"); }
  }
  const relief = new Relief({ base: "/kernels/", paths: ["frames", "gram"] }, {
    server, engine: () => new Own(), now: () => clock.now, schedule: (run, wait) => { later.push([wait, run]); },
  });
  const text = async (address, options) => { const answer = await relief.answer(address, options); return answer.status === 200 ? answer.text() : answer.status; };
  return { relief, requests, clock, later, text };
}

describe("Python in the browser in place of the server", () => {
  test("while the server answers, nothing is loaded", async () => {
    const { text, requests } = scene([200]);
    assert.equal(await text(FRAME), "server");
    assert.deepEqual(requests, [`server ${FRAME}`]);
  });

  test("frames of edited points come from the engine once it is loaded; sweeps come from the server", async () => {
    const { text, requests } = scene([200]);
    assert.equal(await text(EDIT), "server");  // the first request begins to load the engine
    assert.equal(await text(EDIT), "engine");
    assert.equal(await text(SWEEP), "server");
    assert.equal(await text(FRAME), "server");
    assert.equal(requests.filter((request) => request === "load").length, 1);
    assert.ok(requests.includes("engine frames?tau=1&along=tau&stops=1&edits=d3"), "without the server's base");
  });

  test("on a slow device edits go to the server", async () => {
    const { text } = scene([200], { ms: 300 });
    await text(EDIT);
    assert.deepEqual([await text(EDIT), await text(EDIT), await text(EDIT), await text(EDIT)], ["engine", "engine", "engine", "server"]);
  });

  for (const status of [429, 503]) test(`a busy server (${status}) is left alone as long as it asks for, then asked again`, async () => {
    const { text, requests, clock } = scene([status, 200]);
    assert.equal(await text(FRAME), "engine");
    clock.now = 4_900;
    assert.equal(await text(FRAME), "engine");
    assert.equal(requests.filter((request) => request.startsWith("server")).length, 1);
    clock.now = 5_100;
    assert.equal(await text(FRAME), "server");
  });

  test("meanwhile a prefetch is not computed", async () => {
    const { text } = scene([503]);
    await text(FRAME);
    assert.equal(await text(SWEEP, { headers: { Purpose: "prefetch" } }), 204);
  });

  for (const status of ["lost", 502, 504]) test(`a lost server (${status}) is looked for until it is back`, async () => {
    const { relief, text, requests, later } = scene([status, status, 200]);
    assert.equal(await text(FRAME), "engine");
    assert.equal(await text(FRAME), "engine");
    assert.deepEqual(requests.filter((request) => request.startsWith("server")), [`server ${FRAME}`], "no request waits for the server");
    const look = () => later.filter(([wait]) => wait === 3_000).at(-1)[1]();
    await look();
    assert.ok(relief.isServerLost, "the server is still unreachable");
    await look();
    assert.ok(!relief.isServerLost);
    assert.equal(await text(FRAME), "server");
    assert.ok(requests.includes("server /kernels/_stcore/health"));
  });

  test("without an engine the page gets the server's answer or its error", async () => {
    const busy = scene([503], { broken: true });
    assert.equal(await busy.text(FRAME), 503);
    const lost = scene(["lost"], { broken: true });
    await assert.rejects(lost.text(FRAME), TypeError);
    await assert.rejects(lost.text(FRAME), TypeError);
    assert.equal(lost.requests.filter((request) => request === "load").length, 2, "loading is tried again");
  });

  test("other requests go to the server, and an aborted request stays aborted", async () => {
    const { text, requests, relief } = scene(["lost"]);
    await assert.rejects(text("/kernels/counts", { method: "POST" }), TypeError);
    assert.ok(!relief.isServerLost && !requests.includes("load"));
    relief.server = async () => { throw new DOMException("Stopped.", "AbortError"); };
    await assert.rejects(text(FRAME), { name: "AbortError" });
    assert.ok(!relief.isServerLost);
  });
});
