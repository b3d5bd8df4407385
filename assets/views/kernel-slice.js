// A bump: K(x, z) along the horizontal line through the chosen example.

import { Chart, tickLabels } from "../draw/chart.js";
import { ticks } from "../draw/axes.js";
import { number } from "../base/format.js";
import { kernelSettings } from "../base/text-alternative.js";
import { chosenPoint, geometry, halfReach } from "../draw/frame-geometry.js";
import { floats } from "../base/sweep-decoder.js";
import { element } from "../base/dom.js";

export const kinds = { slice };
export const costly = ["slice"];

/** @type {MakeView<"slice">} */
function slice(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-slice");
  const chart = new Chart(root, stage, { label: item.label });
  const caption = element("p", { className: "kl-caption" });
  root.append(caption);

  /** @param {Frame} frame */
  function draw(frame) {
    const i = chosenPoint(player, frame), { palette } = stage;
    if (!frame.sweep.tensors.bump) return;
    const { window: [x0, x1] } = geometry(frame);
    chart.begin({
      x0, x1, y0: 0, y1: 1.15,
      xticks: tickLabels(ticks(x0, x1, 6), 2),
      yticks: [[0, "0"], [0.5, "½"], [1, "1"]],
      note: "x₁",
    });
    if (i === undefined) {
      caption.textContent = frame.get("labels").length ? "No example is chosen: click a cross or a circle." : "No points, so there is no bump.";
      return;
    }
    const points = frame.get("points"), centre = points[2 * i];
    const color = palette[frame.get("labels")[i] > 0 ? "positive" : "negative"];
    const half = [...frame.sweep.tensors.offsets.data], rise = [...floats(frame.get("bump"), frame.sweep.tensors.bump.dtype)];
    const offsets = [...half.map((d) => -d).reverse(), ...half], bump = [...rise.toReversed(), ...rise];
    chart.upright(centre, palette.muted, 1, [2, 3]);
    chart.line(offsets.map((d) => centre + d), bump, { name: "K(x, z)", color, width: 2.6, fill: true });
    const alpha = frame.get("alpha")[i];
    caption.textContent = `Example ${i + 1} at x₁ = ${number(centre)}: K(x, z) is at least one half up to a distance of `
      + `${number(halfReach(frame))}${kernelSettings(player, stage, frame.scene)}. `
      + (alpha === 0 ? `The example’s α is 0, so its bump adds nothing to f.${frame.get("alpha").some((/** @type {number} */ a) => a !== 0) ? " Click a ringed example." : ""}` : `The example’s α is ${number(alpha)}: f contains this bump times α.`);
  }
  return { draw, describe: () => chart.canvas.setAttribute("aria-label", `${item.label} ${caption.textContent}`) };
}
