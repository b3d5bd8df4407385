// An assignment beside its page: the text, the goals with how far it is, the code, the sentence, and Hand in.

import { element } from "../../assets/base/dom.js";
import { many } from "../../assets/base/format.js";
import { singleton } from "../../assets/base/singleton.js";
import { isKept } from "../../assets/furniture/progress/progress.js";
import { MAX_CODE, MAX_WORDS, normal, oneLine, seed } from "./answer.js";
import { labelledField, Watched } from "./element.js";
import { HandIn } from "./hand-in.js";
import { keep, tasksByNumber, work, workUnder } from "./work.js";

const NOT_KEPT = "This device keeps nothing: your work is here until you close or reload the page. Hand in before that.";
const LATE = 2500;               // ms after which a step that was asked for should be there

let presses = 0;

export const { mount, unmount } = singleton((component) => new Panel(component));

const paragraphs = (text) => text.split(/\n\s*\n/).filter((part) => part.trim()).map((part) => element("p", { textContent: part.replaceAll("\n", " ").trim() }));
const points = (n) => many(n, "point");

class Panel {
  constructor(component) {
    this.parent = component.parentElement;
    this.root = element("section", { className: "kl-task" });
    this.root.setAttribute("aria-label", "Assignment");
    this.handIn = new HandIn();
    this.parent.append(this.root, this.handIn.dialog);
    this.watched = new Watched(() => this.tell(), () => this.task);
  }

  update(component) {
    const before = this.shape;
    this.component = component;
    const { data } = component;
    this.shape = JSON.stringify(data);
    if (this.shape === before) return;
    this.data = data;
    this.task = data.tasks[data.at];
    this.work = data.answer ?? work(data.key, data.tasks.length);
    this.build();
    this.watched.look();
    this.begin();
  }

  say(name, value) { this.component.setTriggerValue(name, JSON.stringify({ ...value, press: `${Date.now()}-${++presses}` })); }

  // ---- what is on the panel -------------------------------------------------------------------

  build() {
    const { data, task } = this;
    this.rows = undefined;
    this.goals = element("div", { className: "kl-task-goals" });
    this.status = element("p", { className: "kl-task-status" });
    this.status.setAttribute("role", "status");
    this.unkept = element("p", { className: "kl-task-note", hidden: Boolean(data.answer) || (this.kept ?? isKept()), textContent: NOT_KEPT });
    this.unkept.setAttribute("role", "status");
    const number = data.tasks.length > 1 ? `Task ${data.at + 1}, ` : "";
    this.root.replaceChildren(
      element("h2", { textContent: data.title }),
      ...(data.until ? [element("p", { className: "kl-faint", textContent: data.until })] : []),
      ...paragraphs(data.text),
      data.answer ? this.ofAnswer() : this.codeField(),
      this.walk(),
      element("h3", { textContent: `${number}${points(task.points)}` }),
      ...paragraphs(task.text), this.goals, this.status, this.unkept,
      ...(task.sentence ? [this.sentence()] : []),
      this.buttons());
    this.tell();
  }

  ofAnswer() {
    return element("p", { className: "kl-task-note", textContent: `This is the answer of the code ${this.work.code}, as it was handed in. Choose a task to see its scene.` });
  }

