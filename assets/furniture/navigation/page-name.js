// On a page that has no rail, show its name in the header on a phone, where the list of pages is folded.

import { element } from "../../base/dom.js";

/** @param {Component<{ page: string }>} component */
export function mount({ data, parentElement }) {
  unmount(parentElement);
  parentElement.append(element("div", { className: "kl-rail-bar" }, element("span", { className: "kl-rail-page", textContent: data.page })));
}

/** @param {HTMLElement} parent */
export function unmount(parent) { parent.querySelector(".kl-rail-bar")?.remove(); }
