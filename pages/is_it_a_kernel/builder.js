// A kernel put together step by step: its formula to write, its tree to work on, what proves it. All
// that is said of it comes from the server, see pages/is_it_a_kernel/builder_endpoint.py; here a hand asks, and text is shown.

import { asker } from "../../assets/base/latest-request.js";
import { inline } from "../../assets/base/sweep-decoder.js";
import { number } from "../../assets/base/format.js";
import { countUp, element, queryAll } from "../../assets/base/dom.js";

export const kinds = { builder };

const MATHML = "http://www.w3.org/1998/Math/MathML";
const NAMES = { proven: "proven", open: "not proven", broken: "not a kernel", trouble: "no matrix" };
// What the pictures of the matrix do not depend on: asking again for these would bring the same answer.
const ELSEWHERE = ["lam", "loss", "risk", "intercept", "learner"];

/** @type {MakeView} */
function builder(root, item, player) {
  root.classList.add("kl-builder");
  const id = `kl-formula-${Math.random().toString(36).slice(2)}`;
  const field = input("Your own formula k(x, x′)", { id, maxLength: item.most + 1 });
  field.dataset.formula = "";
  const typeset = element("div", { className: "kl-math" });
  const wrong = element("p", { className: "kl-wrong", id: `${id}-wrong`, role: "alert" });
  const verdict = element("p", { className: "kl-builder-verdict", role: "status" });
  const tree = element("div", { className: "kl-tree", role: "tree" });
  tree.setAttribute("aria-label", "The kernel's steps; choose one to work on");
  const why = element("p", { className: "kl-faint kl-why" });
  const tools = element("div", { className: "kl-tools" });
  const refused = element("p", { className: "kl-wrong", role: "alert" });
  const row = element("div", { className: "kl-formula" }, element("label", { htmlFor: id, textContent: "k(x, x′) =" }), field);
  const signs = element("p", { className: "kl-faint", id: `${id}-signs`, textContent: item.signs });
  field.setAttribute("aria-describedby", `${wrong.id} ${signs.id}`);
  root.append(row, signs, wrong, typeset, verdict, tree, why, tools, refused);

  const past = [], guarded = [];

  // ---- asking ------------------------------------------------------------------------------------

  const place = (scene) => JSON.stringify(Object.entries(scene).filter(([name, value]) => value !== "" && !ELSEWHERE.includes(name)).sort());
  const scene = () => ({ ...player.scene, kernel: "own" });

  const look = asker(item.address, (body) => {
    if (body.formula === player.scene.formula) take(view, body);
  }, (message) => { verdict.textContent = message; });

  const edit = asker(item.address, (body, query) => {
    if (body.error) { complain(view, body.error, query); return; }
    complain(view, null);
    if (body.formula !== player.scene.formula) {
      const told = new URLSearchParams(query);
      if (told.has("op")) past.push(player.scene.formula);
      view.known = place({ ...scene(), formula: body.formula });
      player.change({ kernel: "own", formula: body.formula });
      if (told.has("op")) player.settle();
    }
    take(view, body);
  }, (message) => { verdict.textContent = message; });

  const query = (more = {}) => new URLSearchParams([...new URLSearchParams(player.query()), ...Object.entries(more)]).toString();

  const nodes = () => queryAll(tree, ":scope > *");
  const view = { look, place, query, scene, edit, root, player, field, past, typeset, verdict, refused, wrong, nodes, tree, guarded, why, item, tools, answer: null, chosen: 0, known: "", steps: [], undo: undefined, links: undefined, wanted: null, before: "" };

  treeKeys(view);

  [view.undo, view.links] = toolbox(view);
  typing(view);

  player.on("input", () => refresh(view));
  queueMicrotask(() => refresh(view));
  return { draw() {}, show: () => refresh(view), describe() {} };
}

function refresh(view) {
  const { look, place, query, scene } = view;
  const now = place(scene());
  if (now === view.known) return;
  view.known = now;
  look(query());
}

function operate(view, op, text = "") {
  const { edit, query } = view;
  const below = view.steps.filter((s) => s.parent === view.chosen).length;
  const next = op === "remove" && below !== 1 ? view.steps[view.chosen].parent ?? 0 : view.chosen;
  const fresh = { op, at: view.chosen, with: text };
  view.wanted = next;
  edit(query(fresh));
}

function take(view, body) {
  const { root, player, field, past, typeset } = view;
  view.answer = body;
  view.steps = body.steps;
  view.chosen = Math.min(view.wanted ?? view.chosen, view.steps.length - 1);
  view.wanted = null;
  if (document.activeElement !== field || field.dataset.typed !== "1") field.value = body.formula;
  typeset.replaceChildren(math(body.math));
  judge(view);
  grow(view);
  select(view, view.chosen);
  const refuses = body.state === "broken" || body.state === "trouble";
  root.closest(".kl-live")?.classList.toggle("kl-refused", refuses);
  player.built = body.sweep ? { sweep: inline(body.sweep), formula: body.formula, state: body.state, points: body.points, all: body.all } : null;
  player.dispatch("built");
  if (refuses && !player.frame) bare(view);
  countUp(root, "answers");
  root.dataset.shown = body.formula;
  view.undo.disabled = !past.length;
  for (const [href, link] of view.links) link.href = `${href}?${player.query()}`;
}

