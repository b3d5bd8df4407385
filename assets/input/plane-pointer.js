// Mouse and touch on a plane: hover, choose, and, if the page allows it, move, add, relabel, erase and
// select points. The keys are in plane-keyboard.js, the changes in point-editor.js.

import { geometry } from "../draw/frame-geometry.js";
import { planeKeys } from "./plane-keyboard.js";
import { pointsOf } from "./point-editor.js";
import { tooltipText } from "../draw/tooltip-text.js";
import { nearestPoint, placeTip } from "./pointed-place.js";

/** @type {Record<string, number>} */
const REACH_PX = { mouse: 12, pen: 16, touch: 26 };   // distance from a point within which it is hovered or pressed
/** @type {Record<string, number>} */
const CLICK_SLOP_PX = { mouse: 3, pen: 5, touch: 8 };      // distance that the pointer may move during a click
const DOUBLE_CLICK_MS = 400;                                // longest time between the two clicks of a double-click
const ROUNDING = 1e-3;               // a dragged point moves only if its coordinates change by more

/**
 * A plane with a pointer. `tell` replaces texts of tooltip-text.js; `notation` has the notations of its points.
 * @typedef {object} Plane
 * @property {HTMLCanvasElement} canvas
 * @property {HTMLElement} tip
 * @property {Axes} axes
 * @property {PlaneState} state
 * @property {EditSettings} item
 * @property {Player} player
 * @property {Stage} stage
 * @property {() => void} redraw
 * @property {import("../draw/tooltip-text.js").Words} [tell]
 * @property {Record<string, import("./point-edits.js").Notation>} [notation]
 */

/**
 * Let mouse, touch and keys control a plane; return its pointer.
 * @param {Plane} plane
 */
export function pointer(plane) {
  const hand = new PlanePointer(plane);
  hand.listen();
  planeKeys(plane, hand);
  return hand;
}

export class PlanePointer {
  /** @type {{ name: string, i?: number, px: number, py: number, id: number, type: string, more: boolean, far?: boolean } | undefined} The press in progress. */
  press;
  /** @type {{ origin?: number, at: number }} The previous click. */
  last = { at: 0 };

  /** @param {Plane} plane */
  constructor({ canvas, tip, axes, state, item, player, stage, redraw, tell = {}, notation = {} }) {
    this.canvas = canvas;
    this.tip = tip;
    this.axes = axes;
    this.state = state;
    this.item = item;
    this.player = player;
    this.stage = stage;
    this.redraw = redraw;
    this.points = pointsOf(player, stage);
    Object.assign(this.points.notations, notation);
    if (item.look) this.points.defaultTool = "look";
    if (item.least) this.points.minCount = item.least;
    this.words = tooltipText({ axes, state, item, tell });
  }

  get frame() { return /** @type {Frame} */ (this.state.frame); }

  get tool() { return this.item.edit ? this.points.tool : "look"; }

  /** @param {number} i @returns {number} */
  originOf(i) { return this.frame.get("origin")?.[i] ?? i; }

  /** @param {number} px @param {number} py */
  nearestPoint(px, py, near = REACH_PX.mouse) { return nearestPoint(this.axes, this.frame.get("points"), px, py, near); }

  /** @param {number} px @param {number} py */
  isInside(px, py) {
    const { x, y, w, h } = this.axes.box;
    return px >= x && px <= x + w && py >= y && py <= y + h;
  }

  // ---- look -------------------------------------------------------------------------------

  /** @param {number} px @param {number} py */
  say(px, py) {
    const { tip, stage, words: { place, example } } = this;
    if (!this.state.frame) return;
    if (!this.isInside(px, py)) { this.hush(); return; }
    const words = () => {
      const i = this.nearestPoint(px, py);
      return i === undefined ? place(px, py) : example(i);
    };
    stage.mark(this.nearestPoint(px, py));
    tip.textContent = words();
    stage.tips.set(tip, words);
    placeTip(tip, this.axes, px, py);
  }

  hush() {
    this.tip.hidden = true;
    this.stage.mark(undefined);
  }

  // ---- move: one point, or all selected points -----------------------------------------------

