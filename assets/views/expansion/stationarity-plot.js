// Plot α_i against −L′(f(x_i), y_i)/(λm) or, for summed losses, −L′/λ. At the minimum the points lie on the diagonal.
// At a kink of the loss, L′ is an interval, which crosses the diagonal. Without the 1/m, as printed in note 000, the
// points lie on another line.

import { Chart, tickLabels } from "../../draw/chart.js";
import { ticks } from "../../draw/axes.js";
import { noteBars } from "../../draw/drawn-data.js";
import { number, trimZeros } from "../../base/format.js";
import { element } from "../../base/dom.js";
import { caption, markable, name, roundUp } from "../../input/example-hover.js";
import * as paint from "../../draw/plane-layers.js";

export const kinds = { diagonal };
export const costly = ["diagonal"];

/** @type {MakeView<"diagonal">} */
function diagonal(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-tall", "kl-diagonal");
  const chart = new Chart(root, stage, { label: item.label, margins: { left: 52, bottom: 40 } }), { canvas, axes } = chart;
  const tip = element("div", { className: "kl-tip", hidden: true });
  root.append(tip);
  /** @type {Frame} */
  let frame;

  // Return the factor by which the horizontal positions are too large if the picture leaves out the 1/m: m for averaged
  // losses. Return 1 for a picture with the 1/m.
  const unscaledFactor = () => (player.view[item.look] === item.unscaled ? frame.get("rate") / lam() : 1);
  const lam = () => (frame.along === "lam" ? frame.sweep.stops[frame.stop] : Number(frame.scene.lam));
  const note = () => item.notes[unscaledFactor() > 1 || frame.scene.risk === "sum" ? 1 : 0];    // summed losses have no factor 1/m
  const low = (/** @type {number} */ i) => unscaledFactor() * (frame.get("low") ?? frame.get("expected"))[i];
  const high = (/** @type {number} */ i) => unscaledFactor() * (frame.get("high") ?? frame.get("expected"))[i];

  /** @param {Frame} next */
  function draw(next) {
    frame = next;
    if (!frame.sweep.tensors.deviation) { refuse(axes, stage, item); return; }
    const { palette } = stage, alpha = frame.get("alpha"), factor = unscaledFactor();
    const reach = roundUp(1.04 * alpha.reduce((/** @type {number} */ most, /** @type {number} */ a, /** @type {number} */ i) => Math.max(most, Math.abs(a), Math.abs(low(i)), Math.abs(high(i))), 0));
    const marks = tickLabels(ticks(-reach, reach, 4));
    chart.begin({ x0: -reach, x1: reach, y0: -reach, y1: reach, xticks: marks, yticks: marks, note: note() });
    chart.line([-reach, reach], [-reach, reach], { color: palette.zero, width: 1.6 });
    chart.label("equal", -0.78 * reach, -0.78 * reach, palette.muted, { dy: -14, align: "right" });
    if (factor > 1) {
      chart.line([-reach, reach], [-reach / factor, reach / factor], { color: palette.negative, width: 1.6, dash: [6, 4] });
      chart.label(`without 1/m: larger by the factor m = ${trimZeros(number(factor))}`, 0.96 * reach, reach / factor, palette.negative, { dy: -14, align: "right" });
    }
    axes.clipped((context) => alpha.forEach((/** @type {number} */ a, /** @type {number} */ i) => mark(context, i, a)));
    const examples = [...alpha.keys()].sort((a, b) => low(a) + high(a) - low(b) - high(b));
    noteBars(axes, alpha, { name: "αᵢ", parts: "points", examples });
    caption(chart, "αᵢ");
  }

  /** @param {Context} context @param {number} i @param {number} alpha */
  function mark(context, i, alpha) {
    const [a, b] = [axes.px(low(i)), axes.px(high(i))], y = axes.py(alpha), isMarked = stage.markedExample === i, path = new Path2D();
    const color = isMarked ? stage.palette.accent : stage.palette[frame.get("labels")[i] < 0 ? "negative" : "positive"];
    if (b - a > 3) {             // an interval of slopes: a bar with ends
      path.moveTo(a, y); path.lineTo(b, y);
      for (const x of [a, b]) { path.moveTo(x, y - 4); path.lineTo(x, y + 4); }
    } else if (frame.get("labels")[i] < 0) {
      path.arc((a + b) / 2, y, 4, 0, 2 * Math.PI);
    } else {
      const x = (a + b) / 2;
      path.moveTo(x - 4, y - 4); path.lineTo(x + 4, y + 4);
      path.moveTo(x - 4, y + 4); path.lineTo(x + 4, y - 4);
    }
    paint.stroke(context, path, color, isMarked ? 3 : 1.8);
    if (!isMarked) return;
    const ring = new Path2D();
    ring.arc((a + b) / 2, y, 10, 0, 2 * Math.PI);
    paint.stroke(context, ring, stage.palette.accent, 3);
  }

  const view = {
    frame: () => (frame?.sweep.tensors.deviation ? frame : null),
    find(/** @type {number} */ px, /** @type {number} */ py) {
      let least = 14, best = /** @type {number | undefined} */ (undefined);
      frame.get("alpha").forEach((/** @type {number} */ a, /** @type {number} */ i) => {
        const x = Math.min(Math.max(px, axes.px(low(i))), axes.px(high(i))), d = Math.hypot(x - px, axes.py(a) - py);
        if (d < least) [best, least] = [i, d];
      });
      return best;
    },
    words(/** @type {number} */ i) {
      const [a, b] = [low(i), high(i)], sides = b - a > 1e-12 * Math.abs(b) ? `between ${number(a, 4)} and ${number(b, 4)}` : `= ${number(a, 4)}`;
      return `${name(i)}\nα = ${number(frame.get("alpha")[i], 4)}\n${note()} ${sides}`;
    },
    spot: (/** @type {number} */ i) => [axes.px((low(i) + high(i)) / 2), axes.py(frame.get("alpha")[i])],
  };
  markable({ canvas, tip, axes, stage, view });
  return { draw, marks: true, describe: (text = "") => canvas.setAttribute("aria-label", text) };
}

/** @param {Axes} axes @param {Stage} stage @param {DiagonalItem} item */
function refuse(axes, stage, item) {
  axes.resize();
  axes.begin();
  [`Drawn for at most ${item.max_points} points.`, "Choose fewer under “Data”."].forEach((text, k) => {
    axes.text(text, axes.width / 2, axes.height / 2 + 1.5 * k * stage.small, { color: stage.palette.text, size: stage.small });
  });
}
