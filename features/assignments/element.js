// The live element of a task is the page's first live element with frames from the server. On a step that declares how
// its numbers are measured, it can also be an element with frames that are sent with the page, if they show the page's
// scene. The element appears after the panel, and the page may replace it at any time.

import { element as node } from "../../assets/base/dom.js";
import { goalRows } from "../../assets/furniture/challenge/goal-rows.js";
import { isMet } from "../../assets/base/conditions.js";
import { follow as followPointer, pressed } from "../../assets/input/pressed-pointers.js";

/** @typedef {[name: string, text: string, defaultText: string | null]} FixedField `defaultText`: the value if the address omits the field. */

/** @param {string} a @param {string} b */
const isClose = (a, b) => a === b || (a !== "" && b !== "" && Math.abs(Number(a) - Number(b)) <= 1e-9 * Math.max(1, Math.abs(Number(b))));

export class TaskElement {
  /**
   * @param {() => void} onChange called after every picture, and when the last pointer is lifted
   * @param {() => { measured: boolean } | undefined} task returns the current task
   */
  constructor(onChange, task) {
    this.onChange = onChange;
    this.task = task;
    /** @type {Live | undefined} */
    this.live = undefined;
    this.watcher = new MutationObserver(() => this.findElement());
    this.watcher.observe(document.body, { childList: true, subtree: true });
    this.findElement();
  }

  findElement() {
    if (this.live?.root.isConnected && !this.live.player.closed) return;
    const task = this.task(), roots = /** @type {LiveRoot[]} */ ([...document.querySelectorAll("[data-live]")]);
    const isTaskElement = (/** @type {Live | undefined} */ live) => live && !live.player.closed && (live.player.frames || (task?.measured && live.data.scene));
    const live = task && roots.map((root) => root.live).find(isTaskElement);
    if (!live || live === this.live) return;
    this.live = live;
    for (const type of ["paint", "settle"]) live.player.on(type, () => { if (this.live === live) this.onChange(); });
    followPointer(live.root, () => { if (this.live === live) this.onChange(); });
    this.onChange();
  }

  get player() { return this.live?.player; }

  /** Return the fields of the scene, by their names in the address. @returns {Scene} */
  addressFields(scene = this.player?.scene ?? {}) {
    const { scene: query = "", address_names: names = {} } = this.live?.data ?? {};
    const values = Object.entries(scene).map(([name, value]) => [names[name] ?? name, value]);
    return { ...Object.fromEntries(new URLSearchParams(query)), ...Object.fromEntries(values) };
  }

  /** The current frame; its scene names the fields as in the address. @returns {Frame | undefined} */
  get frame() {
    const frame = this.player?.frame;
    return frame && { ...frame, scene: this.addressFields(frame.scene) };
  }

  /** Whether no pointer is pressed, no key was just pressed, and the picture shows the current settings. */
  get isSettled() {
    const { player } = this, frame = player?.frame;
    return Boolean(player && frame && player.isResting && !pressed()
      && Object.entries(player.scene).every(([name, value]) => frame.scene[name] === undefined || String(frame.scene[name]) === String(value)));
  }

  /** The scene as a query string. */
  get scene() { return this.player?.query(this.addressFields()) ?? ""; }

  /** Return the rows that show a task's goals; undefined if no live element is found. @param {Parameters<typeof goalRows>[0]} task */
  rows(task) { return this.live ? goalRows(task, this.live.stage) : undefined; }

  /** Return whether the current frame meets these conditions. @param {Condition[]} conditions */
  isMetBy(conditions) { return Boolean(this.frame && isMet(conditions, this.frame)); }

  /**
   * Return the names of fields that differ from `fixed`.
   * @param {FixedField[]} fixed @param {number | undefined} ownSeed the seed that belongs to the student's code
   */
  changedFields(fixed, ownSeed) {
    const scene = this.addressFields();
    return fixed.filter(([name, text, defaultText]) => {
      const value = scene[name] ?? defaultText, expectedText = name === "seed" && ownSeed !== undefined ? String(ownSeed) : text;
      return value !== null && value !== undefined && !isClose(String(value), expectedText);
    }).map(([name]) => name);
  }

  close() { this.watcher.disconnect(); }
}

/** @param {string} label @param {HTMLElement} input @param {string} help */
export const labelledField = (label, input, help = "") => node("label", { className: "kl-task-field" },
  node("span", { textContent: label }), input, ...(help ? [node("small", { textContent: help })] : []));
