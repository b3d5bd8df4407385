// A live element: views, sliders, switches and read-outs that share a player.
// mount() is called at every run of the page's script: the first call builds the element, later calls update it
// or, if its items have changed, rebuild it.

import { DeferredRun } from "./deferred-run.js";
import { unpackSweeps } from "./packed-sweeps.js";
import { oneAtATime } from "./tabs.js";
import { pinPicture } from "./pinned-picture.js";
import { furnish, release } from "./picture-tools.js";
import { idle } from "./player.js";
import { playerOf } from "./player-group.js";
import { suits } from "../base/conditions.js";
import { floats, inline } from "../base/sweep-decoder.js";
import { coverItems } from "../furniture/challenge/prediction-covers.js";
import { costly, makers } from "./view-registry.js";
import { isForced, systemPalette, watchForcedColors } from "../draw/forced-colors.js";
import { heatTable } from "../draw/plane-layers.js";
import { announceAtRest } from "../base/announcement.js";
import { element, setProperties, setText } from "../base/dom.js";
import { HEADING } from "../base/streamlit.js";
import { pixelRatio } from "../base/display-scale.js";
import { changeText, settings, elementText, stepSummary, viewText } from "../base/text-alternative.js";

/** @type {("main" | "side" | "below")[]} */
const PLACES = ["main", "side", "below"];
const NEAR_MARGIN = "60%";              // how far below the window a later step is drawn in advance, as a share of the window's height
const READY_RETRY_MS = 8000;               // wait before "ready" is sent again, if the page did not answer
const WIDE_PX = 1500;            // an element that is at least this wide has larger labels
const instances = new WeakMap();
const pendingComponents = new Map();        // components whose modules or sweeps are loading, by parent
/** @type {ElementData["palette"]} The colours of both themes; elements that follow another element have none. */
let colors;
/** @type {Set<Component>} Components mounted before the first with colours. */
const colorless = new Set();

/** @param {Component} component */
export function mount(component) {
  const { data, parentElement } = component;
  if (!colors && !data.palette) { colorless.add(component); return; }
  colors ??= data.palette;
  for (const early of colorless) { colorless.delete(early); mount(early); }
  pendingComponents.delete(parentElement);                               // earlier data are outdated
  const unpacked = unpackSweeps(data);
  if (unpacked instanceof Promise) { continueWith(component, unpacked, (read) => mount({ ...component, data: read })); return; }
  if (unpacked !== data) { mount({ ...component, data: unpacked }); return; }
  const live = instances.get(parentElement);
  if (live && live.structure === structure(data)) { live.update(component); return; }
  const makersOrPromise = makers(placedItems(PLACES.flatMap((place) => data[place] ?? [])).map((item) => item.kind), data.modules);
  if (makersOrPromise instanceof Promise) continueWith(component, makersOrPromise, (all) => build(component, all)); else build(component, makersOrPromise);
}

/**
 * Continue once a promise is resolved.
 * @template Part @param {Component} component @param {Promise<Part>} promise @param {(part: Part) => void} act
 */
function continueWith(component, promise, act) {
  const { parentElement } = component;
  pendingComponents.set(parentElement, component);
  promise.then((part) => {
    if (pendingComponents.get(parentElement) !== component) return;      // unmounted or updated meanwhile
    pendingComponents.delete(parentElement);
    act(part);
  }, () => { parentElement.textContent = "A part of this picture could not be loaded. Reload the page."; });
}

/** @param {Component} component @param {Map<string, MakeView>} makers */
function build(component, makers) {
  const { parentElement } = component, former = instances.get(parentElement), sweeps = former?.player.sweeps;
  former?.close();
  instances.set(parentElement, new Live(component, makers, sweeps));
}

/** @param {HTMLElement} parentElement */
export function unmount(parentElement) {
  pendingComponents.delete(parentElement);
  for (const early of colorless) if (early.parentElement === parentElement) colorless.delete(early);
  instances.get(parentElement)?.close();
  instances.delete(parentElement);
}

