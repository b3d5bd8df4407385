// Pictures of the function that is being built, drawn from the last answer that `builder.js`
// received, not from a fit. So they can show a matrix that is not positive semidefinite.

import { Chart, decadeTicks, tickLabels } from "../../../assets/draw/chart.js";
import { ticks } from "../../../assets/draw/axes.js";
import { noteBars } from "../../../assets/draw/drawn-data.js";
import { matrix } from "../../../assets/views/gram-heatmap.js";
import { challenge } from "../../../assets/furniture/challenge/challenge.js";
import { readouts } from "../../../assets/furniture/controls.js";
import { tensorAt, floats } from "../../../assets/base/sweep-decoder.js";
import { number } from "../../../assets/base/format.js";
import { element, queryAll, setProperties } from "../../../assets/base/dom.js";
import { isRefused } from "./builder.js";

export const kinds = { built, fitted };

/**
 * The kernel that is being built, as a frame of one stop. `sum` has the terms of cᵀKc.
 * @typedef {Pick<Frame, "sweep" | "stop" | "scene" | "get"> & { sum: SumTerm[] }} BuiltFrame
 * @typedef {import("./builder.js").SumTerm} SumTerm
 */

/** @type {Record<string, (root: HTMLElement, item: any, player: Player, stage: Stage) => { draw(frame: any, changed?: boolean): void, describe(text?: string): void, summary?(): string }>} */
const INNER = { matrix, challenge, readouts, slices, spectrum, sums };

// Wrap another view and draw it from the server's answer; a wrapped challenge also gets the
// numbers of the fit.
/** @type {MakeView<"built">} */
function built(root, item, player, stage) {
  const [inner] = item.items, view = INNER[inner.kind](root, inner, player, stage), label = "label" in inner ? inner.label : "";
  root.classList.add(`kl-is-${inner.kind}`);
  // This paragraph replaces the view while there is no matrix.
  const placeholder = element("p", { className: "kl-fine-print", textContent: item.none ?? "", hidden: true });
  if (item.none) root.append(placeholder);
  const draw = (/** @type {boolean | undefined} */ changed) => {
    if (item.none && player.built !== undefined) for (const part of queryAll(root, ":scope > :not(.kl-tip)")) setProperties(part, { hidden: (part === placeholder) === Boolean(player.built) });
    if (player.built) view.draw(frameOf(player, /** @type {import("./builder.js").Built} */ (player.built)), changed);
  };
  const describe = (/** @type {string} */ text) => { if (player.built) view.describe(text); };
  player.on("built", () => { draw(true); describe(label); });
  return { ...view, draw: (frame, changed) => draw(changed), describe: (text = "") => describe(`${label} ${text}`.trim()) };
}

// Wrap a view of the fit. While no fit with the formula is possible, a sentence replaces the view.
/** @type {MakeView<"fitted">} */
function fitted(root, item, player, stage) {
  const [inner] = item.items, view = INNER[inner.kind](root, inner, player, stage);
  root.classList.add(`kl-is-${inner.kind}`);
  const placeholder = element("p", { className: "kl-fine-print", textContent: item.none, hidden: true });
  root.append(placeholder);
  const hasNoFit = () => isRefused(player.building?.answer);
  const choose = () => { for (const part of queryAll(root, ":scope > *")) setProperties(part, { hidden: (part === placeholder) !== hasNoFit() }); };
  player.on("built", choose);
  return { ...view, draw: (frame, changed) => { view.draw(frame, changed); choose(); }, summary: () => (hasNoFit() ? item.none : view.summary?.() ?? "") };
}

// Return the server's answer as a frame. The frame also has the numbers of the fit, if the fit
// belongs to the same formula and scene.
/** @param {Player} player @param {import("./builder.js").Built} built @returns {BuiltFrame} */
function frameOf(player, built) {
  const { sweep, sum } = built, { frame, scene } = player;
  const isFit = frame && !isRefused(built) && frame.scene.formula === built.formula && player.query(frame.scene) === player.query();
  return { sweep, sum, stop: 0, scene, get: (name) => (sweep.tensors[name] ? tensorAt(sweep, name, 0) : isFit ? frame.get(name) : undefined) };
}

