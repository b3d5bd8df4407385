// The editor of a kernel: its formula as text, its tree of steps, and the rules that prove it. The
// server analyses the formula, see pages/is_it_a_kernel/builder/builder_endpoint.py; this script
// sends requests and shows the answers. The panels of one player, in several steps of the page,
// share one session: the answer for the formula, and the formulas before it.

import { latestRequest } from "../../../assets/base/latest-request.js";
import { inline } from "../../../assets/base/sweep-decoder.js";
import { number, setting } from "../../../assets/base/format.js";
import { math } from "../../../assets/base/mathml.js";
import { countUp, element, keepFocus, queryAll } from "../../../assets/base/dom.js";

export const kinds = { builder };

const STATE_SIGNS = { proven: "✓", waiting: "–", uncovered: "?" };     // sign before the rule of a step, by the step's state
const NAMES = { proven: "proven", open: "not proven", broken: "not a kernel", trouble: "no matrix" };
// Fields that do not change the matrix. After a change of these alone the server would give the same
// answer, so nothing is requested.
const FIELDS_OF_FIT = ["lam", "loss", "risk", "intercept", "learner"];
const MAX_WEIGHT = 1, WEIGHT_STEP = 0.02;  // range and step of the weight slider

/**
 * A step of the tree, see `_rows` of pages/is_it_a_kernel/builder/kernel_report.py. `share` is
 * cᵀKc with the matrix of the step; it is null unless K is symmetric and has a negative eigenvalue.
 * @typedef {object} Step
 * @property {string} text
 * @property {string} rule
 * @property {string} why
 * @property {string} notes
 * @property {boolean} covered
 * @property {boolean} proven
 * @property {number} depth
 * @property {number | null} parent
 * @property {number | null} weight
 * @property {number | null} share
 *
 * @typedef {{ label: string, share: number }} SumTerm
 * @typedef {"proven" | "open" | "broken" | "trouble"} State
 *
 * The server's answer for a formula. Its `sweep` has the numbers of the matrix, on the first
 * `points` of the `all` points of the scene; it is null if there is no matrix.
 * @typedef {object} Answer
 * @property {string} formula
 * @property {MathNode} math
 * @property {State} state
 * @property {string} verdict
 * @property {Step[]} steps
 * @property {number} points
 * @property {number} all
 * @property {Parameters<typeof inline>[0] | null} sweep
 * @property {SumTerm[]} sum
 *
 * An error in the typed formula (`text`), or in the operand of an operation (`with`).
 * @typedef {{ of: "text" | "with", message: string, column: number | null }} Fault
 *
 * The data of the pictures of the matrix.
 * @typedef {Pick<Answer, "sum" | "formula" | "state" | "points" | "all"> & { sweep: Sweep }} Built
 *
 * The state that the panels of a player share. `past` has the formulas for undo, `place` the scene
 * of the last request, `panel` the panel that sent it, and `nextStep` the step to choose when its
 * answer arrives.
 * @typedef {object} Session
 * @property {Player} player
 * @property {Panel[]} panels
 * @property {string[]} past
 * @property {Answer | null} answer
 * @property {Step[]} steps
 * @property {number} chosen
 * @property {string} place
 * @property {number | null} nextStep
 * @property {Panel} [panel]
 * @property {(query: string) => void} look
 * @property {(query: string) => void} edit
 *
 * A panel of the builder. `guards` has buttons, each with a test of whether it is enabled;
 * `formulaBefore` is the formula when the field got the focus.
 * @typedef {object} Panel
 * @property {Session} session
 * @property {HTMLElement} root
 * @property {Player} player
 * @property {BuilderItem} item
 * @property {HTMLInputElement} field
 * @property {HTMLElement} typeset
 * @property {HTMLElement} verdict
 * @property {HTMLElement} textError
 * @property {HTMLElement} operandError
 * @property {() => HTMLElement[]} nodes
 * @property {HTMLElement} tree
 * @property {HTMLElement} why
 * @property {HTMLElement} tools
 * @property {[HTMLButtonElement, () => boolean][]} guards
 * @property {() => void} [weight]
 * @property {HTMLButtonElement} [undo]
 * @property {[string, HTMLAnchorElement][]} links
 * @property {HTMLElement} [pages]
 * @property {string} formulaBefore
 */

