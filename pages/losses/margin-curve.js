// Draw curves with the training points on one of them: losses over the margin, or probabilities
// over f. Curves are tables; a point's height is looked up in them.

import { Chart, tickLabels } from "../../assets/draw/chart.js";
import { ticks } from "../../assets/draw/axes.js";
import { number } from "../../assets/base/format.js";
import { arrowWay } from "../../assets/input/gestures.js";
import { nearestPoint, placeTip } from "../../assets/input/pointed-place.js";
import * as paint from "../../assets/draw/plane-layers.js";
import { element, queryAll, setProperties, setText } from "../../assets/base/dom.js";

export const kinds = { oncurve };
export const costly = ["oncurve"];

const NEAR = 11;

const clamp = (/** @type {number} */ v, /** @type {number} */ low, /** @type {number} */ high) => Math.min(high, Math.max(low, v));

/**
 * `hiddenNames` returns the names of hidden curves, `currentCurve` the curve with the examples; `examples.spots` has
 * the positions of the examples as pairs x, y, which are NaN outside the picture.
 * @typedef {object} CurveView
 * @property {HTMLElement} root
 * @property {OnCurveItem} item
 * @property {Player} player
 * @property {Stage} stage
 * @property {() => Set<string>} hiddenNames
 * @property {() => LossCurve | undefined} currentCurve
 * @property {() => LossCurve[]} visibleCurves
 * @property {number[]} z
 * @property {Chart} chart
 * @property {Axes} axes
 * @property {HTMLCanvasElement} canvas
 * @property {HTMLElement} caption
 * @property {HTMLElement} tip
 * @property {{ frame: Frame | null, spots: Float64Array }} examples
 * @property {number} x0
 * @property {number} x1
 * @property {number} y0
 * @property {number} y1
 */

/** @type {MakeView<"oncurve">} */
function oncurve(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-oncurve", item.tall ? "kl-tall" : "kl-medium");
  const chart = new Chart(root, stage, { label: item.label, margins: { left: 34, bottom: 40 } });
  const { canvas, axes } = chart, tip = element("div", { className: "kl-tip", hidden: true });
  canvas.tabIndex = 0;
  const caption = element("p", { className: "kl-caption kl-page-only", hidden: !item.has_caption });
  root.append(caption, tip);
  const [x0, x1, y0, y1] = item.range, z = item.z;
  /** @type {CurveView["examples"]} */
  const examples = { frame: null, spots: new Float64Array(0) };

  const hiddenNames = () => new Set((player.view[item.name ?? ""] ?? item.off ?? "").split(".").filter((name) => name && name !== "none"));
  const currentName = () => (item.follow ? player.scene[item.follow] : item.current);
  const visibleCurves = () => item.curves.filter((c) => !hiddenNames().has(c.name) || c.name === currentName());
  const currentCurve = () => item.curves.find((c) => c.name === currentName());
  /** @type {CurveView} */
  const view = { root, item, player, hiddenNames, z, chart, axes, currentCurve, caption, stage, examples, x0, x1, y0, y1, canvas, visibleCurves, tip };

  if (item.toggles) addChips(view);

  /** @param {Frame} frame */
  function draw(frame) {
    examples.frame = frame;
    const { palette } = stage;
    chart.begin({
      x0, x1, y0, y1, note: item.note,
      xticks: tickLabels(ticks(x0, x1, 7)),
      yticks: tickLabels(ticks(y0, y1, 5)),
    });
    if (x0 < 0 && x1 > 0) chart.upright(0, palette.line, 1);
    if (item.at === "margin") chart.upright(1, palette.margin, 1.4, [6, 4]);
    if (item.has_caption) showCaption(view, palette);
    for (const curve of visibleCurves()) {
      const isCurrent = curve.name === currentName(), style = { name: curve.label, color: palette[curve.tone], width: isCurrent ? 3.4 : 1.8, dash: curve.dash ?? [] };
      if (curve.jumps) steps(view, curve, style);
      else chart.line(z, curve.values, style);
      if (curve.at === undefined) continue;
      const k = Math.round(curve.at * (z.length - 1));
      chart.label(curve.label, z[k], curve.values[k], palette[curve.tone], { dy: curve.below ? 13 : -10 });
    }
    spots(view, frame);
    mark(view, palette);
    for (const chip of queryAll(root, ".kl-chip")) {
      setProperties(chip, { ariaPressed: String(visibleCurves().some((c) => c.name === chip.dataset.curve)) });
      chip.classList.toggle("is-current", chip.dataset.curve === currentName());
    }
  }

  addInput(view);

  return { draw, marks: true, covers: true, describe: (text = "") => canvas.setAttribute("aria-label", item.has_caption ? `${text} ${caption.textContent}` : text) };
}

