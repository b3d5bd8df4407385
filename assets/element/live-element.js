// A live element: views, sliders, switches and read-outs that move together, over one player.
// mount() is called at every run of the page's script: the first call builds, later ones update.

import { DeferredRun } from "./deferred-run.js";
import { unpackSweeps } from "./packed-sweeps.js";
import { playerOf } from "./player-group.js";
import { suits } from "../base/conditions.js";
import { floats, inline } from "../base/sweep-decoder.js";
import { coverItems } from "../furniture/challenge/prediction-covers.js";
import { costly, makers } from "./view-registry.js";
import { heatTable } from "../draw/plane-layers.js";
import { element } from "../base/dom.js";
import { HEADING } from "../base/streamlit.js";
import { settings, elementText, viewText } from "../base/text-alternative.js";

/** @type {("main" | "side" | "below")[]} */
const PLACES = ["main", "side", "below"];
const NEAR = "60%";              // of the window, within which a later step is drawn before it is seen
const LOST = 8000;               // ms after which the page has not heard that its first picture is there
const instances = new WeakMap();
const coming = new Map();        // elements whose modules or sweeps are on their way
/** @type {ElementData["palette"]} The colours of both themes: elements that follow another one bring none. */
let colors;
/** @type {Set<Component>} What was mounted before any colours came. */
const colorless = new Set();

/** @param {Component} component */
export function mount(component) {
  const { data, parentElement } = component;
  if (!colors && !data.palette) { colorless.add(component); return; }
  colors ??= data.palette;
  for (const early of colorless) { colorless.delete(early); mount(early); }
  coming.delete(parentElement);                               // what was told before is out of date
  const whole = unpackSweeps(data);
  if (whole instanceof Promise) { whenCome(component, whole, (read) => mount({ ...component, data: read })); return; }
  if (whole !== data) { mount({ ...component, data: whole }); return; }
  const built = instances.get(parentElement);
  if (built && built.structure === structure(data)) { built.update(component); return; }
  const made = makers(views(PLACES.flatMap((place) => data[place] ?? [])).map((item) => item.kind), data.modules);
  if (made instanceof Promise) whenCome(component, made, (all) => build(component, all)); else build(component, made);
}

/**
 * Goes on with what is on its way, once it has come.
 * @template Part @param {Component} component @param {Promise<Part>} promise @param {(part: Part) => void} act
 */
function whenCome(component, promise, act) {
  const { parentElement } = component;
  coming.set(parentElement, component);
  promise.then((part) => {
    if (coming.get(parentElement) !== component) return;      // gone, or told anew meanwhile
    coming.delete(parentElement);
    act(part);
  }, () => { parentElement.textContent = "A part of this picture did not arrive. Reload the page."; });
}

/** @param {Component} component @param {Map<string, MakeView>} makers */
function build(component, makers) {
  const { parentElement } = component, built = instances.get(parentElement), sweeps = built?.player.sweeps;
  built?.close();
  instances.set(parentElement, new Live(component, makers, sweeps));
}

/** @param {HTMLElement} parentElement */
export function unmount(parentElement) {
  coming.delete(parentElement);
  for (const early of colorless) if (early.parentElement === parentElement) colorless.delete(early);
  instances.get(parentElement)?.close();
  instances.delete(parentElement);
}

// What decides the furniture: everything but the state that changes as the learner plays.
/** @param {ElementData} data */
const structure = ({ query, view, scene, sweeps, waiting, server_boxes, ...rest }) => JSON.stringify(rest) + Boolean(sweeps);

/** @param {Item[]} items @returns {Item[]} */
const flat = (items) => items.flatMap((item) => [item, ...flat("items" in item ? item.items : [])]);

/**
 * The items that become views of their own: what a view holds inside is its own affair.
 * @param {Item[]} items @returns {Item[]}
 */
const views = (items) => items.flatMap((item) => (item.kind === "group" ? views(item.items) : [item]));

