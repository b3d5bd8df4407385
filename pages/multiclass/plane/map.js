// Draw a class map as an image: regions in the classes' tones, their borders, and hatching where the class is
// undecided. A node's value is class + 16 · status; status: 0 decided, 1 claimed by no class, 2 by several, 3 votes or
// scores tie.

import { noteField } from "../../../assets/draw/drawn-data.js";
import { isForced } from "../../../assets/draw/forced-colors.js";
import { classMark, tone } from "../../../assets/draw/marks.js";
import { stroke } from "../../../assets/draw/plane-layers.js";

const MIN_CELL_PIXELS = 4, MAX_CELL_PIXELS = 6;     // image pixels along a side of a grid cell: as many as on the screen, within these bounds
const HATCH_PERIOD = 2.5, HATCH_WIDTH = 0.5;        // distance and width of the lines of the hatching, in grid cells
const MARK_SPACING = 22;                  // CSS pixels between the marks of a region in forced colours
const REGION = 0.34;                      // share of a class's tone in the colour of its region
export const NO_CLASS = 1, SEVERAL = 2, TIE = 3;

export const classOf = (/** @type {number} */ value) => value & 15;
export const statusOf = (/** @type {number} */ value) => value >> 4;

// The uniform cubic B-splines, which make the borders between classes smooth.
/** @type {((t: number) => number)[]} */
const SPLINE = [(t) => (1 - t) ** 3, (t) => 3 * t ** 3 - 6 * t ** 2 + 4, (t) => -3 * t ** 3 + 3 * t ** 2 + 3 * t + 1, (t) => t ** 3];
/** @type {Map<number, Float32Array[]>} */
const sharesByPixels = new Map();

/**
 * Return the weights of the 4 × 4 nodes around a cell at each of its pixels, cached.
 * @param {number} pixels along a side of the cell
 */
function sharesOf(pixels) {
  let shares = sharesByPixels.get(pixels);
  if (!shares) {
    const splineWeights = (/** @type {number} */ p) => SPLINE.map((weight) => weight((p + 0.5) / pixels));
    shares = Array.from({ length: pixels * pixels }, (_, p) => {
      const columnWeights = splineWeights(p % pixels), rowWeights = splineWeights(Math.floor(p / pixels));
      return Float32Array.from(rowWeights.flatMap((b) => columnWeights.map((a) => a * b)));
    });
    sharesByPixels.set(pixels, shares);
  }
  return shares;
}

/**
 * Return how many image pixels a side of a cell gets: as many as on the screen, so that borders and hatching are sharp.
 * @param {Axes} axes @param {number} nx
 */
const cellPixels = (axes, nx) => Math.min(MAX_CELL_PIXELS, Math.max(MIN_CELL_PIXELS, Math.round(axes.box.w * axes.ratio / (nx - 1))));