// Return a text of all data that determine the element's structure. Of the sweeps only their presence is included;
// settings, `waiting` and `server_boxes` are left out.
/** @param {ElementData} data */
const structure = ({ query, view, scene, sweeps, waiting, server_boxes, ...rest }) => JSON.stringify(rest) + Boolean(sweeps);

/** @param {Item[]} items @returns {Item[]} */
const flatten = (items) => items.flatMap((item) => [item, ...flatten("items" in item ? item.items : [])]);

/**
 * Return the items that become views; only groups are flattened.
 * @param {Item[]} items @returns {Item[]}
 */
const placedItems = (items) => items.flatMap((item) => (item.kind === "group" ? placedItems(item.items) : [item]));

export class Live {
  /** @type {Component} */ component;
  /** @type {PlacedView[]} */ views = [];
  /** @type {string[]} Addresses sent to the page and not yet confirmed. */ unacknowledged = [];
  /** @type {string | undefined} The last address from the page. */ known;
  /** @type {string | undefined} The last text for screen readers. */ lastText;
  /** @type {readonly (string | undefined)[]} The settings in that text. */ lastSettings = [];
  /** @type {string | undefined} A short text about the settings. */ settingsText;
  /** @type {boolean} Whether "ready" was sent. */ hasSentReady = false;
  /** @type {boolean} Whether a frame was drawn. */ hasPainted = false;
  /** @type {number | undefined} The element's width in px. */ width;
  /** @type {boolean} Whether the descriptions wait for the end of a drag. */ isDescriptionDue = false;
  /** @type {HTMLElement} The step in words, for screen readers. */ summary;
  /** @type {HTMLElement} Changes, for screen readers. */ voice;
  /** @type {HTMLElement} Error messages. */ strip;
  /** @type {HTMLElement | undefined} The row of tools for its pictures. */ tools;
  /** @type {HTMLElement} */ bar;
  /** @type {HTMLElement} Progress of a long sweep. */ wait;
  /** @type {HTMLElement} The number of computed stops, and a button to compute all. */ stops;
  /** @type {ResizeObserver} */ watcher;
  /** @type {IntersectionObserver} Observes views near the window. */ nearObserver;
  /** @type {IntersectionObserver} */ insideObserver;
  /** @type {() => void} */ onBeforePrint;
  /** @type {string | undefined} The current colours, as one text. */ tones;
  /** @type {(() => void) | undefined} Cancels the announcement that waits. */ cancelAnnouncement;
  isUsed = false;        // whether the visitor has pressed or changed something on the page since this element was built
  closed = new AbortController();

  /** @param {Component} component @param {Map<string, MakeView>} makers @param {Map<string, Sweep> | undefined} sweeps */
  constructor(component, makers, sweeps) {
    const { data, parentElement } = component;
    this.component = component;
    this.makers = makers;
    this.structure = structure(data);
    this.data = data;
    this.root = element("div", { className: `kl-live ${data.side?.length ? "" : "kl-single-column"} ${data.wide ? "kl-wide" : ""}` });
    Object.assign(this.root.dataset, { live: data.name, painted: 0, ready: 0, stop: "" });
    Object.assign(this.root, { live: this });      // for scripts that only find the root
    this.items = flatten(PLACES.flatMap((place) => data[place] ?? []));
    this.follows = Boolean(data.group) && data.group !== data.name;     // another element sends the settings to the page
    const { player, isNew, leave } = playerOf(data, { ...data, sliders: this.sliders() });
    this.player = player;
    this.leave = leave;
    this.deferred = new DeferredRun(this);
    this.hasNewPlayer = isNew;
    if (sweeps) this.player.sweeps = sweeps;
    this.stage = this.makeStage(parentElement);
    const before = this.player.wishes.length;
    this.buildViews(parentElement);
    this.wishes = this.player.wishes.slice(before);
    this.listen();
    this.update(component, true);
    if (!this.hasNewPlayer) this.drawAtOnce();
  }

