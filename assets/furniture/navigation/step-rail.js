// The rail of a page: its steps by name, which is shown, which are done, and the way to each.
// A step's root is the box that Streamlit draws it in; it is marked here, and found by that mark.

import { element, reducesMotion } from "../../base/dom.js";
import { singleton } from "../../base/singleton.js";
import { boxOf as boxOfKey, scroller } from "../../base/streamlit.js";
import { restOfBox } from "../../input/gestures.js";
import { stepInView } from "./step-in-view.js";
import { follow, isSeen, keepSeen, outcome, stepIsDone } from "../progress/progress.js";

const SEEN = 1500;               // ms in view after which a step counts as seen
const REST = 250;                // ms without scrolling after which the address names the step
const PATIENCE = 60_000;         // ms that a step may take to be drawn, on a slow machine; a hand ends it at once
const NEAR = 40;                 // px from where a step is to stand: the page no longer scrolls there
const SWIPE = 70;                // px that a finger goes sideways
const GROUPS = { core: "", deeper: "Deeper", notes: "For readers of the notes", end: "At the end" };
/** @type {["pushState", "replaceState"]} */
const KINDS = ["pushState", "replaceState"];
const BUSY = "input, select, textarea, dialog, [role='slider'], [role='tree'], [role='menu'], [contenteditable]";
const STILL = "canvas, input, pre, table, .kl-scroll, .wide, .katex-display, .formula, .kl-rail";

export const { mount, unmount } = singleton(({ parentElement }) => new Rail(parentElement));

const places = new Map();        // boxes by the steps' names: they are asked for at every frame of a scroll

function boxOf(name) {
  const key = `st-key-step-${name}`, known = places.get(name);
  if (known?.isConnected && known.classList.contains(key)) return known;
  const found = boxOfKey(`step-${name}`);
  places.set(name, found);
  return found;
}
/** @param {string} name @returns {HTMLDetailsElement | null | undefined} What a step is folded into. */
const foldOf = (name) => boxOf(name)?.querySelector(`.st-key-fold-${name} details`);

// The step that the address names, or the heading of an older page.
function named() {
  const words = new URLSearchParams(location.search);
  return words.get("step") || new URLSearchParams(`heading=${location.hash.slice(1)}`).get("heading");
}

// A heading as an address has it.
const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");

class Rail {
  constructor(parent) {
    this.parent = parent;
    this.stop = new AbortController();
    this.title = element("p", { className: "kl-rail-title" });
    this.list = element("ol", { className: "kl-rail-list" });
    this.count = element("button", { type: "button", className: "kl-rail-count" });
    this.count.setAttribute("aria-expanded", "false");
    this.before = this.arrow("‹", "Step before", -1);
    this.after = this.arrow("›", "Next step", 1);
    this.page = element("span", { className: "kl-rail-page" });    // where the way between pages is folded
    this.bar = element("div", { className: "kl-rail-bar" }, this.page, this.before, this.count, this.after);
    this.root = element("nav", { className: "kl-rail" }, this.bar, element("div", { className: "kl-rail-room" }, this.title, this.list));
    this.root.setAttribute("aria-label", "Steps of this page");
    parent.append(this.root);
    this.listen();
    follow(this.root, () => this.tell());
  }

