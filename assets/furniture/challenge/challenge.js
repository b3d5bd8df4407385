// Predict, look, explain: a prediction, then a goal that the solution itself must meet, then the reason.
// Whether it can be asked of the scene at hand, and which option is right there, is read off the sweep: see judgement.js.
// A goal counts when the hand has let go, and only after something has changed since the prediction.
// After a prediction the picture moves from where it is to what decides, unless a hand goes first: by itself or at
// "Show me". That is seen, and not done.
// What is done stays done on this device, see progress.js; what an answer is read off stays covered until
// a prediction is made or skipped, see prediction-covers.js.

import { cover } from "./prediction-covers.js";
import { element } from "../../base/dom.js";
import { fill, fingerprint, isMet, tell as tellStatements } from "../../base/conditions.js";
import { follow as followHand, pressed } from "../../input/pressed-pointers.js";
import { hintOf } from "./goal-hint.js";
import { isDemonstrated, play, playWithoutHand } from "./demonstration.js";
import { wayToGoal } from "./deciding-scene.js";
import { aboutField, framesOf, judge } from "./judgement.js";
import { goalRows } from "./goal-rows.js";
import { answersOf, keepAnswers, follow, guess, keepGuess } from "../progress/progress.js";
import { setTo } from "../../base/text-alternative.js";

export const kinds = { challenge, remark };

const SKIPPED = -1;
const SOON = " or wait: it moves by itself";    // after "Show me"
const fresh = () => ({ guess: null, done: false });
const states = new Map();        // by the challenge's id: they outlive an element that is built anew
const places = new Map();        // by the first id of a list: which one of it is shown

/** @type {MakeView<"challenge">} */
export function challenge(root, item, player, stage) {
  root.classList.add("kl-challenge");
  const { challenges } = item, many = challenges.length > 1, place = challenges[0].id;
  challenges.forEach((asked) => states.set(asked.id, remembered(asked)));
  const now = () => challenges[view.shown], state = () => states.get(now().id);

  const head = element("b", {}), step = element("span", { className: "kl-faint" }), tally = element("span", { className: "kl-faint kl-tally-done" });
  const previous = arrow("‹", "Previous question", -1), next = arrow("›", "Next question", 1);
  const again = element("button", { type: "button", textContent: "Again", className: "kl-again" });
  again.addEventListener("click", () => begin(view));
  const showMe = quiet("Show me", () => demonstrate(view)), soon = element("span", { className: "kl-faint", textContent: SOON });
  const body = element("div", { className: "kl-challenge-body" });
  const pager = element("span", { className: "kl-pager", hidden: !many }, previous, step, next);
  root.append(element("div", { className: "kl-row" }, element("span", {}, head, again), element("span", { className: "kl-challenge-tools" }, tally, pager)), body);

  function arrow(text, name, by) {
    const button = element("button", { type: "button", textContent: text, className: "kl-arrow" });
    button.setAttribute("aria-label", name);
    button.addEventListener("click", () => {
      view.shown = (view.shown + by + challenges.length) % challenges.length;
      places.set(place, view.shown);
      view.frame = frameOf(view);
      judgeAgain(view);
      render(view);
    });
    return button;
  }

  function predict(k) {
    const { id, conditions } = now();
    // What must change then: the scene, or a number that the goal speaks of.
    Object.assign(state(), { guess: k, start: view.frame && fingerprint(view.frame, conditions), changed: false, passed: "" });
    keepGuess(id, k);
    if (k !== SKIPPED) wait();
    render(view);
  }

  function wait() {
    view.waits = true;
    playWithoutHand(root, () => !soon.hidden, () => demonstrate(view), () => { view.waits = false; offer(view); });
  }

  const resting = () => player.resting && !pressed();
  const view = { root, stage, again, showMe, soon, body, challenges, head, now, state, step, predict, resting, many, tally, player, get item() { return now().with ? { with: now().with } : item; }, waits: false, shown: places.get(place) ?? Math.max(0, challenges.findIndex(({ id }) => !states.get(id).done)), drawn: null, frame: null, rows: null };

  let wide = 0;
  new ResizeObserver(([{ contentRect: { width } }]) => { if (Math.abs(width - wide) > 1) { wide = width; requestAnimationFrame(() => reserve(view)); } }).observe(body);  // what it changes is itself observed
  for (const at of [(run) => player.on("settle", run), (run) => followHand(root, run)]) at(() => { check(view); countTry(view); offer(view); });
  for (const type of ["ready", "arrived"]) player.on(type, () => { judgeAgain(view); offer(view); });
  player.on("ready", () => reserve(view));                 // what stands beside it is as high as it gets
  follow(root, () => count(view));
  render(view);
  return {
    draw(drawn) {
      const before = view.frame;
      view.drawn = drawn;
      view.frame = frameOf(view) ?? before;
      judgeAgain(view);
      if (!before && view.frame) reserve(view);
      check(view);
      if (!before) offer(view);
    },
    describe() {},
  };
}