  /**
   * Create the stage that the views share; the theme adds the colours.
   * @param {HTMLElement} parentElement
   */
  makeStage(parentElement) {
    const bayes = new WeakMap(), items = this.items;
    /** @type {Partial<Stage>} */
    const stage = {
      name: this.data.name,
      home: this.data.home,
      items,
      views: () => this.views,
      small: 12,
      level: underHeading(parentElement) ? "h3" : "h2",      // h2 if only the page's own heading is above
      slider: (along) => ({ kind: "slider", symbol: along, ticks: [], .../** @type {Partial<SliderItem> | undefined} */ (this.sliders().find((i) => i.along === along)) }),
      // The Bayes posterior as floats, cached by sweep.
      bayes: (sweep) => {
        const { data, dtype } = sweep.tensors.bayes;
        if (!bayes.has(sweep)) bayes.set(sweep, floats(data, dtype));
        return bayes.get(sweep);
      },
      // The example under the pointer in one view is marked in all views.
      markedExample: undefined,
      mark: (i) => {
        if (this.stage.markedExample === i) return;
        this.stage.markedExample = i;
        for (const view of this.views) if (view.marks && this.player.frame) this.draw(view, this.player.frame, false);
      },
      // The marks of a formula's symbol are highlighted in all views.
      highlight: undefined,
      light: (thing) => {
        if (this.stage.highlight === thing) return;
        this.stage.highlight = thing;
        for (const view of this.views) if (view.marks && this.player.frame) this.draw(view, this.player.frame, false);
      },
      // Tooltips, each with the function that writes its text, since the picture may change under a resting pointer.
      tips: new Map(),
      // Announce a text. If it contains the changed numbers (`hasNumbers`), drop the announcement of them that is still
      // due.
      announce: (text, hasNumbers = false) => {
        if (hasNumbers) this.dropAnnouncement();
        this.voice.textContent = text;
      },
      speaks: () => this.speaks,
      describe: () => this.describe(),
      act: (name, value = this.address()) => this.deferred.whenSent(() => this.component.setTriggerValue(name, value)),
    };
    return /** @type {Stage} */ (stage);
  }

  /** @param {HTMLElement} parentElement */
  buildViews(parentElement) {
    this.summary = element("p", { className: "kl-voice" });
    this.voice = element("p", { className: "kl-voice" });
    this.voice.setAttribute("aria-live", "polite");
    this.strip = element("p", { className: "kl-strip", role: "status", hidden: true });
    this.bar = element("div", { className: "kl-bar" });
    this.wait = element("p", { className: "kl-wait", hidden: true });
    this.stops = element("p", { className: "kl-stops-note", role: "status", hidden: true });
    this.root.append(this.summary, this.bar, this.strip, this.wait, this.stops);
    for (const place of PLACES) {
      const items = this.data[place] ?? [];
      if (!items.length) continue;
      const room = element("div", { className: `kl-${place}` });
      for (const item of items) this.build(room, item);
      this.root.append(room);
    }
    this.offerSaving();
    furnish(this);
    this.root.append(this.voice);
    parentElement.append(this.root);
    this.watcher = new ResizeObserver((entries) => {
      if (this.hasNewSize(entries)) this.redraw();
      pinPicture(this.root);
    });
    this.watcher.observe(this.root);
    for (const canvas of this.root.querySelectorAll("canvas")) this.watcher.observe(canvas);
    const near = this.follows ? NEAR_MARGIN : "100px";
    this.nearObserver = new IntersectionObserver((entries) => this.updateVisibility(entries, "isNear"), { rootMargin: near, scrollMargin: near });     // scrollMargin, since the page scrolls in a box
    this.insideObserver = new IntersectionObserver((entries) => this.updateVisibility(entries, "isInside"));
    for (const view of this.views) {
      const { item, box } = view, canvas = box.querySelector("canvas");
      if (this.follows && canvas) view.isNear = false;         // a later step is drawn once the observer finds it near
      if ((this.follows && canvas) || item.with || costly.has(item.kind)) this.nearObserver.observe(box);
      if (canvas) this.insideObserver.observe(box);
    }
    // Streamlit changes the theme by custom properties. This starts a transition of the background, whose end is an event.
    const changeTheme = () => { theme = undefined; this.updateTheme(); };
    this.root.addEventListener("transitionend", (e) => { if (e.target === this.root) changeTheme(); });
    watchForcedColors(changeTheme, this.closed.signal);
    // What is shown when the focus arrives is no change, even if it was computed after the last description.
    this.root.addEventListener("focusin", ({ relatedTarget }) => { if (this.lastText !== undefined && !this.isDescriptionDue && !this.root.contains(/** @type {Node | null} */ (relatedTarget))) this.rememberText(); });
    for (const event of ["keydown", "pointerdown", "click", "input"]) addEventListener(event, () => { this.isUsed = true; }, { capture: true, once: true, signal: this.closed.signal });
  }

