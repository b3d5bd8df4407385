// A waterfall chart of contributions: each bar begins where the previous one ends, from 0 to f(x).

import { Chart, tickLabels } from "../draw/chart.js";
import { ticks } from "../draw/axes.js";
import { noteBars } from "../draw/drawn-data.js";
import { many, number } from "../base/format.js";
import * as paint from "../draw/plane-layers.js";
import { element } from "../base/dom.js";

export const kinds = { votes };

const MAX_BARS = 14;                 // bars of single contributions; the other contributions share a bar
const NO_BARS = { x0: 0, x1: 1, y0: -1, y1: 1 };   // the chart while no contributions are known, or where there are none
const SMALL_SHARE = 1e-3;              // share of the largest possible contribution; smaller contributions count as close to 0

/** @type {MakeView<"votes">} */
function votes(root, item, player, stage) {
  root.dataset.view = "bars";
  root.classList.add("kl-curve", "kl-medium");
  const chart = new Chart(root, stage, { label: item.label });
  const caption = element("p", { className: "kl-caption kl-numbers" });
  root.append(caption);
  stage.vote.follow((/** @type {string} */ trouble) => {
    if (trouble) caption.textContent = trouble;
    bars();
  });

  // Return the bars: the largest contributions, then the sum of the others, then b.
  function steps() {
    /** @type {import("./weighted-vote.js").Answer} */
    const { votes, others, intercept } = stage.vote.answer, own = votes.slice(0, MAX_BARS);
    const rest = votes.slice(MAX_BARS).reduce((sum, v) => sum + v.vote, others.vote), count = votes.length - own.length + others.count;
    /** @type {{ size: number, i?: number, name: string }[]} */
    const all = own.map((v) => ({ size: v.vote, i: v.i, name: String(v.i + 1) }));
    if (count) all.push({ size: rest, name: `+${count}` });
    if (intercept) all.push({ size: intercept, name: "b" });
    let at = 0;
    return all.map((step) => ({ ...step, from: at, to: (at += step.size) }));
  }

  function bars() {
    if (!stage.vote.answer) { chart.begin(NO_BARS); return; }
    const all = steps(), { f } = stage.vote.answer, { palette } = stage;
    // The axis includes at least ±1, so that small sums look small.
    const ends = [-1, 1, f, ...all.flatMap((s) => [s.from, s.to])], low = Math.min(...ends), high = Math.max(...ends);
    const pad = 0.08 * (high - low), slots = Math.max(all.length + 1, 6);
    chart.begin({ x0: 0, x1: slots, y0: low - pad, y1: high + pad, yticks: tickLabels(ticks(low - pad, high + pad, 5)), note: "" });
    const { axes: own } = chart, { context } = own, { y: top, h } = own.box;
    const bar = (/** @type {number} */ k, /** @type {number} */ from, /** @type {number} */ to, /** @type {string} */ color, outline = false) => {
      const x = own.px(k + 0.12), width = own.px(k + 0.88) - x, y = own.py(Math.max(from, to)), tall = Math.max(1, Math.abs(own.py(from) - own.py(to)));
      context.fillStyle = color;
      context.fillRect(x, y, width, tall);
      if (outline) { context.strokeStyle = palette.accent; context.lineWidth = 2.5; context.strokeRect(x - 1.5, y - 1.5, width + 3, tall + 3); }
    };
    const tone = (/** @type {number} */ v) => palette[v > 0 ? "positive" : "negative"];
    all.forEach((s, k) => {
      bar(k, s.from, s.to, tone(s.size), s.i !== undefined && s.i === stage.markedExample);
      if (slots < 17) own.text(s.name, own.px(k + 0.5), top + h + 12, { color: palette.muted, size: stage.small });
    });
    bar(all.length, 0, f, palette.accent);
    noteBars(own, [...all.map((s) => s.to), f], { name: "the running sum of the contributions" });
    own.text("f(x)", own.px(all.length + 0.5), top + h + 12, { color: palette.text, size: stage.small, weight: "650" });
    const zero = new Path2D(), line = own.py(0);
    zero.moveTo(own.box.x, line);
    zero.lineTo(own.box.x + own.box.w, line);
    paint.stroke(context, zero, palette.zero, 1.4);
    tell();
  }

  function tell() {
    const { f, votes, others, intercept, largest_vote: largestVote } = stage.vote.answer, [x, y] = stage.vote.place();
    const largest = votes[0], isNear = largest && Math.abs(largest.vote) >= SMALL_SHARE * largestVote, who = votes.length + others.count;
    const verdict = f > 0 ? "positive" : f < 0 ? "negative" : "no answer";
    caption.textContent = `At x = (${number(x)}, ${number(y)}), the contributions of ${many(who, "example")}${intercept ? " and b" : ""} add up to f(x)\u00a0=\u00a0${number(f, 4)}: ${verdict}.`
      + (!largest ? " Every α·K is 0 here." : `${isNear ? "" : " All contributions here are close to 0."} Example ${largest.i + 1} contributes most: α·K = ${number(largest.alpha)}\u00a0· ${number(largest.similar)}\u00a0=\u00a0${number(largest.vote)}.`);
  }

  // Pointing at a bar marks its example in the plane.
  chart.canvas.addEventListener("pointermove", (e) => {
    if (!stage.vote.answer) return;
    const k = Math.floor(chart.axes.at(e.offsetX, 0)[0]);
    stage.mark(steps()[k]?.i);
  });
  chart.canvas.addEventListener("pointerleave", () => stage.mark(undefined));

  return {
    draw: (frame, changed) => { if (!changed) bars(); },
    marks: true,
    describe: () => chart.canvas.setAttribute("aria-label", `${item.label} ${caption.textContent}`),
  };
}
