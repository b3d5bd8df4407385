import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import { setImmediate } from "node:timers";
import { deflateSync } from "node:zlib";
import { flushTasks, data, putUp, slider, sweep, Thing, TONES } from "./stage.js";

globalThis.window ??= /** @type {any} */ ({ requestIdleCallback: (run) => queueMicrotask(run) });
const { mount, unmount } = await import("../../../assets/element/live-element.js");
const { QUIET_MS } = await import("../../../assets/base/announcement.js");

let page, places, drawings, states, background, sights, address, written;

function update(elementData, place = new Thing("div")) {
  const component = { data: elementData, parentElement: place, setStateValue: (_, text) => states.push(text), setTriggerValue: (name) => states.push(`!${name}`) };
  if (!places.includes(place)) places.push(place);
  mount(/** @type {any} */ (component));
  return place;
}

async function mounted(more = {}) {
  const place = update(data(more));
  for (let k = 0; k < 50_000 && !place.children.length; k++) await new Promise(setImmediate);      // modules and sweeps are loading
  await flushTasks();
  window.dispatchEvent(new Event("keydown"));      // the visitor has begun to use the page
  return { place, live: place.children.at(-1).live };
}

const drawingsOf = (kind = "plane") => drawings.filter((drawing) => drawing.item.kind === kind);