  /** @param {HTMLElement} room @param {Item} item */
  build(room, item) {
    const box = element("div", { className: `kl-item kl-is-${item.kind} ${item.half ? "kl-half" : ""} ${item.kind === "group" && item.stacked ? "is-stacked" : ""} ${item.shape ?? ""}` });
    box.hidden = !suits(item, this.player.scene);
    room.append(box);
    if (item.kind === "group") {
      for (const inner of item.items) this.build(box, inner);
      if (item.tabs?.length) oneAtATime(box, item.tabs, item.all_tabs ?? "");
    } else this.views.push({ item, box, ...this.maker(item)(box, item, this.player, this.stage) });
  }

  /** @param {Item} item */
  maker({ kind }) { return /** @type {MakeView} */ (this.makers.get(kind)); }

  // Add the Save button. Its script is loaded when it is pressed.
  offerSaving() {
    if (this.data.save === false || !this.root.querySelector(".kl-main canvas")) return;
    const button = element("button", { type: "button", className: "kl-tool-button kl-save-button", textContent: "Save", title: "The picture as PNG or SVG, its numbers as CSV" });
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => {
      if (this.player.frame) import("../export/save-menu.js").then(({ saveMenu }) => saveMenu(this, button), () => { button.title = "A script could not be loaded. Reload the page."; });
    });
    this.addTool(button);
  }

  // Put a tool under the pictures, in the row of the points' tools if there is one.
  /** @param {HTMLElement} tool */
  addTool(tool) {
    const room = this.root.querySelector(".kl-main");
    if (!room) return;
    this.tools ??= element("div", { className: "kl-picture-tools" });
    this.tools.prepend(tool);
    if (!this.tools.parentNode) (room.querySelector(".kl-points") ?? room).append(this.tools);
  }

  /**
   * Update which views are near the window or inside it. Frames of a variant are fetched while its view is near.
   * @param {IntersectionObserverEntry[]} entries @param {"isNear" | "isInside"} name
   */
  updateVisibility(entries, name) {
    for (const { target, isIntersecting } of entries) {
      const view = this.views.find((v) => v.box === target);
      if (!view) continue;
      view[name] = isIntersecting;
      if (isIntersecting) this.catchUp(view);
    }
    if (name === "isInside") return;
    this.player.vary(this, this.views.flatMap((v) => (v.isNear && v.item.with ? [v.item.with] : [])));
    if (this.player.frame) this.player.need();
  }

  // Draw a view now if its drawing was postponed because it was not visible.
  /** @param {PlacedView} view */
  catchUp(view) {
    if (!view.isLate || !this.player.frame) return;
    view.isLate = false;
    this.drawLater(view, this.player.frame);
  }

  /**
   * Draw a view after the others, and describe it if they are described already.
   * @param {PlacedView} view @param {Frame} frame
   */
  drawLater(view, frame) {
    this.draw(view, frame);
    if (this.player.isHeld) this.isDescriptionDue = true;
    else if (!view.isLate && this.lastText !== undefined) view.describe(viewText(this, view));
  }

  listen() {
    const { player, root } = this;
    player.on("paint", ({ frame, isNew }) => this.paint(frame, isNew));
    player.on("arrived", () => {
      for (const view of this.views) {
        if (!player.frame || !(["panels", "curve"].includes(view.item.kind) || view.item.with)) continue;
        this.drawLater(view, player.frame);      // a sweep may arrive after the release
      }
    });
    player.on("busy", ({ busy }) => root.classList.toggle("is-busy", busy));
    player.on("progress", ({ done, of }) => {
      const first = this.wait.hidden && of;
      setProperties(this.wait, { hidden: !of });
      setText(this.wait, of ? `The pictures for ${done} of ${of} positions of the slider are ready. Until the others are ready, a picture is computed when you move there.` : "");
      if (first && this.speaks) this.stage.announce(this.wait.textContent);      // announced once, since the text changes every second
    });
    player.on("stops", ({ stops, of }) => this.offerAllStops(stops, of));
    player.on("preview", () => this.afterPicture());
    player.on("ready", () => {
      setProperties(root.dataset, { ready: "1" });
      this.afterPicture();
    });
    player.on("trouble", ({ message }) => {
      setProperties(this.strip, { hidden: !message });
      setText(this.strip, message ?? "");
    });
    player.on("postponed", () => { for (const v of this.views) v.show?.(); });      // as a run of the page would
    player.on("released", () => {
      if (this.isDescriptionDue) this.describe();
      this.drawWhenIdle();
    });
    player.on("settle", () => { for (const v of this.views) if (v.isNear !== false) this.catchUp(v); });
    player.on("settle", () => { this.post(); this.describe(); if (!this.follows) this.storePlace(); });
    this.onBeforePrint = () => this.drawForPaper();
    addEventListener("beforeprint", this.onBeforePrint);
  }

  /**
   * Show that the sweep has fewer stops than the slider, and offer to compute all of them. `of`: the number of the slider's
   * stops; 0 if the sweep has all of them.
   * @param {number} stops @param {number} of
   */
  offerAllStops(stops, of) {
    setProperties(this.stops, { hidden: !of });
    setText(this.stops, of ? `With these data each picture takes a long time to compute, so only ${stops} of the slider’s ${of} positions are computed in advance. The other pictures are computed when you move there. ` : "");
    if (!of) return;
    const button = element("button", { type: "button", className: "kl-action", textContent: `Compute all ${of} positions` });
    button.addEventListener("click", () => { this.stops.hidden = true; this.player.need(true); });
    const hide = element("button", { type: "button", className: "kl-action", textContent: "Hide this note" });
    hide.addEventListener("click", () => { this.stops.hidden = true; });
    this.stops.append(button, " ", hide);
  }

  // Write the text alternatives of a new picture. After the first one, also make scrolling boxes and popovers focusable,
  // and send "ready" if the page waits for it.
  afterPicture() {
    import("./focusable-scrollers.js").catch(() => {});
    import("./popover-focus.js").catch(() => {});
    this.describe();
    if (this.root === document.querySelector("[data-live]")) this.storePlace();
    if (this.data.waiting && !this.hasSentReady) this.sendReady();
    this.hasSentReady = true;      // a second "ready" would send an outdated address
  }

  /** @param {Frame} frame @param {boolean} isNew */
  paint(frame, isNew) {
    this.hasPainted = true;
    // While drawing, a view may have set a newer frame; then all views have already been drawn with the newer one.
    for (const view of this.views) if (this.player.frame === frame) this.draw(view, frame);
    for (const [tip, words] of this.stage.tips) if (!tip.hidden) tip.textContent = words();
    coverItems(this.stage);
    this.root.dataset.stop = String(this.player.frame?.stop);
    if (isNew) this.root.dataset.painted = String(Number(this.root.dataset.painted) + 1);
  }

  // If the shared player already has a frame, draw it at once. Then let the player fetch what is missing.
  drawAtOnce() {
    if (this.player.frame) this.paint(this.player.frame, true);
    this.drawWhenIdle();
    this.player.need();
  }

  // Draw the views far outside the window too, one at a time while the browser is idle, so that the page gets its height.
  drawWhenIdle() {
    idle(() => {
      const view = this.views.find((v) => v.isLate && !v.wasDrawn), { frame, isHeld } = this.player;
      if (!view || !frame || isHeld || this.closed.signal.aborted) return;       // continues after a release
      view.wasDrawn = true;
      this.asIfVisible(view, () => this.drawLater(view, frame));
      this.drawWhenIdle();
    });
  }

  /**
   * Draw a view by `draw` as if it were inside the window.
   * @param {PlacedView} view @param {() => void} draw
   */
  asIfVisible(view, draw) {
    const { isNear, isInside } = view;
    Object.assign(view, { isNear: true, isInside: true, isLate: false });
    draw();
    Object.assign(view, { isNear, isInside });
  }

  // Whether this element announces changes: it has the focus, or no element has it and this one sends the settings to the page.
  get speaks() {
    const at = document.activeElement;
    return this.root.contains(at) || (!this.follows && !at?.closest("[data-live]"));
  }

  // Draw all views for printing, as lines instead of pixels. Request missing frames, and mark their views.
  drawForPaper() {
    const { player, stage } = this, { frame } = player;
    if (!frame) return;
    stage.recording = true;
    try {
      for (const view of this.views) {
        const { isLate = false } = view;
        this.asIfVisible(view, () => this.draw(view, frame, isLate));
      }
    } finally { stage.recording = false; }
    const own = this.views.filter((v) => v.item.with && v.box.checkVisibility());
    const missing = own.filter((v) => player.frames && !player.find(player.variant(v.item.with ?? {}, frame.scene)));
    for (const view of own) view.box.classList.toggle("is-missing", missing.includes(view));
    if (!missing.length) return;
    player.vary(this, own.map((v) => v.item.with ?? {}));
    player.need();
  }

  // Ask the page for its other parts, and ask once more if they do not arrive.
  sendReady() {
    this.component.setTriggerValue("ready", true);
    setTimeout(() => { if (this.data.waiting && this.root.isConnected) this.component.setTriggerValue("ready", true); }, READY_RETRY_MS);
  }

  /**
   * Draw a view. A view with changed fields (`with`) draws the frame of the scene with these fields, once it is loaded.
   * @param {PlacedView} view @param {Frame} frame
   */
  draw(view, frame, changed = true) {
    const fields = view.item.with, variantFrame = fields ? this.player.find(this.player.variant(fields, frame.scene)) : frame;
    setProperties(view.box, { hidden: !suits(view.item, frame.scene) || Boolean(variantFrame && view.isEmpty?.(variantFrame)) });
    if (view.box.hidden) return;
    // A view far from the window is drawn when it comes near. During a drag, a view outside the window is drawn when it
    // becomes visible, or after the release. The read-outs of a variant are updated at once, since a goal may be met.
    const isOutOfSight = view.isNear === false || (view.isInside === false && this.player.isHeld);
    if (isOutOfSight && !(fields && !view.box.querySelector("canvas"))) { view.isLate = true; view.isRestyled ||= !changed; return; }
    view.wasDrawn = true;
    if (!variantFrame) return;
    view.draw(variantFrame, changed);
    if (changed && view.isRestyled) view.draw(variantFrame, false);
    view.isRestyled = false;
  }

  // ---- to and from Streamlit --------------------------------------------------------------

  address() { return new URLSearchParams({ ...this.player.scene, ...this.player.view }).toString(); }

  post() {
    if (this.follows) return;
    const address = this.address(), { deferred, known } = this;
    if (this.unacknowledged.at(-1) === address) return;
    if (!this.unacknowledged.length && areSameAddress(address, known)) deferred.cancel(address);
    else if (deferred.canPostpone(address, known ?? "")) deferred.postpone(address);
    else this.send(address);
  }

  // Send the settings to the page, and write the address without waiting for the server.
  /** @param {string} address */
  send(address) {
    this.deferred.unsent = "";                                // an unsent address is older than this one
    this.unacknowledged.push(address);
    this.deferred.write(address);
    this.component.setStateValue("state", `${address}${this.deferred.stamp()}`);
  }

  /** @param {Component} component */
  update(component, first = false) {
    this.component = component;
    const { data } = component, { query, view } = data;
    this.data = data;
    const incoming = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), ...view }).toString();
    this.updateTheme();
    if (this.follows && !(first && this.hasNewPlayer)) { for (const v of this.views) v.show?.(); return; }
    const ownIndex = this.unacknowledged.findIndex((posted) => areSameAddress(posted, incoming));
    const isLate = ownIndex >= 0 && ownIndex < this.unacknowledged.length - 1;   // the settings have changed since
    /** @type {NonNullable<ElementData["sweeps"]>} */
    const newSweeps = isLate ? [] : data.sweeps ?? [];
    for (const { fields, sweep, along } of newSweeps) this.player.give(sweep.stops ? sweep : inline(sweep), along ?? this.player.alongs[0], fields);
    const isNew = first || (ownIndex < 0 && !areSameAddress(incoming, this.known));
    if (ownIndex >= 0) this.unacknowledged.splice(0, ownIndex + 1);
    this.known = incoming;
    if (!this.unacknowledged.length) this.deferred.release();
    if (isNew) this.player.adopt(query, view, this.sliders());
    else if (newSweeps.length) this.player.show();
    for (const v of this.views) v.show?.();
  }

  // Return the sliders on the page, and those that the link hides. Sweeps are fetched along all of them.
  /** @returns {Slider[]} */
  sliders() { return [.../** @type {(Item & Slider)[]} */ (this.items.filter((i) => i.kind === "slider")), ...(this.data.carried ?? [])]; }

  // ---- looks ------------------------------------------------------------------------------

  updateTheme() {
    const { name, palette, tones } = currentTheme(this.root);
    if (this.root.dataset.theme === name && this.tones === tones) return;
    this.root.dataset.theme = name;
    this.tones = tones;
    for (const [tone, color] of Object.entries(palette)) this.root.style.setProperty(`--kl-${tone.replaceAll("_", "-")}`, color);
    this.stage.palette = palette;
    this.stage.table = heatTable(palette);
    this.redraw();
  }

  /**
   * Return whether the size of the element or of one of its pictures has changed since it was drawn.
   * @param {ResizeObserverEntry[]} entries
   */
  hasNewSize(entries) {
    let isNew = false;
    for (const { target, contentRect: { width, height } } of entries) {
      if (target === this.root) {
        isNew ||= Math.abs(width - (this.width ?? width)) > 0.5 || (this.width === undefined && width > WIDE_PX);
        this.width = width;
      } else if (target instanceof HTMLCanvasElement) {
        const ratio = pixelRatio();
        isNew ||= Math.abs(width * ratio - target.width) > 1 || Math.abs(height * ratio - target.height) > 1;
      }
    }
    return isNew;
  }

  redraw() {
    this.stage.small = this.stage.stands ?? ((this.width ?? 0) > WIDE_PX ? 15 : 12);
    if (!this.player.frame || !this.hasPainted) return;
    for (const view of this.views) {
      const laidOut = view.box.getClientRects().length > 0;
      if (!laidOut) view.isLate = view.isRestyled = true;      // drawn when it is laid out
      if (laidOut || view.box.hidden) this.draw(view, this.player.frame, false);
    }
  }

  // Update the text alternatives. During a drag, wait for the release, even if a sweep arrives before it. Announce changes,
  // but none before the first press or key: numbers that arrive while the page opens are not a change.
  describe() {
    if (!this.player.frame) return;
    this.isDescriptionDue = Boolean(this.player.isHeld);
    if (this.isDescriptionDue) return;
    for (const view of this.views) view.describe(viewText(this, view));
    const text = elementText(this);
    if (this.lastText !== undefined && text !== this.lastText && this.speaks && this.isUsed) this.announceChange(this.lastSettings);
    this.rememberText(text);
    setText(this.summary, stepSummary(this));
    this.settingsText = settings(this).slice(0, 2).join(", ");
  }

  // Remember what has been described, so that only a change of it is announced.
  rememberText(text = elementText(this)) {
    Object.assign(this, { lastText: text, lastSettings: settings(this) });
  }

  /**
   * Announce what has changed, after all pictures have their new texts. During a new drag nothing is announced.
   * @param {readonly (string | undefined)[]} before the settings before the change
   */
  announceChange(before) {
    this.cancelAnnouncement ??= announceAtRest(() => {
      const change = this.player.isHeld ? "" : changeText(this, before);
      if (change) this.stage.announce(change, true); else this.dropAnnouncement();
    });
  }

  // Cancel the scheduled announcement of a change, if there is one.
  dropAnnouncement() {
    this.cancelAnnouncement?.();
    this.cancelAnnouncement = undefined;
  }

  // Store the settings, so that the visitor can resume here later.
  storePlace() {
    if (this.player.frame) import("../furniture/navigation/last-place.js").then(({ keepPicture }) => keepPicture(this.settingsText), () => {});
  }

  close() {
    theme = undefined;
    this.closed.abort();
    this.dropAnnouncement();
    this.deferred.close();
    removeEventListener("beforeprint", this.onBeforePrint);
    this.player.vary(this, []);
    this.player.wishes = this.player.wishes.filter((wish) => !this.wishes.includes(wish));
    this.leave();
    release(this);
    this.watcher.disconnect();
    this.nearObserver.disconnect();
    this.insideObserver.disconnect();
    this.root.remove();
  }
}

