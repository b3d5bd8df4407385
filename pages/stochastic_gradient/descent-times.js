// GD, SGD and Newton to the same risk: steps, what they evaluate, and the time, measured on the
// server once somebody looks; see pages/stochastic_gradient/gradient_methods/descent_times.py.

import { asker } from "../../assets/base/latest-request.js";
import { element, unseen } from "../../assets/base/dom.js";
import { computer } from "../../assets/base/requests.js";

export const kinds = { descenttimes };

const HEADS = ["steps", "gradients", "Hessians", "time"];

/** @type {MakeView} */
function descenttimes(root, item) {
  root.classList.add("kl-class-table", "kl-scroll");
  const body = element("tbody", {}), head = element("tr", {}, element("th", { scope: "col" }, unseen("method")));
  for (const text of HEADS) head.append(element("th", { scope: "col", textContent: text }));
  const words = element("p", { className: "kl-caption", role: "status" });
  root.append(element("table", {}, element("caption", { className: "kl-voice", textContent: item.label }), element("thead", {}, head), body), words);
  let seen = false, start = "", asked = "";
  new IntersectionObserver((entries) => { seen = entries.at(-1).isIntersecting; measure(); }, { rootMargin: "200px" }).observe(root);

  const ask = asker(item.address, ({ methods }) => {
    fill(methods);
    words.textContent = item.label;
    root.dataset.from = asked;
  }, (message) => { words.textContent = message; });

  function measure() {
    if (!seen || !start || start === asked) return;
    asked = start;
    words.textContent = `The ${computer.name} takes the time …`;
    ask(`from=${start}`);
  }

  function fill(methods) {
    body.replaceChildren(...Object.entries(item.names).map(([key, name]) => {
      const { steps, most, gradients, hessians, seconds } = methods[key], row = element("tr", {}, element("th", { scope: "row", textContent: name }));
      if (steps === null) row.append(element("td", { colSpan: HEADS.length, textContent: `not there, for good, in ${count(most)} steps` }));
      else for (const text of [count(steps), count(gradients), count(hessians), time(seconds)]) row.append(element("td", { textContent: text }));
      row.dataset.method = key;
      return row;
    }));
  }

  return {
    draw(frame) {
      start = item.starts[frame.get("start")];
      measure();
    },
    describe() {},
    summary: () => (body.children.length ? body.innerText : ""),
  };
}

const count = (value) => value.toLocaleString("en");
const time = (seconds) => (seconds < 1e-3 ? `${(1e6 * seconds).toPrecision(2)} µs` : `${(1e3 * seconds).toPrecision(2)} ms`);
