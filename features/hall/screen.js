// The hall's question on the lecturer's screen. The key v asks a question, closes it, and starts another round; l
// reveals the answer and shows it in the picture.

import { element } from "../../assets/base/dom.js";
import { groupDigits, many, typedNumber } from "../../assets/base/format.js";
import { RequestRefused } from "../../assets/base/requests.js";
import { tensorAt, floats } from "../../assets/base/sweep-decoder.js";
import { contour } from "../../assets/draw/marching-squares.js";
import { bars, dots, places } from "./charts.js";
import { listQuestions, decidingStop, displayedStops, isIn, isNear, minimumInterval, MIN_TALK_SHARE, rightOptions, shareRight, suggestsTalk, supportDiscs, MAX_TALK_SHARE } from "./question.js";
import { HallRoom } from "./room.js";

/** @type {Record<string, string>} */
const HINTS = {
  choice: "Choose on your phone.", slider: "Move the slider on your phone, then press Send.",
  place: "Tap in the picture on your phone, then press Send.", points: "On your phone, choose positive or negative, tap, then press Send.",
};
const TALK_HINT = "Talk to your neighbour first.";
const LOCAL_HOST = /^(localhost|127\.[\d.]+|\[::1\])$/;     // an address that only this computer can open
const SLOW_REPLY_MS = 1500;      // time after which a notice says that the server has not answered
const TALK_ADVICE = `Between ${100 * MIN_TALK_SHARE} and ${100 * MAX_TALK_SHARE} % of the answers are right: let neighbours talk, then press v for another round.`;

/** Describe the question and the state of its round in sentences. @param {Record<string, any> | undefined} state */
export function describeRound(state) {
  if (!state?.question) return "The hall has no question yet.";
  const { round, open, answered, phones, revealed, counts } = state;
  const stage = revealed ? "revealed" : open ? "open" : "closed";
  const answers = counts && state.question.kind === "choice" ? ` Answers: ${counts.join(", ")}.` : "";
  return `${state.question.text} Round ${round}, ${stage}: ${groupDigits(String(answered))} ${describePhones(phones, answered)}.${answers}`;
}

/** Write the words after the number of answers. @param {number} phones @param {number} answered */
function describePhones(phones, answered) {
  const count = Math.max(phones, answered);
  return `of ${many(count, "phone")} ${answered === 1 || count === 1 ? "has" : "have"} answered`;
}

/** @param {import("../lecture/lecture.js").Lecture} lecture @param {ScreenData} data */
export const join = (lecture, data) => new HallScreen(lecture, data);

/** @typedef {{ module: string, base: string, quiz: import("./question.js").QuizQuestion[] }} ScreenData This script, the server's path, and the questions of the page's quiz. */

/** @typedef {import("../lecture/companion.js").Companion} Companion */

/** @implements {Companion} */
class HallScreen {
  help = [["v", "ask the hall; close the round and show the answers; start another round"]];
  keys = { v: () => this.goOn() };
  /** @type {[string, () => unknown][]} */
  presenterButtons = [["Ask, close or repeat the question (v)", () => this.goOn()], ["Control the room from another computer", () => this.ownerText()]];
  /** @type {import("./question.js").HallQuestion | undefined} */ hallQuestion;
  /** Advice about the round, for the presenter only. */ advice = "";
  /** Warning about another tab of this browser. */ warning = "";
  /** @type {import("./question.js").HallQuestion[] | undefined} The questions to choose from. */ choices;
  /** @type {HTMLElement} */ heading;
  /** @type {HTMLElement} */ hint;
  /** @type {HTMLElement} */ body;
  /** @type {HTMLElement} */ why;
  /** @type {HTMLImageElement} */ qr;
  /** @type {HTMLElement} */ code;
  /** @type {HTMLElement} */ join;
  /** @type {HTMLElement} Says that phones can't open the address. */ addressNote;
  /** @type {HTMLElement} */ count;
  /** @type {HTMLElement} */ phones;
  /** @type {HTMLAnchorElement} */ summaryLink;
  /** @type {HTMLElement} */ keyLine;
  /** @type {HTMLElement} */ root;
  isBusy = false;

