// The engine for the page: its files, two workers, and answers as `fetch` returns them.
//
// One worker answers the requests of a drag: single frames and small requests. The other answers whole sweeps
// and streams, runs the pages and makes downloads. A worker whose request takes too long is stopped and restarted.

/**
 * A request to a worker, and its answer; `isLate`: the request took too long.
 * @typedef {{ id: number, question: any, resolve: (answer: any) => void, reject: (fault: Error) => void }} Request
 * @typedef {{ id: number, status: number, type: "json" | "events" | "bytes", body: any, isLate?: boolean }} Answer
 * @typedef {(name: string) => Promise<Response>} Ask
 */

const TIMEOUTS_MS = { quick: 12_000, slow: 90_000 };
const WARM_UP_REQUESTS = 30;      // requests after which browsers have compiled the code that answers a drag to machine code
const TOO_LONG_MESSAGE = "This picture takes too long to compute in your browser, so the computation was stopped. Choose fewer points or classes, less noise, or a larger λ.";
const BROKEN_MESSAGE = "The Python that computes pictures in your browser could not be loaded. Pictures that were computed in advance still work. Reload the page to try again.";

const WASM = "pyodide.asm.wasm";   // name of the file with Python itself

/** Decompress a stream of gzip. @param {ReadableStream<BufferSource>} stream */
const unpack = (stream) => stream.pipeThrough(new DecompressionStream("gzip"));

/**
 * Fetch a packed file and return its bytes; `report` gets the size of each part. Throws if the file is missing or damaged.
 * @param {Ask} ask @param {string} name @param {(size: number) => void} report
 */
async function fetchUnpacked(ask, name, report) {
  const answer = await ask(name);
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  const countedStream = answer.body.pipeThrough(new TransformStream({
    transform(chunk, controller) { report(chunk.byteLength); controller.enqueue(chunk); },
  }));
  return new Response(unpack(countedStream)).arrayBuffer();
}

/** A worker and the requests that wait for it. */
class WorkerQueue {
  /** @type {Worker | undefined} */ worker;
  /** @type {Request[]} */ waitingRequests = [];
  /** @type {Request | undefined} The request that the worker is answering. */ currentRequest;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ timer;
  /** @type {any} */ progress = {};
  /** @type {Promise<WebAssembly.Module> | undefined} */ ready;
  /** @type {Map<number, ReadableStreamDefaultController>} */ streams = new Map();
  number = 0;

  /** @param {"quick" | "slow"} name @param {{ worker: () => Worker, parts: () => object }} files */
  constructor(name, files) {
    this.name = name;
    this.files = files;
  }

  // Start the worker. Return a promise of the compiled Python, which another worker can use. The promise resolves when
  // Python and the course are loaded.
  start() {
    this.worker?.terminate();
    const worker = this.worker = this.files.worker();
    this.ready = new Promise((resolve, reject) => {
      worker.onerror = () => reject(new Error(BROKEN_MESSAGE));
      worker.onmessage = ({ data }) => {
        if (data.fault) reject(new Error(data.fault)); else resolve(data.result);
      };
      worker.postMessage({ id: 0, kind: "start", requests: this.name === "quick" ? WARM_UP_REQUESTS : 1, ...this.files.parts() });
    }).then((module) => {
      worker.onmessage = ({ data }) => this.receive(data);
      this.next();
      return module;
    });
    this.ready.catch(() => {});
    return this.ready;
  }

  /**
   * @param {object} question
   * @param {{ first?: boolean, signal?: AbortSignal }} [options] `first`: answered before all waiting requests
   * @returns {Promise<any>}
   */
  ask(question, { first = false, signal } = {}) {
    return new Promise((resolve, reject) => {
      const id = ++this.number, request = { id, question: { ...question, id }, resolve, reject };
      if (first) this.waitingRequests.unshift(request); else this.waitingRequests.push(request);
      signal?.addEventListener("abort", () => this.drop(request));
      this.ready?.then(() => this.next());
    });
  }

  /** @param {Request} request */
  drop(request) {
    this.waitingRequests = this.waitingRequests.filter((other) => other !== request);
    this.worker?.postMessage({ kind: "stop", stream: request.id });
    const abortError = new DOMException("Stopped.", "AbortError");      // `fetch` rejects with this error too
    this.end(request.id, abortError);
    request.reject(abortError);
  }

  next() {
    if (this.currentRequest) return;
    this.currentRequest = this.waitingRequests.shift();
    if (!this.currentRequest) return;
    this.timer = setTimeout(() => this.expire(), TIMEOUTS_MS[this.name]);
    this.worker?.postMessage(this.currentRequest.question);
  }

  expire() {
    const expiredRequest = this.currentRequest;
    this.currentRequest = undefined;
    for (const id of this.streams.keys()) this.end(id);
    this.start();
    expiredRequest?.resolve({ status: 422, type: "json", body: JSON.stringify({ message: TOO_LONG_MESSAGE }), isLate: true });
  }

