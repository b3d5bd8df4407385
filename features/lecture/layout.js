// The live element that is in front in a lecture: its size, which of its pictures, and its controls.

import { zoom } from "../../assets/base/display-scale.js";
import { queryAll, queryFirst } from "../../assets/base/dom.js";
import { groupDigits, setting } from "../../assets/base/format.js";

const DESIGN = { w: 1280, h: 720 };    // the room that everything is laid out in; a large screen shows it enlarged
const SMALLEST = 0.6;                  // of the scale of the whole screen: what notes may press the picture to
const TIGHTEST = 0.62;                 // of the size of controls and numbers, where nothing more can be left out
const TYPE = 13.5;                     // px of the smallest type in that room: 20 px on a projector of 1920 × 1080
const SPARE = ".kl-is-comparison, .kl-readouts > .kl-row:nth-child(n + 4), .kl-builder .kl-tools";   // what may be left out, the last first
const MEASURED = ".kl-readouts .kl-row, table, .kl-scroll, .kl-action, .kl-choice, .kl-slider, .kl-remark, .kl-caption, .kl-item > canvas";
const COLUMNS = ":scope > :is(.kl-main, .kl-side, .kl-below)";
// Kinds of items that answer no question: controls, and what explains them. Read-outs hide their own numbers.
const OPEN = ["slider", "choice", "readouts", "points", "action", "legend", "classlegend", "heading", "link", "play", "gallery", "builder"];
const LEAST = 110;                     // px of height that a chart needs
const LEAST_SHARE = 0.24;              // of the stage's height, for a chart in its main column
const SMALL = 15, SMALLER = 16;        // px of the axes' numbers, and of small words
// A read-out's label without its note; a term in it may be marked, then it lies in several nodes.
const nameOf = (row) => [...row.firstElementChild?.childNodes ?? []].filter((node) => node.nodeName !== "SMALL").map((node) => node.textContent).join("").trim();
const shownIn = (node) => node.offsetParent !== null || node.getClientRects().length > 0;

export class Stage {
  cover = "";                     // what is hidden: "numbers", "answer" or nothing
  part = 0;                       // which picture of the element
  room = 0;                       // px of height that the notes take
  asked = 0;                      // and those of the question
  beside = 0;                     // px of width that a companion takes
  /** @type {string[]} Read-outs that the step's question asks for. */ needed = [];
  /** @type {LiveRoot | undefined} The element in front. */ root;
  /** @type {AbortController} */ off;
  /** Views whose tools were folded once. */ folded = new WeakSet();
  /** @type {() => void} */ changed;

  // Bring an element to the front. `changed` is called when its setting changes.
  show(root, changed = this.changed) {
    this.changed = changed;
    if (this.root !== root) {
      this.release();
      this.root = root;
      root.classList.add("kl-on-stage");
      this.off = new AbortController();
      for (const type of ["input", "paint"]) root.live.player.addEventListener(type, changed, { signal: this.off.signal });
      const grown = new ResizeObserver(() => requestAnimationFrame(() => {    // words that come later
        if (this.root === root && this.columns().some((box) => this.overflows(box))) { this.squeeze(); root.live.redraw(); }
      }));
      for (const box of queryAll(root, ".kl-item")) grown.observe(box);
      this.off.signal.addEventListener("abort", () => grown.disconnect());
    }
    this.folded = new WeakSet();
    this.arrange();
    this.covering();
    this.fit();
    this.mark();
  }

  release() {
    if (!this.root) return;
    this.off.abort();
    const { root } = this, live = root.live;
    root.classList.remove("kl-on-stage", "kl-narrow");
    for (const name of ["cover", "part"]) delete root.dataset[name];
    for (const node of queryAll(root, ".kl-off-stage, .kl-active")) node.classList.remove("kl-off-stage", "kl-active");
    queryFirst(root, ".kl-below")?.style.removeProperty("grid-template-rows");
    delete live.stage.stands;
    live.stage.covered = false;
    for (const { box } of live.views) box.classList.remove("kl-hides-answer");
    this.root = undefined;
    live.redraw();
  }

