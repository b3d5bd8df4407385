// What is covered until a prediction is made: the items that a challenge names, as they hold its answer.

import { element } from "../../base/dom.js";

const wanted = new WeakMap();    // by stage: what each challenge of the element covers

// The challenge at `owner` covers the items of these names, and no others any more.
export function cover(stage, owner, names, skip) {
  if (!wanted.has(stage)) wanted.set(stage, new Map());
  const all = wanted.get(stage);
  if (names.length) all.set(owner, { names, skip }); else all.delete(owner);
  coverItems(stage);
}

export function coverItems(stage) {
  if (!wanted.has(stage)) return;
  const all = [...wanted.get(stage)].filter(([owner]) => !owner.hidden).map(([, one]) => one);    // a question that is not asked here covers nothing
  for (const { item, box } of stage.views()) {
    const over = item.name && all.find(({ names }) => names.includes(item.name));
    const there = box.querySelector(":scope > .kl-cover");
    box.classList.toggle("kl-covered", Boolean(over));
    if (over && !there) box.append(sheet(over.skip));
    if (!over) there?.remove();
  }
}

function sheet(skip) {
  const button = element("button", { type: "button", className: "kl-action", textContent: "Show it now" });
  button.addEventListener("click", skip);
  return element("div", { className: "kl-cover" }, element("p", { textContent: "Predict first, then it shows." }), button);
}
