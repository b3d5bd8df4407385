// The search for a counterexample: start, stop, how far it is, and what was found or what it means that
// nothing was. Reports come as server-sent events, see pages/is_it_a_kernel/counterexample_stream.py; what a hand moves is asked
// for as one matrix, see pages/is_it_a_kernel/gram_eigenvalues.py. Either way a sweep of one stop arrives, which all views draw.

import { latestRequest } from "../../assets/base/latest-request.js";
import { countUp, element } from "../../assets/base/dom.js";
import { groupDigits } from "../../assets/base/format.js";
import { computer, request } from "../../assets/base/requests.js";
import { inline } from "../../assets/base/sweep-decoder.js";
import { events } from "../../assets/furniture/measure-button.js";

export const kinds = { kernelsearch };

const DIGITS = 6;                // more points than this: the matrix goes without its numbers
const lostMessage = () => `The ${computer.name} does not answer. What you see stays; try again in a moment.`;

/**
 * A sweep of one stop with a matrix, not yet decoded.
 * @typedef {Parameters<typeof inline>[0]} MatrixSweep
 *
 * A report of the search, see pages/is_it_a_kernel/counterexample_stream.py. The last is `done`, with points that break the candidate, if
 * any are known, though the search did not find them.
 * @typedef {{ count?: number, of?: number, sweep?: MatrixSweep, done?: boolean, message?: string, breaks?: string }} Report
 *
 * `controller`: of the search that runs; `query`: of the newest request; `source`: the formula that came with the page, `own`: the
 * one that was searched last.
 * @typedef {object} SearchView
 * @property {HTMLElement} root
 * @property {Player} player
 * @property {KernelSearchItem} item
 * @property {HTMLProgressElement} bar
 * @property {(fields?: Record<string, string>) => string} makeQuery
 * @property {HTMLButtonElement} start
 * @property {HTMLButtonElement} stop
 * @property {HTMLButtonElement} known
 * @property {HTMLElement} note
 * @property {(text: string) => void} say
 * @property {AbortController | null} controller
 * @property {string} query
 * @property {string} source
 * @property {string} own
 * @property {string} breaks
 */

/** @type {MakeView<"kernelsearch">} */
function kernelsearch(root, item, player, stage) {
  root.classList.add("kl-search");
  const start = element("button", { type: "button", className: "kl-action", textContent: "Search" });
  const stop = element("button", { type: "button", className: "kl-action", textContent: "Stop", hidden: true });
  const bar = element("progress", { max: 1, value: 0, ariaLabel: "Matrices tried", hidden: true });
  const note = element("p", { className: "kl-fine-print", role: "status", textContent: item.limits });
  const status = element("p", { className: "kl-fine-print" }), verdict = element("p", { className: "kl-verdict" });
  // Points that break a candidate though no search finds any: shown after a search that has failed.
  const known = element("button", { type: "button", className: "kl-action kl-known-counterexample" });
  root.append(status, element("div", { className: "kl-row kl-search-tools" }, start, known, stop, bar, note), verdict);

  /** @param {Record<string, string>} [fields] */
  const makeQuery = (fields) => {
    view.own = formula(view);
    return new URLSearchParams({ candidate: player.view.candidate, ...(player.view.candidate === "own" ? { formula: view.own } : {}), ...fields }).toString();
  };
  /** @type {SearchView} */
  const view = { root, player, item, bar, makeQuery, stop, known, note, start, say, controller: null, query: "", source: "", own: "", breaks: "" };

  const send = latestRequest(item.address, (/** @type {MatrixSweep} */ sweep, query) => { if (query === view.query) take(view, sweep); }, say);

  function ask() {
    const query = makeQuery({ spots: player.view.spots });
    if (query === view.query) return;
    end(view);
    if (note.textContent !== item.limits) say(item.limits);
    send(view.query = query);
  }

  // What the view of the points needs; both are in one element.
  stage.hunt = { ask };

  // ---- the search -------------------------------------------------------------------------------

  known.addEventListener("click", () => {
    player.view.spots = view.breaks;
    ask();
    player.look({ spots: view.breaks });
  });
  offer(view);

  /** @param {string} text */
  function say(text) { note.textContent = text; }

  start.addEventListener("click", () => search(view));
  stop.addEventListener("click", () => view.controller?.abort());
  // Another kernel was built further up: take it before anything is done with it.
  const fresh = () => {
    if (view.controller || player.view.candidate !== "own" || view.own === formula(view)) return;
    player.view.spots = "";
    ask();
  };
  /** @type {HTMLElement | null} */
  let live = null;
  function attach() {
    const box = /** @type {HTMLElement} */ (root.closest("[data-live]"));
    view.own = formula(view);
    box.addEventListener("pointerenter", fresh);
    box.addEventListener("focusin", fresh);
    return box;
  }

  return {
    draw({ sweep: { meta }, get }) {
      view.source = meta.formula ?? view.source;       // it comes with the page's own sweeps
      live ??= attach();
      live.dataset.many = get("n") > DIGITS ? "1" : "";
      if (meta.candidate !== player.view.candidate) {
        offer(view);
        player.view.spots = "";
        ask();
        return;
      }
      if (status.textContent !== meta.status) status.textContent = meta.status;
      if (verdict.textContent !== meta.sentence) verdict.textContent = meta.sentence;
    },
    describe() {},
    summary: () => verdict.textContent,
  };
}

// The learner may have built another one since: the address has it.
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
  let last = {};
  try {
    const answer = await request(`${item.search}?${makeQuery()}`, { signal: controller.signal, cache: "no-store" });
    if (!answer.ok) last = { done: true, ...(await answer.json()) };
    else for await (const report of events(/** @type {ReadableStream<BufferSource>} */ (answer.body))) {
      if (!root.isConnected) { controller.abort(); return; }
      if (controller !== view.controller) return;
      last = report;
      showReport(view, report);
    }
    if (controller === view.controller) offer(view, last.breaks);
    if (controller === view.controller) finish(view, last.done ? last.message ?? "" : lostMessage());
  } catch {
    if (controller === view.controller) finish(view, controller.signal.aborted ? stoppedInWords(last.count) : lostMessage());
  }
}

/**
 * What is seen where a search was stopped: `count` matrices had been reported by then, if any.
 * @param {number} [count]
 */
export const stoppedInWords = (count = 0) => (!count ? "Stopped before any result. The points are those from before the search."
  : `Stopped after ${count === 1 ? "1 matrix" : `${groupDigits(String(count))} matrices`}. You see the points with the smallest eigenvalue so far.`);

/** @param {SearchView} view */
function offer(view, points = "") {
  const { known } = view;
  view.breaks = points;
  known.hidden = !points;
  const n = points.split(";").length;
  known.textContent = `Show ${n === 1 ? "the point that refutes" : `${n} points that refute`} it`;
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

// Somebody takes over by hand, or wants another candidate.
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

