// The simple items of a live element: headings, the legend, buttons and links.

import { shownBoundaries } from "../draw/frame-geometry.js";
import { pointsOf } from "../input/point-editor.js";
import { element, setProperties, setText } from "../base/dom.js";

export const kinds = { action, crowd, heading, legend, link };

/** @type {MakeView<"heading">} */
function heading(root, item, player, stage) {
  root.append(element(stage.level, { textContent: item.text }), ...(item.lead ? [element("p", { textContent: item.lead })] : []));
  return { draw() {}, describe() {} };
}

// The legend's marks, drawn as in the plane.
/** @type {Record<string, string>} */
const MARKS = {
  positive: '<path d="M3 3 11 11M3 11 11 3"/>',
  negative: '<circle cx="7" cy="7" r="4"/>',
  zero: '<path d="M0 7H18"/>',
  fit: '<path d="M0 7H18"/>',
  margin: '<path d="M0 7H18"/>',
  free: '<circle cx="7" cy="7" r="5.5"/>',
  held: '<rect x="2" y="2" width="10" height="10"/>',
  slack: '<path d="M2 7H16"/>',
  ring: '<circle cx="7" cy="7" r="5.5"/>',
  bayes: '<path d="M0 7H18"/>',
  truth: '<path d="M0 7H18"/>',
  earlier: '<path d="M0 7H18"/>',
  bump: '<path d="M0 12C5 12 6 3 9 3S13 12 18 12Z"/>',
  wide: '<path d="M0 7H18"/>',
  dashed: '<path d="M0 7H18"/>',
  single: '<path d="M0 7H18"/>',
  sample: '<path d="M0 7H18"/>',
  average: '<path d="M0 7H18"/>',
  plus: '<path d="M0 7H18"/>',
  minus: '<path d="M0 7H18"/>',
  way: '<path d="M0 7H18"/>',
  place: '<circle cx="9" cy="7" r="5.5"/>',
  rising: '<path d="M0 10L10 0M4 14L18 0M12 14L18 8"/>',
  falling: '<path d="M8 0L18 10M0 0L14 14M0 8L6 14"/>',
};
// The hatchings that replace the colours of f and of bumps, see assets/draw/forced-colors.js; CSS shows them if colours
// are forced. A legend has them if it has the mark `zero`; the mark `fit` is a curve without coloured areas.
const HATCHING = /** @type {const} */ ([["rising", "f(x) > 0"], ["falling", "f(x) < 0"]]);

const FIT_MARKS = ["zero", "margin", "ring"];

/**
 * Return whether the planes do not draw a mark: the Bayes boundary if no density is known or only the fit is shown, the
 * fit's marks if only that boundary is shown, and the level lines of f if f is constant, without support vectors.
 * @param {{ mark: string, label: string }} entry of the legend @param {Frame} frame @param {string} show what the planes show
 */
export function isNotDrawn({ mark, label }, frame, show) {
  const { tensors } = frame.sweep;
  if (mark === "bayes") return !tensors.bayes || show === "fit";
  const isConstant = "support" in tensors && frame.get("support") === 0;
  return (show === "bayes" && FIT_MARKS.includes(mark)) || (isConstant && (mark === "ring" || label.startsWith("f(x) = ")));
}

/** @type {MakeView<"legend">} */
function legend(root, item, player) {
  root.classList.add("kl-legend");
  const hatching = item.marks.some(({ mark }) => mark === "zero") ? HATCHING.map(([mark, label]) => ({ mark, label })) : [];
  const entries = [...item.marks, ...hatching].map(({ mark, label }) => {
    const sample = element("span", { className: `kl-mark kl-mark-${mark}`, ariaHidden: "true" });
    sample.innerHTML = `<svg width="18" height="14" fill="none">${MARKS[mark]}</svg>`;   // constants of this module only
    const text = element("span", { textContent: label }), entry = element("span", {}, sample, text);
    root.append(entry);
    return { mark, label, entry, text };
  });
  return {
    // Use the class names of the data, and hide the entries of marks that are not drawn.
    draw(frame) {
      const show = shownBoundaries(player, frame), { meta } = frame.sweep;
      for (const { mark, label, entry, text } of entries) {
        const name = meta[`class_${mark}`];
        if (name) setText(text, name);
        setProperties(entry, { hidden: isNotDrawn({ mark, label }, frame, show) });
      }
    },
    describe() {},
  };
}

/** @type {MakeView<"action">} */
function action(root, item, player, stage) {
  const button = element("button", { type: "button", className: "kl-action", textContent: item.label, title: item.help ?? "" });
  button.addEventListener("click", () => stage.act(item.name));
  root.append(button);
  return { draw() {}, describe() {} };
}

/** @type {MakeView<"link">} */
function link(root, item) {
  root.append(element("a", { className: "kl-link", href: item.href, target: "_self", textContent: item.label }));
  return { draw() {}, describe() {} };
}

// Build a button that pushes all points to one side.
/** @type {MakeView<"crowd">} */
function crowd(root, item, player, stage) {
  root.classList.add("kl-options");
  const button = element("button", { type: "button", className: "kl-action", textContent: "Push all points to one side" });
  button.addEventListener("click", () => {
    const points = pointsOf(player, stage), [dx, dy] = item.shift;
    points.finish(points.move(points.origins.map((/** @type {number} */ origin) => {
      const [x, y] = points.placeOf(origin);
      return { origin, x: x + dx, y: y + dy };
    })));
  });
  root.append(button);
  return { draw() {}, describe() {} };
}
