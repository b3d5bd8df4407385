// A view in space on a canvas: arrows, points, planes, surfaces. Drags and keys turn it; it never moves
// automatically. The item lists its parts, see space-geometry.js.

import { Axes } from "../draw/axes.js";
import { Camera, subtract } from "../draw/camera.js";
import { beginPicture, noteBars } from "../draw/drawn-data.js";
import { tensorAt } from "../base/sweep-decoder.js";
import { number } from "../base/format.js";
import { brush } from "../draw/space-renderer.js";
import { sortByDepth, piecesOf, reach } from "../draw/space-geometry.js";
import { arrowKeys, drag } from "../input/gestures.js";
import { element } from "../base/dom.js";
import { drawUnproven } from "../draw/optimality-note.js";

export const kinds = { space };
export const costly = ["space"];

const INITIAL_VIEW = [-58, 22];          // azimuth and height of the viewpoint, in degrees
const MARGIN_PX = 10;               // space around the fitted ball
const DEGREES_PER_PX = 0.5;           // rotation by a drag
const DEGREES_PER_KEY = 5;                  // rotation by a key press

/**
 * @typedef {object} SpaceView
 * @property {SpaceItem} item
 * @property {WeakMap<Sweep, Ball>} fits
 * @property {HTMLCanvasElement} canvas
 * @property {HTMLButtonElement} home
 * @property {() => void} reset
 * @property {() => void} settle
 * @property {(azimuth: number, height: number) => void} turn
 * @property {Frame} [frame]
 */

/** @type {MakeView<"space">} */
function space(root, item, player, stage) {
  root.dataset.view = "space";
  const canvas = element("canvas", { className: "kl-canvas", tabIndex: 0, role: "img" });
  const home = element("button", { type: "button", className: "kl-action", textContent: "Reset the view" });
  const hint = element("span", { className: "kl-fine-print", textContent: "Drag to turn, or use the arrow keys." });
  root.append(canvas, element("div", { className: "kl-row" }, hint, home));
  canvas.setAttribute("aria-label", item.label);
  const axes = new Axes(canvas, { margins: { left: 0, right: 0, top: 0, bottom: 0 } });
  const camera = new Camera(item.home ?? INITIAL_VIEW), { paint, label } = brush(axes, camera, stage), fits = new WeakMap();
  /** @type {SpaceView} */
  const view = { item, fits, canvas, home, reset, settle, turn };
  let doubt = "";
  /** @type {string | undefined} */
  let turnText;

  // ---- the picture ----------------------------------------------------------------------------

  /** @param {Frame} [next] */
  function draw(next = view.frame) {
    view.frame = next;
    axes.resize();
    if (!view.frame || !axes.width) return;
    camera.look(fit(view, view.frame.sweep), axes.width, axes.height, MARGIN_PX, item.zoom);
    beginPicture(axes);
    axes.begin();
    const pieces = piecesOf(item, view.frame.get);
    for (const piece of sortByDepth([...pieces], camera)) paint(piece);
    label(pieces);
    recordPieces(view, axes, camera, pieces);
    doubt = drawUnproven(axes, view.frame, stage);
  }

  // ---- gestures -------------------------------------------------------------------------------

  /** @param {number} azimuth @param {number} height */
  function turn(azimuth, height) {
    camera.turn(azimuth, height);
    draw();
  }

  function settle() {
    if (item.turn && camera.text !== (player.view[item.turn] ?? "")) {
      turnText = camera.text;
      player.look({ [item.turn]: turnText });
    }
    stage.announce(`view turned to ${Math.round(camera.azimuth)}°, from ${Math.abs(Math.round(camera.height))}° ${camera.height < 0 ? "below" : "above"} the horizon`);
  }

  function reset() {
    camera.reset();
    draw();
    settle();
  }

  hand(view);

  // ---- text alternative -----------------------------------------------------------------------

  function show() {
    if (!item.turn) return;
    const text = player.view[item.turn] ?? "";
    if (text === turnText) return;
    turnText = text;
    camera.read(text);
    draw();
  }
  show();

  return {
    draw,
    show,
    summary: () => (view.frame ? words(item, view.frame) : ""),
    describe: (text) => canvas.setAttribute("aria-label", [text, doubt].filter(Boolean).join(". ")),
  };
}

