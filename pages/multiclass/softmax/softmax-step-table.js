// Show one step of SGD for softmax in a table with a row for each class: its probability, and the change of its row
// of W. The server computes the steps, see pages/multiclass/softmax/softmax_sgd_endpoint.py.

import { latestRequest } from "../../../assets/base/latest-request.js";
import { markPicture } from "../../../assets/draw/marks.js";
import { number, trimZeros } from "../../../assets/base/format.js";
import { countUp, element, keepFocus, mathLine, withFormulas } from "../../../assets/base/dom.js";
import { answerOf, sampleOf, showStill } from "../plane/single-stop-sweep.js";

export const kinds = { walkmatrix };

const round = (/** @type {number} */ v) => trimZeros(number(Math.abs(v) < 5e-5 ? 0 : v));
const threePlaces = (/** @type {number} */ v) => (Math.abs(v) < 5e-4 ? 0 : v).toFixed(3).replace("-", "−");
/** @type {[string, number][]} Each column heading, with formulas between dollar signs, and the number of columns it spans. */
const HEADS = [["class", 1], ["$P(k | x)$", 1], ["$P − 1[k = y]$", 1], ["added to row $k$ of $W$", 3], ["row $k$ after", 3]];

/**
 * The server's answer, see pages/multiclass/softmax/softmax_sgd_endpoint.py: the model after `taken` steps, and the next step, on
 * example n of class k.
 * @typedef {{ n: number, x: number[], k: number, eta: number, P: number[], pull: number[], change: number[][], W: number[][], loss: number, loss_after: number, taken: number }} Answer
 */

/** @type {(frame: Frame) => Answer} */
const stepOf = answerOf;

/** @type {MakeView<"walkmatrix">} */
function walkmatrix(root, item, player) {
  root.classList.add("kl-class-table", "kl-walk");
  const rule = element("p", { className: "kl-math-line", translate: false }, ...mathLine("W ← W − η (P(· | x) − 1[· = y]) xᵀ"));
  const examplePart = element("p", { className: "kl-numbers" });
  const head = element("tr", {}), body = element("tbody", {});
  for (const [text, span] of HEADS) head.append(element("th", { scope: "col", colSpan: span }, ...withFormulas(text)));
  const table = element("table", {}, element("caption", { className: "kl-voice", textContent: item.label }), element("thead", {}, head), body);
  const pushPart = element("p", { className: "kl-numbers" }), loss = element("p", { className: "kl-numbers" }), trouble = element("p", { className: "kl-error", role: "alert" });
  const tools = element("div", { className: "kl-options" });
  root.append(tools, rule, examplePart, element("div", { className: "kl-scroll" }, table), pushPart, loss, trouble);
  /** @type {Frame | null} */
  let currentFrame = null;
  let pending = "";

  const pastSteps = () => (player.view.walk ? player.view.walk.split(".") : []);
  const randomExample = (/** @type {Frame} */ frame) => String(Math.floor(Math.random() * sampleOf(frame).labels.length));

  /** @param {...string} examples */
  function step(...examples) {
    const walk = [...pastSteps(), ...examples].slice(0, item.max_steps);
    if (walk.length === pastSteps().length) { trouble.textContent = `At most ${item.max_steps} steps fit into a link. Go back to W = 0 to take other steps.`; return; }
    player.look({ walk: walk.join("."), example: walk[walk.length - 1] });
  }

  /** @type {[string, string, (frame: Frame) => void][]} */
  const actions = [
    ["Take a step on this example", "step", () => step(player.view.example)],
    ["Take a random step", "draw", (frame) => step(randomExample(frame))],
    ["Take 20 random steps", "many", (frame) => step(...Array.from({ length: 20 }, () => randomExample(frame)))],
    ["Back to W = 0", "again", () => player.look({ walk: "" })],
  ];
  const buttons = actions.map(([label, name, act]) => {
    const button = element("button", { type: "button", className: "kl-action", textContent: label });
    button.dataset.walk = name;
    button.addEventListener("click", () => { if (currentFrame) act(currentFrame); });
    tools.append(button);
    return button;
  });

  const ask = latestRequest(item.address, (/** @type {Answer} */ answer) => {
    trouble.textContent = "";
    countUp(root, "answers");
    if (currentFrame) showStill(player, answer, { sample: sampleOf(currentFrame) });
  }, (message) => { trouble.textContent = message; });

  // Request the answer for new words of the address, once.
  /** @param {Frame} frame */
  function requestIfChanged(frame) {
    const { walk, example, eta } = player.view, { n, taken, eta: shownEta } = stepOf(frame);
    if (Number(example) === n && pastSteps().length === taken && Number(eta) === shownEta) { pending = ""; return; }
    const query = `${sampleOf(frame).query}&${new URLSearchParams({ walk, example, eta })}`;
    if (query !== pending) ask(query);
    pending = query;
  }

  /** @param {Frame} frame */
  function draw(frame) {
    currentFrame = frame;
    const { n, x, k: y, eta, P, pull, change, W, loss: before, loss_after: after, taken } = stepOf(frame), { names } = sampleOf(frame);
    examplePart.textContent = `Example ${n + 1}: ${names[y]}, xᵀ = (${x.map(round).join(", ")}), with 1 for the intercept. η = ${eta}.`;
    body.replaceChildren(...P.map((p, k) => {
      const isOwnClass = k === y, row = element("tr", { className: isOwnClass ? "is-chosen" : "" },
        element("th", { scope: "row" }, markPicture(k), ` ${names[k]}`, element("small", { textContent: isOwnClass ? "→ x" : "← x", title: isOwnClass ? "moved towards x" : "moved away from x" })),
        element("td", { textContent: threePlaces(p) }),
        element("td", { textContent: threePlaces(pull[k]) }),
        ...change[k].map((v) => element("td", { className: "kl-push", textContent: `${v >= 5e-4 ? "+" : ""}${threePlaces(v)}` })),
        ...W[k].map((v) => element("td", { textContent: threePlaces(v) })));
      return row;
    }));
    pushPart.textContent = `→ The row of ${names[y]} moves towards x: η · ${round(-pull[y])} · x is added, with ${round(-pull[y])} = 1 − P(y | x). ← From every other row k, η · P(k | x) · x is subtracted.`;
    loss.textContent = `Loss of this example, −ln P(y | x): ${round(before)} now, ${round(after)} after this step. Steps so far: ${taken}.`;
    keepFocus(buttons, () => { buttons[3].disabled = !taken; });
    requestIfChanged(frame);
  }

  return { draw, describe() {}, summary: () => loss.textContent };
}
