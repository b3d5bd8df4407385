// Show the PAC bound on the number of examples: four sliders, the bound for their values, and an
// experiment with a thousand training sets. The server computes all numbers; see
// pages/regularisation/guarantees/pac.py.

import { Chart } from "../../../assets/draw/chart.js";
import { nearest } from "../../../assets/base/sweep-decoder.js";
import { groupDigits, many, number, percent, power, trimZeros } from "../../../assets/base/format.js";
import { latestRequest } from "../../../assets/base/latest-request.js";
import { countUp, element, setProperties, setText } from "../../../assets/base/dom.js";

export const kinds = { tally };

const SLIDERS = [
  ["size", "|F|", "functions in the class"],
  ["eps", "ε", "smallest error that is a failure"],
  ["delta", "δ", "allowed probability of a failure"],
  ["examples", "m", "examples in a training set"],
];
const MIN_PROBABILITY = 1e-4;    // lower end of the probability axis

/**
 * The server's answer for a setting, see pages/regularisation/guarantees/pac.py. `sufficient_examples`
 * is the smallest number of examples that is enough by the bound. `bound` and `exact` are the bound and the exact
 * probability of failure for each number of examples in `ns`; `failure_bound` and
 * `failure_probability` are the same for the chosen number. An entry of `draws` has the number of
 * training sets so far, the number of failures, and the two ends of the confidence interval.
 * @typedef {object} Answer
 * @property {number} sufficient_examples
 * @property {number[]} ns
 * @property {number[]} bound
 * @property {number[]} exact
 * @property {number} failure_bound
 * @property {number} failure_probability
 * @property {[number, number, number, number][]} [draws]
 *
 * The number of failures among `sets` training sets of n examples, and the confidence interval of
 * the true share.
 * @typedef {{ n: number, sets: number, failures: number, low: number, high: number }} Share
 *
 * `runNumber` increases with each experiment and each change of the setting, which ends a running
 * experiment.
 * @typedef {object} TallyView
 * @property {TallyItem} item
 * @property {HTMLElement} side
 * @property {(query: string) => void} run
 * @property {() => Record<string, string>} setting
 * @property {(name: string, value: string) => void} set
 * @property {Stage} stage
 * @property {Chart} chart
 * @property {Player} player
 * @property {HTMLElement} root
 * @property {HTMLElement} caption
 * @property {() => void} showCaption
 * @property {Frame | null} frame
 * @property {Answer | null} answer
 * @property {Share[]} points
 * @property {number} runNumber
 * @property {number} seed
 */

