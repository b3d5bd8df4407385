// My lecture: the panel in which a playlist is composed on any page. The list is this device's own, see
// own-list.js; to be taken along or opened it is sent to the server, which checks it and keeps nothing.

import { element } from "../../assets/base/dom.js";
import { many } from "../../assets/base/format.js";
import { computer } from "../../assets/base/requests.js";
import { singleton } from "../../assets/base/singleton.js";
import { appRoot, HEADING } from "../../assets/base/streamlit.js";
import { add, changeAsk, changeKind, changeStep, keep, kindOf, moveStep, NOT_KEPT, read, stepHere } from "./own-list.js";
import { stepOf } from "./steps.js";

const PATIENCE = 8000;           // ms that the server may take
const FILE = "lecture.toml";
const KINDS = [["", "Ask nothing"], ["choice", "Ask for one of several options"], ["slider", "Ask for a value of a slider"],
  ["place", "Ask where the boundary runs"], ["support", "Ask for a support vector"], ["points", "Ask for a point from each phone"]];
const COVERS = [["", "Hide what answers it"], ["numbers", "Hide the numbers alone"], ["answer", "Hide numbers and picture"], ["none", "Hide nothing"]];

let answered = 0;                // which asking for the panel was answered last
let presses = 0;

export const { mount, unmount } = singleton(({ parentElement }) => new OwnLecture(parentElement));

function act(textContent, run, label = "") {
  const button = element("button", { type: "button", textContent });
  if (label) button.setAttribute("aria-label", label);
  button.addEventListener("click", run);
  return button;
}

/** @param {string} label @param {string[][]} choices Value and text of each. @param {string} chosen @param {(value: string) => void} act */
function select(label, choices, chosen, act) {
  const node = element("select", {}, ...choices.map(([value, textContent]) => element("option", { value, textContent, selected: value === chosen })));
  node.setAttribute("aria-label", label);
  node.addEventListener("change", () => act(node.value));
  return node;
}

class OwnLecture {
  constructor(parent) {
    this.parent = parent;
    this.waiting = new Map();    // by the press: what is done with the server's answer
    this.furnish();
    (appRoot() ?? document.body).append(this.dialog);   // whose theme it has
  }

  furnish() {
    this.name = element("input", { type: "text", placeholder: "Its title" });
    this.name.setAttribute("aria-label", "Title of the lecture");
    this.name.addEventListener("input", () => this.change((list) => ({ ...list, title: this.name.value }), false));
    this.list = element("ol", {});
    this.said = element("div", { className: "kl-own-said" });
    this.said.setAttribute("role", "status");
    this.link = element("input", { type: "text", readOnly: true, hidden: true });
    this.link.setAttribute("aria-label", "Link to your lecture");
    this.link.addEventListener("focus", () => this.link.select());
    this.file = element("input", { type: "file", accept: ".toml,text/plain", hidden: true });
    this.file.setAttribute("aria-label", "A lecture’s TOML file");
    this.file.addEventListener("change", () => this.openFile());
    const tools = element("div", { className: "kl-own-row" },
      act("Add this scene", () => this.addHere()), act("Play it", () => this.play()),
      act("Save as TOML", () => this.save()), act("Show its link", () => this.showLink()));
    this.opening = this.openBox();
    const close = act("✕", () => this.dialog.close(), "Close");
    this.dialog = element("dialog", { className: "kl-own" },
      element("header", {}, element("h2", { textContent: "My lecture" }), close),
      element("p", { textContent: "Scenes in order, for the lecture view. The list stays on this device; take it along as a file or a link." }),
      this.name, this.list, tools, this.said, this.link, this.opening, this.emptyBox());
    this.dialog.setAttribute("aria-label", "My lecture");
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
  }

  openBox() {
    const text = element("textarea", { rows: 3, placeholder: "A lecture’s link, or its TOML text" });
    text.setAttribute("aria-label", "A lecture’s link, or its TOML text");
    return element("details", {}, element("summary", { textContent: "Open a lecture" }), text,
      element("div", { className: "kl-own-row" }, act("Open it", () => this.open(text.value)), act("Choose a file", () => this.file.click()), this.file));
  }

  emptyBox() {
    const yes = act("Yes, take all scenes off", () => { keep({ title: "", step: [] }); this.draw(); box.open = false; this.say("The list is empty."); });
    const box = element("details", {}, element("summary", { textContent: "Start a new one" }), yes);
    return box;
  }

  // ---- what is shown --------------------------------------------------------------------------

  update(component) {
    this.component = component;
    this.data = component.data;
    const [count, what] = this.data.asked, { told } = this.data;
    const then = told && this.waiting.get(told.press);
    if (then) { this.waiting.delete(told.press); then(told); }
    if (count === answered) return;
    answered = count;
    this.name.maxLength = this.data.limits.name;
    this.say("");
    this.link.hidden = true;
    if (!this.dialog.open) this.dialog.showModal();
    if (what === "add") this.addHere(); else this.draw();
  }