describe("a live element", () => {
  beforeEach(() => {
    [places, drawings, states, sights, written, background] = [[], [], [], [], [], "rgb(255, 255, 255)"];
    address = new URL("http://test/svm?tau=0.2");
    page = putUp({ drawn: drawings, sights, written, address, background: () => background });
  });

  afterEach(() => {
    for (const place of places) unmount(/** @type {any} */ (place));
    mock.timers.reset();
    Object.assign(globalThis, page);
  });

  test("it draws the frame of the slider's stop, and sets the attributes that tests read", async () => {
    const { live } = await mounted();
    assert.equal(drawingsOf().at(-1).frame.get("train_error"), 0.2);
    assert.deepEqual([live.root.dataset.ready, live.root.dataset.stop], ["1", "1"]);
    assert.equal(live.address(), "tau=0.2&loss=hinge");
  });

  test("packed sweeps are unpacked first", async () => {
    const { sweep: plain, ...rest } = sweep();
    const { live } = await mounted({ sweeps: [{ ...rest, sweep: deflateSync(JSON.stringify(plain)).toString("base64") }] });
    assert.equal(live.player.frame.get("train_error"), 0.2);
  });

  test("a move draws at once; the page gets the setting once, after the release", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { live } = await mounted();
    live.player.move("tau", 0.4);
    assert.equal(drawingsOf().at(-1).frame.get("train_error"), 0.1);
    assert.deepEqual(states, []);
    live.player.settle();
    live.player.settle();
    assert.deepEqual(states, ["tau=0.4&loss=hinge"]);
  });

  test("a run of the page for another reason keeps a setting that is not sent yet", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { place, live } = await mounted();
    live.player.move("tau", 0.4);
    update(data({ sweeps: [] }), place);
    assert.equal(live.player.scene.tau, "0.4");
    update(data({ query: "tau=0.1&loss=hinge", sweeps: [] }), place);
    assert.equal(live.player.scene.tau, "0.1", "another address is adopted");
    assert.equal(place.children.length, 1, "the element was not rebuilt");
  });

  test("answers are matched to sent addresses by value, and late sweeps are ignored", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { place, live } = await mounted();
    for (const stop of [0.4, 0.1]) { live.player.move("tau", stop); live.player.settle(); }
    assert.equal(live.unacknowledged.length, 2);
    update(data({ query: "loss=hinge&tau=0.40&lam=", sweeps: [sweep([9, 9, 9])] }), place);
    assert.deepEqual(live.unacknowledged, ["tau=0.1&loss=hinge"]);
    assert.equal(live.player.frame.get("train_error"), 0.3, "the settings have changed since");
    update(data({ query: "tau=0.1&loss=hinge", sweeps: [sweep([7, 8, 9])] }), place);
    assert.deepEqual(live.unacknowledged, []);
    assert.equal(live.player.frame.get("train_error"), 7, "the sweep of the answer is shown");
  });

  test("a release writes the address at once, without an answer of the server", async () => {
    const { live } = await mounted({ written_words: ["tau"] });
    for (const stop of [0.4, 0.1]) { live.player.move("tau", stop); live.player.settle(); }
    assert.deepEqual(written, ["?tau=0.4", "?tau=0.1"]);
  });

  test("its colours follow the theme", async () => {
    const { live } = await mounted();
    assert.deepEqual([live.root.dataset.theme, live.root.style.tones["--kl-ground"]], ["light", "#ffffff"]);
    assert.equal(drawingsOf().at(-1).palette, TONES.light);
    const before = drawings.length;
    live.updateTheme();
    assert.equal(drawings.length, before, "the same theme changes nothing");
    background = "rgb(14, 17, 23)";
    const event = new Event("transitionend");
    live.root.dispatchEvent(event);
    assert.deepEqual([live.root.dataset.theme, live.root.style.tones["--kl-ground"]], ["dark", "#000000"]);
    assert.equal(drawings.length > before && drawingsOf().at(-1).palette, TONES.dark);
  });

  test("the theme is read once for all elements, and again after a change", async () => {
    await mounted();
    let readings = 0;
    const read = globalThis.getComputedStyle;
    globalThis.getComputedStyle = /** @type {any} */ ((/** @type {any} */ root) => { readings++; return read(root); });
    const { live } = await mounted({ name: "more" });
    assert.deepEqual([readings, live.root.dataset.theme, document.documentElement.dataset.picturesTheme], [0, "light", "light"]);
    background = "rgb(14, 17, 23)";
    live.root.dispatchEvent(new Event("transitionend"));
    assert.deepEqual([readings, live.root.dataset.theme, document.documentElement.dataset.picturesTheme], [1, "dark", "dark"]);
  });

  test("an element is drawn again when its size has changed, and only then", async () => {
    const { live } = await mounted(), watcher = sights.find((watcher) => watcher.observed.includes(live.root));
    const see = (width) => { drawings.length = 0; watcher.see([{ target: live.root, contentRect: { width, height: 400 } }]); return drawingsOf().length; };
    assert.deepEqual([see(800), see(800), see(700)], [0, 0, 1]);
    assert.deepEqual([see(1600), live.stage.small], [1, 15], "the labels of a wide element are larger");
  });

  test("the text for screen readers begins with the step's question and its controls", async () => {
    const { live } = await mounted({ question: "What does τ change?", main: [{ kind: "plane", label: "The plane", edit: true }], side: [{ ...slider("tau", "τ"), label: "bandwidth" }] });
    assert.match(live.summary.textContent, /^What does τ change\? Sliders: τ \(bandwidth\)\. Points can be moved, added and removed\.$/, "pictures have texts of their own");
    let writes = 0;
    const { textContent } = live.summary;
    Object.defineProperty(live.summary, "textContent", { get: () => textContent, set: () => { writes++; } });
    mock.timers.enable({ apis: ["setTimeout"] });
    live.player.move("tau", 0.4);
    live.player.settle();
    assert.equal(live.voice.textContent ?? "", "", "first all pictures get their texts");
    mock.timers.tick(QUIET_MS);
    assert.equal(live.voice.textContent, "τ = 0.40", "a change is announced alone");
    assert.equal(writes, 0, "an equal text is not written again");
  });

  test("numbers that arrive before the first press or key are not announced", async () => {
    const { live } = await mounted();
    mock.timers.enable({ apis: ["setTimeout"] });
    live.isUsed = false;
    Object.assign(live.views[0], { summary: () => "Test error 9 %" });
    live.describe();
    mock.timers.tick(QUIET_MS);
    assert.equal(live.voice.textContent ?? "", "");
    window.dispatchEvent(new Event("input"));
    live.player.move("tau", 0.4);
    live.player.settle();
    mock.timers.tick(QUIET_MS);
    assert.equal(live.voice.textContent, "τ = 0.40, Test error 9 %");
  });

  test("numbers that were there when the focus came are not announced", async () => {
    const { live } = await mounted();
    mock.timers.enable({ apis: ["setTimeout"] });
    Object.assign(live.views[0], { summary: () => "Test error 9 %" });
    live.root.dispatchEvent(new Event("focusin"));
    live.describe();
    mock.timers.tick(QUIET_MS);
    assert.equal(live.voice.textContent ?? "", "");
  });

  test("the numbers of a change follow another announcement, such as that of an undo", async () => {
    const { live } = await mounted();
    mock.timers.enable({ apis: ["setTimeout"] });
    live.player.move("tau", 0.4);
    live.player.settle();
    live.stage.announce("undone");
    assert.equal(live.voice.textContent, "undone");
    mock.timers.tick(QUIET_MS);
    assert.equal(live.voice.textContent, "τ = 0.40");
  });

  test("a change is announced without the focused slider's value and without unchanged settings", async () => {
    const { live } = await mounted({ side: [slider("tau", "τ"), slider("lam", "λ")] });
    mock.timers.enable({ apis: ["setTimeout"] });
    const set = (text) => { live.player.move("tau", text); live.player.settle(); mock.timers.tick(QUIET_MS); };
    Object.assign(live.views[0], { summary: () => "Test error 9 %" });
    globalThis.document = /** @type {any} */ ({ ...document, activeElement: Object.assign(new Thing("input"), { dataset: { along: "tau" }, closest: () => null }) });
    set(0.4);
    assert.equal(live.voice.textContent, "Test error 9 %", "screen readers read out τ from its slider");
    await flushTasks();
    globalThis.document = /** @type {any} */ ({ ...document, activeElement: new Thing("p") });
    set(0.1);
    assert.equal(live.voice.textContent, "τ = 0.10, Test error 9 %");
    Object.assign(live.views[0], { summary: () => "The step costs 1.2." });
    Object.assign(live.views[1], { summary: () => "Test error 9 %" });
    set(0.4);
    assert.equal(live.voice.textContent, "τ = 0.40, The step costs 1.2. Test error 9 %", "no comma follows a sentence");
  });

  test("a sweep that arrives during a drag is described after the release, once", async () => {
    const { live } = await mounted(), descriptions = [], { player } = live;
    mock.timers.enable({ apis: ["setTimeout"] });
    for (const view of live.views) Object.assign(view, { describe: (text) => descriptions.push(text), item: { ...view.item, kind: "curve" } });
    player.hold(true);
    player.move("tau", 0.4);
    for (const moment of ["arrived", "preview", "ready"]) player.dispatch(moment);
    assert.deepEqual([descriptions, live.voice.textContent ?? ""], [[], ""], "nothing during the drag");
    player.hold(false);
    mock.timers.tick(QUIET_MS);
    assert.deepEqual([descriptions.length, live.voice.textContent], [live.views.length, "τ = 0.40"]);
    live.voice.textContent = "";
    player.settle();
    mock.timers.tick(QUIET_MS);
    assert.equal(live.voice.textContent, "", "it was announced at the release");
  });

  test("an element of its own is silent while the focus is in another", async () => {
    const { live } = await mounted();
    mock.timers.enable({ apis: ["setTimeout"] });
    globalThis.document = /** @type {any} */ ({ ...document, activeElement: Object.assign(new Thing("input"), { closest: () => new Thing("div") }) });
    live.player.move("tau", 0.4);
    live.player.settle();
    mock.timers.tick(QUIET_MS);
    assert.equal(live.voice.textContent ?? "", "");
  });

  test("the progress of a long sweep is announced once", async () => {
    const { live } = await mounted();
    const spokenText = () => live.voice.textContent;
    live.player.dispatch("progress", { done: 1, of: 9 });
    assert.match(spokenText(), /1 of 9/);
    live.player.dispatch("progress", { done: 2, of: 9 });
    assert.match(spokenText(), /1 of 9/);
    assert.match(live.wait.textContent, /2 of 9/);
    live.player.dispatch("progress", {});
    assert.ok(live.wait.hidden);
  });

  test("of elements in a group the one with the focus announces changes, else the first", async () => {
    const first = await mounted({ group: "main" }), second = await mounted({ name: "more", group: "main", palette: undefined });
    const at = (thing) => { globalThis.document = /** @type {any} */ ({ ...document, activeElement: thing }); };
    const speaking = () => [first.live.speaks, second.live.speaks];
    assert.deepEqual(speaking(), [true, false], "no element has the focus");
    at(new Thing("p"));
    assert.deepEqual(speaking(), [true, false]);
    at(second.live.root);
    assert.deepEqual(speaking(), [false, true]);
    first.live.player.dispatch("progress", { done: 1, of: 9 });
    assert.equal(first.live.voice.textContent ?? "", "");
    assert.match(second.live.voice.textContent, /1 of 9/);
  });

  test("a view of a following element is drawn and fetched only when it comes near the window", async () => {
    await mounted({ group: "main" });
    const { live } = await mounted({ name: "more", group: "main", palette: undefined, main: [{ kind: "plane", label: "B", with: { loss: "squared" } }] });
    const [{ box }] = live.views, sight = sights.find((drawing) => drawing.observed.includes(box));
    sight.see([{ target: box, isIntersecting: false }, { target: new Thing("p"), isIntersecting: true }]);
    assert.equal(live.views[0].isNear, false);
    assert.deepEqual(live.player.variants, []);
    live.player.move("tau", 0.4);
    assert.ok(live.views[0].isLate);
    sight.see([{ target: box, isIntersecting: true }]);
    assert.deepEqual([live.views[0].isNear, live.views[0].isLate], [true, false]);
    assert.deepEqual(live.player.variants, [{ loss: "squared" }]);
  });

  test("a view that is out of sight while the colours change has the new ones when it comes near", async () => {
    const { live } = await mounted({ main: [{ kind: "plane", label: "A" }, { kind: "plane", label: "B" }] });
    const b = live.views[1], changes = () => drawingsOf().filter(({ item }) => item.label === "B").map(({ changed }) => changed);
    b.isNear = false;
    drawings.length = 0;
    live.redraw();
    assert.deepEqual(changes(), []);
    b.isNear = true;
    live.catchUp(b);
    assert.deepEqual(changes(), [true, false], "for another frame, and for other colours");
    live.draw(b, live.player.frame);
    assert.deepEqual(changes(), [true, false, true], "once");
  });

  test("before printing every picture is drawn as lines, and then restored", async () => {
    const { live } = await mounted({ main: [{ kind: "plane", label: "A" }, { kind: "plane", label: "B" }] });
    const [a, b] = live.views;
    Object.assign(b, { isNear: false, isInside: false, isLate: true });
    drawings.length = 0;
    window.dispatchEvent(new Event("beforeprint"));
    assert.deepEqual(drawingsOf().map(({ item, changed, recording }) => [item.label, changed, recording]), [["A", false, true], ["B", true, true]]);
    assert.deepEqual([b.isNear, b.isInside, a.isNear, live.stage.recording], [false, false, undefined, false]);
  });

  test("before printing a visible picture that is missing is requested and marked", async () => {
    const { live } = await mounted({ frames: "/frames", main: [{ kind: "plane", label: "A" }, { kind: "plane", label: "B", with: { loss: "squared" } }, { kind: "plane", label: "C", with: { loss: "logistic" } }] });
    const [a, b, c] = live.views.filter(({ item }) => item.kind === "plane").map(({ box }) => box);
    c.visible = false;
    window.dispatchEvent(new Event("beforeprint"));
    assert.deepEqual([a, b, c].map((box) => box.names.has("is-missing")), [false, true, false]);
    assert.deepEqual(live.player.variants, [{ loss: "squared" }]);
  });

  test("without a frame nothing is drawn for printing", async () => {
    const { live } = await mounted({ frames: "/frames", sweeps: [] });
    assert.equal(live.player.frame, undefined);
    window.dispatchEvent(new Event("beforeprint"));
    assert.deepEqual(drawings, []);
  });

  test("the short text has the first two settings", async () => {
    const { live } = await mounted({ query: "tau=0.2&lam=0.1&c=0.4", side: [slider("tau", "τ"), slider("lam", "λ"), slider("c", "c")] });
    assert.equal(live.settingsText, "τ = 0.20, λ = 0.10");
  });

  test("a page that waits for the first picture gets “ready” once", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { live } = await mounted({ waiting: true });
    assert.deepEqual(states, ["!ready"]);
    live.player.dispatch("ready");
    assert.deepEqual(states, ["!ready"]);
  });

});
