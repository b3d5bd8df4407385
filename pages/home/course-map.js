// The map of the pages: the question of each page, and the progress on this device.

import { element } from "../../assets/base/dom.js";
import { many } from "../../assets/base/format.js";
import { answersOf, follow, forget, isKept, hasStored, outcome, stepProgress } from "../../assets/furniture/progress/progress.js";
import { BASE, visit } from "../../assets/furniture/navigation/page-navigation.js";
import { transfer } from "../../assets/furniture/progress/progress-transfer.js";

export const kinds = { coursemap };

/** @type {MakeView<"coursemap">} */
function coursemap(root, item, player, stage) {
  root.classList.add("kl-map");
  const steps = item.groups.flatMap((group) => group.ways).flatMap((way) => way.steps), questions = steps.flatMap(({ quiz }) => quiz);
  const sum = element("p", {}), foot = element("div", { className: "kl-map-foot" });
  /** @type {(() => void)[]} */
  const painters = [];
  const clearedKeys = Object.keys(item.cleared_keys);
  let number = 0;
  root.append(element("h2", { textContent: "The pages of the course" }), sum);
  const grid = element("div", { className: "kl-map-groups" });
  grid.style.setProperty("--kl-map-entries", String(Math.max(...item.groups.map((group) => group.ways.length))));
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
    const stepDots = stepRow(way.steps);
    painters.push(stepDots.show);
    return element("li", { className: "kl-map-entry" }, link, element("p", { className: "kl-fine-print", textContent: way.closed || way.line }), stepDots.box);
  }

  function show() {
    for (const draw of painters) draw();
    const metCount = steps.flatMap(({ challenges }) => challenges).filter((id) => answersOf(id)).length, solvedCount = questions.filter(isRight).length;
    sum.textContent = metCount + solvedCount
      ? `You have solved ${many(metCount, "challenge")} and answered ${many(solvedCount, "question")} correctly.`
      : "The pages build on each other in this order, but you can also read any page alone.";
    offer();
  }

  function offer() {
    const where = isKept() ? "Your progress is stored on this device only. There is no account." : "This browser does not let the page store anything: your progress is lost when you close or reload the page.";
    const button = textButton("Clear my progress", () => confirm());
    foot.replaceChildren(element("p", { className: "kl-fine-print", textContent: where }), ...(hasStored(clearedKeys) ? [button] : []));
  }

  function confirm() {
    const yes = textButton("Yes, clear my progress", () => { forget(clearedKeys); foot.prepend(element("p", { textContent: "Your progress is cleared." })); });
    const no = textButton("Keep my progress", () => { show(); foot.querySelector("button")?.focus(); });
    const losses = ["Your progress (solved challenges, predictions, answers, steps seen, the place where you stopped)", ...Object.values(item.cleared_keys).filter(Boolean)];
    const warning = `${new Intl.ListFormat("en-GB").format(losses)} will be deleted. This cannot be undone.`;
    foot.replaceChildren(element("p", { role: "alert", textContent: warning }), yes, no);
    no.focus();
  }

  follow(root, show);
  show();
  return { draw() {}, describe() {} };
}

const isRight = (/** @type {string} */ id) => ["first", "later"].includes(outcome(id) ?? "");

/** @param {string} text @param {() => void} act */
function textButton(text, act) {
  const button = element("button", { type: "button", className: "kl-action", textContent: text });
  button.addEventListener("click", act);
  return button;
}

// Show a dot for each step of a page: full if the step is done, half full if it was only seen, else empty.
/** @param {MapStep[]} steps */
function stepRow(steps) {
  const box = element("div", { className: "kl-dots", hidden: !steps.length });
  box.setAttribute("role", "img");
  const marks = steps.map(() => element("i", {}));
  box.append(...marks);
  function show() {
    const progress = steps.map(stepProgress), full = progress.filter((extent) => extent === "full").length, half = progress.filter((extent) => extent === "half").length;
    marks.forEach((mark, k) => { mark.dataset.done = progress[k]; });
    box.dataset.full = String(full);
    box.title = `${full} of ${many(steps.length, "step")} done${half ? `, ${half} more seen` : ""}`;
    box.setAttribute("aria-label", box.title);
  }
  return { box, show };
}
