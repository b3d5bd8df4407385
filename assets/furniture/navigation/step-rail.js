// The rail of a page: links to its steps by name, with signs at the current step and at those that are seen or done.
// Streamlit draws each step in a box; the rail writes the step's name, title and depth into the box's data attributes.

import { element, reducesMotion, setProperties } from "../../base/dom.js";
import { singleton } from "../../base/singleton.js";
import { boxOf as boxOfKey, scroller } from "../../base/streamlit.js";
import { restOfBox } from "../../input/gestures.js";
import { stepInView } from "./step-in-view.js";
import { follow, isSeen, keepSeen, stepProgress } from "../progress/progress.js";

const SEEN_MS = 1500;               // time in view after which a step counts as seen
const SCROLL_REST_MS = 250;                // time without scrolling after which the address names the step
const SCROLL_MS = 900;                     // time for an automatic scroll to a step
const MAX_WAIT_MS = 60_000;         // longest wait for a step to be drawn, on a slow machine; any input ends it
const NEAR_PX = 40;                 // below this distance to a step's final position scrolling has ended
const SWIPE_PX = 70;                // smallest sideways movement of a touch
/** @type {Record<string, string>} For each depth of steps, the heading above its first step. */
const GROUPS = { core: "", deeper: "Deeper", notes: "For readers of the notes", end: "At the end" };
const PROGRESS_WORDS = { empty: "", half: "seen", full: "done" };
/** @type {["pushState", "replaceState"]} */
const HISTORY_METHODS = ["pushState", "replaceState"];
const KEY_CONTROLS = "input, select, textarea, dialog, [role='slider'], [role='tree'], [role='menu'], [contenteditable]";
const SCROLL_AREAS = "canvas, input, pre, table, .kl-scroll, .wide, .katex-display, .formula, .kl-rail";

/**
 * A step of the page as lab/ui/steps/rail.py writes it; `closed`: the reason why it can't be worked on.
 * @typedef {{ name: string, title: string, id: string, depth: string, formerly: string[], challenges: string[], quiz?: string[], closed?: string }} Step
 */

export const { mount, unmount } = singleton(({ parentElement }) => new Rail(parentElement));

/** @type {Map<string, HTMLElement | null>} */
const places = new Map();        // boxes by step names, read at every frame of a scroll

/** @param {string | undefined} name */
function boxOf(name) {
  if (name === undefined) return null;
  const key = `st-key-step-${name}`, cached = places.get(name);
  if (cached?.isConnected && cached.classList.contains(key)) return cached;
  const box = boxOfKey(`step-${name}`);
  places.set(name, box);
  return box;
}
/** @param {string} name @returns {HTMLDetailsElement | null | undefined} The fold of a step. */
const foldOf = (name) => boxOf(name)?.querySelector(`.st-key-fold-${name} details`);

// Return the step in the address, or the heading in an older address.
function nameInAddress() {
  const words = new URLSearchParams(location.search);
  return words.get("step") || new URLSearchParams(`heading=${location.hash.slice(1)}`).get("heading");
}

/** Write a heading in the form for an address: small letters and digits, with hyphens between words. @param {string} text */
const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");

/** Return whether an event's target is in an element that matches a selector. @param {EventTarget | null} target @param {string} selector */
const isIn = (target, selector) => target instanceof Element && target.closest(selector) !== null;

