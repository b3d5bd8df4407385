// A challenge: a prediction, then a goal that the solution must meet, then the reason for the answer.
// The sweep decides whether the question fits the current scene and which option is right, see judgement.js.
// A goal counts after a release, and only if something has changed since the prediction.
// The button "Show me" moves the picture to a setting that meets the goal. After such a demonstration the challenge
// does not count as solved.
// Solved challenges are stored on this device, see progress.js. The items that show an answer stay covered until a
// prediction is made or skipped, see prediction-covers.js.

import { cover } from "./prediction-covers.js";
import { announceAtRest } from "../../base/announcement.js";
import { element, queryAll, queryFirst, setProperties, setText } from "../../base/dom.js";
import { fill, fingerprint, isMet, statementText } from "../../base/conditions.js";
import { follow as followPointer, pressed } from "../../input/pressed-pointers.js";
import { hintOf } from "./goal-hint.js";
import { demonstration, isDemonstrated } from "./demonstration.js";
import { wayToGoal } from "./deciding-scene.js";
import { aboutField, decidingSweeps, framesOf, heldNumbers, judge } from "./judgement.js";
import { goalRows } from "./goal-rows.js";
import { answersOf, keepAnswers, follow, keepPrediction, predictionOf } from "../progress/progress.js";
import { setTo } from "../../base/text-alternative.js";

export const kinds = { challenge, remark };

const SKIPPED = -1;

/**
 * An attempt at a challenge: the prediction, null until there is one, and the changes since then.
 * @typedef {{ prediction: number | null, done: boolean, answer?: number, reason?: string, start?: string | null, changed?: boolean, passed?: string,
 *   hint?: string, tries?: number, triedPlace?: string, earlier?: boolean, isDemonstrated?: boolean, isRestarted?: boolean }} Attempt
 */

/**
 * A list of challenges on the page. `drawnFrame` is the picture's frame, `frame` that of the visible challenge, and `frames`
 * decide whether that challenge is met. `rows` exist while its goal is shown, `demonstration` while the controls of a demonstration are shown.
 * @typedef {{ root: HTMLElement, body: HTMLElement, head: HTMLElement, step: HTMLElement, tally: HTMLElement,
 *   restart: HTMLButtonElement, showMe: HTMLButtonElement, voice: HTMLElement, stage: Stage, player: Player, item: Pick<ItemBase, "with">,
 *   challenges: AskedChallenge[], many: boolean, index: number, currentChallenge: () => AskedChallenge, state: () => Attempt,
 *   predict: (k: number) => void, isResting: () => boolean, drawnFrame: Frame | null, frame: Frame | null,
 *   rows: ReturnType<typeof goalRows> | null, frames?: Frame[], basis?: string, sweep?: Sweep, obstacle?: string, shownObstacle?: string, shownWhy?: string,
 *   judgement?: import("./judgement.js").Judgement & { id: string }, demonstration?: import("./demonstration.js").Demonstration }} Card
 */

/** @returns {Attempt} */
const newState = () => ({ prediction: null, done: false });
/** @type {Map<string, Attempt>} */
const states = new Map();        // attempts by the challenge's id, so that they last when an element is rebuilt
/** @type {Map<string, number>} */
const places = new Map();        // the index of the visible challenge of a list, by the id of the list's first challenge