// A question may be about another scene than the one that its card is drawn for: another view shows that one. What it
// says of a sweep is said of the one along its own slider.
function frameOf({ drawn, player, now }) {
  const { with: fields, by } = now(), along = by?.find((name) => player.base[name]);
  if (!drawn || (!fields && !along)) return drawn;
  const scene = player.variant(fields ?? {});
  return (along && player.lookup(scene, along, player.count, player.grid)) ?? (fields ? player.find(scene) ?? null : drawn);
}

// Fields of the scene, and what else the element has set, such as which of its data sets is looked at.
const settingsOf = ({ player, item }) => ({ ...player.view, ...player.variant(item.with ?? {}) });

// Where the scene has changed, the card is drawn anew if the question can now be asked, or can no longer be.
function judgeAgain(view) {
  const { player, stage, now, item } = view, asked = now(), scene = player.variant(item.with ?? {}), settings = settingsOf(view);
  const held = Object.fromEntries(Object.keys(asked.holds ?? {}).map((name) => [name, settings[name] ?? ""]));
  // While a hand drags the question's own slider, its sweeps and so the judgement stay: that is not worked out at every paint.
  const along = asked.by?.find((name) => player.base[name]), basis = `${asked.id} ${player.query({ ...held, ...scene, ...(along && { [along]: "" }) })}`;
  if (view.frames && view.basis === basis && view.sweep === view.frame?.sweep) {
    if (view.frame) view.frame.among = view.frames;
    return;
  }
  const frames = asked.by?.length ? framesOf(asked, { player, stage, item }) : undefined;
  Object.assign(view, { frames, basis, sweep: view.frame?.sweep });
  if (view.frame) view.frame.among = frames;
  const before = view.judgement, judgement = judge(asked, settings, frames);
  // While pictures are on their way, what was known of the question stays.
  view.judgement = judgement.state === "unknown" && before?.id === asked.id ? before : { ...judgement, id: asked.id };
  view.obstacle = judgement.state === "unreachable" ? goalRows(asked, stage).obstacle(frames) : "";
  const other = view.judgement.answer !== before?.answer && view.state().done;
  if (view.judgement.state !== before?.state || view.obstacle !== view.shownObstacle || other) render(view);
}

// What stands in place of a question that can't be asked of this scene: why, and the way to one where it can.
function reasonOf(view) {
  const { judgement, obstacle, now, stage } = view;
  if (judgement.state === "undecided") {
    return judgement.unproven ? "With these settings not every solution is proven to be the optimum, so no answer can be called right." : "With these settings more than one answer is right.";
  }
  if (judgement.state === "unreachable") return `With these settings the goal cannot be met. ${obstacle}`;
  const { field } = judgement, choice = stage.items.find((item) => item.kind === "choice" && item.field === field);
  return aboutField(now(), field, choice, String(settingsOf(view)[field]));
}

// An element with sweeps of its own has no first scene to go back to: what is offered is set, and the rest stays.
const isOffered = ({ stage, now }) => Boolean(stage.home) || Object.keys(now().offer).length > 0;

function leadBack({ player, stage, now }) {
  const cleared = stage.home ? Object.fromEntries(Object.keys(player.scene).map((name) => [name, ""])) : {};
  const fields = { ...cleared, ...Object.fromEntries(new URLSearchParams(stage.home)), ...now().offer };
  const [looks, scene] = [true, false].map((isLook) => Object.fromEntries(Object.entries(fields).filter(([name]) => name in player.view === isLook)));
  if (Object.keys(looks).length) player.look(looks);
  if (!Object.keys(scene).length) return;
  player.change(scene);
  player.settle();
}

