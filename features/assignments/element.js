// The live element that a task is about: the first one of the page whose pictures come from the server, or, where the
// step has numbers of its own, were computed of the page's scene. It may be built anew at any time, and comes after
// the panel.

import { element as node } from "../../assets/base/dom.js";
import { goalRows } from "../../assets/furniture/challenge/goal-rows.js";
import { isMet } from "../../assets/base/conditions.js";
import { follow as followHand, pressed } from "../../assets/input/pressed-pointers.js";

/** @typedef {import("../../assets/element/live-element.js").Live} Live */

const close = (a, b) => a === b || (a !== "" && b !== "" && Math.abs(Number(a) - Number(b)) <= 1e-9 * Math.max(1, Math.abs(Number(b))));

export class Watched {
  /**
   * @param {() => void} tell called after every picture, and when the hand lets go
   * @param {() => { measured: boolean } | undefined} task what is worked on now
   */
  constructor(tell, task) {
    this.tell = tell;
    this.task = task;
    /** @type {Live | undefined} */
    this.live = undefined;
    this.watcher = new MutationObserver(() => this.look());
    this.watcher.observe(document.body, { childList: true, subtree: true });
    this.look();
  }

  look() {
    if (this.live?.root.isConnected && !this.live.player.closed) return;
    const task = this.task(), roots = /** @type {LiveRoot[]} */ ([...document.querySelectorAll("[data-live]")]);
    const isOf = (/** @type {Live | undefined} */ live) => live && !live.player.closed && (live.player.frames || (task?.measured && live.data.scene));
    const found = task && roots.map((root) => root.live).find(isOf);
    if (!found || found === this.live) return;
    this.live = found;
    for (const type of ["paint", "settle"]) found.player.on(type, () => { if (this.live === found) this.tell(); });
    followHand(found.root, () => { if (this.live === found) this.tell(); });
    this.tell();
  }

  get player() { return this.live?.player; }

  /** What is set, by the names that the address has. @returns {Scene} */
  words(scene = this.player?.scene ?? {}) {
    const { scene: whole = "", address_names: names = {} } = this.live?.data ?? {};
    const own = Object.entries(scene).map(([name, value]) => [names[name] ?? name, value]);
    return { ...Object.fromEntries(new URLSearchParams(whole)), ...Object.fromEntries(own) };
  }

  /** The frame that is shown, with its scene as the address has it. @returns {Frame | undefined} */
  get frame() {
    const shown = this.player?.frame;
    return shown && { ...shown, scene: this.words(shown.scene) };
  }

  /** Whether nothing is in the hand and the picture is that of what is set. */
  get resting() {
    const { player } = this, frame = player?.frame;
    return Boolean(player && frame && player.resting && !pressed()
      && Object.entries(player.scene).every(([name, value]) => frame.scene[name] === undefined || String(frame.scene[name]) === String(value)));
  }

  /** The scene as the link has it. */
  get scene() { return this.player?.query(this.words()) ?? ""; }

  rows(task) { return this.live ? goalRows(task, this.live.stage) : undefined; }

  met(conditions) { return Boolean(this.frame && isMet(conditions, this.frame)); }

  /** What was changed though it is fixed: names. `fixed` are [name, text, what it is where it is not said]. */
  moved(fixed, own) {
    const scene = this.words();
    return fixed.filter(([name, text, usual]) => {
      const now = scene[name] ?? usual, wanted = name === "seed" && own !== undefined ? String(own) : text;
      return now !== null && now !== undefined && !close(String(now), wanted);
    }).map(([name]) => name);
  }

  close() { this.watcher.disconnect(); }
}

/** @param {string} label @param {HTMLElement} input @param {string} help */
export const labelledField = (label, input, help = "") => node("label", { className: "kl-task-field" },
  node("span", { textContent: label }), input, ...(help ? [node("small", { textContent: help })] : []));