const channels = (/** @type {string} */ hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

/** @param {string} over @param {string} under @param {number} share */
function mix(over, under, share) {
  const a = channels(over), [r, g, b] = channels(under).map((c, i) => Math.round(c + (a[i] - c) * share));
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** @typedef {{ regions: number[], bare: number, ink: number, border: number }} Look */

/** @type {WeakMap<Record<string, string>, Look>} */
const looks = new WeakMap();

// Return the colours for a palette, cached.
/** @param {Record<string, string>} palette @returns {Look} */
function lookOf(palette) {
  const { background, text } = palette;
  const bare = mix(text, background, 0), look = looks.get(palette) ?? (isForced() ? { regions: Array(10).fill(bare), bare, ink: mix(text, background, 1), border: mix(text, background, 1) } : {
    regions: Array.from({ length: 10 }, (_, k) => mix(tone(palette, k), background, REGION)),
    bare, ink: mix(text, background, 0.62), border: mix(text, background, 0.8),
  });
  looks.set(palette, look);
  return look;
}

/**
 * Return, for each k below `count`, whether the pixels with x + y = k, or with x - y + h = k, are on a line of the
 * hatching.
 * @param {number} count @param {number} period of the lines, in pixels @param {number} width of a line
 */
const hatching = (count, period, width) => Uint8Array.from({ length: count }, (_, k) => Number(k % period < width));

const bits = (/** @type {number} */ mask) => Array.from({ length: 10 }, (_, k) => k).filter((k) => (mask >> k) & 1);

/** @typedef {HTMLCanvasElement & { image?: ImageData, codes?: Uint8Array }} MapCanvas `codes`: the map's value at each pixel. */

// Give the canvas w × h pixels, and return two arrays to fill: its image, and the map's value at each pixel. Both are
// reused while the size stays the same.
/** @param {MapCanvas} canvas @param {Context} pen @param {number} w @param {number} h */
function buffers(canvas, pen, w, h) {
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h, image: undefined });
  if (!canvas.image || !canvas.codes) Object.assign(canvas, { image: pen.createImageData(w, h), codes: new Uint8Array(w * h) });
  return /** @type {{ image: ImageData, codes: Uint8Array }} */ (canvas);
}

// Draw the image of one map over the axes' box. `candidates`: the possible classes of each undecided node, as bits;
// `isRandom`: undecided points get a class at random, so their regions have the tones of all candidates, or no tone if
// no class claims them.
/**
 * @param {{ axes: Axes, canvas: MapCanvas, map: Numbers, candidates?: Numbers,
 *   nx: number, ny: number, palette: Record<string, string>, isRandom?: boolean }} map
 */
export function drawMap({ axes, canvas, map, candidates, nx, ny, palette, isRandom }) {
  noteField(axes, { values: map, nx, ny, classOf });
  const cell = cellPixels(axes, nx), shares = sharesOf(cell), period = Math.round(HATCH_PERIOD * cell), width = Math.round(HATCH_WIDTH * cell);
  const w = (nx - 1) * cell, h = (ny - 1) * cell;
  const pen = /** @type {Context} */ (canvas.getContext("2d")), { image, codes } = buffers(canvas, pen, w, h);
  const lines = hatching(w + h + 1, period, width), bands = Uint16Array.from(lines, (_, k) => k / period);
  const look = lookOf(palette), pixels = new Uint32Array(image.data.buffer);
  const sides = new Map();
  const classesOf = (/** @type {number} */ mask) => sides.get(mask) ?? sides.set(mask, bits(mask)).get(mask);

  /** @type {number[]} */
  let sharers = [];
  let lastMask = -1;
  /** @param {number} code @param {number} mask @param {number} x @param {number} y */
  function colour(code, mask, x, y) {
    const status = statusOf(code);
    if (status === 0) return look.regions[classOf(code)];
    // Rising lines where no class claims the point, falling lines where votes tie, both where several classes claim it.
    const fall = x - y + h;
    if ((status !== TIE && lines[x + y]) || (status !== NO_CLASS && lines[fall])) return look.ink;
    if (!isRandom) return look.regions[classOf(code)];
    if (status === NO_CLASS) return look.bare;
    if (mask !== lastMask) [lastMask, sharers] = [mask, classesOf(mask)];
    return look.regions[sharers[bands[fall] % sharers.length] ?? classOf(code)];
  }

  // Fill each run of cells with the same decided class at once, and all other cells pixel by pixel.
  const nodes = new Int32Array(16), within = (/** @type {number} */ v, /** @type {number} */ n) => Math.min(n - 1, Math.max(0, v));
  /** @type {number[]} */
  const borderCells = [];
  const agrees = (/** @type {number} */ k) => map[k] === map[k + 1] && map[k] === map[k + nx] && map[k] === map[k + nx + 1];
  for (let j = 0; j < ny - 1; j++) {
    for (let i = 0; i < nx - 1; i++) {
      const k = j * nx + i, a = map[k], agree = agrees(k), top = h - (j + 1) * cell;
      if (agree && statusOf(a) === 0) {
        const from = i;
        while (i < nx - 2 && map[j * nx + i + 2] === a && map[(j + 1) * nx + i + 2] === a) i++;
        for (let y = top; y < top + cell; y++) {
          codes.fill(a, y * w + from * cell, y * w + (i + 1) * cell);
          pixels.fill(look.regions[a], y * w + from * cell, y * w + (i + 1) * cell);
        }
        continue;
      }
      if (!agree) {
        borderCells.push(i, top);
        for (let q = 0; q < 16; q++) nodes[q] = within(j - 1 + (q >> 2), ny) * nx + within(i - 1 + (q & 3), nx);
      }
      for (let v = 0; v < cell; v++) {
        const y = h - 1 - (j * cell + v), row = y * w + i * cell;
        for (let u = 0; u < cell; u++) {
          const node = agree ? k + (v >= cell / 2 ? nx : 0) + (u >= cell / 2 ? 1 : 0) : winner(map, nodes, shares[v * cell + u]);
          codes[row + u] = map[node];
          pixels[row + u] = colour(map[node], candidates?.[node] ?? 0, i * cell + u, y);
        }
      }
    }
  }
  // Draw the borders, which run through the cells whose nodes differ or along their edges.
  for (let c = 0; c < borderCells.length; c += 2) {
    const x0 = Math.max(0, borderCells[c] * cell - 1), x1 = Math.min(w - 1, (borderCells[c] + 1) * cell), y0 = Math.max(0, borderCells[c + 1] - 1), y1 = Math.min(h - 1, borderCells[c + 1] + cell);
    for (let y = y0; y < y1; y++) {
      for (let p = y * w + x0; p < y * w + x1; p++) {
        const code = codes[p];
        if (code !== codes[p + 1]) pixels[p] = pixels[p + 1] = look.border;
        if (code !== codes[p + w]) pixels[p] = pixels[p + w] = look.border;
      }
    }
  }
  pen.putImageData(image, 0, 0);
  const { x, y, w: wide, h: high } = axes.box;
  axes.context.imageSmoothingEnabled = true;
  axes.context.drawImage(canvas, x, y, wide, high);
  if (isForced()) sowMarks(axes, codes, w, h, palette);
}