/** @type {MakeView<"challenge">} */
export function challenge(root, item, player, stage) {
  root.classList.add("kl-challenge");
  const { challenges } = item, many = challenges.length > 1, place = challenges[0].id;
  challenges.forEach((entry) => states.set(entry.id, storedState(entry)));
  const currentChallenge = () => challenges[view.index], state = () => /** @type {Attempt} */ (states.get(currentChallenge().id));

  const head = element("b", {}), step = element("span", { className: "kl-fine-print" }), tally = element("span", { className: "kl-fine-print kl-tally-count" });
  const previous = arrow("‹", "Previous question", -1), next = arrow("›", "Next question", 1);
  const restart = element("button", { type: "button", textContent: "Again", className: "kl-text-button" });
  restart.addEventListener("click", () => restartChallenge(view));
  const showMe = quietButton("Show me", () => demonstrate(view));
  const body = element("div", { className: "kl-challenge-body" });
  // The verdict has its own live region: in a shared one, the numbers that follow would replace it before it is read.
  const voice = element("p", { className: "kl-voice", role: "status" });
  const pager = element("span", { className: "kl-pager", hidden: !many }, previous, step, next);
  root.append(element("div", { className: "kl-row" }, element("span", {}, head, restart), element("span", { className: "kl-challenge-tools" }, tally, pager)), body, voice);

  /** @param {string} text @param {string} name @param {number} by */
  function arrow(text, name, by) {
    const button = element("button", { type: "button", textContent: text, className: "kl-arrow" });
    button.setAttribute("aria-label", name);
    button.addEventListener("click", () => {
      view.demonstration?.end();
      view.index = (view.index + by + challenges.length) % challenges.length;
      places.set(place, view.index);
      view.frame = frameOf(view);
      judgeAgain(view);
      render(view);
      announce(view);
    });
    return button;
  }

  /** @param {number} k */
  function predict(k) {
    const { id, conditions } = currentChallenge();
    // `start` describes the scene and the goal's numbers. The goal counts only after one of them has changed.
    Object.assign(state(), { prediction: k, start: view.frame && fingerprint(view.frame, conditions), changed: false, passed: "" });
    keepPrediction(id, k);
    render(view);
    player.need();           // fetches the sweeps that decide this question, see `player.wishes` below
  }

  const isResting = () => player.isResting && !pressed();
  /** @type {Card} */
  const view = { root, stage, restart, showMe, voice, body, challenges, head, currentChallenge, state, step, predict, isResting, many, tally, player, get item() { return currentChallenge().with ? { with: currentChallenge().with } : item; }, index: places.get(place) ?? Math.max(0, challenges.findIndex(({ id }) => !states.get(id)?.done)), drawnFrame: null, frame: null, rows: null };

  let lastWidth = 0;
  new ResizeObserver(([{ contentRect: { width } }]) => { if (Math.abs(width - lastWidth) > 1) { lastWidth = width; reserve(view); } }).observe(body);
  // After a prediction the deciding sweeps are fetched, so that the goal can be shown on request.
  player.wishes.push(() => (state().prediction !== null && !state().done ? decidingSweeps(currentChallenge(), view) : []));
  const afterRelease = () => { check(view); countTry(view); offerDemonstration(view); };
  player.on("settle", afterRelease);
  followPointer(root, afterRelease);
  for (const type of ["ready", "arrived"]) player.on(type, () => { judgeAgain(view); check(view); offerDemonstration(view); });
  player.on("ready", () => reserve(view));                 // only now do the neighbours have their final height
  follow(root, () => count(view));
  render(view);
  return {
    draw(drawnFrame) {
      const before = view.frame;
      view.drawnFrame = drawnFrame;
      view.frame = frameOf(view) ?? before;
      judgeAgain(view);
      if (!before && view.frame) reserve(view);
      check(view);
      if (!before) offerDemonstration(view);
    },
    describe() {},
  };
}

/**
 * Return the frame of the challenge. Its scene may differ from the picture's scene, and its sweep is along the slider
 * that the challenge names.
 * @param {Card} view @returns {Frame | null}
 */
function frameOf({ drawnFrame, player, currentChallenge }) {
  const { with: fields, by } = currentChallenge(), along = by?.find((name) => player.base[name]);
  if (!drawnFrame || (!fields && !along)) return drawnFrame;
  const scene = player.variant(fields ?? {});
  return (along ? player.lookup(scene, along, player.count, player.grid) : undefined) ?? (fields ? player.find(scene) ?? null : drawnFrame);
}

/**
 * Return the fields of the scene, the view's settings, such as the selected data set, and the frame's numbers for which
 * the question has a minimum, such as the number of points.
 * @param {Card} view
 */
const settingsOf = ({ player, item, frame, currentChallenge }) => ({ ...player.view, ...player.variant(item.with ?? {}), ...heldNumbers(currentChallenge(), frame) });

/**
 * Determine whether the question applies to the current scene and which option is right; redraw the card if this changed.
 * @param {Card} view
 */