/** @type {MakeView<"builder">} */
function builder(root, item, player) {
  root.classList.add("kl-builder");
  const session = /** @type {Session} */ (player.building ??= makeSession(player, item.address));
  const has = (/** @type {string} */ part) => item.parts.includes(part);
  const id = `kl-formula-${Math.random().toString(36).slice(2)}`;
  const field = input("Your own formula k(x, x′)", { id, maxLength: item.max_characters + 1 });
  field.dataset.formula = "";
  const typeset = element("div", { className: "kl-math" });
  const textError = element("p", { className: "kl-error", id: `${id}-wrong`, role: "alert" });
  const verdict = element("p", { className: "kl-builder-verdict", role: "status" });
  const tree = element("div", { className: "kl-tree", role: "tree" });
  tree.setAttribute("aria-label", "The kernel’s steps: choose a step to change");
  const why = element("p", { className: "kl-fine-print kl-why" });
  const tools = element("div", { className: "kl-tools kl-spare-row" });
  const operandError = element("p", { className: "kl-error", role: "alert" });
  const row = element("div", { className: "kl-formula" }, element("label", { htmlFor: id, textContent: "k(x, x′) =" }), field);
  const signs = legend(item.signs, `${id}-signs`);
  field.setAttribute("aria-describedby", has("signs") ? `${textError.id} ${signs.id}` : textError.id);
  const nodes = () => queryAll(tree, ":scope > *");
  /** @type {Panel} */
  const view = { session, root, player, item, field, typeset, verdict, operandError, textError, nodes, tree, why, tools, guards: [], links: [], formulaBefore: "" };
  root.append(row, textError);
  if (has("math")) root.append(typeset);
  if (has("weight")) root.append(weightSlider(view));
  root.append(verdict);
  if (has("tree")) root.append(tree);
  if (has("tools")) root.append(why, tools, operandError);
  if (has("links")) root.append(links(view));
  if (has("signs")) root.append(signs);
  treeKeys(view);
  if (has("tools")) view.undo = toolbox(view);
  handleTyping(view);
  session.panels.push(view);

  player.on("input", () => refresh(session));
  queueMicrotask(() => { if (session.answer) show(view); else refresh(session); });
  return { draw() {}, show: () => refresh(session), describe() {}, isOpen: true };
}

/** @param {Player} player @param {string} address */
function makeSession(player, address) {
  const fail = (/** @type {string} */ message) => { for (const view of viewsOnPage(session)) showUnread(view, message); };
  const look = latestRequest(address, (/** @type {Answer} */ answer) => {
    if (answer.formula === player.scene.formula) take(session, answer);
  }, fail);
  const edit = latestRequest(address, (/** @type {Answer | { error: Fault }} */ answer, query) => {
    if ("error" in answer) { complain(session, answer.error, query); return; }
    complain(session, null);
    if (answer.formula !== player.scene.formula) changeFormula(session, answer.formula, new URLSearchParams(query).get("op"));
    take(session, answer);
  }, fail);
  /** @type {Session} */
  const session = { player, panels: [], past: [], answer: null, steps: [], chosen: 0, place: "", nextStep: null, look, edit };
  return session;
}

// Change the formula. Single operations can be undone one by one; a drag of the weight, which
// changes the formula many times, is undone as a whole.
/** @param {Session} session @param {string} formula @param {string | null} op */
function changeFormula(session, formula, op) {
  const { player, past } = session, isSingle = op && op !== "weigh";
  if (isSingle) past.push(player.scene.formula);
  session.place = placeOf({ ...sceneOf(player), formula });
  player.change({ kernel: "own", formula });
  if (isSingle) player.settle();
}

const placeOf = (/** @type {Scene} */ scene) => JSON.stringify(Object.entries(scene).filter(([name, value]) => value !== "" && !FIELDS_OF_FIT.includes(name)).sort());
const sceneOf = (/** @type {Player} */ player) => ({ ...player.scene, kernel: "own" });
/** @param {Player} player @param {Record<string, string | number>} more */
const query = (player, more = {}) => new URLSearchParams([...new URLSearchParams(player.query()), ...Object.entries(more).map(([name, value]) => [name, String(value)])]).toString();
const viewsOnPage = (/** @type {Session} */ session) => session.panels = session.panels.filter(({ root }) => root.isConnected);

