// The panel of an assignment beside a page: text, code, goals with their distances, sentence, and Hand in.

import { element, keepFocus, queryAll, setText } from "../../assets/base/dom.js";
import { many } from "../../assets/base/format.js";
import { RequestRefused } from "../../assets/base/requests.js";
import { singleton } from "../../assets/base/singleton.js";
import { isKept } from "../../assets/furniture/progress/progress.js";
import { MAX_CODE, MAX_WORDS, normalise, oneLine, seed } from "./answer.js";
import { loadCollection } from "./collection.js";
import { labelledField, TaskElement } from "./element.js";
import { HandIn } from "./hand-in.js";
import { storeWork, tasksByNumber, readWork, workForCode } from "./work.js";

const NOT_STORED = "This device does not store your work. Hand in before you close or reload the page; otherwise your work is lost.";
const STATUS_MS = 20_000;        // time between two checks whether the course has accepted a mark
const RETRY_MS = 2500;           // time after which a task that has not opened is requested again

/**
 * The data of the panel, see task_panel.py. `fixed`: fields that may not be changed; `start`: the other fields, as they are at the start.
 * @typedef {{ title: string, text: string, points: number, sentence: string, measured: boolean, same_data: boolean, goal: Condition[],
 *   conditions: Condition[], labels: AskedChallenge["labels"], fixed: import("./element.js").FixedField[], start: import("./element.js").FixedField[] }} Task
 * @typedef {{ title: string, text: string, until: string, key: string, name: string, base: string, at: number, tasks: Task[],
 *   collectors: string[], answer: import("./work.js").Work | null, link_has_scene: boolean }} PanelData
 */

let presses = 0;

export const { mount, unmount } = singleton((component) => new Panel(component));

/** @param {string} text */
const paragraphs = (text) => text.split(/\n\s*\n/).filter((part) => part.trim()).map((part) => element("p", { textContent: part.replaceAll("\n", " ").trim() }));
/** @param {number} n */
const points = (n) => many(n, "point");

/** @param {HTMLElement} control */
const nameOf = (control) => control.getAttribute("aria-label") ?? control.closest("label")?.textContent ?? control.textContent;

class Panel {
  /** @type {Component<PanelData>} */ component;
  /** @type {PanelData} */ data;
  /** @type {Task} */ task;
  /** @type {import("./work.js").Work} */ work;
  /** @type {string | undefined} */ dataText;
  /** @type {import("./collection.js").Collection | null} A further way to hand in the answer, besides a file and a link. */ collection = null;
  /** @type {import("./collection.js").Status} */ handInStatus = { text: "", waits: false };
  /** @type {ReturnType<typeof setTimeout> | undefined} */ statusTimer;
  /** @type {boolean | undefined} Whether the device stores the work. */ isStored;
  /** @type {HTMLElement} */ goals;
  /** @type {HTMLElement} */ status;
  /** @type {HTMLElement} */ storageNotice;
  /** @type {HTMLButtonElement | undefined} */ keepButton;
  /** @type {HTMLButtonElement | undefined} */ handInButton;
  /** @type {ReturnType<TaskElement["rows"]>} The rows with the numbers of the goal, read from `goalElement`. */ rows;
  /** @type {TaskElement["live"]} */ goalElement;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ retryTimer;
  /** @type {number | undefined} The task whose data were requested and have not arrived yet. */ awaitedTask;

  /** @param {Component<PanelData>} component */
  constructor(component) {
    this.parent = component.parentElement;
    this.root = element("section", { className: "kl-task" });
    this.root.setAttribute("aria-label", "Assignment");
    this.handIn = new HandIn((status) => this.showHandInStatus(status));
    this.handInNote = element("p", { className: "kl-task-note" });
    this.parent.append(this.root, this.handIn.dialog);
    this.taskElement = new TaskElement(() => this.updateGoals(), () => this.task);
  }

  /** @param {Component<PanelData>} component */
  update(component) {
    const previousText = this.dataText;
    this.component = component;
    const { data } = component;
    this.dataText = JSON.stringify(data);
    if (this.dataText === previousText) return;
    if (data.key !== this.data?.key) {
      this.collection = null;
      this.showHandInStatus({ text: "", waits: false });
    }
    this.data = data;
    this.task = data.tasks[data.at];
    this.work = data.answer ?? readWork(data.key, data.tasks.length);
    this.build();
    this.taskElement.findElement();
    this.openOwnData();
    this.findCollection();
  }

