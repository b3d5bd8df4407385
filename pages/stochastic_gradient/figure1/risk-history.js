// A run's risk against its steps, with the least risk, that of the optimum, as a floor. Press or drag: to that step.

import { Chart, tickLabels } from "../../../assets/draw/chart.js";
import { ticks } from "../../../assets/draw/axes.js";
import { decade, number } from "../../../assets/base/format.js";
import { pressAlong } from "../../../assets/input/gestures.js";

export const kinds = { stephistory };
export const costly = ["stephistory"];

const ASTRAY = 20, ROOM = 3, EARLY = 10;     // times the usual risk: from there on log, or cut off

/** @type {(last: number) => [number, string][]} */
const xticks = (last) => tickLabels(ticks(0, last, 6));

/** @type {MakeView<"stephistory">} */
function stephistory(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-history");
  if (item.tall) root.classList.add("kl-tall");
  const chart = new Chart(root, stage, { label: item.label }), { canvas, axes } = chart;
  const still = document.createElement("canvas");      // what stays while the run plays: its lines are long
  /** @type {Frame | null} */
  let current = null;
  /** @type {{ risks: Numbers, palette: Record<string, string> } | null} What `still` was drawn of. */
  let stillOf = null;

  /** @param {Frame} frame */
  function draw(frame, changed = true) {
    current = frame;
    const { palette } = stage, risks = frame.get("risks"), end = frame.get("ended"), t = Number(frame.scene[item.along]);
    axes.ylog = Math.max(...risks) > ASTRAY * usual(risks);
    const resized = axes.resize();
    if (stage.recording) background(frame, risks, end);      // for a file it stays lines
    else if (resized || !changed || stillOf?.risks !== risks || stillOf?.palette !== palette) {
      background(frame, risks, end);
      stillOf = { risks, palette };
      Object.assign(still, { width: canvas.width, height: canvas.height });
      /** @type {Context} */ (still.getContext("2d")).drawImage(canvas, 0, 0);
    } else {
      axes.begin();
      axes.context.drawImage(still, 0, 0, axes.width, axes.height);
    }
    // What is still to come is paler, the axis's name is not.
    const { context, box: { x, y, w, h } } = axes, at = axes.px(t);
    context.globalAlpha = 0.5;
    context.fillStyle = palette.background;
    context.fillRect(at, y, x + w - at, h);
    context.globalAlpha = 1;
    chart.nameAxis("t", xticks(risks.length - 1), { color: palette.muted, size: stage.small });
    legend(risks[risks.length - 1], frame.get("floor"));
    chart.upright(t, palette.accent);
    chart.dot(Math.min(t, end), Math.min(axes.y1, risks[t]), palette.positive);
    if (frame.get("stopped") > 0) chart.label("✕ stopped", end, risks[end], palette.negative, { dy: 0 });
  }

  /** @param {Frame} frame @param {Numbers} risks @param {number} end */
  function background(frame, risks, end) {
    const { palette } = stage, last = risks.length - 1, floor = frame.get("floor"), most = Math.max(...risks), common = usual(risks);
    const { ylog } = axes, low = ylog ? Math.floor(Math.log10(Math.max(floor, 1e-3 * common))) : 0;
    const high = ylog ? Math.ceil(Math.min(Math.log10(most), 30)) : 1.1 * Math.min(most, ROOM * common) || 1;
    /** @type {[number, string][]} */
    const marks = ylog ? [0, 1, 2, 3].map((k) => Math.round(low + k * (high - low) / 3)).map((e) => [10 ** e, decade(e)])
      : tickLabels(ticks(0, high, 4));
    chart.begin({ x0: 0, x1: last, y0: ylog ? 10 ** low : low, y1: ylog ? 10 ** high : high, yticks: marks, xticks: xticks(last) });
    const uptoEnd = (/** @type {Numbers} */ values) => values.subarray(0, end + 1), xs = Array.from(uptoEnd(risks), (_, k) => k);
    chart.line(xs, uptoEnd(risks), { name: "risk", color: palette.positive, width: 1.8 });
    chart.line(xs, uptoEnd(frame.get("mean_risks")), { name: "risk of the mean α", color: palette.squared, width: 1.8 });
    chart.line([0, last], [floor, floor], { name: "least risk", color: palette.text, width: 1.8, dash: [5, 4] });
  }

  // In the corner that the curves leave empty.
  /** @param {number} last @param {number} floor */
  function legend(last, floor) {
    const { palette, small: size } = stage, { x, y, w, h } = axes.box, falls = axes.py(last) > y + h / 2;
    [["risk J(αₜ)", "positive"], ["risk of the mean α", "squared"], [`- - least risk ${number(floor)}`, "text"]].forEach(([text, tone], k) => {
      /** @type {{ size: number, align: CanvasTextAlign, weight: string }} */
      const style = { size, align: "right", weight: "600" };
      const at = falls ? y + 10 + 1.35 * size * k : y + h - 10 - 1.35 * size * (2 - k);
      axes.text(text, x + w - 4, at, { ...style, color: palette.background, halo: 4 });
      axes.text(text, x + w - 4, at, { ...style, color: palette[tone] });
    });
  }

  pressAlong(chart, player, (value) => {
    if (!current) return;
    const last = current.get("risks").length - 1, step = Math.round(Math.min(last, Math.max(0, value)));
    if (step !== Number(player.scene[item.along])) player.move(item.along, step);
  }, () => current !== null);
  return {
    draw,
    describe() {
      if (current) canvas.setAttribute("aria-label", `${item.label} At step ${Math.min(Number(current.scene[item.along]), current.get("ended"))}: ${number(current.get("risk"))}, the least is ${number(current.get("floor"))}.`);
    },
  };
}

// What the scale is measured by: the risk of f = 0, or where that is 0, as the perceptron's is, the
// largest one of the first steps.
/** @param {Numbers} risks */
function usual(risks) {
  return risks[0] || Math.max(...risks.subarray(0, EARLY + 1));
}