/** @param {Session} session */
function refresh(session) {
  const place = placeOf(sceneOf(session.player));
  if (place === session.place) return;
  session.place = place;
  session.look(query(session.player));
}

/** @param {Panel} view @param {string} op */
function operate(view, op, text = "") {
  const { session, player } = view, { steps, chosen } = session;
  const below = steps.filter((s) => s.parent === chosen).length;
  session.nextStep = op === "remove" && below !== 1 ? steps[chosen].parent ?? 0 : chosen;
  session.panel = view;
  session.edit(query(player, { op, at: chosen, with: text }));
}

/** @param {Session} session @param {Answer} answer */
function take(session, answer) {
  const { player } = session, { formula, state, steps, sum, points, all, sweep } = answer;
  session.answer = answer;
  session.steps = steps;
  session.chosen = Math.min(session.nextStep ?? session.chosen, steps.length - 1);
  session.nextStep = null;
  /** @type {Built | null} */
  const built = sweep ? { sweep: inline(sweep), sum, formula, state, points, all } : null;
  player.built = built;
  for (const view of viewsOnPage(session)) show(view);
  player.dispatch("built");
  if (isRefused(answer)) showPointsAlone(session);
}

/**
 * Return whether a fit would refuse the kernel of an answer.
 * @param {{ state: string } | null | undefined} answer
 */
export const isRefused = (answer) => answer?.state === "broken" || answer?.state === "trouble";

// Show the session's answer in a panel.
/** @param {Panel} view */
function show(view) {
  const { session, root, player, field, typeset } = view, { answer } = session;
  if (!answer) return;
  if (document.activeElement !== field || field.dataset.typed !== "1") field.value = answer.formula;
  typeset.replaceChildren(math(answer.math));
  showVerdict(view, answer);
  buildTree(view);
  mark(view);
  view.weight?.();
  root.closest(".kl-live")?.classList.toggle("is-refused", isRefused(answer));
  if (view.pages) view.pages.hidden = isRefused(answer);
  countUp(root, "answers");
  root.dataset.shown = answer.formula;
  if (view.undo) view.undo.disabled = !session.past.length;
  for (const [href, link] of view.links) link.href = `${href}${href.includes("?") ? "&" : "?"}${player.query()}`;
}

// Show the verdict on the formula in the field. While that formula is invalid, there is no
// verdict: the pictures show the last valid formula.
/** @param {Panel} view @param {Answer} answer */
function showVerdict(view, { state, verdict: sentence }) {
  const { root, field, verdict } = view;
  if (field.getAttribute("aria-invalid") === "true") { showUnread(view); return; }
  verdict.replaceChildren(element("b", { textContent: NAMES[state] }), ` ${sentence}`);
  verdict.dataset.state = root.dataset.state = state;
}

// Say that the pictures do not belong to the formula in the field, which is invalid or has no
// answer yet.
/** @param {Panel} view */
function showUnread({ root, verdict, session }, message = "") {
  const still = session.answer && `The pictures still show ${session.answer.formula}.`;
  verdict.replaceChildren(element("b", { textContent: message ? "not known" : "not readable" }), ` ${[message, still].filter(Boolean).join(" ")}`);
  verdict.dataset.state = root.dataset.state = "unread";
}

// Show the points alone, with f = 0, since a function that is not a kernel has no fit.
/** @param {Session} session */
async function showPointsAlone(session) {
  const { player } = session;
  const zero = { ...sceneOf(player), formula: "0" };
  try { await player.load(zero, player.active, 1); } catch { return; }
  const frame = player.lookup(zero, player.active, 1, player.grid);
  const zeros = frame && new Float32Array(frame.get("alpha").length);
  if (!frame || !isRefused(session.answer) || player.find(player.scene)) return;
  player.paint({ ...frame, scene: { ...player.scene }, get: (/** @type {string} */ name) => (name === "alpha" ? zeros : frame.get(name)) }, true);
  player.dispatch("ready");
}

