// The hall's question on the lecturer's screen: asked, counted, shown, asked again, and then looked at.
// v leads on: ask, close and show, a second round; l looks: the picture goes to where the truth is.

import { element } from "../../assets/base/dom.js";
import { groupDigits, many, typedNumber } from "../../assets/base/format.js";
import { RequestRefused } from "../../assets/base/requests.js";
import { tensorAt, floats } from "../../assets/base/sweep-decoder.js";
import { contour } from "../../assets/draw/marching-squares.js";
import { bars, dots, places } from "./charts.js";
import { askable, decidingStop, isIn, isNear, leastInterval, LOWER, rightOptions, shareRight, suggestsTalk, supportDiscs, UPPER } from "./question.js";
import { HallRoom } from "./room.js";

const HINTS = {
  choice: "Choose on your phone.", slider: "Put the slider where you think it is.",
  place: "Tap on your phone.", points: "Say positive or negative, then tap.",
};
const TALK = "Talk to your neighbour first.";
const SLOW = 1500;               // ms after which it is said that the server takes its time
const SPLIT = `Between ${100 * LOWER} and ${100 * UPPER} % are right: let neighbours talk, then press v for a second round.`;

/** What the hall is at, in a sentence. @param {Record<string, any> | undefined} state */
export function votes(state) {
  if (!state?.question) return "The hall has not been asked.";
  const { round, open, answered, phones, revealed, counts } = state;
  const at = revealed ? "looked at" : open ? "open" : "closed";
  const told = counts && state.question.kind === "choice" ? ` Answers: ${counts.join(", ")}.` : "";
  return `${state.question.text} Round ${round}, ${at}: ${groupDigits(String(answered))} of ${many(Math.max(phones, answered), "phone")}.${told}`;
}

/** @param {import("../lecture/lecture.js").Lecture} lecture @param {ScreenData} data */
export const join = (lecture, data) => new HallScreen(lecture, data);

/** @typedef {{ module: string, base: string, quiz: Record<string, any>[] }} ScreenData This script, the server's path, and the page's own questions. */

/** @typedef {import("../lecture/companion.js").Companion} Companion */

/** @implements {Companion} */
class HallScreen {
  help = [["v", "ask the hall; close and show; a second round"]];
  keys = { v: () => this.next() };
  /** @type {[string, () => unknown][]} */
  presenterButtons = [["Ask the hall, close, ask again (v)", () => this.next()], ["Lead the room from another computer", () => this.ownerText()]];
  /** @type {import("./question.js").Asked | undefined} */ asked;
  /** What the presenter alone is told of the round. */ advice = "";
  /** What another tab of this browser does. */ warning = "";

  /** @param {import("../lecture/lecture.js").Lecture} lecture @param {ScreenData} data */
  constructor(lecture, data) {
    this.lecture = lecture;
    this.module = data.module;
    this.room = new HallRoom(data.base);
    lecture.addTool("Ask the hall", "v", () => this.next());
    this.furnish();
    this.room.addEventListener("state", () => this.draw());
    this.room.addEventListener("gone", () => { this.hide(); lecture.say("The room is gone: a day is over, or it was deleted."); });
    this.room.addEventListener("other", (event) => this.warn(/** @type {CustomEvent<string>} */ (event).detail));
    this.resumed = this.room.resume().catch(() => false);
  }

  get stage() { return this.lecture.stage; }

  /** @returns {ScreenData} */
  get data() { return this.lecture.data.companions.find(({ module }) => module === this.module); }

  get shown() { return !this.root.hidden; }

  /** What the hall is at, for the presenter alone. */
  get told() { return [votes(this.room.state), this.advice, this.warning].filter(Boolean).join(" "); }

  furnish() {
    this.heading = element("h2", {});
    this.hint = element("p", { className: "kl-hall-hint" });
    this.body = element("div", { className: "kl-hall-body" });
    this.why = element("p", { className: "kl-hall-why" });
    this.qr = element("img", { alt: "The address of the room as a QR code" });
    this.code = element("p", { className: "kl-hall-code" });
    this.join = element("p", { className: "kl-hall-join" });
    this.count = element("p", { className: "kl-hall-count" });
    this.phones = element("p", { className: "kl-hall-phones" });
    this.phones.setAttribute("role", "status");
    this.all = element("a", { target: "_blank", textContent: "All rounds of this room" });
    this.keyLine = element("p", { className: "kl-hall-keys" });
    this.root = element("section", { className: "kl-hall", hidden: true },
      element("div", { className: "kl-hall-main" }, this.heading, this.hint, this.body, this.why),
      element("aside", {}, this.qr, this.code, this.join, this.count, this.phones, this.all, this.keyLine));
    this.root.setAttribute("aria-label", "Question to the hall");
    this.lecture.root.append(this.root);
  }

