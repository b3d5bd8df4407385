// The presenter's window, for a second screen: notes, the next step, a clock, a timer, and the status of the
// companions (companion.js). This page writes into it, so both show the same step. After a reload of either,
// the page finds the window by its name, or fills it again.

import { element, setText } from "../../assets/base/dom.js";
import { tab } from "../../assets/base/storage.js";

const NAME = "kl-presenter", SIZE = "width=960,height=640";
const NO_LECTURE = "No lecture is open, so there are no notes.";
const STYLE = `
:root { color-scheme: light dark; font: 20px/1.45 system-ui, sans-serif; }
body { margin: 0; padding: 1.2rem 1.6rem; display: grid; align-content: start; gap: 0.8rem; max-width: 62rem; }
header { display: flex; gap: 1.5rem; align-items: baseline; font-variant-numeric: tabular-nums; }
header b { font-size: 1.6rem; }
h1 { font-size: 1.3rem; margin: 0; }
p { margin: 0 0 0.5rem; max-width: 61ch; }
nav, header { flex-wrap: wrap; }
nav { display: flex; gap: 0.6rem; }
button { font: inherit; padding: 0.3rem 0.9rem; min-height: 44px; }
.answer { overflow-wrap: anywhere; }
.faults { border-left: 4px solid #b45309; padding-left: 0.8rem; }
.faults:empty { display: none; }
.next, .status { color: color-mix(in srgb, currentColor 75%, transparent); }
`;

/** @param {number} value */
const twoDigits = (value) => String(value).padStart(2, "0");

/** Format seconds as minutes and seconds, with hours from the first hour on. @param {number} seconds */
export function duration(seconds) {
  const wholeSeconds = Math.max(0, Math.floor(seconds)), minutes = Math.floor(wholeSeconds / 60) % 60;
  const hours = Math.floor(wholeSeconds / 3600);
  return `${hours ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(wholeSeconds % 60)}`;
}

export class Presenter {
  /** @type {(Window & typeof globalThis) | null | undefined} */ window;
  /** @type {ReturnType<typeof setInterval> | undefined} */ tickTimer;
  /** Whether `resume` has already looked for a window of this tab. */ hasLooked = false;
  /** @type {HTMLElement} */ clock;
  /** @type {HTMLElement} */ timer;
  /** @type {HTMLElement} */ place;
  /** @type {HTMLElement} */ title;
  /** @type {HTMLElement} */ notes;
  /** @type {HTMLElement} */ faults;
  /** @type {HTMLElement} */ nextLine;
  /** @type {HTMLElement} */ companions;
  /** @type {HTMLElement} */ answer;
  /** @type {HTMLButtonElement[]} */ stepButtons;

  /** @param {import("./lecture.js").Lecture} lecture */
  constructor(lecture) {
    this.lecture = lecture;
    this.startTime = Date.now();
  }

  get isOpen() { return Boolean(this.window && !this.window.closed); }

  /** The window, for code that runs only while it is open. */
  get target() { return /** @type {Window & typeof globalThis} */ (this.window); }

  /** Open the window, or bring it to the front. Return whether the browser allowed it. */
  open() {
    if (this.isOpen) { this.target.focus(); return true; }
    this.window = /** @type {Window & typeof globalThis} */ (window.open("", NAME, SIZE));
    if (!this.window) return false;
    this.storeStartTime();
    this.fill(this.window.document);
    clearInterval(this.tickTimer);
    this.tickTimer = setInterval(() => this.tick(), 500);
    this.draw();
    return true;
  }

  storeStartTime() { tab.set(NAME, String(this.startTime)); }

  // Reconnect to the window after a reload of this page. Return whether it is open.
  resume() {
    const startTime = this.hasLooked ? null : tab.get(NAME);
    this.hasLooked = true;
    if (!startTime) return false;
    this.startTime = Number(startTime);
    return this.open();
  }

  /** @param {Document} page */
  fill(page) {
    /** @type {typeof element} */
    const make = (tag, properties = {}, ...children) => page.adoptNode(element(tag, properties, ...children));
    /** @param {string} text @param {() => void} act */
    const button = (text, act) => {
      const node = make("button", { type: "button", textContent: text });
      node.addEventListener("click", act);
      return node;
    };
    page.title = "Presenter";
    page.documentElement.lang = "en";
    page.head.replaceChildren(make("meta", { name: "viewport", content: "width=device-width" }));
    const sheet = new this.target.CSSStyleSheet();       // the page's content security policy may forbid a style element
    sheet.replaceSync(STYLE);
    page.adoptedStyleSheets = [sheet];
    this.clock = make("b");
    this.timer = make("span");
    this.place = make("span");
    this.title = make("h1");
    this.notes = make("div");
    this.faults = make("div", { className: "faults" });
    this.faults.setAttribute("role", "status");
    this.nextLine = make("p", { className: "next" });
    this.companions = make("p", { className: "status" });
    this.answer = make("p", { className: "answer" });
    const companionButtons = this.lecture.companions.flatMap(({ presenterButtons }) => presenterButtons)
      .map(([text, act]) => button(text, async () => { const message = await act(); if (typeof message === "string") this.answer.textContent = message; }));
    const restartButton = button("Restart timer", () => { this.startTime = Date.now(); this.storeStartTime(); this.tick(); });
    this.stepButtons = [button("← Previous", () => this.lecture.go(-1)), button("Next →", () => this.lecture.go(1))];
    const buttonRow = make("nav", {}, ...this.stepButtons, ...companionButtons, restartButton);
    page.body.replaceChildren(make("header", {}, this.clock, this.timer, this.place), this.faults, this.title, this.notes, this.nextLine, this.companions, buttonRow, this.answer);
    page.addEventListener("keydown", (event) => {
      if (event.target instanceof this.target.HTMLButtonElement && [" ", "Enter"].includes(event.key)) return;
      this.lecture.press(event);
    });
  }

  tick() {
    if (!this.isOpen) { clearInterval(this.tickTimer); tab.remove(NAME); return; }
    if (!this.target.document.contains(this.clock)) {       // the window was reloaded and is empty
      this.fill(this.target.document);
      this.draw();
      return;
    }
    const time = new Date();
    this.clock.textContent = `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
    this.timer.textContent = duration((time.getTime() - this.startTime) / 1000);
    const status = this.lecture.companions.map((companion) => companion.status).filter(Boolean).join(" ");
    setText(this.companions, status);
  }

  draw() {
    if (!this.isOpen && !this.resume()) return;
    const { step, data } = this.lecture, list = data.list, nextStep = list?.steps[list.at + 1];
    const make = (/** @type {string} */ text) => this.target.document.adoptNode(element("p", { textContent: text.replaceAll("\n", " ") }));
    this.place.textContent = list ? `${list.at + 1} of ${list.steps.length}` : "";
    this.title.textContent = step?.title || this.lecture.title.textContent;
    const notes = (step?.notes ?? "").split(/\n\s*\n/).filter((/** @type {string} */ text) => text.trim());
    this.notes.replaceChildren(...(notes.length ? notes : [list ? "This step has no notes." : NO_LECTURE]).map(make));
    for (const button of this.stepButtons) button.hidden = !list;
    this.faults.replaceChildren(...data.faults.map(make));
    this.nextLine.textContent = nextStep ? `Next: ${nextStep.title || nextStep.page || "home"}` : list ? "This is the last step." : "";
    this.tick();
  }

  close() {
    clearInterval(this.tickTimer);
    tab.remove(NAME);
    this.window?.close();
  }
}