// Show the message of an error, and quote the text around it with the position marked. If `error`
// is null, remove the message.
/** @param {Session} session @param {Fault | null} error */
function complain(session, error, query = "") {
  const { panel, answer } = session;
  for (const { field, operandError, textError } of viewsOnPage(session)) {
    operandError.replaceChildren();
    if (error && !(error.of === "text" && field === panel?.field)) continue;   // keep the message about the text, which is still invalid
    textError.replaceChildren();
    field.setAttribute("aria-invalid", String(Boolean(error)));
  }
  if (answer) for (const view of viewsOnPage(session)) showVerdict(view, answer);
  if (!error) return;
  const text = new URLSearchParams(query).get(error.of) ?? "", at = error.column;
  /** @type {(string | HTMLElement)[]} */
  const message = [at ? `Column ${at}: ${error.message}` : error.message];
  if (at && (error.of === "text" || text)) {
    const from = Math.max(0, at - 19), part = text.slice(at - 1, at) || " ";
    message.push(element("code", { translate: false }, text.slice(from, at - 1), element("mark", { textContent: part }), text.slice(at, at + 18)));
  }
  (error.of === "text" ? panel?.textError : panel?.operandError)?.replaceChildren(...message);
}

// A rule proves its step if all steps below it are proven; until then the state is "waiting".
const proofState = (/** @type {Step} */ step) => (step.proven ? "proven" : step.covered ? "waiting" : "uncovered");

/** @param {Panel} view */
function buildTree(view) {
  const { nodes, tree, session: { steps, chosen } } = view;
  const hasFocus = tree.contains(document.activeElement);
  tree.replaceChildren(...steps.map((step, i) => {
    const node = element("div", { role: "treeitem" },
      element("span", { className: "kl-step" }, step.text),
      element("span", { className: "kl-step-share", textContent: step.share === null ? "" : `cᵀKc = ${number(step.share)}` }),
      element("span", { className: "kl-rule" }, element("i", { textContent: STATE_SIGNS[proofState(step)], ariaHidden: "true" }), ` ${proofState(step) === "waiting" ? "a part is not proven" : step.rule}`));
    node.style.setProperty("--depth", String(step.depth));
    node.dataset.step = String(i);
    node.dataset.proof = proofState(step);
    node.setAttribute("aria-level", String(step.depth + 1));
    node.addEventListener("click", () => { select(view, i); node.focus({ preventScroll: true }); });
    return node;
  }));
  if (hasFocus) nodes()[chosen]?.focus({ preventScroll: true });
}

/** @param {Panel} view @param {number} i */
function select({ session }, i) {
  session.chosen = i;
  for (const view of viewsOnPage(session)) mark(view);
}

/** @param {Panel} view */
function mark(view) {
  const { guards, nodes, why, session: { steps, chosen } } = view, step = steps[chosen];
  nodes().forEach((node, k) => {
    node.setAttribute("aria-selected", String(k === chosen));
    node.tabIndex = k === chosen ? 0 : -1;
  });
  why.textContent = `${step.rule}: ${step.why}${step.notes ? ` (${step.notes})` : ""}`;
  view.weight?.();
  keepFocus(guards.map(([button]) => button), () => { for (const [button, able] of guards) button.disabled = !able(); });
}

// Handle the keys in the tree: arrow keys, Home and End move through it; Delete and Backspace remove a step.
/** @param {Panel} view */
function treeKeys(view) {
  const { nodes, tree, session } = view;
  const child = (/** @type {number} */ i) => session.steps.findIndex((s) => s.parent === i);
  tree.addEventListener("keydown", (e) => {
    const { chosen, steps } = session, last = steps.length - 1;
    /** @type {Record<string, () => number>} */
    const targets = {
      ArrowDown: () => Math.min(last, chosen + 1), ArrowUp: () => Math.max(0, chosen - 1), Home: () => 0, End: () => last,
      ArrowLeft: () => steps[chosen].parent ?? 0, ArrowRight: () => (child(chosen) < 0 ? chosen : child(chosen)),
    };
    const target = targets[e.key];
    if (target) {
      e.preventDefault();
      select(view, target());
      const node = nodes()[session.chosen];
      node.focus({ preventScroll: true });
      tree.scrollTop = Math.min(node.offsetTop, Math.max(tree.scrollTop, node.offsetTop + node.offsetHeight - tree.clientHeight));
    } else if (e.key === "Delete" || e.key === "Backspace") {
      e.preventDefault();
      operate(view, "remove");
    }
  });
}

