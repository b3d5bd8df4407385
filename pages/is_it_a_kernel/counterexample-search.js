// The search for a counterexample: start, stop, how far it is, and what was found or what it means that
// nothing was. Reports come as server-sent events, see pages/is_it_a_kernel/counterexample_stream.py; what a hand moves is asked
// for as one matrix, see pages/is_it_a_kernel/gram_eigenvalues.py. Either way a sweep of one stop arrives, which all views draw.

import { asker } from "../../assets/base/latest-request.js";
import { countUp, element } from "../../assets/base/dom.js";
import { request } from "../../assets/base/requests.js";
import { inline } from "../../assets/base/sweep-decoder.js";
import { events } from "../../assets/furniture/measure-button.js";

export const kinds = { kernelsearch };

const DIGITS = 6;                // more points than this: the matrix goes without its numbers
const LOST = "The server does not answer. What you see stays; try again in a moment.";

/** @type {MakeView} */
function kernelsearch(root, item, player, stage) {
  root.classList.add("kl-hunt");
  const start = element("button", { type: "button", className: "kl-action", textContent: "Search" });
  const stop = element("button", { type: "button", className: "kl-action", textContent: "Stop", hidden: true });
  const bar = element("progress", { max: 1, value: 0, ariaLabel: "Matrices looked at", hidden: true });
  const said = element("p", { className: "kl-faint", role: "status", textContent: item.allowed });
  const status = element("p", { className: "kl-faint" }), verdict = element("p", { className: "kl-verdict" });
  // Points that break a candidate though no search finds any: shown after a search that has failed.
  const known = element("button", { type: "button", className: "kl-action kl-known" });
  let breaks = "";
  root.append(status, element("div", { className: "kl-row kl-hunt-tools" }, start, known, stop, bar, said), verdict);
  let hand = null, asked = "", given = "", own = "";

  // The learner may have built another one since: the address has it.
  function formula() {
    const address = new URLSearchParams(location.search);
    return ((address.get("kernel") ?? "own") === "own" && address.get("formula")) || given;
  }

  const query = (fields = {}) => {
    own = formula();
    return new URLSearchParams({ candidate: player.view.candidate, ...(player.view.candidate === "own" ? { formula: own } : {}), ...fields }).toString();
  };

  function take(sweep) {
    player.view.spots = sweep.meta.spots;
    countUp(root, "answers");
    player.give(inline(sweep), player.alongs[0]);
    player.show(true);
  }

  const answered = asker(item.address, (sweep, to) => { if (to === asked) take(sweep); }, say);

  function ask() {
    const now = query({ spots: player.view.spots });
    if (now === asked) return;
    end();
    if (said.textContent !== item.allowed) say(item.allowed);
    answered(asked = now);
  }

  // What the view of the points needs; both are in one element.
  stage.hunt = { ask };

  // ---- the search -------------------------------------------------------------------------------

  async function search() {
    const mine = hand = new AbortController();
    Object.assign(bar, { max: 1, value: 0 });
    offer();
    show("Looking for points …");
    stop.focus();
    let last = {};
    try {
      const answer = await request(`${item.search}?${query()}`, { signal: mine.signal, cache: "no-store" });
      if (!answer.ok) last = { done: true, ...(await answer.json()) };
      else for await (const report of events(answer.body)) {
        if (!root.isConnected) { mine.abort(); return; }
        if (mine !== hand) return;
        last = report;
        told(report);
      }
      if (mine === hand) offer(last.breaks);
      if (mine === hand) finish(last.done ? last.message : LOST);
    } catch {
      if (mine === hand) finish(mine.signal.aborted ? `Stopped after ${spaced(last.count ?? 0)} matrices. You see the lowest so far.` : LOST);
    }
  }

  function offer(points = "") {
    breaks = points;
    known.hidden = !points;
    known.textContent = `Show ${points.split(";").length} points that break it`;
  }

  known.addEventListener("click", () => {
    player.view.spots = breaks;
    ask();
    player.look({ spots: breaks });
  });
  offer();

  function told({ count, of, sweep }) {
    if (of) Object.assign(bar, { max: of, value: count });
    if (of) said.textContent = `Looked at ${spaced(count)} of ${spaced(of)} matrices.`;
    root.dataset.count = count ?? "";
    if (sweep) take(sweep);
    asked = "";
  }

  function finish(message) {
    hand = null;
    show(message);
    start.focus();
    player.look({ spots: player.view.spots });
  }

  // Somebody takes over by hand, or wants another candidate.
  function end() {
    if (!hand) return;
    hand.abort();
    hand = null;
    show(item.allowed);
  }

  function show(text) {
    start.hidden = Boolean(hand);
    stop.hidden = bar.hidden = !hand;
    root.dataset.searching = hand ? "1" : "";
    say(text);
  }

  function say(text) { said.textContent = text; }

  start.addEventListener("click", search);
  stop.addEventListener("click", () => hand?.abort());
  // Another kernel was built further up: take it before anything is done with it.
  const fresh = () => {
    if (hand || player.view.candidate !== "own" || own === formula()) return;
    player.view.spots = "";
    ask();
  };
  let live = null;
  function attach() {
    live = root.closest("[data-live]");
    own = formula();
    live.addEventListener("pointerenter", fresh);
    live.addEventListener("focusin", fresh);
  }

  return {
    draw({ sweep: { meta }, get }) {
      given = meta.formula ?? given;       // it comes with the page's own sweeps
      if (!live) attach();
      live.dataset.many = get("n") > DIGITS ? "1" : "";
      if (meta.candidate !== player.view.candidate) {
        offer();
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

const spaced = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, " ");
