// Draw the plane, with the signed number of mistakes beside each example that has any, and a ring around the example of
// the last step.

import { plane } from "../../assets/views/decision-plane.js";
import { markExample } from "./diagram.js";

export const kinds = { countplane };
export const costly = ["countplane"];

/** @type {MakeView<"countplane">} */
function countplane(root, item, player, stage) {
  /** @param {Context} context @param {Axes} axes @param {Frame} frame */
  function overlay(context, axes, frame) {
    const { palette } = stage, points = frame.get("points"), i = frame.get("index");
    /** @type {(k: number) => Point} */
    const at = (k) => [axes.px(points[2 * k]), axes.py(points[2 * k + 1])];
    if (i >= 0) markExample(context, palette, ...at(i));
    const style = { size: stage.small + 2, weight: "700", align: /** @type {CanvasTextAlign} */ ("left") };
    frame.get(item.counts).forEach((/** @type {number} */ count, /** @type {number} */ k) => {
      if (!count) return;
      const [x, y] = at(k);
      const text = `${count < 0 ? "−" : ""}${Math.round(Math.abs(count))}`;
      axes.text(text, x + 9, y - 13, { ...style, color: palette.background, halo: 4 });
      axes.text(text, x + 9, y - 13, { ...style, color: palette.text });
    });
  }
  // f can be far above 1 here; scaled by `colour_scale`, its values still have different colours.
  const colourScale = (/** @type {number} */ scale) => stage.table.half(scale * (item.colour_scale ?? 1));
  return plane(root, { ...item, overlay }, player, Object.create(stage, { table: { get: () => ({ half: colourScale }) } }));
}