  close() {
    zoom.by = 1;
    this.release();
  }

  // ---- size -------------------------------------------------------------------------------

  // Notes and a question take room from the screen: the rest is laid out as ever, and is smaller.
  scale() {
    const w = innerWidth - this.beside, h = innerHeight, whole = Math.max(1, Math.min(innerWidth / DESIGN.w, h / DESIGN.h));
    const taken = this.room + this.asked;
    zoom.by = taken ? Math.min(whole, Math.max(SMALLEST * whole, (h - taken) / DESIGN.h)) : whole;
    const { style } = document.documentElement;
    for (const [name, value] of [["zoom", zoom.by], ["screen", whole], ["room", `${this.room}px`], ["asked", `${this.asked}px`], ["beside", `${this.beside}px`]]) style.setProperty(`--kl-${name}`, String(value));
    this.root?.classList.toggle("kl-narrow", w / whole < 720 || w / h < 1.05);
    this.tightest = Math.min(1, TYPE * whole / (SMALLER * zoom.by));
    if (this.root) this.root.live.stage.stands = Math.max(SMALL, TYPE * whole / zoom.by);
  }

  fit() {
    if (!this.root) return;
    this.scale();
    this.squeeze();
    this.root.live.redraw();
    this.shape();
  }

  // Controls and numbers that would reach below the screen, or beyond their column, are set smaller, column by
  // column, as long as they can be read from the last row; then the last numbers are left out.
  squeeze() {
    for (const node of queryAll(this.root, ".kl-left-out")) node.classList.remove("kl-left-out");
    for (const column of this.columns()) {
      const press = (from, to) => { for (let by = from; by >= to && this.overflows(column); by -= 0.02) column.style.setProperty("--kl-squeeze", by.toFixed(3)); };
      column.style.removeProperty("--kl-squeeze");
      press(1, this.tightest);
      for (const node of this.spare(column)) if (this.overflows(column)) node.classList.add("kl-left-out");
      press(this.tightest, TIGHTEST);
    }
  }

  spare(column) {
    const isNeeded = (node) => this.needed.some((name) => node.querySelector(`[data-readout="${name}"]`));
    return queryAll(column, SPARE).filter((node) => shownIn(node) && !isNeeded(node)).reverse();
  }

  columns() { return this.root.classList.contains("kl-narrow") ? [] : queryAll(this.root, COLUMNS); }

  overflows(column) {
    if (!shownIn(column)) return false;
    if (column.scrollHeight > column.clientHeight + 2) return true;
    const { bottom, right } = this.root.getBoundingClientRect();
    return queryAll(column, MEASURED).some((node) => {
      if (!shownIn(node)) return false;
      const box = node.getBoundingClientRect();
      if (node.matches(".kl-curve > canvas") && node.clientHeight < this.least(column)) return true;
      return box.bottom > bottom + 1 || box.right > right + 1 || (node.scrollWidth > node.clientWidth + 1 && node.matches(".kl-scroll"));
    });
  }

  // How high a chart has to be: where it leads, a share of the stage, before numbers take its room.
  least(column) { return column.matches(".kl-main") ? Math.max(LEAST, LEAST_SHARE * this.root.clientHeight) : LEAST; }

  // A picture with a shape of its own is as large as fits: its style sheet asks for the shape.
  shape() {
    for (const canvas of this.root ? queryAll(this.root, 'canvas[style*="aspect-ratio"]') : []) {
      const [w, h = 1] = canvas.style.aspectRatio.split("/").map(Number), text = (w / h).toFixed(4);
      if (canvas.style.getPropertyValue("--kl-shape") !== text) canvas.style.setProperty("--kl-shape", text);
    }
  }

