// A tree of classes: each fork is one question. Classes are dragged into other places, or moved with the
// arrow keys; the server trains every tree, see pages/multiclass/trees/tree_endpoint.py.

import { latestRequest } from "../../../assets/base/latest-request.js";
import { markPicture } from "../../../assets/draw/marks.js";
import { number, percent, trimZeros } from "../../../assets/base/format.js";
import { countUp, element, queryAll, queryFirst, reducesMotion } from "../../../assets/base/dom.js";
import { computer } from "../../../assets/base/requests.js";
import { arrowWay, drag } from "../../../assets/input/gestures.js";
import { answerOf, sampleOf, showStill } from "../plane/single-stop-sweep.js";
import { error, forksOf, leaves, question as asks, read, route } from "./route.js";

export const kinds = { classtree, treetable };

const SVG = "http://www.w3.org/2000/svg";
const FALL = 420;                // ms from one fork to the next
const answers = new Map();          // answers: what was trained once is not asked for again

const write = (tree) => (typeof tree === "number" ? String(tree) : `(${tree.map(write)})`);
const depth = (tree) => (typeof tree === "number" ? 0 : 1 + Math.max(...tree.map(depth)));
const swapped = (tree, a, b) => (typeof tree === "number" ? (tree === a ? b : tree === b ? a : tree) : tree.map((half) => swapped(half, a, b)));

/** @type {MakeView<"classtree">} */
function classtree(root, item, player) {
  root.dataset.view = "tree";
  root.classList.add("kl-classtree");
  const room = element("div", { className: "kl-tree-room", role: "group" }), lines = document.createElementNS(SVG, "svg");
  const dot = element("i", { className: "kl-fall", hidden: true });
  const view = { lines, room, dot, swap, player, places: [], frame: null, drawn: "", fallen: "" };
  const caption = element("p", { className: "kl-caption", role: "status" });
  lines.setAttribute("viewBox", "0 0 100 100");
  lines.setAttribute("preserveAspectRatio", "none");
  lines.setAttribute("aria-hidden", "true");
  room.append(lines, dot);
  room.setAttribute("aria-label", item.label);
  root.append(element("p", { className: "kl-faint", textContent: "Press on a fork to see its boundary. Drag a class onto another: they change places; or choose one and press ← or →." }), room, caption);
  let pending = "";

  const ask = latestRequest(item.address, (answer, query) => {
    answers.set(query, answer.trees);
    countUp(root, "answers");
    if (query === question()) fill(answer.trees);
  }, (message) => { caption.textContent = message; });

  const word = () => player.view.shape;
  const question = () => `${sampleOf(view.frame).query}${word() in sampleOf(view.frame).shapes ? "" : `&tree=${encodeURIComponent(word())}`}`;

  function fill(trees) {
    const row = trees.find((candidate) => candidate.tree === word());
    if (row) showStill(player, { ...row, balanced_error: trees[0].test_error, rows: trees }, { sample: sampleOf(view.frame) });
  }

  // What was not trained yet is trained now.
  function need() {
    const query = question();
    if (answerOf(view.frame).rows && answerOf(view.frame).tree === word()) return;
    if (answers.has(query)) { fill(answers.get(query)); return; }
    if (query !== pending) ask(query);
    pending = query;
  }

  function draw(next) {
    view.frame = next;
    const { texts } = sampleOf(view.frame), text = texts[word()] ?? (word() || answerOf(view.frame).text);
    if (text !== view.drawn || room.dataset.names !== sampleOf(view.frame).names.join()) plant(view, text);
    caption.textContent = sentence();
    tell(view);
    need();
  }

  // ---- the picture -------------------------------------------------------------------------------

  // A tree that is one of those by name goes by its name again.
  function swap(a, b) {
    const text = write(swapped(read(view.drawn), a, b)), { texts } = sampleOf(view.frame);
    player.look({ shape: Object.keys(texts).find((name) => texts[name] === text) ?? text });
  }

  function sentence() {
    const row = answerOf(view.frame);
    if (!row.rows || row.tree !== word()) return `The ${computer.name} trains this tree …`;
    return `Test error ${percent(row.test_error)}, training error ${percent(row.train_error)}; ${trimZeros(number(row.mean))} questions a point, at most ${row.most}.`;
  }

  return { draw, describe: () => view.frame && room.setAttribute("aria-label", `${item.label} ${view.drawn}. ${sentence()}`), summary: () => (view.frame ? sentence() : "") };
}

function plant(view, text) {
  const { lines, room } = view;
  const held = room.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.leaf : null;
  view.drawn = text;
  room.dataset.names = sampleOf(view.frame).names.join();
  const tree = read(text), order = leaves(tree), deepest = depth(tree);
  room.querySelectorAll("button").forEach((button) => button.remove());
  const places = view.places = [];
  const across = (k) => (100 * (order.indexOf(k) + 0.5)) / order.length, down = (level) => 6 + (72 * level) / deepest;
  const grow = (branch, level) => {
    if (typeof branch === "number") return { x: across(branch), y: 80, leaf: branch };
    const place = { x: 0, y: down(level), below: [] };
    places.push(place);
    place.below = branch.map((half) => grow(half, level + 1));
    place.x = (place.below[0].x + place.below[1].x) / 2;
    return place;
  };
  grow(tree, 0);
  lines.innerHTML = "";
  for (const { x, y, below } of places) for (const end of below) {
    const stroke = document.createElementNS(SVG, "path");
    stroke.setAttribute("d", `M${x} ${y}L${end.x} ${end.y}`);
    lines.append(stroke);
  }
  forksOf(tree).forEach((_, b) => room.append(forkButton(view, b)));
  for (const k of order) room.append(leaf(view, k, across(k), order));
  if (held) queryFirst(room, `[data-leaf="${held}"]`)?.focus();
}

