// Store the course on this device, so that it opens without a network after the first visit. The build puts
// `SITE` in front of this text (features/site/build.py): the version, and the files to store, each with the
// first digits of its SHA-256. A file with another digest belongs to another version and is not stored, so
// that a copy never mixes two versions.

/** @type {any} */
const worker = globalThis, { version, files } = worker.SITE, { scope } = worker.registration;
/** @typedef {{ waitUntil(work: Promise<any>): void, respondWith(answer: Promise<Response | undefined>): void, request: Request, source: MessageEventSource | null, data: any }} WorkerEvent */

const CACHE_PREFIX = `course ${scope} `, CACHE = CACHE_PREFIX + version;      // one host may have several courses
const CONCURRENT_FETCHES = 2;               // number of files fetched at a time; small, so that requests of a drag are not delayed
/** @type {Map<string, string>} Digests by address. */
const digests = new Map(Object.entries(files).map(([name, digest]) => [new URL(name.replace(/(^|\/)index\.html$/, "$1"), scope).href, digest]));

// The first version takes over at once and stores its files later. A newer version takes over when it is complete.
worker.addEventListener("install", (/** @type {WorkerEvent} */ event) => {
  event.waitUntil((worker.registration.active ? storeNewVersion() : Promise.resolve()).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {WorkerEvent} */ event) => { event.waitUntil(deleteOlder().then(() => worker.clients.claim())); });

// When the page's engine is loaded, store the other files, and send the page a message when all are stored.
worker.addEventListener("message", (/** @type {WorkerEvent} */ event) => {
  if (event.data !== "keep all") return;
  event.waitUntil(storeAll().then(async (isWhole) => {
    if (!isWhole) return;
    await deleteOlder();
    event.source?.postMessage("all is kept");
  }));
});

// Open the cache; undefined if the browser allows none.
async function openCache() {
  try { return await caches.open(CACHE); } catch { return undefined; }
}

async function storeNewVersion() {
  if (!await storeAll()) throw new Error("The newer version of the course is incomplete, so the older one stays.");
}

// Delete copies of other versions, unless several pages are open: pages of an older version still need its copy.
// While a newer worker is installing or waiting, delete nothing: its copy must stay.
async function deleteOlder() {
  if (worker.registration.installing || worker.registration.waiting) return;
  try {
    const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (pages.length > 1) return;
    for (const name of await olderCaches()) await caches.delete(name);
  } catch { /* there is no cache */ }
}

const olderCaches = async () => (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE);

/** Store the files that are missing. @returns {Promise<boolean>} whether all are stored */
async function storeAll() {
  const cache = await openCache();
  if (!cache) return false;
  const storedAddresses = new Set((await cache.keys()).map(({ url }) => url)), missingAddresses = [...digests.keys()].filter((address) => !storedAddresses.has(address));
  let isWhole = true;
  const fetchNext = async () => {
    for (let next = missingAddresses.shift(); next; next = missingAddresses.shift()) isWhole = await fetchInto(cache, next).catch(() => false) && isWhole;
  };
  await Promise.all(Array.from({ length: CONCURRENT_FETCHES }, fetchNext));
  return isWhole;
}

// Fetch a file and store it. If a host sets no lifetime, the browser may have cached an older file: then the
// file is requested again.
/** @param {Cache} cache @param {string} address */
async function fetchInto(cache, address) {
  for (const mode of /** @type {RequestCache[]} */ (["default", "reload"])) if (await store(cache, address, await fetch(address, { cache: mode }))) return true;
  return false;
}

/** Store an answer if it is the file that belongs to this version. @param {Cache} cache @param {string} address @param {Response} response */
async function store(cache, address, response) {
  if (!response.ok || response.redirected || !digests.has(address)) return false;
  const content = await response.clone().arrayBuffer();
  if (await digest(content) !== digests.get(address)) return false;
  await cache.put(address, response);
  return true;
}

/** @param {ArrayBuffer} content */
async function digest(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Request} request */
async function answer(request) {
  const isPage = request.mode === "navigate", address = request.url.split(/[?#]/)[0];
  const cache = await openCache(), storedAnswer = await cache?.match(request, { ignoreSearch: true });
  if (storedAnswer && !isPage) return storedAnswer;
  try {
    const newAnswer = await fetch(request, isPage ? { cache: "no-cache" } : undefined);
    if (cache) store(cache, address, newAnswer.clone()).catch(() => {});     // the storage may be full
    if (newAnswer.ok || isPage || !cache) return newAnswer;
    return await matchOlder(request) ?? newAnswer;      // the host has a newer course than the page
  } catch (error) {
    if (storedAnswer) return storedAnswer;
    const page = new URL(request.url);      // a link of the app has no slash after its page
    page.pathname = page.pathname.replace(/\/?$/, "/");
    if (await cache?.match(page, { ignoreSearch: true })) return Response.redirect(page.href);
    const olderAnswer = cache && await matchOlder(request);
    if (olderAnswer) return olderAnswer;
    throw error;
  }
}

/** @param {Request} request */
async function matchOlder(request) {
  for (const name of await olderCaches()) {
    const match = await (await caches.open(name)).match(request, { ignoreSearch: true });
    if (match) return match;
  }
  return undefined;
}

/** Answer with an unpacked file as WebAssembly: the browser caches the machine code of a file that is sent in this form. @param {Request} request */
async function unpackWasm({ url }) {
  const cache = await caches.open(CACHE), storedAnswer = await cache.match(url);
  if (storedAnswer) return storedAnswer;
  const { body } = await answer(new Request(`${url}.packed`));
  if (!body) return undefined;
  const headers = { "Content-Type": "application/wasm" };
  await cache.put(url, new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers }));
  return cache.match(url);
}

worker.addEventListener("fetch", (/** @type {WorkerEvent} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  event.respondWith(request.url.endsWith(".wasm") ? unpackWasm(request) : answer(request));
});