// Draw k(x, ·) along the horizontal line through the example that was last pointed at, initially through example 1.
/** @param {HTMLElement} root @param {SlicesItem} item @param {Player} player @param {Stage} stage */
function slices(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-medium");
  const chart = new Chart(root, stage, { label: item.label });
  const caption = element("p", { className: "kl-caption" });
  root.append(caption);
  let i = 0;

  /** @param {BuiltFrame} frame */
  function draw(frame) {
    const points = frame.get("points"), xs = frame.get("slice_x"), n = points.length / 2, { palette } = stage;
    if (stage.markedExample !== undefined && stage.markedExample < n) i = stage.markedExample;
    i = Math.min(i, n - 1);
    const all = floats(frame.get("slices"), "F16"), top = Number(frame.sweep.meta.top);
    const ys = all.subarray(i * xs.length, (i + 1) * xs.length).map((v) => v * top);
    const low = Math.min(0, ...ys), high = Math.max(0, ...ys, low + 1e-9), room = 0.08 * (high - low);
    chart.begin({
      x0: xs[0], x1: xs[xs.length - 1], y0: low - (low < 0 ? room : 0), y1: high + room, note: "x₁",
      xticks: tickLabels(ticks(xs[0], xs[xs.length - 1], 5).slice(0, -1), 2),
      yticks: tickLabels(ticks(low, high, 3)),
    });
    chart.upright(points[2 * i], palette.muted, 1, [2, 3]);
    const isDefined = Boolean(frame.get("whole")[i]);
    if (isDefined) chart.line([...xs], [...ys], { name: "k(x, ·)", color: palette.accent, width: 2.6, fill: true });
    caption.textContent = sliceInWords(i, n, frame.get("gram")[i * n + i], isDefined);
  }
  return { draw, marks: true, describe: () => chart.canvas.setAttribute("aria-label", `${item.label} ${caption.textContent}`) };
}

/**
 * Describe the slice of example i of n. `kxx` is k(x, x) at the example, and `isDefined` is true if
 * k(x, ·) has a value everywhere on the slice.
 * @param {number} i
 * @param {number} n
 * @param {number} kxx
 * @param {boolean} isDefined
 */
export function sliceInWords(i, n, kxx, isDefined) {
  const example = `example ${i + 1}`, value = `k(x, x) = ${number(kxx)}`;
  const slice = isDefined ? `k(x, ·) for ${example}, on the horizontal line through it. At the example ${value}.`
    : `No slice for ${example}: k(x, ·) has no value at some points of the horizontal line through it. At the example itself ${value}.`;
  return n > 1 ? `${slice} Point at another example to see its slice.` : slice;
}

// Draw the eigenvalues in order on a log axis: negative ones as open triangles at the height of their absolute value,
// zeros at the bottom.
/** @param {HTMLElement} root @param {SpectrumItem} item @param {Player} player @param {Stage} stage */
function spectrum(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-medium");
  const chart = new Chart(root, stage, { label: item.label, ylog: true, margins: { left: 52 } });
  const caption = element("p", { className: "kl-caption" });
  root.append(caption);

  /** @param {BuiltFrame} frame */
  function draw(frame) {
    const values = [...frame.get("values")], kinds = [...frame.get("kinds")], n = values.length, { palette } = stage;
    const logs = values.map((v, k) => (kinds[k] ? Math.log10(Math.abs(v)) : NaN)), real = logs.filter(Number.isFinite);
    const high = Math.ceil(Math.max(...real, -9) + 0.1), low = Math.min(high - 2, Math.floor(Math.min(...real, high))) - 0.6;
    const step = Math.max(1, Math.ceil((high - low) / 5));
    chart.begin({
      x0: 0.3, x1: n + 0.7, y0: 10 ** low, y1: 10 ** (high + 0.2), note: "i", yticks: decadeTicks(high, low + 0.5, step),
      xticks: ticks(0, n, 5).map((v) => [Math.max(1, v), String(Math.max(1, v))]),
    });
    kinds.forEach((kind, k) => mark(k + 1, kind ? Math.abs(values[k]) : 10 ** (low + 0.25), kind, kind > 0 ? palette.accent : kind < 0 ? palette.negative : palette.muted));
    noteBars(chart.axes, values.map((v, k) => (kinds[k] ? Math.abs(v) : NaN)), { name: "|eigenvalue|, silent where it is 0", parts: "eigenvalues", levels: [] });
    caption.textContent = spectrumInWords(values, kinds, Boolean(frame.get("symmetric")[0]));
  }

  /** @param {number} x @param {number} y @param {number} kind @param {string} color */
  function mark(x, y, kind, color) {
    const { axes } = chart, { context } = axes, px = axes.px(x), py = axes.py(y);
    const r = Math.max(2.2, Math.min(4.5, axes.box.w / WIDTH_PER_RADIUS));
    context.beginPath();
    if (kind < 0) {
      context.moveTo(px - 1.5 * r, py - 1.2 * r);
      context.lineTo(px + 1.5 * r, py - 1.2 * r);
      context.lineTo(px, py + 1.5 * r);
      context.closePath();
    } else context.arc(px, py, r, 0, 2 * Math.PI);
    context.strokeStyle = context.fillStyle = color;
    context.lineWidth = 1.8;
    if (kind > 0) context.fill(); else context.stroke();
  }
  return { draw, describe: () => chart.canvas.setAttribute("aria-label", `${item.label} ${caption.textContent}`) };
}