  /** Whether one of these kinds of items is in sight. @param {string[]} kinds */
  shows(kinds) { return kinds.some((kind) => queryAll(this.root, `.kl-is-${kind}`).some(shownIn)); }

  // ---- which picture ----------------------------------------------------------------------

  // What lies below an element comes in parts, each from one heading to the next: those with a picture.
  parts(root = this.root) {
    const parts = [];
    let part;
    for (const box of queryAll(root, ":scope > .kl-below > .kl-item")) {
      const opens = box.matches(".kl-is-heading") || box.querySelector(":scope > .kl-is-heading");
      const half = box.classList.contains("kl-half"), full = !part || part.some((b) => b.querySelector("canvas"));
      if (!part || (opens && (full || !half))) parts.push(part = []);
      part.push(box);
    }
    const drawn = (box) => [...box.querySelectorAll("canvas, svg, table")].some((picture) => !picture.closest("[hidden]"));
    return parts.filter((boxes) => boxes.some(drawn));
  }

  // Show this part and no other; part 0 is what the element opens with.
  arrange() {
    const { root } = this, parts = this.parts(), boxes = parts[this.part - 1] ?? [];
    this.part = boxes.length ? this.part : 0;
    root.dataset.part = String(this.part);
    for (const box of queryAll(root, ":scope > .kl-below > .kl-item")) box.classList.toggle("kl-off-stage", !boxes.includes(box));
    const below = queryFirst(root, ":scope > .kl-below");
    if (!below) return;
    const rows = [];
    let open = false;
    for (const box of boxes.filter((b) => !b.hidden && !b.matches(".kl-is-heading, .kl-is-action"))) {
      const half = box.classList.contains("kl-half"), tall = box.querySelector("canvas") ? "minmax(0, 1fr)" : "auto";
      if (half && open) { if (tall !== "auto") rows[rows.length - 1] = tall; open = false; continue; }
      rows.push(tall);
      open = half;
    }
    below.style.gridTemplateRows = rows.join(" ");
  }

  another(all) {
    const scenes = all.flatMap((root) => [[root, 0], ...this.parts(root).map((_, k) => [root, k + 1])])
      .filter(([root, part]) => part || root.querySelector(":scope > .kl-main :is(canvas, table, svg)"));
    const at = scenes.findIndex(([root, part]) => root === this.root && part === this.part);
    const [root, part] = scenes[(at + 1) % scenes.length];
    this.part = part;
    this.show(root);
    return { at: ((at + 1) % scenes.length) + 1, of: scenes.length };
  }

  covering() {
    if (!this.root) return;
    this.root.dataset.cover = this.cover;
    this.root.live.stage.covered = this.cover === "answer";
    this.hideAnswers();
    this.root.live.redraw();
  }

  // While the answer is hidden a picture is drawn without it, or is hidden as a whole; tools are folded.
  hideAnswers() {
    for (const view of this.root?.live.views ?? []) {
      const { item, box, covers } = view;
      if (!this.folded.has(view)) view.shut?.();
      this.folded.add(view);
      box.classList.toggle("kl-hides-answer", this.cover === "answer" && !covers && !OPEN.includes(item.kind));
    }
  }

  // What is to be predicted where nobody asks anything else: the names of the numbers in sight.
  question() {
    const rows = [...(this.root?.querySelectorAll(".kl-readouts .kl-row") ?? [])].filter(shownIn);
    const names = [...new Set(rows.map(nameOf))].filter(Boolean).slice(0, 3);
    return names.length ? `What will these be: ${names.join(", ")}?` : this.cover && "What will the picture show?";
  }

  // ---- its controls -----------------------------------------------------------------------

  get player() { return this.root.live.player; }

  // Where the picture itself has no such control, those of other steps that show the same scene are moved.
  peers() {
    const { root, root: { live: { data: { group } } } } = this, all = /** @type {LiveRoot[]} */ (queryAll(document, "[data-live]"));
    return [root, ...all.filter((one) => one !== root && group && one.live?.data.group === group)];
  }

