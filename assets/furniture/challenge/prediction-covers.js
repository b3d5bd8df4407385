// Cover the items that a challenge names, since they show its answer, until a prediction is made or skipped.

import { element } from "../../base/dom.js";
import { labelOf } from "../../base/text-alternative.js";

/** @typedef {{ names: string[], skip: () => void }} Cover The items' names, and a function that uncovers them. */

/** @type {WeakMap<Stage, Map<HTMLElement, Cover>>} */
const coversOfStage = new WeakMap();    // by stage: the covers of each challenge

/** Set the items that the challenge at `owner` covers. @param {Stage} stage @param {HTMLElement} owner @param {string[]} names @param {() => void} skip */
export function cover(stage, owner, names, skip) {
  const all = coversOfStage.get(stage) ?? new Map();
  coversOfStage.set(stage, all);
  if (names.length) all.set(owner, { names, skip }); else all.delete(owner);
  coverItems(stage);
}

/** Cover the items that the visible challenges name, and uncover all others. @param {Stage} stage */
export function coverItems(stage) {
  const covers = coversOfStage.get(stage);
  if (!covers) return;
  const all = [...covers].filter(([owner]) => !owner.hidden).map(([, entry]) => entry);    // a hidden question covers nothing
  for (const { item, box } of stage.views()) {
    const { name } = item, coverFor = name ? all.find(({ names }) => names.includes(name)) : undefined;
    const sheetShown = box.querySelector(":scope > .kl-cover");
    box.classList.toggle("is-covered", Boolean(coverFor));
    if (coverFor && !sheetShown) box.append(sheet(coverFor.skip, labelOf(item)));
    if (!coverFor) sheetShown?.remove();
  }
}

/** @param {() => void} skip @param {string} label of the covered item */
function sheet(skip, label) {
  const button = element("button", { type: "button", className: "kl-action", textContent: "Show it now" });
  if (label) button.setAttribute("aria-label", `Show it now: ${label.replace(/\.$/, "")}`);
  button.addEventListener("click", skip);
  return element("div", { className: "kl-cover" }, element("p", { textContent: "Hidden until you predict." }), button);
}
