// The owner's connection to a room of the hall. The server stores the room, see owner_routes.py; an HttpOnly
// cookie identifies its owner.

import { RequestRefused } from "../../assets/base/requests.js";
import { tab } from "../../assets/base/storage.js";

const STORAGE_KEY = "kl-hall";   // key of the tab's room, which a reload resumes
const CHANNEL = "kl-hall";       // name of the channel between the tabs of a browser
const REPLY_TIMEOUT_MS = 8000;
const DISCONNECT_MS = 4000;      // time without an event stream after which the server counts as disconnected
const NO_SERVER = "The server does not answer. Votes that it has received are kept. Check the network, then try again.";
const JSON_HEADERS = { "Content-Type": "application/json", Accept: "application/json" };

export class HallRoom extends EventTarget {
  /** @type {Record<string, any> | undefined} The reply of POST /hall: code, path, join, qr ... */ room;
  /** @type {Record<string, any> | undefined} The room's state, from its last event. */ state;
  /** @type {{ round: number, answered: number, counts: any[], answers: any[] }[]} The closed rounds of the current question. */ rounds = [];
  /** @type {EventSource | undefined} */ source;
  /** Whether the server counts as disconnected. */ isDisconnected = false;

  /** @type {ReturnType<typeof setTimeout> | undefined} */ disconnectTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ reopenTimer;
  /** @type {string} The points that the hall has added, as the scene's field `edits`. */ edits = "";

  /** @param {string} base */
  constructor(base) {
    super();
    this.base = base.replace(/\/$/, "");
    this.channel = new BroadcastChannel(CHANNEL);
    this.channel.addEventListener("message", ({ data }) => this.handleTab(data));
  }

  /** Resume the room of this tab. Return whether there is one. Throws RequestRefused if the server does not answer:
   * then the room may still exist. */
  async resume() {
    const savedRoom = JSON.parse(tab.get(STORAGE_KEY) ?? "null");
    this.room = savedRoom ?? undefined;
    this.announceRoom();
    if (!savedRoom) return false;
    try { await this.readResults(); } catch (error) {
      if (/** @type {Error} */ (error).message === NO_SERVER) throw error;
      this.forgetRoom();
      return false;
    }
    await new Promise((resolve, reject) => {
      const timeout = setTimeout(() => reject(new RequestRefused(NO_SERVER)), REPLY_TIMEOUT_MS);
      this.addEventListener("state", () => { clearTimeout(timeout); resolve(true); }, { once: true });
      this.listen();
    });
    return true;
  }

  async create() {
    this.room = await this.send(`${this.base}/hall`);
    tab.set(STORAGE_KEY, JSON.stringify(this.room));
    this.announceRoom();
    this.listen();
  }

  /** Send the code of this tab's room to the other tabs of this browser. */
  announceRoom(isAnswer = false) { this.channel.postMessage({ code: this.room?.code ?? "", isAnswer }); }

  /** The path of the room, "" if there is no room. @returns {string} */
  get path() { return this.room?.path ?? ""; }

  /** Answer the message of another tab that shows a lecture. If either tab controls a room, both show a warning.
   * @param {{ code: string, isAnswer: boolean }} message */
  handleTab({ code, isAnswer }) {
    if (!isAnswer) this.announceRoom(true);
    if (code || this.room) this.dispatchEvent(new CustomEvent("tab", { detail: code }));
  }

  /** Fetch the link to a page, and the code to type there, with which another computer can control this room. The code is secret. */
  async ownerLink() {
    const reply = await this.fetch(`${this.path}/owner`, { headers: { Accept: "application/json" } });
    if (!reply.ok) throw new RequestRefused("This browser no longer controls the room, or the room was deleted.");
    return await reply.json();
  }

  /** Call `fetch` with a timeout. @param {string} address @param {RequestInit} [options] */
  fetch(address, options) {
    return fetch(address, { ...options, signal: AbortSignal.timeout(REPLY_TIMEOUT_MS) }).catch(() => { throw new RequestRefused(NO_SERVER); });
  }

  /** Ask a question. @param {Record<string, any>} question */
  async ask(question) {
    this.rounds = [];
    await this.act("question", question);
  }

  /** Send an action (open, close, round, reveal, end or question), and store the new state. @param {string} name @param {object} [body] */
  async act(name, body) { await this.applyState(await this.send(`${this.path}/${name}`, body)); }

  /** @param {string} address @param {object} [body] */
  async send(address, body) {
    const reply = await this.fetch(address, { method: "POST", headers: JSON_HEADERS, body: body ? JSON.stringify(body) : undefined });
    const data = await reply.json().catch(() => ({}));
    if (!reply.ok) throw new RequestRefused(data.message ?? (reply.status >= 500 ? NO_SERVER : "The server refused this action. Try again."));
    return data;
  }

  /** Read the closed rounds of the current question. */
  async readResults() {
    const reply = await this.fetch(`${this.path}/results`);
    if (reply.status >= 500) throw new RequestRefused(NO_SERVER);
    if (!reply.ok) throw new RequestRefused("The room was deleted, or this browser no longer controls it.");
    const { questions } = await reply.json();
    this.rounds = (questions.at(-1)?.rounds ?? []).filter((/** @type {HallRoom["rounds"][number]} */ round) => round.counts);
    this.edits = questions.at(-1)?.edits ?? "";
  }

  listen() {
    this.source?.close();
    this.source = new EventSource(`${this.path}/events`);
    this.source.addEventListener("message", (event) => this.applyState(JSON.parse(event.data)));
    this.source.addEventListener("open", () => this.setConnected(true));
    this.source.addEventListener("error", () => {
      this.disconnectTimer ??= setTimeout(() => this.setConnected(false), DISCONNECT_MS);
      if (this.source?.readyState === EventSource.CLOSED) this.reopenTimer = setTimeout(() => this.listen(), DISCONNECT_MS / 2);    // after a proxy's error the browser does not reopen the stream
    });
  }

  /** Set whether the stream of events is open, and announce a change. The screen shows when the room is disconnected.
   * @param {boolean} isConnected */
  setConnected(isConnected) {
    clearTimeout(this.disconnectTimer);
    this.disconnectTimer = undefined;
    if (this.isDisconnected === !isConnected) return;
    this.isDisconnected = !isConnected;
    if (this.state) this.dispatchEvent(new Event("state"));
  }

  /** @param {Record<string, any>} state */
  async applyState(state) {
    if (state.gone) { this.forgetRoom(); this.dispatchEvent(new Event("gone")); return; }
    const hasClosed = state.question && !state.open && (this.state?.open !== false || this.state?.round !== state.round || !this.rounds.length);
    this.state = state;
    if (hasClosed) await this.readResults().catch(() => {});
    if (this.state === state) this.dispatchEvent(new Event("state"));
  }

  forgetRoom() {
    this.stopListening();
    tab.remove(STORAGE_KEY);
    this.room = this.state = undefined;
    this.rounds = [];
  }

  stopListening() {
    clearTimeout(this.disconnectTimer);
    clearTimeout(this.reopenTimer);
    this.source?.close();
  }

  close() {
    this.stopListening();
    this.channel.close();
  }
}
