// Convert the parts of a view in space to lines, marks and faces, and sort them for painting. Each part of an item
// names its tensors, which contain one point (3) or several (P, 3) or, for a surface, heights over a grid.

import { cross, dot, subtract, addScaled } from "./camera.js";

/**
 * A function that returns the points in the tensor of this name.
 * @typedef {(name?: string) => Point3[]} Rows
 *
 * A piece is a line, a face or a mark, which is painted as a whole.
 * @typedef {object} Piece
 * @property {[Point3, Point3]} [line]
 * @property {Point3[]} [face]
 * @property {{ at: Point3, normal: Point3 }} [wall] the plane of a face that divides the other pieces
 * @property {Point3} [at]
 * @property {number} [sign]
 * @property {string} [tone]
 * @property {number} [width]
 * @property {number[]} [dash]
 * @property {boolean} [isArrow] whether a line is an arrow
 * @property {string} [label]
 * @property {boolean} [middleLabel] whether the label is at the middle of its line
 * @property {boolean} [isQuiet]
 * @property {number} [fill]
 * @property {number} [edge]
 */

const MAKERS = { arrow: lines, segment: lines, curve, points, patch, surface };

/**
 * Make all pieces of the item at one stop. `get` reads a tensor at this stop.
 * @param {SpaceItem} item @param {(name: string) => any} get @returns {Piece[]}
 */
export function piecesOf(item, get) {
  const stretch = item.stretch ?? [1, 1, 1];
  /** @type {Rows} */
  const rows = (name) => {
    const flat = name ? get(name) : [0, 0, 0];
    return Array.from({ length: flat.length / 3 }, (_, i) => stretch.map((/** @type {number} */ s, /** @type {number} */ k) => s * flat[3 * i + k]));
  };
  const parts = item.parts.filter((/** @type {SpacePart} */ part) => !part.on || get(part.on) > 0);
  return [...parts.flatMap((/** @type {SpacePart} */ part) => MAKERS[part.part](part, rows, get, stretch)), ...axes(item.axes, stretch)];
}

/**
 * List the corners and ends of pieces, which must fit into the picture.
 * @param {Piece[]} pieces
 */
export const reach = (pieces) => pieces.flatMap((piece) => piece.line ?? piece.face ?? [piece.at]);

/** @param {SpacePart} part @param {Rows} rows @returns {Piece[]} */
function lines(part, rows) {
  const from = rows(part.from), isArrow = part.part === "arrow";
  return rows(part.to).map((to, i) => ({
    line: [from[i] ?? from[0], to], isArrow, dash: isArrow ? [] : [5, 4],
    tone: part.tone, width: part.width ?? (isArrow ? 2.6 : 1.5), label: part.label, middleLabel: part.middle_label,
  }));
}

/**
 * Make a line through points; a NaN interrupts it.
 * @param {SpacePart} part @param {Rows} rows @returns {Piece[]}
 */
function curve(part, rows) {
  const points = rows(part.along), good = (/** @type {Point3} */ p) => p.every(Number.isFinite);
  /** @type {Piece[]} */
  const pieces = [];
  for (let i = 1; i < points.length; i++) {
    if (good(points[i - 1]) && good(points[i])) pieces.push({ line: [points[i - 1], points[i]], tone: part.tone, width: part.width ?? 2 });
  }
  return pieces;
}

/** @param {SpacePart} part @param {Rows} rows @param {(name: string) => any} get @returns {Piece[]} */
function points(part, rows, get) {
  const labels = part.labels && get(part.labels);
  return rows(part.at).map((at, i) => ({ at, sign: labels ? Math.sign(labels[i]) : 0, tone: part.tone }));
}

/**
 * Make a parallelogram around the point p = `at`, with the corners p ± u ± v. Pieces that pass through it are cut there.
 * @param {SpacePart} part @param {Rows} rows @returns {Piece[]}
 */
