// The room of a hall as its owner sees it: what is asked, how many have answered, what was counted.
// The server holds all of it (lab/hall/owner_routes.py); a cookie that no script reads says who owns it.

import { RequestRefused } from "../base/requests.js";
import { tab } from "../base/storage.js";

const KEPT = "kl-hall";          // by which a reload finds the room again
const JSON_HEADERS = { "Content-Type": "application/json", Accept: "application/json" };

export class HallRoom extends EventTarget {
  /** @type {Record<string, any> | undefined} What POST /hall told: code, path, join, qr ... */ room;
  /** @type {Record<string, any> | undefined} The room's state, as the events tell it. */ state;
  /** @type {{ round: number, answered: number, counts: any[], answers: any[] }[]} Of the question that is asked. */ rounds = [];
  /** @type {EventSource | undefined} */ source;

  constructor(base) {
    super();
    this.base = base.replace(/\/$/, "");
  }

  /** The room of before, where this tab has one and it is still there. */
  async resume() {
    const kept = JSON.parse(tab.get(KEPT) ?? "null");
    if (!kept) return false;
    this.room = kept;
    try {
      await this.results();
    } catch {
      this.forget();
      return false;
    }
    const told = new Promise((resolve) => { this.addEventListener("state", resolve, { once: true }); });
    this.listen();
    await told;
    return true;
  }

  async create() {
    this.room = await this.send(`${this.base}/hall`);
    tab.set(KEPT, JSON.stringify(this.room));
    this.listen();
  }

  /** Ask this, at once. */
  async put(question) {
    this.rounds = [];
    await this.act("question", question);
  }

  /** open, close, round, reveal or end; or a question. */
  async act(name, body = undefined) { await this.take(await this.send(`${this.room.path}/${name}`, body)); }

  async send(address, body = undefined) {
    const reply = await fetch(address, { method: "POST", headers: JSON_HEADERS, body: body ? JSON.stringify(body) : undefined })
      .catch(() => { throw new RequestRefused("The server does not answer. Votes that it has are kept; try again."); });
    const told = await reply.json().catch(() => ({}));
    if (!reply.ok) throw new RequestRefused(told.message ?? "The server could not do this.");
    return told;
  }

  /** Read all rounds that are closed. */
  async results() {
    const reply = await fetch(`${this.room.path}/results`);
    if (!reply.ok) throw new RequestRefused("The room is gone.");
    const { questions } = await reply.json();
    this.rounds = (questions.at(-1)?.rounds ?? []).filter((round) => round.counts);
    this.edits = questions.at(-1)?.edits ?? "";
  }

  listen() {
    this.source?.close();
    this.source = new EventSource(`${this.room.path}/events`);
    this.source.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
  }

  async take(state) {
    if (state.gone) { this.forget(); this.dispatchEvent(new Event("gone")); return; }
    const closes = state.question && !state.open && (this.state?.open !== false || this.state.round !== state.round || !this.rounds.length);
    this.state = state;
    if (closes) await this.results().catch(() => {});
    if (this.state === state) this.dispatchEvent(new Event("state"));
  }

  forget() {
    this.source?.close();
    tab.remove(KEPT);
    this.room = this.state = undefined;
    this.rounds = [];
  }

  close() { this.source?.close(); }
}
