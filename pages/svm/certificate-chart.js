// Draw the certificates of both forms of the shown problem, each solved by its own method: duality gap, primal and dual
// values against the iterations, and a table of the final values. They are requested at first and after each change,
// during a drag only at its end. An item with `words` shows only a sentence, see separability-note.js.

import { ticks } from "../../assets/draw/axes.js";
import { Chart, decadeTicks, tickLabels } from "../../assets/draw/chart.js";
import { many, number, power } from "../../assets/base/format.js";
import { latestRequest } from "../../assets/base/latest-request.js";
import { arrowWay } from "../../assets/input/gestures.js";
import { element } from "../../assets/base/dom.js";
import { ended } from "../../assets/base/text-alternative.js";
import { separabilityNote } from "./separability-note.js";

export const kinds = { proof };

const DIGITS = 7;
const DECADES_BELOW_OPTIMUM = 2;   // decades of the value axis below the optimum; a dual value of 0 lies below the axis
const MIN_GAP = 1e-16;             // gaps below this are rounding errors; smaller numbers are drawn at this height

/** The server's answer, see pages/svm/certificate_endpoint.py.
 * @typedef {{ label: string, tone: string, iterations: number[], gap: number[], primal: number[], dual: number[] }} Trace
 * @typedef {{ traces: Trace[], rows: { label: string, note: string, value: number | null, gap?: boolean }[] }} Answer
 *
 * @typedef {{ chart: Chart, tip: HTMLElement, title: string, box: HTMLElement }} Pane
 *
 * `at`: the iteration under the pointer, or chosen with the arrow keys.
 * @typedef {object} ProofView
 * @property {Stage} stage
 * @property {() => number} maxIteration
 * @property {(name: "gap" | "primal" | "dual") => number[]} logValues
 * @property {(value: number) => number} atLeast
 * @property {Pane} gaps
 * @property {Pane} values
 * @property {HTMLElement} table
 * @property {Answer | null} answer
 * @property {number | null} at
 */

/** @type {MakeView<"proof">} */
function proof(root, item, player, stage) {
  return item.words ? separabilityNote(root, item, player, stage) : certificates(root, item, player, stage);
}

/** @param {HTMLElement} root @param {ProofItem} item @param {Player} player @param {Stage} stage */
function certificates(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-tall");
  const gaps = pane("Duality gap"), values = pane("Primal and dual values against iterations");
  const table = element("div", { className: "kl-readouts" });
  root.append(table);
  let pending = "", settingsText = item.label;

  /** @param {string} title */
  function pane(title) {
    const box = element("div", { className: "kl-proof-chart" }, element("p", { className: "kl-title", textContent: title }));
    root.append(box);
    const chart = new Chart(box, stage, { label: `${item.label} ${title}.`, ylog: true, margins: { left: 52, bottom: 40 } });
    const tip = element("div", { className: "kl-tip", hidden: true });
    box.append(tip);
    chart.canvas.tabIndex = 0;
    return { chart, tip, title, box };
  }

  const ask = latestRequest(item.address, show, (/** @type {string} */ message) => {
    view.answer = null;
    for (const { box, tip } of [gaps, values]) box.hidden = tip.hidden = true;
    table.replaceChildren(element("p", { textContent: message }));
  });

  /** @param {Answer} body */
  function show(body) {
    [view.answer, view.at] = [body, null];
    for (const { box } of [gaps, values]) box.hidden = false;
    drawCharts(view);
    showNumbers(view);
    describe();
  }

  function requestIfChanged() {
    const query = player.query();
    if (query === pending) return;
    pending = query;
    ask(query);
  }

  const traces = () => view.answer?.traces ?? [];
  const maxIteration = () => Math.max(1, ...traces().flatMap((t) => t.iterations));
  const atLeast = (/** @type {number} */ v) => Math.max(v, MIN_GAP);
  const logValues = (/** @type {"gap" | "primal" | "dual"} */ name) => traces().flatMap((t) => t[name].map((v) => Math.log10(atLeast(v))));
  /** @type {ProofView} */
  const view = { stage, maxIteration, logValues, gaps, atLeast, values, table, answer: null, at: null };

  for (const chartPane of [gaps, values]) {
    const { chart, chart: { canvas } } = chartPane;
    canvas.addEventListener("pointermove", (e) => view.answer && look(view, chart.axes.at(e.offsetX, 0)[0], chartPane));
    canvas.addEventListener("pointerleave", () => look(view, null));
    canvas.addEventListener("blur", () => look(view, null));
    canvas.addEventListener("keydown", (e) => {
      const step = arrowWay(e)?.[0];
      if (e.key === "Escape") look(view, null);
      if (!step || !view.answer) return;
      e.preventDefault();
      look(view, (view.at ?? (step > 0 ? -1 : maxIteration() + 1)) + step, chartPane);
      stage.announce(describePoint(view).replaceAll("\n", ", "));
    });
  }

  player.on("settle", requestIfChanged);
  player.on("ready", requestIfChanged);
  return {
    marks: true,
    draw(/** @type {Frame} */ frame, changed = true) { if (view.answer && !changed) drawCharts(view); },
    describe,
  };

  // The values hold for one setting of the controls, so the description begins with the settings: `text`, or the last ones.
  function describe(text = settingsText) {
    settingsText = text;
    const rows = [...table.querySelectorAll(".kl-row")].map((row) => [...row.children].map((part) => part.textContent?.trim()).join(" "));
    for (const { chart, title } of [gaps, values]) chart.canvas.setAttribute("aria-label", `${ended(text)} ${title}. ${rows.join(", ") || table.textContent}`);
  }
}

