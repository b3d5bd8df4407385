// Answers of the service worker to requests for the site's pages: from stored files and from the network, also in a
// browser that stores nothing.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";

const TEXT = readFileSync(new URL("../../../features/site/service-worker.js", import.meta.url), "utf8");
const SCOPE = "http://host/course/", refuse = () => Promise.reject(new Error("not here"));

const digest = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);
const FILES = { "index.html": digest("new"), "svm/index.html": digest("new"), "a.js": digest("new") };

/**
 * The service worker with these caches and this network; `ask` requests a file as a page does. `active` is an older
 * worker, `pages` the number of open pages.
 * @param {any} caches @param {any} fetch
 */
function startWorker(caches, fetch, { scope = SCOPE, version = "1", files = FILES, active = undefined, pages = 1 } = {}) {
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {}, SITE = { version, files }, clients = { claim: async () => {}, matchAll: async () => Array(pages).fill({}) };
  const worker = { SITE, registration: { scope, active }, clients, skipWaiting: async () => { worker.isActive = true; }, isActive: false, addEventListener: (name, act) => { listeners[name] = act; } };
  runInNewContext(TEXT, { globalThis: worker, ...worker, caches, fetch, URL, Set, Map, Promise, Array, Uint8Array, crypto, Request, Response, DecompressionStream });
  const dispatch = async (name, more = {}) => {
    let promise;
    listeners[name]({ waitUntil: (work) => { promise = work; }, ...more });
    await promise;
  };
  return {
    worker,
    install: () => dispatch("install"),
    activate: () => dispatch("activate"),
    /** @returns {Promise<any>} */
    async ask(name, mode = "no-cors") {
      let answer;
      listeners.fetch({ request: { method: "GET", url: SCOPE + name, mode }, respondWith: (promise) => { answer = promise; } });
      return answer;
    },
    async keepAll() {
      const messages = [];
      await dispatch("message", { data: "keep all", source: { postMessage: (text) => messages.push(text) } });
      return messages;
    },
  };
}

const response = (text) => {
  const reply = { ok: true, redirected: false, text, arrayBuffer: async () => new TextEncoder().encode(text).buffer, clone: () => response(text) };
  return reply;
};

/** Caches by name, each a record of files. @param {any} all */
const cachesOf = (all) => ({
  open: async (name) => cacheOf(all[name] ??= {}),
  keys: async () => Object.keys(all),
  delete: async (name) => delete all[name],
});

/** @param {Record<string, any>} files */
const cacheOf = (files) => ({
  match: async (request) => files[String(request.url ?? request).split("?")[0]],
  put: async (url, answer) => { files[url] = answer; },
  keys: async () => Object.keys(files).map((url) => ({ url })),
});

test("without a network stored files answer, and a page for any query", async () => {
  const files = { [`${SCOPE}svm/`]: response("svm"), [`${SCOPE}a.js`]: response("a") };
  const { ask } = startWorker({ ...cachesOf({}), open: async () => cacheOf(files) }, refuse);
  assert.equal((await ask("a.js")).text, "a");
  assert.equal((await ask("svm/?seed=4", "navigate")).text, "svm");
  // The page contains relative addresses, so it must be at its own address.
  assert.equal((await ask("svm?seed=4", "navigate")).headers.get("Location"), `${SCOPE}svm/?seed=4`);
  await assert.rejects(ask("b.js"));
});

test("fetched files are stored, and all others when the page asks; then it gets a message", async () => {
  const all = {}, { ask, keepAll } = startWorker(cachesOf(all), async () => response("new"));
  assert.equal((await ask("a.js?v=1")).text, "new");
  assert.deepEqual(await keepAll(), ["all is kept"]);
  assert.deepEqual(Object.keys(all), [`course ${SCOPE} 1`]);
  assert.deepEqual(Object.keys(all[`course ${SCOPE} 1`]).sort(), [SCOPE, `${SCOPE}a.js`, `${SCOPE}svm/`]);
});