// Build a chip for each curve, which shows or hides the curve.
/** @param {CurveView} view */
function addChips({ root, item, player, hiddenNames }) {
  const row = element("div", { className: "kl-chips" });
  for (const curve of item.curves) {
    const sample = element("i", { ariaHidden: "true" });
    sample.innerHTML = `<svg width="16" height="3"><path d="M0 1.5H16" stroke="currentColor" stroke-width="3" stroke-dasharray="${(curve.dash ?? []).map(Number).join(" ")}"/></svg>`;
    const chip = element("button", { type: "button", className: "kl-chip" }, sample, curve.label);
    chip.style.setProperty("--tone", `var(--kl-${curve.tone.replaceAll("_", "-")})`);
    chip.dataset.curve = curve.name;
    chip.addEventListener("click", () => {
      const names = hiddenNames();
      if (!names.delete(curve.name)) names.add(curve.name);
      player.look({ [item.name ?? ""]: [...names].join(".") || "none" });
    });
    row.append(chip);
  }
  root.append(row);
}

/** @param {CurveView} view @param {ArrayLike<number>} values @param {number} at */
function lookUp({ z }, values, at) {
  const u = (at - z[0]) / (z[z.length - 1] - z[0]) * (z.length - 1);
  const k = Math.min(z.length - 2, Math.max(0, Math.floor(u)));
  return values[k] + (u - k) * (values[k + 1] - values[k]);
}

// Interpolate a table on one side of a jump, not across it.
/** @param {CurveView} view @param {ArrayLike<number>} values @param {number} at @param {number[]} [kinks] */
function valueAt(view, values, at, kinks) {
  const { z } = view;
  const step = z[1] - z[0], kink = kinks?.find((k) => Math.abs(at - k) <= step);
  if (kink === undefined) return lookUp(view, values, at);
  return lookUp(view, values, kink + (at <= kink ? -2 : 2) * step);
}

// Draw a step function: constant up to and including its jump, and constant beyond it.
/** @param {CurveView} view @param {LossCurve} curve @param {{ name: string, color: string, width: number, dash: number[] }} style */
function steps({ chart, z }, { values, kinks = [] }, style) {
  const [jump] = kinks, k = z.findIndex((v) => v > jump + 1e-9);
  chart.line([...z.slice(0, k), jump], [...values.slice(0, k), values[k - 1]], style);
  chart.line([jump, ...z.slice(k)], [values[k], ...values.slice(k)], style);
  chart.dot(jump, values[k - 1], style.color);
}