class Rail {
  /** @type {Step[]} */ steps = [];
  /** @type {Map<string, HTMLAnchorElement>} The links to the steps. */ links = new Map();
  /** @type {string[]} Words of the address that fill the screen with one picture. */ screenWords = [];
  /** @type {string[]} Words of the address; a part of the page that changes one also writes the right step. */ stepWords = [];
  /** @type {string} The page's own path. */ path;
  /** @type {string | undefined} The step in view. */ currentName;
  /** @type {string | undefined} A step that may not be drawn yet, to which the page is going. */ targetName;
  /** @type {string | undefined} A step to which the page scrolls. */ scrollTarget;
  /** @type {AbortController | undefined} Ends scrolling to a step. */ approach;
  /** @type {Touch | undefined} Where a touch began. */ touch;
  /** @type {MutationObserver} */ watcher;
  lookFrame = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ seenTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ addressTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ scrollTimer;

  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.parent = parent;
    this.stop = new AbortController();
    this.title = element("p", { className: "kl-rail-title" });
    this.list = element("ol", { className: "kl-rail-list" });
    this.count = element("button", { type: "button", className: "kl-rail-count" });
    this.count.setAttribute("aria-expanded", "false");
    this.previousButton = this.arrow("‹", "Previous step", -1);
    this.nextButton = this.arrow("›", "Next step", 1);
    this.page = element("span", { className: "kl-rail-page" });    // visible where the list of pages is folded
    this.bar = element("div", { className: "kl-rail-bar" }, this.page, this.previousButton, this.count, this.nextButton);
    this.root = element("nav", { className: "kl-rail" }, this.bar, element("div", { className: "kl-rail-room" }, this.title, this.list));
    this.root.setAttribute("aria-label", "Steps of this page");
    parent.append(this.root);
    this.listen();
    follow(this.root, () => this.draw());
  }

  /** @param {string} textContent @param {string} label @param {number} by */
  arrow(textContent, label, by) {
    const button = element("button", { type: "button", className: "kl-rail-arrow", textContent });
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => this.walk(by));
    return button;
  }

  listen() {
    const { signal } = this.stop;
    addEventListener("scroll", () => this.scheduleLook(), { signal, capture: true, passive: true });
    addEventListener("resize", () => this.scheduleLook(), { signal });
    addEventListener("toggle", () => this.scheduleLook(), { signal, capture: true });
    addEventListener("keydown", (event) => this.handleKey(event), { signal });
    addEventListener("popstate", () => this.goToAddress(), { signal });
    addEventListener("touchstart", ({ touches: [at], target }) => { this.touch = isIn(target, SCROLL_AREAS) ? undefined : at; }, { signal, passive: true });
    addEventListener("touchend", ({ changedTouches: [at] }) => this.swipe(at), { signal, passive: true });
    for (const type of ["pointerover", "focusin"]) this.list.addEventListener(type, () => this.writeLinks(), { signal });     // a slider may have changed the address
    this.count.addEventListener("click", () => this.open(!this.root.classList.contains("is-open")), { signal });
    addEventListener("pointerdown", ({ target }) => { if (!this.root.contains(/** @type {Node} */ (target))) this.open(false); }, { signal, capture: true });
    this.watcher = new MutationObserver(() => this.mark());
    this.watcher.observe(document.body, { childList: true, subtree: true });
    for (const kind of HISTORY_METHODS) history[kind] = (state, unused, url) => History.prototype[kind].call(history, state, unused, url && this.correctAddress(url));
  }

  // Correct an address that Streamlit writes: it has the step of Streamlit's last address, not the current one. Only an
  // address that changes one of `stepWords` already has the right step.
  /** @param {string | URL} to */
  correctAddress(to) {
    const url = new URL(to, location.href), current = new URLSearchParams(location.search), next = url.searchParams;
    const step = this.targetName ?? this.currentName;
    if (url.pathname !== this.path || this.fillsScreen(current) || this.fillsScreen(next) || !step) return url;
    if (this.stepWords.every((word) => next.get(word) === current.get(word))) return this.address(step, url);
    setTimeout(() => this.goToAddress());
    return url;
  }

  /** Return whether a word of the address fills the screen with one picture; then `step` is not a step of the rail. @param {URLSearchParams} words */
  fillsScreen(words) { return this.screenWords.some((word) => words.has(word)); }

  // ---- the current step ----------------------------------------------------------------------

  /** @param {Component<{ page: string, steps: Step[], screen_words: string[], step_words: string[] }>} component */
  update({ data: { page, steps, screen_words: screenWords, step_words: stepWords } }) {
    Object.assign(this, { screenWords, stepWords });
    if (JSON.stringify(steps) === JSON.stringify(this.steps)) return;
    this.steps = steps;
    this.path = location.pathname;
    this.title.textContent = this.page.textContent = page;
    const links = steps.map((step) => this.link(step));
    this.links = new Map(steps.map(({ name }, k) => [name, links[k]]));
    const parts = steps.flatMap((step, k) => {
      const head = GROUPS[step.depth], begins = head && steps[k - 1]?.depth !== step.depth;
      return [...(begins ? [element("li", { className: "kl-rail-head", textContent: head })] : []), element("li", {}, links[k])];
    });
    this.list.replaceChildren(...parts);
    this.mark();
    this.draw();
    const first = this.stepOfAddress();
    if (first && this.indexOf(first) > 0) this.goWhenThere(first); else this.setCurrent(steps[0].name);
  }

  /** @param {Step} step */
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

  // Return the name of the step in the address, which may also give its title or a former heading; "" if it names none.
  stepOfAddress() {
    const name = nameInAddress() ?? "", matches = this.indexOf(name) >= 0 ? [] : this.steps.filter(({ title, formerly }) => [title, ...formerly].some((heading) => slug(heading) === slug(name)));
    return name && matches.length ? matches[0].name : name;
  }

  /** @param {string | undefined} name */
  indexOf(name) { return this.steps.findIndex((step) => step.name === name); }

  /** @param {string} name */
  address(name, url = new URL(location.href)) {
    if (this.indexOf(name) > 0) url.searchParams.set("step", name); else url.searchParams.delete("step");
    return url;
  }

  // Mark the boxes of the steps, which Streamlit may redraw.
  mark() {
    for (const { name, title, depth, formerly } of this.steps) {
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
    const main = scroller(), atEnd = main !== null && main.scrollTop > 0 && main.scrollTop + main.clientHeight >= main.scrollHeight - 2;
    const placed = this.steps.flatMap(({ name }) => {
      const box = boxOf(name);
      if (!box) return [];
      const { top, bottom } = box.getBoundingClientRect();
      return [{ name, top, bottom, isFolded: foldOf(name)?.open === false }];
    });
    return stepInView(placed, innerHeight, atEnd) ?? this.steps[0].name;
  }

  /** @param {string} name */
  setCurrent(name) {
    if (this.scrollTarget || this.targetName || this.currentName === name) return;   // the page scrolls to another step, or the step is current already
    this.currentName = name;
    clearTimeout(this.seenTimer);
    this.seenTimer = setTimeout(() => { const step = this.steps[this.indexOf(name)]; if (!step.closed && !isSeen(step.id)) keepSeen(step.id); }, SEEN_MS);
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => this.keepAddress(name), SCROLL_REST_MS);
    this.draw();
  }

  /** @param {string} name */
  keepAddress(name) {
    const url = this.address(name);
    if (!this.fillsScreen(new URLSearchParams(location.search)) && url.href !== location.href) history.replaceState(history.state, "", url);
  }

  draw() {
    const k = Math.max(0, this.indexOf(this.currentName)), { length } = this.steps;
    this.steps.forEach((step, i) => {
      const link = this.links.get(step.name), progress = stepProgress(step);
      if (!link) return;
      setProperties(link.dataset, { done: progress });
      link.classList.toggle("is-closed", Boolean(step.closed));
      setProperties(link, { title: step.closed || PROGRESS_WORDS[progress], ariaCurrent: i === k ? "step" : null });
    });
    this.count.textContent = `${k + 1} of ${length}`;
    this.count.setAttribute("aria-label", `Step ${k + 1} of ${length}, ${this.steps[k].title}. All steps`);
    this.previousButton.disabled = k === 0;
    this.nextButton.disabled = k === length - 1;
    this.writeLinks();
  }

  // Set each link to the current address with the link's own step.
  writeLinks() { for (const [name, link] of this.links) setProperties(link, { href: this.address(name).href }); }

  /** @param {boolean} isOpen */
  open(isOpen) {
    this.root.classList.toggle("is-open", isOpen);
    this.count.setAttribute("aria-expanded", String(isOpen));
  }

  // ---- the way to a step ------------------------------------------------------------------

  /** @param {string} name */
  visit(name) {
    this.approach?.abort();
    this.currentName = name;
    const url = this.address(name);
    if (url.href !== location.href) history.pushState(history.state, "", url);
    this.goWhenThere(name, reducesMotion() ? "auto" : "smooth");
  }

  // Go to the step of the address, unless that step is current, as when Back changes only a slider.
  goToAddress() {
    const name = this.stepOfAddress() || this.steps[0].name;
    if (location.pathname !== this.path || this.indexOf(name) < 0 || name === (this.targetName ?? this.currentName)) return;
    this.approach?.abort();
    this.goWhenThere(name);
  }

  /** @param {number} by */
  walk(by) {
    const next = this.steps[this.indexOf(this.currentName) + by];
    if (next) this.visit(next.name);
  }

  /** @param {string} name @param {ScrollBehavior} behavior @returns {boolean} */
  goTo(name, behavior = "auto") {
    const box = boxOf(name), main = scroller();
    if (!box || !main) return false;
    const fold = foldOf(name);
    if (fold && !fold.open) fold.querySelector("summary")?.click();
    this.currentName = name;
    this.draw();
    this.setScrollTarget(name);
    if (this.indexOf(name) === 0) main.scrollTo({ top: 0, behavior }); else box.scrollIntoView({ block: "start", behavior });
    const heading = this.indexOf(name) === 0 ? main.querySelector("h1") : box.querySelector("h2");
    if (heading && !box.contains(document.activeElement)) {     // keeps the focus if it is in the step already
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    return true;
  }

  /** Return how far the page is scrolled, and where a step is in the page, as texts. @param {string} name */
  placeOf(name) {
    const main = scroller(), top = boxOf(name)?.getBoundingClientRect().top ?? 0, scrolled = main?.scrollTop ?? 0;
    return { scrolled: `${Math.round(scrolled)}`, inPage: `${Math.round(top + scrolled)} ${main?.scrollHeight}` };
  }

  /** Ignore the steps that an automatic scroll passes, and keep the address at its target. @param {string} name */
  setScrollTarget(name) {
    this.scrollTarget = name;
    clearTimeout(this.addressTimer);
    clearTimeout(this.scrollTimer);
    this.scrollTimer = setTimeout(() => {
      if (this.targetName) { this.setScrollTarget(name); return; }
      this.scrollTarget = this.currentName = undefined;
      this.setCurrent(name);
    }, SCROLL_MS);
  }

  /**
   * Go to a step that may not be drawn yet, until its position is stable: steps above it may change their height when they
   * come into view. Any input ends this, and so does a scroll by the scroll bar or by an assistive tool, which is not input.
   * @param {string} name @param {ScrollBehavior} [behavior]
   */
  goWhenThere(name, behavior = "auto") {
    const until = performance.now() + MAX_WAIT_MS, cancelled = this.approach = new AbortController();
    this.targetName = name;
    cancelled.signal.addEventListener("abort", () => { this.targetName = undefined; this.scheduleLook(); });
    for (const kind of ["wheel", "touchstart", "keydown", "pointerdown"]) {
      addEventListener(kind, () => cancelled.abort(), { signal: cancelled.signal, capture: true, passive: true });
    }
    /** @type {{ scrolled: string, inPage: string } | undefined} */
    let last;
    let stableCount = 0;
    const look = () => {
      if (cancelled.signal.aborted || this.stop.signal.aborted || performance.now() > until) { cancelled.abort(); return; }
      const place = this.placeOf(name), isStill = place.scrolled === last?.scrolled && place.inPage === last?.inPage;
      if (stableCount > 1 && !isStill && place.inPage === last?.inPage) { cancelled.abort(); return; }
      // While a smooth scroll is under way, do not begin another.
      const isDrawn = isStill || last === undefined ? this.goTo(name, behavior) : true;
      stableCount = isStill && isDrawn ? stableCount + 1 : 0;
      last = isDrawn ? this.placeOf(name) : undefined;
      if (stableCount < 8) setTimeout(look, 200); else cancelled.abort();
    };
    look();
  }

  // ---- keys and touches ---------------------------------------------------------------------------

  /**
   * Let Page Up and Page Down scroll within a step that is taller than the window, and go to another step at its ends.
   * Let Escape close the list of steps.
   * @param {KeyboardEvent} event
   */
  handleKey(event) {
    const by = event.key === "PageDown" ? 1 : event.key === "PageUp" ? -1 : 0;
    if (event.key === "Escape") this.open(false);
    if (!by || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isIn(event.target, KEY_CONTROLS)) return;
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

  /** @param {Touch | undefined} at */
  swipe(at) {
    if (!this.touch || !at) return;
    const right = at.clientX - this.touch.clientX, down = at.clientY - this.touch.clientY;
    this.touch = undefined;
    if (Math.abs(right) > SWIPE_PX && Math.abs(right) > 2.5 * Math.abs(down)) this.walk(right < 0 ? 1 : -1);
  }

  close() {
    this.stop.abort();
    this.approach?.abort();
    for (const kind of HISTORY_METHODS) Reflect.deleteProperty(history, kind);      // removes this rail's methods, which hide those of the prototype
    this.watcher.disconnect();
    for (const timer of [this.seenTimer, this.addressTimer, this.scrollTimer]) clearTimeout(timer);
    cancelAnimationFrame(this.lookFrame);
    this.root.remove();
  }
}