function render(view) {
  const { root, stage, again, showMe, soon, body, challenges, head, now, state, step, predict } = view;
  const { options, hides = [] } = now(), own = state(), { guess: said } = own, { question, goal, why } = textsOf(view);
  const reason = own.reason ?? why;    // of the scene in which it was solved
  root.dataset.challenge = view.shown;
  view.shownObstacle = view.obstacle;
  if (["elsewhere", "unreachable", "undecided"].includes(view.judgement?.state) && own.reason === undefined) {
    root.dataset.state = "elsewhere";
    head.textContent = "Not asked here";
    again.hidden = true;
    view.rows = null;
    body.replaceChildren(element("p", { className: "kl-faint", textContent: question }), element("p", { textContent: reasonOf(view) }),
      ...(isOffered(view) ? [quiet("Open a scene where it is asked", () => leadBack(view))] : []));
    cover(stage, root, [], () => {});
    count(view);
    return;
  }
  root.dataset.state = own.shown ? "shown" : own.done ? "done" : said === null ? "predict" : "look";
  step.textContent = `${view.shown + 1} of ${challenges.length}`;
  head.textContent = own.earlier ? "Solved earlier" : own.done ? "Solved" : said === null ? "Predict first" : "Your task";
  again.hidden = !own.done;
  again.textContent = own.shown ? "Your turn" : "Again";
  again.setAttribute("aria-label", `${again.textContent}: ${question}`);
  view.rows = null;
  if (said === null) {
    const buttons = options.map(({ label }, k) => option(label, () => predict(k)));
    if (hides.length) buttons.push(quiet("Skip, and show it", () => predict(SKIPPED)));    // beside them: a row of its own would come and go
    body.replaceChildren(element("p", { textContent: question }), element("div", { className: "kl-options" }, ...buttons));
  } else if (!own.done) {
    view.rows = goalRows(now(), stage);
    body.replaceChildren(element("p", {}, said === SKIPPED ? goal : `You predicted “${options[said].label}”. ${goal}`, " ", showMe, soon), view.rows.root);
    tell(view);
    offer(view);
  } else {
    const elsewhere = isElsewhere(view), asked = own.earlier || elsewhere ? [element("p", { className: "kl-faint", textContent: question })] : [];
    const told = verdict(own, options) + (elsewhere ? own.reason ?? "" : reason);
    body.replaceChildren(...asked, element("p", { textContent: elsewhere ? `With other settings: ${told}` : told }));
  }
  cover(stage, root, said === null && !own.done ? hides : [], () => predict(SKIPPED));
  count(view);
  reserve(view);
}

// Whether the answer of a solved question is that of another scene than the one that is shown.
function isElsewhere({ judgement, state }) {
  const { state: found, answer = -1 } = judgement ?? {};
  return ["elsewhere", "unreachable", "undecided"].includes(found) || (answer >= 0 && answer !== state().answer);
}

// What a challenge says, with the numbers of the frame.
function textsOf({ now, frame }) {
  const { question, goal, why } = now();
  return { question: fill(question, frame), goal: fill(goal, frame), why: tellStatements(why, frame) };
}

// As high from the start as at its longest where more of the picture lies below, so that an answer
// does not move it; where nothing does, or what stands beside it is higher, no room stays empty.
function reserve(view) {
  const { root, stage, body, now } = view;
  const { clientWidth: width } = body;
  if (!width) return;
  body.style.minHeight = "";
  root.classList.add("kl-last");
  if (isLast(root)) return;
  const { options, hides = [] } = now(), { question, goal, why } = textsOf(view), says = (text) => element("p", { textContent: text });
  const longest = options.map(({ label }) => label).sort((a, b) => b.length - a.length)[0];
  const buttons = options.map(({ label }) => option(label, () => {})), open = goalRows(now(), stage);
  if (hides.length) buttons.push(quiet("Skip, and show it", () => {}));
  const ghost = element("div", { className: "kl-challenge-body kl-challenge-ghost" });
  ghost.style.width = `${width}px`;
  if (view.frame) open.show(view.frame, "You are there already. Move away once, and come back.");
  root.append(ghost);
  const high = [
    [says(question), element("div", { className: "kl-options" }, ...buttons)],
    [element("p", {}, `You predicted “${longest}”. ${goal}`, " ", quiet("Show me", () => {}), SOON), open.root],
    [says(`Not correct: you predicted “${longest}”, the answer is “${longest}”. ${why}`)],
  ].map((parts) => { ghost.replaceChildren(...parts); return ghost.offsetHeight; });
  ghost.remove();
  const most = Math.max(...high);
  if (most - body.offsetHeight <= roomBeside(root)) return;
  root.classList.remove("kl-last");
  body.style.minHeight = `${most}px`;
}

