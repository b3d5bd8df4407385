// The map of the pages: what each asks, and what of it is done on this device.

import { element } from "../../assets/base/dom.js";
import { many } from "../../assets/base/format.js";
import { answersOf, follow, forget, isKept, outcome } from "../../assets/furniture/progress/progress.js";
import { BASE, visit } from "../../assets/furniture/navigation/page-navigation.js";
import { transfer } from "../../assets/furniture/progress/progress-transfer.js";

export const kinds = { coursemap };

/** @type {MakeView<"coursemap">} */
function coursemap(root, item, player, stage) {
  root.classList.add("kl-map");
  const ways = item.groups.flatMap((group) => group.ways);
  const sum = element("p", {}), foot = element("div", { className: "kl-map-foot" });
  /** @type {(() => void)[]} */
  const drawn = [];
  let number = 0;
  root.append(element("h2", { textContent: "The way through" }), sum);
  const grid = element("div", { className: "kl-map-groups" });
  for (const group of item.groups) {
    const list = element("ol", { start: number + 1 });
    for (const way of group.ways) list.append(card(way, ++number));
    grid.append(element("section", {}, element("h3", { textContent: group.title }), list));
  }
  root.append(grid, foot, transfer());

  /** @param {MapEntry} way @param {number} k */
  function card(way, k) {
    const link = element("a", { href: BASE + way.path, target: "_self" }, element("b", { textContent: `${k}  ${way.title}` }), element("span", { textContent: way.question }));
    visit(link, stage, () => way.path);
    const challenges = counter(way.challenges.length, "challenge"), quiz = counter(way.quiz.length, "question");
    drawn.push(() => {
      challenges.show(way.challenges.filter((id) => answersOf(id)).length);
      quiz.show(way.quiz.filter((id) => right(id)).length, way.quiz.filter((id) => outcome(id) === "first").length);
    });
    return element("li", { className: "kl-way" }, link, element("p", { className: "kl-faint", textContent: way.closed || way.line }), element("div", { className: "kl-counters" }, challenges.box, quiz.box));
  }

  function show() {
    for (const draw of drawn) draw();
    const challenges = ways.flatMap((way) => way.challenges), questions = ways.flatMap((way) => way.quiz);
    const met = challenges.filter((id) => answersOf(id)).length, solved = questions.filter(right).length;
    sum.textContent = met + solved
      ? `You have done ${met} of ${many(challenges.length, "challenge")} and answered ${solved} of ${many(questions.length, "question")}.`
      : `${many(challenges.length, "challenge")} and ${many(questions.length, "question")}, in an order that builds up. Any page stands alone, too.`;
    offer(met + solved);
  }

  /** @param {number} done */
  function offer(done) {
    const where = isKept() ? "What you have done is remembered on this device only. There is no account." : "This device does not let the page keep anything: what you have done is remembered until you close or reload it.";
    const button = plain("Clear my progress", () => confirm());
    foot.replaceChildren(element("p", { className: "kl-faint", textContent: where }), ...(done || outcomeless() ? [button] : []));
  }

  // Where only a wrong try or a place is kept, there is something to forget as well.
  function outcomeless() { return ways.some((way) => way.quiz.some((id) => outcome(id))); }

  function confirm() {
    const yes = plain("Yes, clear it", () => { forget(); foot.prepend(element("p", { textContent: "Your progress is cleared." })); });
    const no = plain("Keep it", () => { show(); foot.querySelector("button")?.focus(); });
    foot.replaceChildren(element("p", { role: "alert", textContent: "All done challenges, answers and where you were will be gone. They cannot be brought back." }), yes, no);
    no.focus();
  }

  follow(root, show);
  show();
  return { draw() {}, describe() {} };
}

const right = (/** @type {string} */ id) => ["first", "later"].includes(outcome(id) ?? "");

/** @param {string} text @param {() => void} act */
function plain(text, act) {
  const button = element("button", { type: "button", className: "kl-action", textContent: text });
  button.addEventListener("click", act);
  return button;
}

// So many of so many, in words and as a bar: its full part is done, and the last word is a tick.
/** @param {number} total @param {string} what */
function counter(total, what) {
  const full = element("i", {}), text = element("span", {}), bar = element("span", { className: "kl-share" }, full);
  bar.setAttribute("aria-hidden", "true");
  const box = element("div", { className: "kl-counter", hidden: !total }, bar, text);
  box.dataset.counter = what;
  const show = (/** @type {number} */ n, /** @type {number | undefined} */ first = undefined) => {
    full.style.width = `${(100 * n) / total}%`;
    const tick = n === total ? "✓ " : "";
    text.textContent = `${tick}${n} of ${many(total, what)}${first === undefined || !n ? "" : `, ${first} at first try`}`;
    box.dataset.done = String(n);
  };
  return { box, show };
}