// Return the item's ball or, if it has none, a ball around all parts at all stops, so that the slider doesn't change the
// scale.
/** @param {SpaceView} view @param {Sweep} sweep @returns {Ball} */
function fit({ item, fits }, sweep) {
  if (item.reach) return item.reach;
  if (!fits.has(sweep)) {
    const all = Array.from(sweep.stops, (_, k) => reach(piecesOf(item, (name) => tensorAt(sweep, name, k)))).flat().filter((p) => p !== undefined).filter((p) => p.every(Number.isFinite));
    const sides = [0, 1, 2].map((k) => all.reduce(([low, high], p) => [Math.min(low, p[k]), Math.max(high, p[k])], [Infinity, -Infinity]));
    const centre = sides.map(([low, high]) => (low + high) / 2);
    fits.set(sweep, { centre, radius: all.reduce((r, p) => Math.max(r, Math.hypot(...p.map((v, k) => v - centre[k]))), 1e-9) });
  }
  return /** @type {Ball} */ (fits.get(sweep));
}

// Record the heights of the labelled points, as they appear from left to right; in a picture without them, the lengths
// of the named arrows.
/** @param {SpaceView} view @param {Axes} axes @param {Camera} camera @param {import("../draw/space-geometry.js").Piece[]} pieces */
function recordPieces({ item }, axes, camera, pieces) {
  const { centre, radius } = camera, [, , stretch] = item.stretch ?? [1, 1, 1], name = item.axes?.labels[2];
  for (const { sign, words } of [{ sign: 1, words: "crosses" }, { sign: -1, words: "circles" }]) {
    const places = pieces.flatMap((piece) => (piece.at && piece.sign === sign ? [piece.at] : [])).sort((a, b) => camera.at(a)[0] - camera.at(b)[0]);
    if (places.length) noteBars(axes, places.map((place) => place[2] / stretch), { name: `the height ${name ?? ""}`.trim(), parts: words, scale: [(centre[2] - radius) / stretch, (centre[2] + radius) / stretch] });
  }
  if (pieces.some((piece) => piece.sign)) return;
  const arrows = pieces.flatMap(({ line, label, isQuiet }) => (line && label && !isQuiet ? [{ label, length: Math.hypot(...subtract(line[1], line[0])) }] : []));
  if (arrows.length) noteBars(axes, arrows.map(({ length }) => length), { name: `the lengths of ${arrows.map(({ label }) => label).join(", ")}`, parts: "arrows", scale: [0, 2 * radius], levels: [] });
}

// Let drags and keys turn the picture.
/** @param {SpaceView} view */
function hand({ canvas, home, reset, settle, turn }) {
  let at = [0, 0];
  drag(canvas, {
    down(e) {
      if (e.button > 0) return false;
      at = [e.clientX, e.clientY];
      canvas.classList.add("is-grabbing");
      return true;
    },
    move(e) {
      turn((at[0] - e.clientX) * DEGREES_PER_PX, (e.clientY - at[1]) * DEGREES_PER_PX);
      at = [e.clientX, e.clientY];
    },
    up() {
      canvas.classList.remove("is-grabbing");
      settle();
    },
  });
  // The right arrow turns the picture to the right, so the viewpoint moves to the left.
  arrowKeys(canvas, { move: ([x, y]) => turn(-x * DEGREES_PER_KEY, -y * DEGREES_PER_KEY), settle });
  canvas.addEventListener("keydown", (e) => {
    if (e.key !== "Home") return;
    reset();
    e.preventDefault();
  });
  home.addEventListener("click", reset);
}

// Return the item's sentence, or its sentence for this stop, with numbers in place of {tensor}.
/** @param {SpaceItem} item @param {Frame} frame */
function words(item, frame) {
  const description = Array.isArray(item.description) ? item.description[frame.stop] : item.description ?? "";
  return description.replace(/\{(\w+)\}/g, (_, name) => number(frame.get(name), 4));
}
