// The lecture view: one live element over the whole screen, a narrow title bar, and keys for all actions.
// The element is the page's own: it is brought to the front, enlarged, and released again.

import { element, keepFocus, setText } from "../../assets/base/dom.js";
import { singleton } from "../../assets/base/singleton.js";
import { loadCompanions } from "./companion.js";
import { add, stepAt } from "./own-list.js";
import { Deck } from "./playlist.js";
import { Presenter } from "./presenter.js";
import { HELP, handleKey, LAST_ROWS } from "./shortcuts.js";
import { Spotlight } from "./spotlight.js";
import { Stage } from "./layout.js";
import { boxOf, stepOf } from "./steps.js";
import { HEADING } from "../../assets/base/streamlit.js";

const IDLE_MS = 2600;            // time without pointer or key after which the title's buttons fade
const ELEMENT_WAIT_MS = 5000;    // longest wait for a step's element; after it, the page's first element is shown
const TITLE = `${HEADING} :is(h1, h2)`;
/** @type {Record<string, string>} */
const COVERS = { "": "Numbers and answer are shown", numbers: "The numbers are hidden", answer: "Numbers and answer are hidden" };
const NO_QUESTION = JSON.stringify(["", [], false]);

// Find the live elements of the page, from top to bottom.
const elements = () => [.../** @type {NodeListOf<LiveRoot>} */ (document.querySelectorAll("[data-live]"))].filter((root) => root.live);

export const { mount, unmount } = singleton(({ parentElement }) => new Lecture(parentElement));

/**
 * The page's data for the lecture view, see lecture_view.py.
 * @typedef {object} LectureData
 * @property {string} base The server's base path.
 * @property {string[]} drop Words of the address that don't belong to the scene.
 * @property {string} address_step The step that the address names.
 * @property {string} first The page's first step.
 * @property {CompanionData[]} companions
 * @property {Record<string, string>} sources The names of the synthetic data sets.
 * @property {import("./playlist.js").List | null} list
 * @property {string[]} faults The faults of the lecture's file.
 */

/** The data of a companion: the address of its script as `module`, and the data for the script. @typedef {{ module: string, [name: string]: any }} CompanionData */

/** @param {string} label @param {string} text @param {() => void} act */
function button(label, text, act, className = "") {
  const node = element("button", { type: "button", textContent: text, title: label, className });
  node.setAttribute("aria-label", label);
  node.addEventListener("click", act);
  return node;
}

