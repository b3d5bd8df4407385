// The certificate of the fit that is shown: gap, primal and dual against the solver's iterations, and
// the same problem in its other form, solved by another method. Asked for when the hand has let go.

import { Chart } from "../../assets/draw/chart.js";
import { decade, number, power } from "../../assets/base/format.js";
import { asker } from "../../assets/base/latest-request.js";
import { arrowWay } from "../../assets/input/gestures.js";
import { element } from "../../assets/base/dom.js";
import { verdict } from "./separability-note.js";

export const kinds = { proof };

const DIGITS = 7;
const BELOW = 2;       // decades under the optimum that are shown; a dual value of 0 lies below them
const LEAST = 1e-16;   // a smaller gap is rounding

/** @type {MakeView} */
function proof(root, item, player, stage) {
  return item.words ? verdict(root, item, player) : certificates(root, item, player, stage);
}

function certificates(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-tall");
  const gaps = view("Duality gap"), values = view("Primal and dual, on their way to each other");
  const table = element("div", { className: "kl-readouts" });
  root.append(table);
  let answer = null, asked = "", at = null;   // the iteration that is pointed at

  function view(title) {
    const box = element("div", { className: "kl-proof-chart" }, element("p", { className: "kl-title", textContent: title }));
    root.append(box);
    const chart = new Chart(box, stage, { label: `${item.label} ${title}.`, margins: { left: 52 } });
    const tip = element("div", { className: "kl-tip", hidden: true });
    box.append(tip);
    chart.canvas.tabIndex = 0;
    return { chart, tip, title };
  }

  const ask = asker(item.address, show, (message) => {
    answer = null;
    for (const { chart, tip } of [gaps, values]) chart.canvas.parentElement.hidden = tip.hidden = true;
    table.replaceChildren(element("p", { textContent: message }));
  });

  function show(body) {
    [answer, at] = [body, null];
    for (const { chart } of [gaps, values]) chart.canvas.parentElement.hidden = false;
    picture();
    numbers();
    describe();
  }

  function question() {
    const query = player.query();
    if (query === asked) return;
    asked = query;
    ask(query);
  }

  // ---- the pictures ------------------------------------------------------------------------------

  const most = () => Math.max(1, ...answer.traces.flatMap((t) => t.iterations));
  const log = (v) => Math.log10(Math.max(v, LEAST));
  const all = (name) => answer.traces.flatMap((t) => t[name].map(log));

  function begin(chart, y0, y1, top) {
    const step = Math.max(1, Math.ceil((y1 - y0) / 6)), marks = [];
    for (let e = top; e >= y0; e -= step) marks.push([e, decade(e, 0)]);
    const count = [0.25, 0.5, 0.75].map((s) => Math.round(s * most())).filter((v, k, them) => v > 0 && them.indexOf(v) === k);
    chart.begin({ x0: 0, x1: most(), y0, y1, yticks: marks, xticks: count.map((v) => [v, String(v)]), note: "iterations" });
    if (at !== null) chart.upright(at, stage.palette.line, 2);
  }

  function picture() {
    const { palette } = stage, high = Math.max(0, ...all("gap"));
    begin(gaps.chart, Math.min(-7, ...all("gap")), high + 0.5, Math.ceil(high - 0.01));
    for (const t of answer.traces) {
      const logs = t.gap.map(log), k = Math.floor((logs.length - 1) / 2);
      gaps.chart.line(t.iterations, logs, { color: palette[t.tone], width: 2.4 });
      gaps.chart.label(t.label, t.iterations[k], logs[k], palette[t.tone]);
    }
    const end = Math.min(...all("primal")), top = Math.max(...all("primal"));
    begin(values.chart, end - BELOW, top + 0.3, Math.floor(top + 0.3));
    for (const t of answer.traces) {
      for (const [name, dash] of /** @type {[string, number[]][]} */ ([["primal", []], ["dual", [7, 4]]])) {
        const logs = t[name].map(log);
        values.chart.line(t.iterations, logs, { color: palette[t.tone], dash, width: 2.2 });
        const k = logs.findIndex((v, j) => j > 0 && v > end - 0.75 * BELOW);
        if (t === answer.traces[0] && k > 0) values.chart.label(name, t.iterations[k] + 0.02 * most(), logs[k], palette[t.tone], name === "dual" ? { dy: 14 } : {});
      }
    }
  }

  function numbers() {
    const rows = answer.rows.map(({ label, note, value, gap }) => {
      const cell = element("b", { textContent: value === null ? "–" : gap ? power(Math.max(value, 1e-17)) : number(value, DIGITS) });
      cell.dataset.readout = label;
      return element("div", { className: "kl-row" }, element("span", {}, `${label} `, element("small", { textContent: note })), cell);
    });
    table.replaceChildren(...rows);
  }

  // ---- one iteration, by hand or by keys ---------------------------------------------------------

  // What each solver had proven by then: its last entry at or before the iteration.
  function told() {
    return [`after ${at} iterations`, ...answer.traces.map((t) => {
      const k = t.iterations.findLastIndex((i) => i <= at);
      return `${t.label}: gap ${number(t.gap[k])}\nprimal ${number(t.primal[k], 4)}, dual ${number(t.dual[k], 4)}`;
    })].join("\n");
  }

  function look(iteration, own) {
    if (!answer) return;
    at = iteration === null ? null : Math.min(most(), Math.max(0, Math.round(iteration)));
    for (const { tip } of [gaps, values]) tip.hidden = true;
    if (at !== null) {
      own.tip.textContent = told();
      own.tip.hidden = false;
      const { axes } = own.chart, right = axes.px(at) > axes.width / 2;
      own.tip.style.left = right ? "" : `${axes.px(at) + 12}px`;
      own.tip.style.right = right ? `${axes.width - axes.px(at) + 12}px` : "";
      own.tip.style.top = `${own.chart.canvas.offsetTop + 20}px`;
    }
    picture();
  }

  for (const own of [gaps, values]) {
    const { chart, chart: { canvas } } = own;
    canvas.addEventListener("pointermove", (e) => answer && look(chart.axes.at(e.offsetX, 0)[0], own));
    canvas.addEventListener("pointerleave", () => look(null));
    canvas.addEventListener("blur", () => look(null));
    canvas.addEventListener("keydown", (e) => {
      const step = arrowWay(e)?.[0];
      if (e.key === "Escape") look(null);
      if (!step || !answer) return;
      e.preventDefault();
      look((at ?? (step > 0 ? -1 : most() + 1)) + step, own);
      stage.announce(told().replaceAll("\n", ", "));
    });
  }

  player.on("settle", question);
  player.on("ready", question);
  return {
    draw(frame, changed = true) { if (answer && !changed) picture(); },
    describe,
  };

  function describe() {
    const rows = [...table.querySelectorAll(".kl-row")].map((row) => [...row.children].map((part) => part.textContent.trim()).join(" "));
    for (const { chart, title } of [gaps, values]) chart.canvas.setAttribute("aria-label", `${item.label} ${title}. ${rows.join(", ") || table.textContent}`);
  }
}