  draw() {
    const { title, step } = read();
    this.name.value = title;
    this.list.replaceChildren(...step.map((one, k) => this.row(one, k, step.length)));
    if (!step.length) this.list.append(element("li", { className: "kl-own-none", textContent: "No scene yet. Set the page as you want it, and add it." }));
  }

  row(step, k, count) {
    const { limits, pages, base } = this.data, place = element("a", { href: `${base}${step.page}?${step.scene ?? ""}`, textContent: pages[step.page] ?? step.page });
    const title = this.field(k, "title", "input", `Title of scene ${k + 1}`, limits.title);
    const up = act("↑", () => this.move(k, -1), `Scene ${k + 1} up`), down = act("↓", () => this.move(k, 1), `Scene ${k + 1} down`);
    const off = act("✕", () => this.remove(k), `Remove scene ${k + 1}`);
    up.disabled = k === 0;
    down.disabled = k === count - 1;
    const filled = [step.notes && "notes", kindOf(step) && "question"].filter(Boolean).join(" and ");
    const more = element("details", {}, element("summary", { textContent: filled ? `Has ${filled}` : "Notes and question" }));
    more.addEventListener("toggle", () => { if (more.open && more.children.length === 1) more.append(...this.more(k)); });
    const row = element("li", {}, element("div", { className: "kl-own-head" }, title, up, down, off),
      element("p", { className: "kl-own-place", title: step.scene ?? "" }, place, element("span", { textContent: ` ${step.scene ?? ""}` })), more);
    row.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by || !event.altKey) return;
      event.preventDefault();
      this.move(k, by);
    });
    return row;
  }

  more(k) {
    const notes = this.field(k, "notes", "textarea", `Notes of scene ${k + 1}`, this.data.limits.notes, "Notes for you alone");
    const box = element("div", { className: "kl-own-asks" });
    const draw = (kind = kindOf(read().step[k])) => box.replaceChildren(...this.asks(k, kind, draw));
    draw();
    return [notes, box];
  }

  // What the scene asks, and what is hidden until it is looked at.
  asks(k, kind, draw) {
    const { limits } = this.data, step = read().step[k], sliders = this.slidersOf(step).map((name) => [name, name]);
    const kinds = select(`What scene ${k + 1} asks`, KINDS.filter(([name]) => name !== "slider" || sliders.length), kind, (value) => {
      this.alter(k, (one) => changeKind(one, value, sliders[0]?.[0]));
      draw(value);
    });
    if (!kind) return [kinds];
    const why = this.text("textarea", `Reason of scene ${k + 1}`, step.ask?.why, limits.why, "Why: shown with the answer", (value) => this.alter(k, (one) => changeAsk(one, "why", value)));
    const cover = select(`What scene ${k + 1} hides`, COVERS, step.cover ?? "", (value) => this.set(k, "cover", value));
    if (kind === "choice") return [kinds, ...this.choice(k, step), why, cover];
    const text = this.text("input", `Question of scene ${k + 1}`, step.ask?.text, limits.text, "The question, in your own words", (value) => this.alter(k, (one) => changeAsk(one, "text", value)));
    const along = kind === "slider" ? [select(`Slider of scene ${k + 1}`, sliders, step.ask?.along, (value) => this.alter(k, (one) => changeAsk(one, "along", value)))] : [];
    return [kinds, text, ...along, why, cover];
  }

  choice(k, step) {
    const { limits } = this.data, none = ["", step.answers ? "The picture says which option is right" : "No option is marked as right"];
    const right = element("span", {});
    const mark = () => {
      const { options = [], right: marked = "" } = read().step[k];
      right.replaceChildren(select(`Right option of scene ${k + 1}`, [none, ...options.map((text) => [text, `Right: ${text}`])], marked, (value) => this.set(k, "right", value)));
    };
    const answers = this.text("textarea", `Answer options of scene ${k + 1}, one per line`, (step.options ?? []).join("\n"), undefined, "What to choose from, a line each", (value) => {
      this.set(k, "options", lines(value, limits));
      mark();
    });
    mark();
    return [this.field(k, "question", "input", `Question of scene ${k + 1}`, limits.question, "The question"), answers, right];
  }

  /** @param {import("./own-list.js").Step} step @returns {string[]} */
  slidersOf(step) {
    const here = this.data.sliders[step.page] ?? {};
    return here[step.step ?? this.data.firsts[step.page]] ?? [];
  }

  /** @param {number} k @param {string} key @param {"input" | "textarea"} tag @param {string} label @param {number} most @param {string} placeholder */
  field(k, key, tag, label, most, placeholder = label) {
    return this.text(tag, label, read().step[k][key], most, placeholder, (value) => this.set(k, key, value));
  }

  /** @param {"input" | "textarea"} tag @param {string} label @param {string | undefined} value @param {number | undefined} most @param {string} placeholder @param {(value: string) => void} act */
  text(tag, label, value, most, placeholder, act) {
    const node = element(tag, { value: value ?? "", placeholder, ...(most && { maxLength: most }) });
    node.setAttribute("aria-label", label);
    node.addEventListener("input", () => act(node.value));
    return node;
  }

  /** @param {string} text @param {readonly string[]} faults */
  say(text, faults = []) {
    this.said.replaceChildren(...[text, ...faults].filter(Boolean).map((line) => element("p", { textContent: line })));
  }

  // ---- what changes the list ------------------------------------------------------------------

  change(how, draws = true) {
    if (!keep(how(read()))) this.say(NOT_KEPT);
    if (draws) this.draw();
  }

  set(k, key, value) { this.alter(k, (step) => changeStep(step, key, value)); }

  alter(k, how) { this.change((list) => ({ ...list, step: list.step.map((step, i) => (i === k ? how(step) : step)) }), false); }

  move(k, by) {
    this.change((list) => moveStep(list, k, by));
    const at = Math.min(Math.max(k + by, 0), this.list.children.length - 1);
    this.list.children[at]?.querySelector("input")?.focus();
    this.say(`It is scene ${at + 1} now.`);
  }

  remove(k) {
    const gone = read().step[k];
    this.change((list) => ({ ...list, step: list.step.filter((_, i) => i !== k) }));
    this.say(`Scene ${k + 1} is off the list.`);
    const back = act("Put it back", () => {
      this.change((list) => ({ ...list, step: [...list.step.slice(0, k), gone, ...list.step.slice(k)] }));
      this.say("");
    });
    this.said.append(back);
    back.focus();
  }

  addHere() {
    const said = add(sceneHere(this.data));
    this.draw();
    this.say(said);
    this.list.lastElementChild?.querySelector("input")?.focus();
    this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  // ---- what the server checks -----------------------------------------------------------------

  /** @param {object} given @param {(told: any) => void} then */
  ask(given, then) {
    const press = `${Date.now()}-${++presses}`, text = JSON.stringify({ ...given, press });
    this.link.hidden = true;
    if (text.length > 4 * this.data.limits.bytes) { this.say("This lecture is too long. Make two lectures of it."); return; }   // see features/lecture/own_lecture.py
    this.say("One moment …");
    this.waiting.set(press, then);
    setTimeout(() => { if (this.waiting.delete(press)) this.say(`The ${computer.name} did not answer. Try again in a moment.`); }, PATIENCE);
    this.component.setTriggerValue("ask", text);
  }

  write(then) { this.ask(read(), (told) => { this.say("", told.faults); then(told); }); }

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
      this.say("The link carries the whole lecture.", faults);
    });
  }

  play() { this.write(({ address, faults }) => { if (address && !faults.length) location.assign(address); }); }

  open(text) {
    if (!text.trim()) { this.say("Paste a link or a text first, or choose a file."); return; }
    this.ask({ text }, (told) => this.opened(told));
  }

  async openFile() {
    const [chosen] = this.file.files;
    this.file.value = "";        // so that the same file can be opened again
    if (chosen?.size > this.data.limits.bytes) this.say("This file is too large to be a lecture.");
    else if (chosen) this.open(await chosen.text());
  }

  opened({ step, title, faults }) {
    this.say("", faults);
    if (!step) return;
    const take = (list) => { keep(list); this.draw(); this.say(`Opened: ${many(step.length, "scene")}.`, faults); };
    const here = read();
    if (!here.step.length) { take({ title, step }); return; }
    this.said.append(element("p", { textContent: `It has ${many(step.length, "scene")}, and your list has ${here.step.length}.` }),
      element("div", { className: "kl-own-row" }, act("Put it in place of mine", () => take({ title, step })), act("Add it to mine", () => take({ title: here.title || title, step: [...here.step, ...step] }))));
    this.said.querySelector("button").focus();
  }

  close() {
    this.dialog.remove();
  }
}

const lines = (text, { options, option }) => text.split("\n").map((line) => line.trim().slice(0, option)).filter(Boolean).slice(0, options);

// The picture that is nearest the middle of the window, where its step is one that a lecture can name.
function sceneHere({ page, first, sliders, drop }) {
  const middle = innerHeight / 2, roots = /** @type {LiveRoot[]} */ ([...document.querySelectorAll("[data-live]")]);
  const away = (root) => { const { top, bottom } = root.getBoundingClientRect(); return Math.max(top - middle, middle - bottom, 0); };
  const nearest = roots.filter((root) => stepOf(root) in (sliders[page] ?? {})).sort((a, b) => away(a) - away(b))[0], step = nearest ? stepOf(nearest) : "";
  const named = document.querySelector('.kl-rail [aria-current="step"]')?.textContent, heading = document.querySelector(`${HEADING} h1`)?.textContent;
  return stepHere({ page, search: location.search, drop, title: named || heading || "", step: step === first ? "" : step });
}
