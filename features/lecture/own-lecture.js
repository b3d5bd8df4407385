// My lecture: the panel in which a visitor composes a playlist on any page. The list is stored on this device, see
// own-list.js. To save, play, link to or open a list, the panel sends it to the server, which checks it.

import { element } from "../../assets/base/dom.js";
import { many } from "../../assets/base/format.js";
import { computer } from "../../assets/base/requests.js";
import { singleton } from "../../assets/base/singleton.js";
import { appRoot, HEADING } from "../../assets/base/streamlit.js";
import { add, changeAsk, changeKind, changeStep, store, kindOf, moveStep, MAX_STEPS, read, stepAt } from "./own-list.js";
import { stepOf } from "./steps.js";

const ANSWER_TIMEOUT_MS = 8000;
const FILE = "lecture.toml";
const KINDS = [["", "No question"], ["choice", "Ask for one of several options"], ["slider", "Ask for a value of a slider"],
  ["place", "Ask where the boundary runs"], ["support", "Ask for a support vector"], ["points", "Ask for a point from each phone"]];
const COVERS = [["", "Hide everything that answers the question"], ["numbers", "Hide numbers, not the picture"], ["answer", "Hide numbers and picture"], ["none", "Hide nothing"]];

/**
 * The panel's data, see own_lecture.py. `request`: the number of the last request to open the panel, and its action.
 * @typedef {{ base: string, page: string, first: string, steps: string[], drop: string[], pages: Record<string, string>,
 *   limits: Record<string, number>, request: [number, string], answer: any }} PanelData
 * @typedef {import("./own-list.js").OwnList} OwnList
 * @typedef {import("./own-list.js").Step} Step
 */

let answeredCount = 0;           // number of the last request for the panel that was answered
let presses = 0;

export const { mount, unmount } = singleton(({ parentElement }) => new OwnLecture(parentElement));

/** @param {string} textContent @param {() => void} run */
function actionButton(textContent, run, label = "") {
  const button = element("button", { type: "button", textContent });
  if (label) button.setAttribute("aria-label", label);
  button.addEventListener("click", run);
  return button;
}

/** @param {string} label @param {string[][]} choices Value and text of each. @param {string} selection @param {(value: string) => void} onChange */
function select(label, choices, selection, onChange) {
  const node = element("select", {}, ...choices.map(([value, textContent]) => element("option", { value, textContent, selected: value === selection })));
  node.setAttribute("aria-label", label);
  node.addEventListener("change", () => onChange(node.value));
  return node;
}