  // ---- what the keys do -------------------------------------------------------------------

  /** Whether the hall has taken this key. @param {KeyboardEvent} e */
  takes(e) {
    if (!this.shown) return false;
    const choice = this.choosing?.[Number(e.key) - 1];
    if (choice) this.run(() => this.ask(choice));
    else return e.key !== "b" && this.press(e.key);
    return true;
  }

  /** What a key does, or the button that names it; whether it does anything. @param {string} key */
  press(key) {
    if (key === "v") this.next();
    else if (key === "l" && this.room.state?.question) this.run(() => this.look());
    else if (key === "Escape") this.hide();
    else if (key === "b") this.lecture.black();
    else return false;
    return true;
  }

  /** On to what comes next. */
  next() { this.run(() => this.lead()); }

  async lead() {
    let before = await this.resumed;
    if (this.room.room && !this.room.state) before = await this.room.resume();    // without a network it could not
    const { state } = this.room;
    this.resumed = Promise.resolve(false);
    if (before && !this.shown && state?.question && !state.revealed) { this.show(); this.draw(); return; }
    if (!this.shown || !state?.question || state.revealed || this.choosing) { await this.choose(); return; }
    await this.room.act(state.open ? "close" : "round");
  }

  /** Run what asks the server; what it refuses is said. @param {() => Promise<void>} work */
  async run(work) {
    if (this.busy) return;
    this.busy = true;
    const slow = setTimeout(() => this.lecture.say("The server has not answered yet.", 8000), SLOW);
    try { await work(); } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      this.lecture.say(error.message, 8000);
    } finally {
      this.busy = false;
      clearTimeout(slow);
    }
  }

  /** Another tab of this browser leads a room, or this one does while another shows a lecture. @param {string} code */
  warn(code) {
    const mine = this.room.room?.code;
    this.warning = !code ? `Another tab of this browser shows a lecture. Room ${mine} is led from this tab.`
      : code === mine ? `Another tab of this browser leads room ${code}, too. Close one of the two tabs.`
        : `Another tab of this browser leads room ${code}${mine ? `, and this one room ${mine}` : ""}. Phones are in one room only: close one of the two tabs.`;
    this.lecture.say(this.warning, 8000);
  }

  /** The link by which another computer leads this room at this step, and the code that is typed without it. */
  async ownerLink() {
    const { link, owner } = await this.room.ownerLink(), { pathname, search } = location;
    return { address: `${link}?lecture=${encodeURIComponent(pathname + search)}#${owner}`, page: link, code: owner.replace(/(.{4})(?=.)/g, "$1 ") };
  }

  /** The same in sentences; both belong on no projector. */
  async ownerText() {
    if (!this.room.room) return "There is no room yet: v opens one.";
    try {
      const { address, page, code } = await this.ownerLink();
      return `Open this link on the other computer: ${address} Or open ${page} there, and type ${code}.`;
    } catch (error) { return error.message; }
  }

  /** What to ask: the step's own question at once, else one of those that this picture has. */
  async choose() {
    const { state } = this.room, found = this.askable(state?.revealed ? state.question?.text : "");
    if (!found.length) { this.lecture.say("This picture asks nothing. A playlist can: see its [step.ask]."); return; }
    if (found.length === 1) { await this.ask(found[0]); return; }
    this.choosing = found;
    this.heading.textContent = "What do you ask the hall?";
    this.hint.textContent = found.length > 9 ? "Click one, or press the number of one of the first nine." : "Press a number, or click.";
    this.why.textContent = "";
    const list = element("ol", { className: "kl-hall-choice" });
    for (const one of this.choosing) {
      const button = element("button", { type: "button", textContent: one.title });
      button.addEventListener("click", () => this.run(() => this.ask(one)));
      list.append(element("li", {}, button));
    }
    this.body.replaceChildren(list);
    this.root.classList.add("kl-hall-choosing");
    this.showKeys([["Escape", "back to the lecture"]]);
    this.show();
  }

  askable(over = "") { return askable(this.lecture.step, this.stage, this.data.quiz, over); }

  /** @param {import("./question.js").Asked} asked */
  async ask(asked) {
    this.asked = asked;
    this.choosing = undefined;
    if (!this.room.room) await this.room.create();
    await this.room.put({ ...asked.put, scene: this.stage.player?.query() ?? "", right: this.rightNow() });
    this.show();
    this.draw();
  }

  /** What is right as far as the picture knows it now, as the server takes it. */
  rightNow() {
    const { asked } = this, { kind } = asked.put, frame = this.stage.player?.frame;
    if (kind === "choice") return asked.right ?? rightOptions(asked, frame);
    if (asked.support) return supportDiscs(frame);
    const truth = kind === "slider" ? this.truth() : undefined;
    return truth ? [truth.low, truth.high] : [];
  }

  // ---- the truth, from the solution -------------------------------------------------------

  /** The error along the question's slider, where the sweep is at hand. */
  truth() {
    const { asked, stage: { player } } = this, field = asked?.put.field;
    if (!field || !asked.error) return undefined;
    const sweep = player.find(player.scene, field)?.sweep;
    if (sweep?.tensors.stops.shape[0] < 2 || player.find(player.scene, field)?.along !== field) return undefined;
    const errors = sweep.tensors[asked.error].data;
    return { stops: sweep.stops, errors, bayes: sweep.tensors.bayes_error?.data[0], ...leastInterval(sweep.stops, errors) };
  }

  /** The boundary as the picture has it, in the plane's own numbers. */
  boundary() {
    const { frame } = this.stage.player, x = frame.get("x"), y = frame.get("y"), { field } = frame.sweep.tensors;
    const values = floats(tensorAt(frame.sweep, "field", frame.stop), field.dtype, frame.sweep.scale);
    const step = (axis) => (axis.at(-1) - axis[0]) / (axis.length - 1);
    return contour(values, x.length, y.length, 0).map((line) => {
      const places_ = [];
      for (let i = 0; i + 1 < line.length; i += 2) places_.push([x[0] + step(x) * line[i], y[0] + step(y) * line[i + 1]]);
      return places_;
    });
  }

  /** Close for good, go to where the truth is, and say what it is. */
  async look() {
    const { player } = this.stage, { asked } = this;
    if (!this.room.state.revealed) await this.room.act("reveal");
    this.stage.cover = "";
    this.stage.covering();
    if (!asked) { this.draw(); return; }
    const { kind } = asked.put;
    if (kind === "slider") {
      const truth = this.truth();
      if (truth) player.move(asked.put.field, truth.stops[truth.at]);
    } else if (kind === "points") await this.learn();
    else if (asked.goal) this.goToGoal();
    player.settle();
    this.draw();
  }

  goToGoal() {
    const { player } = this.stage, { sweep, along, scene } = player.frame;
    if (!along) return;
    const stop = decidingStop(this.asked, (k) => ({ sweep, stop: k, along, scene: { ...scene, [along]: typedNumber(sweep.stops[k]) }, get: (name) => tensorAt(sweep, name, k) }), sweep.stops.length);
    if (stop >= 0) player.move(along, sweep.stops[stop]);
  }

  /** The hall's points in place of the data set: the picture learns from them. */
  async learn() {
    await this.room.results();
    if (this.room.edits) this.stage.player.change({ edits: this.room.edits });
    else this.lecture.say("Nobody has added a point.");
  }

  // ---- what is drawn ----------------------------------------------------------------------

  show() {
    this.root.hidden = false;
    this.lecture.room();
  }

  hide() {
    this.root.hidden = true;
    this.choosing = undefined;
    this.aside(false);
  }

  /** The hall beside the picture, in a narrow window below it, or over all of it. @param {boolean} beside */
  aside(beside) {
    this.root.classList.toggle("kl-hall-beside", beside);
    const width = beside ? this.root.offsetWidth : 0;
    this.stage.beside = width < innerWidth ? width : 0;
    this.lecture.room();
  }

  draw() {
    const { state, room, rounds } = this.room;
    if (!state?.question || !room || this.choosing || !this.shown) return;
    const { question, open, revealed, round, answered, phones } = state;
    if (this.asked?.put.text !== question.text) this.asked = this.askable(question.text).find(({ put }) => put.text === question.text);
    this.root.classList.remove("kl-hall-choosing");
    this.root.dataset.state = revealed ? "looked" : open ? "open" : "closed";
    this.heading.textContent = question.text;
    this.hint.textContent = open ? [HINTS[question.kind], round > 1 ? TALK : ""].join(" ") : "";
    if (this.qr.src !== new URL(room.qr, location.href).href) this.qr.src = room.qr;
    this.code.textContent = `${room.code.slice(0, 3)} ${room.code.slice(3)}`;
    this.join.textContent = room.join.replace(/^https?:\/\//, "");
    this.all.href = `${room.path}/summary`;
    this.count.textContent = groupDigits(String(answered));
    this.phones.textContent = `of ${groupDigits(String(Math.max(phones, answered)))} phones ${answered === 1 ? "has" : "have"} answered`;
    if (this.room.silent) this.phones.textContent = "No connection to the server: this number stands still until there is one.";
    const right = revealed ? this.right(question) : [];
    if (open) this.drawOpen(question);
    else this.drawAnswers(question, rounds, right, revealed);
    const share = open || revealed ? undefined : this.share(question, rounds.at(-1));
    this.showKeys(this.keysNow(open, revealed));
    this.why.textContent = revealed ? question.why : "";
    this.advice = suggestsTalk(share) ? SPLIT : "";
    if (this.root.classList.contains("kl-hall-beside") !== revealed) this.aside(revealed);
  }

  keysNow(open, revealed) {
    if (revealed) return [["Escape", "back to the lecture"], ["v", "another question"]];
    return [["v", open ? "close and show" : "second round"], ["l", "look"], ["b", "black"]];
  }

  /** What can be done now, as buttons: a screen that is touched has no keys. @param {string[][]} now */
  showKeys(now) {
    const shape = JSON.stringify(now);
    if (this.keyLine.dataset.shown === shape) return;
    this.keyLine.dataset.shown = shape;
    this.keyLine.replaceChildren(...now.map(([key, text]) => {
      const button = element("button", { type: "button" }, element("kbd", { textContent: key === "Escape" ? "Esc" : key }), ` ${text}`);
      button.addEventListener("click", () => this.press(key));
      return button;
    }));
  }

  /** What is asked, and nothing of what was answered. */
  drawOpen(question) {
    if (question.kind !== "choice") { this.drawAnswers(question, [], [], false); return; }
    const options = question.options.map((text) => element("li", {}, element("span", { className: "kl-hall-option", textContent: text })));
    this.body.replaceChildren(element("ol", { className: "kl-hall-bars" }, ...options));
  }

  drawAnswers(question, rounds, right, revealed) {
    if (question.kind === "choice") this.body.replaceChildren(bars(question.options, rounds, right));
    else if (question.kind === "slider") this.body.replaceChildren(dots({ ...question, ticks: this.asked?.ticks }, rounds, revealed ? this.truth() : undefined, revealed));
    else {
      const truth = revealed && question.kind === "place" && this.stage.player.frame, { snap } = question;
      this.body.replaceChildren(places(question, rounds, truth && !snap ? this.boundary() : undefined, truth && snap ? this.supporting(question) : []));
    }
  }

  right(question) {
    const now = this.asked ? rightOptions(this.asked, this.stage.player.frame) : [];
    return now.length ? now : question.right ?? [];
  }

  share(question, round) {
    if (!round) return undefined;
    if (question.kind === "choice") {
      const right = this.right(question);
      return right.length ? shareRight(round, (answer) => right.includes(answer)) : undefined;
    }
    const truth = this.truth();
    if (question.kind === "slider") return truth && shareRight(round, (value) => value >= truth.low && value <= truth.high);
    if (question.kind !== "place") return undefined;
    if (question.snap) {
      const discs = this.supporting(question);
      return discs.length ? shareRight(round, (place) => isIn(place, discs)) : undefined;
    }
    const lines = this.boundary();
    return shareRight(round, (place) => isNear(place, lines, question.window));
  }

  // The points that are right: of the picture as it is, else as it was when it was asked.
  supporting(question) {
    const now = this.asked?.support ? supportDiscs(this.stage.player.frame) : [];
    return now.length ? now : question.right ?? [];
  }

  close() {
    this.room.close();
    this.root.remove();
  }
}