/** @type {MakeView<"tally">} */
function tally(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-tall", "kl-tally");
  const plot = element("div", {}), side = element("div", { className: "kl-tally-side" });
  root.append(plot, side);
  const chart = new Chart(plot, stage, { label: item.label, xlog: true, ylog: true, margins: { left: 50 } });
  const caption = element("p", { className: "kl-caption kl-numbers", role: "status" });
  plot.append(caption);
  let pending = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let lookTimer;

  const setting = () => Object.fromEntries(["kind", ...SLIDERS.map(([name]) => name)].map((name) => [name, player.view[name]]));

  /** @param {string} name @param {string} value */
  function set(name, value) {
    if (player.view[name] === value) return;
    player.view[name] = value;
    if (name !== "examples" && name !== "delta") figure.points = [];
    figure.runNumber++;
    show();
    requestIfChanged();
    clearTimeout(lookTimer);
    lookTimer = setTimeout(() => player.look({ [name]: player.view[name] }), 400);
  }

  function show() {
    for (const button of buttons) setProperties(button, { ariaChecked: String(button.dataset.value === player.view.kind) });
    for (const { name, symbol, stops, range, value } of controls) {
      const k = nearest(stops, Number(player.view[name]));
      range.value = String(k);
      range.style.setProperty("--fill", String(k / (stops.length - 1)));
      setProperties(range, { ariaValueText: `${symbol} = ${Number(player.view[name])}` });
      setText(value, String(Number(player.view[name])));
    }
  }

  const fail = (/** @type {string} */ message) => { caption.textContent = message; };
  const ask = latestRequest(item.address, (/** @type {Answer} */ answer) => {
    figure.answer = answer;
    countUp(root, "answers");
    showCaption();
    drawChart(figure);
  }, fail);
  const run = latestRequest(item.address, (/** @type {Answer & Required<Pick<Answer, "draws">>} */ answer) => {
    figure.answer = answer;
    play(figure, answer.draws, Number(player.view.examples));
  }, fail);
  /** @type {TallyView} */
  const figure = { item, side, run, setting, set, stage, chart, player, root, caption, showCaption, frame: null, answer: null, points: [], runNumber: 0, seed: 0 };
  const { buttons, controls, jump } = buildControls(figure);

  function requestIfChanged() {
    const query = new URLSearchParams(setting()).toString();
    if (query === pending) return;
    pending = query;
    ask(query);
  }

  function showCaption() {
    const { answer } = figure, point = figure.points.find((p) => p.n === Number(player.view.examples) && p.sets);
    if (!answer) return;
    jump.textContent = `Set m = ${answer.sufficient_examples}, which is enough`;
    const bound = `With m = ${player.view.examples} the bound allows a failure in up to ${chance(answer.failure_bound)} of all training sets; the true share is ${chance(answer.failure_probability)}.`;
    const drawnText = point ? ` Drawn: ${many(point.failures, "failure")} in ${many(point.sets, "training set")}, so with ${item.level} confidence the true share is between ${chance(point.low)} and ${chance(point.high)}.` : "";
    caption.textContent = bound + drawnText;
  }

  show();
  return {
    draw(frame) { figure.frame = frame; requestIfChanged(); drawChart(figure); },
    show,
    describe: () => chart.canvas.setAttribute("aria-label", `${item.label} ${caption.textContent}${figure.answer ? ` For a failure in at most ${chance(Number(player.view.delta))} of all training sets, m = ${figure.answer.sufficient_examples} is enough.` : ""}`),
    summary: () => caption.textContent,
  };
}

// Build the controls of the setting, the button of the experiment and the button that chooses the
// smallest number of examples that is enough by the bound.
/** @param {TallyView} figure */
function buildControls(figure) {
  const { item, side, run, setting, set } = figure;
  const kinds = element("div", { className: "kl-choice kl-spare", role: "radiogroup", ariaLabel: "The class of functions" });
  const buttons = Object.entries(item.kinds).map(([kind, label]) => {
    const button = element("button", { type: "button", textContent: label, role: "radio" });
    button.setAttribute("role", "radio");
    button.dataset.value = kind;
    button.addEventListener("click", () => set("kind", kind));
    kinds.append(button);
    return button;
  });
  side.append(kinds);
  const controls = SLIDERS.map(([name, symbol, label]) => {
    const stops = item.stops[name], id = `kl-pac-${name}`;
    const value = element("output", { className: "kl-value", htmlFor: id });
    const range = element("input", { type: "range", id, min: 0, max: stops.length - 1, step: 1 });
    range.dataset.along = name;
    range.addEventListener("input", () => set(name, String(stops[Number(range.value)])));
    const title = element("label", { htmlFor: id }, element("span", { className: "kl-symbol", textContent: symbol, translate: false }), ` ${label}`);
    side.append(element("div", { className: `kl-slider ${name === "examples" ? "" : "kl-spare"}` }, element("div", { className: "kl-row" }, title, value), range));
    return { name, symbol, stops, range, value };
  });
  const jump = element("button", { type: "button", className: "kl-action kl-spare" });
  const start = element("button", { type: "button", className: "kl-action", textContent: `Draw ${groupDigits(String(item.sets))} training sets` });
  jump.addEventListener("click", () => {
    if (!figure.answer) return;
    set("examples", String(figure.answer.sufficient_examples));
  });
  start.addEventListener("click", () => run(`${new URLSearchParams(setting())}&sets=${item.sets}&seed=${figure.seed++}`));
  side.append(element("div", { className: "kl-row kl-timing-tools" }, jump, start));
  return { buttons, controls, jump };
}