  /** @param {import("../lecture/lecture.js").Lecture} lecture @param {ScreenData} data */
  constructor(lecture, data) {
    this.lecture = lecture;
    this.module = data.module;
    this.room = new HallRoom(data.base);
    lecture.addTool("Ask the hall", "v", () => this.goOn());
    this.createElements();
    this.room.addEventListener("state", () => this.draw());
    this.room.addEventListener("gone", () => { this.hide(); lecture.say("The room does not exist any more: it was deleted, or it ended after a day. Press v to open a new one."); });
    this.room.addEventListener("tab", (event) => this.warn(/** @type {CustomEvent<string>} */ (event).detail));
    this.resumption = this.room.resume().catch(() => false);
  }

  get stage() { return this.lecture.stage; }

  /** The page's current data for this script. */
  get data() { return /** @type {ScreenData} */ (this.lecture.data.companions.find(({ module }) => module === this.module)); }

  get isShown() { return !this.root.hidden; }

  /** State, advice and warning, for the presenter only. */
  get status() { return [describeRound(this.room.state), this.advice, this.warning].filter(Boolean).join(" "); }

  createElements() {
    this.heading = element("h2", {});
    this.hint = element("p", { className: "kl-hall-hint" });
    this.body = element("div", { className: "kl-hall-body" });
    this.why = element("p", { className: "kl-hall-why" });
    this.qr = element("img", { alt: "The address of the room as a QR code" });
    this.code = element("p", { className: "kl-hall-code" });
    this.join = element("p", { className: "kl-hall-join" });
    this.addressNote = element("p", { className: "kl-hall-address-note", hidden: true, textContent: "Phones can’t reach this address. Open the app at this computer’s network address." });
    this.count = element("p", { className: "kl-hall-count" });
    this.phones = element("p", { className: "kl-hall-phones" });
    this.phones.setAttribute("role", "status");
    this.summaryLink = element("a", { target: "_blank", textContent: "Closed rounds of this room" });
    this.keyLine = element("p", { className: "kl-hall-keys" });
    this.root = element("section", { className: "kl-hall", hidden: true },
      element("div", { className: "kl-hall-main" }, this.heading, this.hint, this.body, this.why),
      element("aside", {}, this.qr, this.code, this.join, this.addressNote, this.count, this.phones, this.summaryLink, this.keyLine));
    this.root.setAttribute("aria-label", "Question to the hall");
    this.lecture.root.append(this.root);
  }

  // ---- keys -------------------------------------------------------------------------------

  /** Handle a key. Return whether the hall handled it. @param {KeyboardEvent} e */
  handleKey(e) {
    if (!this.isShown) return false;
    const choice = this.choices?.[Number(e.key) - 1];
    if (choice) this.run(() => this.ask(choice));
    else return e.key !== "b" && this.press(e.key);
    return true;
  }

  /** Run the action of a key or of its button. Return whether there is one. @param {string} key */
  press(key) {
    if (key === "v") this.goOn();
    else if (key === "l" && this.room.state?.question) this.run(() => this.revealAnswer());
    else if (key === "Escape") this.hide();
    else if (key === "b") this.lecture.toggleBlack();
    else return false;
    return true;
  }

  /** Go to the next stage: ask a question, close it, or open another round. */
  goOn() { this.run(() => this.advance()); }

  async advance() {
    let isResumed = await this.resumption;
    if (this.room.room && !this.room.state) isResumed = await this.room.resume();    // the first attempt had no network
    const { state } = this.room;
    this.resumption = Promise.resolve(false);
    if (isResumed && !this.isShown && state?.question && !state.revealed) { this.show(); this.draw(); return; }
    if (!this.isShown || !state?.question || state.revealed || this.choices) { await this.choose(); return; }
    await this.room.act(state.open ? "close" : "round");
  }