// Draw small marks of the class over each decided region, for forced colours, where regions have no tones.
/** @param {Axes} axes @param {Uint8Array} codes @param {number} w @param {number} h @param {Record<string, string>} palette */
function sowMarks(axes, codes, w, h, palette) {
  const { x, y, w: wide, h: high } = axes.box, path = new Path2D();
  for (let row = 0, py = MARK_SPACING / 2; py < high; py += MARK_SPACING, row++) {
    for (let px = row % 2 ? MARK_SPACING : MARK_SPACING / 2; px < wide; px += MARK_SPACING) {
      const code = codes[Math.floor((py / high) * h) * w + Math.floor((px / wide) * w)];
      if (statusOf(code) === 0) classMark(path, classOf(code), x + px, y + py, 2.4);
    }
  }
  stroke(axes.context, path, palette.text, 0.8);
}

// Return the corner of a cell whose value has the largest total weight at a pixel.
/** @param {Numbers} map @param {Int32Array} nodes the 4 × 4 nodes around the cell @param {Float32Array} shares */
function winner(map, nodes, shares) {
  let winnerClass = nodes[5], largestSum = -1;
  for (const c of CORNERS) {
    const value = map[nodes[c]];
    let sum = 0;
    for (let q = 0; q < 16; q++) if (map[nodes[q]] === value) sum += shares[q];
    if (sum > largestSum + 1e-6) { winnerClass = nodes[c]; largestSum = sum; }
  }
  return winnerClass;
}
const CORNERS = [5, 6, 9, 10];            // the corners of the cell among the 4 × 4 nodes
