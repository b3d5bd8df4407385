// Draw a tree of classes, in which each fork is one question. Classes can be moved to other leaves by dragging or with
// the arrow keys; the server trains every tree, see pages/multiclass/trees/tree_endpoint.py.

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
const EDGE_DURATION_MS = 420;    // duration of the dot's animation from one fork to the next

/**
 * @typedef {import("./route.js").Tree} Tree
 * @typedef {import("./route.js").Fork} Fork
 *
 * A trained tree, see pages/multiclass/trees/tree_endpoint.py. `tree`: its name, or its text if it has no name.
 * @typedef {object} TreeRow
 * @property {string} tree
 * @property {string} text
 * @property {number} test_error
 * @property {number} train_error
 * @property {number} mean
 * @property {number} most
 * @property {number} training_points
 * @property {Fork[]} [forks]
 *
 * The shown tree, and all trees of the scene once they are trained.
 * @typedef {TreeRow & { rows?: TreeRow[] }} TreeAnswer
 *
 * The position of a fork or a leaf, in percent of the drawing area; `below`: the two children of a fork.
 * @typedef {{ x: number, y: number, leaf?: number, below: Place[] }} Place
 *
 * `text`: the drawn tree; `path`: the example that was last sent through a tree, and that tree.
 * @typedef {object} TreeView
 * @property {SVGSVGElement} lines
 * @property {HTMLElement} room
 * @property {HTMLElement} dot
 * @property {(a: number, b: number) => void} swap
 * @property {Player} player
 * @property {Place[]} places
 * @property {Frame | null} frame
 * @property {string} text
 * @property {string} path
 */

/** @type {Map<string, TreeRow[]>} The trained trees, by query. */
const answers = new Map();
/** @type {(frame: Frame) => TreeAnswer} */
const treeOf = answerOf;

/** @param {Tree} tree @returns {string} */
const write = (tree) => (typeof tree === "number" ? String(tree) : `(${tree.map(write)})`);
/** @param {Tree} tree @returns {number} */
const depth = (tree) => (typeof tree === "number" ? 0 : 1 + Math.max(...tree.map(depth)));
/** @param {Tree} tree @param {number} a @param {number} b @returns {Tree} */
const exchange = (tree, a, b) => (typeof tree === "number" ? (tree === a ? b : tree === b ? a : tree) : [exchange(tree[0], a, b), exchange(tree[1], a, b)]);

/** @type {MakeView<"classtree">} */
function classtree(root, item, player) {
  root.dataset.view = "tree";
  root.classList.add("kl-classtree");
  const room = element("div", { className: "kl-tree-room", role: "group" }), lines = document.createElementNS(SVG, "svg");
  const dot = element("i", { className: "kl-tree-dot", hidden: true });
  /** @type {TreeView} */
  const view = { lines, room, dot, swap, player, places: [], frame: null, text: "", path: "" };
  const caption = element("p", { className: "kl-caption", role: "status" });
  lines.setAttribute("viewBox", "0 0 100 100");
  lines.setAttribute("preserveAspectRatio", "none");
  lines.setAttribute("aria-hidden", "true");
  room.append(lines, dot);
  room.setAttribute("aria-label", item.label);
  root.append(element("p", { className: "kl-fine-print", textContent: "Press on a fork to see its boundary. Drag a class onto another to swap them, or choose a class and press ← or →." }), room, caption);
  let pending = "";

  const ask = latestRequest(item.address, (/** @type {{ trees: TreeRow[] }} */ { trees }, query) => {
    answers.set(query, trees);
    countUp(root, "answers");
    if (view.frame && query === queryOf(view.frame)) fill(view.frame, trees);
  }, (message) => { caption.textContent = message; });

  const chosenShape = () => player.view.shape;
  const queryOf = (/** @type {Frame} */ frame) => `${sampleOf(frame).query}${chosenShape() in sampleOf(frame).shapes ? "" : `&tree=${encodeURIComponent(chosenShape())}`}`;

  /** @param {Frame} frame @param {TreeRow[]} trees */
  function fill(frame, trees) {
    const row = trees.find((candidate) => candidate.tree === chosenShape());
    if (row) showStill(player, { ...row, balanced_error: trees[0].test_error, rows: trees }, { sample: sampleOf(frame) });
  }

  // Request the shown tree if it is not trained yet.
  /** @param {Frame} frame */
  function requestTree(frame) {
    const query = queryOf(frame), trees = answers.get(query);
    if (treeOf(frame).rows && treeOf(frame).tree === chosenShape()) return;
    if (trees) { fill(frame, trees); return; }
    if (query !== pending) ask(query);
    pending = query;
  }

  /** @param {Frame} frame */
  function draw(frame) {
    view.frame = frame;
    const { texts, names } = sampleOf(frame), text = texts[chosenShape()] ?? (chosenShape() || treeOf(frame).text);
    if (text !== view.text || room.dataset.names !== names.join()) buildTree(view, text, names);
    caption.textContent = sentence(frame);
    showTree(view, frame);
    requestTree(frame);
  }

  // Swap two classes of the tree. The address gets the new tree's name or, if it has none, its text.
  /** @param {number} a @param {number} b */
  function swap(a, b) {
    if (!view.frame) return;
    const text = write(exchange(read(view.text), a, b)), { texts } = sampleOf(view.frame);
    player.look({ shape: Object.keys(texts).find((name) => texts[name] === text) ?? text });
  }

  /** @param {Frame} frame */
  function sentence(frame) {
    const row = treeOf(frame);
    if (!row.rows || row.tree !== chosenShape()) return `The ${computer.name} trains this tree …`;
    return `Test error ${percent(row.test_error)}, training error ${percent(row.train_error)}; ${trimZeros(number(row.mean))} questions per point, at most ${row.most}.`;
  }

  return {
    draw,
    describe() { if (view.frame) room.setAttribute("aria-label", `${item.label} ${view.text}. ${sentence(view.frame)}`); },
    summary: () => (view.frame ? sentence(view.frame) : ""),
  };
}

