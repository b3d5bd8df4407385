// Draw the plane of one binary classifier: its positive examples as crosses, its negative ones as circles, and those
// that are left out as dots.

import { plane } from "../../../assets/views/decision-plane.js";
import { element, setText } from "../../../assets/base/dom.js";
import { many } from "../../../assets/base/format.js";

const verbFor = (/** @type {number} */ n) => (n === 1 ? "is" : "are");

export const kinds = { insideplane };
export const costly = ["insideplane"];

/** @type {MakeView<"insideplane">} */
function insideplane(root, item, player, stage) {
  root.classList.add("kl-is-plane");
  const binaryPlane = plane(root, { ...item, overlay }, player, stage), caption = element("p", { className: "kl-caption" });
  root.append(caption);

  // Draw the examples that are left out as pale dots.
  /** @param {Context} context @param {Axes} axes @param {Frame} frame */
  function overlay(context, axes, frame) {
    const points = frame.get("discarded") ?? [];
    context.fillStyle = stage.palette.muted;
    for (let i = 0; i < points.length; i += 2) {
      context.beginPath();
      context.arc(axes.px(points[i]), axes.py(points[i + 1]), 2, 0, 2 * Math.PI);
      context.fill();
    }
  }

  /** @param {Frame} frame */
  function draw(frame, changed = true) {
    binaryPlane.draw(frame, changed);
    const labels = frame.get("labels"), { class_positive, class_negative } = frame.sweep.meta;
    if (!class_positive) return;
    const positive = labels.reduce((/** @type {number} */ n, /** @type {number} */ label) => n + Number(label > 0), 0), negative = labels.length - positive, left = (frame.get("discarded") ?? []).length / 2;
    const text = `${many(positive, "example")} of ${class_positive} ${verbFor(positive)} +1 (crosses), ${negative} of ${class_negative} ${verbFor(negative)} −1 (circles), ${left ? `${left} ${verbFor(left)} left out (dots)` : "no example is left out"}.`;
    setText(caption, text);
  }

  return { draw, marks: true, describe: (text) => binaryPlane.describe(`${text} ${caption.textContent}`), summary: () => caption.textContent };
}