// How much higher what stands beside it is: the other column, or the row of a grid.
function roomBeside(root) {
  const box = root.closest(".kl-item") ?? root, column = box.parentElement, own = box.getBoundingClientRect();
  const inColumn = column.matches(".kl-main, .kl-side");
  if (inColumn && followed(box)) return 0;
  const beside = [...(inColumn ? column.parentElement : column).children].map((one) => one.getBoundingClientRect())
    .filter(({ left, right, top, bottom, width }) => width && (left >= own.right - 1 || right <= own.left + 1) && top < own.bottom && bottom > own.top);
  return Math.max(0, ...beside.map(({ bottom }) => bottom)) - own.bottom;
}

// Whether more is seen below it in its column.
function followed(box) {
  for (let next = box.nextElementSibling; next; next = next.nextElementSibling) if (next.getClientRects().length) return true;
  return false;
}

// Whether nothing is seen below it: in its column, or under both.
function isLast(root) {
  const box = root.closest(".kl-item") ?? root, under = root.closest("[data-live]")?.querySelector(".kl-below");
  if (under && under !== box.parentElement && under.getClientRects().length && under.childElementCount) return false;
  return !followed(box);
}

// The numbers of the goal as they are now, and what is in the way where they are right.
function tell(view) {
  const { now, resting, state } = view;
  if (!view.rows || !view.frame) return;
  const own = state(), there = isMet(now().conditions, view.frame);
  view.rows.show(view.frame, view.stop ? "" : there && !own.changed ? "You are there already. Move away once, and come back."
    : there && !resting() ? "There. Now let go." : there ? "" : own.passed || own.hint || "");
}

// A try is a rest in a new place that is not the goal.
function countTry(view) {
  const { now, resting, state } = view, own = state(), asked = now();
  if (!view.rows || !view.frame || own.done || !own.changed || !resting() || isMet(asked.conditions, view.frame)) return;
  const here = fingerprint(view.frame, asked.conditions);
  if (here === own.tried) return;
  Object.assign(own, { tried: here, tries: (own.tries ?? 0) + 1 });
  own.hint = hintOf(asked, view, own.tries, view.rows.missing(view.frame));
  tell(view);
}

// Begins anew; after a demonstration with the goal, for the prediction is made.
function begin(view) {
  const { body, now, state } = view, own = state();
  if (own.shown) Object.assign(own, { done: false, shown: false, changed: false, reason: undefined, start: fingerprint(view.frame, now().conditions), passed: "", tries: 0, hint: "" });
  else {
    keepGuess(now().id, undefined);
    states.set(now().id, { ...fresh(), again: true });
  }
  render(view);
  body.querySelector("button:not([hidden])")?.focus();
}

// The button stands where the way to the goal is known: a switch, or a slider through pictures that are at hand.
function offer(view) {
  const { showMe, soon, now, state } = view, own = state();
  if (!view.rows || own.done || view.stop) return;
  const way = view.frame && wayToGoal(now(), view);
  showMe.hidden = !way;
  soon.hidden = !way || !view.waits || isMet(now().conditions, view.frame);
}

function demonstrate(view) {
  if (view.stop) { view.stop(); return; }
  const { player, showMe, again, now, stage, body } = view, { conditions } = now(), way = wayToGoal(now(), view);
  if (!way) { offer(view); return; }
  showMe.textContent = "Stop";
  view.stop = () => {};            // what is painted before play() returns is a demonstration, too
  const stop = play(player, way, showMe, (arrived) => {
    const focused = showMe.matches(":focus");
    view.stop = undefined;
    showMe.textContent = "Show me";
    if (!arrived || !isMet(conditions, view.frame)) { tell(view); return; }
    Object.assign(view.state(), { done: true, shown: true, answer: answerOf(view), reason: textsOf(view).why });
    render(view);
    if (focused) again.focus();
    stage.announce(body.textContent);
  });
  if (view.stop) view.stop = stop;
}