  arrow(textContent, label, by) {
    const button = element("button", { type: "button", className: "kl-rail-arrow", textContent });
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => this.walk(by));
    return button;
  }

  listen() {
    const on = (target, type, run, more = {}) => target.addEventListener(type, run, { signal: this.stop.signal, ...more });
    on(window, "scroll", () => this.look(), { capture: true, passive: true });
    on(window, "resize", () => this.look());
    on(window, "toggle", () => this.look(), { capture: true });
    on(window, "keydown", (event) => this.key(event));
    on(window, "popstate", () => this.arrive());
    on(window, "touchstart", ({ touches: [at], target }) => { this.touch = target.closest?.(STILL) ? undefined : at; }, { passive: true });
    on(window, "touchend", ({ changedTouches: [at] }) => this.swipe(at), { passive: true });
    for (const type of ["pointerover", "focusin"]) on(this.list, type, () => this.writeLinks());     // a slider may have written another address meanwhile
    on(this.count, "click", () => this.open(!this.root.classList.contains("kl-open")));
    on(window, "pointerdown", ({ target }) => { if (!this.root.contains(target)) this.open(false); }, { capture: true });
    this.watcher = new MutationObserver(() => this.mark());
    this.watcher.observe(document.body, { childList: true, subtree: true });
    for (const kind of KINDS) history[kind] = (state, unused, url) => History.prototype[kind].call(history, state, unused, url && this.corrected(url));
  }

  // Streamlit writes whole addresses, with the step that it knew when it last wrote one. With another
  // task of an assignment comes the step that is meant.
  corrected(to) {
    const url = new URL(to, location.href), now = new URLSearchParams(location.search), next = url.searchParams;
    const apart = url.pathname !== this.path || this.isApart(now) || this.isApart(next) || !(this.awaited ?? this.shown);
    if (apart) return url;
    if (next.get("task") === now.get("task")) return this.address(this.awaited ?? this.shown, url);
    setTimeout(() => this.arrive());
    return url;
  }

  // Where a word of the address shows a scene over the whole screen, `step` is no step of the page's.
  isApart(words) { return this.apart.some((word) => words.has(word)); }

  // ---- what is shown ----------------------------------------------------------------------

  update({ data: { page, steps, apart } }) {
    this.apart = apart;
    if (JSON.stringify(steps) === JSON.stringify(this.steps)) return;
    this.steps = steps;
    this.path = location.pathname;
    this.title.textContent = this.page.textContent = page;
    this.links = new Map(steps.map((step) => [step.name, this.link(step)]));
    const parts = steps.flatMap((step, k) => {
      const head = GROUPS[step.depth], begins = head && steps[k - 1]?.depth !== step.depth;
      return [...(begins ? [element("li", { className: "kl-rail-head", textContent: head })] : []), element("li", {}, this.links.get(step.name))];
    });
    this.list.replaceChildren(...parts);
    this.mark();
    this.tell();
    const first = this.named();
    if (this.at(first) > 0) this.goWhenThere(first); else this.show(steps[0].name);
  }

  link({ name, title }) {
    const link = element("a", {}, element("i", {}), element("span", { textContent: title }));
    link.dataset.stepLink = name;
    link.addEventListener("click", (event) => {
      if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      this.open(false);
      this.visit(name);
    });
    return link;
  }

  // What the address leads to: a step, by its name or by a heading that it has replaced.
  named() {
    const name = named(), leads = this.at(name) >= 0 ? [] : this.steps.filter(({ title, formerly }) => [title, ...formerly].some((heading) => slug(heading) === slug(name)));
    return name && leads.length ? leads[0].name : name;
  }

  at(name) { return this.steps?.findIndex((step) => step.name === name) ?? -1; }

  address(name, url = new URL(location.href)) {
    if (this.at(name) > 0) url.searchParams.set("step", name); else url.searchParams.delete("step");
    return url;
  }

  // Streamlit draws the boxes of the steps, and may draw them anew.
  mark() {
    for (const { name, title, depth, formerly } of this.steps ?? []) {
      const box = boxOf(name);
      if (!box || box.dataset.step === name) continue;
      Object.assign(box.dataset, { step: name, stepTitle: title, stepDepth: depth, stepFormerly: JSON.stringify(formerly) });
      this.look();
    }
  }

  look() {
    cancelAnimationFrame(this.looking);
    this.looking = requestAnimationFrame(() => this.show(this.inView()));
  }

  inView() {
    const main = scroller(), atEnd = Boolean(main) && main.scrollTop > 0 && main.scrollTop + main.clientHeight >= main.scrollHeight - 2;
    const placed = this.steps.filter(({ name }) => boxOf(name)).map(({ name }) => {
      const { top, bottom } = boxOf(name).getBoundingClientRect();
      return { name, top, bottom, isFolded: foldOf(name)?.open === false };
    });
    return stepInView(placed, innerHeight, atEnd) ?? this.steps[0].name;
  }

  show(name) {
    if (this.heading || this.awaited || this.shown === name) return;   // on the way to another one, or there
    this.shown = name;
    clearTimeout(this.seeing);
    this.seeing = setTimeout(() => { const step = this.steps[this.at(name)]; if (!step.closed && !isSeen(step.id)) keepSeen(step.id); }, SEEN);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.keepAddress(name), REST);
    this.tell();
  }

  keepAddress(name) {
    const url = this.address(name);
    if (!this.isApart(new URLSearchParams(location.search)) && url.href !== location.href) history.replaceState(history.state, "", url);
  }

  isDone(step) { return step.quiz?.length ? step.quiz.every((question) => outcome(question)) : stepIsDone(step); }

  tell() {
    const k = Math.max(0, this.at(this.shown)), { length } = this.steps;
    this.steps.forEach((step, i) => {
      const link = this.links.get(step.name), over = this.isDone(step);
      link.dataset.done = Number(over);
      link.title = step.closed || (over ? "done" : "");
      link.classList.toggle("kl-shut", Boolean(step.closed));
      if (i === k) link.setAttribute("aria-current", "step"); else link.removeAttribute("aria-current");
    });
    this.count.textContent = `${k + 1} of ${length}`;
    this.count.setAttribute("aria-label", `Step ${k + 1} of ${length}, ${this.steps[k].title}. All steps`);
    this.before.disabled = k === 0;
    this.after.disabled = k === length - 1;
    this.writeLinks();
  }

  // Where the links lead: to the address as it is now.
  writeLinks() { for (const [name, link] of this.links) link.href = this.address(name).href; }

  open(is) {
    this.root.classList.toggle("kl-open", is);
    this.count.setAttribute("aria-expanded", String(is));
  }

  // ---- the way to a step ------------------------------------------------------------------

  visit(name) {
    this.coming?.abort();
    this.shown = name;
    const url = this.address(name);
    if (url.href !== location.href) history.pushState(history.state, "", url);
    if (!this.goTo(name, reducesMotion() ? "auto" : "smooth")) this.goWhenThere(name);
  }

  // To the step of the address, unless it is the one that is shown, as where a slider alone goes back.
  arrive() {
    const name = this.named() || this.steps[0].name;
    if (location.pathname !== this.path || this.at(name) < 0 || name === (this.awaited ?? this.shown)) return;
    this.coming?.abort();
    this.goWhenThere(name);
  }

  walk(by) {
    const next = this.steps[this.at(this.shown) + by];
    if (next) this.visit(next.name);
  }

  /** @param {string} name @param {ScrollBehavior} behavior @returns {boolean} */
  goTo(name, behavior = "auto") {
    const box = boxOf(name), main = scroller();
    if (!box || !main) return false;
    const fold = foldOf(name);
    if (fold && !fold.open) fold.querySelector("summary").click();
    this.shown = name;
    this.tell();
    this.headFor(name);
    if (this.at(name) === 0) main.scrollTo({ top: 0, behavior }); else box.scrollIntoView({ block: "start", behavior });
    /** @type {HTMLElement} */
    const heading = this.at(name) === 0 ? main.querySelector("h1") : box.querySelector("h2");
    if (heading && !box.contains(document.activeElement)) {     // a keyboard that is there already stays where it is
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    return true;
  }

  // While the page scrolls there by itself, the steps that it passes are not told; and where it was
  // before no longer goes into the address, which is that of the next step already.
  headFor(name) {
    this.heading = name;
    clearTimeout(this.resting);
    clearTimeout(this.arriving);
    this.arriving = setTimeout(() => { this.heading = undefined; this.shown = undefined; this.show(name); }, 900);
  }

  // What is above may still be growing: the step is reached when it stays in its place.
  goWhenThere(name) {
    const until = performance.now() + PATIENCE, moved = this.coming = new AbortController();
    this.awaited = name;
    moved.signal.addEventListener("abort", () => { this.awaited = undefined; this.look(); });
    for (const kind of ["wheel", "touchstart", "keydown", "pointerdown"]) {
      addEventListener(kind, () => moved.abort(), { signal: moved.signal, capture: true, passive: true });
    }
    let last, still = 0;
    const look = () => {
      if (moved.signal.aborted || this.stop.signal.aborted || performance.now() > until) { moved.abort(); return; }
      const top = this.goTo(name) ? Math.round(boxOf(name).getBoundingClientRect().top + scroller().scrollHeight) : undefined;
      still = top !== undefined && top === last ? still + 1 : 0;
      last = top;
      if (still < 8) setTimeout(look, 200); else moved.abort();
    };
    look();
  }

  // ---- the hand ---------------------------------------------------------------------------

  // Within a step that is higher than the window the keys scroll, but not beyond its end or its beginning.
  key(event) {
    const by = { PageDown: 1, PageUp: -1 }[event.key];
    if (event.key === "Escape") this.open(false);
    if (!by || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.(BUSY)) return;
    const box = boxOf(this.shown), main = scroller();
    if (!box || !main) return;
    const place = box.getBoundingClientRect(), edge = parseFloat(getComputedStyle(main).scrollPaddingTop);
    const within = restOfBox(by, place, { top: edge, bottom: innerHeight }), underway = this.heading && Math.abs(place.top - edge) > NEAR;
    if (within && !underway) {
      event.preventDefault();
      main.scrollBy({ top: within, behavior: reducesMotion() ? "auto" : "smooth" });
      return;
    }
    if (!this.steps[this.at(this.shown) + by]) return;
    event.preventDefault();
    this.walk(by);
  }

  swipe(at) {
    if (!this.touch || !at) return;
    const right = at.clientX - this.touch.clientX, down = at.clientY - this.touch.clientY;
    this.touch = undefined;
    if (Math.abs(right) > SWIPE && Math.abs(right) > 2.5 * Math.abs(down)) this.walk(right < 0 ? 1 : -1);
  }

  close() {
    this.stop.abort();
    this.coming?.abort();
    for (const kind of KINDS) delete history[kind];
    this.watcher.disconnect();
    for (const timer of [this.seeing, this.resting, this.arriving]) clearTimeout(timer);
    cancelAnimationFrame(this.looking);
    this.root.remove();
  }
}
