// Draw a smooth curve through points of a smooth function: straight segments would need more points.

/**
 * Add the Catmull–Rom curve through `places`, in pixels, to a path. A closed curve is smooth at its ends, too.
 * @param {Pick<Path2D, "lineTo" | "bezierCurveTo">} path @param {[number, number][]} places
 */
export function smoothPath(path, places) {
  const last = places.length - 1, [first, end] = [places[0], places[last]];
  const closed = last > 2 && Math.hypot(first[0] - end[0], first[1] - end[1]) < 0.5;
  const at = (/** @type {number} */ k) => (closed ? places[(k + last) % last] : places[Math.min(last, Math.max(0, k))]);
  path.lineTo(...first);
  for (let k = 0; k < last; k++) {
    const [a, b, c, d] = [at(k - 1), at(k), at(k + 1), at(k + 2)];
    path.bezierCurveTo(b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6, c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6, c[0], c[1]);
  }
}