export class Live {
  /** @type {Component} */ component;
  /** @type {PlacedView[]} */ views = [];
  /** @type {string[]} Addresses that were told and have not come back. */ unacknowledged = [];
  /** @type {string | undefined} The address as the page last gave it. */ known;
  /** @type {string | undefined} What was last told aloud. */ told;
  /** @type {string | undefined} What is set, in few words. */ set;
  /** @type {boolean} Whether the page has heard that the first picture is there. */ toldReady = false;
  /** @type {HTMLElement} What is told aloud. */ voice;
  /** @type {HTMLElement} What is wrong. */ strip;
  /** @type {HTMLElement} */ bar;
  /** @type {HTMLElement} How far a long sweep is. */ wait;
  /** @type {ResizeObserver} */ watcher;
  /** @type {IntersectionObserver} Of what is near the window. */ sight;
  /** @type {IntersectionObserver} */ inside;
  /** @type {() => void} */ printing;

  /** @param {Component} component @param {Map<string, MakeView>} makers @param {Map<string, Sweep> | undefined} sweeps */
  constructor(component, makers, sweeps) {
    const { data, parentElement } = component;
    this.component = component;
    this.makers = makers;
    this.structure = structure(data);
    this.data = data;
    this.root = element("div", { className: `kl-live ${data.side?.length ? "" : "kl-alone"} ${data.wide ? "kl-wide" : ""}` });
    Object.assign(this.root.dataset, { live: data.name, painted: 0, ready: 0, stop: "" });
    Object.assign(this.root, { live: this });      // for what has only the root
    this.items = flat(PLACES.flatMap((place) => data[place] ?? []));
    this.follows = Boolean(data.group) && data.group !== data.name;     // another element tells the page what is set
    const { player, fresh, leave } = playerOf(data, { ...data, sliders: this.sliders() });
    this.player = player;
    this.leave = leave;
    this.deferred = new DeferredRun(this);
    this.fresh = fresh;
    if (sweeps) this.player.sweeps = sweeps;
    this.stage = this.makeStage(parentElement);
    const before = this.player.wishes.length;
    this.furnish(parentElement);
    this.wishes = this.player.wishes.slice(before);
    this.listen();
    this.update(component, true);
    if (!this.fresh) this.join();
  }

