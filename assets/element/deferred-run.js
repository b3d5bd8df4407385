// A release that changes nothing of what the server draws on the screen needs no run of the page: the
// address is written here. The run is made up for once something of it is to be seen, or a hand goes to
// something that asks the server.

import { ALERT, boxOf, isConnected, isRunning } from "../base/streamlit.js";

/** @typedef {import("./live-element.js").Live} Live */

const NEAR = 0.6;                // of the window's height, within which a part of the page is as good as seen
const HOLD = 3000;               // ms that a press may be held back until the server knows what is set
const CONTROLS = "a[href], button, input, select, textarea, label, summary, [role='button'], [role='tab'], [role='option']";
const OWN = ".kl-rail";          // what asks the server for nothing

export class DeferredRun {
  /** @type {string} The address that the server has not been told; "" where it has all. */ unsent = "";
  /** @type {AbortController | undefined} */ watching;
  /** @type {number} How often the server was told. */ sent = 0;
  /** @type {(() => void)[]} What waits until the server knows what is set. */ waiting = [];

  /** @param {Live} live */
  constructor(live) {
    this.live = live;
    this.stop = new AbortController();
    // Back and forward bring a run, which reads the address as it is then.
    window.addEventListener("popstate", () => this.adoptAddress(), { signal: this.stop.signal });
    window.addEventListener("reconnected", () => this.dropTold(), { signal: this.stop.signal });
  }

  /**
   * Whether the page can go on without a run, now that `address` is set.
   * @param {string} address @param {string} known
   */
  canPostpone(address, known) {
    const { moved, server_boxes: boxes, waiting } = this.live.data;
    if (!boxes || !moved || waiting || this.live.unacknowledged.length || isAtWork() || document.querySelector(ALERT)) return false;
    const before = new URLSearchParams(known), now = new URLSearchParams(address);
    const names = new Set([...before.keys(), ...now.keys()]);
    const changed = [...names].filter((name) => (before.get(name) ?? "") !== (now.get(name) ?? ""));
    return changed.every((name) => moved.includes(name)) && (!isConnected() || !boxes.some(isNear));
  }

  /** @param {string} address */
  postpone(address) {
    this.unsent = address;
    this.write(address);
    this.live.player.dispatch("postponed", {});
    if (this.watching) return;
    this.watching = new AbortController();
    const { signal } = this.watching, on = { capture: true, signal };
    for (const type of ["pointerover", "pointerdown", "focusin", "keydown"]) window.addEventListener(type, (event) => this.onInput(event), on);
    window.addEventListener("click", (event) => this.onClick(event), on);
    for (const type of ["scroll", "resize", "toggle", "beforeprint"]) window.addEventListener(type, () => this.onScroll(), { ...on, passive: true });
  }

  // Words in the order, and with the letters, in which Streamlit would write them: then it finds them there.
  /** @param {string} address */
  write(address) {
    const { moved = [], address_names: names = {} } = this.live.data, url = new URL(location.href), words = url.searchParams;
    const set = [...new URLSearchParams(address)].filter(([name]) => moved.includes(name)).map(([name, value]) => [names[name] ?? name, value]);
    for (const [name] of set) words.delete(name);
    for (const [name, value] of set) if (value) words.append(name, value);
    url.search = words.toString().replaceAll("%7E", "~").replaceAll("*", "%2A");
    if (url.href !== location.href) history.pushState({}, "", url);
    window.dispatchEvent(new Event("address-written"));
  }

  /**
   * What the server knows is set again.
   * @param {string} address
   */
  cancel(address) {
    if (!this.unsent) return;
    this.unsent = "";
    this.write(address);
    this.live.player.dispatch("postponed", {});
    this.release();
  }

  // What the page is told beside what is set: the step in the address, which Streamlit does not know of, for
  // the rail writes it; and a number, for Streamlit passes over a state that it has had before, though the
  // way back may lie between.
  stamp() {
    const { server_boxes: boxes, moved } = this.live.data, words = new URLSearchParams(location.search);
    if (!boxes) return "";
    const step = words.get("step") ?? "", unnamed = moved?.includes("step") || /^\d/.test(step);
    return `${unnamed ? "" : `&step=${encodeURIComponent(step)}`}&told=${++this.sent}`;
  }

  /** Tell the server, if there is anything to tell. */
  send() {
    const { unsent } = this;
    if (unsent && !!isConnected()) this.live.send(unsent);
  }

  /**
   * Do something once the server knows what is set.
   * @param {() => void} act
   */
  whenSent(act) {
    this.send();
    if (!this.live.unacknowledged.length || !this.live.data.server_boxes || !isConnected()) { act(); return; }
    this.waiting.push(act);
    setTimeout(() => this.release(), HOLD);
  }

  // The server knows.
  release() {
    if (!this.unsent) this.watching = void this.watching?.abort();
    for (const act of this.waiting.splice(0)) act();
  }

  // What was told to a server that is gone never comes back: the next one reads it in the address.
  dropTold() {
    const { live } = this;
    if (!live.unacknowledged.length) return;
    live.unacknowledged = [];
    live.known = live.address();
    this.release();
  }

  // What the address says is what the server will know; a hand may have moved on since.
  adoptAddress() {
    if (!this.unsent) return;
    this.live.known = this.unsent;
    this.unsent = "";
    this.release();
  }

  /** @param {Event} event */
  onInput({ target }) {
    const at = /** @type {Element | null} */ (target instanceof Element ? target : null);
    if (this.unsent && at?.closest(CONTROLS) && !this.isOurs(at)) this.send();
  }

  // A press goes on when the server knows what is set: it would work with what was set before.
  /** @param {MouseEvent} event */
  onClick(event) {
    const at = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest(CONTROLS)) : null;
    const plain = event.isTrusted && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!at || !plain || this.isOurs(at)) return;
    this.send();
    if (!this.live.unacknowledged.length || !isConnected()) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    this.whenSent(() => at.click());
  }

  onScroll() {
    if (this.unsent && this.live.data.server_boxes?.some(isNear)) this.send();
  }

  /** @param {Element} at */
  isOurs(at) {
    const root = /** @type {LiveRoot | null} */ (at.closest("[data-live]"));
    return Boolean(at.closest(OWN) || (root && root.live.data.group === this.live.data.group));
  }

  close() {
    this.stop.abort();
    this.watching?.abort();
  }
}

/** Whether the server is at work on the page, and will write the address. */
const isAtWork = () => isRunning() && isConnected();

/**
 * Whether a part of the page that the server draws is on the screen, or soon will be.
 * @param {string} name
 */
function isNear(name) {
  const box = boxOf(name);
  const fold = /** @type {HTMLDetailsElement | null | undefined} */ (box?.querySelector(`.st-key-fold-${name.replace("step-", "")} details`));
  if (!box || (fold && !fold.open)) return false;
  const { top, bottom } = box.getBoundingClientRect();
  return bottom > -NEAR * innerHeight && top < (1 + NEAR) * innerHeight;
}