  /** Run requests to the server, and show its refusal as a notice. @param {() => Promise<void>} requests */
  async run(requests) {
    if (this.isBusy) return;
    this.isBusy = true;
    const timer = setTimeout(() => this.lecture.say("The server has not answered yet. Please wait.", 8000), SLOW_REPLY_MS);
    try { await requests(); } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      this.lecture.say(error.message, 8000);
    } finally {
      this.isBusy = false;
      clearTimeout(timer);
    }
  }

  /** Warn that another tab of this browser shows a lecture, and say which tab controls which room. @param {string} code The other tab's room, or "". */
  warn(code) {
    const ownCode = this.room.room?.code;
    this.warning = !code ? `Another tab of this browser shows a lecture. Room ${ownCode} is controlled from this tab.`
      : code === ownCode ? `Another tab of this browser also controls room ${code}. Close one of the two tabs.`
        : `Another tab of this browser controls room ${code}${ownCode ? `, and this tab controls room ${ownCode}` : ""}. Each room has its own phones: close one of the two tabs.`;
    this.lecture.say(this.warning, 8000);
  }

  /** Return the link with which another computer can control this room, and the page and code to type instead. */
  async ownerLink() {
    const { link, owner } = await this.room.ownerLink(), { pathname, search } = location;
    return { address: `${link}?lecture=${encodeURIComponent(pathname + search)}#${owner}`, page: link, code: owner.replace(/(.{4})(?=.)/g, "$1 ") };
  }

  /** Describe the link and the code in sentences. Both are secret and must not be on the projector. */
  async ownerText() {
    if (!this.room.room) return "There is no room yet. Press v to open one.";
    try {
      const { address, page, code } = await this.ownerLink();
      return `Open this link on the other computer: ${address} Or open ${page} there and type ${code}.`;
    } catch (error) { return /** @type {Error} */ (error).message; }
  }

  /** Ask the only question at once, or list the questions about this step, its picture and its page. */
  async choose() {
    const { state } = this.room, questions = this.listQuestions(state?.revealed ? state.question?.text : "");
    if (!questions.length) { this.lecture.say("There is no question about this picture. A lecture that you write can contain one."); return; }
    if (questions.length === 1) { await this.ask(questions[0]); return; }
    this.choices = questions;
    this.heading.textContent = "Choose a question for the hall";
    this.hint.textContent = questions.length > 9 ? "Click a question, or press 1 to 9 for one of the first nine." : "Click a question, or press its number.";
    this.why.textContent = "";
    const list = element("ol", { className: "kl-hall-questions" });
    for (const choice of this.choices) {
      const button = element("button", { type: "button", textContent: choice.title });
      button.addEventListener("click", () => this.run(() => this.ask(choice)));
      list.append(element("li", {}, button));
    }
    this.body.replaceChildren(list);
    this.root.classList.add("kl-hall-question-list");
    this.showKeys([["Escape", "back to the lecture"]]);
    this.show();
  }

  listQuestions(finishedText = "") { return listQuestions(this.lecture.step, this.stage, this.data.quiz, finishedText); }

  /** Open a room if there is none, and ask a question. @param {import("./question.js").HallQuestion} hallQuestion */
  async ask(hallQuestion) {
    this.hallQuestion = hallQuestion;
    this.choices = undefined;
    if (!this.room.room) await this.room.create();
    await this.room.ask({ ...hallQuestion.payload, scene: this.stage.player?.query() ?? "", right: this.rightAnswers() });
    this.show();
    this.draw();
  }

  /** Return the right answers according to the picture, in the format of the server. */
  rightAnswers() {
    const { hallQuestion } = this, frame = this.stage.player?.frame;
    if (!hallQuestion) return [];
    const { kind } = hallQuestion.payload;
    if (kind === "choice") return hallQuestion.right ?? rightOptions(hallQuestion, frame);
    if (hallQuestion.support) return supportDiscs(frame);
    const truth = kind === "slider" ? this.truth() : undefined;
    return truth ? [truth.low, truth.high] : [];
  }

  // ---- right answers, from the solution ---------------------------------------------------

  /** Return the error along the question's slider, as the slider shows its values, and its minimum, if the sweep is loaded. */
  truth() {
    const { hallQuestion, stage: { player } } = this, field = hallQuestion?.payload.field;
    if (!player || !field || !hallQuestion?.error) return undefined;
    const frame = player.find(player.scene, field);
    if (!frame || frame.sweep.tensors.stops.shape[0] < 2 || frame.along !== field) return undefined;
    const { sweep } = frame, errors = sweep.tensors[hallQuestion.error].data, stops = displayedStops(sweep.stops, hallQuestion.reciprocal);
    const interval = minimumInterval(stops, errors);
    return { stops, errors, bayes: sweep.tensors.bayes_error?.data[0], best: sweep.stops[interval.at], ...interval };
  }

  /** Return the picture's boundary as polylines in the plane's coordinates; an empty list without a picture. */
  boundary() {
    const frame = this.stage.player?.frame;
    if (!frame) return [];
    const x = frame.get("x"), y = frame.get("y"), { field } = frame.sweep.tensors;
    const values = floats(tensorAt(frame.sweep, "field", frame.stop), field.dtype, frame.sweep.scale);
    const step = (/** @type {Float64Array} */ axis) => (axis[axis.length - 1] - axis[0]) / (axis.length - 1);
    return contour(values, x.length, y.length, 0).map((line) => {
      const polyline = [];
      for (let i = 0; i + 1 < line.length; i += 2) polyline.push([x[0] + step(x) * line[i], y[0] + step(y) * line[i + 1]]);
      return polyline;
    });
  }

  /** Reveal the answer, and show it in the picture. */
  async revealAnswer() {
    const { player } = this.stage, { hallQuestion } = this;
    if (!this.room.state?.revealed) await this.room.act("reveal");
    this.stage.cover = "";
    this.stage.applyCover();
    if (!player || !hallQuestion) { this.draw(); return; }
    const { kind } = hallQuestion.payload;
    if (kind === "slider") {
      const truth = this.truth();
      if (truth) player.move(hallQuestion.payload.field, truth.best);
    } else if (kind === "points") await this.addPoints();
    else if (hallQuestion.goal) this.goToGoal(hallQuestion);
    player.settle();
    this.draw();
  }

  /** @param {import("./question.js").HallQuestion} hallQuestion */
  goToGoal(hallQuestion) {
    const { player } = this.stage, frame = player?.frame;
    if (!player || !frame?.along) return;
    const { sweep, along, scene } = frame;
    const stop = decidingStop(hallQuestion, (k) => ({ sweep, stop: k, along, scene: { ...scene, [along]: typedNumber(sweep.stops[k]) }, get: (name) => tensorAt(sweep, name, k) }), sweep.stops.length);
    if (stop >= 0) player.move(along, sweep.stops[stop]);
  }

  /** Replace the data set by the hall's points. */
  async addPoints() {
    await this.room.readResults();
    if (this.room.edits) this.stage.player?.change({ edits: this.room.edits });
    else this.lecture.say("The audience has not added any points.");
  }

  // ---- drawing ----------------------------------------------------------------------------

  show() {
    this.root.hidden = false;
    this.lecture.layOut();
  }

  hide() {
    this.root.hidden = true;
    this.choices = undefined;
    this.setSidePanel(false);
  }

  /** Put the hall beside the picture (in a narrow window below it), or over the whole screen. @param {boolean} isBeside */
  setSidePanel(isBeside) {
    this.root.classList.toggle("kl-hall-side-panel", isBeside);
    const width = isBeside ? this.root.offsetWidth : 0;
    this.stage.companionWidth = width < innerWidth ? width : 0;
    this.lecture.layOut();
  }

  draw() {
    const { state, room, rounds } = this.room;
    if (!state?.question || !room || this.choices || !this.isShown) return;
    const { question, open, revealed, round, answered, phones } = state;
    if (this.hallQuestion?.payload.text !== question.text) this.hallQuestion = this.listQuestions(question.text).find(({ payload }) => payload.text === question.text);
    this.root.classList.remove("kl-hall-question-list");
    this.root.dataset.state = revealed ? "revealed" : open ? "open" : "closed";
    this.heading.textContent = question.text;
    this.hint.textContent = open ? [HINTS[question.kind], round > 1 ? TALK_HINT : ""].join(" ") : "";
    if (this.qr.src !== new URL(room.qr, location.href).href) this.qr.src = room.qr;
    this.code.textContent = `${room.code.slice(0, 3)} ${room.code.slice(3)}`;
    this.join.textContent = room.join.replace(/^https?:\/\//, "");
    this.addressNote.hidden = !LOCAL_HOST.test(new URL(room.join, location.href).hostname);
    this.summaryLink.href = `${room.path}/summary`;
    this.count.textContent = groupDigits(String(answered));
    this.phones.textContent = describePhones(phones, answered);
    if (this.room.isDisconnected) this.phones.textContent = "No connection to the server: this number may be out of date.";
    const right = revealed ? this.correctOptions(question) : [];
    if (open) this.drawOpen(question);
    else this.drawAnswers(question, rounds, right, revealed);
    const share = open || revealed ? undefined : this.share(question, rounds.at(-1));
    this.showKeys(this.availableKeys(open, revealed, question.kind));
    this.why.textContent = revealed ? question.why : "";
    this.advice = suggestsTalk(share) ? TALK_ADVICE : "";
    if (this.root.classList.contains("kl-hall-side-panel") !== revealed) this.setSidePanel(revealed);
  }

  /** @param {boolean} open @param {boolean} revealed @param {string} kind Kind of the question. */
  availableKeys(open, revealed, kind) {
    if (revealed) return [["Escape", "back to the lecture"], ["v", "ask another question"]];
    return [["v", open ? "close and show answers" : "start another round"], ["l", kind === "points" ? "show the points in the picture" : "reveal the answer"], ["b", "black screen"]];
  }

  /** Show the available keys as buttons, for touch screens. @param {string[][]} keys */
  showKeys(keys) {
    const text = JSON.stringify(keys);
    if (this.keyLine.dataset.keys === text) return;
    this.keyLine.dataset.keys = text;
    this.keyLine.replaceChildren(...keys.map(([key, label]) => {
      const button = element("button", { type: "button" }, element("kbd", { textContent: key === "Escape" ? "Esc" : key }), ` ${label}`);
      button.addEventListener("click", () => this.press(key));
      return button;
    }));
  }

  /** Draw the question without any answers. @param {Record<string, any>} question */
  drawOpen(question) {
    if (question.kind !== "choice") { this.drawAnswers(question, [], [], false); return; }
    const options = question.options.map((/** @type {string} */ text) => element("li", {}, element("span", { className: "kl-hall-option", textContent: text })));
    this.body.replaceChildren(element("ol", { className: "kl-hall-bars" }, ...options));
  }

  /** @param {any} question @param {HallRoom["rounds"]} rounds @param {number[]} right @param {boolean} revealed */
  drawAnswers(question, rounds, right, revealed) {
    if (question.kind === "choice") this.body.replaceChildren(bars(question.options, rounds, right));
    else if (question.kind === "slider") this.body.replaceChildren(dots({ ...question, ticks: this.hallQuestion?.ticks }, rounds, revealed ? this.truth() : undefined, revealed));
    else {
      const truth = revealed && question.kind === "place" && this.stage.player?.frame, { snap } = question;
      this.body.replaceChildren(places(question, rounds, truth && !snap ? this.boundary() : undefined, truth && snap ? this.correctDiscs(question) : []));
    }
  }

  /** @param {Record<string, any>} question @returns {number[]} */
  correctOptions(question) {
    const currentOptions = this.hallQuestion ? rightOptions(this.hallQuestion, this.stage.player?.frame) : [];
    return currentOptions.length ? currentOptions : question.right ?? [];
  }

  /** @param {Record<string, any>} question @param {HallRoom["rounds"][number] | undefined} round */
  share(question, round) {
    if (!round) return undefined;
    if (question.kind === "choice") {
      const right = this.correctOptions(question);
      return right.length ? shareRight(round, (answer) => right.includes(answer)) : undefined;
    }
    const truth = this.truth();
    if (question.kind === "slider") return truth && shareRight(round, (value) => value >= truth.low && value <= truth.high);
    if (question.kind !== "place") return undefined;
    if (question.snap) {
      const discs = this.correctDiscs(question);
      return discs.length ? shareRight(round, (place) => isIn(place, discs)) : undefined;
    }
    const lines = this.boundary();
    return lines.length ? shareRight(round, (place) => isNear(place, lines, question.window)) : undefined;
  }

  /**
   * Return discs around the right points of the current picture, or else the discs that were sent with the question.
   * @param {Record<string, any>} question @returns {number[][]}
   */
  correctDiscs(question) {
    const currentDiscs = this.hallQuestion?.support ? supportDiscs(this.stage.player?.frame) : [];
    return currentDiscs.length ? currentDiscs : question.right ?? [];
  }

  close() {
    this.room.close();
    this.root.remove();
  }
}
