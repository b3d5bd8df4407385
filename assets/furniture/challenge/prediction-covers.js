// Covers the items that a challenge names, since they show its answer, until a prediction is made.

import { element } from "../../base/dom.js";

const coversOfStage = new WeakMap();    // by stage: the covers of each challenge

// Sets the items that the challenge at `owner` covers.
export function cover(stage, owner, names, skip) {
  if (!coversOfStage.has(stage)) coversOfStage.set(stage, new Map());
  const all = coversOfStage.get(stage);
  if (names.length) all.set(owner, { names, skip }); else all.delete(owner);
  coverItems(stage);
}

export function coverItems(stage) {
  if (!coversOfStage.has(stage)) return;
  const all = [...coversOfStage.get(stage)].filter(([owner]) => !owner.hidden).map(([, entry]) => entry);    // a hidden question covers nothing
  for (const { item, box } of stage.views()) {
    const coverFor = item.name && all.find(({ names }) => names.includes(item.name));
    const sheetShown = box.querySelector(":scope > .kl-cover");
    box.classList.toggle("kl-covered", Boolean(coverFor));
    if (coverFor && !sheetShown) box.append(sheet(coverFor.skip));
    if (!coverFor) sheetShown?.remove();
  }
}

function sheet(skip) {
  const button = element("button", { type: "button", className: "kl-action", textContent: "Show it now" });
  button.addEventListener("click", skip);
  return element("div", { className: "kl-cover" }, element("p", { textContent: "Predict first, then it shows." }), button);
}
