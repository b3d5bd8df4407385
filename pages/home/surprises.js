// "Surprise me": a button that shows the listed scenes one after another, each with a statement
// about its solution.

import { element, setText } from "../../assets/base/dom.js";
import { statementText } from "../../assets/base/conditions.js";

export const kinds = { surprises };

// These values are outside the view, since a change of the kernel may rebuild it.
let next = 0;                   // index of the next scene
/** @type {HTMLButtonElement | undefined} The button that was pressed last. */
let pressedButton;

/** @type {MakeView<"surprises">} */
function surprises(root, { scenes }, player) {
  const button = element("button", { type: "button", className: "kl-action", textContent: "Surprise me" });
  const sentence = element("p", { className: "kl-note" });
  sentence.setAttribute("role", "status");
  button.addEventListener("click", () => {
    pressedButton = button;
    player.change(scenes[next].fields);
    player.settle();
    next = (next + 1) % scenes.length;
  });
  root.classList.add("kl-surprises", "kl-spare");
  root.append(button, sentence);
  return {
    draw(frame) {
      const shownScene = scenes.find(({ fields }) => Object.entries(fields).every(([name, value]) => (frame.scene[name] ?? "") === value));
      const text = (shownScene && statementText([shownScene], frame)) || "\u00a0";   // a space keeps the line's height
      setText(sentence, text);
      if (!pressedButton || pressedButton === button) return;
      pressedButton = button;
      if (document.activeElement === document.body) button.focus({ preventScroll: true });      // the former button had the focus
    },
    describe() {},
  };
}