/** @param {TreeView} view @param {string} text @param {string[]} names */
function buildTree(view, text, names) {
  const { lines, room } = view;
  const focusedLeaf = room.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.leaf : null;
  view.text = text;
  room.dataset.names = names.join();
  const tree = read(text), order = leaves(tree), deepest = depth(tree);
  room.querySelectorAll("button").forEach((button) => button.remove());
  /** @type {Place[]} */
  const places = view.places = [];
  const leafX = (/** @type {number} */ k) => (100 * (order.indexOf(k) + 0.5)) / order.length, levelY = (/** @type {number} */ level) => 6 + (72 * level) / deepest;
  /** @param {Tree} branch @param {number} level @returns {Place} */
  const grow = (branch, level) => {
    if (typeof branch === "number") return { x: leafX(branch), y: 80, leaf: branch, below: [] };
    /** @type {Place} */
    const place = { x: 0, y: levelY(level), below: [] };
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
  for (const k of order) room.append(leafButton(view, k, leafX(k), order, names[k]));
  if (focusedLeaf) queryFirst(room, `[data-leaf="${focusedLeaf}"]`)?.focus();
}

// Build the button of a fork, which shows its error; a press shows its boundary beside the tree.
/** @param {TreeView} view @param {number} b */
function forkButton(view, b) {
  const { player, places } = view, button = element("button", { type: "button", className: "kl-fork", textContent: "?" });
  button.dataset.fork = String(b);
  button.style.left = `${places[b].x}%`;
  button.style.top = `${places[b].y}%`;
  button.addEventListener("click", () => player.look({ fork: String(b) }));
  return button;
}

// Show the trained forks, and the path of the example that was sent through the tree.
/** @param {TreeView} view @param {Frame} frame */
function showTree(view, frame) {
  const { room, lines, player, dot } = view, { forks, tree } = treeOf(frame), { names, labels } = sampleOf(frame);
  const solutions = forks && tree === player.view.shape ? forks : [], open = Math.min(Number(player.view.fork) || 0, view.places.length - 1);
  queryAll(room, ".kl-fork").forEach((button, b) => {
    button.textContent = solutions[b] ? percent(error(solutions[b])) : "…";
    button.setAttribute("aria-pressed", String(b === open));
    button.setAttribute("aria-label", solutions[b] ? `Question ${b + 1}: ${asks(solutions[b], names)} Error ${percent(error(solutions[b]))}` : `Question ${b + 1}`);
  });
  const n = player.view.fall === "" ? NaN : Number(player.view.fall), hasPath = solutions.length > 0 && n < labels.length;
  const way = hasPath ? route(read(view.text), solutions, n) : { steps: [], leaf: -1 };
  queryAll(lines, "path").forEach((edge, k) => edge.classList.toggle("is-on-path", way.steps.some(({ fork, left }) => k === 2 * fork + (left ? 0 : 1))));
  queryAll(room, ".kl-leaf").forEach((button) => button.classList.toggle("is-reached", Number(button.dataset.leaf) === way.leaf));
  dot.hidden = !hasPath;
  const path = hasPath ? `${n} ${view.text}` : "";
  if (path && path !== view.path) fall(view, way.steps);
  view.path = path;
}

/** @param {TreeView} view @param {{ fork: number, left: boolean }[]} steps */
function fall({ places, dot }, steps) {
  const stops = [places[0], ...steps.map(({ fork, left }) => places[fork].below[left ? 0 : 1])], last = stops[stops.length - 1];
  const put = (/** @type {Place} */ { x, y }) => ({ left: `${x}%`, top: `${y}%` });
  Object.assign(dot.style, put(last));
  if (reducesMotion()) return;
  dot.getAnimations().forEach((animation) => animation.cancel());
  dot.animate(stops.map(put), { duration: EDGE_DURATION_MS * steps.length, easing: "ease-in" });
}

/** @param {TreeView} view @param {number} k @param {number} x @param {number[]} order @param {string} name */
function leafButton({ room, swap }, k, x, order, name) {
  const button = element("button", { type: "button", className: "kl-leaf" }, markPicture(k), element("span", { textContent: name.replace(/^(class|digit) /, "") }));
  button.dataset.leaf = String(k);
  button.style.left = `${x}%`;
  button.setAttribute("aria-label", `${name}, position ${order.indexOf(k) + 1} of ${order.length}. Left and right arrow keys move it.`);
  button.addEventListener("keydown", (e) => {
    const by = arrowWay(e)?.[0], neighbour = by ? order[order.indexOf(k) + by] : undefined;
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
      if (leaf !== over) queryAll(room, ".kl-leaf").forEach((node) => node.classList.toggle("is-drop-target", Number(node.dataset.leaf) === leaf && leaf !== k));
      over = leaf;
    },
    up(cancelled) {
      button.style.translate = "";
      room.querySelectorAll(".is-drop-target").forEach((node) => node.classList.remove("is-drop-target"));
      if (!cancelled && over !== k) swap(k, over);
    },
  });
  return button;
}

