// Draw a run's risk against its steps, with the risk of the mean α and the minimum risk. A press or a drag moves the run
// to a step.

import { Chart, tickLabels } from "../../../assets/draw/chart.js";
import { ticks } from "../../../assets/draw/axes.js";
import { decade, number } from "../../../assets/base/format.js";
import { pressAlong } from "../../../assets/input/gestures.js";

export const kinds = { stephistory };
export const costly = ["stephistory"];

const LOG_FROM = 20;                         // the axis is logarithmic if the largest risk is above this, in units of the reference risk
const MAX_SHOWN = 3;                         // largest risk on a linear axis, in units of the reference risk
const FIRST_STEPS = 10;

/** @type {(last: number) => [number, string][]} */
const xticks = (last) => tickLabels(ticks(0, last, 6));

/** @type {MakeView<"stephistory">} */
function stephistory(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-history");
  if (item.tall) root.classList.add("kl-tall");
  const chart = new Chart(root, stage, { label: item.label }), { canvas, axes } = chart;
  const lineImage = document.createElement("canvas");      // the lines of the whole run, which do not change while it plays
  /** @type {Frame | null} */
  let currentFrame = null;
  /** @type {{ risks: Numbers, palette: Record<string, string> } | null} The risks and colours of `lineImage`. */
  let imageSource = null;

  /** @param {Frame} frame */
  function draw(frame, changed = true) {
    currentFrame = frame;
    const { palette } = stage, risks = frame.get("risks"), end = frame.get("ended"), t = Number(frame.scene[item.along]);
    axes.ylog = Math.max(...risks) > LOG_FROM * referenceRisk(risks);
    const resized = axes.resize();
    if (stage.recording) drawLines(frame, risks, end);      // an exported file must contain lines, not an image
    else if (resized || !changed || imageSource?.risks !== risks || imageSource?.palette !== palette) {
      drawLines(frame, risks, end);
      imageSource = { risks, palette };
      Object.assign(lineImage, { width: canvas.width, height: canvas.height });
      /** @type {Context} */ (lineImage.getContext("2d")).drawImage(canvas, 0, 0);
    } else {
      axes.begin();
      axes.context.drawImage(lineImage, 0, 0, axes.width, axes.height);
    }
    // Draw the steps after t paler.
    const { context, box: { x, y, w, h } } = axes, at = axes.px(t);
    context.globalAlpha = 0.5;
    context.fillStyle = palette.background;
    context.fillRect(at, y, x + w - at, h);
    context.globalAlpha = 1;
    chart.nameAxis("t", xticks(risks.length - 1), { color: palette.muted, size: stage.small });
    drawLegend(risks[risks.length - 1], frame.get("floor"));
    chart.upright(t, palette.accent);
    chart.dot(Math.min(t, end), Math.min(axes.y1, risks[t]), palette.positive);
    if (frame.get("stopped") > 0) chart.label("✕ stopped", end, risks[end], palette.negative, { dy: 0 });
  }

  /** @param {Frame} frame @param {Numbers} risks @param {number} end */
  function drawLines(frame, risks, end) {
    const { palette } = stage, last = risks.length - 1, floor = frame.get("floor"), most = Math.max(...risks), common = referenceRisk(risks);
    const { ylog } = axes, low = ylog ? Math.floor(Math.log10(Math.max(floor, 1e-3 * common))) : 0;
    const high = ylog ? Math.ceil(Math.min(Math.log10(most), 30)) : 1.1 * Math.min(most, MAX_SHOWN * common) || 1;
    /** @type {[number, string][]} */
    const marks = ylog ? [0, 1, 2, 3].map((k) => Math.round(low + k * (high - low) / 3)).map((e) => [10 ** e, decade(e)])
      : tickLabels(ticks(0, high, 4));
    chart.begin({ x0: 0, x1: last, y0: ylog ? 10 ** low : low, y1: ylog ? 10 ** high : high, yticks: marks, xticks: xticks(last) });
    const uptoEnd = (/** @type {Numbers} */ values) => values.subarray(0, end + 1), xs = Array.from(uptoEnd(risks), (_, k) => k);
    chart.line(xs, uptoEnd(risks), { name: "risk", color: palette.positive, width: 1.8 });
    chart.line(xs, uptoEnd(frame.get("mean_risks")), { name: "risk of the mean α", color: palette.squared, width: 1.8 });
    chart.line([0, last], [floor, floor], { name: "minimum risk", color: palette.text, width: 1.8, dash: [5, 4] });
  }

  // Draw the legend in a corner without curves.
  /** @param {number} last @param {number} floor */
  function drawLegend(last, floor) {
    const { palette, small: size } = stage, { x, y, w, h } = axes.box, falls = axes.py(last) > y + h / 2;
    [["risk J(αₜ)", "positive"], ["risk of the mean α", "squared"], [`- - minimum risk ${number(floor)}`, "text"]].forEach(([text, tone], k) => {
      /** @type {{ size: number, align: CanvasTextAlign, weight: string }} */
      const style = { size, align: "right", weight: "600" };
      const at = falls ? y + 10 + 1.35 * size * k : y + h - 10 - 1.35 * size * (2 - k);
      axes.text(text, x + w - 4, at, { ...style, color: palette.background, halo: 4 });
      axes.text(text, x + w - 4, at, { ...style, color: palette[tone] });
    });
  }

  pressAlong(chart, player, (value) => {
    if (!currentFrame) return;
    const last = currentFrame.get("risks").length - 1, step = Math.round(Math.min(last, Math.max(0, value)));
    if (step !== Number(player.scene[item.along])) player.move(item.along, step);
  }, () => currentFrame !== null);
  return {
    draw,
    describe() {
      if (currentFrame) canvas.setAttribute("aria-label", `${item.label} At step ${Math.min(Number(currentFrame.scene[item.along]), currentFrame.get("ended"))}: risk ${number(currentFrame.get("risk"))}, minimum risk ${number(currentFrame.get("floor"))}.`);
    },
  };
}

// Return the reference risk that scales the axis: the risk of f = 0 or, if this risk is 0 as for the perceptron loss,
// the largest risk of the first steps.
/** @param {Numbers} risks */
function referenceRisk(risks) {
  return risks[0] || Math.max(...risks.subarray(0, FIRST_STEPS + 1));
}