test("two courses on one host do not delete each other's copies", async () => {
  const other = "course http://host/other/ 7", nested = `course ${SCOPE}inner/ 3`, all = { [other]: {}, [nested]: {}, [`course ${SCOPE} 0`]: {} };
  const { activate } = startWorker(cachesOf(all), refuse);
  await activate();
  assert.deepEqual(Object.keys(all), [other, nested]);
});

test("a newer course is stored completely, or the older one stays", async () => {
  const older = { [`${SCOPE}svm/`]: response("old") }, all = { [`course ${SCOPE} 0`]: older };
  const broken = startWorker(cachesOf(all), async (address) => { if (String(address).endsWith("svm/")) throw new Error("lost"); return response("new"); }, { active: {} });
  await assert.rejects(broken.install());
  assert.equal(broken.worker.isActive, false);
  assert.equal(all[`course ${SCOPE} 0`], older);
  const whole = startWorker(cachesOf(all), async () => response("new"), { active: {} });
  await whole.install();
  assert.ok(whole.worker.isActive);
  await whole.activate();
  assert.deepEqual(Object.keys(all), [`course ${SCOPE} 1`]);
  assert.equal(all[`course ${SCOPE} 1`][`${SCOPE}svm/`].text, "new");
});

test("outdated files in the browser's cache are fetched again, and not stored for this version", async () => {
  const all = {}, requests = [];
  const { install } = startWorker(cachesOf(all), async (address, { cache }) => { requests.push(cache); return response(cache === "reload" ? "new" : "old"); }, { active: {} });
  await install();
  assert.deepEqual(requests.sort(), ["default", "default", "default", "reload", "reload", "reload"]);
  assert.deepEqual(Object.values(all[`course ${SCOPE} 1`]).map(({ text }) => text), ["new", "new", "new"]);
});

test("a page bypasses the browser's cache; a newer page is shown but not stored for this version", async () => {
  const all = {}, cacheModes = [];
  const { ask } = startWorker(cachesOf(all), async (_, options) => { cacheModes.push(options?.cache); return response("newer"); });
  assert.equal((await ask("svm/", "navigate")).text, "newer");
  await new Promise((promise) => setTimeout(promise, 20));
  assert.deepEqual(cacheModes, ["no-cache"]);
  assert.deepEqual(all[`course ${SCOPE} 1`], {});
});

test("an open page of the older course still has its scripts", async () => {
  const all = { [`course ${SCOPE} 0`]: { [`${SCOPE}old.js`]: response("old") } };
  const { activate, ask } = startWorker(cachesOf(all), async () => ({ ...response(""), ok: false }), { pages: 2 });
  await activate();
  assert.equal((await ask("old.js")).text, "old");
});

test("a packed file is served as WebAssembly, and unpacked once", async () => {
  const files = {}, requests = [], bytes = Uint8Array.of(0, 97, 115, 109);
  const { ask } = startWorker({ ...cachesOf({}), open: async () => cacheOf(files) }, async ({ url }) => {
    requests.push(url);
    return new Response(gzipSync(bytes));
  });
  const first = await ask("engine/1/a.wasm"), again = await ask("engine/1/a.wasm");
  assert.deepEqual(requests, [`${SCOPE}engine/1/a.wasm.packed`]);
  assert.equal(first, again);
  assert.equal(first.headers.get("Content-Type"), "application/wasm");
  assert.deepEqual([...new Uint8Array(await first.arrayBuffer())], [...bytes]);
});

test("if WebAssembly can't be stored, its packed bytes are served", async () => {
  const { ask } = startWorker({ open: refuse }, async () => new Response(gzipSync(Uint8Array.of(1))));
  await assert.rejects(ask("engine/1/a.wasm"));
  assert.ok((await ask("engine/1/a.wasm.packed")).ok);
});

for (const [what, caches] of Object.entries({
  "no cache may be opened": { open: refuse },
  "caches may not be named": { get open() { throw new Error("not here"); } },
  "there is no room in it": { open: async () => ({ ...cacheOf({}), put: refuse }) },
})) {
  test(`where ${what}, the network answers`, async () => {
    const { ask, keepAll } = startWorker(caches, async () => response("new"));
    assert.equal((await ask("a.js")).text, "new");
    assert.equal((await ask("svm/", "navigate")).text, "new");
    await keepAll();
  });
}
