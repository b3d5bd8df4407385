// Edit an element's points: the tool, the selection, and all changes, for the plane, the toolbar and the table.

import { many } from "../base/format.js";
import { History } from "./undo-history.js";
import { onLine } from "./example-hover.js";
import * as signs from "./point-edits.js";
import { pieces } from "./point-edits.js";

const MAX_EDITS = 300, MAX_LINK_LENGTH = 7600;   // edits; characters of a link without the page's name
const FULL = `A link can hold at most ${MAX_EDITS} edits and ${many(MAX_LINK_LENGTH, "character")}. Nothing was changed. To start again, go back to the data set.`;
const LATE = "The picture does not show your last change yet. Nothing else was changed; try again when it does.";

const TOOLS = new Set(["look", "move", "positive", "negative", "flip", "erase", "select"]);

/** @param {string} text */
const count = (text) => pieces(text).filter((piece) => piece !== "c").length;

/** @typedef {import("./point-edits.js").Notation} Notation */

/** Return the editor of an element's points, made on first use. @param {Player} player @param {Stage} stage */
export const pointsOf = (player, stage) => (stage.points ??= new Points(player, stage));

export class Points extends EventTarget {
  /** @type {Player} */ player;
  /** @type {Stage} */ stage;
  /** @type {boolean} Whether the tools are open. */ isOpen;
  /** @type {Record<string, Notation>} */ notations;
  /** @type {Set<number>} Origins of the selected examples. */ selected;
  /** @type {string} The tool, if the address has none. */ ownTool;
  /** @type {number} The number of open toolbars. */ openToolbarCount;
  /** @type {boolean} Whether the page puts the tools into view. */ isInvited;

  /** @param {Player} player @param {Stage} stage */
  constructor(player, stage) {
    super();
    Object.assign(this, { player, stage, isOpen: false, selected: new Set(), notations: { signs }, ownTool: "" });
    this.history = new History(stage.name, player);
    player.on("input", () => this.notifyChange());
    player.on("settle", () => this.notifyChange());
    player.on("ready", () => this.notifyChange());
  }

  notifyChange() { this.dispatchEvent(new Event("change")); }
  /** @param {() => void} listener */
  follow(listener) { this.addEventListener("change", listener); }

  // A page may store the tool in its link; otherwise the element stores it.
  get tool() {
    const name = this.player.view.tool ?? this.ownTool;
    return TOOLS.has(name) ? name : this.defaultTool;
  }
  set tool(name) {
    this.select([]);
    if ("tool" in this.player.view) this.player.look({ tool: name });
    else this.ownTool = name;
    this.notifyChange();
  }
  defaultTool = "move";
  minCount = 0;

  get frame() { return /** @type {Frame} */ (this.player.frame); }
  get text() { return this.player.scene.edits ?? ""; }
  get notation() { return this.notationOf(this.frame); }
  get isEdited() { return this.text !== ""; }

  /** @param {Frame | undefined} frame */
  notationOf(frame) {
    const { line, classes } = this.notations;
    return (frame && line && onLine(frame) && line) || (frame?.sweep.meta.classes && classes) || this.notations.signs;
  }

  /** @returns {{ label: number, mark: string, name: string }[]} */
  get labels() { return this.notation.labels(this.frame); }
  get count() { return this.frame?.get("labels").length ?? 0; }
  get origins() { return [...(this.frame?.get("origin") ?? [])]; }
  /** @param {number} origin */
  indexOf(origin) { return this.origins.indexOf(origin); }
  /** @param {number} origin */
  labelOf(origin) { return this.frame.get("labels")[this.indexOf(origin)]; }
  /** @param {number} origin @returns {Point} */
  placeOf(origin) { const i = this.indexOf(origin); const [x, y] = this.frame.get("points").subarray(2 * i, 2 * i + 2); return [x, y]; }

  // ---- selection: examples by their origins -----------------------------------------------------

  /** @param {number[]} origins */
  select(origins) {
    const before = this.selected.size;
    this.selected = new Set(origins);
    if (before || this.selected.size) { this.redraw(); this.notifyChange(); }
  }

  get selectedOrigins() { return this.selected.size ? this.origins.filter((origin) => this.selected.has(origin)) : []; }

  redraw() { if (this.frame) this.player.dispatch("paint", { frame: this.frame, isNew: false }); }

  // ---- changes ----------------------------------------------------------------------------------

  /**
   * Change the edits by `act`, unless they become too long for a link.
   * @param {(edits: any) => void} act
   */
  edit(act) {
    const { read, print } = this.notation, edits = read(this.text);
    act(edits);
    if (this.areAllDeleted(edits)) edits.cleared = true;
    const text = print(edits), scene = { ...this.player.scene, edits: text };
    if (count(text) > MAX_EDITS || this.player.query(scene).length > MAX_LINK_LENGTH) return this.refuse(FULL);
    this.player.change({ edits: text });
    return true;
  }

  // Return whether all examples of the data set are deleted; a link then has one `c` in place of all deletions.
  /** @param {{ deleted: Set<number> }} edits */
  areAllDeleted({ deleted }) {
    return deleted.size > 0 && this.origins.every((origin) => origin < 0 || deleted.has(origin));
  }

  /** @param {string} message */
  refuse(message) {
    queueMicrotask(() => {
      this.player.refused = true;
      this.player.report(message);
    });
    return false;
  }