/** @param {ProofView} view @param {Chart} chart @param {number} low @param {number} high @param {number} top */
function begin(view, chart, low, high, top) {
  const { stage, maxIteration } = view;
  const step = Math.max(1, Math.ceil((high - low) / 6));
  const counts = ticks(0, maxIteration(), 5).filter(Number.isInteger);
  chart.begin({ x0: 0, x1: maxIteration(), y0: 10 ** low, y1: 10 ** high, yticks: decadeTicks(top, low, step), xticks: tickLabels(counts), note: "iterations" });
  if (view.at !== null) chart.upright(view.at, stage.palette.line, 2);
}

/** @param {ProofView} view */
function drawCharts(view) {
  const { stage, logValues, gaps, atLeast, values, answer } = view;
  if (!answer) return;
  const { palette } = stage, high = Math.max(0, ...logValues("gap"));
  begin(view, gaps.chart, Math.min(-7, ...logValues("gap")), high + 0.5, Math.ceil(high - 0.01));
  for (const t of answer.traces) {
    gaps.chart.line(t.iterations, t.gap.map(atLeast), { name: t.label, color: palette[t.tone], width: 2.4 });
  }
  for (const t of answer.traces) gaps.chart.name(t.label, t.iterations, t.gap.map(atLeast), palette[t.tone]);
  const end = Math.min(...logValues("primal")), top = Math.max(...logValues("primal"));
  begin(view, values.chart, end - DECADES_BELOW_OPTIMUM, top + 0.3, Math.floor(top + 0.3));
  for (const t of answer.traces) {
    for (const [name, dash] of /** @type {["primal" | "dual", number[]][]} */ ([["primal", []], ["dual", [7, 4]]])) {
      if (stage.highlight === name) values.chart.line(t.iterations, t[name].map(atLeast), { color: `${palette.accent}55`, width: 9 });    // while the pointer is on the value's symbol
      values.chart.line(t.iterations, t[name].map(atLeast), { name: `${t.label}, ${name}`, color: palette[t.tone], dash, width: 2.2 });
    }
  }
  const [first] = answer.traces;
  values.chart.name("primal", first.iterations, first.primal.map(atLeast), palette[first.tone], { at: 0.15 });
  values.chart.name("dual", first.iterations, first.dual.map(atLeast), palette[first.tone], { at: 0.3, below: true });
}

/** @param {ProofView} view */
function showNumbers(view) {
  const { table, answer } = view;
  const rows = (answer?.rows ?? []).map(({ label, note, value, gap }) => {
    const cell = element("b", { translate: false, textContent: value === null ? "–" : gap ? power(Math.max(value, 1e-17)) : number(value, DIGITS) });
    cell.dataset.readout = label;
    return element("div", { className: "kl-row" }, element("span", {}, `${label} `, element("small", { textContent: note })), cell);
  });
  table.replaceChildren(...rows);
}

// Describe the certificate of each solver at the iteration `at`, or at the solver's last iteration before it.
/** @param {ProofView} view */
function describePoint(view) {
  const { at, answer } = view;
  return [`after ${many(at ?? 0, "iteration")}`, ...(answer?.traces ?? []).map((t) => {
    const k = t.iterations.findLastIndex((i) => i <= (at ?? 0));
    return `${t.label}: gap ${number(t.gap[k])}\nprimal ${number(t.primal[k], 4)}, dual ${number(t.dual[k], 4)}`;
  })].join("\n");
}

/** @param {ProofView} view @param {number | null} iteration @param {Pane} [chartPane] */
function look(view, iteration, chartPane) {
  const { gaps, maxIteration, values } = view;
  if (!view.answer) return;
  view.at = iteration === null ? null : Math.min(maxIteration(), Math.max(0, Math.round(iteration)));
  for (const { tip } of [gaps, values]) tip.hidden = true;
  if (view.at !== null && chartPane) {
    chartPane.tip.textContent = describePoint(view);
    chartPane.tip.hidden = false;
    const { axes } = chartPane.chart, right = axes.px(view.at) > axes.width / 2;
    chartPane.tip.style.left = right ? "" : `${axes.px(view.at) + 12}px`;
    chartPane.tip.style.right = right ? `${axes.width - axes.px(view.at) + 12}px` : "";
    chartPane.tip.style.top = `${chartPane.chart.canvas.offsetTop + 20}px`;
  }
  drawCharts(view);
}