// The verdict is on the formula that stands in the field. While that can't be read there is none: what
// is shown belongs to the one before.
function judge(view) {
  const { root, field, verdict } = view;
  const read = field.getAttribute("aria-invalid") !== "true", { state, formula, verdict: sentence } = view.answer;
  verdict.replaceChildren(...(read ? [element("b", { textContent: NAMES[state] }), ` ${sentence}`]
    : [element("b", { textContent: "not read" }), ` All that is shown here is still of ${formula}.`]));
  verdict.dataset.state = root.dataset.state = read ? state : "unread";
}

// A page that opens with what is no kernel has no fit to show: the points alone, with f = 0.
async function bare({ player, scene }) {
  const nothing = { ...scene(), formula: "0" };
  try { await player.load(nothing, player.active, 1); } catch { return; }
  const frame = player.lookup(nothing, player.active, 1, player.grid);
  const none = frame && new Float32Array(frame.get("alpha").length);
  if (frame && !player.frame) player.paint({ ...frame, get: (name) => (name === "alpha" ? none : frame.get(name)) }, true);
  player.dispatch("ready");
}

// A fault in a text: its sentence, and the place in the text itself.
function complain(view, error, asked) {
  const { field, refused, wrong } = view;
  wrong.replaceChildren();
  refused.replaceChildren();
  field.setAttribute("aria-invalid", String(error?.of === "text"));
  if (view.answer) judge(view);
  if (!error) return;
  const text = new URLSearchParams(asked).get(error.of) ?? "", at = error.column;
  const told = [at ? `Column ${at}: ${error.message}` : error.message];
  if (at && error.of === "text" || at && text) {
    const from = Math.max(0, at - 19), shown = text.slice(at - 1, at) || " ";
    told.push(element("code", {}, text.slice(from, at - 1), element("mark", { textContent: shown }), text.slice(at, at + 18)));
  }
  (error.of === "text" ? wrong : refused).replaceChildren(...told);
}

function grow(view) {
  const { nodes, tree } = view;
  const focused = tree.contains(document.activeElement);
  tree.replaceChildren(...view.steps.map((step, i) => {
    const node = element("div", { role: "treeitem" },
      element("span", { className: "kl-step" }, step.text),
      element("span", { className: "kl-share", textContent: step.share === null ? "" : `cᵀKc = ${number(step.share)}` }),
      element("span", { className: "kl-rule" }, element("i", { textContent: step.covered ? "✓" : "?", ariaHidden: "true" }), ` ${step.rule}`));
    node.style.setProperty("--depth", step.depth);
    node.dataset.step = String(i);
    node.dataset.covered = step.covered;
    node.setAttribute("aria-level", step.depth + 1);
    node.addEventListener("click", () => { select(view, i); node.focus({ preventScroll: true }); });
    return node;
  }));
  if (focused) nodes()[view.chosen]?.focus({ preventScroll: true });
}

function select(view, i) {
  const { guarded, nodes, why } = view;
  view.chosen = i;
  nodes().forEach((node, k) => {
    node.setAttribute("aria-selected", String(k === i));
    node.tabIndex = k === i ? 0 : -1;
  });
  const step = view.steps[i];
  why.textContent = `${step.rule}: ${step.why}${step.notes ? ` (${step.notes})` : ""}`;
  for (const [button, able] of guarded) button.disabled = !able();
}

// Arrows walk the tree, Delete takes a step away.
function treeKeys(view) {
  const { nodes, tree } = view;
  const child = (i) => view.steps.findIndex((s) => s.parent === i);
  tree.addEventListener("keydown", (e) => {
    const last = view.steps.length - 1;
    const to = {
      ArrowDown: () => Math.min(last, view.chosen + 1), ArrowUp: () => Math.max(0, view.chosen - 1), Home: () => 0, End: () => last,
      ArrowLeft: () => view.steps[view.chosen].parent ?? 0, ArrowRight: () => (child(view.chosen) < 0 ? view.chosen : child(view.chosen)),
    }[e.key];
    if (to) {
      e.preventDefault();
      select(view, to());
      const node = nodes()[view.chosen];
      node.focus({ preventScroll: true });
      tree.scrollTop = Math.min(node.offsetTop, Math.max(tree.scrollTop, node.offsetTop + node.offsetHeight - tree.clientHeight));
    } else if (e.key === "Delete" || e.key === "Backspace") {
      e.preventDefault();
      operate(view, "remove");
    }
  });
}

