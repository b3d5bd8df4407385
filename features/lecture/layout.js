// Lay out the live element that the lecture view shows: its size, its pictures, and its controls.

import { zoom } from "../../assets/base/display-scale.js";
import { queryAll, queryFirst } from "../../assets/base/dom.js";
import { groupDigits, setting } from "../../assets/base/format.js";

const DESIGN = { w: 1280, h: 720 };    // px: size of the layout, which is scaled up to the screen
const MIN_ZOOM = 0.6;                  // smallest zoom of the picture above notes, as a share of the screen's zoom
const MIN_SQUEEZE = 0.62;              // smallest scale of controls and numbers, after spare rows are left out
const MIN_TYPE_PX = 13.5;              // smallest type in the layout: 20 px on a projector of 1920 × 1080
const SPARE_ROWS = ".kl-is-comparison, .kl-readouts > .kl-row:nth-child(n + 4), .kl-spare-row";   // rows that may be left out, beginning with the last
const MAX_CONTROLS = 2;                // largest number of controls on the screen, unless all are shown
const MAX_ROWS = 4;                    // largest number of read-outs on the screen, unless all are shown
const TOOLS = ".kl-is-group, .kl-is-points, .kl-is-comparison, .kl-is-equation, .kl-is-challenge, .kl-is-panels, .kl-is-link, .kl-is-action";   // items that do not count as controls of a step
const BUTTONS = ".kl-is-choice, .kl-is-crowd, .kl-buttons, [role=radiogroup]";   // controls that consist of buttons
const MEASURED_PARTS = ".kl-readouts .kl-row, table, .kl-scroll, .kl-action, .kl-choice, .kl-slider, .kl-remark, .kl-caption, .kl-item > canvas";
const COLUMNS = ":scope > :is(.kl-main, .kl-side, .kl-below)";
// Kinds of items that stay visible while the answer is hidden: controls and explanations. Read-outs hide their numbers.
const OPEN_KINDS = ["slider", "choice", "readouts", "points", "action", "legend", "heading", "link"];
const MIN_CHART_PX = 110;              // smallest height of a chart
const MIN_CHART_SHARE = 0.24;          // smallest height of a chart in the main column, as a share of the stage's height
const AXIS_TYPE_PX = 15, SMALL_TYPE_PX = 16;
/** Read a read-out's label without its note. A marked term splits the label into several nodes. @param {Element} row */
const nameOf = (row) => [...row.firstElementChild?.childNodes ?? []].filter((node) => node.nodeName !== "SMALL").map((node) => node.textContent).join("").trim();
/** @param {Element} box */
const isControl = (box) => !box.matches(TOOLS) && (box.matches(BUTTONS) || box.querySelector('input, select, textarea, [role="radiogroup"]') !== null);
/** @param {Element} box */
const isPicture = (box) => box.querySelector("canvas, svg, table") !== null;
/** Return the name of the field or option that a control sets. @param {HTMLElement} box */
const nameOfControl = (box) => queryAll(box, "[data-along], [data-field], [data-look]").map(({ dataset }) => dataset.along ?? dataset.field ?? dataset.look)[0] ?? box.className;
/** @param {HTMLElement} node */
const isVisible = (node) => node.offsetParent !== null || node.getClientRects().length > 0;

export class Stage {
  cover = "";                     // what is hidden: "numbers", "answer" or nothing
  showsBelow = false;             // whether the items below the element's picture are shown in its place
  notesHeight = 0;                // px
  questionHeight = 0;             // px
  companionWidth = 0;             // px
  /** @type {string[]} Read-outs that the step's question asks for. */ neededReadouts = [];
  showsAll = false;               // whether all controls, tools and read-outs are on the screen
  /** @type {string | undefined} The slider that was chosen by a key or the lecture. */ chosenSlider;
  arrangement = "";               // the controls of the last layout, as text
  /** @type {LiveRoot | undefined} The element in front. */ root;
  readableSqueeze = 1;            // smallest scale at which controls and numbers can be read from the last row of seats
  /** @type {AbortController} Ends the listeners on the element. */ detach;
  /** Views whose tools have already been folded. */ foldedViews = new WeakSet();
  /** @type {() => void} */ onChange;