function judgeAgain(view) {
  const { player, stage, currentChallenge, item } = view, current = currentChallenge(), scene = player.variant(item.with ?? {}), settings = settingsOf(view);
  const heldFields = Object.fromEntries(Object.keys(current.holds ?? {}).map((name) => [name, settings[name] ?? ""]));
  // While the question's own slider is dragged, its sweeps stay the same, and so does the judgement.
  const along = current.by?.find((name) => player.base[name]), basis = `${current.id} ${player.query({ ...heldFields, ...scene, ...(along && { [along]: "" }) })}`;
  if (view.frames && view.basis === basis && view.sweep === view.frame?.sweep) {
    if (view.frame) view.frame.among = view.frames;
    return;
  }
  const frames = current.by?.length ? framesOf(current, { player, stage, item }) : undefined;
  Object.assign(view, { frames, basis, sweep: view.frame?.sweep });
  if (view.frame) view.frame.among = frames;
  const before = view.judgement, judgement = judge(current, settings, frames, view.frame);
  // While frames are being loaded, the former judgement stays.
  view.judgement = judgement.state === "unknown" && before?.id === current.id ? before : { ...judgement, id: current.id };
  view.obstacle = judgement.state === "unreachable" ? goalRows(current, stage).describeObstacle(frames ?? []) : "";
  const hasOtherAnswer = view.judgement.answer !== before?.answer && view.state().done;
  if (view.judgement.state !== before?.state || view.obstacle !== view.shownObstacle || hasOtherAnswer) render(view);
}

/** Explain in a sentence why the question does not fit this scene. @param {Card} view @param {import("./judgement.js").Judgement} judgement */
function reasonOf(view, judgement) {
  const { obstacle, currentChallenge, stage } = view;
  if (judgement.state === "undecided") {
    return judgement.unproven ? "With these settings not every solution is proven optimal, so no answer can be called right." : "With these settings there is no single right answer.";
  }
  if (judgement.state === "one class") return "This question needs points of both classes.";
  if (judgement.state === "unreachable") return `With these settings the goal cannot be met. ${obstacle}`;
  const { field = "" } = judgement, choice = stage.items.filter((item) => item.kind === "choice").find((item) => item.field === field);
  return aboutField(currentChallenge(), field, choice, String(settingsOf(view)[field]));
}

/** Return whether a judgement excludes the question. @param {import("./judgement.js").Judgement | undefined} judgement */
const excludes = (judgement) => judgement !== undefined && ["elsewhere", "one class", "unreachable", "undecided"].includes(judgement.state);

/**
 * Return whether the card can offer a scene that fits. An element with inline sweeps has no first scene to return to,
 * but its challenge may name one in `offer`; a minimum that is not named there remains unmet.
 * @param {Card} view
 */
function isOffered({ stage, currentChallenge, judgement }) {
  const { offer, holds } = currentChallenge(), field = judgement?.field;
  if (stage.home) return true;
  return Object.keys(offer).length > 0 && (!field || typeof holds[field] !== "number" || field in offer);
}

/** Open a scene that fits: the page's first scene with the fields that the challenge offers. @param {Card} view */
function leadBack({ player, stage, currentChallenge }) {
  const cleared = stage.home ? Object.fromEntries(Object.keys(player.scene).map((name) => [name, ""])) : {};
  const fields = { ...cleared, ...Object.fromEntries(new URLSearchParams(stage.home)), ...currentChallenge().offer };
  const [looks, scene] = [true, false].map((isLook) => Object.fromEntries(Object.entries(fields).filter(([name]) => name in player.view === isLook)));
  if (Object.keys(looks).length) player.look(looks);
  if (!Object.keys(scene).length) return;
  player.change(scene);
  player.settle();
}