class OwnLecture {
  /** @type {Component<PanelData>} */ component;
  /** @type {PanelData} */ data;
  /** @type {HTMLInputElement} */ name;
  /** @type {HTMLElement} */ list;
  /** @type {HTMLElement} */ message;
  /** @type {HTMLInputElement} */ link;
  /** @type {HTMLInputElement} */ file;
  /** @type {HTMLDialogElement} */ dialog;

  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.parent = parent;
    /** @type {Map<string, (answer: any) => void>} */
    this.callbacks = new Map();    // callbacks for the server's answers; keys: identifiers of the requests
    /** @type {Map<string, string[]>} */
    this.sliders = new Map();      // the sliders of steps; keys: page and step
    this.build();
    (appRoot() ?? document.body).append(this.dialog);   // inside the app, so that the dialog has the app's theme
  }

  build() {
    this.name = element("input", { type: "text", placeholder: "Title of the lecture" });
    this.name.setAttribute("aria-label", "Title of the lecture");
    this.name.addEventListener("input", () => this.change((list) => ({ ...list, title: this.name.value }), false));
    this.list = element("ol", {});
    this.message = element("div", { className: "kl-own-message" });
    this.message.setAttribute("role", "status");
    this.link = element("input", { type: "text", readOnly: true, hidden: true });
    this.link.setAttribute("aria-label", "Link to your lecture");
    this.link.addEventListener("focus", () => this.link.select());
    this.file = element("input", { type: "file", accept: ".toml,text/plain", hidden: true });
    this.file.setAttribute("aria-label", "A lecture’s TOML file");
    this.file.addEventListener("change", () => this.openFile());
    const tools = element("div", { className: "kl-own-row" },
      actionButton("Add this scene", () => this.addCurrentScene()), actionButton("Play lecture", () => this.play()),
      actionButton("Save as TOML", () => this.save()), actionButton("Show link", () => this.showLink()));
    this.openingBox = this.openBox();
    const closeButton = actionButton("✕", () => this.dialog.close(), "Close");
    this.dialog = element("dialog", { className: "kl-own" },
      element("header", {}, element("h2", { textContent: "My lecture" }), closeButton),
      element("p", { textContent: "Scenes in order, for the lecture view. The list is stored on this device. To use it elsewhere, save it as a file or copy its link." }),
      this.name, this.list, tools, this.message, this.link, this.openingBox, this.emptyBox());
    this.dialog.setAttribute("aria-label", "My lecture");
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
  }

  openBox() {
    const text = element("textarea", { rows: 3, placeholder: "A lecture’s link, or its TOML text" });
    text.setAttribute("aria-label", "A lecture’s link, or its TOML text");
    return element("details", {}, element("summary", { textContent: "Open a lecture" }), text,
      element("div", { className: "kl-own-row" }, actionButton("Open lecture", () => this.open(text.value)), actionButton("Choose a file", () => this.file.click()), this.file));
  }

  emptyBox() {
    const removeAll = actionButton("Remove all scenes", () => { store({ title: "", step: [] }); this.draw(); box.open = false; this.say("The list is empty."); });
    const box = element("details", {}, element("summary", { textContent: "Start a new lecture" }), removeAll);
    return box;
  }

  // ---- drawing --------------------------------------------------------------------------

  /** @param {Component<PanelData>} component */
  update(component) {
    this.component = component;
    this.data = component.data;
    const [count, request] = this.data.request, { answer } = this.data;
    const callback = answer && this.callbacks.get(answer.press);
    if (callback) { this.callbacks.delete(answer.press); callback(answer); }
    if (count === answeredCount) return;
    answeredCount = count;
    this.name.maxLength = this.data.limits.name;
    this.say("");
    this.link.hidden = true;
    if (!this.dialog.open) this.dialog.showModal();
    if (request === "add") this.addCurrentScene(); else this.draw();
  }

  draw() {
    const { title, step } = read();
    this.name.value = title;
    this.list.replaceChildren(...step.map((entry, k) => this.row(entry, k, step.length)));
    if (!step.length) this.list.append(element("li", { className: "kl-own-placeholder", textContent: "No scenes yet. Press “Add this scene” to add the page as it is now. To add another scene, first close this dialog and change the page." }));
  }

  /** @param {Step} step @param {number} k @param {number} count */
  row(step, k, count) {
    const { limits, pages, base } = this.data, place = element("a", { href: `${base}${step.page}?${step.scene ?? ""}`, textContent: pages[step.page] ?? step.page });
    const title = this.field(k, "title", "input", `Title of scene ${k + 1}`, limits.title);
    const upButton = actionButton("↑", () => this.move(k, -1), `Move scene ${k + 1} up`), downButton = actionButton("↓", () => this.move(k, 1), `Move scene ${k + 1} down`);
    const removeButton = actionButton("✕", () => this.remove(k), `Remove scene ${k + 1}`);
    upButton.disabled = k === 0;
    downButton.disabled = k === count - 1;
    const contents = [step.notes && "notes", kindOf(step) && "question"].filter(Boolean).join(" and ");
    const details = element("details", {}, element("summary", { textContent: contents ? `Edit ${contents}` : "Notes and question" }));
    details.addEventListener("toggle", () => { if (details.open && details.children.length === 1) details.append(...this.detailFields(k)); });
    const row = element("li", {}, element("div", { className: "kl-own-head" }, title, upButton, downButton, removeButton),
      element("p", { className: "kl-own-place", title: step.scene ?? "" }, place, element("span", { textContent: ` ${step.scene ?? ""}` })), details);
    row.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
      if (!by || !event.altKey) return;
      event.preventDefault();
      this.move(k, by);
    });
    return row;
  }

  /** @param {number} k */
  detailFields(k) {
    const notes = this.field(k, "notes", "textarea", `Notes of scene ${k + 1}`, this.data.limits.notes, "Notes for the lecturer");
    const box = element("div", { className: "kl-own-question" });
    let kind = kindOf(read().step[k]);
    const draw = (newKind = kind) => { kind = newKind; box.replaceChildren(...this.questionFields(k, kind, draw)); };
    draw();
    this.findSliders(read().step[k], () => { if (!box.contains(document.activeElement)) draw(); });
    return [notes, box];
  }

  /**
   * Build the fields for the question of a scene and for what the scene hides at first.
   * @param {number} k @param {string} kind @param {(kind: string) => void} draw @returns {HTMLElement[]}
   */
  questionFields(k, kind, draw) {
    const { limits } = this.data, step = read().step[k], sliders = (this.sliders.get(placeOf(step)) ?? []).map((name) => [name, name]);
    const kinds = select(`Kind of question of scene ${k + 1}`, KINDS.filter(([name]) => name !== "slider" || sliders.length), kind, (value) => {
      this.alter(k, (entry) => changeKind(entry, value, sliders[0]?.[0]));
      draw(value);
    });
    if (!kind) return [kinds];
    const why = this.text("textarea", `Reason for the answer of scene ${k + 1}`, step.ask?.why, limits.why, "Reason, shown with the answer", (value) => this.alter(k, (entry) => changeAsk(entry, "why", value)));
    const cover = select(`What to hide in scene ${k + 1}`, COVERS, step.cover ?? "", (value) => this.set(k, "cover", value));
    if (kind === "choice") return [kinds, ...this.choiceFields(k, step), why, cover];
    const text = this.text("input", `Question of scene ${k + 1}`, step.ask?.text, limits.text, "The question, in your own words", (value) => this.alter(k, (entry) => changeAsk(entry, "text", value)));
    const along = kind === "slider" ? [select(`Slider of scene ${k + 1}`, sliders, step.ask?.along, (value) => this.alter(k, (entry) => changeAsk(entry, "along", value)))] : [];
    return [kinds, text, ...along, why, cover];
  }

  /** @param {number} k @param {Step} step */
  choiceFields(k, step) {
    const { limits } = this.data, noOption = ["", step.answers ? "The picture determines the right option" : "No option is marked as right"];
    const right = element("span", {});
    const mark = () => {
      const { options = [], right: rightOption = "" } = read().step[k];
      right.replaceChildren(select(`Right option of scene ${k + 1}`, [noOption, ...options.map((/** @type {string} */ text) => [text, `Right: ${text}`])], rightOption, (value) => this.set(k, "right", value)));
    };
    const answers = this.text("textarea", `Answer options of scene ${k + 1}, one per line`, (step.options ?? []).join("\n"), undefined, "Answer options, one per line", (value) => {
      this.set(k, "options", lines(value, limits));
      mark();
    });
    mark();
    return [this.field(k, "question", "input", `Question of scene ${k + 1}`, limits.question, "The question"), answers, right];
  }

  /** Ask the server for the sliders of a scene, unless they are known. @param {Step} scene @param {() => void} draw */
  findSliders(scene, draw) {
    if (this.sliders.has(placeOf(scene))) return;
    const { page, step } = scene;
    this.send({ scene: { page, step } }, ({ sliders }) => { this.sliders.set(placeOf(scene), sliders); draw(); }, () => {});
  }

  /** @param {number} k @param {string} key @param {"input" | "textarea"} tag @param {string} label @param {number | undefined} maxLength @param {string} placeholder */
  field(k, key, tag, label, maxLength, placeholder = label) {
    return this.text(tag, label, read().step[k][key], maxLength, placeholder, (value) => this.set(k, key, value));
  }

  /** @param {"input" | "textarea"} tag @param {string} label @param {string | undefined} value @param {number | undefined} maxLength @param {string} placeholder @param {(value: string) => void} onInput */
  text(tag, label, value, maxLength, placeholder, onInput) {
    const node = element(tag, { value: value ?? "", placeholder, ...(maxLength && { maxLength }) });
    node.setAttribute("aria-label", label);
    node.addEventListener("input", () => onInput(node.value));
    return node;
  }

  /** @param {string} text @param {readonly string[]} faults */
  say(text, faults = []) {
    this.message.replaceChildren(...[text, ...faults].filter(Boolean).map((line) => element("p", { textContent: line })));
  }

  // ---- changes of the list ------------------------------------------------------------------

  /** @param {(list: OwnList) => OwnList} edit */
  change(edit, isRedrawn = true) {
    const fault = store(edit(read()));
    if (fault) this.say(fault);
    if (isRedrawn) this.draw();
  }

  /** @param {number} k @param {string} key @param {any} value */
  set(k, key, value) { this.alter(k, (step) => changeStep(step, key, value)); }

  /** @param {number} k @param {(step: Step) => Step} edit */
  alter(k, edit) { this.change((list) => ({ ...list, step: list.step.map((step, i) => (i === k ? edit(step) : step)) }), false); }

  /** @param {number} k @param {number} by */
  move(k, by) {
    this.change((list) => moveStep(list, k, by));
    const at = Math.min(Math.max(k + by, 0), this.list.children.length - 1);
    this.list.children[at]?.querySelector("input")?.focus();
    this.say(`This is scene ${at + 1} now.`);
  }

  /** @param {number} k */
  remove(k) {
    const removedStep = read().step[k];
    this.change((list) => ({ ...list, step: list.step.filter((_, i) => i !== k) }));
    this.say(`Scene ${k + 1} was removed.`);
    const undo = actionButton("Restore the scene", () => {
      this.change((list) => ({ ...list, step: [...list.step.slice(0, k), removedStep, ...list.step.slice(k)] }));
      this.say("");
    });
    this.message.append(undo);
    undo.focus();
  }

  addCurrentScene() {
    const message = add(currentStep(this.data));
    this.draw();
    this.say(message);
    this.list.lastElementChild?.querySelector("input")?.focus();
    this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  // ---- requests to the server -----------------------------------------------------------------

  /** @param {object} content @param {(answer: any) => void} callback */
  ask(content, callback) {
    this.link.hidden = true;
    this.say("Checking the lecture …");
    this.send(content, callback, (fault) => this.say(fault));
  }

  /** @param {object} content @param {(answer: any) => void} callback @param {(fault: string) => void} fail */
  send(content, callback, fail) {
    const press = `${Date.now()}-${++presses}`, text = JSON.stringify({ ...content, press });
    if (text.length > 4 * this.data.limits.bytes) { fail("This lecture is too long. Split it into two lectures."); return; }   // see features/lecture/own_lecture.py
    this.callbacks.set(press, callback);
    setTimeout(() => { if (this.callbacks.delete(press)) fail(`The ${computer.name} did not answer. Try again in a moment.`); }, ANSWER_TIMEOUT_MS);
    this.component.setTriggerValue("ask", text);
  }

  /** @param {(answer: any) => void} callback */
  write(callback) { this.ask(read(), (answer) => { this.say("", answer.faults); callback(answer); }); }

  save() {
    this.write(({ toml, count, faults }) => {
      if (!toml) return;
      const url = URL.createObjectURL(new Blob([toml], { type: "text/plain" }));
      element("a", { href: url, download: FILE }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
      this.say(`Saved as ${FILE}: ${many(count, "scene")}.`, faults);
    });
  }

  showLink() {
    this.write(({ address, faults }) => {
      if (!address) return;
      this.link.value = new URL(address, location.href).href;
      this.link.hidden = false;
      this.link.select();
      this.say(faults.length ? "The link contains the scenes without faults." : "The link contains the whole lecture.", faults);
    });
  }

  play() { this.write(({ address, faults }) => { if (address && !faults.length) location.assign(address); }); }

  /** @param {string} text */
  open(text) {
    if (!text.trim()) { this.say("Paste a link or TOML text first, or choose a file."); return; }
    this.ask({ text }, (answer) => this.takeOpenedLecture(answer));
  }

  async openFile() {
    const file = this.file.files?.[0];
    this.file.value = "";        // so that the same file can be opened again
    if (!file) return;
    if (file.size > this.data.limits.bytes) this.say(`This file has more than ${this.data.limits.bytes / 1024} kB, the limit for a lecture.`);
    else this.open(await file.text());
  }

  /** @param {{ step?: Step[], title: string, faults: string[] }} answer */
  takeOpenedLecture({ step, title, faults }) {
    this.say("", faults);
    if (!step) return;
    const storeList = (/** @type {OwnList} */ list) => {
      if (list.step.length > MAX_STEPS) { this.say(`A lecture has at most ${MAX_STEPS} scenes, and together these are ${list.step.length}. Your list was not changed.`); return; }
      const fault = store(list);
      this.draw();
      this.say(fault || `Opened: ${many(step.length, "scene")}.`, faults);
    };
    const ownList = read();
    if (!ownList.step.length) { storeList({ title, step }); return; }
    this.message.append(element("p", { textContent: `The opened lecture has ${many(step.length, "scene")}, and your list has ${ownList.step.length}.` }),
      element("div", { className: "kl-own-row" }, actionButton("Replace my list", () => storeList({ title, step })), actionButton("Append to my list", () => storeList({ title: ownList.title || title, step: [...ownList.step, ...step] }))));
    this.message.querySelector("button")?.focus();
  }

  close() {
    this.dialog.remove();
  }
}

/** @param {Step} step */
const placeOf = ({ page, step = "" }) => `${page} ${step}`;

/** @param {string} text @param {Record<string, number>} limits */
const lines = (text, { options, option }) => text.split("\n").map((line) => line.trim().slice(0, option)).filter(Boolean).slice(0, options);

// Return the current scene as a step of a playlist. It shows the page's step whose picture is nearest to the middle of
// the window, among those that a lecture can show.
/** @param {PanelData} data */
function currentStep({ page, first, steps, drop }) {
  const middle = innerHeight / 2, roots = /** @type {LiveRoot[]} */ ([...document.querySelectorAll("[data-live]")]);
  const distance = (/** @type {Element} */ root) => { const { top, bottom } = root.getBoundingClientRect(); return Math.max(top - middle, middle - bottom, 0); };
  const nearestRoot = roots.filter((root) => steps.includes(stepOf(root))).sort((a, b) => distance(a) - distance(b))[0], step = nearestRoot ? stepOf(nearestRoot) : "";
  const railTitle = document.querySelector('.kl-rail [aria-current="step"]')?.textContent, heading = document.querySelector(`${HEADING} h1`)?.textContent;
  return stepAt({ page, search: location.search, drop, title: railTitle || heading || "", step: step === first ? "" : step });
}