  /** Bring an element to the front. `onChange` is called when the element's setting changes. @param {LiveRoot} root */
  show(root, onChange = this.onChange) {
    this.onChange = onChange;
    if (this.root !== root) {
      this.release();
      this.root = root;
      root.classList.add("is-on-stage");
      this.detach = new AbortController();
      for (const type of ["input", "paint"]) root.live.player.addEventListener(type, onChange, { signal: this.detach.signal });
      root.live.player.addEventListener("ready", () => { if (this.root === root) this.fit(); }, { signal: this.detach.signal, once: true });     // before this event, items have no content to measure
      const sizeObserver = new ResizeObserver(() => requestAnimationFrame(() => {    // text that is added later changes the size
        if (this.root === root && this.columns().some((box) => this.overflows(box))) { this.squeeze(); root.live.redraw(); }
      }));
      for (const box of queryAll(root, ".kl-item")) sizeObserver.observe(box);
      this.detach.signal.addEventListener("abort", () => sizeObserver.disconnect());
    }
    this.foldedViews = new WeakSet();
    this.chosenSlider = undefined;
    this.arrange();
    this.arrangeControls();
    this.applyCover();
    this.fit();
    this.markSlider();
  }

  release() {
    if (!this.root) return;
    this.detach.abort();
    const { root } = this, live = root.live;
    root.classList.remove("is-on-stage", "is-narrow", "has-all-controls", "kl-controls-below", "has-no-side", "is-below");
    for (const name of ["cover", "arranged"]) delete root.dataset[name];
    for (const node of queryAll(root, ".is-off-stage, .is-active, .is-hidden-control")) node.classList.remove("is-off-stage", "is-active", "is-hidden-control");
    queryFirst(root, ".kl-below")?.style.removeProperty("grid-template-rows");
    delete live.stage.stands;
    live.stage.covered = false;
    for (const { box } of live.views) box.classList.remove("is-hidden-answer");
    this.root = undefined;
    live.redraw();
  }

  close() {
    zoom.by = 1;
    this.release();
  }

  // ---- size -------------------------------------------------------------------------------

  // Set the zoom. Notes and a question take height from the picture, which keeps its layout at a smaller zoom.
  scale() {
    const w = innerWidth - this.companionWidth, h = innerHeight, fullZoom = Math.max(1, Math.min(innerWidth / DESIGN.w, h / DESIGN.h));
    const coveredHeight = this.notesHeight + this.questionHeight;
    zoom.by = coveredHeight ? Math.min(fullZoom, Math.max(MIN_ZOOM * fullZoom, (h - coveredHeight) / DESIGN.h)) : fullZoom;
    const { style } = document.documentElement;
    for (const [name, value] of [["zoom", zoom.by], ["screen", fullZoom], ["notes-height", `${this.notesHeight}px`], ["question-height", `${this.questionHeight}px`], ["companion-width", `${this.companionWidth}px`]]) style.setProperty(`--kl-${name}`, String(value));
    this.root?.classList.toggle("is-narrow", w / fullZoom < 720 || w / h < 1.05);
    this.readableSqueeze = Math.min(1, MIN_TYPE_PX * fullZoom / (SMALL_TYPE_PX * zoom.by));
    if (this.root) this.root.live.stage.stands = Math.max(AXIS_TYPE_PX, MIN_TYPE_PX * fullZoom / zoom.by);
  }

  fit() {
    if (!this.root) return;
    this.scale();
    this.squeeze();
    this.root.live.redraw();
    this.setShapes();
  }

  /** The element in front, for code that runs only while there is one. */
  get front() { return /** @type {LiveRoot} */ (this.root); }

  // Make controls and numbers smaller, column by column, if they reach beyond the screen or their column, but still
  // readable from the last row of seats. If this is not enough, leave out spare rows, and then reduce the size further.
  squeeze() {
    for (const node of queryAll(this.front, ".is-left-out")) node.classList.remove("is-left-out");
    for (const column of this.columns()) {
      const shrink = (/** @type {number} */ from, /** @type {number} */ to) => { for (let by = from; by >= to && this.overflows(column); by -= 0.02) column.style.setProperty("--kl-squeeze", by.toFixed(3)); };
      column.style.removeProperty("--kl-squeeze");
      shrink(1, this.readableSqueeze);
      for (const node of this.spareRows(column)) if (this.overflows(column)) node.classList.add("is-left-out");
      shrink(this.readableSqueeze, MIN_SQUEEZE);
    }
  }

  /** @param {HTMLElement} column */
  spareRows(column) {
    return queryAll(column, SPARE_ROWS).filter((row) => isVisible(row) && !this.needs(row)).reverse();
  }

  /** Return whether a row has a read-out that the step's question asks for. @param {HTMLElement} row */
  needs(row) { return this.neededReadouts.some((name) => row.querySelector(`[data-readout="${name}"]`)); }

  columns() { return this.front.classList.contains("is-narrow") ? [] : queryAll(this.front, COLUMNS); }