  /**
   * Return whether `origins` may be outdated, and show a message then: added points are identified by their order,
   * which differs if the picture shows earlier edits.
   * @param {number[]} origins
   */
  isLate(origins) {
    const isShown = (this.frame.scene.edits ?? "") === this.text;
    return !isShown && [...origins].some((origin) => origin < 0) && !this.refuse(LATE);
  }

  /**
   * End a change of several points, which is undone as one step. Return `hasChanged`, whether anything has changed.
   * @param {boolean} hasChanged
   */
  finish(hasChanged) { if (hasChanged) this.player.settle(); return hasChanged; }

  /** @param {{ origin: number, x: number, y: number }[]} places */
  move(places) { return this.edit((edits) => { for (const { origin, x, y } of places) this.notation.move(edits, origin, x, y); }); }

  /** @param {number} label @param {number} x @param {number} y */
  add(label, x, y) { return this.finish(this.edit((edits) => this.notation.add(edits, label, x, y))); }

  /** @param {number[]} origins */
  erase(origins) {
    if (!origins.length || this.isLate(origins) || this.refuseIfLacking(origins)) return false;
    const hasChanged = this.edit((edits) => this.notation.remove(edits, origins));
    if (hasChanged) this.select([]);
    return this.finish(hasChanged);
  }

  /** @param {number[]} origins @param {number} label */
  relabel(origins, label) { return this.relabelEach(origins, () => label); }

  /**
   * Relabel points to the selected class or, if there are two classes, to the other one.
   * @param {number[]} origins
   */
  flip(origins) { return this.relabelEach(origins, (origin) => this.flippedLabel(origin)); }

  /** @param {number} origin */
  flippedLabel(origin) { return this.notation.everyClass ? this.hand : this.nextLabel(origin); }

  /** @param {number[]} origins @param {(origin: number) => number} to */
  relabelEach(origins, to) {
    if (!origins.length || this.isLate(origins) || this.refuseIfLacking(origins, to(origins[0]))) return false;
    return this.finish(this.edit((edits) => {
      for (const origin of origins) this.notation.relabel(edits, origin, to(origin), this.labelOf(origin), this.placeOf(origin));
    }));
  }

  /**
   * Return the class that follows a point's current class.
   * @param {number} origin
   */
  nextLabel(origin) {
    const all = this.labels, k = all.findIndex(({ label }) => label === this.labelOf(origin));
    return all[(k + 1) % all.length].label;
  }

  // The index of the class for added or relabelled points, if there are many classes.
  get hand() { return Math.min(Math.max(0, (Number(this.player.view.hand) || 1) - 1), this.labels.length - 1); }

  /**
   * Return whether a change would leave the picture, or a class that needs a point, without points, and show a message.
   * @param {number[]} origins @param {number} [newLabel]
   */
  refuseIfLacking(origins, newLabel) {
    if (newLabel === undefined && this.count - origins.length < this.minCount) return !this.refuse("The last point can’t be removed: the algorithm needs at least one point. Add another point first.");
    if (!this.notation.everyClass) return false;
    const remaining = new Set(this.origins.filter((origin) => !origins.includes(origin)).map((origin) => this.labelOf(origin)));
    const empty = this.labels.find(({ label }) => label !== newLabel && !remaining.has(label));
    if (!empty) return false;
    this.refuse(`Each class needs a point, and ${empty.name} would have none. Add another point of ${empty.name} first.`);
    return true;
  }

  // Clear the plane; if each class needs a point, the most central point of each class stays.
  clear() {
    const keptPoints = this.notation.everyClass ? this.centralPoints().map((origin) => ({ label: this.labelOf(origin), place: this.placeOf(origin) })) : [];
    this.selected.clear();
    return this.finish(this.edit((edits) => {
      this.notation.clear(edits);
      for (const { label, place } of keptPoints) this.notation.add(edits, label, ...place);
    }));
  }

  /** @returns {number[]} */
  centralPoints() {
    return this.labels.map(({ label }) => {
      const origins = this.origins.filter((origin) => this.labelOf(origin) === label), places = origins.map((origin) => this.placeOf(origin));
      const middle = [0, 1].map((k) => places.reduce((sum, place) => sum + place[k], 0) / origins.length);
      const distances = places.map(([x, y]) => (x - middle[0]) ** 2 + (y - middle[1]) ** 2);
      return origins[distances.indexOf(Math.min(...distances))];
    });
  }

  reset() {
    this.selected.clear();
    this.player.change({ edits: "" });
    this.player.settle();
  }

  /**
   * Handle Ctrl with Z, Shift+Z or Y anywhere in the element.
   * @param {KeyboardEvent} e
   */
  key(e) {
    if (!(e.ctrlKey || e.metaKey) || e.altKey || /** @type {HTMLElement} */ (e.target).matches?.("input[type=text], input[type=number], textarea")) return false;
    const key = e.key.toLowerCase(), isUndo = key === "z" && !e.shiftKey, isRedo = key === "y" || (key === "z" && e.shiftKey);
    if (!isUndo && !isRedo) return false;
    e.preventDefault();
    const hasChanged = isUndo ? this.history.undo() : this.history.redo();
    this.stage.announce(hasChanged ? (isUndo ? "undone" : "redone") : `nothing to ${isUndo ? "undo" : "redo"}`);
    return true;
  }
}

/**
 * Return the points to draw, with dragged points at the pointer.
 * @param {Float32Array} points @param {PlaneState["drag"]} drag
 */
export function movePoints(points, drag) {
  if (!drag) return points;
  const moved = points.slice();
  for (const { i, x, y } of drag.all ?? [drag]) if (2 * i < moved.length) moved.set([x, y], 2 * i);
  return moved;
}
