// What one step adds, with its numbers: α ← α − η [L′ + mλα_i] K⁽ⁱ⁾. Where the run ended: why.

import { number, trimZeros } from "../../../assets/base/format.js";
import { element, mathLine } from "../../../assets/base/dom.js";

export const kinds = { stepterm };

const signed = (value) => (value < 0 ? `− ${brief(-value)}` : `+ ${brief(value)}`);
const brief = (value) => trimZeros(number(value));
const LIMIT = 2;
const write = (node, text) => { if (node.textContent !== text) node.textContent = text; };

// The numbers of a step, each with the symbols of the formula that it stands for, see equation.js.
function termsOf() {
  const number = (stands) => { const node = element("span", {}); if (stands) node.dataset.standsFor = stands; return node; };
  return { eta: number("c t"), slope: number("slope"), decay: number("lam own"), factor: number("") };
}

/** @type {MakeView<"stepterm">} */
function stepterm(root) {
  root.classList.add("kl-update");
  const head = element("p", { className: "kl-subtitle" });
  const filled = element("p", { className: "kl-math-line kl-filled" }), terms = termsOf(), note = element("p", { className: "kl-faint" });
  root.append(head, filled, note);

  function draw(frame) {
    const i = frame.get("index"), t = frame.get("taken"), step = frame.scene.step, stopped = frame.get("stopped") > 0, begun = i >= 0;
    const state = stopped ? "stopped" : frame.get("penalty") > LIMIT ? "unstable" : "calm";
    if (root.dataset.state !== state) root.dataset.state = state;
    write(head, stopped ? `There is no step ${step}: the run ended after ${t} ${t === 1 ? "step" : "steps"}` : begun
      ? `Step ${t} drew example ${i + 1}, ${frame.get("labels")[i] > 0 ? "positive ×" : "negative ○"}`
      : "No step yet: α = 0, and f is 0 everywhere");
    filled.classList.toggle("kl-said", !begun);
    const [eta, slope, decay, factor] = ["eta_t", "slope", "decay", "factor"].map((name) => frame.get(name));
    if (begun) {
      write(terms.eta, brief(eta));
      write(terms.slope, `${slope < 0 ? "−" : ""}${brief(Math.abs(slope))}`);
      write(terms.decay, signed(decay));
      write(terms.factor, signed(factor));
      if (!terms.eta.isConnected) filled.replaceChildren(...mathLine("α − "), terms.eta, " · [", terms.slope, " ", terms.decay, ...mathLine("] · K⁽ⁱ⁾  =  α "), terms.factor, ...mathLine(" · K⁽ⁱ⁾"));
    } else write(filled, "Press One step to see the first term, or Play.");
    write(note, stopped ? sentence(frame) : verdict(frame));
  }

  const sentence = ({ sweep, stop }) => {
    const all = JSON.parse(sweep.meta.stopped);
    return all[all.length > 1 ? stop : 0];
  };

  function verdict(frame) {
    const penalty = frame.get("penalty"), calm = frame.get("calm");
    const what = frame.scene.kernel === "rbf" ? "mλη" : "mλη · max Kᵢᵢ";
    const later = Number.isSafeInteger(calm) && calm > Math.max(1, frame.get("taken")) ? ` No step is too long from t = ${calm} on.` : "";
    return `${penaltyInWords(what, penalty)}${later}`;
  }

  return { draw, describe() {}, summary: () => `${head.textContent}. ${filled.textContent}. ${note.textContent}` };
}

/**
 * What the penalty alone makes of αᵢ in a step: 1 − penalty times as much.
 * @param {string} what how the penalty is written @param {number} penalty
 */
export function penaltyInWords(what, penalty) {
  const text = brief(penalty);
  if (text === brief(LIMIT)) return `${what} = ${text}: the penalty makes −αᵢ of αᵢ, as far from 0 as it was.`;
  if (penalty > LIMIT) return `${what} = ${text} is above 2: the penalty throws αᵢ to the other side, ${brief(penalty - 1)} times as far out as it was.`;
  return `${what} = ${text} is below 2: the penalty pulls αᵢ towards 0.`;
}
