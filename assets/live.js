// A live element: views, sliders, switches and read-outs that move together, over one player.
// mount() is called at every run of the page's script: the first call builds, later ones update.

import { Player } from "./player.js";
import { floats, inline } from "./frames.js";
import { plane } from "./plane.js";
import { panels } from "./panels.js";
import { curve } from "./curve.js";
import { play } from "./play.js";
import { stepbars } from "./stepbars.js";
import { stephistory } from "./stephistory.js";
import { stepplane } from "./stepplane.js";
import { stepterm } from "./stepterm.js";
import { sketch } from "./sketch.js";
import { countplane } from "./countplane.js";
import { slice } from "./slice.js";
import { oncurve } from "./oncurve.js";
import { street } from "./street.js";
import { bars } from "./bars.js";
import { proof } from "./proof.js";
import { vote } from "./vote.js";
import { votes } from "./votes.js";
import { space } from "./space.js";
import { choice, readouts, slider } from "./controls.js";
import { fitline } from "./fitline.js";
import { bumps } from "./bumps.js";
import { weights } from "./weights.js";
import { matrix } from "./matrix.js";
import { diagonal } from "./diagonal.js";
import { hill, hills } from "./bumpplane.js";
import { vector } from "./vector.js";
import { entries } from "./entries.js";
import { pairs } from "./pairs.js";
import { cells, follow } from "./cells.js";
import { reveal } from "./reveal.js";
import { timing } from "./timing.js";
import { detail, gallery } from "./gallery.js";
import { through } from "./through.js";
import { logcurve } from "./logcurve.js";
import { exactplane } from "./exactplane.js";
import { featurelist } from "./featurelist.js";
import { inner } from "./inner.js";
import { products } from "./products.js";
import { costs } from "./costs.js";
import { kernelsearch } from "./kernelsearch.js";
import { spots } from "./spots.js";
import { eigenvalues } from "./eigenvalues.js";
import { builder } from "./builder.js";
import { built } from "./built.js";
import { ball } from "./ball.js";
import { shrink } from "./shrink.js";
import { tally } from "./tally.js";
import { recovery } from "./recovery.js";
import { classplane } from "./classplane.js";
import { classlegend } from "./classlegend.js";
import { askpoint } from "./askpoint.js";
import { insideplane } from "./insideplane.js";
import { classscores } from "./classscores.js";
import { scorerule, scoretable } from "./scoretable.js";
import { walkplane } from "./walkplane.js";
import { walkmatrix } from "./walkmatrix.js";
import { billtable, classbill } from "./classbill.js";
import { classtree, treetable } from "./classtree.js";
import { chanceplane } from "./chanceplane.js";
import { challenge, remark } from "./challenge.js";
import { action, crowd, heading, legend, link, rate } from "./furniture.js";
import { heatTable } from "./paint.js";
import { element } from "./dom.js";
import { number, setting } from "./format.js";

const KINDS = { plane, panels, curve, slice, oncurve, street, bars, proof, vote, votes, space, fitline, bumps, weights, matrix, diagonal, hill, hills, vector, entries, pairs, cells, follow, reveal, timing, gallery, detail, through, logcurve, exactplane, featurelist, inner, products, costs, kernelsearch, spots, eigenvalues, builder, built, ball, shrink, recovery, tally, play, stepbars, stephistory, stepplane, stepterm, sketch, countplane, classplane, classlegend, askpoint, insideplane, classscores, scoretable, scorerule, walkplane, walkmatrix, classbill, billtable, classtree, treetable, chanceplane, slider, choice, readouts, challenge, remark, action, heading, legend, link, rate, crowd };
const DRAWN = new Set(["plane", "panels", "curve", "slice", "oncurve", "street", "vote", "space"]);   // what costs to draw
for (const kind of ["fitline", "bumps", "weights", "matrix", "diagonal", "hill", "hills", "vector", "pairs", "timing"]) DRAWN.add(kind);
for (const kind of ["through", "logcurve", "exactplane", "inner", "costs"]) DRAWN.add(kind);
for (const kind of ["spots", "eigenvalues"]) DRAWN.add(kind);
for (const kind of ["stepbars", "stephistory", "stepplane", "sketch", "countplane"]) DRAWN.add(kind);
for (const kind of ["classscores", "walkplane", "classbill", "chanceplane"]) DRAWN.add(kind);
for (const kind of ["classplane", "insideplane"]) DRAWN.add(kind);
const PLACES = ["main", "side", "below"];
const PATIENCE = 3000;           // ms that the server may take to write the address
const instances = new WeakMap();

export function mount(component) {
  const { data, parentElement } = component;
  const built = instances.get(parentElement);
  if (built && built.structure === structure(data)) built.update(component);
  else {
    const sweeps = built?.player.sweeps;
    built?.close();
    instances.set(parentElement, new Live(component, sweeps));
  }
}

export function unmount(parentElement) {
  instances.get(parentElement)?.close();
  instances.delete(parentElement);
}

// What decides the furniture: everything but the state that changes as the learner plays.
const structure = ({ query, view, sweep, sweeps, waiting, ...rest }) => JSON.stringify(rest) + Boolean(sweep ?? sweeps);

