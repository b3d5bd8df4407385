// Draws points in the plane, marked by class or by group, and the displacement of each. All numbers come from the frame;
// see pages/kernel_pca/pre_image.py and clustering.py.

import { Axes } from "../../assets/draw/axes.js";
import { MARGINS, card, planeAxes } from "../../assets/draw/plane-axes.js";
import * as paint from "../../assets/draw/plane-layers.js";
import { element } from "../../assets/base/dom.js";

export const kinds = { pointplane };
export const costly = ["pointplane"];

/** @type {MakeView<"pointplane">} */
function pointplane(root, item, player, stage) {
  root.dataset.view = "plane";
  root.classList.add("kl-is-plane");
  if (item.title) root.append(element("p", { className: "kl-title", textContent: item.title }));
  const canvas = element("canvas", { className: "kl-canvas", role: "img" });
  root.append(canvas);
  const axes = new Axes(canvas, { margins: MARGINS });

  /** @param {Frame} frame */
  function draw(frame) {
    const { palette } = stage, points = frame.get(item.points), labels = frame.get(item.labels);
    axes.beginPlane(/** @type {Window4} */ ([...item.range]));
    card(axes, stage);
    const size = Math.max(2.6, Math.min(5, axes.box.w / 110));
    axes.clipped((context) => {
      for (const curve of item.curves ?? []) paint.stroke(context, path(frame.get(curve)), palette.bayes, 2.2, [1.5, 4]);
      if (stage.covered) return;
      const places = item.places ? frame.get(item.places) : points;
      if (item.places) paint.stroke(context, ways(points, places), palette.muted, 0.9);
      paint.points(context, paint.pointPaths(axes, places, labels, size), palette, 1.7);
    });
    planeAxes(axes, stage, ["x₁", "x₂"]);
  }

  /** @param {ArrayLike<number>} curve */
  function path(curve) {
    const line = new Path2D();
    for (let k = 0; k < curve.length; k += 2) line[k ? "lineTo" : "moveTo"](axes.px(curve[k]), axes.py(curve[k + 1]));
    return line;
  }

  /** @param {ArrayLike<number>} from @param {ArrayLike<number>} to */
  function ways(from, to) {
    const lines = new Path2D();
    for (let i = 0; i < from.length; i += 2) {
      lines.moveTo(axes.px(from[i]), axes.py(from[i + 1]));
      lines.lineTo(axes.px(to[i]), axes.py(to[i + 1]));
    }
    return lines;
  }

  return { draw, covers: true, describe: (text = "") => canvas.setAttribute("aria-label", text) };
}
