// Guided starts: lists of steps, each with the progress on this device and a link to its next step.

import { element } from "../../assets/base/dom.js";
import { many } from "../../assets/base/format.js";
import { follow, stepIsDone } from "../../assets/furniture/progress/progress.js";
import { BASE, visit } from "../../assets/furniture/navigation/page-navigation.js";

export const kinds = { starts };

/** @type {MakeView<"starts">} */
function starts(root, item, player, stage) {
  root.classList.add("kl-starts");
  const cards = item.starts.map((start) => card(start, stage));
  root.append(element("h2", { textContent: "Where to begin" }), element("div", { className: "kl-starts-cards" }, ...cards.map(({ box }) => box)));
  const show = () => { for (const start of cards) start.show(); };
  follow(root, show);
  show();
  return { draw() {}, describe() {} };
}

/** @param {Start} start @param {Stage} stage */
function card({ title, line, end, places }, stage) {
  const text = element("p", {}), next = element("a", { className: "kl-start-next", target: "_self" }), doneText = element("span", { className: "kl-fine-print" });
  let first = places[0];
  visit(next, stage, () => first.address);
  const list = element("ol", {}), rows = places.map((place) => {
    const link = element("a", { href: BASE + place.address, target: "_self", textContent: place.page ? `${place.page}: ${place.title}` : place.title });
    visit(link, stage, () => place.address);
    const row = element("li", {}, element("i", { ariaHidden: "true" }), link);
    list.append(row);
    return { place, row, link };
  });
  const all = element("details", {}, element("summary", { textContent: places.length > 1 ? `All ${places.length} steps` : "1 step" }), list);
  const box = element("section", { className: "kl-start" }, element("h3", { textContent: title }), text, next, doneText, all);
  function show() {
    const count = places.filter(stepIsDone).length;
    first = places.find((place) => !stepIsDone(place)) ?? places[0];
    text.textContent = count < places.length ? line : end;
    next.href = BASE + first.address;
    next.textContent = !count ? "Begin" : count < places.length ? `Continue: ${first.title}` : "Start again";
    doneText.textContent = ` ${count} of ${many(places.length, "step")} done`;
    box.dataset.done = String(count);
    for (const { place, row, link } of rows) {
      row.dataset.done = String(Number(stepIsDone(place)));
      link.title = stepIsDone(place) ? "done" : "";
    }
  }
  return { box, show };
}