  /** @param {HTMLElement} column */
  overflows(column) {
    if (!isVisible(column)) return false;
    if (column.scrollHeight > column.clientHeight + 2) return true;
    const { bottom, right } = this.front.getBoundingClientRect();
    return queryAll(column, MEASURED_PARTS).some((node) => {
      if (!isVisible(node)) return false;
      const box = node.getBoundingClientRect();
      if (node.matches(".kl-curve > canvas") && node.clientHeight < this.minChartHeight(column)) return true;
      return box.bottom > bottom + 1 || box.right > right + 1 || (node.scrollWidth > node.clientWidth + 1 && node.matches(".kl-scroll"));
    });
  }

  /** Return the smallest height of a chart in px; in the main column it is a share of the stage's height. @param {HTMLElement} column */
  minChartHeight(column) { return column.matches(".kl-main") ? Math.max(MIN_CHART_PX, MIN_CHART_SHARE * this.front.clientHeight) : MIN_CHART_PX; }

  // Write the aspect ratio of each picture that has a fixed ratio into a style variable, so that it fills its space.
  setShapes() {
    for (const canvas of this.root ? queryAll(this.root, 'canvas[style*="aspect-ratio"]') : []) {
      const [w, h = 1] = canvas.style.aspectRatio.split("/").map(Number), text = (w / h).toFixed(4);
      if (canvas.style.getPropertyValue("--kl-shape") !== text) canvas.style.setProperty("--kl-shape", text);
    }
  }

  /** Return whether an item of these kinds is visible. @param {string[]} kinds */
  shows(kinds) { return kinds.some((kind) => queryAll(this.front, `.kl-is-${kind}`).some(isVisible)); }

  // ---- which picture ----------------------------------------------------------------------

  /** Return whether the items below an element's picture contain another picture. @param {LiveRoot} root */
  hasPictureBelow(root) { return queryAll(root, ":scope > .kl-below :is(canvas, svg, table)").some((picture) => !picture.closest("[hidden]")); }

  // Show the element's picture, with the controls below it if there are no other controls, or only the items below it.
  arrange() {
    const root = this.front;
    this.showsBelow &&= this.hasPictureBelow(root);
    root.classList.toggle("is-below", this.showsBelow);
    const items = queryAll(root, ":scope > .kl-below > .kl-item"), boxes = this.showsBelow ? items : this.controlsBelow();
    root.classList.toggle("kl-controls-below", !this.showsBelow && boxes.length > 0);
    for (const box of items) box.classList.toggle("is-off-stage", !boxes.includes(box));
    const belowBox = queryFirst(root, ":scope > .kl-below");
    if (!belowBox) return;
    const rows = [];
    let hasRoom = false;
    for (const box of boxes.filter((b) => !b.hidden && !b.matches(".kl-is-heading, .kl-is-action"))) {
      const isHalf = box.classList.contains("kl-half"), height = box.querySelector("canvas") ? "minmax(0, 1fr)" : "auto";
      if (isHalf && hasRoom) { if (height !== "auto") rows[rows.length - 1] = height; hasRoom = false; continue; }
      rows.push(height);
      hasRoom = isHalf;
    }
    belowBox.style.gridTemplateRows = rows.join(" ");
  }

  // Return the items below the picture that have controls, if no other items of the element have any.
  controlsBelow() {
    const controlsIn = (/** @type {HTMLElement} */ box) => [box, ...queryAll(box, ".kl-item")].some(isControl);
    if (queryAll(this.front, ":scope > :is(.kl-main, .kl-side) .kl-item").some(isControl)) return [];
    return queryAll(this.front, ":scope > .kl-below > .kl-item").filter((box) => controlsIn(box) && !isPicture(box));
  }