  codeField() {
    const input = element("input", { type: "text", value: this.work.code, maxLength: MAX_CODE, autocomplete: "off", spellcheck: false });
    const begin = element("button", { type: "submit", textContent: this.work.code ? "Change" : "Begin", className: "kl-task-button" });
    const form = element("form", { className: "kl-task-code" },
      labelledField("Your code", input, this.work.code ? "" : "Any text, such as your number in the course list. It sets your own data, stays on this device, and goes into your answer."), begin);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const code = oneLine(input.value);
      if (!normal(code)) { input.focus(); return; }
      this.work = workUnder(this.data.key, this.work, code);
      this.keep();
      this.go(this.data.at);
      this.build();
    });
    return form;
  }

  walk() {
    const { data } = this;
    if (data.tasks.length < 2) return element("span", { hidden: true });
    const buttons = data.tasks.map((_, k) => {
      const done = this.work.entries[k]?.met;
      const button = element("button", { type: "button", className: "kl-task-step", textContent: `${k + 1}${done ? " ✓" : ""}` });
      button.setAttribute("aria-label", `Task ${k + 1}${done ? ", goal met" : ""}`);
      if (k === data.at) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => this.go(k));
      return button;
    });
    const nav = element("nav", { className: "kl-task-row" }, ...buttons);
    nav.setAttribute("aria-label", "Tasks");
    return nav;
  }

  sentence() {
    const area = element("textarea", { value: this.entry.words, rows: 3, maxLength: MAX_WORDS, readOnly: Boolean(this.data.answer) });
    area.addEventListener("input", () => { this.entry.words = oneLine(area.value); this.keep(); });
    return labelledField(this.task.sentence, area);
  }

  buttons() {
    const button = (textContent, act, primary = false) => {
      const node = element("button", { type: "button", textContent, className: `kl-task-button${primary ? " kl-task-primary" : ""}` });
      node.addEventListener("click", act);
      return node;
    };
    if (this.data.answer) return element("div", { className: "kl-task-row" });
    this.take = button("Take what is shown", () => this.keepScene());
    return element("div", { className: "kl-task-row" },
      button("Hand in …", () => this.openHandIn(), true), this.take, button("Start again", () => this.go(this.data.at, "")));
  }

  get entry() { return this.work.entries[this.data.at] ?? { scene: "", words: "", met: false }; }

  get own() { return this.task.same_data || !this.work.code ? undefined : seed(this.data.key, this.work.code); }

  // ---- the way through ------------------------------------------------------------------------

  // To a task: where this device left it or, with `scene`, to that one; "" is the beginning.
  // A run of the page that was under way may bring the old address back: then once more.
  go(at, scene = this.work.entries[at]?.scene ?? "", left = 2) {
    const own = this.work.code ? seed(this.data.key, this.work.code) : null;
    this.say("go", { at, seed: own, scene });
    clearTimeout(this.late);
    this.late = setTimeout(() => { if (left && (this.data.at !== at || this.astray)) this.go(at, scene, left - 1); }, LATE);
  }

  // Whether the data are not those of the code, though nothing else was changed.
  get astray() {
    return Boolean(this.work.code && !this.data.answer && this.watched.frame) && String(this.watched.moved(this.task.fixed, this.own)) === "seed";
  }

  // A link names the task alone. Once the code is known here, its data are shown.
  begin() {
    if (this.data.answer ? !this.data.arrived : this.data.arrived === false && this.work.code) this.go(this.data.at);
  }

  // ---- the goal -------------------------------------------------------------------------------

  tell() {
    if (!this.task || !this.goals) return;
    const { watched, task } = this, live = watched.live;
    if (live && this.of !== live) this.rows = undefined;
    this.of = live;
    if (!this.rows && live) {
      this.rows = watched.rows(task);
      this.goals.replaceChildren(this.rows.root);
    }
    if (!this.rows || !watched.frame) return;
    this.rows.show(watched.frame, "");
    const moved = watched.moved(task.fixed, this.own), there = this.isMet(moved);
    if (there && watched.resting && this.work.code && !this.data.answer && this.entry.scene !== watched.scene) this.keepScene();
    this.status.textContent = this.words(moved, there);
    this.status.dataset.met = there ? "1" : "0";
    if (this.take) this.take.disabled = !this.work.code || moved.length > 0 || this.entry.scene === watched.scene || (this.entry.met && !there);
  }

  // A task that is met as it begins is not done: something has to be changed, as in a challenge.
  get begun() { return this.watched.moved(this.task.start, this.own).length > 0; }

  isMet(moved) { return this.begun && !moved.length && this.watched.met(this.task.goal); }

  words(moved, there) {
    if (moved.length === 1 && moved[0] === "seed" && this.work.code) return "These are not the data of your code. Start again.";
    if (moved.length) return `Fixed here, and changed: ${moved.join(", ")}. Start again.`;
    if (!this.begun && this.watched.met(this.task.goal)) return "The goal is met as the task begins. Change something, and meet it again.";
    if (this.data.answer) return there ? "The goal is met." : "The goal is not met here.";
    if (there && !this.work.code) return "The goal is met. Enter your code to keep it.";
    if (there && !this.watched.resting) return "There. Now let go.";
    if (there) return "The goal is met, and kept for your answer.";
    if (this.entry.met) return "Not here; but a scene that meets the goal is kept for your answer.";
    return this.entry.scene ? "A scene is kept for your answer; it does not meet the goal yet." : "";
  }

  keepScene() {
    const { watched } = this;
    if (!watched.frame || !this.work.code) return;
    const met = this.isMet(watched.moved(this.task.fixed, this.own));
    const news = met !== this.entry.met;
    Object.assign(this.entry, { scene: watched.scene, met });
    this.keep();
    if (news) this.root.querySelector("nav")?.replaceWith(this.walk());
    this.tell();
  }

  keep() {
    if (this.data.answer) return;
    this.kept = keep(this.data.key, this.work);
    this.unkept.hidden = this.kept;
  }

  openHandIn() {
    const { data, work: { code, entries } } = this;
    if (!code) {
      this.root.querySelector("input")?.focus();
      this.status.textContent = "Enter your code first, and press Begin.";
      return;
    }
    const open = entries.map((entry, k) => (entry.scene ? 0 : k + 1)).filter(Boolean);
    const unmet = entries.map((entry, k) => (entry.scene && !entry.met ? k + 1 : 0)).filter(Boolean);
    const silent = data.tasks.map((task, k) => (task.sentence && !entries[k].words ? k + 1 : 0)).filter(Boolean);
    const lacks = [["Not answered yet", open], ["Goal not met", unmet], ["No sentence yet", silent]]
      .filter(([, tasks]) => tasks.length).map(([what, tasks]) => `${what}: ${tasksByNumber(/** @type {number[]} */ (tasks))}.`).join(" ");
    this.handIn.open({ key: data.key, code, entries }, data, lacks);
  }

  close() {
    clearTimeout(this.late);
    this.watched.close();
    this.handIn.dialog.remove();
    this.root.remove();
  }
}
