// Draw the cost of each method over the number of classes on log axes: marks are measured, lines are formulas, except
// for time. The page comes with stored values; a button measures again, see pages/multiclass/cost/cost_endpoint.py.

import { Chart, decadeTicks } from "../../../assets/draw/chart.js";
import { markPaths, markPicture } from "../../../assets/draw/marks.js";
import { nearest, inline } from "../../../assets/base/sweep-decoder.js";
import { decade, number, trimZeros } from "../../../assets/base/format.js";
import { element, voiceOnly } from "../../../assets/base/dom.js";
import { computer, request } from "../../../assets/base/requests.js";
import { stroke } from "../../../assets/draw/plane-layers.js";
import { pressAlong } from "../../../assets/input/gestures.js";

export const kinds = { billtable, classbill };
export const costly = ["classbill"];

/** @type {Record<string, string>} */
const TONES = { ova: "positive", ovo: "logistic", tree: "accent", chain: "negative", softmax: "squared" };
const WAYS = Object.keys(TONES);
/** @type {Record<string, number[]>} */
const LINES = { softmax: [2, 4] };

/**
 * The values of each quantity and method at the stops C, see `curves` of pages/multiclass/cost/cost_endpoint.py.
 * @typedef {{ C: number[] } & Record<string, Record<string, number[]>>} Curves
 *
 * @typedef {{ stage: Stage, frame: Frame | null }} BillView
 */

/** @type {MakeView<"classbill">} */
function classbill(root, item, player, stage) {
  root.dataset.view = "bill";
  root.classList.add("kl-bill");
  root.style.setProperty("--kl-charts", String(item.charts.length));
  const caption = element("p", { className: "kl-caption", role: "status" });
  const charts = item.charts.map((spec) => {
    const box = element("div", { className: "kl-curve kl-medium" }, element("p", { className: "kl-subtitle", textContent: `${spec.title}, ${spec.unit}` }));
    root.append(box);
    const chart = new Chart(box, stage, { label: item.label, xlog: true, ylog: true, margins: { left: 52, right: 12 } });
    press(chart);
    return { ...spec, chart };
  });
  const button = element("button", { type: "button", className: "kl-action", textContent: `Measure the times on this ${computer.place}` });
  button.addEventListener("click", measure);
  if (item.measures) root.append(key(item.ways));
  root.append(caption);
  if (item.measures) root.append(button);
  /** @type {BillView} */
  const view = { stage, frame: null };
  let times = `Times measured on ${item.day}.`;

  // Request a new measurement of the counts and times.
  async function measure() {
    button.disabled = true;
    caption.textContent = "All methods are being trained at each q. This takes a few seconds.";
    try {
      const answer = await request(item.address), body = await answer.json();
      if (!answer.ok) throw new Error(body.message);
      times = `Times measured on this ${computer.place}.`;
      player.receive(sweepOf(body, item.quantities, Object.keys(item.ways)), item.along);
      root.dataset.measured = "1";
      button.hidden = true;             // the measurement is made once, so another press would show the same
    } catch {
      caption.textContent = "The measurement failed. The charts show the earlier values. Try again in a moment.";
    }
    button.disabled = false;
  }

  /** @param {Frame} frame */
  function draw(frame) {
    view.frame = frame;
    const { palette } = stage, stops = Array.from(frame.sweep.stops), C = player.value(item.along);
    for (const { name, chart } of charts) {
      const all = WAYS.flatMap((way) => values(frame, name, way) ?? []).filter(Number.isFinite);
      const low = Math.floor(Math.log10(Math.min(...all)) + 1e-9), high = Math.ceil(Math.log10(Math.max(...all)));
      const yticks = decadeTicks(low, high, 1, name === "seconds" ? seconds : decade);
      chart.begin({ x0: stops[0] * 0.9, x1: stops[stops.length - 1] * 1.12, y0: 10 ** low, y1: 10 ** (high + 0.08), yticks, xticks: [2, 4, 8, 16, 32].map((v) => [v, String(v)]), note: "q" });
      chart.upright(C, palette.accent, 1.5, [2, 3]);
      for (const way of WAYS) curve(frame, chart, { quantity: name, way, name: item.ways[way] }, stops);
    }
    const sentence = countsInWords(frame, item, C);
    caption.textContent = item.measures ? `${sentence} ${times}` : sentence;
  }

  /** @param {Chart} chart */
  function press(chart) {
    pressAlong(chart, player, (value) => {
      if (!view.frame) return;
      const { stops } = view.frame.sweep, stop = stops[nearest(stops, value)];
      if (stop !== player.value(item.along)) player.move(item.along, stop);
    }, () => view.frame !== null);
  }

  return {
    draw,
    describe: () => {
      if (!view.frame) return;
      const { stops } = view.frame.sweep, range = `against q, the number of classes, from ${stops[0]} to ${stops[stops.length - 1]} on log axes`, words = countsInWords(view.frame, item, player.value(item.along));
      for (const { title, unit, chart } of charts) chart.canvas.setAttribute("aria-label", `${title}, ${unit}, ${range}. ${words}`);
    },
    summary: () => (view.frame ? countsInWords(view.frame, item, player.value(item.along)) : ""),
  };
}

