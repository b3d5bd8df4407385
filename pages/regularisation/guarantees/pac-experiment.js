// How many examples are enough: four numbers to set, what the bound promises for them, and a thousand
// training sets that put it to the test. All numbers come from the server; see pages/regularisation/guarantees/pac.py.

import { Chart } from "../../../assets/draw/chart.js";
import { nearest } from "../../../assets/base/sweep-decoder.js";
import { groupDigits, number, percent, power, trimZeros } from "../../../assets/base/format.js";
import { latestRequest } from "../../../assets/base/latest-request.js";
import { countUp, element } from "../../../assets/base/dom.js";

export const kinds = { tally };

const SLIDERS = [
  ["size", "|F|", "functions in the class"],
  ["eps", "ε", "error that counts as a failure"],
  ["delta", "δ", "how often it may fail"],
  ["examples", "m", "examples in a training set"],
];
const LOW = 1e-4;                // of the probability axis

/** @type {MakeView<"tally">} */
function tally(root, item, player, stage) {
  root.dataset.view = "curve";
  root.classList.add("kl-curve", "kl-tall", "kl-tally");
  const left = element("div", {}), right = element("div", { className: "kl-tally-side" });
  root.append(left, right);
  const chart = new Chart(left, stage, { label: item.label, xlog: true, ylog: true, margins: { left: 50 } });
  const caption = element("p", { className: "kl-caption kl-numbers", role: "status" });
  left.append(caption);
  let pending = "", waiting;

  const setting = () => Object.fromEntries(["kind", ...SLIDERS.map(([name]) => name)].map((name) => [name, player.view[name]]));

  // ---- what is set -----------------------------------------------------------------------------

  function set(name, value) {
    if (player.view[name] === value) return;
    player.view[name] = value;
    if (name !== "examples" && name !== "delta") figure.points = [];       // another class, another question
    figure.playing++;
    show();
    question();
    clearTimeout(waiting);
    waiting = setTimeout(() => player.look({ [name]: player.view[name] }), 400);
  }

  function show() {
    for (const button of buttons) {
      const on = button.dataset.value === player.view.kind;
      button.setAttribute("aria-checked", String(on));
    }
    for (const { name, symbol, stops, range, value } of controls) {
      const k = nearest(stops, Number(player.view[name]));
      range.value = String(k);
      range.style.setProperty("--fill", String(k / (stops.length - 1)));
      range.setAttribute("aria-valuetext", `${symbol} = ${Number(player.view[name])}`);
      value.textContent = String(Number(player.view[name]));
    }
  }

  // ---- what the server says ----------------------------------------------------------------------

  const ask = latestRequest(item.address, (body) => { figure.answer = body; countUp(root, "answers"); tell(); picture(figure); },
    (message) => { caption.textContent = message; });
  const run = latestRequest(item.address, (body) => { figure.answer = body; play(figure, body.draws, Number(player.view.examples)); }, (message) => { caption.textContent = message; });
  const figure = { item, right, run, setting, set, stage, chart, get view() { return player.view; }, root, caption, tell, frame: null, answer: null, points: [], playing: 0, seed: 0 };
  const { buttons, controls, enough } = settings(figure);

  function question() {
    const query = new URLSearchParams(setting()).toString();
    if (query === pending) return;
    pending = query;
    ask(query);
  }

  function tell() {
    const point = figure.points.find((p) => p.n === Number(player.view.examples) && p.sets);
    enough.textContent = `m = ${figure.answer.enough} is enough: go there`;
    const bound = `With m = ${player.view.examples} the bound allows a failure in ${chance(figure.answer.here)} of all training sets; the truth is ${chance(figure.answer.true)}.`;
    const drawn = point ? ` Drawn: ${point.failures} failures in ${point.sets}, so with ${item.level} confidence between ${chance(point.low)} and ${chance(point.high)}.` : "";
    caption.textContent = bound + drawn;
  }

  show();
  return {
    draw(frame) { figure.frame = frame; question(); picture(figure); },
    show,
    describe: () => chart.canvas.setAttribute("aria-label", `${item.label} ${caption.textContent} To fail in no more than ${chance(Number(player.view.delta))}, ${enough.textContent.split(":")[0]}.`),
    summary: () => caption.textContent,
  };
}

