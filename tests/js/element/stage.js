// The parts of a browser that a live element needs, for tests in Node.

import { setImmediate } from "node:timers";

export const STOPS = [0.1, 0.2, 0.4];
export const TONES = { light: { ground: "#ffffff", heat_zero: "#ffffff", heat_negative: "#ff0000", heat_positive: "#0000ff" }, dark: { ground: "#000000", heat_zero: "#000000", heat_negative: "#ff0000", heat_positive: "#0000ff" } };
// A view that records what it should draw.
export const MODULE = `data:text/javascript,export const kinds = { plane: (...all) => globalThis.makeView(...all), slider: (...all) => globalThis.makeView(...all) }`;
const NAMES = ["window", "document", "location", "history", "getComputedStyle", "MutationObserver", "ResizeObserver", "IntersectionObserver", "addEventListener", "removeEventListener", "Node", "Element", "makeView", "fetch"];

// An element with the methods that the controls of a live element need.
export class Thing extends EventTarget {
  /** @type {any[]} */ children = [];
  dataset = {};
  attributes = {};
  /** @type {Thing | undefined} */ parentNode;
  visible = true;
  style = { tones: {}, setProperty(name, value) { this.tones[name] = value; } };
  names = new Set();
  constructor(tag) { super(); this.tag = tag; }
  get classList() {
    return { toggle: (name, on = !this.names.has(name)) => { if (on) this.names.add(name); else this.names.delete(name); }, contains: (name) => this.names.has(name) };
  }
  append(...more) { this.children.push(...more); for (const child of more) if (child instanceof Thing) child.parentNode = this; }
  prepend(...more) { this.children.unshift(...more); }
  remove() { this.gone = true; }
  setAttribute(name, value) { this.attributes[name] = value; }
  contains(other) { return other === this || this.children.some((child) => child.contains?.(other)); }
  all() { return this.children.flatMap((child) => [child, ...(child.all?.() ?? [])]); }
  querySelectorAll(selector) { return this.all().filter((child) => child.tag === selector || (selector[0] === "." && String(child.className ?? "").split(" ").includes(selector.slice(1)))); }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
  closest(selector) { return selector === "[data-live]" && "live" in this.dataset ? this : null; }
  matches() { return false; }
  getClientRects() { return [1]; }
  checkVisibility() { return this.visible; }
  get isConnected() { return true; }
}

export const flushTasks = async () => { for (let k = 0; k < 50; k++) await new Promise(setImmediate); };
export const sweep = (errors = [0.3, 0.2, 0.1], along = "tau") => ({ fields: {}, along, sweep: { meta: { along }, tensors: { stops: { shape: [3], fixed: true, data: STOPS }, train_error: { shape: [3], data: errors } } } });
export const slider = (along, symbol) => ({ kind: "slider", along, symbol, stops: STOPS, ticks: [] });
export const data = (more = {}) => ({
  name: "main", query: "tau=0.2&loss=hinge", view: {}, modules: { plane: MODULE, slider: MODULE }, palette: TONES, frames: null, grid: 5, stops: 3,
  main: [{ kind: "plane", label: "The plane" }], side: [slider("tau", "τ")], sweeps: [sweep()], ...more,
});

/**
 * Replaces a browser's globals by ones that record what happens; returns the former ones, for Object.assign.
 * @param {{ drawn: any[], sights: any[], written: string[], address: URL, background: () => string }} seen
 */
export function putUp({ drawn, sights, written, address, background }) {
  const before = Object.fromEntries(NAMES.map((name) => [name, globalThis[name]]));
  const window = new EventTarget(), document = { createElement: (tag) => new Thing(tag), querySelector: () => null, querySelectorAll: () => [], activeElement: null, body: null, documentElement: { dataset: {} } };
  class Watcher { constructor(see) { this.see = see; sights.push(this); } observed = []; observe(child) { this.observed.push(child); } disconnect() {} }
  class TextWatcher { observe(child) { if (!child) throw new TypeError("There is no node to observe."); } disconnect() {} }
  Object.assign(globalThis, {
    window, document, location: address, history: { state: null, pushState: (_, __, url) => { address.href = url.href; written.push(url.search); } },
    getComputedStyle: () => ({ backgroundColor: background() }), MutationObserver: TextWatcher, ResizeObserver: Watcher, IntersectionObserver: Watcher, Element: Thing,
    addEventListener: window.addEventListener.bind(window), removeEventListener: window.removeEventListener.bind(window), Node: { DOCUMENT_POSITION_FOLLOWING: 4 },
    fetch: () => new Promise(() => {}),
    makeView: (box, item, player, stage) => {
      if (item.canvas !== false && item.kind === "plane") box.append(new Thing("canvas"));
      return { draw: (frame, changed) => drawn.push({ item, frame, changed, recording: stage.recording, palette: stage.palette }), describe() {}, marks: true };
    },
  });
  return before;
}
