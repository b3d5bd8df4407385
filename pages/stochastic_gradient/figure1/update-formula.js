// Show the formula of the last step with its numbers, α ← α − η [L′ + mλα_i] K⁽ⁱ⁾, and the effect of the penalty; after
// the end of a run that diverged, the reason.

import { groupDigits, number, trimZeros } from "../../../assets/base/format.js";
import { element, mathLine, setProperties, setText } from "../../../assets/base/dom.js";
import { ended } from "../../../assets/base/text-alternative.js";

export const kinds = { stepterm };

const withSign = (/** @type {number} */ value) => (value < 0 ? `− ${shortNumber(-value)}` : `+ ${shortNumber(value)}`);
const shortNumber = (/** @type {number} */ value) => trimZeros(number(value));
const MAX_STABLE_PENALTY = 2;

// Create an element for each number of a step, linked to the symbols of the formula from which the number is computed,
// see equation.js.
function makeTerms() {
  const number = (/** @type {string} */ stands) => { const node = element("span", {}); if (stands) node.dataset.standsFor = stands; return node; };
  return { eta: number("c t"), slope: number("slope"), decay: number("lam own"), factor: number("") };
}

/** @type {MakeView<"stepterm">} */
function stepterm(root) {
  root.classList.add("kl-update");
  const head = element("p", { className: "kl-subtitle" });
  const formula = element("p", { className: "kl-math-line kl-formula-values" }), terms = makeTerms(), note = element("p", { className: "kl-fine-print" });
  root.append(head, formula, note);

  /** @param {Frame} frame */
  function draw(frame) {
    const i = frame.get("index"), t = frame.get("taken"), step = frame.scene.step, isStopped = frame.get("stopped") > 0, hasBegun = i >= 0;
    const state = isStopped ? "stopped" : frame.get("penalty") > MAX_STABLE_PENALTY ? "unstable" : "stable";
    if (root.dataset.state !== state) root.dataset.state = state;
    setText(head, isStopped ? `There is no step ${step}: the run ended after ${t} ${t === 1 ? "step" : "steps"}` : hasBegun
      ? `Step ${t} drew example ${i + 1}, ${frame.get("labels")[i] > 0 ? "positive ×" : "negative ○"}`
      : "No step yet: α = 0, and f is 0 everywhere");
    formula.classList.toggle("kl-sentence", !hasBegun);
    setProperties(formula, { translate: !hasBegun });
    const [eta, slope, decay, factor] = ["eta_t", "slope", "decay", "factor"].map((name) => frame.get(name));
    if (hasBegun) {
      setText(terms.eta, shortNumber(eta));
      setText(terms.slope, `${slope < 0 ? "−" : ""}${shortNumber(Math.abs(slope))}`);
      setText(terms.decay, withSign(decay));
      setText(terms.factor, withSign(factor));
      if (!terms.eta.isConnected) formula.replaceChildren(...mathLine("α − "), terms.eta, " · [", terms.slope, " ", terms.decay, ...mathLine("] · K⁽ⁱ⁾  =  α "), terms.factor, ...mathLine(" · K⁽ⁱ⁾"));
    } else setText(formula, "The numbers of each step appear here.");
    setText(note, isStopped ? stopReason(frame) : penaltySentence(frame));
  }

  const stopReason = (/** @type {Frame} */ { sweep, stop }) => {
    const all = JSON.parse(sweep.meta.stopped);
    return all[all.length > 1 ? stop : 0];
  };

  /** @param {Frame} frame */
  function penaltySentence(frame) {
    const penalty = frame.get("penalty"), stableFrom = frame.get("stable_from");
    const product = frame.scene.kernel === "rbf" ? "mλη" : "mλη · max Kᵢᵢ";
    // The curvature of the exponential loss is unbounded, so for this loss `stable_from` holds only near f = 0.
    const isBounded = frame.scene.loss !== "exponential";
    const stableSentence = isBounded && Number.isSafeInteger(stableFrom) && stableFrom > Math.max(1, frame.get("taken")) ? ` From t = ${groupDigits(String(stableFrom))} on, every step is small enough to be stable.` : "";
    return `${penaltyInWords(product, penalty)}${stableSentence}`;
  }

  return { draw, describe() {}, summary: () => [head, formula, note].flatMap(({ textContent }) => (textContent ? [ended(textContent)] : [])).join(" ") };
}

/**
 * Describe the effect of the penalty alone on αᵢ in a step: where Kᵢᵢ is largest, it multiplies αᵢ by 1 − penalty.
 * @param {string} product the formula of the penalty @param {number} penalty
 */
export function penaltyInWords(product, penalty) {
  const text = shortNumber(penalty), where = product.includes("max") ? "where Kᵢᵢ is largest, " : "";
  if (text === shortNumber(MAX_STABLE_PENALTY)) return `${product} = ${text}: ${where}the penalty turns αᵢ into −αᵢ.`;
  if (penalty > MAX_STABLE_PENALTY) return `${product} = ${text} is above 2: ${where}the penalty changes the sign of αᵢ and multiplies |αᵢ| by ${shortNumber(penalty - 1)}.`;
  return `${product} = ${text} is below 2: the penalty makes |αᵢ| smaller.`;
}
