// What a hand does on a plane, by mouse or touch: look, choose, and, where the page lets it, move, add,
// relabel, erase and select points. The keys are in plane-keyboard.js; what is done, in point-editor.js.

import { geometry } from "../draw/frame-geometry.js";
import { handKeys } from "./plane-keyboard.js";
import { pointsOf } from "./point-editor.js";
import { telling } from "../draw/tooltip-text.js";

const NEAR = { mouse: 12, pen: 16, touch: 26 };   // px from a point within which it answers
const SLOP = { mouse: 3, pen: 5, touch: 8 };      // px that a press may wander and still be a click
const TWICE = 400;                                // ms between the two clicks of a double-click
const ROUNDING = 1e-3;

// `tell` has other words than those of tooltip-text.js; `notation` is how such points are written, by name.
export function pointer({ canvas, tip, axes, state, item, player, stage, redraw, tell = {}, notation = {} }) {
  const points = pointsOf(player, stage);
  Object.assign(points.notations, notation);
  if (item.look) points.first = "look";
  if (item.least) points.least = item.least;
  const tool = () => (item.edit ? points.tool : "look");
  const originOf = (i) => state.frame.get("origin")?.[i] ?? i;
  const { place, example } = telling({ axes, state, item, tell });
  let press, last = {};          // what is down, and the click before

  function nearestPoint(px, py, near = NEAR.mouse) {
    const places = state.frame.get("points");
    let best, least = near ** 2;
    for (let i = 0; i < places.length / 2; i++) {
      const d = (axes.px(places[2 * i]) - px) ** 2 + (axes.py(places[2 * i + 1]) - py) ** 2;
      if (d < least) [best, least] = [i, d];
    }
    return best;
  }

  const inside = (px, py) => {
    const { x, y, w, h } = axes.box;
    return px >= x && px <= x + w && py >= y && py <= y + h;
  };

  // ---- look -------------------------------------------------------------------------------

  function say(px, py) {
    if (!state.frame) return;
    if (!inside(px, py)) { hush(); return; }
    const at = () => nearestPoint(px, py), words = (i) => (i === undefined ? place(px, py) : example(i));
    stage.mark(at());
    tip.textContent = words(at());
    stage.tips.set(tip, () => words(at()));
    tip.hidden = false;
    const right = px > axes.width / 2;
    tip.style.left = right ? "" : `${px + 14}px`;
    tip.style.right = right ? `${axes.width - px + 14}px` : "";
    tip.style.top = `${Math.max(0, py - 12)}px`;
  }

  function hush() {
    tip.hidden = true;
    stage.mark(undefined);
  }

  // ---- hold: one point, or all that are selected ----------------------------------------------

  function grab(i) {
    const places = state.frame.get("points"), at = (k) => ({ i: k, origin: originOf(k), x: places[2 * k], y: places[2 * k + 1] });
    const held = at(i), group = points.selected.has(held.origin) ? points.chosen.map((origin) => points.indexOf(origin)) : [];
    state.drag = { ...held, all: group.length > 1 ? group.map(at) : undefined };
    stage.carrier = state;
    player.hold(true);
    canvas.classList.add("kl-grabbing");
    tip.hidden = true;
  }

  function carry(x, y) {
    const [x0, x1, y0, y1] = geometry(state.frame).window, { drag } = state, all = drag.all ?? [drag];
    const within = (step, low, high, key) =>
      all.reduce((d, p) => Math.min(Math.max(high, p[key]) - p[key], Math.max(Math.min(low, p[key]) - p[key], d)), step);
    const dx = within(x - drag.x, x0, x1, "x"), dy = within(y - drag.y, y0, y1, "y");
    for (const p of drag.all ?? []) { p.x += dx; p.y += dy; }
    drag.x += dx;
    drag.y += dy;
    if (!points.move(all)) { drop(); return; }
    redraw();
  }

  function drop() {
    if (!state.drag) return;
    state.drag = undefined;
    canvas.classList.remove("kl-grabbing");
    player.hold(false);
    player.settle();
  }

  // ---- press, move, release -------------------------------------------------------------------

  // A finger edits while the tools are open: else it scrolls the page, and a tap chooses.
  const editing = (e) => item.edit && tool() !== "look" && (e.pointerType !== "touch" || points.open);

  function down(e) {
    if (!state.frame || e.button > 0 || !inside(e.offsetX, e.offsetY)) return;
    const [px, py] = [e.offsetX, e.offsetY], name = editing(e) ? tool() : "look";
    const i = nearestPoint(px, py, NEAR[e.pointerType] ?? NEAR.mouse);
    press = { name, i, px, py, id: e.pointerId, type: e.pointerType, more: e.shiftKey };
    if ((name === "move" && i !== undefined) || name === "select") canvas.setPointerCapture(e.pointerId);
  }

  function wander(e) {
    if (!press || e.pointerId !== press.id) { if (!press) say(e.offsetX, e.offsetY); return; }
    const far = Math.hypot(e.offsetX - press.px, e.offsetY - press.py);
    if (!press.far && far > (SLOP[press.type] ?? SLOP.mouse)) begin();
    if (state.drag) {
      const [x, y] = axes.at(e.offsetX, e.offsetY);
      if (Math.abs(x - state.drag.x) + Math.abs(y - state.drag.y) > ROUNDING) carry(x, y);
    } else if (state.box) box(e.offsetX, e.offsetY);
    else if (!press.far) say(e.offsetX, e.offsetY);
  }

  function begin() {
    const { name, i, px, py } = press, mine = i !== undefined && points.selected.has(originOf(i));
    press.far = true;
    tip.hidden = true;
    if ((name === "move" && i !== undefined) || (name === "select" && mine)) grab(i);
    else if (name === "select") state.box = [px, py, px, py];
  }

  function up(e) {
    if (!press || e.pointerId !== press.id) return;
    const { far, name, i, px, py, type } = press;
    press = undefined;
    if (state.drag) drop();
    else if (state.box) closeBox();
    else if (!far) {
      click(name, i, px, py);
      if (type === "touch" && (name === "look" || name === "move")) say(px, py);    // what a mouse hovers over
    }
  }

  function click(name, i, px, py) {
    if (name !== "look") tip.hidden = true;
    if (name === "look" || name === "move") pick(name, i);
    else if (name === "select") points.select(i === undefined ? [] : toggled(originOf(i)));
    else use(name, px, py, i);
  }

  // A click on a point chooses it; the second one gives it its next class.
  function pick(name, i) {
    if (i === undefined) { last = {}; return; }
    const now = performance.now(), origin = originOf(i);
    if (name === "move" && last.origin === origin && now - last.at < TWICE) {
      last = {};
      points.relabel([origin], points.next(origin));
      return;
    }
    last = { origin, at: now };
    choose(i);
  }

  function choose(i) {
    if ("point" in player.view && state.frame.sweep.tensors.bump) player.look({ point: String(i + 1) });
  }

  const toggled = (origin) => (points.selected.has(origin) ? points.chosen.filter((o) => o !== origin) : [...points.chosen, origin]);

  // One tool at one place; tells whether there was anything to do.
  function use(name, px, py, i = nearestPoint(px, py)) {
    const [x, y] = axes.at(px, py);
    if (name === "positive") return points.add(points.notation.everyClass ? points.hand : 1, x, y);
    if (name === "negative") return points.add(-1, x, y);
    if (i === undefined || (name !== "erase" && name !== "flip")) return false;
    return points[name]([originOf(i)]);
  }

  // ---- select by a box --------------------------------------------------------------------------

  function box(px, py) {
    state.box.splice(2, 2, px, py);
    const places = state.frame.get("points"), [x0, y0, x1, y1] = state.box, found = press?.more ? points.chosen : [];
    for (let i = 0; i < places.length / 2; i++) {
      const x = axes.px(places[2 * i]), y = axes.py(places[2 * i + 1]);
      if ((x - x0) * (x - x1) <= 0 && (y - y0) * (y - y1) <= 0) found.push(originOf(i));
    }
    points.selected = new Set(found);
    redraw();
    points.changed();
  }

  function closeBox() {
    state.box = undefined;
    redraw();
    points.changed();
    const n = points.selected.size;
    stage.announce(n ? `${n} selected: drag one to move all, Delete erases, F relabels` : "nothing selected");
  }

  canvas.addEventListener("pointerdown", down);
  canvas.addEventListener("pointermove", wander);
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", () => { press = undefined; drop(); if (state.box) closeBox(); });
  canvas.addEventListener("pointerleave", (e) => {
    if (state.drag || state.box) return;
    press = undefined;
    if (e.pointerType !== "touch") hush();            // a finger's word stays until another tap
  });
  // A finger on a point moves the point, and one that selects draws its box; else it scrolls the page.
  canvas.addEventListener("touchstart", (e) => {
    if (!item.edit || !points.open || !state.frame || e.touches.length > 1) return;
    const { left, top } = canvas.getBoundingClientRect(), [{ clientX, clientY }] = e.touches;
    const taken = tool() === "move" && nearestPoint(clientX - left, clientY - top, NEAR.touch) !== undefined;
    if (taken || tool() === "select") e.preventDefault();
  }, { passive: false });

  if (item.edit) points.follow(() => canvas.classList.toggle("kl-aim", !["move", "look"].includes(tool())));
  handKeys({ canvas, axes, state, item, points, stage, tip,
    hand: { nearestPoint, originOf, say, hush, grab, carry, drop, use, choose, box, closeBox, tool } });
  return { say, hush };
}