// An item may belong to some scenes only: to data on a line, to a kernel with a τ.
const suits = (item, scene) => Object.entries(item.when ?? {}).every(([field, values]) => values.includes(scene[field] ?? ""));

const flat = (items) => items.flatMap((item) => [item, ...flat(item.items ?? [])]);

class Live {
  constructor(component, sweeps) {
    const { data, parentElement } = component;
    this.structure = structure(data);
    this.data = data;
    this.unacknowledged = [];
    this.root = element("div", { className: `kl-live ${data.side?.length ? "" : "kl-alone"} ${data.wide ? "kl-wide" : ""}` });
    Object.assign(this.root.dataset, { live: data.name, painted: 0, ready: 0, stop: "" });
    this.items = flat(PLACES.flatMap((place) => data[place] ?? []));
    this.player = new Player({ ...data, sliders: this.items.filter((i) => i.kind === "slider") });
    if (sweeps) this.player.sweeps = sweeps;
    this.stage = this.makeStage();
    this.furnish(parentElement);
    this.listen();
    this.update(component, true);
  }

  makeStage() {
    const bayes = new WeakMap(), items = this.items;
    return {
      small: 12,
      slider: (along) => items.find((i) => i.kind === "slider" && i.along === along) ?? { symbol: along, ticks: [] },
      // The Bayes posterior as floats, once a sweep.
      bayes: (sweep) => {
        const { data, dtype } = sweep.tensors.bayes;
        if (!bayes.has(sweep)) bayes.set(sweep, floats(data, dtype));
        return bayes.get(sweep);
      },
      // A point that one view points at is marked in all.
      marked: undefined,
      mark: (i) => {
        if (this.stage.marked === i) return;
        this.stage.marked = i;
        for (const view of this.views) if (view.marks && this.player.frame) this.draw(view, this.player.frame, false);
      },
      announce: (text) => { this.voice.textContent = text; },
      act: (name) => this.component.setTriggerValue(name, this.address()),
    };
  }

  furnish(parentElement) {
    this.voice = element("p", { className: "kl-voice" });
    this.voice.setAttribute("aria-live", "polite");
    this.strip = element("p", { className: "kl-strip", role: "status", hidden: true });
    this.bar = element("div", { className: "kl-bar" });
    this.root.append(this.bar, this.strip);
    this.views = [];
    for (const place of PLACES) {
      const items = this.data[place] ?? [];
      if (!items.length) continue;
      const room = element("div", { className: `kl-${place}` });
      for (const item of items) this.build(room, item);
      this.root.append(room);
    }
    this.root.append(this.voice);
    parentElement.append(this.root);
    this.watcher = new ResizeObserver(() => this.redraw());
    this.watcher.observe(this.root);
    for (const canvas of this.root.querySelectorAll("canvas")) this.watcher.observe(canvas);
    this.sight = new IntersectionObserver((entries) => this.see(entries), { rootMargin: "100px" });
    for (const { item, box } of this.views) if (item.with || DRAWN.has(item.kind)) this.sight.observe(box);
    // Streamlit changes the theme by changing custom properties; a transition on the background tells us.
    this.root.addEventListener("transitionend", (e) => { if (e.target === this.root) this.theme(); });
  }

  build(room, item) {
    const box = element("div", { className: `kl-item kl-is-${item.kind} ${item.half ? "kl-half" : ""} ${item.stacked ? "kl-stacked" : ""} ${item.shape ?? ""}` });
    box.hidden = !suits(item, this.player.scene);
    room.append(box);
    if (item.kind === "group") for (const inner of item.items) this.build(box, inner);
    else this.views.push({ item, box, ...KINDS[item.kind](box, item, this.player, this.stage) });
  }

  // Frames of a variant are fetched only while a view of it is on the screen.
  see(entries) {
    for (const { target, isIntersecting } of entries) {
      const view = this.views.find((v) => v.box === target);
      view.seen = isIntersecting;
      if (!isIntersecting || !view.late || !this.player.frame) continue;
      view.late = false;
      this.draw(view, this.player.frame);
      view.describe(this.told ?? "");
    }
    const seen = this.views.filter((v) => v.item.with && v.seen).map((v) => [JSON.stringify(v.item.with), v.item.with]);
    this.player.variants = [...new Map(seen).values()];
    if (this.player.frame) this.player.need();
  }

  listen() {
    const { player, root } = this;
    player.on("paint", ({ frame, fresh }) => {
      for (const view of this.views) this.draw(view, frame);
      root.dataset.stop = frame.stop;
      if (fresh) root.dataset.painted = Number(root.dataset.painted) + 1;
    });
    player.on("arrived", () => {
      for (const v of this.views) if (v.item.kind === "panels" || v.item.with) this.draw(v, player.frame);
    });
    player.on("busy", ({ busy }) => root.classList.toggle("kl-busy", busy));
    player.on("ready", () => {
      root.dataset.ready = "1";
      this.describe();
      if (this.data.waiting && !this.toldReady) this.component.setTriggerValue("ready", true);
      this.toldReady = true;      // once: a second one would carry the address as it was before a move
    });
    player.on("trouble", ({ message }) => {
      this.strip.hidden = !message;
      this.strip.textContent = message ?? "";
    });
    player.on("settle", () => { this.post(); this.describe(); });
  }