// Describe the counts for C classes in the item's charts.
/** @param {Frame} frame @param {ClassBillItem} item @param {number} C */
function countsInWords(frame, item, C) {
  const count = (/** @type {string} */ name) => trimZeros(number(frame.get(name), 4));
  /** @type {Record<string, string>} */
  const counts = {
    training_points: `one-versus-one uses ${count("training_points_ovo")} training points, a balanced tree ${count("training_points_tree")}, a chain ${count("training_points_chain")}`,
    predictions: `for a new point one-versus-one needs ${count("predictions_ovo")} predictions, a balanced tree ${count("predictions_tree")}, a chain ${count("predictions_chain")}`,
  };
  return `Counted with ${item.points} points at q = ${C}: ${item.charts.map(({ name }) => counts[name]).filter(Boolean).join("; ")}.`;
}

// Draw a method's formula as a line and its measured values as marks. Time has no formula: a line joins the marks.
/** @param {Frame} frame @param {Chart} chart @param {{ quantity: string, way: string, name: string }} drawn @param {number[]} stops */
function curve(frame, chart, { quantity, way, name }, stops) {
  const { axes, stage } = chart, color = stage.palette[TONES[way]], ys = values(frame, quantity, way), formula = values(frame, `${quantity}_notes`, way);
  if (!ys?.some(Number.isFinite)) return;
  chart.line(stops, formula ?? ys, { name, color, width: formula ? 2 : 1.4, ink: formula ? 0.85 : 0.6, dash: LINES[way] ?? [] });
  const coordinates = stops.flatMap((C, k) => [C, ys[k]]), k = WAYS.indexOf(way);
  const marks = markPaths(axes, coordinates, stops.map(() => k), 4)[k];
  stroke(axes.context, marks, stage.palette.background, 4);
  stroke(axes.context, marks, color, 2);
}

/** @param {Frame} frame @param {string} name @param {string} way @returns {number[] | undefined} */
function values(frame, name, way) {
  const tensor = frame.sweep.tensors[`${name}_${way}`];
  return tensor && Array.from(tensor.data);
}

// Build the legend: the mark of each method.
/** @param {Record<string, string>} ways */
function key(ways) {
  const row = element("div", { className: "kl-legend" });
  for (const [k, way] of WAYS.entries()) row.append(markAndName(way, k, ways[way]));
  row.append(element("span", { textContent: "marks: measured; lines: formulas, except for time" }));
  return row;
}

/** @param {string} way @param {number} k @param {string} label */
function markAndName(way, k, label) {
  const picture = markPicture(k);
  picture.style.setProperty("--tone", `var(--kl-${TONES[way]})`);
  return element("span", {}, picture, element("span", { textContent: label }));
}

/** @param {Curves} curves @param {string[]} quantities @param {string[]} ways */
function sweepOf(curves, quantities, ways) {
  /** @type {Parameters<typeof inline>[0]["tensors"]} */
  const tensors = { stops: { shape: [curves.C.length], fixed: true, data: curves.C } };
  for (const name of quantities) for (const way of ways) tensors[`${name}_${way}`] = { shape: [curves.C.length], fixed: false, data: curves[name][way] };
  return inline({ meta: { along: "count" }, tensors });
}

/** @type {Record<string, string[]>} */
const FORMULAS = { ova: ["q·m", "q"], ovo: ["(q − 1)·m", "q(q − 1)/2"], tree: ["≈ m·log₂q", "≈ log₂q"], chain: ["≈ m(q − 1)(q + 2)/(2q)", "≈ (q − 1)(q + 2)/(2q)"], softmax: ["m", "q scores"] };

// Show the counts, formulas and times for the chosen number of classes in a table.
/** @type {MakeView<"billtable">} */
function billtable(root, item) {
  root.classList.add("kl-class-table", "kl-scroll");
  const body = element("tbody", {}), head = element("tr", {});
  for (const text of [voiceOnly("method"), "training points", "formula", "predictions", "formula", "seconds"]) head.append(element("th", { scope: "col", className: text === "formula" ? "kl-align-left" : "" }, text));
  root.append(element("table", {}, element("caption", { className: "kl-voice", textContent: item.label }), element("thead", {}, head), body));
  return {
    draw(frame) {
      body.replaceChildren(...WAYS.map((way, k) => {
        const cell = (/** @type {string} */ name) => element("td", { textContent: trimZeros(number(frame.get(`${name}_${way}`), 4)) });
        const words = (/** @type {string} */ text) => element("td", { className: "kl-fine-print", textContent: text });
        const row = element("tr", {}, element("th", { scope: "row" }, markAndName(way, k, item.ways[way])),
          cell("training_points"), words(FORMULAS[way][0]), cell("predictions"), words(FORMULAS[way][1]), element("td", { textContent: trimZeros(number(frame.get(`seconds_${way}`), 2)) }));
        row.dataset.way = way;
        return row;
      }));
    },
    describe() {},
  };
}

const seconds = (/** @type {number} */ e) => (e >= 0 ? `${10 ** e} s` : e >= -3 ? `${10 ** (e + 3)} ms` : `${10 ** (e + 6)} µs`);
