// Draw f on the line, and the contribution of each example to f at one point x: a bar α_i K(x_i, x) at each x_i, or a
// tick if α_i is 0. A press, a drag or the arrow keys move x.

import { Chart, tickLabels } from "../../assets/draw/chart.js";
import { ticks } from "../../assets/draw/axes.js";
import { geometry } from "../../assets/draw/frame-geometry.js";
import { nearest, values } from "../../assets/base/sweep-decoder.js";
import { number, trimZeros } from "../../assets/base/format.js";
import { element } from "../../assets/base/dom.js";
import { arrowKeys, drag } from "../../assets/input/gestures.js";
import { caption, roundUp, sortedExamples } from "../../assets/input/example-hover.js";

export const kinds = { contributions };
export const costly = ["contributions"];

const FIRST_X = 0.42;            // the first x, as a share of the line
const STEP = 4;                  // number of nodes of the line by which an arrow key moves x
const FIT_REACH = 3;             // largest |f|, as a multiple of the window's height, that the scale fits
const HEADROOM = 0.3;            // space for the caption above the largest y tick, as a share of that y
const THICKEST = 10, THINNEST = 2.5, SHORTEST = 2;     // largest and smallest width of a bar, and smallest height, in px

/** @type {MakeView<"contributions">} */
function contributions(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-bumps");
  const chart = new Chart(root, stage, { label: item.label }), { canvas, axes } = chart;
  const sentence = element("p", { className: "kl-caption kl-numbers" });
  root.append(sentence);
  canvas.tabIndex = 0;
  canvas.classList.add("is-clickable");
  /** @type {Frame | null} */
  let currentFrame = null;

  // Return the index of the node nearest to the chosen x, or of the node at FIRST_X if none is chosen.
  /** @param {Frame} frame */
  function node(frame) {
    const xs = frame.get("x"), x = player.view[item.look], end = xs.length - 1;
    return x && Number.isFinite(Number(x)) ? nearest(xs, Number(x)) : Math.round(FIRST_X * end);
  }

  /** @param {Frame} frame */
  function draw(frame) {
    currentFrame = frame;
    const { palette } = stage, { window: [x0, x1, , high] } = geometry(frame), xs = frame.get("x"), G = xs.length, g = node(frame);
    const points = frame.get("points"), alpha = frame.get("alpha"), column = values(frame, "column"), fit = frame.get("fit");
    // The scale fits the contributions at this x alone: with a polynomial kernel those at an x far from 0 are hundreds of
    // times those near 0. It does not fit f if |f| is far above all targets somewhere.
    const shares = Array.from(alpha, (a, i) => Math.abs(a * column[i * G + g])), largestFit = Math.max(...Array.from(fit, Math.abs));
    const top = roundUp(Math.max(high, ...shares, largestFit < FIT_REACH * high ? largestFit : 0));
    chart.begin({ x0, x1, y0: -top, y1: (1 + HEADROOM) * top, xticks: tickLabels(ticks(x0, x1, 6)), yticks: tickLabels([-top, 0, top]), note: "x" });
    chart.upright(xs[g], palette.accent);
    let gap = THICKEST / 0.6;
    const order = sortedExamples(frame);
    for (let k = 1; k < order.length; k++) gap = Math.min(gap, axes.px(points[2 * order[k]]) - axes.px(points[2 * order[k - 1]]));
    const wide = Math.max(THINNEST, 0.6 * gap), zero = axes.py(0);
    axes.clipped((context) => {
      for (let i = 0; i < alpha.length; i++) {
        const x = axes.px(points[2 * i]), share = alpha[i] * column[i * G + g];
        const tall = alpha[i] === 0 ? 0 : Math.max(SHORTEST, Math.abs(axes.py(share) - zero));
        context.fillStyle = tall ? palette[share < 0 ? "negative" : "positive"] : palette.muted;
        if (tall) context.fillRect(x - wide / 2, share < 0 ? zero : zero - tall, wide, tall);
        else context.fillRect(x - 0.75, zero - 3.5, 1.5, 7);
      }
    });
    chart.line(xs, fit, { name: "f", color: palette.zero, width: 2.6 });
    chart.dot(xs[g], fit[g], palette.accent);
    caption(chart, `${item.method}: αᵢ K(xᵢ, x) at each xᵢ, and f`);
    sentence.textContent = inWords(frame, column, g);
  }

  /** @param {number} g */
  function moveTo(g) {
    if (!currentFrame) return;
    const xs = currentFrame.get("x");
    player.view[item.look] = String(Number(xs[Math.min(xs.length - 1, Math.max(0, g))].toFixed(3)));
    for (const view of stage.views()) view.followPlace?.();
  }
  const settle = () => player.look({ [item.look]: player.view[item.look] });

  drag(canvas, {
    scrolls: true,
    able: () => currentFrame !== null,
    down: (e) => follow(e),
    move: (e) => follow(e),
    up: settle,
  });
  /** @param {PointerEvent} e */
  function follow(e) {
    if (currentFrame) moveTo(nearest(currentFrame.get("x"), axes.at(e.offsetX, 0)[0]));
  }
  arrowKeys(canvas, { settle, able: () => currentFrame !== null, move: ([dx, dy]) => { if (currentFrame) moveTo(node(currentFrame) + STEP * (dx + dy)); } });
  return {
    draw,
    followPlace: () => { if (currentFrame) draw(currentFrame); },
    describe: () => canvas.setAttribute("aria-label", `${item.label} ${sentence.textContent} Arrow keys move x.`),
    summary: () => sentence.textContent,
  };
}

// Describe f(x) in words: the value and, if there are several examples, the number of terms and the largest term.
/** @param {Frame} frame @param {ArrayLike<number>} column @param {number} g */
function inWords(frame, column, g) {
  const x = frame.get("x")[g], G = frame.get("x").length, alpha = frame.get("alpha");
  const parts = Array.from(alpha, (a, i) => a * column[i * G + g]), sizes = parts.map(Math.abs), largestIndex = sizes.indexOf(Math.max(...sizes));
  const count = Array.from(alpha).filter((a) => a !== 0).length, place = `At x = ${trimZeros(number(x))}`;
  if (!count) return `${place}, f(x) = 0: no example contributes.`;
  const value = `${place}, f(x) = ${trimZeros(number(frame.get("fit")[g]))}`;
  if (alpha.length === 1) return `${value} is the contribution of the only example.`;
  const of = count === alpha.length ? `all ${count} examples` : `${count} of ${alpha.length} examples`;
  const from = trimZeros(number(frame.get("points")[2 * largestIndex]));
  return `${value} is the sum over ${of}. Largest term by size: ${trimZeros(number(parts[largestIndex]))}, from the example at ${from}.`;
}