  own() { return this.slidersIn([this.root]); }

  sliders() { return this.slidersIn(this.peers()); }

  slidersIn(roots) { return roots.flatMap(({ live }) => live.items).filter((i) => i.kind === "slider" && this.player.scene[i.along]); }

  groups(holding) { return this.peers().flatMap((root) => queryAll(root, '[role="radiogroup"]')).filter((group) => group.querySelector(holding) && !group.closest("[hidden]")); }

  // A picture may have a slider twice: the first one counts.
  different(sliders = this.sliders()) { return [...new Map(sliders.toReversed().map((s) => [s.along, s])).values()].toReversed(); }

  active() {
    const sliders = this.sliders();
    return sliders.find((s) => s.along === this.player.active) ?? sliders[0];
  }

  choose(along) {
    if (!this.sliders().some((s) => s.along === along)) return;
    this.player.active = along;
    this.mark();
  }

  mark() {
    const along = this.active()?.along, several = new Set(this.own().map((s) => s.along)).size > 1;
    for (const box of queryAll(this.root, ".kl-is-slider")) box.classList.toggle("kl-active", several && queryFirst(box, "[data-along]")?.dataset.along === along);
  }

  turn(by) {
    if (!this.root) return "";
    const item = this.active();
    if (!item) return "This picture has no slider.";
    const { along } = item, stops = this.player.stops(along), k = this.player.index(along) + (item.reciprocal ? -by : by);
    this.player.move(along, stops[Math.min(stops.length - 1, Math.max(0, k))]);
    this.mark();
    return this.said(item);
  }

  otherSlider() {
    const all = this.different();
    if (all.length < 2) return "This picture has no other slider.";
    const next = all[(all.findIndex((s) => s.along === this.active().along) + 1) % all.length];
    this.choose(next.along);
    return `${this.said(next)}, ${next.label}`;
  }

  /** @param {SliderItem} slider */
  said({ symbol, along, reciprocal, format }) {
    const value = this.player.value(along);
    return `${symbol} = ${format === "count" ? groupDigits(String(Math.round(value))) : setting(reciprocal ? 1 / value : value)}`;
  }

  // How the sliders stand, where none of them is in the picture; of a picture that follows none, what it is.
  setting() {
    if (!this.root?.live.player.frame) return "";
    if (queryAll(this.root, ".kl-is-slider").some(shownIn)) return "";
    const own = this.root.live.views.find(({ setting, box }) => setting && shownIn(box));
    return own?.setting() ?? this.different(this.own()).map((s) => this.said(s)).join("   ");
  }

  next(field, what) {
    const groups = this.groups(`[data-field="${field}"]`);
    return this.press(groups.find(shownIn) ?? groups[0]) ?? `This picture has no ${what}.`;
  }

  press(group) {
    const buttons = [...(group?.querySelectorAll("button") ?? [])].filter((b) => !b.disabled);
    if (buttons.length < 2) return undefined;
    const at = buttons.findIndex((b) => b.getAttribute("aria-checked") === "true"), next = buttons[(at + 1) % buttons.length];
    next.click();
    return next.textContent;
  }

  nextData(sources) {
    const pressed = this.press(this.groups('[data-field="data"]')[0]);
    if (pressed) return pressed;
    const { player } = this, names = Object.keys(sources), at = names.indexOf(player.scene.data);
    if (at < 0 || !player.frames?.endsWith("/frames")) return "This picture has no other data set.";
    const data = names[(at + 1) % names.length];
    player.change({ data });
    player.settle();
    return sources[data];
  }

  overlay() {
    const groups = this.groups('[data-look]:not([data-look="tool"])').filter((group) => !group.closest(".kl-off-stage"));
    return this.press(groups.find(shownIn) ?? groups[0]) ?? "This picture has no overlay.";
  }
}