function patch(part, rows) {
  const [at] = rows(part.at), [u] = rows(part.u), [v] = rows(part.v);
  const face = [[1, 1], [1, -1], [-1, -1], [-1, 1]].map(([s, t]) => addScaled(addScaled(at, u, s), v, t));
  return [{ face, wall: { at, normal: cross(u, v) }, tone: part.tone, fill: 0.13, edge: 0.5, label: part.label }];
}

/**
 * Make a mesh of heights z (G, G) over x (G) and y (G), row by row along y; `diverging` colours it by sign.
 * @param {SpacePart} part @param {Rows} rows @param {(name: string) => any} get @param {number[]} stretch @returns {Piece[]}
 */
function surface(part, rows, get, stretch) {
  const [xs, ys, z] = /** @type {string[]} */ ([part.x, part.y, part.z]).map((name) => get(name));
  /** @type {Piece[]} */
  const cells = [];
  /** @param {number} j @param {number} i */
  const at = (j, i) => [stretch[0] * xs[i], stretch[1] * ys[j], stretch[2] * z[j * xs.length + i]];
  for (let j = 1; j < ys.length; j++) {
    for (let i = 1; i < xs.length; i++) {
      const face = [at(j - 1, i - 1), at(j - 1, i), at(j, i), at(j, i - 1)];
      const tone = part.tone === "diverging" ? (face[0][2] + face[2][2] > 0 ? "heat_positive" : "heat_negative") : part.tone;
      cells.push({ face, tone, fill: part.fill ?? 0.5, edge: part.edge ?? 0.5 });
    }
  }
  return cells;
}

/** @param {SpaceAxes | undefined} settings @param {number[]} stretch @returns {Piece[]} */
function axes(settings, stretch) {
  if (!settings) return [];
  const { labels, low, high, at = [0, 0, 0] } = settings;
  /** @param {number} k @param {number} value */
  const end = (k, value) => at.map((/** @type {number} */ v, /** @type {number} */ j) => stretch[j] * (j === k ? value : v));
  return labels.map((label, k) => ({ line: [end(k, low[k]), end(k, high[k])], tone: "track", width: 1.2, label, isQuiet: true }));
}

// ---- the order of painting --------------------------------------------------------------------

/**
 * Sort pieces from the farthest to the nearest. Pieces behind a wall come before the wall, pieces on the viewer's side
 * after it, and a line through the wall is cut in two.
 * @param {Piece[]} pieces @param {Camera} camera @returns {Piece[]}
 */
export function sortByDepth(pieces, camera) {
  const wall = pieces.find((piece) => piece.wall);
  if (!wall) return pieces.sort((a, b) => camera.depth(middle(a)) - camera.depth(middle(b)));
  const { at, normal } = /** @type {NonNullable<Piece["wall"]>} */ (wall.wall), size = Math.hypot(...normal) * camera.radius;
  /** @param {Point3} p */
  const side = (p) => dot(subtract(p, at), normal) / (size || 1);
  /** @type {Piece[]} */
  const beyond = [];
  /** @type {Piece[]} */
  const before = [];
  const eye = side(camera.eye) < 0 ? -1 : 1;
  for (const piece of pieces) {
    if (piece === wall) continue;
    for (const part of cut(piece, side)) (eye * side(middle(part)) < -1e-6 ? beyond : before).push(part);
  }
  return [...sortByDepth(beyond, camera), wall, ...sortByDepth(before, camera)];
}

/** @param {Piece} piece */
function middle({ line, face = [], at }) {
  if (at) return at;
  const [a, b] = line ?? [face[0], face[2]];
  return addScaled(a, subtract(b, a), 0.5);
}

/** @param {Piece} piece @param {(p: Point3) => number} side @returns {Piece[]} */
function cut(piece, side) {
  if (!piece.line) return [piece];
  const [a, b] = piece.line, [p, q] = [side(a), side(b)];
  if (p * q > -1e-10) return [piece];
  const through = addScaled(a, subtract(b, a), p / (p - q));
  return [{ ...piece, line: [a, through], isArrow: false, label: undefined }, { ...piece, line: [through, b] }];
}
