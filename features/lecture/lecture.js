// The lecture view: one live element over the whole screen, a slim title, and keys for all of it.
// The element itself is the page's own; it is brought to the front, enlarged, and let go again.

import { element } from "../../assets/base/dom.js";
import { singleton } from "../../assets/base/singleton.js";
import { companions } from "./companion.js";
import { add, stepHere } from "./own-list.js";
import { Deck } from "./playlist.js";
import { Presenter } from "./presenter.js";
import { HELP, keys, LAST } from "./shortcuts.js";
import { Spotlight } from "./spotlight.js";
import { Stage } from "./layout.js";
import { boxOf, stepOf } from "./steps.js";
import { HEADING } from "../../assets/base/streamlit.js";

const IDLE = 2600;               // ms without a hand or a key after which the title's buttons fade
const WAIT = 5000;               // ms for an element that a step names, before the first one stands in
const TITLE = `${HEADING} :is(h1, h2)`;
const NOTHING_ASKED = JSON.stringify(["", [], false]);

// The live elements of the page, from top to bottom.
const elements = () => [.../** @type {NodeListOf<LiveRoot>} */ (document.querySelectorAll("[data-live]"))].filter((root) => root.live);

export const { mount, unmount } = singleton(({ parentElement }) => new Lecture(parentElement));

function button(label, text, act, className = "") {
  const node = element("button", { type: "button", textContent: text, title: label, className });
  node.setAttribute("aria-label", label);
  node.addEventListener("click", act);
  return node;
}

export class Lecture {
  /** @type {import("./companion.js").Companion[]} Of other features. */ companions = [];
  /** Whether they have come. */ complete = false;

  constructor(parent) {
    this.parent = parent;
    this.stage = new Stage();
    this.unread = "";             // the faults of a lecture that was last said to be none
    this.deck = new Deck((text) => this.say(text));
    this.furnish();
    this.presenter = new Presenter(this);
    this.spotlight = new Spotlight(this.root);
    this.stop = new AbortController();
    const on = (target, type, run, more = {}) => target.addEventListener(type, run, { signal: this.stop.signal, ...more });
    on(window, "keydown", (e) => { this.wake(); this.byHand = e.key === "Tab" ? false : this.byHand; this.press(e); }, { capture: true });
    on(window, "pointerdown", () => { this.byHand = true; this.wake(); }, { capture: true });
    on(window, "pointermove", (e) => { this.wake(); this.spotlight.follow(e); }, { passive: true });
    on(window, "focusin", () => this.wake());
    on(window, "resize", () => this.room());
    on(document, "fullscreenchange", () => this.room());
    this.watcher = new MutationObserver(() => { cancelAnimationFrame(this.soon); this.soon = requestAnimationFrame(() => this.choose()); });
    this.watcher.observe(document.body, { childList: true, subtree: true });
    document.documentElement.classList.add("kl-fills-screen");
    this.wake();
  }

  furnish() {
    this.title = element("h1", {});
    this.setting = element("p", { className: "kl-lecture-setting" });
    this.count = element("span", { className: "kl-lecture-count" });
    this.before = button("Previous step", "←", () => this.go(-1));
    this.after = button("Next step", "→", () => this.go(1));
    const walk = element("span", { className: "kl-lecture-walk" }, this.before, this.count, this.after);
    this.tools = element("span", { className: "kl-lecture-tools" },
      button("Notes", "Notes", () => this.toggleNotes(), "kl-lecture-notes-button"),
      button("Full screen", "", () => this.fullScreen(), "kl-lecture-full"),
      button("Keys", "?", () => this.help()),
      button("Leave the lecture view", "✕", () => this.leave(), "kl-lecture-leave"));
    this.notes = element("aside", { className: "kl-lecture-notes", hidden: true });
    this.notes.setAttribute("aria-label", "Notes for this step");
    this.notice = element("p", { className: "kl-lecture-notice", hidden: true });
    this.notice.setAttribute("role", "status");
    this.asks = element("p", {});
    this.options = element("ol", {});
    this.covered = element("p", { className: "kl-lecture-covered", hidden: true, textContent: "Predict first. Press r to reveal." });
    this.question = element("section", { className: "kl-lecture-question", hidden: true }, this.asks, this.options, this.covered);
    this.question.setAttribute("aria-label", "Question");
    this.blackness = element("div", { className: "kl-lecture-blackness", hidden: true });
    this.blackness.addEventListener("click", () => this.black());
    this.dialog = this.list();
    this.root = element("div", { className: "kl-lecture kl-over-page" },
      element("header", {}, this.title, this.setting, walk, this.tools), this.question, this.notes, this.notice, this.dialog, this.blackness);
    this.parent.append(this.root);
  }

