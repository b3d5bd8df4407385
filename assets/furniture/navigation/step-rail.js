// The rail of a page: its steps by name, the current one, the done ones, and links to each.
// A step's root is the box in which Streamlit draws it; the rail marks the box with the step's name.

import { element, reducesMotion } from "../../base/dom.js";
import { singleton } from "../../base/singleton.js";
import { boxOf as boxOfKey, scroller } from "../../base/streamlit.js";
import { restOfBox } from "../../input/gestures.js";
import { stepInView } from "./step-in-view.js";
import { follow, isSeen, keepSeen, outcome, stepIsDone } from "../progress/progress.js";

const SEEN_MS = 1500;               // in view, after which a step counts as seen
const SCROLL_REST_MS = 250;                // without scrolling, after which the address names the step
const MAX_WAIT_MS = 60_000;         // for a step to be drawn, on a slow machine; any input ends the wait
const NEAR_PX = 40;                 // distance to a step's final place, below which scrolling has ended
const SWIPE_PX = 70;                // least sideways movement of a touch
const GROUPS = { core: "", deeper: "Deeper", notes: "For readers of the notes", end: "At the end" };
/** @type {["pushState", "replaceState"]} */
const HISTORY_METHODS = ["pushState", "replaceState"];
const KEY_CONTROLS = "input, select, textarea, dialog, [role='slider'], [role='tree'], [role='menu'], [contenteditable]";
const SCROLL_AREAS = "canvas, input, pre, table, .kl-scroll, .wide, .katex-display, .formula, .kl-rail";

export const { mount, unmount } = singleton(({ parentElement }) => new Rail(parentElement));

const places = new Map();        // boxes by step names, read at every frame of a scroll

function boxOf(name) {
  const key = `st-key-step-${name}`, cached = places.get(name);
  if (cached?.isConnected && cached.classList.contains(key)) return cached;
  const box = boxOfKey(`step-${name}`);
  places.set(name, box);
  return box;
}
/** @param {string} name @returns {HTMLDetailsElement | null | undefined} The fold of a step. */
const foldOf = (name) => boxOf(name)?.querySelector(`.st-key-fold-${name} details`);

// Returns the step in the address, or the heading in an older address.
function nameInAddress() {
  const words = new URLSearchParams(location.search);
  return words.get("step") || new URLSearchParams(`heading=${location.hash.slice(1)}`).get("heading");
}

// Writes a heading as in an address.
const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");

class Rail {
  constructor(parent) {
    this.parent = parent;
    this.stop = new AbortController();
    this.title = element("p", { className: "kl-rail-title" });
    this.list = element("ol", { className: "kl-rail-list" });
    this.count = element("button", { type: "button", className: "kl-rail-count" });
    this.count.setAttribute("aria-expanded", "false");
    this.previousButton = this.arrow("‹", "Step before", -1);
    this.nextButton = this.arrow("›", "Next step", 1);
    this.page = element("span", { className: "kl-rail-page" });    // visible where the list of pages is folded
    this.bar = element("div", { className: "kl-rail-bar" }, this.page, this.previousButton, this.count, this.nextButton);
    this.root = element("nav", { className: "kl-rail" }, this.bar, element("div", { className: "kl-rail-room" }, this.title, this.list));
    this.root.setAttribute("aria-label", "Steps of this page");
    parent.append(this.root);
    this.listen();
    follow(this.root, () => this.draw());
  }

