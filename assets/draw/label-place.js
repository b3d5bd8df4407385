// Place a curve's name beside the curve, where it covers as little as possible of the other curves.

/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

const CANDIDATES = 25;               // positions along the curve that are tried
const POINT_DISTANCE_PX = 4;                  // distance between the points of a line that are checked

/**
 * Choose the position above or below the curve at which the name covers the fewest lines and other names; if there are
 * several, the one nearest to the share `at` of the curve. Return the middle of the left side of the name's box there, and
 * the box; null if no point of the curve has finite coordinates.
 * @param {[number, number][]} curve @param {[number, number][][]} lines @param {Box[]} taken
 * @param {{ w: number, h: number, at: number, below: boolean, room: Box }} wish
 */
export function labelPlace(curve, lines, taken, { w, h, at, below, room }) {
  const dense = lines.map(resample), end = curve.length - 1;
  let best = null;
  for (let k = 0; k <= CANDIDATES; k++) {
    const share = k / CANDIDATES, [px, py] = curve[Math.round(share * end)];
    for (const under of [below, !below]) {
      const x = Math.min(px, room.x + room.w - w), y = py + (under ? h / 2 + 4 : -h / 2 - 4);
      const box = { x, y: y - h / 2, w, h };
      const cost = 100 * outside(box, room) + 50 * taken.filter((name) => meet(box, name)).length
        + dense.reduce((sum, line) => sum + line.filter((p) => isWithin(box, p)).length, 0) + Math.abs(share - at) + (under === below ? 0 : 0.1);
      if (Number.isFinite(cost) && (!best || cost < best.cost)) best = { cost, x, y, box };
    }
  }
  return best;
}

/** @param {Box} a @param {Box} b */
const meet = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
/** @param {Box} box @param {[number, number]} place */
const isWithin = ({ x, y, w, h }, [px, py]) => px > x - 2 && px < x + w + 2 && py > y - 2 && py < y + h + 2;     // 2 px: half of a line's width
/** @param {Box} a @param {Box} b */
const outside = (a, b) => Number(a.x < b.x || a.y < b.y || a.y + a.h > b.y + b.h);

/** @param {[number, number][]} line @returns {[number, number][]} */
function resample(line) {
  return line.flatMap(([x, y], k) => {
    const [nx, ny] = line[k + 1] ?? [x, y], pieces = Math.min(60, Math.ceil(Math.hypot(nx - x, ny - y) / POINT_DISTANCE_PX)) || 1;
    return Array.from({ length: pieces }, (_, j) => /** @type {[number, number]} */ ([x + (nx - x) * j / pieces, y + (ny - y) * j / pieces]));
  });
}
