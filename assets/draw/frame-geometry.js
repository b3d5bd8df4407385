// Geometry from a frame's tensors: the window, the chosen example, the distance at which its kernel function falls to a
// level, and f between nodes.

import { floats } from "../base/sweep-decoder.js";

/** Return the window of a frame's grid, and the numbers of its nodes along x and y. @param {Frame} frame */
export function geometry(frame) {
  const { x, y } = frame.sweep.tensors, nx = x.data.length, ny = y.data.length;
  return { window: [x.data[0], x.data[nx - 1], y.data[0], y.data[ny - 1]], nx, ny };
}

/**
 * Return what the planes show: "both" boundaries, the "fit" or the "bayes" boundary. Where the Bayes-optimal boundary is
 * unknown there is no choice, and the fit is drawn as for "both".
 * @param {Player} player @param {Frame} frame
 */
export const shownBoundaries = (player, { sweep }) => (sweep.tensors.bayes ? player.view.show ?? "both" : "both");

/** @type {WeakMap<Sweep, number>} */
const strongest = new WeakMap();

/**
 * Return the example whose coefficient is non-zero at the most stops; if there are several, the one with the largest
 * sum of |α|. So it stays the same while the slider moves. Return the first example if there are no coefficients.
 * @param {Frame} frame
 */
function strongestExample({ sweep }) {
  const tensor = sweep.tensors.alpha;
  if (!tensor || tensor.shape.length < 2) return 0;
  const known = strongest.get(sweep);
  if (known !== undefined) return known;
  const alpha = floats(tensor.data, tensor.dtype), [stops, m] = tensor.shape;
  /** @param {number} i */
  const weight = (i) => {
    const sizes = Array.from({ length: stops }, (_, k) => Math.abs(alpha[k * m + i]));
    return { nonzero: sizes.filter((size) => size > 0).length, sum: sizes.reduce((a, b) => a + b, 0) };
  };
  const all = Array.from({ length: m }, (_, i) => weight(i));
  const best = all.reduce((top, { nonzero, sum }, i) => (nonzero > all[top].nonzero || (nonzero === all[top].nonzero && sum > all[top].sum) ? i : top), 0);
  strongest.set(sweep, best);
  return best;
}

/**
 * Return the chosen example; before a choice, the strongest one (`strongestExample`). Return undefined if there is none.
 * @param {Player} player @param {Frame} frame
 */
export function chosenPoint(player, frame) {
  const i = player.view.point ? Number(player.view.point) - 1 : strongestExample(frame);
  return Number.isInteger(i) && i >= 0 && i < frame.get("labels").length ? i : undefined;
}

/**
 * Return the example that a formula describes: the one under the pointer, else the chosen one.
 * @param {Stage} stage @param {Player} player @param {Frame} frame
 */
export const exampleOf = (stage, player, frame) => stage.markedExample ?? chosenPoint(player, frame) ?? 0;

/**
 * Interpolate the distance from an example at which the kernel function around it falls to `level`. Return the largest
 * distance in `offsets` if the function stays above `level`.
 * @param {Frame} frame @param {number} level
 */
export function reachOf(frame, level) {
  const bump = floats(frame.get("bump"), frame.sweep.tensors.bump.dtype), { data: offset } = frame.sweep.tensors.offsets;
  for (let k = 1; k < bump.length; k++) {
    if (bump[k] <= level) {
      const t = (bump[k - 1] - level) / (bump[k - 1] - bump[k]);
      return offset[k - 1] + t * (offset[k] - offset[k - 1]);
    }
  }
  return offset[offset.length - 1];
}

/** Return the distance at which the kernel function falls to half its height at the centre. @param {Frame} frame */
export const halfReach = (frame) => reachOf(frame, 0.5);

/**
 * Interpolate a field between its nodes.
 * @param {Pick<DrawnField, "values" | "nx" | "ny">} field @param {Pick<Axes, "x0" | "x1" | "y0" | "y1">} axes @param {number} x @param {number} y
 */
export function interpolate({ values, nx, ny }, axes, x, y) {
  const u = Math.min(nx - 1, Math.max(0, (x - axes.x0) / (axes.x1 - axes.x0) * (nx - 1)));
  const v = Math.min(ny - 1, Math.max(0, (y - axes.y0) / (axes.y1 - axes.y0) * (ny - 1)));
  const i = Math.min(nx - 2, Math.floor(u)), j = Math.min(ny - 2, Math.floor(v)), a = u - i, b = v - j, k = j * nx + i;
  return (1 - b) * ((1 - a) * values[k] + a * values[k + 1]) + b * ((1 - a) * values[k + nx] + a * values[k + nx + 1]);
}