// What can be set, and the two buttons.
function settings(figure) {
  const { item, right, run, setting, set } = figure;
  const kinds = element("div", { className: "kl-choice", role: "radiogroup", ariaLabel: "The class of functions" });
  const buttons = Object.entries(item.kinds).map(([kind, label]) => {
    const button = element("button", { type: "button", textContent: label, role: "radio" });
    button.setAttribute("role", "radio");
    button.dataset.value = kind;
    button.addEventListener("click", () => set("kind", kind));
    kinds.append(button);
    return button;
  });
  right.append(kinds);
  const controls = SLIDERS.map(([name, symbol, label]) => {
    const stops = item.stops[name], id = `kl-pac-${name}`;
    const value = element("output", { className: "kl-value", htmlFor: id });
    const range = element("input", { type: "range", id, min: 0, max: stops.length - 1, step: 1 });
    range.dataset.along = name;
    range.addEventListener("input", () => set(name, String(stops[range.value])));
    const title = element("label", { htmlFor: id }, element("span", { className: "kl-symbol", textContent: symbol }), ` ${label}`);
    right.append(element("div", { className: "kl-slider" }, element("div", { className: "kl-row" }, title, value), range));
    return { name, symbol, stops, range, value };
  });
  const enough = element("button", { type: "button", className: "kl-action" });
  const draw1000 = element("button", { type: "button", className: "kl-action", textContent: `Draw ${groupDigits(String(item.sets))} training sets` });
  enough.addEventListener("click", () => {
    if (!figure.answer) return;
    set("examples", String(figure.answer.enough));
  });
  draw1000.addEventListener("click", () => run(`${new URLSearchParams(setting())}&sets=${item.sets}&seed=${figure.seed++}`));
  right.append(element("div", { className: "kl-row kl-timing-tools" }, enough, draw1000));
  return { buttons, controls, enough };
}

function bar({ stage, chart }, { n, failures, sets, low, high }) {
  const { context } = chart.axes, x = chart.axes.px(n), clip = (v) => chart.axes.py(Math.max(LOW, v));
  context.strokeStyle = stage.palette.accent;
  context.lineWidth = 2.4;
  context.beginPath();
  context.moveTo(x, clip(low));
  context.lineTo(x, clip(high));
  context.stroke();
  if (failures) chart.dot(n, failures / sets, stage.palette.accent);
}

function picture(figure) {
  const { stage, chart, view } = figure;
  if (!figure.frame || !figure.answer) return;
  const { palette } = stage, { ns } = figure.answer;
  chart.begin({
    x0: ns[0], x1: ns.at(-1), y0: LOW, y1: 10 ** 0.1, note: "m",
    xticks: [5, 10, 20, 50, 100, 200, 500].map((n) => [n, String(n)]),
    yticks: [0, -1, -2, -3, -4].map((e) => [10 ** e, e > -3 ? `${100 * 10 ** e} %` : `${trimZeros(number(100 * 10 ** e))} %`]),
  });
  const { axes } = chart, delta = Number(view.delta);
  chart.line([ns[0], ns.at(-1)], [delta, delta], { color: palette.muted, width: 1.4, dash: [3, 4] });
  axes.text("δ", axes.box.x + axes.box.w - 8, axes.py(delta) - 9, { color: palette.muted, size: stage.small });
  chart.line(ns, figure.answer.bound, { color: palette.squared, width: 2.6, dash: [7, 4] });
  chart.line(ns, figure.answer.exact, { color: palette.zero, width: 2.2 });
  chart.upright(Number(view.examples), palette.accent);
  chart.upright(figure.answer.enough, palette.squared, 1.4, [2, 3]);
  for (const m of [Number(view.examples), figure.answer.enough]) chart.keepClear(m);
  for (const p of figure.points) if (p.sets) bar(figure, p);
  chart.name("bound", ns, figure.answer.bound, palette.squared, { at: 0.6 });
  chart.name("truth", ns, figure.answer.exact, palette.zero, { at: 0.6, below: true });
}

// The tally as it grows, fifty training sets at a time.
function play(figure, draws, n) {
  const { root, stage, caption, tell } = figure;
  const turn = ++figure.playing;
  let k = 0;
  figure.points = figure.points.filter((p) => p.n !== n);
  const point = { n };
  figure.points.push(point);
  const step = () => {
    if (turn !== figure.playing || !root.isConnected) return;
    const [sets, failures, low, high] = draws[k++];
    Object.assign(point, { sets, failures, low, high });
    tell();
    picture(figure);
    if (k < draws.length) setTimeout(step, 45);
    else { countUp(root, "drawn"); stage.announce(caption.textContent); }
  };
  step();
}

const chance = (p) => (p >= 1 ? "100 %" : p < 1e-4 ? `${power(100 * p)} %` : p < 5e-4 ? `${trimZeros(number(100 * p, 1))} %` : percent(p));