export class Lecture {
  /** @type {import("./companion.js").Companion[]} */ companions = [];
  /** Whether the companions are loaded. */ isComplete = false;
  isJoining = false;
  /** @type {LectureData} */ data;
  /** @type {import("./playlist.js").Step | undefined} The step of the playlist. */ step;
  /** The name of the page's step that is shown. */ stepName = "";
  /** The playlist's step and the name of the page's step, as JSON; a change means that another step is shown. */ stepState = "";
  stepTime = 0;                 // time when the step began, in ms
  isNewStep = false;
  /** @type {string | undefined} The question with its options, as JSON, to detect a change. */ questionState;
  hasQuestion = false;
  /** Whether the pointer was used after the last Tab. */ usesPointer = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ idleTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ noticeTimer;
  chooseFrame = 0;
  title = element("h1", {});
  setting = element("p", { className: "kl-lecture-setting" });
  count = element("span", { className: "kl-lecture-count" });
  previousButton = button("Previous step", "←", () => this.go(-1));
  nextButton = button("Next step", "→", () => this.go(1));
  notes = element("aside", { className: "kl-lecture-notes", hidden: true });
  notice = element("p", { className: "kl-lecture-notice", hidden: true });
  questionText = element("p", {});
  options = element("ol", {});
  coverHint = element("p", { className: "kl-lecture-cover-hint", hidden: true }, "Predict first. ", button("Reveal (r)", "Reveal (r)", () => this.toggleCover("numbers")));
  blackness = element("div", { className: "kl-lecture-blackness", hidden: true });
  keyRows = element("dl", {});
  /** @type {HTMLElement} */ tools;
  /** @type {HTMLElement} */ question;
  /** @type {HTMLDialogElement} */ dialog;
  /** @type {HTMLElement} */ root;

  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.parent = parent;
    this.stage = new Stage();
    this.reportedFaults = "";     // the last reported faults of a lecture that can't be opened
    this.deck = new Deck((text) => this.say(text));
    this.build();
    this.presenter = new Presenter(this);
    this.spotlight = new Spotlight(this.root);
    this.stop = new AbortController();
    const { signal } = this.stop;
    addEventListener("keydown", (e) => { this.wake(); this.usesPointer = e.key === "Tab" ? false : this.usesPointer; this.press(e); }, { signal, capture: true });
    addEventListener("pointerdown", () => { this.usesPointer = true; this.wake(); }, { signal, capture: true });
    addEventListener("pointermove", (e) => { this.wake(); this.spotlight.follow(e); }, { signal, passive: true });
    addEventListener("focusin", () => this.wake(), { signal });
    addEventListener("resize", () => this.layOut(), { signal });
    document.addEventListener("fullscreenchange", () => this.layOut(), { signal });
    this.watcher = new MutationObserver(() => { cancelAnimationFrame(this.chooseFrame); this.chooseFrame = requestAnimationFrame(() => this.choose()); });
    this.watcher.observe(document.body, { childList: true, subtree: true });
    document.documentElement.classList.add("is-presenting");
    this.wake();
  }

  build() {
    const walk = element("span", { className: "kl-lecture-walk" }, this.previousButton, this.count, this.nextButton);
    this.tools = element("span", { className: "kl-lecture-tools" },
      button("All controls", "Controls", () => this.toggleControls(), "kl-lecture-controls-button"),
      button("Notes", "Notes", () => this.toggleNotes(), "kl-lecture-notes-button"),
      button("Full screen", "", () => this.toggleFullScreen(), "kl-lecture-full-screen"),
      button("Keys", "?", () => this.toggleHelp()),
      button("Leave the lecture view", "✕", () => this.leave(), "kl-lecture-leave"));
    this.notes.setAttribute("aria-label", "Notes for this step");
    this.notice.setAttribute("role", "status");
    this.question = element("section", { className: "kl-lecture-question", hidden: true }, this.questionText, this.options, this.coverHint);
    this.question.setAttribute("aria-label", "Question");
    this.blackness.addEventListener("click", () => this.toggleBlack());
    this.dialog = this.buildKeyList();
    this.root = element("div", { className: "kl-lecture kl-overlay" },
      element("header", {}, this.title, this.setting, walk, this.tools), this.question, this.notes, this.notice, this.dialog, this.blackness);
    this.parent.append(this.root);
  }

  buildKeyList() {
    this.writeKeys();
    const closeButton = element("button", { type: "button", textContent: "Close" });
    const dialog = element("dialog", { className: "kl-lecture-keys" }, element("h2", { textContent: "Keys" }), this.keyRows, closeButton);
    dialog.setAttribute("aria-label", "Keys of the lecture view");
    closeButton.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (e) => { if (e.target === dialog) dialog.close(); });
    return dialog;
  }

  writeKeys() {
    const rows = [...HELP.slice(0, -LAST_ROWS), ...this.companions.flatMap(({ help }) => help), ...HELP.slice(-LAST_ROWS)];
    this.keyRows.replaceChildren(...rows.flatMap(([key, action]) => [element("dt", {}, ...key.split(" ").map((k) => element("kbd", { textContent: k }))), element("dd", { textContent: action })]));
  }

  /** Add a companion's button before the lecture's own buttons. @param {string} label @param {string} text @param {() => void} act */
  addTool(label, text, act) { this.tools.prepend(button(label, text, act, "kl-lecture-companion")); }

  /** Load the companions before the first picture, so that their keys work from the start. @param {CompanionData[]} entries */
  async joinCompanions(entries) {
    this.companions = await loadCompanions(this, entries);
    this.isComplete = true;
    if (this.isClosed) return;
    this.writeKeys();
    this.choose();
    this.presenter.draw();
  }

  get isClosed() { return this.stop.signal.aborted; }

  // ---- the picture and its question ----------------------------------------------------------------------

  /** @param {Component<LectureData>} component */
  update({ data }) {
    this.data = data;
    this.deck.update(data);
    this.step = this.deck.step;
    const { list } = data;
    this.root.classList.toggle("is-plain", !list);
    this.count.textContent = list ? `${list.at + 1} / ${list.steps.length}` : "";
    if (list) keepFocus([this.previousButton, this.nextButton], () => {
      this.previousButton.disabled = list.at === 0;
      this.nextButton.disabled = list.at === list.steps.length - 1;
    });
    const notes = this.step?.notes ?? "";
    this.notes.replaceChildren(...notes.split(/\n\s*\n/).filter(Boolean).map((text) => element("p", { textContent: text.replaceAll("\n", " ") })));
    if (!notes) this.notes.replaceChildren(element("p", { textContent: list ? "This step has no notes." : "No lecture is open, so there are no notes." }));
    const faults = list ? "" : data.faults.join(" ");
    if (faults && faults !== this.reportedFaults) this.say("This lecture cannot be opened. Press p for the reason.", 8000);
    this.reportedFaults = faults;
    const stepName = data.address_step || this.step?.step || data.first, stepState = JSON.stringify([this.step, stepName]);
    if (stepState !== this.stepState) {
      this.stepState = stepState;
      for (const companion of this.companions) companion.hide();
      this.stepTime = performance.now();
      this.stage.cover = this.step?.cover ?? "";
      this.stage.showsBelow = false;
      this.stage.showsAll = false;
      this.stage.neededReadouts = (this.step?.answers ?? []).map(([name]) => name);
      this.stepName = stepName;
      this.isNewStep = true;
    }
    if (!this.isJoining) { this.isJoining = true; this.joinCompanions(data.companions); }
    this.choose();
    if (this.isComplete) this.presenter.draw();
  }

  // Bring an element to the front: the step's element or, if it is not on the page after ELEMENT_WAIT_MS, the first one.
  choose() {
    if (!this.isComplete) return;
    const roots = elements().filter((root) => root.querySelector(".kl-item"));
    const stepRoot = roots.find((root) => stepOf(root) === this.stepName);
    const isWaiting = this.stepName && !stepRoot && performance.now() - this.stepTime < ELEMENT_WAIT_MS;
    if (isWaiting) setTimeout(() => this.choose(), 300);
    const root = stepRoot ?? (isWaiting ? undefined : roots[0]);
    const heading = (root && boxOf(root)?.querySelector(TITLE)) ?? document.querySelector(TITLE);
    this.title.textContent = this.step?.title || heading?.textContent || "";
    if (!root) return;
    if (root !== this.stage.root) this.stage.show(root, () => this.refresh());
    else if (this.isNewStep) this.stage.show(root, () => this.refresh());
    if (this.isNewStep && this.step?.along) this.stage.choose(this.step.along);
    if (this.isNewStep && !this.notes.hidden) this.layOut();
    this.isNewStep = false;
    this.refresh();
  }

  // Update controls, companions, title bar and question. The title bar shows the picture's setting if no slider is
  // visible.
  refresh() {
    if (this.stage.arrangeControls()) this.stage.fit();      // another kernel has other sliders
    this.stage.setShapes();
    this.stage.hideAnswers();
    for (const companion of this.companions) companion.draw();
    const text = this.stage.setting();
    setText(this.setting, text);
    this.updateQuestion();
  }

  // Show the step's question over its picture or, without one, a default question while something is hidden.
  updateQuestion() {
    const { cover } = this.stage, stepQuestion = this.step?.question || this.step?.ask.text || "", options = stepQuestion ? this.step?.options ?? [] : [];
    const text = stepQuestion || (cover ? this.stage.defaultQuestion() : "");
    const state = JSON.stringify([text, options, Boolean(cover)]);
    if (state === (this.questionState ?? NO_QUESTION)) return;
    this.questionState = state;
    this.questionText.replaceChildren(element("b", { textContent: text }));
    this.options.replaceChildren(...options.map((option) => element("li", { textContent: option })));
    this.options.hidden = !options.length;
    this.coverHint.hidden = !cover;
    this.hasQuestion = Boolean(text);
    this.layOut();
  }

  // Lay out the screen: notes, question and picture.
  layOut() {
    this.question.hidden = !this.hasQuestion || this.companions.some(({ isShown }) => isShown);
    this.stage.scale();          // sets the type size of notes and question
    this.stage.notesHeight = this.notes.hidden ? 0 : this.notes.offsetHeight;
    this.stage.questionHeight = this.question.hidden ? 0 : this.question.offsetHeight;
    this.stage.fit();
  }

  /** Show a notice for a while. @param {string} text */
  say(text, ms = 2400) {
    this.notice.textContent = text;
    this.notice.hidden = !text;
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => { this.notice.hidden = true; }, ms);
  }

  // ---- actions of the keys -------------------------------------------------------------------

  /** Move through the list of steps. @param {number} by number of steps, negative to go back */
  go(by) {
    if (!this.data.list) { this.say("No lecture is open, so there are no other steps. Press ? for all keys."); return; }
    this.deck.go(by);
  }

  // Show the buttons. They fade after a while, unless a control got the focus by Tab, something is dragged, or the keys
  // are listed.
  wake() {
    delete document.documentElement.dataset.klIdle;
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => {
      const focusedElement = document.activeElement, isUsed = !this.usesPointer && (this.stage.root?.contains(focusedElement) || this.root.contains(focusedElement));
      const isBusy = this.stage.root?.live.player.isHeld || this.dialog.open;
      if (isUsed || isBusy) this.wake(); else document.documentElement.dataset.klIdle = "1";
    }, IDLE_MS);
  }

  showNextPicture() {
    const { at, of } = this.stage.showNextPicture(elements());
    if (this.stage.root) this.nameStep(stepOf(this.stage.root));
    this.refresh();
    this.say(of > 1 ? `Picture ${at} of ${of} on this page` : "This page has no other picture yet.");
  }

  /** Write the step of the picture in front into the address, as the rail does on the page. Streamlit receives the step
   * with the next change of the scene. @param {string} name */
  nameStep(name) {
    const url = new URL(location.href);
    if (name) url.searchParams.set("step", name); else url.searchParams.delete("step");
    if (url.href !== location.href) history.replaceState(history.state, "", url);
    this.stepName = name;
    this.stepState = JSON.stringify([this.step, name]);
  }

  toggleControls() {
    this.say(this.stage.toggleControls());
    this.refresh();
  }

  /** @param {"numbers" | "answer"} kind */
  toggleCover(kind) {
    if (kind === "numbers" && !this.stage.cover && !this.stage.defaultQuestion()) { this.say("This picture has no numbers to hide."); return; }
    this.stage.cover = this.stage.cover ? "" : kind;
    this.stage.applyCover();
    this.refresh();
    this.say(COVERS[this.stage.cover]);
  }

  /** The step in front, as an address names it: "" for the page's first step. */
  get namedStep() {
    const { first } = this.data, step = this.stage.root ? stepOf(this.stage.root) : first;
    return step === first ? "" : step;
  }

  // Add the current scene to the list on this device.
  addScene() {
    const { base, drop } = this.data;
    this.say(add(stepAt({ page: location.pathname.slice(base.length), search: location.search, drop, title: this.title.textContent, step: this.namedStep })));
  }

  /** Handle a key of this window or of the presenter's window. @param {KeyboardEvent} e */
  press(e) { handleKey(e, this); }

  openPresenter() {
    if (!this.presenter.open()) this.say("The browser did not allow a second window. Allow pop-ups for this page, then press p.");
  }

  toggleBlack() {
    this.blackness.hidden = !this.blackness.hidden;
  }

  toggleNotes() {
    this.notes.hidden = !this.notes.hidden;
    this.layOut();
  }

  toggleFullScreen() {
    const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
    if (!change) this.say("This browser can’t show a page in full screen.");
    change?.catch(() => this.say("The browser did not allow full screen. Try F11."));
  }

  toggleHelp() { if (this.dialog.open) this.dialog.close(); else this.dialog.showModal(); }

  leave() {
    if (document.fullscreenElement) document.exitFullscreen();
    this.deck.leave(this.namedStep);
  }

  close() {
    this.stop.abort();
    this.watcher.disconnect();
    cancelAnimationFrame(this.chooseFrame);
    clearTimeout(this.idleTimer);
    clearTimeout(this.noticeTimer);
    for (const companion of this.companions) companion.close();
    this.presenter.close();
    this.spotlight.close();
    delete document.documentElement.dataset.klIdle;
    document.documentElement.classList.remove("is-presenting");
    this.stage.close();
    this.root.remove();
  }
}
