import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import { setImmediate } from "node:timers";
import { deflateSync, gzipSync } from "node:zlib";
import { field } from "../../../assets/base/sweep-decoder.js";
import { encode } from "../safetensors.js";

globalThis.window ??= /** @type {any} */ ({ requestIdleCallback: (run) => queueMicrotask(run) });
const { mount, unmount } = await import("../../../assets/element/live-element.js");

const STOPS = [0.1, 0.2, 0.4];
const TONES = { light: { ground: "#ffffff", heat_zero: "#ffffff", heat_negative: "#ff0000", heat_positive: "#0000ff" }, dark: { ground: "#000000", heat_zero: "#000000", heat_negative: "#ff0000", heat_positive: "#0000ff" } };
// A view that writes down what it is asked to draw.
const MODULE = `data:text/javascript,export const kinds = { plane: (...all) => globalThis.makeView(...all), slider: (...all) => globalThis.makeView(...all) }`;
const NAMES = ["window", "document", "location", "history", "getComputedStyle", "ResizeObserver", "IntersectionObserver", "addEventListener", "removeEventListener", "Node", "Element", "makeView", "fetch"];

// As much of an element as the furniture of a live element needs.
class Thing extends EventTarget {
  /** @type {any[]} */ children = [];
  dataset = {};
  attributes = {};
  visible = true;
  style = { tones: {}, setProperty(name, value) { this.tones[name] = value; } };
  names = new Set();
  constructor(tag) { super(); this.tag = tag; }
  get classList() {
    return { toggle: (name, on = !this.names.has(name)) => { if (on) this.names.add(name); else this.names.delete(name); }, contains: (name) => this.names.has(name) };
  }
  append(...more) { this.children.push(...more); }
  remove() { this.gone = true; }
  setAttribute(name, value) { this.attributes[name] = value; }
  contains(other) { return other === this || this.children.some((child) => child.contains?.(other)); }
  all() { return this.children.flatMap((child) => [child, ...(child.all?.() ?? [])]); }
  querySelectorAll(selector) { return this.all().filter((one) => one.tag === selector || (selector[0] === "." && String(one.className ?? "").split(" ").includes(selector.slice(1)))); }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
  closest(selector) { return selector === "[data-live]" && "live" in this.dataset ? this : null; }
  matches() { return false; }
  getClientRects() { return [1]; }
  checkVisibility() { return this.visible; }
  get isConnected() { return true; }
}

let page, places, drawn, states, background, sights, address, written;

const calm = async () => { for (let k = 0; k < 50; k++) await new Promise(setImmediate); };
const sweep = (errors = [0.3, 0.2, 0.1], along = "tau") => ({ fields: {}, along, sweep: { meta: { along }, tensors: { stops: { shape: [3], fixed: true, data: STOPS }, train_error: { shape: [3], data: errors } } } });
const slider = (along, symbol) => ({ kind: "slider", along, symbol, stops: STOPS, ticks: [] });
const data = (more = {}) => ({
  name: "main", query: "tau=0.2&loss=hinge", view: {}, modules: { plane: MODULE, slider: MODULE }, palette: TONES, frames: null, grid: 5, stops: 3,
  main: [{ kind: "plane", label: "The plane" }], side: [slider("tau", "τ")], sweeps: [sweep()], ...more,
});

function told(given, place = new Thing("div")) {
  const component = { data: given, parentElement: place, setStateValue: (_, text) => states.push(text), setTriggerValue: (name) => states.push(`!${name}`) };
  if (!places.includes(place)) places.push(place);
  mount(/** @type {any} */ (component));
  return place;
}

async function mounted(more = {}) {
  const place = told(data(more));
  for (let k = 0; k < 50_000 && !place.children.length; k++) await new Promise(setImmediate);      // modules and sweeps are on their way
  await calm();
  return { place, live: place.children.at(-1).live };
}

const shown = (kind = "plane") => drawn.filter((one) => one.item.kind === kind);