// Show the cost and the errors of all trees of a scene in a table; a press on a name shows that tree.
/** @type {MakeView<"treetable">} */
function treetable(root, item, player) {
  root.classList.add("kl-class-table", "kl-scroll");
  const body = element("tbody", {}), head = element("tr", {});
  for (const text of ["tree", "test error", "training error", "questions", "training points"]) head.append(element("th", { scope: "col", textContent: text }));
  root.append(element("table", {}, element("caption", { className: "kl-voice", textContent: item.label }), element("thead", {}, head), body));
  return {
    draw(frame) {
      const { shapes } = sampleOf(frame), { rows } = treeOf(frame), focusedTree = body.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.tree : undefined;
      /** @type {(Partial<TreeRow> & Pick<TreeRow, "tree">)[]} */
      const all = rows ?? Object.keys(shapes).map((tree) => ({ tree }));
      body.replaceChildren(...all.map((row) => {
        const button = element("button", { type: "button", className: "kl-option", textContent: shapes[row.tree] ?? "Your own" }), on = row.tree === player.view.shape;
        button.dataset.tree = row.tree;
        button.setAttribute("aria-pressed", String(on));
        button.addEventListener("click", () => player.look({ shape: row.tree }));
        const cell = (/** @type {string} */ text) => element("td", { textContent: text });
        return element("tr", { className: on ? "is-chosen" : "" }, element("th", { scope: "row" }, button),
          cell(percent(row.test_error ?? NaN)), cell(percent(row.train_error ?? NaN)), cell(rows ? `${trimZeros(number(row.mean ?? NaN))} (max ${row.most})` : "–"), cell(rows ? String(row.training_points) : "–"));
      }));
      if (focusedTree) queryFirst(body, `[data-tree="${CSS.escape(focusedTree)}"]`)?.focus();
    },
    describe() {},
  };
}