/** @param {Card} view */
function render(view) {
  const { root, stage, restart, showMe, body, challenges, head, currentChallenge, state, step, predict } = view;
  const hadFocus = hasFocus(body);
  const { options, hides = [] } = currentChallenge(), attempt = state(), { prediction } = attempt, { question, goal, why } = textsOf(view);
  const reason = attempt.reason ?? why;    // the reason in the scene where the challenge was solved
  root.dataset.challenge = String(view.index);
  view.shownObstacle = view.obstacle;
  if (view.judgement && excludes(view.judgement) && attempt.reason === undefined) {
    root.dataset.state = "elsewhere";
    head.textContent = "Not available here";
    restart.hidden = true;
    view.rows = null;
    body.replaceChildren(element("p", { className: "kl-fine-print", textContent: question }), element("p", { textContent: reasonOf(view, view.judgement) }),
      ...(isOffered(view) ? [quietButton("Open a scene with this question", () => leadBack(view))] : []));
    cover(stage, root, [], () => {});
    count(view);
    return;
  }
  root.dataset.state = attempt.isDemonstrated ? "shown" : attempt.done ? "done" : prediction === null ? "predict" : "look";
  step.textContent = `${view.index + 1} of ${challenges.length}`;
  head.textContent = attempt.earlier ? "Solved earlier" : attempt.isDemonstrated ? "Shown" : attempt.done ? "Solved" : prediction === null ? "Predict first" : "Your task";
  restart.hidden = !attempt.done;
  restart.textContent = attempt.isDemonstrated ? "Your turn" : "Again";
  restart.setAttribute("aria-label", `${restart.textContent}: ${question}`);
  view.rows = null;
  if (prediction === null) {
    const buttons = options.map(({ label }, k) => option(label, () => predict(k)));
    if (hides.length) buttons.push(quietButton("Skip the prediction", () => predict(SKIPPED)));    // in the same row, which is always visible
    body.replaceChildren(element("p", { textContent: question }), element("div", { className: "kl-options" }, ...buttons));
  } else if (!attempt.done) {
    view.rows = goalRows(currentChallenge(), stage);
    body.replaceChildren(element("p", {}, prediction === SKIPPED ? goal : `You predicted “${options[prediction].label}”. ${goal}`, " ", showMe), ...demonstrationControls(view), view.rows.root);
    showGoal(view);
    offerDemonstration(view);
  } else {
    view.shownWhy = why;
    const elsewhere = isElsewhere(view) || (attempt.reason !== undefined && attempt.reason !== why), questionText = attempt.earlier || elsewhere ? [element("p", { className: "kl-fine-print", textContent: question })] : [];
    const text = verdict(attempt, options) + (elsewhere ? attempt.reason ?? "" : reason);
    body.replaceChildren(...questionText, element("p", { textContent: elsewhere ? `With other settings: ${text}` : text }), ...demonstrationControls(view));
  }
  if (hadFocus && !hasFocus(body)) focusText(body);
  cover(stage, root, prediction === null && !attempt.done ? hides : [], () => predict(SKIPPED));
  count(view);
  reserve(view);
}

/** @param {HTMLElement} body */
const hasFocus = (body) => body.contains(document.activeElement);

/** Move the focus from a removed button to the text in its place, so that it is read out. @param {HTMLElement} body */
function focusText(body) {
  const text = queryFirst(body, "p");
  if (!text) return;
  text.tabIndex = -1;
  text.focus({ preventScroll: true });
}

const demonstrationControls = (/** @type {Card} */ { demonstration: current }) => (current ? [current.root] : []);

/** Return whether a solved question's answer belongs to another scene. @param {Card} view */
function isElsewhere({ judgement, state }) {
  const { answer = -1 } = judgement ?? {};
  return excludes(judgement) || (answer >= 0 && answer !== state().answer);
}

/** Return the challenge's texts with the frame's numbers. @param {Card} view */
function textsOf({ currentChallenge, frame }) {
  const { question, goal, why } = currentChallenge();
  return { question: fill(question, frame), goal: fill(goal, frame), why: statementText(why, frame) };
}

/** @type {Set<Card>} Cards whose space is reserved in the next frame. */
const dueCards = new Set();

// Reserve the height of the longest text if items are below, so that an answer does not move them. At the end of a
// column, or beside a taller neighbour, no space is reserved.
/** @param {Card} view */
function reserve(view) {
  dueCards.add(view);
  if (dueCards.size === 1) requestAnimationFrame(reserveAll);
}