  /** @param {number} i */
  grab(i) {
    const { points, state, stage, player } = this, places = this.frame.get("points");
    /** @param {number} k */
    const at = (k) => ({ i: k, origin: this.originOf(k), x: places[2 * k], y: places[2 * k + 1] });
    const pressedPoint = at(i), group = points.selected.has(pressedPoint.origin) ? points.selectedOrigins.map((/** @type {number} */ origin) => points.indexOf(origin)) : [];
    state.drag = { ...pressedPoint, all: group.length > 1 ? group.map(at) : undefined };
    stage.carrier = state;
    player.hold(true);
    this.canvas.classList.add("is-grabbing");
    this.tip.hidden = true;
  }

  /** @param {number} x @param {number} y */
  carry(x, y) {
    const { drag } = this.state, [x0, x1, y0, y1] = geometry(this.frame).window;
    if (!drag) return;
    const all = drag.all ?? [drag];
    /** @type {(step: number, low: number, high: number, key: "x" | "y") => number} */
    const within = (step, low, high, key) =>
      all.reduce((d, p) => Math.min(Math.max(high, p[key]) - p[key], Math.max(Math.min(low, p[key]) - p[key], d)), step);
    const dx = within(x - drag.x, x0, x1, "x"), dy = within(y - drag.y, y0, y1, "y");
    for (const p of drag.all ?? []) { p.x += dx; p.y += dy; }
    drag.x += dx;
    drag.y += dy;
    if (!this.points.move(all)) { this.drop(); return; }
    this.redraw();
  }

  drop() {
    if (!this.state.drag) return;
    this.state.drag = undefined;
    this.canvas.classList.remove("is-grabbing");
    this.player.hold(false);
    this.player.settle();
  }

  // ---- press, move, release -------------------------------------------------------------------

  /**
   * Return whether a press edits. A finger edits while the tools are open; otherwise it scrolls, and a tap chooses.
   * @param {PointerEvent} e
   */
  editing(e) { return this.item.edit && this.tool !== "look" && (e.pointerType !== "touch" || this.points.isOpen); }

  /** @param {PointerEvent} e */
  down(e) {
    if (!this.state.frame || e.button > 0 || !this.isInside(e.offsetX, e.offsetY)) return;
    const [px, py] = [e.offsetX, e.offsetY], name = this.editing(e) ? this.tool : "look";
    const i = this.nearestPoint(px, py, REACH_PX[e.pointerType] ?? REACH_PX.mouse);
    this.press = { name, i, px, py, id: e.pointerId, type: e.pointerType, more: e.shiftKey };
    if ((name === "move" && i !== undefined) || name === "select") this.canvas.setPointerCapture(e.pointerId);
  }

  /** @param {PointerEvent} e */
  wander(e) {
    const { press, state, axes } = this;
    if (!press) { this.say(e.offsetX, e.offsetY); return; }
    if (e.pointerId !== press.id) return;
    const far = Math.hypot(e.offsetX - press.px, e.offsetY - press.py);
    if (!press.far && far > (CLICK_SLOP_PX[press.type] ?? CLICK_SLOP_PX.mouse)) this.begin(press);
    if (state.drag) {
      const [x, y] = axes.at(e.offsetX, e.offsetY);
      if (Math.abs(x - state.drag.x) + Math.abs(y - state.drag.y) > ROUNDING) this.carry(x, y);
    } else if (state.box) this.box(e.offsetX, e.offsetY);
    else if (!press.far) this.say(e.offsetX, e.offsetY);
  }

  /** @param {NonNullable<PlanePointer["press"]>} press */
  begin(press) {
    const { name, i, px, py } = press, mine = i !== undefined && this.points.selected.has(this.originOf(i));
    press.far = true;
    this.tip.hidden = true;
    if (i !== undefined && (name === "move" || (name === "select" && mine))) this.grab(i);
    else if (name === "select") this.state.box = [px, py, px, py];
  }

  /** @param {PointerEvent} e */
  up(e) {
    const { press, state } = this;
    if (!press || e.pointerId !== press.id) return;
    const { far, name, i, px, py, type } = press;
    this.press = undefined;
    if (state.drag) this.drop();
    else if (state.box) this.closeBox();
    else if (!far) {
      this.click(name, i, px, py);
      if (type === "touch" && (name === "look" || name === "move")) this.say(px, py);    // the tooltip that a mouse shows on hover
    }
  }

