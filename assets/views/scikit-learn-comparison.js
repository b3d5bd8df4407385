// Solve the problem with scikit-learn when a button is pressed: objectives, times, and where the two boundaries
// differ. All numbers come from the server; see lab/endpoints/sklearn_comparison.py.

import { Axes } from "../draw/axes.js";
import { latestRequest } from "../base/latest-request.js";
import { element } from "../base/dom.js";
import { number, power } from "../base/format.js";
import * as paint from "../draw/plane-layers.js";

export const kinds = { comparison };

const MARGINS = { left: 1, right: 1, top: 1, bottom: 1 };

// Write a share in per cent, a tiny share with a power of ten.
const part = (/** @type {number} */ value) => (value === 0 ? "0" : 100 * value < 1e-3 ? `${power(100 * value, 2)} %` : `${number(100 * value, 2)} %`);
const time = (/** @type {number} */ seconds) => (seconds < 1 ? `${number(1000 * seconds, 2)} ms` : `${number(seconds, 2)} s`);

/** @type {[string, string, (value: number) => string][]} */
const LINES = [
  ["J", "Objective J", (value) => value.toPrecision(7).replace("-", "−")],
  ["above", "J exceeds its minimum by at most", part],
  ["differs", "share of the plane where the signs differ", part],
  ["away", "largest |f − f′|", (value) => number(value, 2)],
  ["seconds", "processor time", time],
];

/**
 * The server's answer, see lab/endpoints/sklearn_comparison.py; it has `fields` if the two solutions can be compared.
 * @typedef {Record<string, any> & { name: string, note?: string }} Estimate
 * @typedef {object} Answer
 * @property {Estimate[]} rows
 * @property {string[]} remarks
 * @property {number[][]} [fields]
 * @property {Window4} window
 * @property {number} grid
 * @property {number[]} differing
 * @property {Numbers} points
 * @property {Numbers} labels
 *
 * @typedef {{ stage: Stage, scratch: HTMLCanvasElement, answer?: Answer, axes?: Axes, canvas?: HTMLCanvasElement }} ComparisonView
 */

/** @type {MakeView<"comparison">} */
function comparison(root, item, player, stage) {
  root.classList.add("kl-comparison");
  const button = element("button", { type: "button", className: "kl-action", textContent: "Run scikit-learn", title: "The same problem, solved by scikit-learn" });
  const output = element("div", { className: "kl-comparison-answer", hidden: true });
  const words = element("p", { className: "kl-comparison-verdict" });
  words.setAttribute("role", "status");
  root.append(button, words, output);
  const scratch = document.createElement("canvas");
  /** @type {ComparisonView} */
  const view = { stage, scratch };
  let pending = "";

  const ask = latestRequest(item.address, (/** @type {Answer} */ body, /** @type {string} */ query) => {
    if (query !== pending) return;               // the scene has changed meanwhile
    view.answer = body;
    root.dataset.answered = "1";
    lay(body);
  }, (/** @type {string} */ message) => { if (pending) words.textContent = message; });

  button.addEventListener("click", () => {
    forget();
    pending = player.query();
    words.textContent = "scikit-learn is computing.";
    ask(pending);
  });

  // Remove the result of another scene.
  function forget() {
    pending = "";
    Object.assign(view, { answer: undefined, axes: undefined, canvas: undefined });
    delete root.dataset.answered;
    words.textContent = "";
    output.replaceChildren();
    output.hidden = true;
  }

  /** @param {Answer} answer */
  function lay(answer) {
    const { rows, remarks, fields } = answer;
    output.replaceChildren(...(rows.length ? [element("div", { className: "kl-scroll" }, table(rows))] : []));
    words.textContent = remarks[0];
    if (fields) output.append(plane(answer));
    output.append(...remarks.slice(1).map((textContent) => element("p", { className: "kl-fine-print", textContent })));
    output.hidden = !output.children.length;
    picture(view);
  }

  /** @param {Answer} answer */
  function plane({ window: [x0, x1, y0, y1], remarks, differing }) {
    const canvas = element("canvas", { className: "kl-canvas", role: "img" }), axes = new Axes(canvas, { margins: MARGINS });
    canvas.setAttribute("aria-label", `${item.label} ${remarks[0]}`);
    canvas.style.aspectRatio = `${x1 - x0} / ${y1 - y0}`;
    axes.range(x0, x1, y0, y1);
    Object.assign(view, { canvas, axes });
    new ResizeObserver(() => picture(view)).observe(canvas);
    const key = (/** @type {string} */ className, /** @type {string} */ text) => element("span", {}, element("i", { className, ariaHidden: "true" }), text);
    const keys = element("p", { className: "kl-fine-print kl-comparison-keys" }, key("kl-key-app", "f = 0, this app"), key("kl-key-sklearn", "f′ = 0, scikit-learn"),
      ...(differing.length ? [key("kl-key-difference", "signs differ")] : []));
    return element("div", { className: "kl-comparison-plane" }, canvas, keys);
  }

  return {
    draw(frame, changed = true) {
      if (pending && player.query() !== pending) forget();
      else if (!changed) picture(view);
    },
    show() { if (pending && player.query() !== pending) forget(); },
    describe() {},
  };
}

/** @param {Estimate[]} rows */
function table(rows) {
  const head = element("tr", {}, element("td", {}), ...rows.map(({ name, note }) => element("th", { scope: "col", textContent: note || name })));
  const body = LINES.map(([key, label, format]) => element("tr", {}, element("th", { scope: "row", textContent: label }),
    ...rows.map((row) => {
      const cell = element("td", { textContent: row[key] === undefined || row[key] === null ? "–" : format(row[key]) });
      cell.dataset.value = key;
      return cell;
    })));
  return element("table", { ariaLabel: "Objectives and times" }, element("thead", {}, head), element("tbody", {}, ...body));
}

/** @param {ComparisonView} view */
function picture(view) {
  const { stage, scratch } = view;
  if (!view.answer?.fields || !view.axes || !view.canvas?.isConnected) return;
  const { axes, answer: { grid, fields: [ours, theirs], differing, points, labels } } = view, { palette } = stage;
  axes.resize();
  axes.begin();
  axes.clipped((context) => {
    paint.heat(axes, scratch, ours, grid, grid, stage.table);
    const { x, y, w, h } = axes.box, cx = w / (grid - 1), cy = h / (grid - 1);
    Object.assign(context, { fillStyle: palette.accent, globalAlpha: 0.6 });
    for (const k of differing) {             // whole pixels; otherwise gaps between the nodes would be visible
      const i = k % grid, j = Math.floor(k / grid);
      const [left, right] = [i - 0.5, i + 0.5].map((at) => Math.round(x + at * cx)), [top, low] = [j + 0.5, j - 0.5].map((at) => Math.round(y + h - at * cy));
      context.fillRect(left, top, right - left, low - top);
    }
    context.globalAlpha = 1;
    paint.points(context, paint.pointPaths(axes, points, labels, 2.2), palette, 1.1);
    paint.stroke(context, paint.levelPath(axes, ours, grid, grid, 0), palette.zero, 3);
    const border = paint.levelPath(axes, theirs, grid, grid, 0);
    paint.stroke(context, border, palette.zero, 3);
    paint.stroke(context, border, palette.background, 1.6, [5, 5]);
    context.strokeStyle = palette.line;
    context.strokeRect(x, y, w, h);
  });
}
