// Predict, look, explain: a prediction, then a goal that the solution itself must meet, then the reason.

import { met } from "./goals.js";
import { element } from "./dom.js";

export function challenge(root, item, player, stage) {
  root.classList.add("kl-challenge");
  const states = item.challenges.map(() => ({ guess: null, done: false }));
  let shown = 0, frame = null;

  const head = element("b", {}), step = element("span", { className: "kl-faint" });
  const previous = arrow("‹", "Previous question", -1), next = arrow("›", "Next question", 1);
  const body = element("div", { className: "kl-challenge-body" });
  root.append(element("div", { className: "kl-row" }, head, element("span", { className: "kl-pager", hidden: states.length < 2 }, previous, step, next)), body);

  function arrow(text, name, by) {
    const button = element("button", { type: "button", textContent: text, className: "kl-arrow" });
    button.setAttribute("aria-label", name);
    button.addEventListener("click", () => { shown = (shown + by + states.length) % states.length; render(); });
    return button;
  }

  function render() {
    const { question, options, goal, why } = item.challenges[shown], state = states[shown];
    root.dataset.challenge = shown;
    root.dataset.state = state.done ? "done" : state.guess === null ? "predict" : "look";
    step.textContent = `${shown + 1} of ${states.length}`;
    head.textContent = state.done ? "There it is" : state.guess === null ? "Predict first" : "Now look";
    if (state.guess === null) {
      const buttons = options.map(({ label }, k) => {
        const button = element("button", { type: "button", textContent: label, className: "kl-option" });
        button.addEventListener("click", () => { state.guess = k; render(); check(); });
        return button;
      });
      body.replaceChildren(element("p", { textContent: question }), element("div", { className: "kl-options" }, ...buttons));
    } else if (!state.done) {
      body.replaceChildren(element("p", { textContent: `You said: ${options[state.guess].label}. ${goal}` }));
    } else {
      const right = options[state.guess].label === state.answer;
      const verdict = right ? `Your prediction, ${state.answer}, was right. ` : state.answer ? `It was ${state.answer}, not ${options[state.guess].label}. ` : "";
      body.replaceChildren(element("p", { textContent: verdict + why }));
    }
  }

  // A goal counts from the moment of the prediction, and only on the frame that is shown.
  function check() {
    const state = states[shown], { conditions, options } = item.challenges[shown];
    if (!frame || state.guess === null || state.done || !met(conditions, frame)) return;
    state.done = true;
    state.answer = options.find((o) => met(o.conditions, frame))?.label ?? "";
    render();
    stage.announce(body.textContent);
  }

  render();
  return { draw(now) { frame = now; check(); }, describe() {} };
}

// A sentence that appears while its conditions hold.
export function remark(root, item) {
  root.classList.add("kl-remark");
  root.hidden = true;
  root.textContent = item.text;
  return { draw(frame) { root.hidden = !met(item.conditions, frame); }, describe() {} };
}
