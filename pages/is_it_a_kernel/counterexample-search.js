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
const lost = () => `The ${computer.name} does not answer. What you see stays; try again in a moment.`;

/** @type {MakeView<"kernelsearch">} */
function kernelsearch(root, item, player, stage) {
  root.classList.add("kl-hunt");
  const start = element("button", { type: "button", className: "kl-action", textContent: "Search" });
  const stop = element("button", { type: "button", className: "kl-action", textContent: "Stop", hidden: true });
  const bar = element("progress", { max: 1, value: 0, ariaLabel: "Matrices looked at", hidden: true });
  const said = element("p", { className: "kl-faint", role: "status", textContent: item.allowed });
  const status = element("p", { className: "kl-faint" }), verdict = element("p", { className: "kl-verdict" });
  // Points that break a candidate though no search finds any: shown after a search that has failed.
  const known = element("button", { type: "button", className: "kl-action kl-known" });
  root.append(status, element("div", { className: "kl-row kl-hunt-tools" }, start, known, stop, bar, said), verdict);

  const query = (fields = {}) => {
    view.own = formula(view);
    return new URLSearchParams({ candidate: player.view.candidate, ...(player.view.candidate === "own" ? { formula: view.own } : {}), ...fields }).toString();
  };
  const view = { root, player, item, bar, query, stop, known, said, start, say, hand: null, asked: "", given: "", own: "", breaks: "" };

  const answered = latestRequest(item.address, (sweep, to) => { if (to === view.asked) take(view, sweep); }, say);

  function ask() {
    const now = query({ spots: player.view.spots });
    if (now === view.asked) return;
    end(view);
    if (said.textContent !== item.allowed) say(item.allowed);
    answered(view.asked = now);
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

  function say(text) { said.textContent = text; }

  start.addEventListener("click", () => search(view));
  stop.addEventListener("click", () => view.hand?.abort());
  // Another kernel was built further up: take it before anything is done with it.
  const fresh = () => {
    if (view.hand || player.view.candidate !== "own" || view.own === formula(view)) return;
    player.view.spots = "";
    ask();
  };
  let live = null;
  function attach() {
    live = root.closest("[data-live]");
    view.own = formula(view);
    live.addEventListener("pointerenter", fresh);
    live.addEventListener("focusin", fresh);
  }

  return {
    draw({ sweep: { meta }, get }) {
      view.given = meta.formula ?? view.given;       // it comes with the page's own sweeps
      if (!live) attach();
      live.dataset.many = get("n") > DIGITS ? "1" : "";
      if (meta.candidate !== player.view.candidate) {
        offer(view);
        player.view.spots = "";
        ask();
        return;
      }
      if (status.textContent !== meta.status) status.textContent = meta.status;
      if (verdict.textContent !== meta.says) verdict.textContent = meta.says;
    },
    describe() {},
    summary: () => verdict.textContent,
  };
}

// The learner may have built another one since: the address has it.
function formula(view) {
  const address = new URLSearchParams(location.search);
  return ((address.get("kernel") ?? "own") === "own" && address.get("formula")) || view.given;
}

function take({ root, player }, sweep) {
  player.view.spots = sweep.meta.spots;
  countUp(root, "answers");
  player.receive(inline(sweep));
}

async function search(view) {
  const { root, item, bar, query, stop } = view;
  const mine = view.hand = new AbortController();
  Object.assign(bar, { max: 1, value: 0 });
  offer(view);
  show(view, "Looking for points …");
  stop.focus();
  let last = {};
  try {
    const answer = await request(`${item.search}?${query()}`, { signal: mine.signal, cache: "no-store" });
    if (!answer.ok) last = { done: true, ...(await answer.json()) };
    else for await (const report of events(answer.body)) {
      if (!root.isConnected) { mine.abort(); return; }
      if (mine !== view.hand) return;
      last = report;
      told(view, report);
    }
    if (mine === view.hand) offer(view, last.breaks);
    if (mine === view.hand) finish(view, last.done ? last.message : lost());
  } catch {
    if (mine === view.hand) finish(view, mine.signal.aborted ? stoppedInWords(last.count) : lost());
  }
}

/**
 * What is seen where a search was stopped: `count` matrices had been reported by then, if any.
 * @param {number} [count]
 */
export const stoppedInWords = (count = 0) => (!count ? "Stopped before any result. The points are those from before the search."
  : `Stopped after ${count === 1 ? "1 matrix" : `${groupDigits(String(count))} matrices`}. You see the lowest so far.`);

function offer(view, points = "") {
  const { known } = view;
  view.breaks = points;
  known.hidden = !points;
  const n = points.split(";").length;
  known.textContent = `Show ${n === 1 ? "the point that breaks" : `${n} points that break`} it`;
}

function told(view, { count, of, sweep }) {
  const { root, bar, said } = view;
  if (of) Object.assign(bar, { max: of, value: count });
  if (of) said.textContent = `Looked at ${groupDigits(String(count))} of ${groupDigits(String(of))} matrices.`;
  root.dataset.count = count ?? "";
  if (sweep) take(view, sweep);
  view.asked = "";
}

function finish(view, message) {
  const { player, start } = view;
  view.hand = null;
  show(view, message);
  start.focus();
  player.look({ spots: player.view.spots });
}

// Somebody takes over by hand, or wants another candidate.
function end(view) {
  const { item } = view;
  if (!view.hand) return;
  view.hand.abort();
  view.hand = null;
  show(view, item.allowed);
}

function show(view, text) {
  const { root, bar, start, stop, say } = view;
  start.hidden = Boolean(view.hand);
  stop.hidden = bar.hidden = !view.hand;
  root.dataset.searching = view.hand ? "1" : "";
  say(text);
}

