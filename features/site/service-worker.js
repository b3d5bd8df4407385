// Keeps the course on this device: after the first visit it opens without a network. `SITE` stands in
// front of this text as the site is built (features/site/build.py): its version, and the files that are kept,
// each with the beginning of its SHA-256. What has another content is of another version, and is not kept:
// a copy is one course, whole, or it is not offered.

/** @type {any} */
const worker = globalThis, { version, files } = worker.SITE, { scope } = worker.registration;
const OWN = `course ${scope} `, KEPT = OWN + version;      // one host may have several courses
const AT_ONCE = 2;               // a hand that moves a point goes before it
/** @type {Map<string, string>} Digests by address. */
const wanted = new Map(Object.entries(files).map(([name, digest]) => [new URL(name.replace(/(^|\/)index\.html$/, "$1"), scope).href, digest]));

// The first version takes over at once, and keeps its files later. A newer one does so when it is whole.
worker.addEventListener("install", (event) => {
  event.waitUntil((worker.registration.active ? replace() : Promise.resolve()).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => { event.waitUntil(dropOlder().then(() => worker.clients.claim())); });

// The page's engine is there: now the rest, without haste; and the page hears once all is kept.
worker.addEventListener("message", (event) => {
  if (event.data !== "keep all") return;
  event.waitUntil(keepAll().then(async (isWhole) => {
    if (!isWhole) return;
    await dropOlder();
    event.source?.postMessage("all is kept");
  }));
});

// Where it is kept; undefined where this browser lets nothing be kept.
async function opened() {
  try { return await caches.open(KEPT); } catch { return undefined; }
}

async function replace() {
  if (!await keepAll()) throw new Error("The newer course did not arrive whole: the older one stays.");
}

// A page of the older course that is open still has its scripts from the older copy. What a newer worker is
// just filling is not older.
async function dropOlder() {
  if (worker.registration.installing || worker.registration.waiting) return;
  try {
    const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (pages.length > 1) return;
    for (const name of await older()) await caches.delete(name);
  } catch { /* nothing is kept here */ }
}

const older = async () => (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== KEPT);

/** Keeps what is not kept yet. @returns {Promise<boolean>} whether all is */
async function keepAll() {
  const cache = await opened();
  if (!cache) return false;
  const kept = new Set((await cache.keys()).map(({ url }) => url)), missing = [...wanted.keys()].filter((address) => !kept.has(address));
  let isWhole = true;
  const one = async () => {
    for (let next = missing.shift(); next; next = missing.shift()) isWhole = await fetched(cache, next).catch(() => false) && isWhole;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return isWhole;
}

// A host that says nothing of how long a file may be kept lets a browser keep an older one: then it is asked again.
async function fetched(cache, address) {
  for (const how of /** @type {RequestCache[]} */ (["default", "reload"])) if (await keep(cache, address, await fetch(address, { cache: how }))) return true;
  return false;
}

/** Keeps an answer if it is the file that belongs to this version. */
async function keep(cache, address, answered) {
  if (!answered.ok || answered.redirected || !wanted.has(address)) return false;
  const content = await answered.clone().arrayBuffer();
  if (await digest(content) !== wanted.get(address)) return false;
  await cache.put(address, answered);
  return true;
}

async function digest(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function answer(request) {
  const isPage = request.mode === "navigate", address = request.url.split(/[?#]/)[0];
  const cache = await opened(), kept = await cache?.match(request, { ignoreSearch: true });
  if (kept && !isPage) return kept;
  try {
    const fresh = await fetch(request, isPage ? { cache: "no-cache" } : undefined);
    if (cache) keep(cache, address, fresh.clone()).catch(() => {});     // there may be no room
    if (fresh.ok || isPage || !cache) return fresh;
    return await ofOlder(request) ?? fresh;      // the host has a newer course than the page
  } catch (error) {
    if (kept) return kept;
    const page = new URL(request.url);      // a link of the app has no slash after its page
    page.pathname = page.pathname.replace(/\/?$/, "/");
    if (await cache?.match(page, { ignoreSearch: true })) return Response.redirect(page.href);
    const old = cache && await ofOlder(request);
    if (old) return old;
    throw error;
  }
}

async function ofOlder(request) {
  for (const name of await older()) {
    const found = await (await caches.open(name)).match(request, { ignoreSearch: true });
    if (found) return found;
  }
  return undefined;
}

// What a host has packed, as WebAssembly: a browser keeps its machine code beside a file that is kept so.
async function unpacked({ url }) {
  const cache = await caches.open(KEPT), kept = await cache.match(url);
  if (kept) return kept;
  const { body } = await answer(new Request(`${url}.packed`));
  const headers = { "Content-Type": "application/wasm" };
  await cache.put(url, new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers }));
  return cache.match(url);
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  event.respondWith(request.url.endsWith(".wasm") ? unpacked(request) : answer(request));
});
