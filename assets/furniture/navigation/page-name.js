// The name of a page that has no rail of steps, in the header of a phone, where the way between pages is folded.

import { element } from "../../base/dom.js";

export function mount({ data, parentElement }) {
  unmount(parentElement);
  parentElement.append(element("div", { className: "kl-rail-bar" }, element("span", { className: "kl-rail-page", textContent: data.page })));
}

export function unmount(parent) { parent.querySelector(".kl-rail-bar")?.remove(); }