/**
 * Describe the eigenvalues, the largest first. `kinds` has the sign of each.
 * @param {number[]} values
 * @param {number[]} kinds
 * @param {boolean} symmetric
 */
export function spectrumInWords(values, kinds, symmetric) {
  const n = values.length, [plus, zero, minus] = [1, 0, -1].map((kind) => kinds.filter((v) => v === kind).length);
  const whose = symmetric ? "Eigenvalues" : "K is not symmetric. Eigenvalues of (K + Kᵀ)/2";
  if (minus) return `${whose}: ${minus} of ${n} negative (▽, at their absolute values); the smallest is ${number(values[n - 1])}.`;
  if (!plus) return `${whose}: all ${n} are zero (○).`;
  return `${whose}: ${plus} of ${n} positive (●)${zero ? `, ${zero} zero up to rounding (○)` : ""}, none negative; the largest is ${number(values[0])}.`;
}

const WIDTH_PER_RADIUS = 110;    // ratio of the chart's width to the radius of a mark

// Draw the terms of cᵀKc, for the c that minimises it, as bars. Each bar begins where the bar above
// ends; the last bar, the sum, begins at 0.
/** @param {HTMLElement} root */
function sums(root) {
  root.classList.add("kl-sums");
  const rows = element("div", { className: "kl-sum-rows" }), caption = element("p", { className: "kl-caption" });
  root.append(element("p", { className: "kl-subtitle", textContent: "cᵀKc = Σ cᵢcⱼ k(xᵢ, xⱼ), for the c of length 1 that makes the sum smallest" }), rows, caption);

  /** @param {BuiltFrame} frame */
  function draw({ sum }) {
    const total = sum.length ? sum[sum.length - 1].share : 0, ends = [0];
    for (const { share } of sum.slice(0, -1)) ends.push(ends[ends.length - 1] + share);
    const low = Math.min(0, ...ends), wide = Math.max(0, ...ends) - low || 1;
    rows.replaceChildren(...sum.map(({ label, share }, k) => {
      const last = k === sum.length - 1, from = last ? 0 : ends[k], to = last ? total : ends[k + 1];
      return bar(label, share, (Math.min(from, to) - low) / wide, Math.abs(to - from) / wide, -low / wide, last);
    }));
    caption.textContent = !sum.length ? "k is not symmetric, so the sum is not computed."
      : total < 0 ? "The sum is below 0. A squared length ‖Σ cᵢφ(xᵢ)‖² is never below 0, so no features give this k."
      : "The sum is not below 0 even for this c: these points do not rule out that k is a kernel.";
  }
  return { draw, describe: (text = "") => root.setAttribute("aria-label", text) };
}

/** @param {string} label @param {number} share @param {number} from @param {number} width @param {number} zero @param {boolean} last */
function bar(label, share, from, width, zero, last) {
  const piece = element("i", {}), ground = element("s", {}), track = element("span", { className: "kl-sum-track", ariaHidden: "true" }, ground, piece);
  piece.style.left = `${100 * from}%`;
  piece.style.width = `${100 * width}%`;
  ground.style.left = `${100 * zero}%`;
  const row = element("div", { className: `kl-sum-row${last ? " kl-sum" : ""}` }, element("span", { className: "kl-sum-label", textContent: label }), track, element("b", { textContent: number(share), translate: false }));
  row.dataset.below = share < 0 ? "1" : "";
  return row;
}