// Draw the area between the loss and the zero-one loss where the loss is below, a chord of the loss, and a chord of the
// curve `against`, and describe them in the caption. A chord of a convex curve is never below the curve.
/** @param {CurveView} view @param {Record<string, string>} palette */
function showCaption(view, palette) {
  const { axes, currentCurve, item, caption, visibleCurves, z } = view;
  const curve = currentCurve(), rival = visibleCurves().find((c) => c.name === item.against);
  if (!curve?.chord) return;
  const { context } = axes, { under = [] } = curve;
  if (under.length) {
    const [from, to] = under, area = new Path2D(), inside = z.filter((v) => v >= from && v <= to);
    area.moveTo(axes.px(from), axes.py(1));
    for (const v of inside) area.lineTo(axes.px(v), axes.py(lookUp(view, curve.values, v)));
    area.lineTo(axes.px(to), axes.py(1));
    axes.clipped(() => { context.globalAlpha = 0.25; context.fillStyle = palette.zero_one; context.fill(area); context.globalAlpha = 1; });
  }
  const convex = drawChord(view, curve, { color: palette.muted, width: 1.4, dash: [4, 4] }, "dashed");
  const bound = under.length ? `the loss is below the zero-one loss from z = ${number(under[0])} to ${number(under[1])}, shaded` : "the loss is nowhere below the zero-one loss";
  const comparison = rival ? ` ${drawChord(view, rival, { color: palette[rival.tone], width: 1.8, dash: [2, 4] }, "dotted")}.` : "";
  setText(caption, `${convex}; ${bound}.${comparison}`);
}

// Draw the chord of a curve, and return a sentence that compares it with the curve.
/** @param {CurveView} view @param {LossCurve} curve @param {{ color: string, width: number, dash: number[] }} style @param {string} look */
function drawChord({ chart }, { label, chord: [a, b, low, high] = [], convex }, style, look) {
  chart.line([a, b], [low, high], style);
  return `${label}: ${convex ? `convex, the ${look} chord never runs below the curve` : `not convex, the ${look} chord runs below the curve`}`;
}

/** @param {CurveView} view @param {Frame} frame */
function spots(view, frame) {
  const { item, stage, axes, currentCurve, examples, x0, x1, y0, y1, z } = view;
  const curve = currentCurve(), labels = frame.get("labels"), f = frame.get("decision");
  examples.spots = new Float64Array(0);
  if (!curve || stage.covered) return;
  const flat = new Float64Array(2 * labels.length), out = [0, 0];
  for (let i = 0; i < labels.length; i++) {
    const at = item.at === "margin" ? labels[i] * f[i] : f[i];
    const values = item.at === "margin" || labels[i] > 0 ? curve.values : item.mirror ?? curve.values;
    const height = at >= z[0] && at <= z[z.length - 1] ? lookUp(view, values, at) : NaN;
    const isInside = at >= x0 && at <= x1 && height >= y0 && height <= y1;
    // Points outside the picture are counted instead of drawn.
    if (!isInside) out[at < x0 || (at <= x1 && height > y1) ? 0 : 1]++;
    flat[2 * i] = isInside ? at : NaN;
    flat[2 * i + 1] = isInside ? height : NaN;
  }
  noteHiddenPoints(view, out);
  if (item.beyond !== undefined) stems(view, flat, labels.length);
  const paths = paint.pointPaths(axes, flat, labels, 3.6);
  paint.points(axes.context, paths, stage.palette, 1.6);
  examples.spots = flat;
}

/** @param {CurveView} view @param {number[]} counts */
function noteHiddenPoints({ stage, axes, canvas }, [left, right]) {
  const { x, y, w } = axes.box, style = { color: stage.palette.text, size: stage.small };
  if (left) axes.text(`← ${left} outside`, x + 6, y + 9, { ...style, align: "left" });
  if (right) axes.text(`${right} outside →`, x + w - 6, y + 9, { ...style, align: "right" });
  setProperties(canvas.dataset, { outside: `${left},${right}` });
}

// Draw a stem under every point that is beyond the margin `beyond` and whose loss is not 0.
/** @param {CurveView} view @param {Float64Array} flat @param {number} count */
function stems({ item, stage, axes, y0 }, flat, count) {
  const { context } = axes, path = new Path2D();
  for (let i = 0; i < count; i++) {
    if (!(flat[2 * i] > (item.beyond ?? Infinity)) || flat[2 * i + 1] <= y0 + 1e-3) continue;
    path.moveTo(axes.px(flat[2 * i]), axes.py(y0));
    path.lineTo(axes.px(flat[2 * i]), axes.py(flat[2 * i + 1]));
  }
  paint.stroke(context, path, stage.palette.accent, 1.4);
}