  /** @param {string} name @param {number | undefined} i @param {number} px @param {number} py */
  click(name, i, px, py) {
    if (name !== "look") this.tip.hidden = true;
    if (name === "look" || name === "move") this.pick(name, i);
    else if (name === "select") this.points.select(i === undefined ? [] : this.toggled(this.originOf(i)));
    else this.use(name, px, py, i);
  }

  /**
   * Choose the clicked point. A double-click changes it to the next class.
   * @param {string} name @param {number | undefined} i
   */
  pick(name, i) {
    const { last, points } = this, time = performance.now();
    this.last = { at: 0 };
    if (i === undefined) return;
    const origin = this.originOf(i);
    if (name === "move" && last.origin === origin && time - last.at < DOUBLE_CLICK_MS) {
      points.relabel([origin], points.nextLabel(origin));
      return;
    }
    this.last = { origin, at: time };
    this.choose(i);
  }

  /** @param {number} i */
  choose(i) {
    if ("point" in this.player.view && this.frame.sweep.tensors.bump) this.player.look({ point: String(i + 1) });
  }

  /** @param {number} origin */
  toggled(origin) {
    const { points } = this;
    return points.selected.has(origin) ? points.selectedOrigins.filter((/** @type {number} */ o) => o !== origin) : [...points.selectedOrigins, origin];
  }

  /**
   * Apply a tool at a pixel. Return whether it had an effect.
   * @param {string} name @param {number} px @param {number} py @param {number | undefined} i
   */
  use(name, px, py, i = this.nearestPoint(px, py)) {
    const { points } = this, [x, y] = this.axes.at(px, py);
    if (name === "positive") return points.add(points.notation.everyClass ? points.hand : 1, x, y);
    if (name === "negative") return !points.notation.everyClass && points.add(-1, x, y);
    if (i === undefined || (name !== "erase" && name !== "flip")) return false;
    return points[name]([this.originOf(i)]);
  }

  // ---- select by a box --------------------------------------------------------------------------

  /** @param {number} px @param {number} py */
  box(px, py) {
    const { axes, points, press, state } = this;
    if (!state.box) return;
    state.box.splice(2, 2, px, py);
    const places = this.frame.get("points"), [x0, y0, x1, y1] = state.box, origins = press?.more ? points.selectedOrigins : [];
    for (let i = 0; i < places.length / 2; i++) {
      const x = axes.px(places[2 * i]), y = axes.py(places[2 * i + 1]);
      if ((x - x0) * (x - x1) <= 0 && (y - y0) * (y - y1) <= 0) origins.push(this.originOf(i));
    }
    points.selected = new Set(origins);
    this.redraw();
    points.notifyChange();
  }

  closeBox() {
    this.state.box = undefined;
    this.redraw();
    this.points.notifyChange();
    const n = this.points.selected.size;
    this.stage.announce(n ? `${n} selected: drag one to move all, Delete erases, F ${this.points.notation.byHeight ? "mirrors" : "relabels"}` : "nothing selected");
  }

  // ---- events of the canvas ---------------------------------------------------------------------

  listen() {
    const { canvas, item, points, state } = this;
    canvas.addEventListener("pointerdown", (e) => this.down(e));
    canvas.addEventListener("pointermove", (e) => this.wander(e));
    canvas.addEventListener("pointerup", (e) => this.up(e));
    canvas.addEventListener("pointercancel", () => {
      this.press = undefined;
      this.drop();
      if (state.box) this.closeBox();
    });
    canvas.addEventListener("pointerleave", (e) => {
      if (state.drag || state.box) return;
      this.press = undefined;
      if (e.pointerType !== "touch") this.hush();            // a finger's tooltip stays until the next tap
    });
    // With the tool Move, a finger on a point moves it. With Select, a finger draws a box. Any other finger scrolls the
    // page.
    canvas.addEventListener("touchstart", (e) => {
      if (!item.edit || !points.isOpen || !state.frame || e.touches.length > 1) return;
      const { left, top } = canvas.getBoundingClientRect(), [{ clientX, clientY }] = e.touches;
      const isOnPoint = this.tool === "move" && this.nearestPoint(clientX - left, clientY - top, REACH_PX.touch) !== undefined;
      if (isOnPoint || this.tool === "select") e.preventDefault();
    }, { passive: false });
    if (item.edit) points.follow(() => canvas.classList.toggle("kl-aim", !["move", "look"].includes(this.tool)));
  }
}
