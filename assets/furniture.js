// The rest of a live element: headings, the legend, buttons that ask the page for something.

import { element } from "./dom.js";

export function heading(root, item) {
  root.append(element("h3", { textContent: item.text }), ...(item.lead ? [element("p", { textContent: item.lead })] : []));
  return { draw() {}, describe() {} };
}

// What the marks mean, drawn with the same strokes as the plane.
const MARKS = {
  positive: '<path d="M3 3 11 11M3 11 11 3"/>',
  negative: '<circle cx="7" cy="7" r="4"/>',
  zero: '<path d="M0 7H18"/>',
  margin: '<path d="M0 7H18"/>',
  ring: '<circle cx="7" cy="7" r="5.5"/>',
  bayes: '<path d="M0 7H18"/>',
};

export function legend(root, item) {
  root.classList.add("kl-legend");
  const entries = item.marks.map(({ mark, label }) => {
    const sample = element("span", { className: `kl-mark kl-mark-${mark}`, ariaHidden: "true" });
    sample.innerHTML = `<svg width="18" height="14" fill="none">${MARKS[mark]}</svg>`;   // our own constants only
    const text = element("span", { textContent: label }), entry = element("span", {}, sample, text);
    root.append(entry);
    return { mark, entry, text };
  });
  return {
    // A table's classes go by their names; where no density is known there is no Bayes boundary.
    draw({ sweep: { meta, tensors } }) {
      for (const { mark, entry, text } of entries) {
        const name = meta[`class_${mark}`];
        if (name && text.textContent !== name) text.textContent = name;
        entry.hidden = mark === "bayes" && !tensors.bayes;
      }
    },
    describe() {},
  };
}

export function action(root, item, player, stage) {
  const button = element("button", { type: "button", className: "kl-action", textContent: item.label, title: item.help ?? "" });
  button.addEventListener("click", () => stage.act(item.name));
  root.append(button);
  return { draw() {}, describe() {} };
}

export function link(root, item) {
  root.append(element("a", { className: "kl-link", href: item.href, target: "_self", textContent: item.label }));
  return { draw() {}, describe() {} };
}
