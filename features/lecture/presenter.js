// The presenter's window, for a second screen: notes, what comes next, a clock, a timer, and what companions
// tell. It is a window of this page, which writes into it, so both are always in step;
// where either of them is loaded again, the page finds the window by its name, or writes it anew.

import { element } from "../../assets/base/dom.js";
import { tab } from "../../assets/base/storage.js";

const NAME = "kl-presenter", SIZE = "width=960,height=640";
const NO_LECTURE = "Notes come with a lecture: a list of scenes.";
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
.next, .told { color: color-mix(in srgb, currentColor 75%, transparent); }
`;

const two = (value) => String(value).padStart(2, "0");

/** Minutes and seconds; hours where there are any. @param {number} seconds */
export function duration(seconds) {
  const whole = Math.max(0, Math.floor(seconds)), minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}

export class Presenter {
  /** @type {(Window & typeof globalThis) | null | undefined} */ window;

  /** @param {import("./lecture.js").Lecture} lecture */
  constructor(lecture) {
    this.lecture = lecture;
    this.started = Date.now();
  }

  get isOpen() { return Boolean(this.window && !this.window.closed); }

  /** Open the window, or bring it to the front. Returns whether the browser let it be. */
  open() {
    if (this.isOpen) { this.window.focus(); return true; }
    this.window = /** @type {Window & typeof globalThis} */ (window.open("", NAME, SIZE));
    if (!this.window) return false;
    this.remember();
    this.furnish(this.window.document);
    clearInterval(this.ticking);
    this.ticking = setInterval(() => this.tick(), 500);
    this.draw();
    return true;
  }

  remember() { tab.set(NAME, String(this.started)); }

  // After a reload of this screen its window is still there. Returns whether it is.
  resume() {
    const started = this.looked ? null : tab.get(NAME);
    this.looked = true;
    if (!started) return false;
    this.started = Number(started);
    return this.open();
  }

  /** @param {Document} page */
  furnish(page) {
    const make = (tag, properties = {}, ...children) => page.adoptNode(element(tag, properties, ...children));
    const button = (text, act) => {
      const made = make("button", { type: "button", textContent: text });
      made.addEventListener("click", act);
      return made;
    };
    page.title = "Presenter";
    page.documentElement.lang = "en";
    page.head.replaceChildren(make("meta", { name: "viewport", content: "width=device-width" }));
    const sheet = new this.window.CSSStyleSheet();       // a style element would need the page's policy to allow it
    sheet.replaceSync(STYLE);
    page.adoptedStyleSheets = [sheet];
    this.clock = make("b");
    this.timer = make("span");
    this.place = make("span");
    this.title = make("h1");
    this.notes = make("div");
    this.faults = make("div", { className: "faults" });
    this.faults.setAttribute("role", "status");
    this.following = make("p", { className: "next" });
    this.companions = make("p", { className: "told" });
    this.answer = make("p", { className: "answer" });
    const others = this.lecture.companions.flatMap(({ presenterButtons }) => presenterButtons)
      .map(([text, act]) => button(text, async () => { const told = await act(); if (typeof told === "string") this.answer.textContent = told; }));
    const restart = button("Restart timer", () => { this.started = Date.now(); this.remember(); this.tick(); });
    this.walk = [button("← Previous", () => this.lecture.go(-1)), button("Next →", () => this.lecture.go(1))];
    const walk = make("nav", {}, ...this.walk, ...others, restart);
    page.body.replaceChildren(make("header", {}, this.clock, this.timer, this.place), this.faults, this.title, this.notes, this.following, this.companions, walk, this.answer);
    page.addEventListener("keydown", (event) => {
      if (event.target instanceof this.window.HTMLButtonElement && [" ", "Enter"].includes(event.key)) return;
      this.lecture.press(event);
    });
  }

  tick() {
    if (!this.isOpen) { clearInterval(this.ticking); tab.remove(NAME); return; }
    if (!this.window.document.contains(this.clock)) {       // it was loaded again, and is empty
      this.furnish(this.window.document);
      this.draw();
      return;
    }
    const now = new Date();
    this.clock.textContent = `${two(now.getHours())}:${two(now.getMinutes())}`;
    this.timer.textContent = duration((now.getTime() - this.started) / 1000);
    const told = this.lecture.companions.map((one) => one.told).filter(Boolean).join(" ");
    if (this.companions.textContent !== told) this.companions.textContent = told;
  }

  draw() {
    if (!this.isOpen && !this.resume()) return;
    const { step, data } = this.lecture, list = data.list, following = list?.steps[list.at + 1];
    const make = (text) => this.window.document.adoptNode(element("p", { textContent: text.replaceAll("\n", " ") }));
    this.place.textContent = list ? `${list.at + 1} of ${list.steps.length}` : "";
    this.title.textContent = step?.title || this.lecture.title.textContent;
    const notes = (step?.notes ?? "").split(/\n\s*\n/).filter((text) => text.trim());
    this.notes.replaceChildren(...(notes.length ? notes : [list ? "This step has no notes." : NO_LECTURE]).map(make));
    for (const way of this.walk) way.hidden = !list;
    this.faults.replaceChildren(...data.faults.map(make));
    this.following.textContent = following ? `Next: ${following.title || following.page}` : list ? "This is the last step." : "";
    this.tick();
  }

  close() {
    clearInterval(this.ticking);
    tab.remove(NAME);
    this.window?.close();
  }
}
