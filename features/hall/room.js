// The room of a hall as its owner sees it: what is asked, how many have answered, what was counted.
// The server holds all of it (owner_routes.py); a cookie that no script reads says who owns it.

import { RequestRefused } from "../../assets/base/requests.js";
import { tab } from "../../assets/base/storage.js";

const KEPT = "kl-hall";          // by which a reload finds the room again
const CHANNEL = "kl-hall";       // on which the tabs of a browser hear of each other
const PATIENCE = 8000;           // ms that the server may take
const SILENT = 4000;             // ms without a stream of events after which the network is taken to be gone
const NO_SERVER = "The server does not answer: is there a network? Votes that it has are kept; try again.";
const JSON_HEADERS = { "Content-Type": "application/json", Accept: "application/json" };

export class HallRoom extends EventTarget {
  /** @type {Record<string, any> | undefined} What POST /hall told: code, path, join, qr ... */ room;
  /** @type {Record<string, any> | undefined} The room's state, as the events tell it. */ state;
  /** @type {{ round: number, answered: number, counts: any[], answers: any[] }[]} Of the question that is asked. */ rounds = [];
  /** @type {EventSource | undefined} */ source;
  /** Whether nothing is heard of the server. */ silent = false;

  constructor(base) {
    super();
    this.base = base.replace(/\/$/, "");
    this.channel = new BroadcastChannel(CHANNEL);
    this.channel.addEventListener("message", ({ data }) => this.meet(data));
  }

  /** The room of before, where this tab has one and it is still there. Throws RequestRefused where the server
   * does not answer: the room may be there all the same. */
  async resume() {
    const kept = JSON.parse(tab.get(KEPT) ?? "null");
    this.room = kept ?? undefined;
    this.greet();
    if (!kept) return false;
    try { await this.results(); } catch (error) {
      if (error.message === NO_SERVER) throw error;
      this.forget();
      return false;
    }
    await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new RequestRefused(NO_SERVER)), PATIENCE);
      this.addEventListener("state", () => { clearTimeout(late); resolve(true); }, { once: true });
      this.listen();
    });
    return true;
  }

  async create() {
    this.room = await this.send(`${this.base}/hall`);
    tab.set(KEPT, JSON.stringify(this.room));
    this.greet();
    this.listen();
  }

  /** Tell the other tabs of this browser which room this one leads. */
  greet(isAnswer = false) { this.channel.postMessage({ code: this.room?.code ?? "", isAnswer }); }

  // Another tab shows a lecture, too: where either of the two leads a room, both say so.
  meet({ code, isAnswer }) {
    if (!isAnswer) this.greet(true);
    if (code || this.room) this.dispatchEvent(new CustomEvent("other", { detail: code }));
  }

  /** The link and the code by which another computer leads this room, for nobody else to see. */
  async ownerLink() {
    const reply = await this.fetch(`${this.room.path}/owner`, { headers: { Accept: "application/json" } });
    if (!reply.ok) throw new RequestRefused("This browser does not lead the room any more.");
    return await reply.json();
  }

  /** As `fetch`, but it does not wait for ever. @param {string} address @param {RequestInit} [options] */
  fetch(address, options) {
    return fetch(address, { ...options, signal: AbortSignal.timeout(PATIENCE) }).catch(() => { throw new RequestRefused(NO_SERVER); });
  }

  /** Ask this, at once. */
  async put(question) {
    this.rounds = [];
    await this.act("question", question);
  }

  /** open, close, round, reveal or end; or a question. */
  async act(name, body = undefined) { await this.take(await this.send(`${this.room.path}/${name}`, body)); }

  async send(address, body = undefined) {
    const reply = await this.fetch(address, { method: "POST", headers: JSON_HEADERS, body: body ? JSON.stringify(body) : undefined });
    const told = await reply.json().catch(() => ({}));
    if (!reply.ok) throw new RequestRefused(told.message ?? "The server could not do this.");
    return told;
  }

  /** Read all rounds that are closed. */
  async results() {
    const reply = await this.fetch(`${this.room.path}/results`);
    if (reply.status >= 500) throw new RequestRefused(NO_SERVER);
    if (!reply.ok) throw new RequestRefused("The room is gone.");
    const { questions } = await reply.json();
    this.rounds = (questions.at(-1)?.rounds ?? []).filter((round) => round.counts);
    this.edits = questions.at(-1)?.edits ?? "";
  }

  listen() {
    this.source?.close();
    this.source = new EventSource(`${this.room.path}/events`);
    this.source.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
    this.source.addEventListener("open", () => this.hear(true));
    this.source.addEventListener("error", () => {
      this.missing ??= setTimeout(() => this.hear(false), SILENT);
      if (this.source?.readyState === EventSource.CLOSED) this.again = setTimeout(() => this.listen(), SILENT / 2);    // a proxy's error ends it for good
    });
  }

  // A stream that ends is opened again at once; where none is, the screen has to say so.
  hear(isHeard) {
    clearTimeout(this.missing);
    this.missing = undefined;
    if (this.silent === !isHeard) return;
    this.silent = !isHeard;
    if (this.state) this.dispatchEvent(new Event("state"));
  }

  async take(state) {
    if (state.gone) { this.forget(); this.dispatchEvent(new Event("gone")); return; }
    const closes = state.question && !state.open && (this.state?.open !== false || this.state.round !== state.round || !this.rounds.length);
    this.state = state;
    if (closes) await this.results().catch(() => {});
    if (this.state === state) this.dispatchEvent(new Event("state"));
  }

  forget() {
    this.hush();
    tab.remove(KEPT);
    this.room = this.state = undefined;
    this.rounds = [];
  }

  hush() {
    clearTimeout(this.missing);
    clearTimeout(this.again);
    this.source?.close();
  }

  close() {
    this.hush();
    this.channel.close();
  }
}