// A fork is a button with its error; pressed, the plane beside the tree has its line.
function forkButton(view, b) {
  const { player, places } = view, button = element("button", { type: "button", className: "kl-fork", textContent: "?" });
  button.dataset.fork = b;
  button.style.left = `${places[b].x}%`;
  button.style.top = `${places[b].y}%`;
  button.addEventListener("click", () => player.look({ fork: String(b) }));
  return button;
}

// What is known of the forks, and the way of the example that falls.
function tell(view) {
  const { room, lines, frame, player, dot } = view, { forks, tree } = answerOf(frame), { names, labels } = sampleOf(frame);
  const trained = forks && tree === player.view.shape ? forks : [], at = Math.min(Number(player.view.fork) || 0, view.places.length - 1);
  queryAll(room, ".kl-fork").forEach((button, b) => {
    button.textContent = trained[b] ? percent(error(trained[b])) : "…";
    button.setAttribute("aria-pressed", String(b === at));
    button.setAttribute("aria-label", trained[b] ? `Question ${b + 1}: ${asks(trained[b], names)} Error ${percent(error(trained[b]))}` : `Question ${b + 1}`);
  });
  const n = player.view.fall === "" ? NaN : Number(player.view.fall), falls = trained.length && n < labels.length;
  const way = falls ? route(read(view.drawn), trained, n) : { steps: [], leaf: -1 };
  queryAll(lines, "path").forEach((edge, k) => edge.classList.toggle("kl-on", way.steps.some(({ fork, left }) => k === 2 * fork + (left ? 0 : 1))));
  queryAll(room, ".kl-leaf").forEach((button) => button.classList.toggle("kl-landed", Number(button.dataset.leaf) === way.leaf));
  dot.hidden = !falls;
  const state = falls ? `${n} ${view.drawn}` : "";
  if (state && state !== view.fallen) fall(view, way.steps);
  view.fallen = state;
}

function fall({ places, dot }, steps) {
  const stops = [places[0], ...steps.map(({ fork, left }) => places[fork].below[left ? 0 : 1])], last = stops[stops.length - 1];
  const put = ({ x, y }) => ({ left: `${x}%`, top: `${y}%` });
  Object.assign(dot.style, put(last));
  if (reducesMotion()) return;
  dot.getAnimations().forEach((animation) => animation.cancel());
  dot.animate(stops.map(put), { duration: FALL * steps.length, easing: "ease-in" });
}

function leaf(view, k, x, order) {
  const { room, swap } = view;
  const { names } = sampleOf(view.frame), button = element("button", { type: "button", className: "kl-leaf" }, markPicture(k), element("span", { textContent: names[k].replace(/^(class|digit) /, "") }));
  button.dataset.leaf = k;
  button.style.left = `${x}%`;
  button.setAttribute("aria-label", `${names[k]}, place ${order.indexOf(k) + 1} of ${order.length}. Left and right arrow keys move it.`);
  button.addEventListener("keydown", (e) => {
    const by = arrowWay(e)?.[0], neighbour = by && order[order.indexOf(k) + by];
    if (by) e.preventDefault();
    if (neighbour !== undefined) swap(k, neighbour);
  });
  let from = 0, over = k;
  drag(button, {
    down(e) { [from, over] = [e.clientX, k]; },
    move(e) {
      button.style.translate = `${e.clientX - from}px`;
      const box = room.getBoundingClientRect(), place = Math.floor((order.length * (e.clientX - box.left)) / box.width);
      const leaf = order[Math.min(order.length - 1, Math.max(0, place))];
      if (leaf !== over) queryAll(room, ".kl-leaf").forEach((node) => node.classList.toggle("kl-over", Number(node.dataset.leaf) === leaf && leaf !== k));
      over = leaf;
    },
    up(cancelled) {
      button.style.translate = "";
      room.querySelectorAll(".kl-over").forEach((node) => node.classList.remove("kl-over"));
      if (!cancelled && over !== k) swap(k, over);
    },
  });
  return button;
}

// All trees of a scene beside each other: a press on a row shows its tree.
/** @type {MakeView<"treetable">} */
function treetable(root, item, player) {
  root.classList.add("kl-class-table", "kl-scroll");
  const body = element("tbody", {}), head = element("tr", {});
  for (const text of ["tree", "test error", "training", "questions", "points made"]) head.append(element("th", { scope: "col", textContent: text }));
  root.append(element("table", {}, element("caption", { className: "kl-voice", textContent: item.label }), element("thead", {}, head), body));
  return {
    draw(frame) {
      const { shapes } = sampleOf(frame), { rows } = answerOf(frame), focused = body.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.tree : undefined;
      const all = rows ?? Object.keys(shapes).map((tree) => ({ tree }));
      body.replaceChildren(...all.map((row) => {
        const button = element("button", { type: "button", className: "kl-option", textContent: shapes[row.tree] ?? "Your own" }), on = row.tree === player.view.shape;
        button.dataset.tree = row.tree;
        button.setAttribute("aria-pressed", String(on));
        button.addEventListener("click", () => player.look({ shape: row.tree }));
        const cell = (text) => element("td", { textContent: text });
        return element("tr", { className: on ? "kl-chosen" : "" }, element("th", { scope: "row" }, button),
          cell(percent(row.test_error)), cell(percent(row.train_error)), cell(rows ? `${trimZeros(number(row.mean))} (max ${row.most})` : "–"), cell(rows ? String(row.made) : "–"));
      }));
      if (focused) queryFirst(body, `[data-tree="${CSS.escape(focused)}"]`)?.focus();
    },
    describe() {},
  };
}