  // Find the course from which the task was opened, if any, and use the code that this course gives.
  async findCollection() {
    const { data } = this;
    if (data.answer || !data.collectors.length) return;
    const collection = await loadCollection(data.collectors, data);
    if (!collection || data !== this.data) return;
    this.collection = collection;
    this.readHandInStatus(collection);
    const isNew = normalise(collection.code) !== normalise(this.work.code);
    if (isNew) this.work = workForCode(data.key, this.work, collection.code);
    this.build();
    if (!isNew) return;
    this.store();
    this.openTask(data.at);
  }

  /** @param {string} name @param {object} value */
  sendTrigger(name, value) { this.component.setTriggerValue(name, JSON.stringify({ ...value, press: `${Date.now()}-${++presses}` })); }

  // ---- contents -------------------------------------------------------------------------------

  build() {
    const { data, task } = this, focused = queryAll(this.root, ":focus")[0];
    this.rows = undefined;
    this.goals = element("div", { className: "kl-task-goals" });
    this.status = element("p", { className: "kl-task-status" });
    this.status.setAttribute("role", "status");
    this.storageNotice = element("p", { className: "kl-task-note", hidden: Boolean(data.answer) || (this.isStored ?? isKept()), textContent: NOT_STORED });
    this.storageNotice.setAttribute("role", "status");
    const number = data.tasks.length > 1 ? `Task ${data.at + 1}, ` : "";
    const heading = element("h3", { textContent: `${number}${points(task.points)}`, tabIndex: -1 });
    this.root.replaceChildren(
      element("h2", { textContent: data.title }),
      ...(data.until ? [element("p", { className: "kl-fine-print", textContent: data.until })] : []),
      ...paragraphs(data.text),
      data.answer ? this.answerNote() : this.collection ? this.collectionNote() : this.codeField(),
      this.taskButtons(),
      heading,
      ...paragraphs(task.text), this.goals, this.status, this.storageNotice,
      ...(task.sentence ? [this.sentence()] : []),
      this.buttons());
    this.updateGoals();
    // Keep the focus, at the same control or, if the new panel does not have it, at the task.
    if (focused) (queryAll(this.root, focused.localName).find((node) => nameOf(node) === nameOf(focused)) ?? heading).focus({ preventScroll: true });
  }

  answerNote() {
    return element("p", { className: "kl-task-note", textContent: `This is the answer with the code ${this.work.code}. The page shows the answer’s scene for this task, or the task’s first scene if the answer has none.` });
  }

  collectionNote() {
    const note = element("p", { className: "kl-task-note", textContent: `Your code, ${this.work.code}, comes from your course. It ${this.determinesData ? "determines which data you get, and " : ""}does not contain your name.` });
    return element("div", {}, note, this.handInNote);
  }

  // Read the status of what was handed in. Repeat this while the mark waits for the course, unless the server refuses
  // the request.
  /** @param {import("./collection.js").Collection} collection */
  async readHandInStatus(collection) {
    const previous = this.handInStatus;
    const status = await collection.readStatus().catch((error) => ({ ...previous, waits: previous.waits && !(error instanceof RequestRefused) }));
    if (collection === this.collection && previous === this.handInStatus) this.showHandInStatus(status);   // unless a newer status is shown
  }

  /** @param {import("./collection.js").Status} status */
  showHandInStatus(status) {
    const { collection } = this;
    this.handInStatus = status;
    for (const node of [this.handInNote, this.handIn.status]) setText(node, status.text);
    clearTimeout(this.statusTimer);
    if (status.waits && collection) this.statusTimer = setTimeout(() => this.readHandInStatus(collection), STATUS_MS);
  }

  get determinesData() { return !this.data.tasks.every((task) => task.same_data); }

  get codeUses() {
    const data = this.determinesData ? ["determines which data you get"] : [], storage = (this.isStored ?? isKept()) ? ["is stored on this device"] : [];
    return new Intl.ListFormat("en-GB").format([...data, ...storage, "is part of your answer"]);
  }

