// The search for a counterexample: its buttons (start and stop), its progress, and its result.
// Reports arrive as server-sent events, see pages/is_it_a_kernel/counterexample_stream.py; when a
// point is dragged, one matrix is requested, see pages/is_it_a_kernel/gram_eigenvalues.py. Both
// arrive as a sweep of one stop, which all views draw.

import { latestRequest } from "../../assets/base/latest-request.js";
import { countUp, element, setText } from "../../assets/base/dom.js";
import { groupDigits } from "../../assets/base/format.js";
import { computer, request } from "../../assets/base/requests.js";
import { inline } from "../../assets/base/sweep-decoder.js";
import { events } from "../../assets/furniture/measure-button.js";

export const kinds = { kernelsearch };

const MAX_NUMBERED = 6;          // largest number of points for which the matrix has numbers
// Describe the state after the connection is lost. `count` is the number of matrices tried until the last report.
const lostMessage = (count = 0) => `The ${computer.name} does not answer. ${count ? "You see the points with the smallest eigenvalue so far." : "Your points are unchanged."} Try again in a moment.`;

/**
 * A sweep of one stop with a matrix, not yet decoded.
 * @typedef {Parameters<typeof inline>[0]} MatrixSweep
 *
 * A report of the search, see pages/is_it_a_kernel/counterexample_stream.py. The last report has `done`. If
 * the search found no counterexample but one is known, `breaks` has the points of the known counterexample.
 * @typedef {{ count?: number, of?: number, sweep?: MatrixSweep, done?: boolean, message?: string, breaks?: string }} Report
 *
 * `controller` belongs to the running search and `query` to the newest request; `source` is the
 * formula that came with the page, `ownFormula` the visitor's formula at the last request.
 * @typedef {object} SearchView
 * @property {HTMLElement} root
 * @property {Player} player
 * @property {KernelSearchItem} item
 * @property {HTMLProgressElement} bar
 * @property {(fields?: Record<string, string>) => string} makeQuery
 * @property {HTMLButtonElement} start
 * @property {HTMLButtonElement} stop
 * @property {HTMLButtonElement} knownButton
 * @property {HTMLElement} note
 * @property {(text: string) => void} say
 * @property {AbortController | null} controller
 * @property {string} query
 * @property {string} source
 * @property {string} ownFormula
 * @property {string} breaks
 */

/** @type {MakeView<"kernelsearch">} */
function kernelsearch(root, item, player, stage) {
  root.classList.add("kl-search", "kl-buttons");
  const start = element("button", { type: "button", className: "kl-action", textContent: "Search" });
  const stop = element("button", { type: "button", className: "kl-action", textContent: "Stop", hidden: true });
  const bar = element("progress", { max: 1, value: 0, ariaLabel: "Matrices tried", hidden: true });
  const note = element("p", { className: "kl-fine-print", role: "status", textContent: item.limits });
  const status = element("p", { className: "kl-fine-print" }), verdict = element("p", { className: "kl-verdict" });
  // After a search without a result, this button shows the known counterexample, if there is one.
  const knownButton = element("button", { type: "button", className: "kl-action kl-known-counterexample" });
  root.append(status, element("div", { className: "kl-row kl-search-tools" }, start, knownButton, stop, bar, note), verdict);

  /** @param {Record<string, string>} [fields] */
  const makeQuery = (fields) => {
    view.ownFormula = formula(view);
    return new URLSearchParams({ candidate: player.view.candidate, ...(player.view.candidate === "own" ? { formula: view.ownFormula } : {}), ...fields }).toString();
  };
  /** @type {SearchView} */
  const view = { root, player, item, bar, makeQuery, stop, knownButton, note, start, say, controller: null, query: "", source: "", ownFormula: "", breaks: "" };

  const send = latestRequest(item.address, (/** @type {MatrixSweep} */ sweep, query) => { if (query === view.query) take(view, sweep); }, say);

  function ask() {
    const query = makeQuery({ spots: player.view.spots });
    if (query === view.query) return;
    end(view);
    if (note.textContent !== item.limits) say(item.limits);
    send(view.query = query);
  }

  // The view of the points, in the same element, calls `ask`.
  stage.hunt = { ask };

  knownButton.addEventListener("click", () => {
    player.view.spots = view.breaks;
    ask();
    player.look({ spots: view.breaks });
  });
  offer(view);

  /** @param {string} text */
  function say(text) { note.textContent = text; }

  start.addEventListener("click", () => search(view));
  stop.addEventListener("click", () => view.controller?.abort());
  // Request a new matrix if the visitor's kernel has changed since the last request.
  const requestIfChanged = () => {
    if (view.controller || player.view.candidate !== "own" || view.ownFormula === formula(view)) return;
    player.view.spots = "";
    ask();
  };
  /** @type {HTMLElement | null} */
  let liveElement = null;
  function attach() {
    const box = /** @type {HTMLElement} */ (root.closest("[data-live]"));
    view.ownFormula = formula(view);
    box.addEventListener("pointerenter", requestIfChanged);
    box.addEventListener("focusin", requestIfChanged);
    return box;
  }

  return {
    draw({ sweep: { meta }, get }) {
      view.source = meta.formula ?? view.source;       // the formula comes with the page's sweeps
      liveElement ??= attach();
      liveElement.dataset.many = get("n") > MAX_NUMBERED ? "1" : "";
      if (meta.candidate !== player.view.candidate) {
        offer(view);
        player.view.spots = "";
        ask();
        return;
      }
      setText(status, meta.status);
      setText(verdict, meta.sentence);
    },
    describe() {},
    summary: () => verdict.textContent,
  };
}

