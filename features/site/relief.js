// The browser's own engine as relief for the server: while points are edited, and where the server is
// busy or lost, it answers what a picture asks; as soon as the server can, the server answers again.

import { answerWith } from "../../assets/base/requests.js";
import { Engine } from "./engine.js";

const AHEAD = [30_000, 600_000]; // ms between which the engine's files are fetched, for the day when the server is lost: not by a whole class at once
const PATIENCE = 8_000;          // ms that a question waits for an engine that is on its way
const PROBE = 3_000;             // ms between two looks whether a lost server is back
const REST = 2;                  // seconds for which a busy server is left alone, unless it names others
const SLUGGISH = 100, TIMES = 3; // an edit that takes longer here than so many ms, so often, is the server's again
const BUSY = new Set([429, 503]), GONE = new Set([502, 504]);

/** @type {Relief | undefined} */
let relief;

export function mount({ data: { base, engine } }) {
  if (relief) return;
  const address = (name) => new URL(base + name, location.origin).href;
  const server = (asked, options) => fetch(asked, options);
  relief = new Relief({ base, ...engine }, {
    server,
    engine: () => new Engine({ ask: (name) => fetch(address(name)), address }, engine),
    told: () => { document.documentElement.dataset.engine = "ready"; },
  });
  answerWith((asked, options) => relief.answer(asked, options));
  const { folder, files, scripts, worker } = engine;
  const names = [worker, ...scripts.map((name) => folder + name), ...files.map(({ name }) => `${folder}${name}.packed`)];
  if (!(/** @type {any} */ (navigator).connection?.saveData)) setTimeout(() => ahead(names.map(address)), AHEAD[0] + Math.random() * (AHEAD[1] - AHEAD[0]));
}

export function unmount() { /* it stays for the next page */ }

// One file after another, and nothing is kept but in the browser's own cache.
async function ahead(addresses) {
  for (const one of addresses) await fetch(one, { priority: "low" }).then((answer) => answer.arrayBuffer()).catch(() => {});
}

export class Relief {
  /** @type {any} What answers here, once it is ready. */ engine;
  /** @type {(address: string, options?: RequestInit) => Promise<Response>} */ server;
  /** @type {() => any} */ make;
  /** @type {() => void} */ told;
  /** @type {(run: () => void, ms: number) => any} */ after;
  /** @type {() => number} */ now;
  /** @type {string} */ base;
  /** @type {Promise<any> | undefined} */ loading;
  lost = false;
  until = 0;                     // when a busy server is asked again
  slow = 0;

  /**
   * @param {{ base: string, paths: string[] }} given below which path the server is, and what the engine answers
   * @param {{ server: (address: string, options?: RequestInit) => Promise<Response>, engine: () => any, told?: () => void, after?: (run: () => void, ms: number) => any, now?: () => number }} means
   */
  constructor({ base, paths }, { server, engine, told = () => {}, after = (run, ms) => setTimeout(run, ms), now = () => performance.now() }) {
    Object.assign(this, { base, server, told, after, now });
    this.make = engine;
    this.paths = new Set(paths);
  }

  /** @param {string} address @param {RequestInit} [options] @returns {Promise<Response>} */
  async answer(address, options = {}) {
    const [path, query = ""] = String(address).slice(String(address).startsWith(this.base) ? this.base.length : 0).split("?");
    const far = path.endsWith("-progress") && this.resting;
    if (!(this.paths.has(path) || far) || (options.method ?? "GET") !== "GET") return this.server(address, options);
    if (edited(query) && this.slow < TIMES) {
      if (this.engine) return this.timed(path, query, options);
      this.load().catch(() => {});
    }
    if (this.resting) return await this.own(path, query, options) ?? this.server(address, options);
    let answered;
    try {
      answered = await this.server(address, options);
    } catch (error) {
      if (error.name === "AbortError") throw error;
      this.lose();
      const own = await this.own(path, query, options);
      if (own) return own;
      throw error;
    }
    if (GONE.has(answered.status)) this.lose();
    else if (BUSY.has(answered.status)) this.until = this.now() + 1000 * (Number(answered.headers.get("Retry-After")) || REST);
    else return answered;
    return await this.own(path, query, options) ?? answered;
  }

  get resting() { return this.lost || this.now() < this.until; }

  // The engine's answer; undefined where there is none in time. A guess is left aside, as a busy server does.
  /** @param {string} path @param {string} query @param {RequestInit} options */
  async own(path, query, { signal, headers }) {
    if (headers && new Headers(headers).get("Purpose") === "prefetch") return new Response(null, { status: 204 });
    const late = new Promise((resolve) => this.after(() => resolve(undefined), PATIENCE));
    const engine = await Promise.race([this.load(), late]).catch(() => undefined);
    return engine?.request(path, query, signal);
  }

  /** @param {string} path @param {string} query @param {RequestInit} options */
  async timed(path, query, { signal }) {
    const begun = this.now(), answered = await this.engine.request(path, query, signal);
    this.slow = this.now() - begun > SLUGGISH ? this.slow + 1 : 0;
    return answered;
  }

  // One engine for all pages; where its files did not come, they are asked for again the next time.
  load() {
    this.loading ??= new Promise((resolve, reject) => {
      const engine = this.make();
      engine.addEventListener("ready", () => { this.engine = engine; this.told(); resolve(engine); });
      engine.load().catch((error) => { this.loading = undefined; reject(error); });
    });
    return this.loading;
  }

  lose() {
    if (this.lost) return;
    this.lost = true;
    const look = () => this.server(`${this.base}_stcore/health`, { cache: "no-store" })
      .then((answered) => { if (!answered.ok) throw new Error("not yet"); this.lost = false; })
      .catch(() => { this.after(look, PROBE); });
    this.after(look, PROBE);
  }
}

// A single frame of points that were edited: what follows a hand.
function edited(query) {
  const words = new URLSearchParams(query);
  return Boolean(words.get("edits")) && words.get("stops") === "1";
}