  codeField() {
    const input = element("input", { type: "text", value: this.work.code, maxLength: MAX_CODE, autocomplete: "off", spellcheck: false });
    const submit = element("button", { type: "submit", textContent: this.work.code ? "Change code" : "Begin", className: "kl-task-button" });
    const form = element("form", { className: "kl-task-code" },
      labelledField("Your code", input, this.work.code ? "" : `Any text, such as your number in the course list. It ${this.codeUses}.`), submit);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const code = oneLine(input.value);
      if (!normalise(code)) { input.focus(); return; }
      this.work = workForCode(this.data.key, this.work, code);
      this.store();
      this.openTask(this.data.at);
      this.build();
    });
    return form;
  }

  taskButtons() {
    const { data } = this;
    if (data.tasks.length < 2) return element("span", { hidden: true });
    const buttons = data.tasks.map((_, k) => {
      const isMet = this.work.entries[k]?.met;
      const button = element("button", { type: "button", className: "kl-task-step", textContent: `${k + 1}${isMet ? " ✓" : ""}` });
      button.setAttribute("aria-label", `Task ${k + 1}${isMet ? ", goal met" : ""}`);
      if (k === data.at) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => this.openTask(k));
      return button;
    });
    const nav = element("nav", { className: "kl-task-row" }, ...buttons);
    nav.setAttribute("aria-label", "Tasks");
    return nav;
  }

  sentence() {
    const area = element("textarea", { value: this.entry.words, rows: 3, maxLength: MAX_WORDS, readOnly: Boolean(this.data.answer) });
    area.addEventListener("input", () => { this.entry.words = oneLine(area.value); this.store(); });
    return labelledField(this.task.sentence, area);
  }

  buttons() {
    const button = (/** @type {string} */ textContent, /** @type {() => void} */ act, primary = false) => {
      const node = element("button", { type: "button", textContent, className: `kl-task-button${primary ? " kl-task-primary" : ""}` });
      node.addEventListener("click", act);
      return node;
    };
    if (this.data.answer) return element("div", { className: "kl-task-row" });
    this.keepButton = button("Keep this scene", () => this.keepScene());
    this.handInButton = button("Hand in …", () => this.openHandIn(), true);
    return element("div", { className: "kl-task-row" }, this.handInButton, this.keepButton, button("Start again", () => this.openTask(this.data.at, "")));
  }

  get entry() { return this.work.entries[this.data.at] ?? { scene: "", words: "", met: false }; }

  get ownSeed() { return this.task.same_data || !this.work.code ? undefined : seed(this.data.key, this.work.code); }

  // ---- navigation -----------------------------------------------------------------------------

  // Open a task at its stored scene, or at `scene`; "" is the task's first scene. If the page was
  // already running, that run may restore the old address: then the task is opened again.
  /** @param {number} at */
  openTask(at, scene = this.work.entries[at]?.scene ?? "", retries = 2) {
    const ownSeed = this.work.code ? seed(this.data.key, this.work.code) : null;
    this.sendTrigger("go", { at, seed: ownSeed, scene });
    this.awaitedTask = at;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => {
      if (retries && (this.data.at !== at || this.hasWrongData)) { this.openTask(at, scene, retries - 1); return; }
      this.awaitedTask = undefined;
      this.updateGoals();
    }, RETRY_MS);
  }

  // Whether the data do not belong to the student's code, and no other fixed field was changed.
  get hasWrongData() {
    return Boolean(this.work.code && !this.data.answer && this.taskElement.frame) && String(this.taskElement.changedFields(this.task.fixed, this.ownSeed)) === "seed";
  }

  // If the link has no scene, open the scene that the answer or the stored work has for the task, else the task's first
  // scene with the data of the code.
  openOwnData() {
    if (this.data.answer ? !this.data.link_has_scene : this.data.link_has_scene === false && this.work.code) this.openTask(this.data.at);
  }

  // ---- the goal -------------------------------------------------------------------------------

  updateGoals() {
    if (!this.task || !this.goals) return;
    const { taskElement, task } = this, live = taskElement.live;
    if (live && this.goalElement !== live) this.rows = undefined;
    this.goalElement = live;
    if (!this.rows && live) {
      this.rows = taskElement.rows(task);
      if (this.rows) this.goals.replaceChildren(this.rows.root);
    }
    if (!this.rows || !taskElement.frame) return;
    this.rows.show(taskElement.frame, "");
    const changedFields = taskElement.changedFields(task.fixed, this.ownSeed), isMet = this.isMet(changedFields);
    if (isMet && taskElement.isSettled && this.work.code && !this.data.answer && this.entry.scene !== taskElement.scene) this.keepScene();
    if (!changedFields.length && this.data.at === this.awaitedTask) this.awaitedTask = undefined;
    setText(this.status, this.statusText(changedFields, isMet));
    this.status.dataset.met = isMet ? "1" : "0";
    const { keepButton, handInButton } = this;
    if (keepButton && handInButton) keepFocus([keepButton, handInButton], () => { keepButton.disabled = !this.work.code || changedFields.length > 0 || this.entry.scene === taskElement.scene || (this.entry.met && !isMet); });
  }

  // A goal that is met by the first scene does not count: the student has to change something.
  get isChanged() { return this.taskElement.changedFields(this.task.start, this.ownSeed).length > 0; }

  /** Return whether the goal is met by a change of permitted fields alone. @param {string[]} changedFields The fixed fields that were changed. */
  isMet(changedFields) { return this.isChanged && !changedFields.length && this.taskElement.isMetBy(this.task.goal); }

  /** Return the sentence on the state of the task. @param {string[]} changedFields The fixed fields that were changed. @param {boolean} isMet */
  statusText(changedFields, isMet) {
    if (this.awaitedTask !== undefined) return "";
    const advice = this.data.answer ? "" : " Press “Start again”.";    // an answer from a link has no buttons
    if (changedFields.length === 1 && changedFields[0] === "seed" && this.work.code && !this.task.same_data) return `These data do not belong to this code.${advice}`;
    if (changedFields.length) return `${changedFields.length === 1 ? "A fixed field was" : "Fixed fields were"} changed: ${changedFields.join(", ")}.${advice}`;
    if (!this.isChanged && this.taskElement.isMetBy(this.task.goal)) return `The task begins with the goal already met.${this.data.answer ? "" : " Change something, and meet the goal again."}`;
    if (this.data.answer) return isMet ? "The goal is met." : "The goal is not met here.";
    if (isMet && !this.work.code) return "The goal is met. Enter your code to keep this scene.";
    if (isMet && !this.taskElement.isSettled) return "The goal is met. Stop here to keep this scene.";
    if (isMet) return "The goal is met. This scene is kept for your answer.";
    if (this.entry.met) return "The goal is not met here, but a scene that meets it is kept for your answer.";
    return this.entry.scene ? "A scene is kept for your answer; it does not meet the goal yet." : "";
  }

  keepScene() {
    const { taskElement } = this;
    if (!taskElement.frame || !this.work.code) return;
    const isMet = this.isMet(taskElement.changedFields(this.task.fixed, this.ownSeed));
    const hasChanged = isMet !== this.entry.met;
    Object.assign(this.entry, { scene: taskElement.scene, met: isMet });
    this.store();
    if (hasChanged) this.root.querySelector("nav")?.replaceWith(this.taskButtons());
    this.updateGoals();
  }

  store() {
    if (this.data.answer) return;
    this.isStored = storeWork(this.data.key, this.work);
    this.storageNotice.hidden = this.isStored;
  }

  openHandIn() {
    const { data, work: { code, entries } } = this;
    if (!code) {
      this.root.querySelector("input")?.focus();
      this.status.textContent = "Enter your code first, and press “Begin”.";
      return;
    }
    const unansweredTasks = entries.map((entry, k) => (entry.scene ? 0 : k + 1)).filter(Boolean);
    const unmetTasks = entries.map((entry, k) => (entry.scene && !entry.met ? k + 1 : 0)).filter(Boolean);
    const tasksWithoutSentence = data.tasks.map((task, k) => (task.sentence && !entries[k].words ? k + 1 : 0)).filter(Boolean);
    const warning = [["Not answered yet", unansweredTasks], ["Goal not met", unmetTasks], ["No explanation yet", tasksWithoutSentence]]
      .filter(([, tasks]) => tasks.length).map(([fault, tasks]) => `${fault}: ${tasksByNumber(/** @type {number[]} */ (tasks))}.`).join(" ");
    this.handIn.open({ key: data.key, code, entries }, data, warning, this.collection);
    if (this.collection) this.readHandInStatus(this.collection);
  }

  close() {
    clearTimeout(this.retryTimer);
    clearTimeout(this.statusTimer);
    this.collection = null;
    this.taskElement.close();
    this.handIn.dialog.remove();
    this.root.remove();
  }
}