// How many of them this device knows to be done, those that are tried once more too.
function count({ challenges, many, tally }) {
  const sum = challenges.filter(({ id }) => (states.get(id).done && !states.get(id).shown) || answersOf(id)).length;
  tally.textContent = !sum ? "" : many ? `✓ ${sum} of ${challenges.length} done` : "✓ done";
}

function check(view) {
  const { player, stage, body, now, resting, state } = view;
  const own = state(), { id, conditions } = now();
  if (!view.frame || own.guess === null || own.done) return;
  if (isDemonstrated(player)) Object.assign(own, { start: undefined, changed: false });
  own.start ??= fingerprint(view.frame, conditions);
  own.changed ||= fingerprint(view.frame, conditions) !== own.start;
  const there = own.changed && isMet(conditions, view.frame);
  if (there && !resting()) own.passed = onTheWay(setTo(player.active, stage, view.frame.scene), view.rows.says(view.frame));
  if (!there || !resting() || !current(view)) { tell(view); return; }
  const answer = answerOf(view);
  Object.assign(own, { done: true, answer, reason: textsOf(view).why });
  keepAnswers(id, own.guess, answer);
  keepGuess(id, undefined);
  render(view);
  stage.announce(body.textContent);
}

// The option that is right for this scene; else the one that holds where the goal is met, if it does the predicted one.
function answerOf({ frame, now, state, judgement }) {
  if (judgement?.answer >= 0) return judgement.answer;
  const { options } = now(), { guess: said } = state(), holds = ({ conditions: where }) => isMet(where, frame);
  return said !== SKIPPED && holds(options[said]) ? said : options.findIndex(holds);
}

// Whether the frame is the picture of what is set, and not one that has come late.
function current(view) {
  const { item, player } = view;
  const set = item.with ? player.variant(item.with) : player.scene;
  return Object.entries(set).every(([name, value]) => view.frame.scene[name] === undefined || String(view.frame.scene[name]) === String(value));
}

const onTheWay = (where, what) => `On the way you had it${where && `, at ${where}`}${what && `: ${what}`}. Go back, and let go there.`;

const quoted = (options, k) => `“${options[k].label}”`;

function verdict({ guess: said, answer }, options) {
  if (said === SKIPPED) return answer < 0 ? "" : `It is ${quoted(options, answer)}. `;
  if (answer === said) return `Correct: ${quoted(options, said)}. `;
  return answer < 0 ? "" : `Not correct: you predicted ${quoted(options, said)}, the answer is ${quoted(options, answer)}. `;
}

const option = (text, act) => button(text, "kl-option", act);
const quiet = (text, act) => button(text, "kl-again kl-skip", act);

function button(textContent, className, act) {
  const node = element("button", { type: "button", textContent, className });
  node.addEventListener("click", act);
  return node;
}

// What is known of a challenge: from this visit, from this device, or nothing.
function remembered({ id, options }) {
  const before = states.get(id), known = answersOf(id), said = guess(id);
  if (before && (before.again || before.shown || (before.done ? known : before.guess === null ? !known : said === before.guess))) return before;
  if (known && (options[known[0]] || known[0] === SKIPPED)) return { guess: known[0], done: true, earlier: true, answer: known[1] };
  return said === undefined || !(options[said] || said === SKIPPED) ? fresh() : { ...fresh(), guess: said, changed: false, passed: "" };
}

// A sentence that appears while its conditions hold.
/** @type {MakeView<"remark">} */
function remark(root, item) {
  root.classList.add("kl-remark");
  root.hidden = true;
  const text = element("span", {});
  root.append(text);    // a cover hides what its box has inside
  return {
    draw(frame) {
      root.hidden = !isMet(item.conditions, frame);
      const told = fill(item.text, frame);
      if (!root.hidden && text.textContent !== told) text.textContent = told;
    },
    describe() {},
  };
}
