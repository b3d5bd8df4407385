// Show how one method decides the class of the chosen point: the evaluated classifiers, their values and the result,
// as a table for one-versus-all, a tournament for one-versus-one, a path for the tree, and bars for softmax.

import { markPicture } from "../../../assets/draw/marks.js";
import { NO_CLASS, SEVERAL } from "../plane/map.js";
import { countUp, element, voiceOnly } from "../../../assets/base/dom.js";
import { number, percent } from "../../../assets/base/format.js";
import { questionOf } from "../plane/query-point.js";

export const kinds = { askpoint };

const MIN_CLASSES_WITHOUT_NUMBERS = 6;   // a tournament of this many classes or more shows only marks

/**
 * @typedef {import("../plane/query-point.js").Decision} Decision
 * @typedef {import("../plane/query-point.js").Answer} Answer
 */

/** @type {MakeView<"askpoint">} */
function askpoint(root, item, player, stage) {
  const question = questionOf(stage, player, item.address), { method } = item;
  root.classList.add("kl-askpoint");
  root.dataset.method = method;
  const sentence = element("p", { className: "kl-query-verdict" }), body = element("div", { className: "kl-scroll" });
  root.append(sentence, body);

  /** @param {string} trouble */
  function showDecision(trouble) {
    if (trouble) sentence.textContent = trouble;
    const { answer } = question;
    if (!answer) body.replaceChildren();
    if (trouble || !answer) return;
    const decision = answer.methods[method];
    root.dataset.choice = String(decision.choice);
    countUp(root, "answers");
    sentence.replaceChildren(markPicture(decision.choice), element("b", { textContent: answer.classes[decision.choice] }), ` ${reasonFor(decision, answer)}`);
    body.replaceChildren(SHOW[method](decision, answer));
  }

  question.follow((trouble, isMoving) => { if (!isMoving) showDecision(trouble); });
  /** @type {(() => string) | undefined} */
  const otherAnswers = stage.answersInWords;
  stage.answersInWords = () => [otherAnswers?.(), `${item.title}: ${sentence.textContent}`].filter(Boolean).join(". ");
  return { draw() {}, describe() {}, summary: () => (question.answer ? `${item.title}: ${sentence.textContent.trim()}` : "") };
}

// Return the reason for the decision, as the rest of a sentence that begins with the class.
/** @param {Decision} decision @param {Answer} answer */
function reasonFor({ status, candidates, outputs, class_scores: scores, choice }, { ties, classes }) {
  const among = candidates.map((k) => classes[k]).join(", ").replace(/, ([^,]*)$/, " and $1");
  const by = ties === "score" ? "This class has the largest score." : "This class is chosen at random.";
  if (status === NO_CLASS) return `– no class claims the point. ${by}`;
  if (status === SEVERAL) return `– ${among} claim the point. ${by}`;
  if (status && !outputs[0]?.positive) return `– ${among} are equally likely. ${ties === "score" ? "The first of them is chosen." : by}`;
  if (status) return `– ${among} have ${scores[choice]} ${scores[choice] === 1 ? "vote" : "votes"} each. ${by}`;
  if (!outputs[0]?.positive) return `– the likeliest class, ${percent(scores[choice])}.`;
  return `– decided by ${outputs.length} ${outputs.length === 1 ? "classifier" : "classifiers"}.`;
}

/** @param {"td" | "tr"} tag @param {...(Node | string)} children */
const cell = (tag, ...children) => element(tag, {}, ...children);
/** @param {string} scope @param {...(Node | string)} children */
const head = (scope, ...children) => Object.assign(element("th", {}, ...children), { scope });
/** @param {number} k @param {Answer} answer */
const markAndName = (k, { classes }) => [markPicture(k), element("span", { textContent: classes[k] })];

/** @param {Decision} decision @param {Answer} answer */
function table({ outputs, choice, candidates, status }, answer) {
  const rows = outputs.map(({ f, positive, for: winners }) => {
    const k = positive[0], isClaimed = winners.includes(k);
    const row = cell("tr", head("row", ...markAndName(k, answer)), cell("td", number(f)), cell("td", isClaimed ? "yes" : "no"));
    row.className = `${k === choice ? "is-chosen" : ""} ${status && candidates.includes(k) ? "is-candidate" : ""}`;
    return row;
  });
  const caption = element("caption", { textContent: "Each class against all others" });
  return element("table", {}, caption, element("thead", {}, cell("tr", head("col", "classifier"), head("col", "f(x)"), head("col", "claims x"))), element("tbody", {}, ...rows));
}

