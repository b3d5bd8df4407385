// The browser's own engine relieves the server: it answers a picture's requests while points are edited, and while
// the server is busy or unreachable.

import { answerWith } from "../../assets/base/requests.js";
import { Engine } from "./engine.js";

const PREFETCH_DELAY_MS = [30_000, 600_000]; // range of the random delay before the engine's files are fetched, so that not all learners of a course fetch them at once
const ENGINE_WAIT_MS = 8_000;          // how long a request waits for an engine that is loading
const PROBE_INTERVAL_MS = 3_000;             // time between two checks of whether an unreachable server is back
const BUSY_PAUSE_SECONDS = 2;                  // pause of requests to a busy server that sends no Retry-After
const SLOW_MS = 100, SLOW_EDITS = 3; // time and number: after this many successive edits that took longer, the server answers edits again
const BUSY_STATUSES = new Set([429, 503]), LOST_STATUSES = new Set([502, 504]);

let isMounted = false;

/** @param {Component<{ base: string, engine: import("./engine.js").Description & { paths: string[] } }>} component */
export function mount({ data: { base, engine } }) {
  if (isMounted) return;
  isMounted = true;
  const address = (/** @type {string} */ name) => new URL(base + name, location.origin).href;
  /** @type {(address: string, options?: RequestInit) => Promise<Response>} */
  const server = (address, options) => fetch(address, options);
  const relief = new Relief({ base, ...engine }, {
    server,
    engine: () => new Engine({ ask: (name) => fetch(address(name)), address }, engine),
    onReady: () => { document.documentElement.dataset.engine = "ready"; },
  });
  answerWith((address, options) => relief.answer(address, options));
  const { folder, files, scripts, worker } = engine;
  const names = [worker, ...scripts.map((name) => folder + name), ...files.map(({ name }) => `${folder}${name}.packed`)];
  if (!navigator.connection?.saveData) setTimeout(() => prefetch(names.map(address)), PREFETCH_DELAY_MS[0] + Math.random() * (PREFETCH_DELAY_MS[1] - PREFETCH_DELAY_MS[0]));
}

export function unmount() { /* the script stays for the next page */ }

/** Fetch one file after another into the browser's own cache. @param {string[]} addresses */
async function prefetch(addresses) {
  for (const address of addresses) await fetch(address, { priority: "low" }).then((answer) => answer.arrayBuffer()).catch(() => {});
}

export class Relief {
  /** @type {Engine} Undefined until it is ready. */ engine;
  /** @type {(address: string, options?: RequestInit) => Promise<Response>} */ server;
  /** @type {() => Engine} */ makeEngine;
  /** @type {() => void} */ onReady;
  /** @type {(run: () => void, ms: number) => any} */ schedule;
  /** @type {() => number} */ now;
  /** @type {string} */ base;
  /** @type {Promise<Engine> | undefined} */ enginePromise;
  isServerLost = false;
  busyUntil = 0;                 // time, by now(), when a busy server gets requests again
  slowEdits = 0;

  /**
   * @param {{ base: string, paths: string[] }} server the path of the server, and the paths that the engine answers
   * @param {{ server: (address: string, options?: RequestInit) => Promise<Response>, engine: () => any, onReady?: () => void, schedule?: (run: () => void, ms: number) => any, now?: () => number }} dependencies
   */
  constructor({ base, paths }, { server, engine, onReady = () => {}, schedule = (run, ms) => setTimeout(run, ms), now = () => performance.now() }) {
    Object.assign(this, { base, server, onReady, schedule, now });
    this.makeEngine = engine;
    this.paths = new Set(paths);
  }

  /** @param {string} address @param {RequestInit} [options] @returns {Promise<Response>} */
  async answer(address, options = {}) {
    const [path, query = ""] = String(address).slice(String(address).startsWith(this.base) ? this.base.length : 0).split("?");
    const isProgress = path.endsWith("-progress") && this.isAway;
    if (!(this.paths.has(path) || isProgress) || (options.method ?? "GET") !== "GET") return this.server(address, options);
    if (isEdit(query) && this.slowEdits < SLOW_EDITS) {
      if (this.engine) return this.timedAnswer(path, query, options);
      this.load().catch(() => {});
    }
    if (this.isAway) return await this.engineAnswer(path, query, options) ?? this.server(address, options);
    let answer;
    try {
      answer = await this.server(address, options);
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") throw error;
      this.lose();
      const engineReply = await this.engineAnswer(path, query, options);
      if (engineReply) return engineReply;
      throw error;
    }
    if (LOST_STATUSES.has(answer.status)) this.lose();
    else if (BUSY_STATUSES.has(answer.status)) this.busyUntil = this.now() + 1000 * (Number(answer.headers.get("Retry-After")) || BUSY_PAUSE_SECONDS);
    else return answer;
    return await this.engineAnswer(path, query, options) ?? answer;
  }

  get isAway() { return this.isServerLost || this.now() < this.busyUntil; }

  // Return the engine's answer; undefined if the engine is not loaded in time. A prefetch gets 204, as from a busy server.
  /** @param {string} path @param {string} query @param {RequestInit} options */
  async engineAnswer(path, query, { signal, headers }) {
    if (headers && new Headers(headers).get("Purpose") === "prefetch") return new Response(null, { status: 204 });
    /** @type {Promise<undefined>} */
    const timeout = new Promise((resolve) => this.schedule(() => resolve(undefined), ENGINE_WAIT_MS));
    const engine = await Promise.race([this.load(), timeout]).catch(() => undefined);
    return engine?.request(path, query, signal);
  }

  /** @param {string} path @param {string} query @param {RequestInit} options */
  async timedAnswer(path, query, { signal }) {
    const start = this.now(), answer = await this.engine.request(path, query, signal);
    this.slowEdits = this.now() - start > SLOW_MS ? this.slowEdits + 1 : 0;
    return answer;
  }

  // Load one engine for all pages; after a failure the next call tries again.
  load() {
    this.enginePromise ??= new Promise((resolve, reject) => {
      const engine = this.makeEngine();
      engine.addEventListener("ready", () => { this.engine = engine; this.onReady(); resolve(engine); });
      engine.load().catch((/** @type {Error} */ error) => { this.enginePromise = undefined; reject(error); });
    });
    return this.enginePromise;
  }

  lose() {
    if (this.isServerLost) return;
    this.isServerLost = true;
    const probe = () => this.server(`${this.base}_stcore/health`, { cache: "no-store" })
      .then((answer) => { if (!answer.ok) throw new Error("not yet"); this.isServerLost = false; })
      .catch(() => { this.schedule(probe, PROBE_INTERVAL_MS); });
    this.schedule(probe, PROBE_INTERVAL_MS);
  }
}

/** Return whether a query asks for a single frame with edited points, as during a drag. @param {string} query */
function isEdit(query) {
  const words = new URLSearchParams(query);
  return Boolean(words.get("edits")) && words.get("stops") === "1";
}