// Build the slider for the weight of the chosen step. If the root is chosen and has no weight, the
// slider is for the first step that has one, if any.
/** @param {Panel} view */
function weightSlider(view) {
  const { session, player } = view;
  const range = element("input", { type: "range", min: -MAX_WEIGHT, max: MAX_WEIGHT, step: WEIGHT_STEP }), value = element("output", { className: "kl-value" });
  const of = element("span", { className: "kl-fine-print" }), scale = element("div", { className: "kl-ticks", ariaHidden: "true", translate: false });
  for (const [share, text] of [[0, "−1"], [0.5, "0"], [1, "1"]]) {
    const tick = element("span", { textContent: String(text) });
    tick.style.left = `calc(10px + ${share} * (100% - 20px))`;
    scale.append(tick);
  }
  const root = element("div", { className: "kl-slider kl-weight" },
    element("div", { className: "kl-row" }, element("span", {}, element("span", { className: "kl-symbol", textContent: "a", translate: false }), " ", of), value), range, scale);
  let isDragged = false;
  const target = () => {
    const { steps, chosen } = session, weightIndex = steps.findIndex((s) => s.weight !== null);
    return chosen === 0 && steps[0].weight === null ? Math.max(0, weightIndex) : chosen;
  };
  range.addEventListener("input", () => {
    if (!isDragged) session.past.push(player.scene.formula);
    isDragged = true;
    showWeight(Number(range.value));
    session.panel = view;
    session.nextStep = session.chosen;
    session.edit(query(player, { op: "weigh", at: target(), with: Number(range.value).toFixed(2) }));
  });
  range.addEventListener("change", () => { isDragged = false; });
  /** @param {number} weight */
  function showWeight(weight) {
    value.textContent = setting(weight);
    range.style.setProperty("--fill", String((Math.min(MAX_WEIGHT, Math.max(-MAX_WEIGHT, weight)) + MAX_WEIGHT) / (2 * MAX_WEIGHT)));
    range.setAttribute("aria-valuetext", `a = ${setting(weight)}`);
  }
  view.weight = () => {
    const at = target(), step = session.steps[at], part = step.weight === null ? step : session.steps.find((s) => s.parent === at) ?? step;
    of.textContent = `weight of ${part.text}`;
    range.ariaLabel = `a, ${of.textContent}`;
    if (isDragged) return;
    range.value = String(step.weight ?? 1);
    showWeight(step.weight ?? 1);
  };
  return root;
}

// Build the legend of signs that a formula may contain.
/** @param {string[][]} signs @param {string} id */
function legend(signs, id) {
  const rows = signs.map(([sign, meaning]) => element("div", {}, element("dt", {}, element("code", { textContent: sign, translate: false })), element("dd", { textContent: meaning })));
  return element("dl", { className: "kl-formula-signs", id }, ...rows);
}

// Build the buttons for the operations on the chosen step.
/** @param {Panel} view */
function toolbox(view) {
  const { item, tools } = view;
  const operand = input("The kernel for + × − and “replace”", { value: item.kernels[0].options[0].value, maxLength: item.max_characters + 1 });
  operand.dataset.with = "";
  const factor = input("The weight a", { value: "0.5", inputMode: "text", maxLength: 12, className: "kl-short-input" });
  const g = input("g as a function of x", { value: item.functions[0].value, maxLength: item.max_characters + 1, className: "kl-short-input" });
  const menu = menuOf("Kernels to choose from", item.kernels, operand);
  const functions = menuOf("Functions g", [{ label: "", options: item.functions }], g);
  const undo = button("Undo", "Return to the previous formula", () => undoLastOperation(view));
  undo.disabled = true;
  tools.append(
    line("with", menu, operand),
    line("", button("+", "Add the kernel to the chosen step", () => operate(view, "add", operand.value)),
      button("×", "Multiply the chosen step by the kernel", () => operate(view, "times", operand.value)),
      button("−", "Subtract the kernel: no rule covers this", () => operate(view, "minus", operand.value)),
      button("replace", "Replace the chosen step by the kernel", () => operate(view, "replace", operand.value)),
      guard(view, button("Remove", "Remove the chosen step", () => operate(view, "remove")), () => view.session.steps.length > 1), undo),
    line("", button("a · k", "Multiply the chosen step by the weight a", () => operate(view, "scale", factor.value)), keepTogether("a =", factor),
      button("exp k", "Take the exponential of the chosen step", () => operate(view, "exp")),
      button("lim k", "Take the limit of the chosen sum as the number of terms grows", () => operate(view, "limit"))),
    line("", button("g(x) k g(x′)", "Multiply the chosen step by g(x)g(x′)", () => operate(view, "conj", g.value)), functions, g),
  );
  operand.addEventListener("keydown", (e) => { if (e.key === "Enter") operate(view, "add", operand.value); });
  factor.addEventListener("keydown", (e) => { if (e.key === "Enter") operate(view, "scale", factor.value); });
  g.addEventListener("keydown", (e) => { if (e.key === "Enter") operate(view, "conj", g.value); });
  return undo;
}

