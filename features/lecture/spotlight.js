// A spotlight and a zoom that follow the mouse, for a lecturer who points at the projected picture.

import { element } from "../../assets/base/dom.js";

const ZOOM_FACTOR = 2;

/** Compute the shift that keeps the point under the mouse fixed when an element is enlarged by `times` from its
 * corner at (left, top).
 * @param {{ x: number, y: number }} mouse @param {{ left: number, top: number }} corner */
export const shift = ({ x, y }, { left, top }, times = ZOOM_FACTOR) => ({ x: -(x - left) * (times - 1), y: -(y - top) * (times - 1) });

export class Spotlight {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.veil = element("div", { className: "kl-lecture-spotlight", hidden: true });
    /** @type {HTMLElement | undefined} The enlarged element. */
    this.zoomedElement = undefined;
    this.corner = { left: 0, top: 0 };
    this.mouse = { x: innerWidth / 2, y: innerHeight / 2 };
    root.append(this.veil);
  }

  toggle() { this.veil.hidden = !this.veil.hidden; this.follow(this.mouse); }

  /** @param {HTMLElement | undefined} stage The element in front. */
  toggleZoom(stage) {
    this.zoomedElement = this.zoomedElement || !stage ? undefined : stage;
    const { style } = document.documentElement;
    if (!this.zoomedElement) { style.removeProperty("--kl-near"); style.removeProperty("--kl-shift"); return; }
    const { left, top } = this.zoomedElement.getBoundingClientRect();
    this.corner = { left, top };
    style.setProperty("--kl-near", String(ZOOM_FACTOR));
    this.follow(this.mouse);
  }

  /** @param {{ x: number, y: number }} mouse */
  follow({ x, y }) {
    this.mouse = { x, y };
    this.veil.style.setProperty("--kl-x", `${x}px`);
    this.veil.style.setProperty("--kl-y", `${y}px`);
    if (!this.zoomedElement) return;
    const by = shift(this.mouse, this.corner);
    document.documentElement.style.setProperty("--kl-shift", `${by.x}px, ${by.y}px`);
  }

  close() {
    this.zoomedElement = document.documentElement;
    this.toggleZoom(undefined);
    this.veil.remove();
  }
}