  // Show only a few controls and read-outs. The chosen slider has priority, then pictures that are controls, then
  // controls that challenges need. With `showsAll`, show all of them and the tools. Return whether something has changed.
  arrangeControls() {
    const root = this.front, goalFields = new Set(root.live.items.flatMap((item) => (item.kind === "challenge" ? item.challenges.flatMap(({ by }) => by) : [])));
    const columns = this.showsBelow || root.classList.contains("kl-controls-below") ? ":scope > *" : ":scope > :is(.kl-main, .kl-side)";
    const controls = queryAll(root, `${columns} .kl-item`).filter((box) => isControl(box) && !box.closest("[hidden], .is-off-stage"));
    const arrangement = JSON.stringify([controls.map(nameOfControl), this.showsBelow, this.showsAll, this.chosenSlider, this.neededReadouts]);
    if (this.arrangement === arrangement && root.dataset.arranged) return false;
    this.arrangement = arrangement;
    root.dataset.arranged = "1";
    const rank = (/** @type {HTMLElement} */ box) => [nameOfControl(box) === this.chosenSlider, isPicture(box), goalFields.has(nameOfControl(box)), true].indexOf(true);
    const spareControls = controls.toSorted((a, b) => rank(a) - rank(b)).slice(MAX_CONTROLS).filter((box) => !isPicture(box));
    const rows = queryAll(root, `.kl-readouts > .kl-row:nth-child(n + ${MAX_ROWS + 1})`).filter((row) => !this.needs(row));
    root.classList.toggle("has-all-controls", this.showsAll);
    root.classList.remove("has-no-side");
    for (const node of queryAll(root, ".is-hidden-control")) node.classList.remove("is-hidden-control");
    if (!this.showsAll) for (const node of [...rows, ...spareControls]) node.classList.add("is-hidden-control");
    const isEmpty = (/** @type {HTMLElement} */ box) => !queryAll(box, ".kl-item:not(.kl-is-group)").some(isVisible);
    for (const group of queryAll(root, ".kl-is-group").reverse()) if (queryAll(group, ".kl-item").some(isControl)) group.classList.toggle("is-hidden-control", isEmpty(group));
    const side = queryFirst(root, ":scope > .kl-side");
    root.classList.toggle("has-no-side", Boolean(side && !this.showsBelow && isEmpty(side)));
    return true;
  }

  // Show all controls, tools and read-outs, or only the first ones. Return a notice that says so.
  toggleControls() {
    this.showsAll = !this.showsAll;
    if (this.root && this.arrangeControls()) this.fit();
    return this.showsAll ? "All controls and numbers are shown. Press c again to show fewer." : "Only the first controls and numbers are shown.";
  }

  /** Bring the page's next picture to the front. Return its number and the number of pictures. @param {LiveRoot[]} roots */
  showNextPicture(roots) {
    const pictures = roots.flatMap((root) => [{ root, isBelow: false }, { root, isBelow: true }])
      .filter(({ root, isBelow }) => (isBelow ? this.hasPictureBelow(root) : root.querySelector(":scope > .kl-main :is(canvas, table, svg)")));
    if (!pictures.length) return { at: 0, of: 0 };
    const at = (pictures.findIndex(({ root, isBelow }) => root === this.root && isBelow === this.showsBelow) + 1) % pictures.length;
    this.showsBelow = pictures[at].isBelow;
    this.show(pictures[at].root);
    return { at: at + 1, of: pictures.length };
  }

  applyCover() {
    if (!this.root) return;
    this.root.dataset.cover = this.cover;
    this.root.live.stage.covered = this.cover === "answer";
    this.hideAnswers();
    this.root.live.redraw();
  }

  // If the answer is hidden, hide the views that can't be drawn without the answer. Fold the tools of each new view.
  hideAnswers() {
    for (const view of this.root?.live.views ?? []) {
      const { item, box, covers, isOpen } = view;
      if (!this.foldedViews.has(view)) view.shut?.();
      this.foldedViews.add(view);
      box.classList.toggle("is-hidden-answer", this.cover === "answer" && !covers && !isOpen && !OPEN_KINDS.includes(item.kind));
    }
  }

  // Return a default question: about the first visible read-outs or, without any, about what is hidden, else "".
  defaultQuestion() {
    const rows = this.root ? queryAll(this.root, ".kl-readouts .kl-row").filter(isVisible) : [];
    const names = [...new Set(rows.map(nameOf))].filter(Boolean).slice(0, 3);
    return names.length ? `What will ${names.length > 1 ? "these numbers" : "this number"} be: ${names.join(", ")}?` : this.cover && `What will the ${this.cover === "answer" ? "picture show" : "numbers be"}?`;
  }

  // ---- controls -----------------------------------------------------------------------

  get player() { return this.root?.live.player; }

  // Return the element in front, and the elements of other steps with the same scene: keys can use the controls of all.
  peers() {
    const { root } = this, group = root?.live.data.group, all = /** @type {LiveRoot[]} */ (queryAll(document, "[data-live]"));
    if (!root) return [];
    return [root, ...all.filter((other) => other !== root && group && other.live?.data.group === group)];
  }

  ownSliders() { return this.slidersIn(this.peers().slice(0, 1)); }

  sliders() { return this.slidersIn(this.peers()); }

  /** @param {LiveRoot[]} roots @returns {SliderItem[]} */
  slidersIn(roots) { return roots.flatMap(({ live }) => live.items).filter((item) => item.kind === "slider").filter(({ along }) => this.player?.scene[along]); }

