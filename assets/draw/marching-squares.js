// Level lines of a field on a grid, by marching squares. They are joined into polylines, so that dashes show.

// For each of the 16 cases of a cell, the pairs of edges that a level line joins. Edges: 0 bottom, 1 right, 2 top, 3 left.
const CASES = [
  [], [3, 0], [0, 1], [3, 1], [1, 2], [3, 0, 1, 2], [0, 2], [3, 2],
  [2, 3], [2, 0], [0, 1, 2, 3], [2, 1], [1, 3], [1, 0], [0, 3], [],
];

/**
 * Return the level lines as polylines, flat arrays x, y, x, y, … in grid units. `values`: nx * ny numbers, rows along y.
 * @param {ArrayLike<number>} values @param {number} nx @param {number} ny @param {number} level
 */
export function contour(values, nx, ny, level) {
  const links = new Map();   // edge id -> the one or two edge ids that it is joined to
  /** @param {number} a @param {number} b */
  const link = (a, b) => { const l = links.get(a); if (l) l.push(b); else links.set(a, [b]); };
  // Horizontal edges have the id 2k, vertical ones 2k + 1, where k is the node at their left or lower end.
  for (let j = 0; j < ny - 1; j++) {
    for (let i = 0; i < nx - 1; i++) {
      const k = j * nx + i;
      const a = values[k] > level, b = values[k + 1] > level;
      const d = values[k + nx] > level, c = values[k + nx + 1] > level;
      const kind = +a | (+b << 1) | (+c << 2) | (+d << 3);
      if (kind === 0 || kind === 15 || isEdgeOfLevel(values, k, nx, level)) continue;
      const edges = saddle(kind, values, k, nx, level) ?? CASES[kind];
      for (let e = 0; e < edges.length; e += 2) {
        const from = edgeId(edges[e], k, nx), to = edgeId(edges[e + 1], k, nx);
        link(from, to);
        link(to, from);
      }
    }
  }
  return join(links, values, nx, level);
}

/**
 * Return whether a cell is at the edge of a region where the field equals the level, such as 0 by rounding far from all
 * points: no corner is below the level, and no corner at the level has a neighbour below it.
 * @param {ArrayLike<number>} values @param {number} k @param {number} nx @param {number} level
 */
function isEdgeOfLevel(values, k, nx, level) {
  const corners = [k, k + 1, k + nx, k + nx + 1];
  if (corners.some((node) => values[node] < level)) return false;
  const around = (/** @type {number} */ node) => [-nx - 1, -nx, -nx + 1, -1, 1, nx - 1, nx, nx + 1].map((step) => values[node + step]);
  return corners.every((node) => values[node] > level || !around(node).some((value) => value < level));
}

/**
 * Decide the ambiguous case, in which two opposite corners are above the level, by the mean of the four corners.
 * @param {number} kind @param {ArrayLike<number>} values @param {number} k @param {number} nx @param {number} level
 */
function saddle(kind, values, k, nx, level) {
  if (kind !== 5 && kind !== 10) return undefined;
  const middle = (values[k] + values[k + 1] + values[k + nx] + values[k + nx + 1]) / 4;
  const high = middle > level;
  return (kind === 5) === high ? [3, 2, 0, 1] : [3, 0, 1, 2];
}

/** @param {number} edge @param {number} k @param {number} nx */
function edgeId(edge, k, nx) {
  switch (edge) {
    case 0: return 2 * k;
    case 1: return 2 * (k + 1) + 1;
    case 2: return 2 * (k + nx);
    default: return 2 * k + 1;
  }
}

/** @param {number} id @param {ArrayLike<number>} values @param {number} nx @param {number} level @param {number[]} line */
function crossing(id, values, nx, level, line) {
  const k = id >> 1, step = id & 1 ? nx : 1;
  const t = (level - values[k]) / (values[k + step] - values[k]);
  const i = k % nx, j = (k - i) / nx;
  line.push(i + (id & 1 ? 0 : t), j + (id & 1 ? t : 0));
}

/** @param {Map<number, number[]>} links @param {ArrayLike<number>} values @param {number} nx @param {number} level */
function join(links, values, nx, level) {
  /** @type {number[][]} */
  const lines = [];
  /** @param {number} start */
  const walk = (start) => {
    /** @type {number[]} */
    const line = [];
    /** @type {number | undefined} */
    let id = start;
    while (id !== undefined) {
      crossing(id, values, nx, level, line);
      const next = links.get(id);
      links.delete(id);
      id = next?.find((linked) => links.has(linked));
    }
    return line;
  };
  for (const [id, ends] of links) if (ends.length === 1 && links.has(id)) lines.push(walk(id));
  for (const [id] of links) {          // the remaining lines are closed loops
    const line = walk(id);
    line.push(line[0], line[1]);
    lines.push(line);
  }
  return lines;
}