// Return the formula of the visitor's kernel: from the address, which the builder changes, or the
// formula that came with the page.
/** @param {SearchView} view */
function formula(view) {
  const address = new URLSearchParams(location.search);
  return ((address.get("kernel") ?? "own") === "own" && address.get("formula")) || view.source;
}

/** @param {SearchView} view @param {MatrixSweep} sweep */
function take({ root, player }, sweep) {
  player.view.spots = sweep.meta?.spots;
  countUp(root, "answers");
  player.receive(inline(sweep));
}

/** @param {SearchView} view */
async function search(view) {
  const { root, item, bar, makeQuery, stop } = view;
  const controller = view.controller = new AbortController();
  Object.assign(bar, { max: 1, value: 0 });
  offer(view);
  show(view, "Looking for points …");
  stop.focus();
  /** @type {Report} */
  let lastReport = {};
  try {
    const answer = await request(`${item.search}?${makeQuery()}`, { signal: controller.signal, cache: "no-store" });
    if (!answer.ok) lastReport = { done: true, ...(await answer.json()) };
    else for await (const report of events(/** @type {ReadableStream<BufferSource>} */ (answer.body))) {
      if (!root.isConnected) { controller.abort(); return; }
      if (controller !== view.controller) return;
      lastReport = report;
      showReport(view, report);
    }
    if (controller === view.controller) offer(view, lastReport.breaks);
    if (controller === view.controller) finish(view, lastReport.done ? lastReport.message ?? "" : lostMessage(lastReport.count));
  } catch {
    if (controller === view.controller) finish(view, controller.signal.aborted ? stoppedInWords(lastReport.count) : lostMessage(lastReport.count));
  }
}

/**
 * Describe the state after a search was stopped. `count` is the number of matrices tried until the
 * last report, 0 if there was none.
 * @param {number} [count]
 */
export const stoppedInWords = (count = 0) => (!count ? "Stopped before any result. The points are those from before the search."
  : `Stopped after ${count === 1 ? "1 matrix" : `${groupDigits(String(count))} matrices`}. You see the points with the smallest eigenvalue so far.`);

/** @param {SearchView} view */
function offer(view, points = "") {
  const { knownButton } = view;
  view.breaks = points;
  knownButton.hidden = !points;
  const n = points.split(";").length;
  knownButton.textContent = `Show a counterexample with ${n === 1 ? "1 point" : `${n} points`}`;
}

/** @param {SearchView} view @param {Report} report */
function showReport(view, { count, of, sweep }) {
  const { root, bar, note } = view;
  if (of) Object.assign(bar, { max: of, value: count });
  if (of) note.textContent = `Tried ${groupDigits(String(count))} of ${groupDigits(String(of))} matrices.`;
  root.dataset.count = String(count ?? "");
  if (sweep) take(view, sweep);
  view.query = "";
}

/** @param {SearchView} view @param {string} message */
function finish(view, message) {
  const { player, start } = view;
  view.controller = null;
  show(view, message);
  start.focus();
  player.look({ spots: player.view.spots });
}

// End a search when a point is moved or another candidate is chosen.
/** @param {SearchView} view */
function end(view) {
  const { item } = view;
  if (!view.controller) return;
  view.controller.abort();
  view.controller = null;
  show(view, item.limits);
}

/** @param {SearchView} view @param {string} text */
function show(view, text) {
  const { root, bar, start, stop, say } = view;
  start.hidden = Boolean(view.controller);
  stop.hidden = bar.hidden = !view.controller;
  root.dataset.searching = view.controller ? "1" : "";
  say(text);
}