  /** Return the groups of buttons with a button that matches a CSS selector. @param {string} selector */
  groups(selector) { return this.peers().flatMap((root) => queryAll(root, '[role="radiogroup"]')).filter((group) => group.querySelector(selector) && !group.closest("[hidden]")); }

  // Return the first slider for each field.
  distinctSliders(sliders = this.sliders()) { return [...new Map(sliders.toReversed().map((s) => [s.along, s])).values()].toReversed(); }

  activeSlider() {
    const sliders = this.sliders();
    return sliders.find((s) => s.along === this.player?.active) ?? sliders[0];
  }

  /** Make the slider of a field the active slider, if there is one. @param {string} along */
  choose(along) {
    if (!this.player || !this.sliders().some((s) => s.along === along)) return;
    this.player.active = along;
    this.chosenSlider = along;
    if (this.arrangeControls()) this.fit();
    this.markSlider();
  }

  markSlider() {
    if (!this.root) return;
    const along = this.activeSlider()?.along, hasSeveral = new Set(this.ownSliders().map((s) => s.along)).size > 1;
    for (const box of queryAll(this.root, ".kl-is-slider")) box.classList.toggle("is-active", hasSeveral && queryFirst(box, "[data-along]")?.dataset.along === along);
  }

  /** Move the active slider. Return a text with its new value. @param {number} by number of stops */
  moveSlider(by) {
    const { player } = this, item = this.activeSlider();
    if (!player) return "";
    if (!item) return "This picture has no slider.";
    const { along } = item, stops = player.stops(along), k = player.index(along) + (item.reciprocal ? -by : by);
    player.move(along, stops[Math.min(stops.length - 1, Math.max(0, k))]);
    this.markSlider();
    return this.describe(item);
  }

  chooseNextSlider() {
    const sliders = this.distinctSliders();
    if (sliders.length < 2) return "This picture has no other slider.";
    const nextSlider = sliders[(sliders.findIndex((s) => s.along === this.activeSlider().along) + 1) % sliders.length];
    this.choose(nextSlider.along);
    return `${this.describe(nextSlider)}, ${nextSlider.label}`;
  }

  /** @param {SliderItem} slider */
  describe({ symbol, along, reciprocal, format }) {
    const value = /** @type {Player} */ (this.player).value(along);
    return `${symbol} = ${format === "count" ? groupDigits(String(Math.round(value))) : setting(reciprocal ? 1 / value : value)}`;
  }

  // Describe the picture's own setting, if it has one, or else the values of its sliders; "" if a slider is visible.
  setting() {
    if (!this.root?.live.player.frame) return "";
    if (queryAll(this.root, ".kl-is-slider").some(isVisible)) return "";
    return this.root.live.views.find(({ setting, box }) => setting && isVisible(box))?.setting?.() ?? this.distinctSliders(this.ownSliders()).map((s) => this.describe(s)).join("   ");
  }

  /** Press the next button for a field of the scene. Return its text, or a message if there is no other button.
   * @param {string} field @param {string} label What the buttons choose, for the message. */
  chooseNext(field, label) {
    const groups = this.groups(`[data-field="${field}"]`);
    return this.pressNext(groups.find(isVisible) ?? groups[0]) ?? `This picture has no ${label}.`;
  }

  /** Press the next button of a group. Return its text, or undefined if there is no other button. @param {HTMLElement | undefined} group */
  pressNext(group) {
    const buttons = [...(group?.querySelectorAll("button") ?? [])].filter((b) => !b.disabled);
    if (buttons.length < 2) return undefined;
    const at = buttons.findIndex((b) => b.getAttribute("aria-checked") === "true"), nextButton = buttons[(at + 1) % buttons.length];
    nextButton.click();
    return nextButton.textContent;
  }

  /** @param {Record<string, string>} sources The names of the synthetic data sets. */
  chooseNextData(sources) {
    const label = this.pressNext(this.groups('[data-field="data"]')[0]);
    if (label) return label;
    const { player } = this, names = Object.keys(sources), at = names.indexOf(player?.scene.data ?? "");
    if (at < 0 || !player?.frames?.endsWith("/frames")) return "This picture has no other data set.";
    const data = names[(at + 1) % names.length];
    player.change({ data });
    player.settle();
    return sources[data];
  }

  chooseNextOverlay() {
    const groups = this.groups('[data-look]:not([data-look="tool"])').filter((group) => !group.closest(".is-off-stage"));
    return this.pressNext(groups.find(isVisible) ?? groups[0]) ?? "This picture has no overlay.";
  }
}
