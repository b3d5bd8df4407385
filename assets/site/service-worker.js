// Keeps the course on this device: after the first visit it opens without a network. `SITE` stands in
// front of this text as the site is built (lab/site/build.py): its version, and the files that are kept.

/** @type {any} */
const worker = globalThis, { version, files } = worker.SITE;
const KEPT = `course-${version}`, AT_ONCE = 2;   // a hand that moves a point goes before it

worker.addEventListener("install", () => worker.skipWaiting());

worker.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names
    .filter((name) => name.startsWith("course-") && name !== KEPT).map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

// The page's engine is there: now the rest, without haste.
worker.addEventListener("message", (event) => { if (event.data === "keep all") event.waitUntil(keepAll()); });

// Where it is kept; undefined where this browser lets nothing be kept.
async function opened() {
  try { return await caches.open(KEPT); } catch { return undefined; }
}

async function keepAll() {
  const cache = await opened();
  if (!cache) return;
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const wanted = files.map((name) => new URL(name.replace(/(^|\/)index\.html$/, "$1"), worker.registration.scope).href)
    .filter((address) => !kept.has(address));
  const one = async () => { for (let next = wanted.shift(); next; next = wanted.shift()) await cache.add(next).catch(() => {}); };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

async function answer(request) {
  const cache = await opened(), kept = await cache?.match(request, { ignoreSearch: true });
  if (kept && request.mode !== "navigate") return kept;
  try {
    const fresh = await fetch(request);
    if (fresh.ok && !fresh.redirected) cache?.put(request.url.split("?")[0], fresh.clone()).catch(() => {});     // there may be no room
    return fresh;
  } catch (error) {
    if (kept) return kept;
    const page = new URL(request.url);      // a link of the app has no slash after its page
    page.pathname = page.pathname.replace(/\/?$/, "/");
    if (await cache?.match(page, { ignoreSearch: true })) return Response.redirect(page.href);
    throw error;
  }
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
  if (request.method !== "GET" || !request.url.startsWith(worker.registration.scope)) return;
  event.respondWith(request.url.endsWith(".wasm") ? unpacked(request) : answer(request));
});