// Build the links to other pages, with this kernel.
/** @param {Panel} view */
function links(view) {
  view.links = view.item.pages.map(({ href, label }) => [href, element("a", { className: "kl-link", target: "_self", textContent: label })]);
  return view.pages = line("Use this kernel on", ...view.links.map(([, link]) => link));
}

/** @param {Panel} view */
function undoLastOperation({ session, player }) {
  const formula = session.past.pop();
  if (formula === undefined) return;
  complain(session, null);
  player.change({ kernel: "own", formula });
  player.settle();
}

/** @param {string} label @param {object} properties */
function input(label, properties) {
  const node = element("input", { type: "text", spellcheck: false, autocomplete: "off", autocapitalize: "off", ...properties });
  node.setAttribute("aria-label", label);
  return node;
}

/** @param {string} text @param {string} label @param {() => void} act */
function button(text, label, act) {
  const node = element("button", { type: "button", className: "kl-action", textContent: text, title: label });
  node.setAttribute("aria-label", text.length > 2 ? `${text}: ${label}` : label);
  node.addEventListener("click", act);
  return node;
}

/** @param {Panel} view @param {HTMLButtonElement} node @param {() => boolean} able */
function guard({ guards }, node, able) {
  guards.push([node, able]);
  return node;
}

/** @param {string} label @param {...(Node | string)} parts */
function line(label, ...parts) {
  return element("div", { className: "kl-tool-row" }, ...(label ? [element("span", { className: "kl-fine-print", textContent: label })] : []), ...parts);
}

/** @param {string} label @param {HTMLElement} node */
function keepTogether(label, node) { return element("span", { className: "kl-label-pair" }, label, " ", node); }

/** @param {string} label @param {KernelGroup[]} groups @param {HTMLInputElement} target */
function menuOf(label, groups, target) {
  const select = element("select", {}, ...groups.flatMap(({ label: name, options }) => {
    const elements = options.map((o) => element("option", { value: o.value, textContent: o.label }));
    return name ? [element("optgroup", { label: name }, ...elements)] : elements;
  }));
  select.setAttribute("aria-label", label);
  select.addEventListener("change", () => { target.value = select.value; });
  return select;
}

// Handle the text field: send the formula while it is typed, and keep the previous one for undo.
/** @param {Panel} view */
function handleTyping(view) {
  const { player, field, session } = view;
  field.addEventListener("focus", () => { view.formulaBefore = player.scene.formula; });
  field.addEventListener("input", () => {
    field.dataset.typed = "1";
    session.panel = view;
    session.edit(query(player, { text: field.value }));
  });
  field.addEventListener("change", () => {
    if (view.formulaBefore === player.scene.formula) return;
    session.past.push(view.formulaBefore);
    view.formulaBefore = player.scene.formula;
    for (const { undo } of viewsOnPage(session)) if (undo) undo.disabled = false;
  });
  field.addEventListener("blur", () => {
    field.dataset.typed = "";
    if (field.getAttribute("aria-invalid") !== "true" && session.answer) field.value = session.answer.formula;
  });
  field.addEventListener("keydown", (e) => {
    if (e.key === "Enter") { field.blur(); player.settle(); }
    if (e.key === "Escape" && session.answer) { field.value = session.answer.formula; complain(session, null); field.blur(); }
  });
}
