// Show the scores of the point x in a table, and the binary rule between two of the classes in a sentence.

import { chosenRule, SUB, tuple, words } from "./linear-scores.js";
import { markPicture } from "../../../assets/draw/marks.js";
import { number, trimZeros } from "../../../assets/base/format.js";
import { element, voiceOnly, withFormulas } from "../../../assets/base/dom.js";
import { answerOf } from "../plane/single-stop-sweep.js";

export const kinds = { scorerule, scoretable };

const round = (/** @type {number} */ v) => trimZeros(number(v));

/** @typedef {import("./linear-scores.js").Scores} Scores */

/** @type {MakeView<"scoretable">} */
function scoretable(root, item) {
  root.classList.add("kl-class-table");
  const body = element("tbody", {}), head = element("tr", {});
  for (const text of [[voiceOnly("class")], withFormulas("$wₖ$"), withFormulas("score $wₖᵀx$"), [voiceOnly("score as a bar")]]) head.append(element("th", { scope: "col" }, ...text));
  const table = element("table", {}, element("caption", { className: "kl-voice", textContent: item.label }), element("thead", {}, head), body);
  root.append(table);
  /** @type {Frame | null} */
  let shownFrame = null;
  return {
    draw(frame) {
      shownFrame = frame;
      const { W, scores, choice } = /** @type {Scores} */ (answerOf(frame)), most = Math.max(...scores.map(Math.abs), 1e-9);
      body.replaceChildren(...scores.map((s, k) => {
        const bar = element("i", { className: "kl-score-bar" });
        bar.style.cssText = `--tone: var(--kl-class-${k}); --from: ${50 * Math.min(1, 1 + s / most)}%; --wide: ${50 * Math.abs(s) / most}%`;
        const row = element("tr", { className: k === choice ? "is-chosen" : "" },
          element("th", { scope: "row" }, markPicture(k), ` class ${k + 1}`),
          element("td", { textContent: tuple(W[k]) }), element("td", { textContent: round(s) }), element("td", { className: "kl-score-cell" }, bar));
        row.dataset.score = String(k);
        return row;
      }));
    },
    describe() {},
    summary: () => (shownFrame ? words(shownFrame) : ""),
  };
}

/** @type {MakeView<"scorerule">} */
function scorerule(root, item, player) {
  root.classList.add("kl-verdict");
  root.setAttribute("role", "status");
  return {
    draw(frame) {
      const pair = chosenRule(frame, player);
      if (!pair) { root.textContent = "Choose two classes: the difference of their weight vectors determines the boundary between them."; return; }
      const { k, other, w } = pair;
      if (!w.some((v) => Math.abs(v) > 1e-9)) { root.textContent = `w = w${SUB[k]} − w${SUB[other]} = (0, 0): both classes have the same score everywhere, so there is no boundary between them.`; return; }
      const { scores } = /** @type {Scores} */ (answerOf(frame)), f = scores[k] - scores[other];
      const winner = (f >= 0 ? k : other) + 1, sign = f >= 0 ? "≥ 0" : "< 0";
      root.textContent = `w = w${SUB[k]} − w${SUB[other]} = ${tuple(w)}. Of these two classes, class ${k + 1} wins where wᵀx ≥ 0: on the side of the long-dashed line to which w points. At x, wᵀx = ${round(f)} ${sign}: class ${winner}.`;
    },
    describe() {},
  };
}