  /** @param {{ id: number, result?: any, fault?: string, event?: string, ended?: boolean, progress?: object }} message */
  receive({ id, result, fault, event, ended, progress }) {
    if (progress) { this.progress = { at: this.currentRequest?.question.query, ...progress }; return; }
    if (event) { this.streams.get(id)?.enqueue(new TextEncoder().encode(`data: ${event}\n\n`)); return; }
    if (ended) { this.end(id); return; }
    const request = this.currentRequest;
    if (request?.id !== id) return;                          // the message is from a worker that was ended, or about a worker's start
    clearTimeout(this.timer);
    this.currentRequest = undefined;
    if (fault) request.reject(new Error(fault)); else request.resolve({ ...result, id });
    this.next();
  }

  /** @param {number} id @param {DOMException} [fault] */
  end(id, fault) {
    const stream = this.streams.get(id);
    try { if (fault) stream?.error(fault); else stream?.close(); } catch { /* the reader of the stream has cancelled it */ }
    this.streams.delete(id);
  }
}

/**
 * The description of the engine that features/site/engine_folder.py writes: its files with their sizes, and more.
 * @typedef {{ folder: string, files: { name: string, size: number }[], scripts: string[], worker: string, lock: object, streams: string[] }} Description
 */

export class Engine extends EventTarget {
  /** @type {WorkerQueue} Both workers exist once the engine is loaded. */ quickWorker;
  /** @type {WorkerQueue} */ slowWorker;
  loadedBytes = 0;

  /**
   * @param {{ ask: Ask, address: (name: string) => string, unpackedAddress?: (name: string) => string | undefined }} site functions that find the files, such as those of files.js
   * @param {Description} description
   */
  constructor(site, description) {
    super();
    this.site = site;
    this.description = description;
    this.streams = new Set(description.streams);
    this.total = description.files.reduce((sum, { size }) => sum + size, 0);
  }

  async load() {
    const { folder, files: allFiles, worker, lock } = this.description, { ask, address } = this.site;
    const wasm = this.site.unpackedAddress?.(folder + WASM), packedFiles = wasm ? allFiles.filter(({ name }) => name !== WASM) : allFiles;
    try {
      if (wasm) this.report(allFiles.find(({ name }) => name === WASM)?.size ?? 0);
      const contents = await Promise.all(packedFiles.map(({ name }) => fetchUnpacked(ask, `${folder}${name}.packed`, (n) => this.report(n))));
      const parts = Object.fromEntries(packedFiles.map(({ name }, k) => [name, contents[k]]));
      /** @type {{ module?: WebAssembly.Module }} */
      const compiledPython = {};
      const scripts = Object.fromEntries(this.description.scripts.map((name) => [name, address(folder + name)]));
      const files = {
        worker: () => new Worker(address(worker), { type: "module" }),
        parts: () => ({ address: address(folder), scripts, parts, wasm, lock, ...compiledPython }),
      };
      this.quickWorker = new WorkerQueue("quick", files);
      this.slowWorker = new WorkerQueue("slow", files);
      compiledPython.module = await this.quickWorker.start();
      delete parts[WASM];
    } catch (error) {
      this.dispatchEvent(new CustomEvent("broken", { detail: { message: BROKEN_MESSAGE, error } }));
      throw error;
    }
    this.dispatchEvent(new CustomEvent("ready"));
    await this.slowWorker.start();
  }

  /** @param {number} n number of bytes */
  report(n) {
    this.loadedBytes += n;
    this.dispatchEvent(new CustomEvent("progress", { detail: { part: Math.min(this.loadedBytes / this.total, 1) } }));
  }

  /** Answer a request of the app. @param {string} path @param {string} query @param {AbortSignal | null} [signal] @returns {Promise<Response>} */
  async request(path, query, signal) {
    if (path.endsWith("-progress")) {
      const { at, ...counts } = this.slowWorker?.progress ?? {};
      return Response.json(at === query && this.slowWorker.currentRequest?.question.query === query ? counts : {});
    }
    const words = new URLSearchParams(query), isSweep = words.has("along") && words.get("stops") !== "1";
    const queue = isSweep || this.streams.has(path) ? this.slowWorker : this.quickWorker;
    /** @type {Answer} */
    const answer = await queue.ask({ kind: "ask", path, query }, { signal: signal ?? undefined });
    return answer.type === "events" ? this.streamAnswer(queue, answer.id, signal) : response(answer);
  }

  /** @param {WorkerQueue} queue @param {number} id @param {AbortSignal | null} [signal] */
  streamAnswer(queue, id, signal) {
    const stop = () => { queue.worker?.postMessage({ kind: "stop", stream: id }); queue.streams.delete(id); };
    const start = (/** @type {ReadableStreamDefaultController} */ stream) => {
      queue.streams.set(id, stream);
      signal?.addEventListener("abort", () => { stop(); stream.error(signal.reason); }, { once: true });    // `fetch` fails with this reason too
    };
    const body = new ReadableStream({ start, cancel: stop });
    return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  }

  /** @param {object} event */
  page(event) { return this.slowWorker.ask({ kind: "page", event }, { first: true }); }

  /** @param {string} name @param {object} event */
  file(name, event) { return this.slowWorker.ask({ kind: "file", name, event }, { first: true }); }
}

/** @param {Answer} answer */
const response = ({ status, type, body }) => new Response(body, {
  status, headers: { "Content-Type": type === "json" ? "application/json" : "application/octet-stream" },
});
