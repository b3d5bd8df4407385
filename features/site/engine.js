// The engine as the page sees it: its files, two workers, and answers as `fetch` gives them.
//
// One worker has what a hand is waiting for: single frames and small questions. The other has whole
// sweeps, streams and the pages themselves. What takes too long is ended with its worker, which starts anew.

const LONGEST = { quick: 12_000, slow: 90_000 };   // ms that one question may take
const WARM = 30;                  // questions after which a browser has made machine code of what answers a hand
const TOO_LONG = "This picture takes too long to compute here, so the computation was ended. Choose fewer points or classes, less noise, or a larger λ.";
const BROKEN = "The engine for live pictures did not arrive whole. What was solved beforehand still plays; reload the page to try again.";

const WASM = "pyodide.asm.wasm";   // Python itself

const unpacked = (stream) => stream.pipeThrough(new DecompressionStream("gzip"));

// The bytes of a file that was packed, told as they come. A damaged file does not unpack.
async function bytes(ask, name, come) {
  const answer = await ask(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const counted = answer.body.pipeThrough(new TransformStream({
    transform(chunk, way) { come(chunk.byteLength); way.enqueue(chunk); },
  }));
  return new Response(unpacked(counted)).arrayBuffer();
}

class Crew {
  /** @type {any[]} */ waiting = [];
  /** @type {any} */ asked;
  /** @type {any} */ progress = {};
  /** @type {Promise<WebAssembly.Module> | undefined} */ ready;
  /** @type {Map<number, ReadableStreamDefaultController>} */ streams = new Map();
  number = 0;

  /** @param {"quick" | "slow"} name @param {{ worker: () => Worker, parts: () => object }} files */
  constructor(name, files) {
    this.name = name;
    this.files = files;
  }

  // Resolves once Python and the course are there, with the compiled Python, for another worker.
  start() {
    this.worker?.terminate();
    this.worker = this.files.worker();
    this.ready = new Promise((resolve, reject) => {
      this.worker.onerror = () => reject(new Error(BROKEN));
      this.worker.onmessage = ({ data }) => {
        if (data.fault) reject(new Error(data.fault)); else resolve(data.result);
      };
      this.worker.postMessage({ id: 0, kind: "start", questions: this.name === "quick" ? WARM : 1, ...this.files.parts() });
    }).then((module) => {
      this.worker.onmessage = ({ data }) => this.hear(data);
      this.next();
      return module;
    });
    this.ready.catch(() => {});
    return this.ready;
  }

  /**
   * @param {object} question
   * @param {{ first?: boolean, signal?: AbortSignal }} [options] first: before everything else that waits
   * @returns {Promise<any>}
   */
  ask(question, { first = false, signal } = {}) {
    return new Promise((resolve, reject) => {
      const id = ++this.number, one = { id, question: { ...question, id }, resolve, reject };
      if (first) this.waiting.unshift(one); else this.waiting.push(one);
      signal?.addEventListener("abort", () => this.drop(one));
      this.ready?.then(() => this.next());
    });
  }

  drop(one) {
    this.waiting = this.waiting.filter((other) => other !== one);
    this.worker.postMessage({ kind: "stop", stream: one.id });
    const stopped = new DOMException("Stopped.", "AbortError");      // as `fetch` ends it
    this.end(one.id, stopped);
    one.reject(stopped);
  }

  next() {
    if (this.asked || !this.waiting.length) return;
    this.asked = this.waiting.shift();
    this.timer = setTimeout(() => this.late(), LONGEST[this.name]);
    this.worker.postMessage(this.asked.question);
  }

  late() {
    const { resolve } = this.asked;
    this.asked = undefined;
    for (const id of this.streams.keys()) this.end(id);
    this.start();
    resolve({ status: 422, type: "json", body: JSON.stringify({ message: TOO_LONG }), late: true });
  }

  hear({ id, result, fault, event, ended, progress }) {
    if (progress) { this.progress = { at: this.asked?.question.query, ...progress }; return; }
    if (event) { this.streams.get(id)?.enqueue(new TextEncoder().encode(`data: ${event}\n\n`)); return; }
    if (ended) { this.end(id); return; }
    const one = this.asked;
    if (one?.id !== id) return;                              // of a worker that was ended, or of its start
    clearTimeout(this.timer);
    this.asked = undefined;
    if (fault) one.reject(new Error(fault)); else one.resolve({ ...result, id });
    this.next();
  }

  /** @param {number} id @param {DOMException} [fault] */
  end(id, fault) {
    const stream = this.streams.get(id);
    try { if (fault) stream?.error(fault); else stream?.close(); } catch { /* whoever read it has gone */ }
    this.streams.delete(id);
  }
}

export class Engine extends EventTarget {
  /** @type {Crew | undefined} */ quick;
  /** @type {Crew | undefined} */ slow;
  come = 0;

  /**
   * @param {{ ask: (name: string) => Promise<Response>, address: (name: string) => string, kept?: (name: string) => string | undefined }} site where its files are (files.js)
   * @param {any} given what features/site/build.py says of the engine: its files with their sizes, …
   */
  constructor(site, given) {
    super();
    this.site = site;
    this.given = given;
    this.streams = new Set(given.streams);
    this.total = given.files.reduce((sum, { size }) => sum + size, 0);
  }

  async load() {
    const { folder, files: all, worker, lock } = this.given, { ask, address } = this.site;
    const kept = this.site.kept?.(folder + WASM), wanted = kept ? all.filter(({ name }) => name !== WASM) : all;
    try {
      if (kept) this.tell(all.find(({ name }) => name === WASM).size);
      const got = await Promise.all(wanted.map(async ({ name }) => [name, await bytes(ask, `${folder}${name}.packed`, (n) => this.tell(n))]));
      const parts = Object.fromEntries(got);
      /** @type {{ module?: WebAssembly.Module }} */
      const compiled = {};
      const scripts = Object.fromEntries(this.given.scripts.map((name) => [name, address(folder + name)]));
      const files = {
        worker: () => new Worker(address(worker), { type: "module" }),
        parts: () => ({ address: address(folder), scripts, parts, kept, lock, ...compiled }),
      };
      this.quick = new Crew("quick", files);
      this.slow = new Crew("slow", files);
      compiled.module = await this.quick.start();
      delete parts[WASM];
    } catch (error) {
      this.dispatchEvent(new CustomEvent("broken", { detail: { message: BROKEN, error } }));
      throw error;
    }
    this.dispatchEvent(new CustomEvent("ready"));
    await this.slow.start();
  }

  tell(n) {
    this.come += n;
    this.dispatchEvent(new CustomEvent("progress", { detail: { part: Math.min(this.come / this.total, 1) } }));
  }

  // The answer to an address of the app.
  async request(path, query, signal) {
    if (path.endsWith("-progress")) {
      const { at, ...far } = this.slow?.progress ?? {};
      return Response.json(at === query && this.slow.asked?.question.query === query ? far : {});
    }
    const words = new URLSearchParams(query), sweep = words.has("along") && words.get("stops") !== "1";
    const crew = sweep || this.streams.has(path) ? this.slow : this.quick;
    const answer = await crew.ask({ kind: "ask", path, query }, { signal });
    return answer.type === "events" ? this.streamed(crew, answer.id, signal) : response(answer);
  }

  streamed(crew, id, signal) {
    const stop = () => { crew.worker.postMessage({ kind: "stop", stream: id }); crew.streams.delete(id); };
    const start = (stream) => {
      crew.streams.set(id, stream);
      signal?.addEventListener("abort", () => { stop(); stream.error(signal.reason); }, { once: true });    // as `fetch` ends it
    };
    const body = new ReadableStream({ start, cancel: stop });
    return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  }

  page(event) { return this.slow.ask({ kind: "page", event }, { first: true }); }

  file(name, event) { return this.slow.ask({ kind: "file", name, event }, { first: true }); }
}

const response = ({ status, type, body }) => new Response(body, {
  status, headers: { "Content-Type": type === "json" ? "application/json" : "application/octet-stream" },
});
