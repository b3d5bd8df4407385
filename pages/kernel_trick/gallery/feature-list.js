// List the features of a kernel by name, one row for each total degree. The names are in the
// header of the sweep.

import { element } from "../../../assets/base/dom.js";

export const kinds = { featurelist };

const lists = new WeakMap();

const listOf = (/** @type {Frame} */ { sweep, stop }) => {
  if (!lists.has(sweep)) lists.set(sweep, JSON.parse(sweep.meta.features ?? "[]"));
  const all = lists.get(sweep);
  return all.length > 1 ? all[stop] : all[0] ?? [];
};

/** @type {MakeView<"featurelist">} */
function featurelist(root, item) {
  root.classList.add("kl-features");
  const list = element("dl", {}), box = element("div", { className: "kl-scroll", tabIndex: 0, role: "group" }, list);
  box.setAttribute("aria-label", item.label);
  root.append(box);
  let lastKey = "";

  /** @param {Frame} frame */
  function draw(frame) {
    const groups = listOf(frame), key = JSON.stringify(groups);
    if (key === lastKey) return;
    lastKey = key;
    const low = frame.get("lowest") ?? 0;
    list.replaceChildren(...groups.flatMap((/** @type {string[]} */ names, /** @type {number} */ k) => [
      element("dt", { textContent: `degree ${low + k}` }, element("small", { textContent: `, ${names.length} ${names.length > 1 ? "features" : "feature"}` })),
      element("dd", {}, ...names.map((name) => element("span", { textContent: name }))),
    ]));
  }
  return { draw, describe() {} };
}