// Reserve the space of all cards that wait for it. Sizes are read for all cards between two changes of the page, so that
// the browser computes its layout twice and not several times for each card.
function reserveAll() {
  const cards = [...dueCards];
  dueCards.clear();
  for (const { root, body } of cards) {
    body.style.minHeight = "";
    root.classList.add("is-last");
  }
  const measured = cards.filter(({ root, body }) => body.clientWidth && !isLast(root)).map((view) => ({ root: view.root, body: view.body, ghosts: ghostsOf(view) }));
  for (const { root, ghosts } of measured) root.append(...ghosts);
  const heights = measured.map(({ root, body, ghosts }) => {
    const highest = Math.max(...ghosts.map((ghost) => ghost.offsetHeight));
    return highest - body.offsetHeight > roomBeside(root) ? highest : 0;
  });
  measured.forEach(({ root, body, ghosts }, k) => {
    for (const ghost of ghosts) ghost.remove();
    if (!heights[k]) return;
    root.classList.remove("is-last");
    body.style.minHeight = `${heights[k]}px`;
  });
}

/** Return a hidden element for each state of the card, with the longest text of this state. @param {Card} view */
function ghostsOf(view) {
  const { stage, body, currentChallenge } = view, { options, hides = [] } = currentChallenge(), { question, goal, why } = textsOf(view);
  const paragraph = (/** @type {string} */ text) => element("p", { textContent: text });
  const longest = options.map(({ label }) => label).sort((a, b) => b.length - a.length)[0];
  const buttons = options.map(({ label }) => option(label, () => {})), open = goalRows(currentChallenge(), stage), width = `${body.clientWidth}px`;
  if (hides.length) buttons.push(quietButton("Skip the prediction", () => {}));
  if (view.frame) open.show(view.frame, "This setting is already a solution. Move away from it, and come back.");
  return [
    [paragraph(question), element("div", { className: "kl-options" }, ...buttons)],
    [element("p", {}, `You predicted “${longest}”. ${goal}`, " ", quietButton("Show me", () => {})), open.root],
    [paragraph(`Not correct: you predicted “${longest}”, the answer is “${longest}”. ${why}`)],
  ].map((nodes) => {
    const ghost = element("div", { className: "kl-challenge-body kl-challenge-ghost" }, ...nodes);
    ghost.style.width = width;
    return ghost;
  });
}

/** Return by how many pixels the items beside this one, in the other column or in the same row, extend below it. @param {HTMLElement} root */
function roomBeside(root) {
  const box = root.closest(".kl-item") ?? root, column = box.parentElement, rect = box.getBoundingClientRect();
  if (!column) return 0;
  const inColumn = column.matches(".kl-main, .kl-side");
  if (inColumn && hasVisibleSibling(box)) return 0;
  const beside = [...((inColumn && column.parentElement) || column).children].map((other) => other.getBoundingClientRect())
    .filter(({ left, right, top, bottom, width }) => width && (left >= rect.right - 1 || right <= rect.left + 1) && top < rect.bottom && bottom > rect.top);
  return Math.max(0, ...beside.map(({ bottom }) => bottom)) - rect.bottom;
}

/** Return whether a visible item follows in the column. @param {Element} box */
function hasVisibleSibling(box) {
  for (let next = box.nextElementSibling; next; next = next.nextElementSibling) if (next.getClientRects().length) return true;
  return false;
}

/** Return whether no visible item is below, in the column or under both columns. @param {HTMLElement} root */
function isLast(root) {
  const box = root.closest(".kl-item") ?? root, under = root.closest("[data-live]")?.querySelector(".kl-below");
  if (under && under !== box.parentElement && under.getClientRects().length && under.childElementCount) return false;
  return !hasVisibleSibling(box);
}

/** Show the goal's current numbers, and a hint about what else is needed. @param {Card} view */
function showGoal(view) {
  const { currentChallenge, state } = view;
  if (!view.rows || !view.frame) return;
  const attempt = state(), isReached = isMet(currentChallenge().conditions, view.frame);
  view.rows.show(view.frame, view.demonstration ? "" : isReached && !attempt.changed ? "This setting is already a solution. Move away from it, and come back."
    : isReached && isDragging(view) ? "Goal reached. Release to finish." : isReached ? "" : attempt.passed || attempt.hint || "");
}

/** Count a try: a release at a new setting that does not meet the goal. @param {Card} view */
function countTry(view) {
  const { currentChallenge, isResting, state } = view, attempt = state(), current = currentChallenge();
  if (!view.rows || !view.frame || attempt.done || !attempt.changed || !isResting() || isMet(current.conditions, view.frame)) return;
  const triedPlace = fingerprint(view.frame, current.conditions);
  if (triedPlace === attempt.triedPlace) return;
  const tries = (attempt.tries ?? 0) + 1;
  Object.assign(attempt, { triedPlace, tries });
  attempt.hint = hintOf(current, view, tries, view.rows.describeUnmet(view.frame));
  showGoal(view);
}