// What can be done to the chosen step.
function toolbox(view) {
  const { item, tools } = view;
  const other = input("The kernel that + × − and “put in its place” take", { value: item.kernels[0].options[0].value, maxLength: item.most + 1 });
  other.dataset.with = "";
  const factor = input("The weight a", { value: "0.5", inputMode: "text", maxLength: 12, className: "kl-short" });
  const g = input("g as a function of x", { value: item.functions[0].value, maxLength: item.most + 1, className: "kl-short" });
  const menu = menuOf("Kernels to take", item.kernels, other);
  const functions = menuOf("Functions g", [{ label: "", options: item.functions }], g);
  const undo = button("Undo", "Back to the formula before", () => back(view));
  undo.disabled = true;
  tools.append(
    line("with", menu, other),
    line("", button("+", "Add the kernel to the chosen step", () => operate(view, "add", other.value)),
      button("×", "Multiply the chosen step by the kernel", () => operate(view, "times", other.value)),
      button("−", "Subtract the kernel: no rule covers this", () => operate(view, "minus", other.value)),
      button("put in its place", "Replace the chosen step by the kernel", () => operate(view, "replace", other.value))),
    line("", button("a · k", "Multiply the chosen step by the weight a", () => operate(view, "scale", factor.value)), tied("a =", factor),
      button("exp k", "The exponential of the chosen step", () => operate(view, "exp")),
      button("lim k", "What the chosen sum tends to with ever more terms", () => operate(view, "limit"))),
    line("", button("g(x) k g(x′)", "Multiply the chosen step by g at either point", () => operate(view, "conj", g.value)), functions, g),
    line("", guard(view, button("Take away", "Take the chosen step away", () => operate(view, "remove")), () => view.steps.length > 1), undo),
  );
  const links = item.pages.map(({ href, label }) => [href, element("a", { className: "kl-link", target: "_self", textContent: label })]);
  tools.append(line("Use it on", ...links.map(([, link]) => link)));
  other.addEventListener("keydown", (e) => { if (e.key === "Enter") operate(view, "add", other.value); });
  factor.addEventListener("keydown", (e) => { if (e.key === "Enter") operate(view, "scale", factor.value); });
  g.addEventListener("keydown", (e) => { if (e.key === "Enter") operate(view, "conj", g.value); });
  return [undo, links];
}

function back(view) {
  const { player, past } = view;
  const formula = past.pop();
  if (formula === undefined) return;
  complain(view, null);
  player.change({ kernel: "own", formula });
  player.settle();
}

function input(label, properties) {
  const node = element("input", { type: "text", spellcheck: false, autocomplete: "off", autocapitalize: "off", ...properties });
  node.setAttribute("aria-label", label);
  return node;
}

function button(text, label, act) {
  const node = element("button", { type: "button", className: "kl-action", textContent: text, title: label });
  node.setAttribute("aria-label", text.length > 2 ? `${text}: ${label}` : label);
  node.addEventListener("click", act);
  return node;
}

function guard({ guarded }, node, able) {
  guarded.push([node, able]);
  return node;
}

function line(label, ...parts) {
  return element("div", { className: "kl-tool-row" }, ...(label ? [element("span", { className: "kl-faint", textContent: label })] : []), ...parts);
}

function tied(label, node) { return element("span", { className: "kl-tied" }, label, " ", node); }

function menuOf(label, groups, target) {
  const select = element("select", {}, ...groups.flatMap(({ label: name, options }) => {
    const made = options.map((o) => element("option", { value: o.value, textContent: o.label }));
    return name ? [element("optgroup", { label: name }, ...made)] : made;
  }));
  select.setAttribute("aria-label", label);
  select.addEventListener("change", () => { target.value = select.value; });
  return select;
}

// The formula as it is typed.
function typing(view) {
  const { player, edit, field, past, query } = view;
  field.addEventListener("focus", () => { view.before = player.scene.formula; });
  field.addEventListener("input", () => { field.dataset.typed = "1"; edit(query({ text: field.value })); });
  field.addEventListener("change", () => { if (view.before !== player.scene.formula) { past.push(view.before); view.before = player.scene.formula; view.undo.disabled = false; } });
  field.addEventListener("blur", () => {
    field.dataset.typed = "";
    if (field.getAttribute("aria-invalid") !== "true" && view.answer) field.value = view.answer.formula;
  });
  field.addEventListener("keydown", (e) => {
    if (e.key === "Enter") { field.blur(); player.settle(); }
    if (e.key === "Escape" && view.answer) { field.value = view.answer.formula; complain(view, null); field.blur(); }
  });
}

// The server's nested list [tag, attributes, ...children] as MathML, node by node.
function math(tree) {
  if (typeof tree === "string") return document.createTextNode(tree);
  const [tag, attributes, ...children] = tree, node = document.createElementNS(MATHML, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children.map(math));
  return node;
}