  arrow(textContent, label, by) {
    const button = element("button", { type: "button", className: "kl-rail-arrow", textContent });
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => this.walk(by));
    return button;
  }

  listen() {
    const on = (target, type, run, options = {}) => target.addEventListener(type, run, { signal: this.stop.signal, ...options });
    on(window, "scroll", () => this.scheduleLook(), { capture: true, passive: true });
    on(window, "resize", () => this.scheduleLook());
    on(window, "toggle", () => this.scheduleLook(), { capture: true });
    on(window, "keydown", (event) => this.handleKey(event));
    on(window, "popstate", () => this.goToAddress());
    on(window, "touchstart", ({ touches: [at], target }) => { this.touch = target.closest?.(SCROLL_AREAS) ? undefined : at; }, { passive: true });
    on(window, "touchend", ({ changedTouches: [at] }) => this.swipe(at), { passive: true });
    for (const type of ["pointerover", "focusin"]) on(this.list, type, () => this.writeLinks());     // a slider may have changed the address
    on(this.count, "click", () => this.open(!this.root.classList.contains("kl-open")));
    on(window, "pointerdown", ({ target }) => { if (!this.root.contains(target)) this.open(false); }, { capture: true });
    this.watcher = new MutationObserver(() => this.mark());
    this.watcher.observe(document.body, { childList: true, subtree: true });
    for (const kind of HISTORY_METHODS) history[kind] = (state, unused, url) => History.prototype[kind].call(history, state, unused, url && this.correctAddress(url));
  }

  // Corrects the step in an address that Streamlit writes, which has the step of its last one. With another task of an
  // assignment the address has the right step.
  correctAddress(to) {
    const url = new URL(to, location.href), current = new URLSearchParams(location.search), next = url.searchParams;
    const isForeign = url.pathname !== this.path || this.fillsScreen(current) || this.fillsScreen(next) || !(this.targetName ?? this.currentName);
    if (isForeign) return url;
    if (next.get("task") === current.get("task")) return this.address(this.targetName ?? this.currentName, url);
    setTimeout(() => this.goToAddress());
    return url;
  }

  // Whether a word of the address fills the screen with one picture; then `step` is not a step of the rail.
  fillsScreen(words) { return this.screenWords.some((word) => words.has(word)); }

  // ---- the current step ----------------------------------------------------------------------

  /** @param {Component<any>} component */
  update({ data: { page, steps, apart } }) {
    this.screenWords = apart;
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
    this.draw();
    const first = this.stepOfAddress();
    if (this.indexOf(first) > 0) this.goWhenThere(first); else this.setCurrent(steps[0].name);
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

  // Returns the step of the address, by its name or a former heading.
  stepOfAddress() {
    const name = nameInAddress(), matches = this.indexOf(name) >= 0 ? [] : this.steps.filter(({ title, formerly }) => [title, ...formerly].some((heading) => slug(heading) === slug(name)));
    return name && matches.length ? matches[0].name : name;
  }

  indexOf(name) { return this.steps?.findIndex((step) => step.name === name) ?? -1; }

  address(name, url = new URL(location.href)) {
    if (this.indexOf(name) > 0) url.searchParams.set("step", name); else url.searchParams.delete("step");
    return url;
  }

  // Marks the boxes of the steps, which Streamlit may redraw.
  mark() {
    for (const { name, title, depth, formerly } of this.steps ?? []) {
      const box = boxOf(name);
      if (!box || box.dataset.step === name) continue;
      Object.assign(box.dataset, { step: name, stepTitle: title, stepDepth: depth, stepFormerly: JSON.stringify(formerly) });
      this.scheduleLook();
    }
  }

  scheduleLook() {
    cancelAnimationFrame(this.lookFrame);
    this.lookFrame = requestAnimationFrame(() => this.setCurrent(this.inView()));
  }

  inView() {
    const main = scroller(), atEnd = Boolean(main) && main.scrollTop > 0 && main.scrollTop + main.clientHeight >= main.scrollHeight - 2;
    const placed = this.steps.filter(({ name }) => boxOf(name)).map(({ name }) => {
      const { top, bottom } = boxOf(name).getBoundingClientRect();
      return { name, top, bottom, isFolded: foldOf(name)?.open === false };
    });
    return stepInView(placed, innerHeight, atEnd) ?? this.steps[0].name;
  }

  setCurrent(name) {
    if (this.scrollTarget || this.targetName || this.currentName === name) return;   // scrolling to another one, or there already
    this.currentName = name;
    clearTimeout(this.seenTimer);
    this.seenTimer = setTimeout(() => { const step = this.steps[this.indexOf(name)]; if (!step.closed && !isSeen(step.id)) keepSeen(step.id); }, SEEN_MS);
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => this.keepAddress(name), SCROLL_REST_MS);
    this.draw();
  }

  keepAddress(name) {
    const url = this.address(name);
    if (!this.fillsScreen(new URLSearchParams(location.search)) && url.href !== location.href) history.replaceState(history.state, "", url);
  }

  isDone(step) { return step.quiz?.length ? step.quiz.every((question) => outcome(question)) : stepIsDone(step); }

  draw() {
    const k = Math.max(0, this.indexOf(this.currentName)), { length } = this.steps;
    this.steps.forEach((step, i) => {
      const link = this.links.get(step.name), over = this.isDone(step);
      link.dataset.done = Number(over);
      link.title = step.closed || (over ? "done" : "");
      link.classList.toggle("kl-shut", Boolean(step.closed));
      if (i === k) link.setAttribute("aria-current", "step"); else link.removeAttribute("aria-current");
    });
    this.count.textContent = `${k + 1} of ${length}`;
    this.count.setAttribute("aria-label", `Step ${k + 1} of ${length}, ${this.steps[k].title}. All steps`);
    this.previousButton.disabled = k === 0;
    this.nextButton.disabled = k === length - 1;
    this.writeLinks();
  }

  // Sets the links to the current address with another step.
  writeLinks() { for (const [name, link] of this.links) link.href = this.address(name).href; }

  open(isOpen) {
    this.root.classList.toggle("kl-open", isOpen);
    this.count.setAttribute("aria-expanded", String(isOpen));
  }

  // ---- the way to a step ------------------------------------------------------------------

  visit(name) {
    this.approach?.abort();
    this.currentName = name;
    const url = this.address(name);
    if (url.href !== location.href) history.pushState(history.state, "", url);
    if (!this.goTo(name, reducesMotion() ? "auto" : "smooth")) this.goWhenThere(name);
  }

  // Goes to the step of the address, unless it is current, as where only a slider's value goes back.
  goToAddress() {
    const name = this.stepOfAddress() || this.steps[0].name;
    if (location.pathname !== this.path || this.indexOf(name) < 0 || name === (this.targetName ?? this.currentName)) return;
    this.approach?.abort();
    this.goWhenThere(name);
  }

  walk(by) {
    const next = this.steps[this.indexOf(this.currentName) + by];
    if (next) this.visit(next.name);
  }

  /** @param {string} name @param {ScrollBehavior} behavior @returns {boolean} */
  goTo(name, behavior = "auto") {
    const box = boxOf(name), main = scroller();
    if (!box || !main) return false;
    const fold = foldOf(name);
    if (fold && !fold.open) fold.querySelector("summary").click();
    this.currentName = name;
    this.draw();
    this.setScrollTarget(name);
    if (this.indexOf(name) === 0) main.scrollTo({ top: 0, behavior }); else box.scrollIntoView({ block: "start", behavior });
    /** @type {HTMLElement} */
    const heading = this.indexOf(name) === 0 ? main.querySelector("h1") : box.querySelector("h2");
    if (heading && !box.contains(document.activeElement)) {     // keeps the focus if it is in the step already
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    return true;
  }

  // Ignores the steps that a scroll by program passes, and keeps the address at its target.
  setScrollTarget(name) {
    this.scrollTarget = name;
    clearTimeout(this.addressTimer);
    clearTimeout(this.scrollTimer);
    this.scrollTimer = setTimeout(() => { this.scrollTarget = undefined; this.currentName = undefined; this.setCurrent(name); }, 900);
  }

  // Goes to a step that may not be drawn yet, until its place is stable.
  goWhenThere(name) {
    const until = performance.now() + MAX_WAIT_MS, cancelled = this.approach = new AbortController();
    this.targetName = name;
    cancelled.signal.addEventListener("abort", () => { this.targetName = undefined; this.scheduleLook(); });
    for (const kind of ["wheel", "touchstart", "keydown", "pointerdown"]) {
      addEventListener(kind, () => cancelled.abort(), { signal: cancelled.signal, capture: true, passive: true });
    }
    let last, stableCount = 0;
    const look = () => {
      if (cancelled.signal.aborted || this.stop.signal.aborted || performance.now() > until) { cancelled.abort(); return; }
      const top = this.goTo(name) ? Math.round(boxOf(name).getBoundingClientRect().top + scroller().scrollHeight) : undefined;
      stableCount = top !== undefined && top === last ? stableCount + 1 : 0;
      last = top;
      if (stableCount < 8) setTimeout(look, 200); else cancelled.abort();
    };
    look();
  }

  // ---- keys and touches ---------------------------------------------------------------------------

  // Scrolls within a step that is higher than the window, and goes to the next step at its end.
  handleKey(event) {
    const by = { PageDown: 1, PageUp: -1 }[event.key];
    if (event.key === "Escape") this.open(false);
    if (!by || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.(KEY_CONTROLS)) return;
    const box = boxOf(this.currentName), main = scroller();
    if (!box || !main) return;
    const place = box.getBoundingClientRect(), edge = parseFloat(getComputedStyle(main).scrollPaddingTop);
    const scrollBy = restOfBox(by, place, { top: edge, bottom: innerHeight }), isUnderway = this.scrollTarget && Math.abs(place.top - edge) > NEAR_PX;
    if (scrollBy && !isUnderway) {
      event.preventDefault();
      main.scrollBy({ top: scrollBy, behavior: reducesMotion() ? "auto" : "smooth" });
      return;
    }
    if (!this.steps[this.indexOf(this.currentName) + by]) return;
    event.preventDefault();
    this.walk(by);
  }

  swipe(at) {
    if (!this.touch || !at) return;
    const right = at.clientX - this.touch.clientX, down = at.clientY - this.touch.clientY;
    this.touch = undefined;
    if (Math.abs(right) > SWIPE_PX && Math.abs(right) > 2.5 * Math.abs(down)) this.walk(right < 0 ? 1 : -1);
  }

  close() {
    this.stop.abort();
    this.approach?.abort();
    for (const kind of HISTORY_METHODS) delete history[kind];
    this.watcher.disconnect();
    for (const timer of [this.seenTimer, this.addressTimer, this.scrollTimer]) clearTimeout(timer);
    cancelAnimationFrame(this.lookFrame);
    this.root.remove();
  }
}