/** Restart the challenge: from the prediction, or, after a demonstration, from the goal. @param {Card} view */
function restartChallenge(view) {
  const { body, currentChallenge, state } = view, attempt = state();
  if (attempt.isDemonstrated) Object.assign(attempt, { done: false, isDemonstrated: false, changed: false, reason: undefined, start: view.frame && fingerprint(view.frame, currentChallenge().conditions), passed: "", tries: 0, hint: "" });
  else {
    keepPrediction(currentChallenge().id, undefined);
    states.set(currentChallenge().id, { ...newState(), isRestarted: true });
  }
  render(view);
  queryFirst(body, "button:not([hidden])")?.focus();
}

/** Show the button “Show me” if loaded frames contain a way to the goal, by a switch or a slider. @param {Card} view */
function offerDemonstration(view) {
  const { showMe, currentChallenge, state } = view;
  if (!view.rows || state().done) return;
  setProperties(showMe, { hidden: Boolean(view.demonstration) || !view.frame || !wayToGoal(currentChallenge(), view) });
}

/** @param {Card} view */
function demonstrate(view) {
  const { player, showMe, currentChallenge } = view, way = wayToGoal(currentChallenge(), view);
  if (!way) { offerDemonstration(view); return; }
  const hadFocus = showMe.matches(":focus");
  const current = demonstration(player, way, {
    onArrival() { arrive(view, current.root); },
    onEnd() {
      view.demonstration = undefined;
      offerDemonstration(view);
      showGoal(view);
    },
  });
  view.demonstration = current;
  queryFirst(view.body, ".kl-demonstration")?.remove();     // the controls of an earlier demonstration
  showMe.hidden = true;
  showMe.parentElement?.after(current.root);
  if (hadFocus) queryFirst(current.root, "button")?.focus();
}

/** Show the answer at the end of a demonstration. @param {Card} view @param {HTMLElement} controls */
function arrive(view, controls) {
  const { restart, currentChallenge } = view;
  if (!view.frame || !isMet(currentChallenge().conditions, view.frame)) { showGoal(view); return; }
  const focused = queryFirst(controls, ":focus");
  Object.assign(view.state(), { done: true, isDemonstrated: true, answer: answerOf(view), reason: textsOf(view).why });
  render(view);
  if (focused) (controls.hidden || controls.inert ? restart : focused).focus();
  announce(view);
}

/** Announce the text of a card. @param {Card} view */
function announce({ body, voice }) {
  const text = queryAll(body, "p").map((paragraph) => paragraph.textContent).join(" ");
  announceAtRest(() => { voice.textContent = text; });
}

/** Show how many challenges are solved on this device, including those that are being retried. @param {Card} view */
function count({ challenges, many, tally }) {
  const sum = challenges.filter(({ id }) => (states.get(id)?.done && !states.get(id)?.isDemonstrated) || answersOf(id)).length;
  tally.textContent = !sum ? "" : many ? `✓ ${sum} of ${challenges.length} done` : "✓ done";
}

/** @param {Card} view */
function check(view) {
  const { player, stage, currentChallenge, isResting, state } = view;
  const attempt = state(), { id, conditions } = currentChallenge();
  if (attempt.done) refreshReason(view);
  if (!view.frame || attempt.prediction === null || attempt.done) return;
  if (isDemonstrated(player)) Object.assign(attempt, { start: undefined, changed: false });
  attempt.start ??= fingerprint(view.frame, conditions);
  attempt.changed ||= fingerprint(view.frame, conditions) !== attempt.start;
  const isReached = attempt.changed && isMet(conditions, view.frame);
  if (isReached && !isResting()) attempt.passed = passedMessage(setTo(player.active, stage, view.frame.scene), view.rows?.describeNumbers(view.frame) ?? "", isDragging(view));
  if (!isReached || !isResting() || !isCurrent(view, view.frame) || (!view.frames && comparesFrames(currentChallenge()))) { showGoal(view); return; }
  const answer = answerOf(view);
  Object.assign(attempt, { done: true, answer, reason: textsOf(view).why });
  keepAnswers(id, attempt.prediction, answer);
  keepPrediction(id, undefined);
  render(view);
  announce(view);
}