describe("a live element", () => {
  beforeEach(() => {
    page = Object.fromEntries(NAMES.map((name) => [name, globalThis[name]]));
    [places, drawn, states, sights, written, background] = [[], [], [], [], [], "rgb(255, 255, 255)"];
    address = new URL("http://test/svm?tau=0.2");
    const window = new EventTarget(), document = { createElement: (tag) => new Thing(tag), querySelector: () => null, querySelectorAll: () => [], activeElement: null, body: null };
    class Watcher { constructor(see) { this.see = see; sights.push(this); } observed = []; observe(one) { this.observed.push(one); } disconnect() {} }
    Object.assign(globalThis, {
      window, document, location: address, history: { state: null, pushState: (_, __, url) => { address.href = url.href; written.push(url.search); } },
      getComputedStyle: () => ({ backgroundColor: background }), ResizeObserver: Watcher, IntersectionObserver: Watcher, Element: Thing,
      addEventListener: window.addEventListener.bind(window), removeEventListener: window.removeEventListener.bind(window), Node: { DOCUMENT_POSITION_FOLLOWING: 4 },
      fetch: () => new Promise(() => {}),
      makeView: (box, item, player, stage) => {
        if (item.canvas !== false && item.kind === "plane") box.append(new Thing("canvas"));
        return { draw: (frame, changed) => drawn.push({ item, frame, changed, recording: stage.recording, palette: stage.palette }), describe() {}, marks: true };
      },
    });
  });

  afterEach(() => {
    for (const place of places) unmount(/** @type {any} */ (place));
    mock.timers.reset();
    Object.assign(globalThis, page);
  });

  test("it draws the frame under the slider, and says so where tests read it", async () => {
    const { live } = await mounted();
    assert.equal(shown().at(-1).frame.get("train_error"), 0.2);
    assert.deepEqual([live.root.dataset.ready, live.root.dataset.stop], ["1", "1"]);
    assert.equal(live.address(), "tau=0.2&loss=hinge");
  });

  test("sweeps that travel packed are unpacked first", async () => {
    const { sweep: plain, ...rest } = sweep();
    const { live } = await mounted({ sweeps: [{ ...rest, sweep: deflateSync(JSON.stringify(plain)).toString("base64") }] });
    assert.equal(live.player.frame.get("train_error"), 0.2);
  });

  test("a hand moves the picture at once; the page is told when it rests, once", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { live } = await mounted();
    live.player.move("tau", 0.4);
    assert.equal(shown().at(-1).frame.get("train_error"), 0.1);
    assert.deepEqual(states, []);
    live.player.settle();
    live.player.settle();
    assert.deepEqual(states, ["tau=0.4&loss=hinge"]);
  });

  test("a run of the page for another reason leaves what the hand has set", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { place, live } = await mounted();
    live.player.move("tau", 0.4);
    told(data({ sweeps: [] }), place);
    assert.equal(live.player.scene.tau, "0.4");
    told(data({ query: "tau=0.1&loss=hinge", sweeps: [] }), place);
    assert.equal(live.player.scene.tau, "0.1", "another address is news");
    assert.equal(place.children.length, 1, "nothing was built anew");
  });

  test("answers are matched to what was told, however numbers are written, and late sweeps are left aside", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { place, live } = await mounted();
    for (const stop of [0.4, 0.1]) { live.player.move("tau", stop); live.player.settle(); }
    assert.equal(live.unacknowledged.length, 2);
    told(data({ query: "loss=hinge&tau=0.40&lam=", sweeps: [sweep([9, 9, 9])] }), place);
    assert.deepEqual(live.unacknowledged, ["tau=0.1&loss=hinge"]);
    assert.equal(live.player.frame.get("train_error"), 0.3, "the hand has moved on since");
    told(data({ query: "tau=0.1&loss=hinge", sweeps: [sweep([7, 8, 9])] }), place);
    assert.deepEqual(live.unacknowledged, []);
    assert.equal(live.player.frame.get("train_error"), 7, "what came with the answer is shown");
  });

  test("what is let go stands in the address at once, whether the server answers or not", async () => {
    const { live } = await mounted({ moved: ["tau"] });
    for (const stop of [0.4, 0.1]) { live.player.move("tau", stop); live.player.settle(); }
    assert.deepEqual(written, ["?tau=0.4", "?tau=0.1"]);
  });

  test("its colours are those of the theme, and follow it", async () => {
    const { live } = await mounted();
    assert.deepEqual([live.root.dataset.theme, live.root.style.tones["--kl-ground"]], ["light", "#ffffff"]);
    assert.equal(shown().at(-1).palette, TONES.light);
    const before = drawn.length;
    live.theme();
    assert.equal(drawn.length, before, "the same theme changes nothing");
    background = "rgb(14, 17, 23)";
    const event = new Event("transitionend");
    live.root.dispatchEvent(event);
    assert.deepEqual([live.root.dataset.theme, live.root.style.tones["--kl-ground"]], ["dark", "#000000"]);
    assert.equal(drawn.length > before && shown().at(-1).palette, TONES.dark);
  });

  test("how far a long sweep is is told aloud once", async () => {
    const { live } = await mounted();
    const heard = () => live.voice.textContent;
    live.player.dispatch("progress", { done: 1, of: 9 });
    assert.match(heard(), /1 of 9/);
    live.player.dispatch("progress", { done: 2, of: 9 });
    assert.match(heard(), /1 of 9/);
    assert.match(live.wait.textContent, /2 of 9/);
    live.player.dispatch("progress", {});
    assert.ok(live.wait.hidden);
  });

  test("of elements that move together the one with the keyboard speaks, else the first", async () => {
    const first = await mounted({ group: "main" }), second = await mounted({ name: "more", group: "main", palette: undefined });
    const at = (thing) => { globalThis.document = /** @type {any} */ ({ ...document, activeElement: thing }); };
    const speaking = () => [first.live.speaks, second.live.speaks];
    assert.deepEqual(speaking(), [true, false], "the keyboard is nowhere");
    at(new Thing("p"));
    assert.deepEqual(speaking(), [true, false]);
    at(second.live.root);
    assert.deepEqual(speaking(), [false, true]);
    first.live.player.dispatch("progress", { done: 1, of: 9 });
    assert.equal(first.live.voice.textContent ?? "", "");
    assert.match(second.live.voice.textContent, /1 of 9/);
  });

  test("what follows another element is drawn when it comes near the window, and fetched no sooner", async () => {
    await mounted({ group: "main" });
    const { live } = await mounted({ name: "more", group: "main", palette: undefined, main: [{ kind: "plane", label: "B", with: { loss: "squared" } }] });
    const [{ box }] = live.views, sight = sights.find((one) => one.observed.includes(box));
    sight.see([{ target: box, isIntersecting: false }, { target: new Thing("p"), isIntersecting: true }]);
    assert.equal(live.views[0].seen, false);
    assert.deepEqual(live.player.variants, []);
    live.player.move("tau", 0.4);
    assert.ok(live.views[0].late);
    sight.see([{ target: box, isIntersecting: true }]);
    assert.deepEqual([live.views[0].seen, live.views[0].late], [true, false]);
    assert.deepEqual(live.player.variants, [{ loss: "squared" }]);
  });

  test("for paper every picture is drawn, as lines, and is as before afterwards", async () => {
    const { live } = await mounted({ main: [{ kind: "plane", label: "A" }, { kind: "plane", label: "B" }] });
    const [a, b] = live.views;
    Object.assign(b, { seen: false, inside: false, late: true });
    drawn.length = 0;
    window.dispatchEvent(new Event("beforeprint"));
    assert.deepEqual(shown().map(({ item, changed, recording }) => [item.label, changed, recording]), [["A", false, true], ["B", true, true]]);
    assert.deepEqual([b.seen, b.inside, a.seen, live.stage.recording], [false, false, undefined, false]);
  });

  test("for paper a visible picture that has not come is asked for, and its place says so", async () => {
    const { live } = await mounted({ frames: "/frames", main: [{ kind: "plane", label: "A" }, { kind: "plane", label: "B", with: { loss: "squared" } }, { kind: "plane", label: "C", with: { loss: "logistic" } }] });
    const [a, b, c] = live.views.filter(({ item }) => item.kind === "plane").map(({ box }) => box);
    c.visible = false;
    window.dispatchEvent(new Event("beforeprint"));
    assert.deepEqual([a, b, c].map((box) => box.names.has("kl-not-here")), [false, true, false]);
    assert.deepEqual(live.player.variants, [{ loss: "squared" }]);
  });

  test("before anything is shown there is nothing to print", async () => {
    const { live } = await mounted({ frames: "/frames", sweeps: [] });
    assert.equal(live.player.frame, undefined);
    window.dispatchEvent(new Event("beforeprint"));
    assert.deepEqual(drawn, []);
  });

  test("what is set, in few words, are its first two settings", async () => {
    const { live } = await mounted({ query: "tau=0.2&lam=0.1&c=0.4", side: [slider("tau", "τ"), slider("lam", "λ"), slider("c", "c")] });
    assert.equal(live.set, "τ = 0.20, λ = 0.10");
  });

  test("a page that waits for the first picture hears of it once", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { live } = await mounted({ waiting: true });
    assert.deepEqual(states, ["!ready"]);
    live.player.dispatch("ready");
    assert.deepEqual(states, ["!ready"]);
  });

  test("a handout's sweeps along one slider are also those along the other one, and the page's number is the stop", async () => {
    const packed = (lam, errors) => gzipSync(new Uint8Array(encode({ stops: ["F64", [3], STOPS], x: ["F64", [2], [1, 2]], train_error: ["F64", [3], errors], field: ["I8", [3, 1, 2], errors.flatMap((e) => [e * 10, 4 * lam])] }, { scale: String(lam) }))).toString("base64");
    const rows = [[0.5, [3, 2, 1]], [1, [6, 5, 4]]].map(([lam, errors]) => ({ along: "tau", fields: { lam, loss: "hinge" }, packed: packed(lam, errors) }));
    const side = [slider("tau", "τ"), { ...slider("lam", "λ"), stops: [0.5, 1] }];
    const { sweeps: _, ...element } = data({ side, query: "tau=0.20&lam=1&loss=hinge" });
    const place = new Thing("div"), theme = new Thing("button"), ids = { element: { textContent: JSON.stringify(element) }, sweeps: { textContent: JSON.stringify(rows) }, picture: place, theme };
    Object.assign(document, { getElementById: (id) => ids[id], documentElement: { dataset: {} } });
    globalThis.matchMedia = /** @type {any} */ (() => ({ matches: true, addEventListener() {} }));
    places.push(place);
    await import("../../../assets/element/handout.js");
    await calm();
    const { live } = place.children.at(-1), { player } = live, seen = () => [player.frame.get("train_error"), ...field(player.frame.sweep, player.frame.stop)];
    assert.equal(document.documentElement.dataset.theme, "dark");
    assert.deepEqual([player.frame.along, seen()], ["tau", [5, 50, 4]]);
    player.move("tau", 0.4);
    assert.deepEqual(seen(), [4, 40, 4]);
    player.move("lam", 0.5);
    assert.deepEqual(seen(), [1, 5, 1]);
    player.active = "lam";
    player.move("lam", 1);
    assert.deepEqual([[...player.find(player.scene, "lam").sweep.stops], seen()], [[0.5, 1], [4, 40, 4]]);
  });

  test("a handout with one slider has its sweep", async () => {
    const packed = gzipSync(new Uint8Array(encode({ stops: ["F64", [3], STOPS], train_error: ["F64", [3], [3, 2, 1]] }))).toString("base64");
    const { sweeps: _, ...element } = data(), place = new Thing("div");
    const ids = { element: { textContent: JSON.stringify(element) }, sweeps: { textContent: JSON.stringify([{ along: "tau", fields: { loss: "hinge" }, packed }]) }, picture: place, theme: new Thing("button") };
    Object.assign(document, { getElementById: (id) => ids[id], documentElement: { dataset: {} } });
    globalThis.matchMedia = /** @type {any} */ (() => ({ matches: false, addEventListener() {} }));
    places.push(place);
    const again = "../../../assets/element/handout.js?one-slider";
    await import(again);
    await calm();
    assert.equal(place.children.at(-1).live.player.frame.get("train_error"), 2);
  });
});
