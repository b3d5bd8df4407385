// The certificate of the fit that is shown: primal, dual and gap against the solver's iterations, and
// the same problem in its other form, solved by another method. Asked for when the hand has let go.

import { Chart } from "./chart.js";
import { number, power } from "./format.js";
import { asker } from "./ask.js";
import { element } from "./dom.js";
import { verdict } from "./verdict.js";

export function proof(root, item, player, stage) {
  return item.words ? verdict(root, item, player) : certificates(root, item, player, stage);
}

function certificates(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-tall");
  const chart = new Chart(root, stage, { label: item.label, margins: { left: 52 } });
  const table = element("div", { className: "kl-readouts" });
  root.append(table);
  let answer = null, asked = "";

  const ask = asker(item.address, (body) => { answer = body; picture(); numbers(); }, (message) => {
    table.replaceChildren(element("p", { textContent: message }));
  });

  function question() {
    const query = player.query();
    if (query === asked) return;
    asked = query;
    ask(query);
  }

  function picture() {
    const traces = answer.traces.map((t) => ({ ...t, logs: t.gap.map((g) => Math.log10(Math.max(g, 1e-16))) }));
    const most = Math.max(1, ...traces.flatMap((t) => t.iterations));
    const low = Math.min(-7, ...traces.flatMap((t) => t.logs)), high = Math.max(0, ...traces.flatMap((t) => t.logs));
    const marks = [];
    for (let e = Math.ceil(high - 0.01); e >= low; e -= 3) marks.push([e, power(10 ** e).replace("1·", "")]);
    const count = [0.25, 0.5, 0.75].map((s) => Math.round(s * most)).filter((v, k, all) => v > 0 && all.indexOf(v) === k);
    chart.begin({ x0: 0, x1: most, y0: low, y1: high + 0.5, yticks: marks, xticks: count.map((v) => [v, String(v)]), note: "iterations" });
    for (const t of traces) {
      const color = stage.palette[t.tone];
      chart.line(t.iterations, t.logs, { color, width: 2.4 });
      const k = t.logs.length - 1;
      chart.label(t.label, t.iterations[Math.floor(k / 2)], t.logs[Math.floor(k / 2)], color);
    }
  }

  function numbers() {
    const rows = answer.rows.map(({ label, note, value, gap }) => {
      const cell = element("b", { textContent: value === null ? "–" : gap ? power(Math.max(value, 1e-17)) : number(value, 7) });
      cell.dataset.readout = label;
      return element("div", { className: "kl-row" }, element("span", {}, `${label} `, element("small", { textContent: note })), cell);
    });
    table.replaceChildren(...rows);
  }

  player.on("settle", question);
  player.on("ready", question);
  return {
    draw(frame, changed = true) { if (answer && !changed) picture(); },
    describe: () => chart.canvas.setAttribute("aria-label", `${item.label} ${table.textContent}`),
  };
}
