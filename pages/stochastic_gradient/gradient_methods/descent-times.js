// Show in a table the steps, evaluations and times that GD, SGD and Newton take to reach the same risk. The page comes
// with measured times; a button measures them again, see pages/stochastic_gradient/gradient_methods/descent_times.py.

import { latestRequest } from "../../../assets/base/latest-request.js";
import { element, voiceOnly } from "../../../assets/base/dom.js";
import { groupDigits } from "../../../assets/base/format.js";
import { computer } from "../../../assets/base/requests.js";

export const kinds = { descenttimes };

/**
 * The cost of each method; `steps` is null or missing if the risk of the method does not stay within 1 % of the minimum.
 * @typedef {Record<string, Omit<MethodCost, "steps"> & { steps?: number | null }>} Costs
 */

const HEADS = ["steps", "gradients", "Hessians", "time"];

/** @type {MakeView<"descenttimes">} */
function descenttimes(root, item) {
  root.classList.add("kl-class-table", "kl-scroll");
  const body = element("tbody", {}), head = element("tr", {}, element("th", { scope: "col" }, voiceOnly("method")));
  for (const text of HEADS) head.append(element("th", { scope: "col", textContent: text }));
  const words = element("p", { className: "kl-caption", role: "status" });
  root.append(element("table", {}, element("caption", { className: "kl-voice", textContent: item.label }), element("thead", {}, head), body), words);
  const button = element("button", { type: "button", className: "kl-action", textContent: `Measure the times on this ${computer.place}` });
  root.append(button);
  let start = "";

  const ask = latestRequest(item.address, (/** @type {{ from: string, methods: Costs }} */ { from, methods }) => {
    measurements[from] = methods;
    show();
    button.disabled = false;
  }, (message) => { words.textContent = message; button.disabled = false; });

  /** @type {Record<string, Costs>} The measurements of this session, by start. */
  const measurements = {};

  function show() {
    fill(measurements[start] ?? item.record.times[start]);
    words.textContent = `${item.label} ${measurements[start] ? `Measured on this ${computer.place}.` : `Measured on ${item.record.day}.`}`;
    root.dataset.from = start;
    root.dataset.measured = measurements[start] ? "1" : "0";
  }

  button.addEventListener("click", () => {
    button.disabled = true;
    words.textContent = `The ${computer.name} is measuring …`;
    ask(`from=${start}`);
  });

  /** @param {Costs} methods */
  function fill(methods) {
    body.replaceChildren(...Object.entries(item.names).map(([key, name]) => {
      const { steps, most, gradients, hessians, seconds } = methods[key], row = element("tr", {}, element("th", { scope: "row", textContent: name }));
      if (steps === null || steps === undefined) row.append(element("td", { colSpan: HEADS.length, textContent: `not reached within ${count(most)} steps` }));
      else for (const text of [count(steps), count(gradients), count(hessians), time(seconds)]) row.append(element("td", { textContent: text }));
      row.dataset.method = key;
      return row;
    }));
  }

  return {
    draw(frame) {
      const next = item.starts[frame.get("start")];
      if (next === start) return;
      start = next;
      show();
    },
    describe() {},
    summary: () => (body.children.length ? body.innerText : ""),
  };
}

const count = (/** @type {number | undefined} */ value) => groupDigits(String(value));
/** @param {number} [seconds] */
const time = (seconds = NaN) => (seconds < 1e-3 ? `${Number((1e6 * seconds).toPrecision(2))} µs` : `${Number((1e3 * seconds).toPrecision(2))} ms`);