/** @param {number} k @param {number} other */
const pairKey = (k, other) => `${Math.min(k, other)},${Math.max(k, other)}`;

/** @param {Decision} decision @param {Answer} answer */
function tournament({ outputs, tournament: values, class_scores: votes, choice }, answer) {
  const C = values.length, isDense = C >= MIN_CLASSES_WITHOUT_NUMBERS;
  // The sign of f does not tell the winner where f is 0.
  const winners = new Map(outputs.map(({ positive, negative, for: [winner] }) => [pairKey(positive[0], negative[0]), winner]));
  const rows = values.map((row, k) => {
    const cells = row.map((f, other) => {
      if (f === null) return element("td", { className: "kl-self", textContent: "·" });
      const winner = winners.get(pairKey(k, other)) ?? k, description = `${answer.classes[k]} against ${answer.classes[other]}: f(x) = ${number(f)}, ${answer.classes[winner]} wins`;
      const td = element("td", { title: description }, ...(isDense ? [] : [element("span", { textContent: number(f, 2) })]), markPicture(winner));
      td.setAttribute("aria-label", description);
      if (winner === k) td.className = "is-winner";
      td.style.setProperty("--tone", `var(--kl-class-${k})`);
      return td;
    });
    const line = cell("tr", head("row", markPicture(k), voiceOnly(answer.classes[k])), ...cells, element("td", { className: "kl-votes", textContent: String(votes[k]) }));
    if (k === choice) line.className = "is-chosen";
    return line;
  });
  const columns = Array.from({ length: C }, (_, k) => head("col", markPicture(k), voiceOnly(answer.classes[k])));
  const caption = element("caption", { textContent: "Row against column: which class wins" });
  return element("table", { className: `kl-tournament ${isDense ? "kl-dense" : ""}` }, caption, element("thead", {}, cell("tr", cell("td"), ...columns, head("col", "votes"))), element("tbody", {}, ...rows));
}

const side = (/** @type {number[]} */ classes) => element("span", { className: "kl-sides" }, ...classes.map((k) => markPicture(k)));

/** @param {Decision} decision @param {Answer} answer */
function path({ outputs, choice }, answer) {
  const name = (/** @type {number[]} */ group) => group.map((k) => answer.classes[k]).join(" or ");
  const steps = outputs.map(({ f, positive, negative, for: winners }) => {
    const step = element("li", {}, side(positive), element("span", { textContent: "or" }), side(negative), element("span", { className: "kl-f", textContent: `f(x) = ${number(f)}` }), element("span", { textContent: "→" }), side(winners));
    step.setAttribute("aria-label", `${name(positive)}, or ${name(negative)}? f(x) = ${number(f)}: ${name(winners)}`);
    return step;
  });
  const end = element("li", { className: "is-chosen" }, ...markAndName(choice, answer));
  return element("ol", { className: "kl-path" }, ...steps, end);
}

/** @param {Decision} decision @param {Answer} answer */
function bars({ class_scores: probabilities, choice }, answer) {
  const rows = probabilities.map((p, k) => {
    const bar = element("i", {});
    bar.style.width = `${(100 * p).toFixed(2)}%`;
    bar.style.setProperty("--tone", `var(--kl-class-${k})`);
    const row = cell("tr", head("row", ...markAndName(k, answer)), element("td", { className: "kl-bar-cell" }, bar), cell("td", percent(p)));
    if (k === choice) row.className = "is-chosen";
    return row;
  });
  return element("table", { className: "kl-probabilities" }, element("caption", { textContent: "Probability of each class" }), element("tbody", {}, ...rows));
}

/** @type {Record<string, (decision: Decision, answer: Answer) => HTMLElement>} */
const SHOW = { ova: table, ovo: tournament, tree: path, softmax: bars };