/** @type {{ name: string, palette: Record<string, string>, tones: string } | undefined} */
let theme;

/**
 * Return the page's theme. It is read once, until it changes or an element is closed: each reading after a change of the
 * page makes the browser compute the styles again.
 * @param {HTMLElement} root
 */
function currentTheme(root) {
  if (theme) return theme;
  const background = getComputedStyle(root).backgroundColor;
  const [r, g, b] = background.match(/[\d.]+/g)?.map(Number) ?? [255, 255, 255];
  const name = 0.3 * r + 0.59 * g + 0.11 * b < 128 ? "dark" : "light";
  const themes = /** @type {Record<string, Record<string, string>>} */ (colors);
  const palette = isForced() && themes.forced ? systemPalette(root, themes.forced) : themes[name];
  document.documentElement.dataset.picturesTheme = name;
  theme = { name, palette, tones: Object.values(palette).join() };
  return theme;
}

/**
 * Return whether a heading of the page comes before `place`.
 * @param {HTMLElement} place
 */
const underHeading = (place) => [...document.querySelectorAll(`${HEADING} h2`)]
  .some((heading) => heading.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING);

/**
 * Return whether two addresses have equal words, with numbers compared by value and empty words ignored.
 * @param {string | undefined} a @param {string | undefined} b
 */
function areSameAddress(a, b) {
  if (a === b) return true;
  if (!a || !b) return false;
  const p = nonEmptyWords(a), q = nonEmptyWords(b);
  return p.size === q.size && [...p].every(([k, v]) => q.has(k) && (q.get(k) === v || Number(q.get(k)) === Number(v)));
}

/** @param {string} address */
const nonEmptyWords = (address) => new Map([...new URLSearchParams(address)].filter(([, value]) => value !== ""));
