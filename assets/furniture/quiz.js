// The quiz at the end of a page. When an option is chosen, the quiz says at once why it is right or wrong. Other
// options can still be chosen. progress.js stores the outcomes.

import { element, queryFirst, setText } from "../base/dom.js";
import { unbroken } from "../base/format.js";
import { keepOutcome, follow, isKept, outcome, startOver } from "./progress/progress.js";
import { goTo } from "./navigation/page-sections.js";

export const kinds = { quiz };

/** @type {Record<string, string>} */
const OUTCOME_LABELS = { tried: "Not answered correctly yet.", later: "Correct, though not at the first try.", first: "Correct at the first try." };
const RIGHT_OUTCOMES = ["first", "later"];
let serial = 0;

/** @param {string | undefined} result */
const isRight = (result) => result !== undefined && RIGHT_OUTCOMES.includes(result);

/** @type {MakeView<"quiz">} */
function quiz(root, item) {
  const [questions, deeper] = [false, true].map((isDeeper) => item.questions.filter((question) => question.deeper === isDeeper));
  const sum = element("p", { className: "kl-fine-print", role: "status" });
  const lead = element("p", { className: "kl-quiz-lead" });
  const list = element("ol", { className: "kl-quiz" }), deeperList = element("ol", { className: "kl-quiz" });
  deeperList.style.counterReset = `quiz ${questions.length}`;
  const end = element("div", { className: "kl-quiz-end" });
  const deeperPart = deeper.length ? [element("h3", { textContent: "Beyond the core" }), element("p", { textContent: "These questions are about steps beyond the core." }), deeperList] : [];
  root.append(element("div", { className: "kl-row" }, element("h2", { textContent: "Test yourself" }), sum), lead, list, end, ...deeperPart);
  build();

  function build() {
    for (const [place, asked] of /** @type {const} */ ([[list, questions], [deeperList, deeper]])) place.replaceChildren(...asked.map((question) => card(question, update)));
    update();
  }

  function update() {
    const outcomes = questions.map(({ id }) => outcome(id)), right = outcomes.filter(isRight).length;
    const firstTries = outcomes.filter((o) => o === "first").length, isComplete = right === questions.length;
    const score = right ? `${right} of ${questions.length} answered correctly, ${firstTries} at the first try` : `${questions.length} questions`;
    setText(sum, score);     // a status that is written again is read out again
    setText(lead, `Choose an answer, and read why it is right or wrong. ${isKept() ? "This device stores your answers." : "This browser stores nothing: your answers are lost when you close or reload the page."}`);
    root.dataset.quiz = isComplete ? "done" : right ? "begun" : "new";
    if (!isComplete) { end.replaceChildren(); return; }
    const sectionsToReview = [...new Set(questions.filter((_, k) => outcomes[k] === "later").map(({ section }) => section))];
    const retake = element("button", { type: "button", className: "kl-action", textContent: "Retake the quiz" });
    retake.addEventListener("click", () => { startOver(item.questions.map(({ id }) => id)); build(); queryFirst(list, "[role=radio]")?.focus(); });
    const sections = sectionsToReview.length ? [element("p", { textContent: "Worth another look:" }), element("ul", {}, ...sectionsToReview.map((title) => element("li", {}, sectionLink(title))))] : [];
    end.replaceChildren(element("p", {}, element("b", { textContent: `${firstTries} of ${questions.length} correct at the first try. ` }), sectionsToReview.length ? "" : "All correct."), ...sections, retake);
  }

  follow(root, update);
  return { draw() {}, describe() {} };
}

/** Build a link to a section of this page. @param {string} title */
function sectionLink(title) {
  const button = element("button", { type: "button", className: "kl-way-back", textContent: title });
  button.addEventListener("click", () => goTo(title));
  return button;
}

/** @param {AskedQuestion} question @param {() => void} update */
function card({ id, text, answers, section, note, deeper }, update) {
  const name = `kl-quiz-${++serial}`;
  const state = element("span", { className: "kl-fine-print kl-quiz-state" });
  const group = element("div", { className: "kl-quiz-answers", role: "radiogroup" });
  group.setAttribute("aria-labelledby", name);
  const why = element("p", { role: "status" }), reference = element("p", { className: "kl-fine-print" });
  const reasonBox = element("div", { className: "kl-quiz-why" }, why, reference);
  const questionText = element("p", { className: "kl-quiz-text", id: name, textContent: unbroken(text) });
  const source = deeper ? [element("p", { className: "kl-fine-print" }, "From a step beyond the core: ", sectionLink(section))] : [];
  const box = element("li", { className: "kl-quiz-card" }, questionText, ...source, group, reasonBox, state);
  box.dataset.question = id;
  const buttons = answers.map((answer) => option(answer, () => choose(answer)));
  group.append(...buttons.map(({ button }) => button));
  let focusIndex = 0;
  moveFocusTo(0);

  /** @param {AnswerText} answer */
  function choose(answer) {
    keepOutcome(id, answer.right);
    show(answer);
    update();
  }

  /** Show an answer's reason; answers judged before stay marked. @param {AnswerText} answer */
  function show(answer) {
    const k = answers.indexOf(answer);
    buttons[k].judge();
    buttons.forEach(({ button }, j) => button.setAttribute("aria-checked", String(j === k)));
    moveFocusTo(k);
    reasonBox.dataset.right = String(answer.right);
    why.replaceChildren(element("b", { textContent: answer.right ? "Correct. " : "Not correct. " }), unbroken(answer.why));
    reference.replaceChildren(...(answer.right && note ? [element("span", { className: "kl-quiz-source", textContent: `(${note})` })] : []), element("span", { textContent: answer.right ? "See" : "See it in a picture:" }), sectionLink(section));
    mark();
  }

  function mark() {
    const result = outcome(id) ?? "open";
    box.dataset.state = result;
    state.textContent = result === "tried" && why.textContent ? "" : OUTCOME_LABELS[result] ?? "";
  }

  /** Move the focus to an option; arrow keys do not choose. @param {number} k */
  function moveFocusTo(k) {
    focusIndex = k;
    buttons.forEach(({ button }, j) => { button.tabIndex = j === k ? 0 : -1; });
  }

  group.addEventListener("keydown", (event) => {
    const n = buttons.length;
    /** @type {Record<string, number>} */
    const places = { ArrowDown: focusIndex + 1, ArrowRight: focusIndex + 1, ArrowUp: focusIndex - 1, ArrowLeft: focusIndex - 1, Home: 0, End: n - 1 }, to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    moveFocusTo((to + n) % n);
    buttons[focusIndex].button.focus();
  });

  const rightAnswer = isRight(outcome(id)) && answers.find((answer) => answer.right);
  if (rightAnswer) show(rightAnswer); else mark();
  return box;
}

/** @param {AnswerText} answer @param {() => void} choose */
function option({ text, right }, choose) {
  const sign = element("i", { className: "kl-quiz-sign", textContent: "○" });
  sign.setAttribute("aria-hidden", "true");
  const voiceText = element("span", { className: "kl-voice" });
  const button = element("button", { type: "button", className: "kl-quiz-answer" }, sign, element("span", { textContent: unbroken(text) }), voiceText);
  button.setAttribute("role", "radio");
  button.setAttribute("aria-checked", "false");
  button.addEventListener("click", choose);
  const judge = () => {
    button.dataset.judged = right ? "right" : "wrong";
    sign.textContent = right ? "✓" : "✗";
    voiceText.textContent = right ? ", correct" : ", not correct";
  };
  return { button, judge };
}
