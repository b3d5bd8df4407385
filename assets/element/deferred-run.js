// After the release of a control, defer the run of the page if the server draws no visible part of it. This module then
// writes the address. The run follows when a part that the server draws comes into view, or when the visitor uses a
// control that the server handles.

import { ALERT, boxOf, isConnected, isRunning } from "../base/streamlit.js";

/** @typedef {import("./live-element.js").Live} Live */

const NEAR_SHARE = 0.6;                // parts within this share of the window's height above or below it count as visible
const MAX_HOLD_MS = 3000;               // longest time that a press waits for the server to get the settings
const CONTROLS = "a[href], button, input, select, textarea, label, summary, [role='button'], [role='tab'], [role='option']";
const RAIL = ".kl-rail";          // its links request nothing from the server

export class DeferredRun {
  /** @type {string} The address that the server does not have yet; "" for none. */ unsent = "";
  /** @type {AbortController | undefined} */ watching;
  /** @type {number} Number of addresses sent. */ sent = 0;
  /** @type {(() => void)[]} Callbacks that wait until the server has the settings. */ waiting = [];

  /** @param {Live} live */
  constructor(live) {
    this.live = live;
    this.stop = new AbortController();
    // After Back or Forward, the server runs the page and reads the new address.
    window.addEventListener("popstate", () => this.adoptAddress(), { signal: this.stop.signal });
    window.addEventListener("reconnected", () => this.dropUnconfirmed(), { signal: this.stop.signal });
  }

  /**
   * Return whether the run for `address` can be deferred; `known` is the address that the server has.
   * @param {string} address @param {string} known
   */
  canPostpone(address, known) {
    const { written_words: ownWords, server_boxes: boxes, waiting } = this.live.data;
    if (!boxes || !ownWords || waiting || this.live.unacknowledged.length || isAtWork() || document.querySelector(ALERT)) return false;
    const before = new URLSearchParams(known), current = new URLSearchParams(address);
    const names = new Set([...before.keys(), ...current.keys()]);
    const changed = [...names].filter((name) => (before.get(name) ?? "") !== (current.get(name) ?? ""));
    return changed.every((name) => ownWords.includes(name)) && (!isConnected() || !boxes.some(isNear));
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

  // Write the address with the order and escapes of Streamlit, so that Streamlit need not change it.
  /** @param {string} address */
  write(address) {
    const { written_words: ownWords = [], address_names: names = {} } = this.live.data, url = new URL(location.href), words = url.searchParams;
    const changedWords = [...new URLSearchParams(address)].filter(([name]) => ownWords.includes(name)).map(([name, value]) => [names[name] ?? name, value]);
    for (const [name] of changedWords) words.delete(name);
    for (const [name, value] of changedWords) if (value) words.append(name, value);
    url.search = words.toString().replaceAll("%7E", "~").replaceAll("*", "%2A");
    if (url.href !== location.href) history.pushState({}, "", url);
    window.dispatchEvent(new Event("address-written"));
  }

  /**
   * Cancel the deferred run, since the settings are again those that the server has.
   * @param {string} address
   */
  cancel(address) {
    if (!this.unsent) return;
    this.unsent = "";
    this.write(address);
    this.live.player.dispatch("postponed", {});
    this.release();
  }

  // Return words that are sent with the settings: the step and a number. The rail writes the step into the address
  // without Streamlit. The number makes all states differ, since Streamlit ignores a state equal to the last one that
  // was sent, even if the visitor went back in between.
  stamp() {
    const { server_boxes: boxes, written_words: ownWords } = this.live.data, words = new URLSearchParams(location.search);
    if (!boxes) return "";
    const step = words.get("step") ?? "", unnamed = ownWords?.includes("step") || /^\d/.test(step);
    return `${unnamed ? "" : `&step=${encodeURIComponent(step)}`}&told=${++this.sent}`;
  }

  /** Send the deferred address, if any. */
  send() {
    const { unsent } = this;
    if (unsent && isConnected()) this.live.send(unsent);
  }

  /**
   * Call back once the server has the settings, or after MAX_HOLD_MS; at once if nothing is to be sent.
   * @param {() => void} callback
   */
  whenSent(callback) {
    this.send();
    if (!this.live.unacknowledged.length || !this.live.data.server_boxes || !isConnected()) { callback(); return; }
    this.waiting.push(callback);
    setTimeout(() => this.release(), MAX_HOLD_MS);
  }

  // Run the waiting callbacks and, if no address is unsent, stop watching for input.
  release() {
    if (!this.unsent) this.watching = void this.watching?.abort();
    for (const callback of this.waiting.splice(0)) callback();
  }

  // After a reconnection, stop waiting for the former server to confirm addresses: the new session reads the current
  // address when it starts.
  dropUnconfirmed() {
    const { live } = this;
    if (!live.unacknowledged.length) return;
    live.unacknowledged = [];
    live.known = live.address();
    this.release();
  }

  // Count the deferred address as sent, since the server will read it; the settings may have changed since it was deferred.
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

  // Hold a press until the server has the settings; otherwise the server would answer it with the former settings.
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
    return Boolean(at.closest(RAIL) || (root && root.live.data.group === this.live.data.group));
  }

  close() {
    this.stop.abort();
    this.watching?.abort();
  }
}

/** Return whether the server is running the page, and will write the address. */
const isAtWork = () => isRunning() && isConnected();

/**
 * Return whether a part of the page that the server draws is on the screen, or near it.
 * @param {string} name
 */
function isNear(name) {
  const box = boxOf(name);
  const fold = /** @type {HTMLDetailsElement | null | undefined} */ (box?.querySelector(`.st-key-fold-${name.replace("step-", "")} details`));
  if (!box || (fold && !fold.open)) return false;
  const { top, bottom } = box.getBoundingClientRect();
  return bottom > -NEAR_SHARE * innerHeight && top < (1 + NEAR_SHARE) * innerHeight;
}
