// Say in words whether the shown scene has a hard margin, with the proof. The text is updated during the drag of a
// point.

import { number, power } from "../../assets/base/format.js";
import { latestRequest } from "../../assets/base/latest-request.js";
import { element } from "../../assets/base/dom.js";

/**
 * The server's answer, see pages/svm/certificate_endpoint.py: if feasible, the hard margin (null for one class with b)
 * and its duality gap; if not, the distance of the two weighted averages, or without b that of one average from 0.
 * @typedef {{ feasible: boolean, margin: number | null, gap: number, distance: number, is_linear: boolean, intercept: boolean }} HardMargin
 */

/** @param {HTMLElement} root @param {ProofItem} item @param {Player} player @param {Pick<Stage, "speaks">} stage */
export function separabilityNote(root, item, player, stage) {
  const note = element("p", {});
  root.classList.add("kl-verdict");
  root.append(note);
  let pending = "";

  const ask = latestRequest(item.address, (/** @type {{ hard: HardMargin }} */ { hard }) => {
    root.dataset.hard = hard.feasible ? "feasible" : "infeasible";
    say(sentence(hard));
  }, say);

  // The first text is not announced to screen readers. A later one is, unless it follows from a change in another step,
  // since it could reveal the answer of that step.
  /** @param {string} text */
  function say(text) {
    if (text === note.textContent) return;
    if (note.textContent && stage.speaks()) note.setAttribute("role", "status"); else note.removeAttribute("role");
    note.textContent = text;
  }

  return {
    draw() {
      const query = `${player.query({ ...player.scene, lam: "1" })}&only=hard`;   // the hard margin does not depend on C
      if (query === pending) return;
      pending = query;
      ask(query);
    },
    describe() {},
  };
}

/** @param {HardMargin} hard */
function sentence({ feasible, margin, gap, distance, is_linear, intercept }) {
  if (!feasible) {
    const separator = is_linear ? `no line ${intercept ? "" : "through 0 "}can separate the classes` : "up to rounding no f with this kernel can separate the classes";
    const distanceText = `distance ${power(Math.max(distance, 1e-17))}`, space = is_linear ? "" : " in feature space";
    const proof = intercept ? `a weighted average of crosses and one of circles coincide${space} (${distanceText})`
      : `a weighted average of the crosses, and of the circles mirrored at 0, lies at 0${space} (${distanceText})`;
    return `No hard margin: ${proof}, so ${separator}. Whatever C you choose, some slack remains.`;
  }
  if (margin === null) return "There is one class only: b alone classifies all examples, and there is no margin.";
  return `Hard margin: there is an f without slack. As C grows, the margin approaches ${number(margin, 4)} (duality gap ${power(Math.max(gap, 1e-17))}).`;
}
