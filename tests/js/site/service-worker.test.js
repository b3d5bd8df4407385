// What answers the site's pages from this device: kept files, the network, and where nothing may be kept.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";

const TEXT = readFileSync(new URL("../../../assets/site/service-worker.js", import.meta.url), "utf8");
const SCOPE = "http://host/course/", refuse = () => Promise.reject(new Error("not here"));

/** The worker with these caches and this network; `ask` is what a page does. */
function started(caches, fetch) {
  /** @type {Record<string, (event: any) => void>} */
  const heard = {}, SITE = { version: "1", files: ["index.html", "svm/index.html"] };
  const worker = { SITE, registration: { scope: SCOPE }, addEventListener: (name, act) => { heard[name] = act; } };
  runInNewContext(TEXT, { globalThis: worker, ...worker, caches, fetch, URL, Set, Promise, Array, Request, Response, DecompressionStream });
  return {
    /** @returns {Promise<any>} */
    async ask(name, mode = "no-cors") {
      let answer;
      heard.fetch({ request: { method: "GET", url: SCOPE + name, mode }, respondWith: (made) => { answer = made; } });
      return answer;
    },
    async keepAll() {
      let kept;
      heard.message({ data: "keep all", waitUntil: (made) => { kept = made; } });
      return kept;
    },
  };
}

const sent = (text) => ({ ok: true, redirected: false, text, clone: () => ({ text }) });

/** @param {Record<string, any>} files */
const cacheOf = (files) => ({
  match: async (request) => files[String(request.url ?? request).split("?")[0]],
  put: async (url, answer) => { files[url] = answer; },
  keys: async () => Object.keys(files).map((url) => ({ url })),
  add: async (url) => { files[url] = sent("kept"); },
});

test("without a network what is kept answers, a page with any words of its address too", async () => {
  const files = { [`${SCOPE}svm/`]: sent("svm"), [`${SCOPE}a.js`]: sent("a") };
  const { ask } = started({ open: async () => cacheOf(files) }, refuse);
  assert.equal((await ask("a.js")).text, "a");
  assert.equal((await ask("svm/?seed=4", "navigate")).text, "svm");
  // The page's addresses are relative: it has to be at its own.
  assert.equal((await ask("svm?seed=4", "navigate")).headers.get("Location"), `${SCOPE}svm/?seed=4`);
  await assert.rejects(ask("b.js"));
});

test("what comes is kept, and all the rest when the page says so", async () => {
  const files = {}, { ask, keepAll } = started({ open: async () => cacheOf(files) }, async () => sent("new"));
  assert.equal((await ask("a.js?v=1")).text, "new");
  await keepAll();
  assert.deepEqual(Object.keys(files).sort(), [SCOPE, `${SCOPE}a.js`, `${SCOPE}svm/`]);
});

test("what the host has packed is given as WebAssembly, unpacked once", async () => {
  const files = {}, asked = [], bytes = Uint8Array.of(0, 97, 115, 109);
  const { ask } = started({ open: async () => cacheOf(files) }, async ({ url }) => {
    asked.push(url);
    return new Response(gzipSync(bytes));
  });
  const first = await ask("engine/1/a.wasm"), again = await ask("engine/1/a.wasm");
  assert.deepEqual(asked, [`${SCOPE}engine/1/a.wasm.packed`]);
  assert.equal(first, again);
  assert.equal(first.headers.get("Content-Type"), "application/wasm");
  assert.deepEqual([...new Uint8Array(await first.arrayBuffer())], [...bytes]);
});

test("where WebAssembly can't be kept, its packed bytes are asked for", async () => {
  const { ask } = started({ open: refuse }, async () => new Response(gzipSync(Uint8Array.of(1))));
  await assert.rejects(ask("engine/1/a.wasm"));
  assert.ok((await ask("engine/1/a.wasm.packed")).ok);
});

for (const [what, caches] of Object.entries({
  "no cache may be opened": { open: refuse },
  "caches may not be named": { get open() { throw new Error("not here"); } },
  "there is no room in it": { open: async () => ({ ...cacheOf({}), put: refuse, add: refuse }) },
})) {
  test(`where ${what}, the network answers`, async () => {
    const { ask, keepAll } = started(caches, async () => sent("new"));
    assert.equal((await ask("a.js")).text, "new");
    assert.equal((await ask("svm/", "navigate")).text, "new");
    await keepAll();
  });
}
