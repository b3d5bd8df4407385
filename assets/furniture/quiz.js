// The quiz at the end of a page. Each option that is chosen tells its reason at once; others can be chosen
// until the right one is found, and after that to read why they are wrong. See progress.js for what is kept.

import { element, queryFirst } from "../base/dom.js";
import { unbroken } from "../base/format.js";
import { keepOutcome, follow, isKept, outcome, startOver } from "./progress/progress.js";
import { goTo, isFolded } from "./navigation/page-sections.js";

export const kinds = { quiz };

const TOLD = { tried: "Not yet.", later: "Right, though not at first.", first: "Right at first try." };
const RIGHT = ["first", "later"];
let serial = 0;

/** @type {MakeView<"quiz">} */
function quiz(root, item) {
  const { questions } = item;
  const sum = element("p", { className: "kl-faint", role: "status" });
  const lead = element("p", { className: "kl-quiz-lead" });
  const list = element("ol", { className: "kl-quiz" });
  const end = element("div", { className: "kl-quiz-end" });
  root.append(element("div", { className: "kl-row" }, element("h2", { textContent: "What did you see?" }), sum), lead, list, end);
  build();

  function build() {
    list.replaceChildren(...questions.map((question) => card(question, tell)));
    tell();
  }

  function tell() {
    const outcomes = questions.map(({ id }) => outcome(id)), right = outcomes.filter((o) => RIGHT.includes(o)).length;
    const first = outcomes.filter((o) => o === "first").length, all = right === questions.length;
    sum.textContent = right ? `${right} of ${questions.length} found, ${first} at first try` : `${questions.length} questions`;
    lead.textContent = `Choose an answer, and read why it is right or wrong. ${isKept() ? "This device remembers how it went." : "This device keeps nothing: it is remembered until you close or reload the page."}`;
    root.dataset.quiz = all ? "done" : right ? "begun" : "new";
    if (!all) { end.replaceChildren(); return; }
    const again = [...new Set(questions.filter((_, k) => outcomes[k] === "later").map(({ section }) => section))];
    const over = element("button", { type: "button", className: "kl-action", textContent: "Retake the quiz" });
    over.addEventListener("click", () => { startOver(questions.map(({ id }) => id)); build(); queryFirst(list, "[role=radio]").focus(); });
    const sections = again.length ? [element("p", { textContent: "Worth another look:" }), element("ul", {}, ...again.map((title) => element("li", {}, way(title))))] : [];
    end.replaceChildren(element("p", {}, element("b", { textContent: `${first} of ${questions.length} at first try. ` }), again.length ? "" : "All correct."), ...sections, over);
  }

  follow(root, tell);
  return { draw() {}, describe() {} };
}

// The way back to a section of this page.
function way(title) {
  const button = element("button", { type: "button", className: "kl-way-back", textContent: title });
  button.addEventListener("click", () => goTo(title));
  return button;
}

function card({ id, text, answers, section, note }, tell) {
  const name = `kl-quiz-${++serial}`;
  const state = element("span", { className: "kl-faint kl-quiz-state" });
  const group = element("div", { className: "kl-quiz-answers", role: "radiogroup" });
  group.setAttribute("aria-labelledby", name);
  const why = element("p", { role: "status" }), see = element("p", { className: "kl-faint" });
  const told = element("div", { className: "kl-quiz-why" }, why, see);
  const asks = element("p", { className: "kl-quiz-text", id: name, textContent: unbroken(text) });
  const source = isFolded(section) ? [element("p", { className: "kl-faint" }, "From a step that goes deeper: ", way(section))] : [];
  const box = element("li", { className: "kl-quiz-card" }, asks, ...source, group, told, state);
  box.dataset.question = id;
  const buttons = answers.map((answer) => option(answer, () => choose(answer)));
  group.append(...buttons.map(({ button }) => button));
  let reached = 0;
  stop(0);

  function choose(answer) {
    keepOutcome(id, answer.right);
    show(answer);
    tell();
  }

  // The reason of one answer; what was found wrong stays marked.
  function show(answer) {
    const k = answers.indexOf(answer);
    buttons[k].judge();
    buttons.forEach(({ button }, j) => button.setAttribute("aria-checked", String(j === k)));
    stop(k);
    told.dataset.right = answer.right;
    why.replaceChildren(element("b", { textContent: answer.right ? "Correct. " : "Not correct. " }), unbroken(answer.why));
    see.replaceChildren(...(answer.right ? [`(${note})`] : []), element("span", { textContent: answer.right ? "See" : "Look at it:" }), way(section));
    mark();
  }

  function mark() {
    box.dataset.state = outcome(id) ?? "open";
    state.textContent = outcome(id) === "tried" && why.textContent ? "" : TOLD[outcome(id)] ?? "";
  }

  // Arrows only lead from one to the next: to move is not yet to choose.
  function stop(k) {
    reached = k;
    buttons.forEach(({ button }, j) => { button.tabIndex = j === k ? 0 : -1; });
  }

  group.addEventListener("keydown", (event) => {
    const n = buttons.length, to = { ArrowDown: reached + 1, ArrowRight: reached + 1, ArrowUp: reached - 1, ArrowLeft: reached - 1, Home: 0, End: n - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    stop((to + n) % n);
    buttons[reached].button.focus();
  });

  if (RIGHT.includes(outcome(id))) show(answers.find((answer) => answer.right));
  else mark();
  return box;
}

function option({ text, right }, choose) {
  const sign = element("i", { className: "kl-quiz-sign", textContent: "○" });
  sign.setAttribute("aria-hidden", "true");
  const spoken = element("span", { className: "kl-voice" });
  const button = element("button", { type: "button", className: "kl-quiz-answer" }, sign, element("span", { textContent: unbroken(text) }), spoken);
  button.setAttribute("role", "radio");
  button.setAttribute("aria-checked", "false");
  button.addEventListener("click", choose);
  const judge = () => {
    button.dataset.judged = right ? "right" : "wrong";
    sign.textContent = right ? "✓" : "✗";
    spoken.textContent = right ? ", right" : ", not right";
  };
  return { button, judge };
}