/** @param {TallyView} figure @param {Share} share */
function drawInterval({ stage, chart }, { n, failures, sets, low, high }) {
  const { context } = chart.axes, x = chart.axes.px(n), clip = (/** @type {number} */ v) => chart.axes.py(Math.max(MIN_PROBABILITY, v));
  context.strokeStyle = stage.palette.accent;
  context.lineWidth = 2.4;
  context.beginPath();
  context.moveTo(x, clip(low));
  context.lineTo(x, clip(high));
  context.stroke();
  if (failures) chart.dot(n, failures / sets, stage.palette.accent);
}

/** @param {TallyView} figure */
function drawChart(figure) {
  const { stage, chart, answer, player: { view } } = figure;
  if (!figure.frame || !answer) return;
  const { palette } = stage, { ns } = answer, most = ns[ns.length - 1];
  chart.begin({
    x0: ns[0], x1: most, y0: MIN_PROBABILITY, y1: 10 ** 0.1, note: "m",
    xticks: [5, 10, 20, 50, 100, 200, 500].map((n) => [n, String(n)]),
    yticks: [0, -1, -2, -3, -4].map((e) => [10 ** e, e > -3 ? `${100 * 10 ** e} %` : `${trimZeros(number(100 * 10 ** e))} %`]),
  });
  const { axes } = chart, delta = Number(view.delta);
  chart.line([ns[0], most], [delta, delta], { color: palette.muted, width: 1.4, dash: [3, 4] });
  axes.text("δ", axes.box.x + axes.box.w - 8, axes.py(delta) - 9, { color: palette.muted, size: stage.small });
  chart.line(ns, answer.bound, { name: "bound", levels: [delta], color: palette.squared, width: 2.6, dash: [7, 4] });
  chart.line(ns, answer.exact, { name: "true share", levels: [delta], color: palette.zero, width: 2.2 });
  chart.upright(Number(view.examples), palette.accent);
  chart.upright(answer.sufficient_examples, palette.squared, 1.4, [2, 3]);
  for (const m of [Number(view.examples), answer.sufficient_examples]) chart.keepClear(m);
  for (const p of figure.points) if (p.sets) drawInterval(figure, p);
  chart.name("bound", ns, answer.bound, palette.squared, { at: 0.6 });
  chart.name("true share", ns, answer.exact, palette.zero, { at: 0.6, below: true });
}

// Show the counts of the experiment as they grow, fifty training sets at a time.
/** @param {TallyView} figure @param {NonNullable<Answer["draws"]>} draws @param {number} n */
function play(figure, draws, n) {
  const { root, stage, caption, showCaption } = figure;
  const runNumber = ++figure.runNumber;
  let k = 0;
  figure.points = figure.points.filter((p) => p.n !== n);
  const point = { n, sets: 0, failures: 0, low: 0, high: 1 };
  figure.points.push(point);
  const step = () => {
    if (runNumber !== figure.runNumber || !root.isConnected) return;
    const [sets, failures, low, high] = draws[k++];
    Object.assign(point, { sets, failures, low, high });
    showCaption();
    drawChart(figure);
    if (k < draws.length) setTimeout(step, 45);
    else { countUp(root, "drawn"); stage.announce(caption.textContent); }
  };
  step();
}

/** @param {number} p */
const chance = (p) => (p >= 1 ? "100 %" : p < 1e-4 ? `${power(100 * p)} %` : p < 5e-4 ? `${trimZeros(number(100 * p, 1))} %` : percent(p));