// Redraw a solved card if the numbers of its reason are no longer those of the picture.
/** @param {Card} view */
function refreshReason(view) {
  if (view.frame && view.isResting() && isCurrent(view, view.frame) && textsOf(view).why !== view.shownWhy) render(view);
}

/** Return whether the answer or its reason compares several frames. @param {AskedChallenge} challenge */
const comparesFrames = ({ options, why }) => JSON.stringify([options, why]).includes("_of_all:");

/**
 * Return the index of the option that is right for this scene. If the sweep decides for none, return the index of the
 * predicted option if it holds at the goal, else of the first option that holds.
 * @param {Card} view
 */
function answerOf({ frame, currentChallenge, state, judgement }) {
  const { answer = -1 } = judgement ?? {};
  if (answer >= 0) return answer;
  const { options } = currentChallenge(), { prediction } = state();
  const holds = (/** @type {AnswerOption} */ { conditions }) => frame !== null && isMet(conditions, frame);
  return prediction !== null && prediction !== SKIPPED && holds(options[prediction]) ? prediction : options.findIndex(holds);
}

/** Return whether the frame belongs to the current settings, and did not arrive late. @param {Card} view @param {Frame} frame */
function isCurrent({ item, player }, frame) {
  const set = item.with ? player.variant(item.with) : player.scene;
  return Object.entries(set).every(([name, value]) => frame.scene[name] === undefined || String(frame.scene[name]) === String(value));
}

/** Return whether something is dragged, and not moved by key presses, after which nothing is released. @param {Card} view */
const isDragging = ({ player }) => Boolean(player.isHeld) || pressed();

/** @param {string} where @param {string} what @param {boolean} dragged */
const passedMessage = (where, what, dragged) => `You passed a solution${where && ` at ${where}`}${what && `: ${what}`}. Go back, and ${dragged ? "release" : "stop"} there.`;

/** @param {AnswerOption[]} options @param {number} k */
const quote = (options, k) => `“${options[k].label}”`;

/** @param {Attempt} attempt @param {AnswerOption[]} options */
function verdict({ prediction, answer = -1 }, options) {
  if (prediction === null || prediction === SKIPPED) return answer < 0 ? "" : `The answer is ${quote(options, answer)}. `;
  if (answer === prediction) return `Correct: ${quote(options, prediction)}. `;
  return answer < 0 ? "" : `Not correct: you predicted ${quote(options, prediction)}, the answer is ${quote(options, answer)}. `;
}

/** @param {string} text @param {() => void} act */
const option = (text, act) => button(text, "kl-option", act);
/** @param {string} text @param {() => void} act */
const quietButton = (text, act) => button(text, "kl-text-button kl-skip", act);

/** @param {string} textContent @param {string} className @param {() => void} act */
function button(textContent, className, act) {
  const node = element("button", { type: "button", textContent, className });
  node.addEventListener("click", act);
  return node;
}

/** Return the state of a challenge: from this visit, else from this device, else a new one. @param {AskedChallenge} challenge @returns {Attempt} */
function storedState({ id, options }) {
  const before = states.get(id), answers = answersOf(id), prediction = predictionOf(id);
  if (before && (before.isRestarted || before.isDemonstrated || (before.done ? answers : before.prediction === null ? !answers : prediction === before.prediction))) return before;
  if (answers && (options[answers[0]] || answers[0] === SKIPPED)) return { prediction: answers[0], done: true, earlier: true, answer: answers[1] };
  return prediction === undefined || !(options[prediction] || prediction === SKIPPED) ? newState() : { ...newState(), prediction, changed: false, passed: "" };
}

// Build a sentence that is visible while its conditions hold.
/** @type {MakeView<"remark">} */
function remark(root, item) {
  root.classList.add("kl-remark");
  root.hidden = true;
  const text = element("span", {});
  root.append(text);    // inside the box, so that a cover hides it
  return {
    isEmpty: (frame) => !isMet(item.conditions, frame),
    draw(frame) { setText(text, fill(item.text, frame)); },
    describe() {},
  };
}
