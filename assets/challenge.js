// Predict, look, explain: a prediction, then a goal that the solution itself must meet, then the reason.
// What is done stays done on this device, see progress.js.

import { met } from "./goals.js";
import { element } from "./dom.js";
import { done, finish, follow } from "./progress.js";

export function challenge(root, item, player, stage) {
  root.classList.add("kl-challenge");
  const states = item.challenges.map(remembered), many = states.length > 1;
  let shown = Math.max(0, states.findIndex((state) => !state.done)), frame = null;

  const head = element("b", {}), step = element("span", { className: "kl-faint" }), tally = element("span", { className: "kl-faint kl-tally-done" });
  const previous = arrow("‹", "Previous question", -1), next = arrow("›", "Next question", 1);
  const again = element("button", { type: "button", textContent: "Again", className: "kl-again" });
  again.addEventListener("click", () => { states[shown] = { guess: null, done: false }; render(); body.querySelector("button").focus(); });
  const body = element("div", { className: "kl-challenge-body" });
  const pager = element("span", { className: "kl-pager", hidden: !many }, previous, step, next);
  root.append(element("div", { className: "kl-row" }, element("span", {}, head, again), element("span", { className: "kl-challenge-tools" }, tally, pager)), body);

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
    head.textContent = state.earlier ? "You have done this" : state.done ? "There it is" : state.guess === null ? "Predict first" : "Now look";
    again.hidden = !state.done;
    again.setAttribute("aria-label", `Again: ${question}`);
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
      const asked = state.earlier ? [element("p", { className: "kl-faint", textContent: question })] : [];
      body.replaceChildren(...asked, element("p", { textContent: verdict + why }));
    }
    count();
  }

  // How many of them this device knows to be done, those that are tried once more too.
  function count() {
    const sum = item.challenges.filter(({ id }, k) => states[k].done || done(id)).length;
    tally.textContent = !sum ? "" : many ? `✓ ${sum} of ${states.length} done` : "✓ done";
  }

  // A goal counts from the moment of the prediction, and only on the frame that is shown.
  function check() {
    const state = states[shown], { id, conditions, options } = item.challenges[shown];
    if (!frame || state.guess === null || state.done || !met(conditions, frame)) return;
    const answer = options.findIndex((o) => met(o.conditions, frame));
    Object.assign(state, { done: true, answer: options[answer]?.label ?? "" });
    finish(id, state.guess, answer);
    render();
    stage.announce(body.textContent);
  }

  follow(root, count);
  render();
  return { draw(now) { frame = now; check(); }, describe() {} };
}

// What this device knows of a challenge, as the state of one that is done or has not begun.
function remembered({ id, options }) {
  const known = done(id), guess = known && options[known[0]];
  return guess ? { guess: known[0], done: true, earlier: true, answer: options[known[1]]?.label ?? "" } : { guess: null, done: false };
}

// A sentence that appears while its conditions hold.
export function remark(root, item) {
  root.classList.add("kl-remark");
  root.hidden = true;
  root.textContent = item.text;
  return { draw(frame) { root.hidden = !met(item.conditions, frame); }, describe() {} };
}
