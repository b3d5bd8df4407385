// One step of softmax's SGD as the notes' matrix: what the model gives each class, which rows of W are
// pushed where, and by how much. The server takes the steps, see pages/multiclass/softmax/softmax_sgd_endpoint.py.

import { latestRequest } from "../../../assets/base/latest-request.js";
import { markPicture } from "../../../assets/draw/marks.js";
import { number, trimZeros } from "../../../assets/base/format.js";
import { countUp, element, mathLine, withFormulas } from "../../../assets/base/dom.js";
import { answerOf, sampleOf, showStill } from "../plane/single-stop-sweep.js";

export const kinds = { walkmatrix };

const round = (v) => trimZeros(number(Math.abs(v) < 5e-5 ? 0 : v));
const places = (v) => (Math.abs(v) < 5e-4 ? 0 : v).toFixed(3).replace("-", "−");
/** @type {[string, number][]} A head, formulas between dollar signs, and how many columns it is over. */
const HEADS = [["class", 1], ["$P(k | x)$", 1], ["$P − 1[k = y]$", 1], ["added to row $k$ of $W$", 3], ["row $k$ after", 3]];

/** @type {MakeView<"walkmatrix">} */
function walkmatrix(root, item, player) {
  root.classList.add("kl-class-table", "kl-walk");
  const rule = element("p", { className: "kl-math-line" }, ...mathLine("W ← W − η (P(· | x) − 1[· = y]) xᵀ"));
  const filled = element("p", { className: "kl-numbers" });
  const head = element("tr", {}), body = element("tbody", {});
  for (const [text, span] of HEADS) head.append(element("th", { scope: "col", colSpan: span }, ...withFormulas(text)));
  const table = element("table", {}, element("caption", { className: "kl-voice", textContent: item.label }), element("thead", {}, head), body);
  const pushed = element("p", { className: "kl-numbers" }), loss = element("p", { className: "kl-numbers" }), trouble = element("p", { className: "kl-wrong", role: "alert" });
  const tools = element("div", { className: "kl-options" });
  root.append(tools, rule, filled, element("div", { className: "kl-scroll" }, table), pushed, loss, trouble);
  let frame = null, pending = "";

  const walked = () => (player.view.walk ? player.view.walk.split(".") : []);
  const drawn = () => String(Math.floor(Math.random() * sampleOf(frame).labels.length));

  function step(...examples) {
    const walk = [...walked(), ...examples].slice(0, item.most);
    if (walk.length === walked().length) { trouble.textContent = `A link keeps ${item.most} steps. Go back to W = 0 to take others.`; return; }
    player.look({ walk: walk.join("."), example: walk.at(-1) });
  }

  /** @type {[string, string, () => void][]} */
  const actions = [
    ["Step on this example", "step", () => step(player.view.example)],
    ["Draw one, step", "draw", () => step(drawn())],
    ["20 such steps", "many", () => step(...Array.from({ length: 20 }, drawn))],
    ["Back to W = 0", "again", () => player.look({ walk: "" })],
  ];
  const buttons = actions.map(([label, name, act]) => {
    const button = element("button", { type: "button", className: "kl-action", textContent: label });
    button.dataset.walk = name;
    button.addEventListener("click", () => { if (frame) act(); });
    tools.append(button);
    return button;
  });

  const ask = latestRequest(item.address, (answer) => {
    trouble.textContent = "";
    countUp(root, "answers");
    showStill(player, answer, { sample: sampleOf(frame) });
  }, (message) => { trouble.textContent = message; });

  // Whatever changed the words, here or in the address: the answer for them is asked for once.
  function question() {
    const { walk, example, eta } = player.view, { n, taken, eta: own } = answerOf(frame);
    if (Number(example) === n && walked().length === taken && Number(eta) === own) { pending = ""; return; }
    const query = `${sampleOf(frame).query}&${new URLSearchParams({ walk, example, eta })}`;
    if (query !== pending) ask(query);
    pending = query;
  }

  function draw(next) {
    frame = next;
    const { n, x, k: y, eta, P, pull, change, W, loss: before, loss_after: after, taken } = answerOf(frame), { names } = sampleOf(frame);
    filled.textContent = `Example ${n + 1}: ${names[y]}, xᵀ = (${x.map(round).join(", ")}), with 1 for the intercept. η = ${eta}.`;
    body.replaceChildren(...P.map((p, k) => {
      const own = k === y, row = element("tr", { className: own ? "kl-chosen" : "" },
        element("th", { scope: "row" }, markPicture(k), ` ${names[k]}`),
        element("td", { textContent: places(p) }),
        element("td", { textContent: places(pull[k]) }),
        ...change[k].map((v) => element("td", { className: "kl-push", textContent: `${v >= 5e-4 ? "+" : ""}${places(v)}` })),
        ...W[k].map((v) => element("td", { textContent: places(v) })));
      row.firstElementChild.append(element("small", { textContent: own ? "→ x" : "← x", title: own ? "pushed towards x" : "pushed away from x" }));
      return row;
    }));
    pushed.textContent = `→ The row of ${names[y]} is pushed towards x, by η times the ${round(-pull[y])} that its probability lacks of 1. ← Every other row is pushed away, by η times its own probability.`;
    loss.textContent = `Loss of this example, −ln P(y | x): ${round(before)} now, ${round(after)} after this step. Steps so far: ${taken}.`;
    buttons[3].disabled = !taken;
    question();
  }

  return { draw, describe() {}, summary: () => loss.textContent };
}