  // A view may show the scene with some fields changed (`with`): then it draws that frame, once it is there.
  draw(view, frame, changed = true) {
    view.box.hidden = !suits(view.item, frame.scene);
    if (view.box.hidden) return;
    if (view.seen === false) { view.late = true; return; }     // out of sight: drawn when it is scrolled to
    const fields = view.item.with, own = fields ? this.player.find(this.player.variant(fields, frame.scene)) : frame;
    if (own) view.draw(own, changed);
  }

  // ---- to and from Streamlit --------------------------------------------------------------

  address() { return new URLSearchParams({ ...this.player.scene, ...this.player.view }).toString(); }

  post() {
    const address = this.address();
    if (this.unacknowledged.at(-1) === address || (!this.unacknowledged.length && alike(address, this.known))) return;
    this.unacknowledged.push(address);
    this.component.setStateValue("state", address);
    clearTimeout(this.owed);
    this.owed = setTimeout(() => this.keepAddress(), PATIENCE);
  }

  // Streamlit writes the address when it answers. Where it does not (the server is gone, or a new one does
  // not know this visitor), the link has to be right all the same.
  keepAddress() {
    const url = new URL(location.href);
    for (const [name, value] of new URLSearchParams(this.address())) if (value) url.searchParams.set(name, value); else url.searchParams.delete(name);
    history.replaceState(history.state, "", url);
  }

  update(component, first = false) {
    this.component = component;
    const { data } = component, { query, view } = data;
    this.data = data;
    const incoming = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), ...view }).toString();
    this.theme();
    const mine = this.unacknowledged.findIndex((posted) => alike(posted, incoming));
    const late = mine >= 0 && mine < this.unacknowledged.length - 1;   // the hand has moved on since
    const sent = late ? [] : data.sweeps ?? (data.sweep ? [{ sweep: data.sweep }] : []);
    for (const { fields, sweep } of sent) this.player.give(inline(sweep), this.player.alongs[0], fields);
    const news = first || (mine < 0 && !alike(incoming, this.known));
    if (mine >= 0) this.unacknowledged.splice(0, mine + 1);
    if (!this.unacknowledged.length) clearTimeout(this.owed);
    this.known = incoming;
    if (news) this.player.adopt(query, view, this.items.filter((i) => i.kind === "slider"));
    else if (sent.length) this.player.show();
    for (const v of this.views) v.show?.();
  }

  // ---- looks ------------------------------------------------------------------------------

  theme() {
    const background = getComputedStyle(this.root).backgroundColor;
    const [r, g, b] = background.match(/[\d.]+/g)?.map(Number) ?? [255, 255, 255];
    const name = 0.3 * r + 0.59 * g + 0.11 * b < 128 ? "dark" : "light";
    if (this.root.dataset.theme === name) return;
    this.root.dataset.theme = name;
    const palette = this.data.palette[name];
    for (const [tone, color] of Object.entries(palette)) this.root.style.setProperty(`--kl-${tone.replaceAll("_", "-")}`, color);
    this.stage.palette = palette;
    this.stage.table = heatTable(palette);
    this.redraw();
  }

  redraw() {
    this.stage.small = this.root.clientWidth > 1500 ? 15 : 12;
    if (this.player.frame) for (const view of this.views) this.draw(view, this.player.frame, false);
  }

  // The text equivalent: what the picture shows now, told when the hand has come to rest.
  describe() {
    if (!this.player.frame) return;
    const { scene } = this.player.frame;
    const settings = this.player.alongs.filter((a) => scene[a]).map((a) => {
      const { symbol, reciprocal, format } = this.stage.slider(a), value = Number(scene[a]);
      return `${symbol} = ${format === "count" ? Math.round(value) : setting(reciprocal ? 1 / value : value)}`;
    });
    const chosen = this.items.filter((i) => i.kind === "choice" && !i.view)
      .map((i) => i.options.find((o) => o.value === scene[i.field] || o.also?.includes(scene[i.field]))?.label).filter(Boolean);
    const numbers = this.views.filter((v) => !v.box.hidden).map((v) => v.summary?.()).filter(Boolean);
    const text = [...settings, ...chosen, ...numbers].join(", ");
    this.told = text;
    for (const view of this.views) view.describe(`${view.item.label ?? ""} ${text}`.trim());
    this.stage.announce(text);
  }

  close() {
    clearTimeout(this.owed);
    this.player.close();
    this.watcher.disconnect();
    this.sight.disconnect();
    this.root.remove();
  }
}

// Two addresses that say the same, however their numbers are written; what is empty says nothing.
function alike(a, b) {
  if (a === b) return true;
  if (!a || !b) return false;
  const p = said(a), q = said(b);
  return p.size === q.size && [...p].every(([k, v]) => q.has(k) && (q.get(k) === v || Number(q.get(k)) === Number(v)));
}

const said = (address) => new Map([...new URLSearchParams(address)].filter(([, value]) => value !== ""));
