// The same as a hand on a plane, from the keyboard: arrows move a cursor, Enter takes a point up and puts
// it down, + and - add, digits add or give a class, F relabels, Delete erases; S selects, with Shift and
// arrows for a box; Ctrl and A, Z, Y: all, back, again. Escape lets go.

import { arrowWay } from "./gestures.js";

const VERBS = { "+": "positive", "-": "negative", Delete: "erase", Backspace: "erase", f: "flip", F: "flip" };

export function handKeys({ canvas, axes, state, item, points, stage, tip, hand }) {
  const cursor = { x: 0.5, y: 0.5 };
  const here = () => [axes.box.x + cursor.x * axes.box.w, axes.box.y + cursor.y * axes.box.h];

  canvas.addEventListener("blur", () => { hand.drop(); state.box = undefined; hand.hush(); });
  canvas.addEventListener("keydown", (e) => {
    if (!state.frame || e.altKey) return;
    if (item.edit && points.key(e)) return;
    if (item.edit && (e.ctrlKey || e.metaKey) && e.key === "a") { e.preventDefault(); all(); return; }
    if (e.ctrlKey || e.metaKey) return;
    if (e.key === "Escape") { release(); return; }
    const way = arrowWay(e);
    if (way) go(way, e.shiftKey);
    else if (!press(e)) return;
    e.preventDefault();
    hand.say(...here());
    stage.announce(told());
  });

  function go([dx, dy], shift) {
    const boxing = shift && item.edit && hand.tool() === "select", size = shift && !boxing ? 0.1 : 0.02, from = here();
    cursor.x = Math.min(1, Math.max(0, cursor.x + dx * size));
    cursor.y = Math.min(1, Math.max(0, cursor.y - dy * size));
    if (state.drag) { hand.carry(...axes.at(...here())); return; }
    if (boxing) {
      state.box ??= [...from, ...from];
      hand.box(...here());
    } else if (state.box) hand.closeBox();
  }

  // Every other key; tells whether it meant anything here.
  function press(e) {
    const [px, py] = here();
    if (e.key === "Enter" || e.key === " ") { enter(px, py); return true; }
    if (!item.edit) return false;
    if (e.key === "s" || e.key === "S") {
      points.tool = hand.tool() === "select" ? "move" : "select";
      return true;
    }
    const digit = /^[1-9]$/.test(e.key) && points.notation.everyClass ? Number(e.key) - 1 : -1;
    if (digit >= 0 && digit < points.labels.length) return byClass(digit, px, py);
    const verb = VERBS[e.key];
    if (!verb) return false;
    if (points.chosen.length && (verb === "erase" || verb === "flip")) { points[verb](points.chosen); return true; }
    hand.use(verb, px, py);
    return true;
  }

  // A digit gives its class to the point at the cursor, or to all that are selected; else it adds one.
  function byClass(label, px, py) {
    const i = hand.nearestPoint(px, py), found = points.chosen.length ? points.chosen : i === undefined ? [] : [hand.originOf(i)];
    if (found.length) points.relabel(found, label);
    else points.add(label, ...axes.at(px, py));
    return true;
  }

  // Enter picks up the nearest point, or all that are selected, and puts them down again; and chooses it.
  function enter(px, py) {
    if (state.drag) { hand.drop(); return; }
    if (state.box) { hand.closeBox(); return; }
    const held = points.chosen.map((origin) => points.indexOf(origin)), i = held[0] ?? hand.nearestPoint(px, py);
    if (i === undefined) return;
    if (!held.length) hand.choose(i);
    if (!item.edit) return;
    hand.grab(i);
    const { box: { x, y, w, h } } = axes;      // the cursor goes where the point is
    cursor.x = (axes.px(state.drag.x) - x) / w;
    cursor.y = (axes.py(state.drag.y) - y) / h;
  }

  function all() {
    points.select(points.origins);
    stage.announce(`all ${points.selected.size} selected`);
  }

  function release() {
    const busy = state.drag || state.box || points.selected.size;
    hand.drop();
    state.box = undefined;
    points.select([]);
    hand.hush();
    if (busy) stage.announce("let go");
  }

  function told() {
    if (state.drag) return state.drag.all ? `moving ${state.drag.all.length} points` : `moving example ${state.drag.i + 1}`;
    if (state.box || points.selected.size) return `${points.selected.size} selected`;
    return tip.textContent.replaceAll("\n", ", ");
  }
}