  /**
   * What the views share; its colours come with the theme.
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
      level: underHeading(parentElement) ? "h3" : "h2",      // an element that begins a page has no heading above it but the page's
      slider: (along) => ({ kind: "slider", symbol: along, ticks: [], .../** @type {Partial<SliderItem> | undefined} */ (this.sliders().find((i) => i.along === along)) }),
      // The Bayes posterior as floats, once a sweep.
      bayes: (sweep) => {
        const { data, dtype } = sweep.tensors.bayes;
        if (!bayes.has(sweep)) bayes.set(sweep, floats(data, dtype));
        return bayes.get(sweep);
      },
      // A point that one view points at is marked in all.
      marked: undefined,
      mark: (i) => {
        if (this.stage.marked === i) return;
        this.stage.marked = i;
        for (const view of this.views) if (view.marks && this.player.frame) this.draw(view, this.player.frame, false);
      },
      // What a symbol of a formula stands for is lit in all.
      lit: undefined,
      light: (thing) => {
        if (this.stage.lit === thing) return;
        this.stage.lit = thing;
        for (const view of this.views) if (view.marks && this.player.frame) this.draw(view, this.player.frame, false);
      },
      // Tooltips and what each says of its place: under a resting hand too the picture may change.
      tips: new Map(),
      announce: (text) => { this.voice.textContent = text; },
      act: (name, value = this.address()) => this.deferred.whenSent(() => this.component.setTriggerValue(name, value)),
    };
    return /** @type {Stage} */ (stage);
  }

  /** @param {HTMLElement} parentElement */
  furnish(parentElement) {
    this.voice = element("p", { className: "kl-voice" });
    this.voice.setAttribute("aria-live", "polite");
    this.strip = element("p", { className: "kl-strip", role: "status", hidden: true });
    this.bar = element("div", { className: "kl-bar" });
    this.wait = element("p", { className: "kl-wait", hidden: true });
    this.root.append(this.bar, this.strip, this.wait);
    for (const place of PLACES) {
      const items = this.data[place] ?? [];
      if (!items.length) continue;
      const room = element("div", { className: `kl-${place}` });
      for (const item of items) this.build(room, item);
      this.root.append(room);
    }
    this.offerSaving();
    this.root.append(this.voice);
    parentElement.append(this.root);
    this.watcher = new ResizeObserver(() => this.redraw());
    this.watcher.observe(this.root);
    for (const canvas of this.root.querySelectorAll("canvas")) this.watcher.observe(canvas);
    const near = this.follows ? NEAR : "100px";
    this.sight = new IntersectionObserver((entries) => this.see(entries, "seen"), { rootMargin: near, scrollMargin: near });     // the page scrolls in a box of its own
    this.inside = new IntersectionObserver((entries) => this.see(entries, "inside"));
    for (const { item, box } of this.views) {
      if ((this.follows && box.querySelector("canvas")) || item.with || costly.has(item.kind)) this.sight.observe(box);
      if (box.querySelector("canvas")) this.inside.observe(box);
    }
    // Streamlit changes the theme by changing custom properties; a transition on the background tells us.
    this.root.addEventListener("transitionend", (e) => { if (e.target === this.root) this.theme(); });
  }

  /** @param {HTMLElement} room @param {Item} item */
  build(room, item) {
    const box = element("div", { className: `kl-item kl-is-${item.kind} ${item.half ? "kl-half" : ""} ${item.kind === "group" && item.stacked ? "kl-stacked" : ""} ${item.shape ?? ""}` });
    box.hidden = !suits(item, this.player.scene);
    room.append(box);
    if (item.kind === "group") for (const inner of item.items) this.build(box, inner);
    else this.views.push({ item, box, ...this.maker(item)(box, item, this.player, this.stage) });
  }

  /** @param {Item} item */
  maker({ kind }) { return /** @type {MakeView} */ (this.makers.get(kind)); }

  // What makes the files is fetched when it is wanted.
  offerSaving() {
    const room = this.root.querySelector(".kl-main");
    if (this.data.save === false || !room?.querySelector("canvas")) return;
    const button = element("button", { type: "button", className: "kl-save-button", textContent: "Save", title: "The picture as PNG or SVG, its numbers as CSV" });
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => {
      if (this.player.frame) import("../export/save-menu.js").then(({ saveMenu }) => saveMenu(this, button), () => { button.title = "A script did not arrive. Reload the page."; });
    });
    (room.querySelector(".kl-points") ?? room).append(element("div", { className: "kl-save" }, button));    // one quiet row
  }

  /**
   * Which views are near the window, and which inside it. Frames of a variant are fetched only while a view of it is near.
   * @param {IntersectionObserverEntry[]} entries @param {"seen" | "inside"} where
   */
  see(entries, where) {
    for (const { target, isIntersecting } of entries) {
      const view = this.views.find((v) => v.box === target);
      if (!view) continue;
      view[where] = isIntersecting;
      if (isIntersecting) this.catchUp(view);
    }
    if (where === "inside") return;
    this.player.vary(this, this.views.flatMap((v) => (v.seen && v.item.with ? [v.item.with] : [])));
    if (this.player.frame) this.player.need();
  }

  // Draws what waited until it is seen.
  /** @param {PlacedView} view */
  catchUp(view) {
    if (!view.late || !this.player.frame) return;
    view.late = false;
    this.draw(view, this.player.frame);
    if (!view.late && this.told !== undefined) view.describe(viewText(this, view));
  }

  listen() {
    const { player, root } = this;
    player.on("paint", ({ frame, fresh }) => this.paint(frame, fresh));
    player.on("arrived", () => {
      for (const v of this.views) if (player.frame && (["panels", "curve"].includes(v.item.kind) || v.item.with)) this.draw(v, player.frame);
    });
    player.on("busy", ({ busy }) => root.classList.toggle("kl-busy", busy));
    player.on("progress", ({ done, of }) => {
      const first = this.wait.hidden && of;
      this.wait.hidden = !of;
      this.wait.textContent = of ? `A long sweep: ${done} of ${of} stops are computed. Until then each picture comes by itself.` : "";
      if (first && this.speaks) this.stage.announce(this.wait.textContent);      // once: it changes every second
    });
    player.on("preview", () => this.afterPicture());
    player.on("ready", () => {
      root.dataset.ready = "1";
      this.afterPicture();
    });
    player.on("trouble", ({ message }) => {
      this.strip.hidden = !message;
      this.strip.textContent = message ?? "";
    });
    player.on("postponed", () => { for (const v of this.views) v.show?.(); });      // as a run of the page would
    player.on("settle", () => { for (const v of this.views) if (v.seen !== false) this.catchUp(v); });
    player.on("settle", () => { this.post(); this.describe(); if (!this.follows) this.tellPlace(); });
    this.printing = () => this.drawForPaper();
    addEventListener("beforeprint", this.printing);
  }

  // What comes only once the picture is there.
  afterPicture() {
    import("./focusable-scrollers.js").catch(() => {});
    this.describe();
    if (this.root === document.querySelector("[data-live]")) this.tellPlace();
    if (this.data.waiting && !this.toldReady) this.tellReady();
    this.toldReady = true;      // once: a second one would carry the address as it was before a move
  }

  /** @param {Frame} frame @param {boolean} fresh */
  paint(frame, fresh) {
    // A view may have brought a newer frame while it drew; then all have drawn that one.
    for (const view of this.views) if (this.player.frame === frame) this.draw(view, frame);
    for (const [tip, words] of this.stage.tips) if (!tip.hidden) tip.textContent = words();
    coverItems(this.stage);
    this.root.dataset.stop = String(this.player.frame?.stop);
    if (fresh) this.root.dataset.painted = String(Number(this.root.dataset.painted) + 1);
  }

  // A later step comes to a player that shows something already, and may want more of it.
  join() {
    if (this.player.frame) this.paint(this.player.frame, true);
    this.player.need();
  }

  // Of elements that move together one tells aloud what they show: the one with the keyboard.
  get speaks() {
    const at = document.activeElement;
    return !this.data.group || this.root.contains(at) || (!this.follows && !at?.closest("[data-live]"));
  }

  // Paper shows what no window does: views below and above the one that is looked at. What is drawn now is printed
  // as lines, not as pixels. What has not come yet is asked for, and its place says so.
  drawForPaper() {
    const { player, stage } = this, { frame } = player;
    if (!frame) return;
    stage.recording = true;
    try {
      for (const view of this.views) {
        const { seen, inside, late = false } = view;
        Object.assign(view, { seen: true, inside: true, late: false });
        this.draw(view, frame, late);
        Object.assign(view, { seen, inside });
      }
    } finally { stage.recording = false; }
    const own = this.views.filter((v) => v.item.with && v.box.checkVisibility());
    const lacking = own.filter((v) => player.frames && !player.find(player.variant(v.item.with ?? {}, frame.scene)));
    for (const view of own) view.box.classList.toggle("kl-not-here", lacking.includes(view));
    if (!lacking.length) return;
    player.vary(this, own.map((v) => v.item.with ?? {}));
    player.need();
  }

  // The page brings the rest when it hears this. Where nothing comes, what was said may have been lost.
  tellReady() {
    this.component.setTriggerValue("ready", true);
    setTimeout(() => { if (this.data.waiting && this.root.isConnected) this.component.setTriggerValue("ready", true); }, LOST);
  }

  /**
   * A view may show the scene with some fields changed (`with`): then it draws that frame, once it is there.
   * @param {PlacedView} view @param {Frame} frame
   */
  draw(view, frame, changed = true) {
    view.box.hidden = !suits(view.item, frame.scene);
    if (view.box.hidden) return;
    const fields = view.item.with;
    // Out of sight it is drawn when it is scrolled to, or near it when the hand rests, but for words: a goal may be met meanwhile.
    const away = view.seen === false || (view.inside === false && this.player.held);
    if (away && !(fields && !view.box.querySelector("canvas"))) { view.late = true; return; }
    const own = fields ? this.player.find(this.player.variant(fields, frame.scene)) : frame;
    if (own) view.draw(own, changed);
  }

  // ---- to and from Streamlit --------------------------------------------------------------

  address() { return new URLSearchParams({ ...this.player.scene, ...this.player.view }).toString(); }

  post() {
    if (this.follows) return;
    const address = this.address(), { deferred, known } = this;
    if (this.unacknowledged.at(-1) === address) return;
    if (!this.unacknowledged.length && alike(address, known)) deferred.cancel(address);
    else if (deferred.canPostpone(address, known ?? "")) deferred.postpone(address);
    else this.send(address);
  }

  // The address is right at once, however long the server takes, or if it is gone: it finds there what it would write.
  /** @param {string} address */
  send(address) {
    this.deferred.unsent = "";                                // what was put off is older
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
    this.theme();
    if (this.follows && !(first && this.fresh)) { for (const v of this.views) v.show?.(); return; }
    const mine = this.unacknowledged.findIndex((posted) => alike(posted, incoming));
    const late = mine >= 0 && mine < this.unacknowledged.length - 1;   // the hand has moved on since
    /** @type {NonNullable<ElementData["sweeps"]>} */
    const sent = late ? [] : data.sweeps ?? [];
    for (const { fields, sweep, along } of sent) this.player.give(sweep.stops ? sweep : inline(sweep), along ?? this.player.alongs[0], fields);
    const news = first || (mine < 0 && !alike(incoming, this.known));
    if (mine >= 0) this.unacknowledged.splice(0, mine + 1);
    this.known = incoming;
    if (!this.unacknowledged.length) this.deferred.release();
    if (news) this.player.adopt(query, view, this.sliders());
    else if (sent.length) this.player.show();
    for (const v of this.views) v.show?.();
  }

  // Those on the page, and those that the link hides: pictures are fetched along them all the same.
  /** @returns {Slider[]} */
  sliders() { return [.../** @type {(Item & Slider)[]} */ (this.items.filter((i) => i.kind === "slider")), ...(this.data.carried ?? [])]; }

  // ---- looks ------------------------------------------------------------------------------

  theme() {
    const background = getComputedStyle(this.root).backgroundColor;
    const [r, g, b] = background.match(/[\d.]+/g)?.map(Number) ?? [255, 255, 255];
    const name = 0.3 * r + 0.59 * g + 0.11 * b < 128 ? "dark" : "light";
    if (this.root.dataset.theme === name) return;
    this.root.dataset.theme = name;
    const palette = /** @type {Record<string, Record<string, string>>} */ (colors)[name];
    for (const [tone, color] of Object.entries(palette)) this.root.style.setProperty(`--kl-${tone.replaceAll("_", "-")}`, color);
    this.stage.palette = palette;
    this.stage.table = heatTable(palette);
    this.redraw();
  }

  redraw() {
    this.stage.small = this.stage.stands ?? (this.root.clientWidth > 1500 ? 15 : 12);
    if (!this.player.frame) return;
    for (const view of this.views) {
      const laidOut = view.box.getClientRects().length > 0;
      view.late ||= !laidOut;                                // drawn once it is
      if (laidOut || view.box.hidden) this.draw(view, this.player.frame, false);
    }
  }

  // The text equivalent: what the pictures show now. It is told aloud when the hand has come to rest,
  // but not as the page opens: then many elements would speak at once.
  describe() {
    if (!this.player.frame) return;
    for (const view of this.views) view.describe(viewText(this, view));
    const text = elementText(this);
    if (this.told !== undefined && text !== this.told && this.speaks) this.stage.announce(text);
    this.told = text;
    this.set = settings(this).slice(0, 2).join(", ");
  }

  // What is set here, for "resume".
  tellPlace() {
    if (this.player.frame) import("../furniture/navigation/last-place.js").then(({ keepPicture }) => keepPicture(this.set), () => {});
  }

  close() {
    this.deferred.close();
    removeEventListener("beforeprint", this.printing);
    this.player.vary(this, []);
    this.player.wishes = this.player.wishes.filter((wish) => !this.wishes.includes(wish));
    this.leave();
    this.watcher.disconnect();
    this.sight.disconnect();
    this.inside.disconnect();
    this.root.remove();
  }
}

/**
 * Whether a heading of the page stands above.
 * @param {HTMLElement} place
 */
const underHeading = (place) => [...document.querySelectorAll(`${HEADING} h2`)]
  .some((heading) => heading.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING);

/**
 * Two addresses that say the same, however their numbers are written; what is empty says nothing.
 * @param {string | undefined} a @param {string | undefined} b
 */
function alike(a, b) {
  if (a === b) return true;
  if (!a || !b) return false;
  const p = said(a), q = said(b);
  return p.size === q.size && [...p].every(([k, v]) => q.has(k) && (q.get(k) === v || Number(q.get(k)) === Number(v)));
}

/** @param {string} address */
const said = (address) => new Map([...new URLSearchParams(address)].filter(([, value]) => value !== ""));