/** @param {CurveView} view @param {Record<string, string>} palette */
function mark({ stage, axes, examples }, palette) {
  const i = stage.markedExample;
  if (i === undefined || 2 * i >= examples.spots.length || Number.isNaN(examples.spots[2 * i])) return;
  const ring = new Path2D();
  ring.arc(axes.px(examples.spots[2 * i]), axes.py(examples.spots[2 * i + 1]), 9, 0, 2 * Math.PI);
  paint.stroke(axes.context, ring, palette.accent, 3);
}

/** @param {CurveView} view @param {number} i */
function example(view, i) {
  const { item, currentCurve, examples, z } = view;
  const { get } = /** @type {Frame} */ (examples.frame), label = get("labels")[i], f = get("decision")[i], alpha = get("alpha")[i];
  const lines = [`example ${i + 1}, ${label > 0 ? "positive ×" : "negative ○"}`, `f(x) = ${number(f)}`, `margin y·f = ${number(label * f)}`];
  if (get("rate") !== undefined && item.at === "margin") lines.push(`L′ = ${number(-label * get("rate") * alpha || 0)}`, `α = ${number(alpha)}`);
  if (item.at === "decision") lines.push(`P(y = 1 | x) = ${number(lookUp(view, currentCurve()?.values ?? [], clamp(f, z[0], z[z.length - 1])))}`);
  return lines.join("\n");
}

/** @param {CurveView} view @param {number} at */
function place(view, at) {
  const { item, visibleCurves } = view;
  const value = (/** @type {LossCurve} */ c) => (c.slopes ? lookUp(view, c.values, at) : valueAt(view, c.values, at, c.kinks));
  const rows = visibleCurves().map((c) => `${c.label}: ${number(value(c))}` + (c.slopes ? `, slope ${number(valueAt(view, c.slopes, at, c.kinks))}` : ""));
  if (item.total) rows.push(`${item.total} = ${number(visibleCurves().reduce((sum, c) => sum + value(c), 0))}`);
  return [`${item.at === "margin" ? "margin z" : "f(x)"} = ${number(at)}`, ...rows].join("\n");
}

/** @param {CurveView} view @param {number} px @param {number} py */
function showTip(view, px, py) {
  const { stage, axes, examples, tip } = view;
  if (!examples.frame) return;
  const { x, w } = axes.box, i = nearestPoint(axes, examples.spots, px, py, NEAR), [at] = axes.at(clamp(px, x, x + w), 0);
  const words = () => (i === undefined ? place(view, at) : example(view, i));
  stage.mark(i);
  tip.textContent = words();
  stage.tips.set(tip, words);
  placeTip(tip, axes, px, py, 20);
}

/** @param {CurveView} view */
function hideTip({ stage, tip }) { tip.hidden = true; stage.mark(undefined); }

// Show the tooltip at the pointer, or at a cursor that the arrow keys move.
/** @param {CurveView} view */
function addInput(view) {
  const { stage, axes, canvas, examples, tip, x0, x1, y1 } = view;
  let cursor = 1;
  canvas.addEventListener("pointermove", (e) => showTip(view, e.offsetX, e.offsetY));
  canvas.addEventListener("pointerleave", () => hideTip(view));
  canvas.addEventListener("blur", () => hideTip(view));
  canvas.addEventListener("keydown", (e) => {
    const step = arrowWay(e)?.[0];
    if (e.key === "Escape") hideTip(view);
    if (!step || !examples.frame) return;
    e.preventDefault();
    cursor = clamp(cursor + step * (x1 - x0) / (e.shiftKey ? 14 : 70), x0, x1);
    showTip(view, axes.px(cursor), axes.py(y1));
    stage.announce(tip.textContent.replaceAll("\n", ", "));
  });
}
