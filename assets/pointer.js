// What a hand does on a plane, by mouse, touch or keys: look, choose, and, where the page lets it,
// move, add and erase points.

import { geometry, interpolate } from "./geometry.js";
import { number } from "./format.js";
import * as edits from "./edits.js";

const NEAR = { mouse: 12, pen: 16, touch: 26 };   // px from a point within which it answers
const ROUNDING = 1e-3;

// `tell` has other words for a place (x, y) and for an example, where no f is drawn, or all of the
// words (`anywhere`, `whole`); `verbs` has other edits, for what is added and relabelled above all.
export function pointer({ canvas, tip, axes, state, item, player, stage, redraw, tell = {}, verbs = {} }) {
  const does = { ...edits, ...verbs };
  const tool = () => (item.edit ? player.view.tool || "move" : "look");
  const originOf = (i) => state.frame.get("origin")?.[i] ?? i;

  function nearestPoint(px, py, near = NEAR.mouse) {
    const points = state.frame.get("points");
    let best, least = near ** 2;
    for (let i = 0; i < points.length / 2; i++) {
      const d = (axes.px(points[2 * i]) - px) ** 2 + (axes.py(points[2 * i + 1]) - py) ** 2;
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
    const i = nearestPoint(px, py);
    stage.mark(i);
    tip.textContent = i === undefined ? place(px, py) : example(i);
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

  function place(px, py) {
    if (tell.anywhere) return tell.anywhere(...axes.at(px, py));
    const [x, y] = axes.at(px, py), where = `x = (${number(x)}, ${number(y)})\n`;
    if (tell.place) return where + tell.place(x, y);
    const f = interpolate(state.values, state.frame, axes, x, y);
    const verdict = f > 0 ? "positive" : f < 0 ? "negative" : "no answer";
    return `${where}f(x) = ${number(f)}\n${verdict}`;
  }

  function example(i) {
    if (tell.whole) return tell.whole(i);
    const { get } = state.frame, label = get("labels")[i], f = get("decision")[i], alpha = get("alpha")[i];
    const rate = get("rate");
    const kind = label > 0 ? "positive ×" : "negative ○";
    if (tell.example) return `example ${i + 1}, ${kind}\n${tell.example(i)}`;
    const slope = item.slope && rate !== undefined ? `\nL′ = ${number(-rate * alpha || 0)}` : "";
    return `example ${i + 1}, ${kind}\nf(x) = ${number(f)}\nmargin y·f = ${number(label * f)}${slope}\nα = ${number(alpha)}`;
  }

  // ---- edit -------------------------------------------------------------------------------

  const change = (text) => player.change({ edits: text });

  function grab(i) {
    state.drag = { i, origin: originOf(i), x: state.frame.get("points")[2 * i], y: state.frame.get("points")[2 * i + 1] };
    player.hold(true);
    canvas.classList.add("kl-grabbing");
    tip.hidden = true;
  }

  function carry(x, y) {
    const [x0, x1, y0, y1] = geometry(state.frame).window;
    Object.assign(state.drag, { x: Math.min(x1, Math.max(x0, x)), y: Math.min(y1, Math.max(y0, y)) });
    change(does.move(player.scene.edits, state.drag.origin, state.drag.x, state.drag.y));
    redraw();
  }

  function drop() {
    if (!state.drag) return;
    state.drag = undefined;
    canvas.classList.remove("kl-grabbing");
    player.hold(false);
    player.settle();
  }

  function use(name, px, py, near) {
    const i = nearestPoint(px, py, near), [x, y] = axes.at(px, py);
    if (name === "erase" && i !== undefined) change(does.remove(player.scene.edits, originOf(i), i));
    else if (name === "flip" && i !== undefined) change(does.flip(player.scene.edits, originOf(i), i));
    else if (name === "positive") change(does.add(player.scene.edits, 1, x, y));
    else if (name === "negative") change(does.add(player.scene.edits, -1, x, y));
    else return false;
    player.settle();
    return true;
  }

  function press(e) {
    if (!state.frame || !inside(e.offsetX, e.offsetY)) return;
    const near = NEAR[e.pointerType] ?? NEAR.mouse, name = tool();
    if (name === "move") {
      const i = nearestPoint(e.offsetX, e.offsetY, near);
      if (i === undefined) return;
      canvas.setPointerCapture(e.pointerId);
      grab(i);
    } else if (name !== "look") {
      use(name, e.offsetX, e.offsetY, near);
    }
  }

  // Choosing waits for the click: a finger that comes down may be about to scroll.
  function choose(e) {
    if (tool() !== "look" || !state.frame?.sweep.tensors.bump) return;
    const i = nearestPoint(e.offsetX, e.offsetY, NEAR[e.pointerType]);
    if (i !== undefined) player.look({ point: String(i + 1) });
  }

  canvas.addEventListener("pointerdown", press);
  canvas.addEventListener("click", choose);
  canvas.addEventListener("pointermove", (e) => {
    if (!state.drag) { say(e.offsetX, e.offsetY); return; }
    const [x, y] = axes.at(e.offsetX, e.offsetY);
    if (Math.abs(x - state.drag.x) + Math.abs(y - state.drag.y) > ROUNDING) carry(x, y);
  });
  canvas.addEventListener("pointerup", drop);
  canvas.addEventListener("pointercancel", drop);
  canvas.addEventListener("pointerleave", () => { if (!state.drag) hush(); });
  // A finger on a point moves the point; anywhere else it scrolls the page.
  canvas.addEventListener("touchstart", (e) => {
    if (!item.edit || !state.frame || e.touches.length > 1) return;
    const { left, top } = canvas.getBoundingClientRect(), [{ clientX, clientY }] = e.touches;
    if (tool() !== "move" || nearestPoint(clientX - left, clientY - top, NEAR.touch) !== undefined) e.preventDefault();
  }, { passive: false });

  // ---- the same from the keyboard -----------------------------------------------------------

  const cursor = { x: 0.5, y: 0.5 };
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const KEYS = { "+": "positive", "-": "negative", Delete: "erase", Backspace: "erase", f: "flip" };

  canvas.addEventListener("blur", () => { drop(); hush(); });
  canvas.addEventListener("keydown", (e) => {
    if (!state.frame || e.ctrlKey || e.metaKey || e.altKey) return;
    const { x, y, w, h } = axes.box, size = e.shiftKey ? 0.1 : 0.02, step = STEPS[e.key];
    if (step) {
      cursor.x = Math.min(1, Math.max(0, cursor.x + step[0] * size));
      cursor.y = Math.min(1, Math.max(0, cursor.y + step[1] * size));
    }
    const px = x + cursor.x * w, py = y + cursor.y * h;
    if (e.key === "Escape") { drop(); hush(); return; }
    if (step && state.drag) carry(...axes.at(px, py));
    else if (e.key === "Enter" || e.key === " ") enter(px, py);
    else if (!step && !(item.edit && KEYS[e.key] && use(KEYS[e.key], px, py))) return;
    e.preventDefault();
    say(px, py);
    stage.announce(state.drag ? `moving example ${state.drag.i + 1}` : tip.textContent.replaceAll("\n", ", "));
  });

  // Enter picks up the nearest point and puts it down again; where nothing is edited, it chooses it.
  function enter(px, py) {
    if (state.drag) { drop(); return; }
    const i = nearestPoint(px, py);
    if (i === undefined) return;
    if (item.edit) grab(i);
    else player.look({ point: String(i + 1) });
  }
}