  list() {
    this.rows = element("dl", {});
    this.writeKeys();
    const close = element("button", { type: "button", textContent: "Close" });
    const dialog = element("dialog", { className: "kl-lecture-keys" }, element("h2", { textContent: "Keys" }), this.rows, close);
    dialog.setAttribute("aria-label", "Keys of the lecture view");
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (e) => { if (e.target === dialog) dialog.close(); });
    return dialog;
  }

  writeKeys() {
    const own = HELP.slice(0, -LAST), rows = [...own, ...this.companions.flatMap(({ help }) => help), ...HELP.slice(-LAST)];
    this.rows.replaceChildren(...rows.flatMap(([key, what]) => [element("dt", {}, ...key.split(" ").map((k) => element("kbd", { textContent: k }))), element("dd", { textContent: what })]));
  }

  /** A tool of a companion, before the lecture's own. @param {string} label @param {string} text @param {() => void} act */
  addTool(label, text, act) { this.tools.prepend(button(label, text, act, "kl-lecture-companion")); }

  // What other features have here comes before the picture, so that a key finds them.
  async meet(named) {
    this.companions = await companions(this, named);
    this.complete = true;
    if (this.isClosed) return;
    this.writeKeys();
    this.choose();
    this.presenter.draw();
  }

  get isClosed() { return this.stop.signal.aborted; }

  // ---- what is shown ----------------------------------------------------------------------

  update({ data }) {
    this.data = data;
    this.deck.update(data);
    this.step = this.deck.step;
    const walking = Boolean(data.list);
    this.root.classList.toggle("kl-lecture-plain", !walking);
    this.count.textContent = walking ? `${data.list.at + 1} / ${data.list.steps.length}` : "";
    if (walking) this.before.disabled = data.list.at === 0;
    if (walking) this.after.disabled = data.list.at === data.list.steps.length - 1;
    const notes = this.step?.notes ?? "";
    this.notes.replaceChildren(...notes.split(/\n\s*\n/).filter(Boolean).map((text) => element("p", { textContent: text.replaceAll("\n", " ") })));
    if (!notes) this.notes.replaceChildren(element("p", { textContent: walking ? "This step has no notes." : "Notes come with a lecture: a list of scenes." }));
    const unread = data.list ? "" : data.faults.join(" ");
    if (unread && unread !== this.unread) this.say("This lecture cannot be opened. Press p for the reason.", 8000);
    this.unread = unread;
    const meant = JSON.stringify([this.step, data.step]);
    if (meant !== this.meant) {
      this.meant = meant;
      for (const one of this.companions) one.hide();
      this.since = performance.now();
      this.stage.cover = this.step?.cover ?? "";
      this.stage.part = 0;
      this.stage.needed = (this.step?.answers ?? []).map(([name]) => name);
      this.wanted = this.step?.step ?? data.step;
      this.fresh = true;
    }
    if (!this.meeting) { this.meeting = true; this.meet(data.companions); }
    this.choose();
    if (this.complete) this.presenter.draw();
  }

  // The element that is in front: that of the step, once it is there, else the page's first.
  choose() {
    if (!this.complete) return;
    const all = elements().filter((root) => root.querySelector(".kl-item"));
    const named = all.find((root) => stepOf(root) === this.wanted);
    const waiting = this.wanted && !named && performance.now() - this.since < WAIT;
    if (waiting) setTimeout(() => this.choose(), 300);
    const root = named ?? (waiting ? undefined : all[0]);
    const heading = (root && boxOf(root)?.querySelector(TITLE)) ?? document.querySelector(TITLE);
    this.title.textContent = this.step?.title || heading?.textContent || "";
    if (!root) return;
    if (root !== this.stage.root) this.stage.show(root, () => this.tell());
    else if (this.fresh) this.stage.show(root, () => this.tell());
    if (this.fresh && this.step?.along) this.stage.choose(this.step.along);
    if (this.fresh && !this.notes.hidden) this.room();
    this.fresh = false;
    this.tell();
  }

  // Where the sliders are not in the picture, the title says how they stand.
  tell() {
    this.stage.shape();
    this.stage.hideAnswers();
    for (const one of this.companions) one.draw();
    const text = this.stage.setting();
    if (this.setting.textContent !== text) this.setting.textContent = text;
    this.ask();
  }

  // A step's question stays over its picture; numbers that are hidden by a key ask for themselves.
  ask() {
    const { cover } = this.stage, own = this.step?.question || this.step?.ask.text || "", options = own ? this.step.options : [];
    const text = own || (cover ? this.stage.question() : "");
    const now = JSON.stringify([text, options, Boolean(cover)]);
    if (now === (this.asked ?? NOTHING_ASKED)) return;
    this.asked = now;
    this.asks.replaceChildren(element("b", { textContent: text }));
    this.options.replaceChildren(...options.map((option) => element("li", { textContent: option })));
    this.options.hidden = !options.length;
    this.covered.hidden = !cover;
    this.wantsQuestion = Boolean(text);
    this.room();
  }

  // What the notes and the question take from the screen.
  room() {
    this.question.hidden = !this.wantsQuestion || this.companions.some(({ shown }) => shown);
    this.stage.scale();          // it says how large their type is
    this.stage.room = this.notes.hidden ? 0 : this.notes.offsetHeight;
    this.stage.asked = this.question.hidden ? 0 : this.question.offsetHeight;
    this.stage.fit();
  }

  say(text, ms = 2400) {
    this.notice.textContent = text;
    this.notice.hidden = !text;
    clearTimeout(this.hushing);
    this.hushing = setTimeout(() => { this.notice.hidden = true; }, ms);
  }

  // ---- what the keys do -------------------------------------------------------------------

  go(by) {
    if (!this.data.list) { this.say("This is no lecture: there is no next step. ? lists the keys."); return; }
    this.deck.go(by);
  }

  // As far as a control is in use it stays in sight; otherwise all of them fade after a while.
  wake() {
    delete document.documentElement.dataset.klIdle;
    clearTimeout(this.idling);
    this.idling = setTimeout(() => {
      const at = document.activeElement, used = !this.byHand && (this.stage.root?.contains(at) || this.root.contains(at));
      const held = this.stage.root?.live.player.held || this.dialog.open;
      if (used || held) this.wake(); else document.documentElement.dataset.klIdle = "1";
    }, IDLE);
  }

  another() {
    const { at, of } = this.stage.another(elements());
    this.wanted = stepOf(this.stage.root);
    this.tell();
    this.say(of > 1 ? `Picture ${at} of ${of} on this page` : "This page has one picture so far.");
  }

  cover(what) {
    if (what === "numbers" && !this.stage.cover && !this.stage.question()) { this.say("This picture has no numbers to hide."); return; }
    this.stage.cover = this.stage.cover ? "" : what;
    this.stage.covering();
    this.tell();
    this.say({ "": "Revealed", numbers: "The numbers are hidden", answer: "The answer is hidden" }[this.stage.cover]);
  }

  // The scene as it is now, at the end of the lecture that is composed on this device.
  addScene() {
    const { base, drop, first } = this.data, shown = this.stage.root ? stepOf(this.stage.root) : first;
    this.say(add(stepHere({ page: location.pathname.slice(base.length), search: location.search, drop, title: this.title.textContent, step: shown === first ? "" : shown })));
  }

  /** A key of this window, or of the presenter's. @param {KeyboardEvent} e */
  press(e) { keys(e, this); }

  present() {
    if (!this.presenter.open()) this.say("The browser did not allow a second window. Allow pop-ups for this page, then press p.");
  }

  black() {
    this.blackness.hidden = !this.blackness.hidden;
  }

  toggleNotes() {
    this.notes.hidden = !this.notes.hidden;
    this.room();
  }

  fullScreen() {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
    if (!done) this.say("This browser has no full screen for pages.");
    done?.catch(() => this.say("The browser did not allow full screen. Try F11."));
  }

  help() { if (this.dialog.open) this.dialog.close(); else this.dialog.showModal(); }

  leave() {
    if (document.fullscreenElement) document.exitFullscreen();
    this.deck.leave();
  }

  close() {
    this.stop.abort();
    this.watcher.disconnect();
    cancelAnimationFrame(this.soon);
    clearTimeout(this.idling);
    clearTimeout(this.hushing);
    for (const one of this.companions) one.close();
    this.presenter.close();
    this.spotlight.close();
    delete document.documentElement.dataset.klIdle;
    document.documentElement.classList.remove("kl-fills-screen");
    this.stage.close();
    this.root.remove();
  }
}
