// Record what is drawn on a canvas as data: the curves and the bars of a chart, the row of a matrix, the field of a
// plane. Pictures record it while they draw, so that other outputs, such as sound, have the same numbers.

/** The event of a canvas on which a curve or a field is drawn for the first time. It bubbles. */
export const DRAWN = "kl-drawn";

const LINEAR_NODES = 33;         // nodes along each axis at which a linear function is recorded

/** @type {WeakMap<HTMLCanvasElement, DrawnData>} */
const pictures = new WeakMap(), announced = new WeakSet();

/**
 * Return the data of a canvas; undefined if nothing is recorded for it.
 * @param {HTMLCanvasElement} canvas
 */
export function drawnData(canvas) {
  const drawn = pictures.get(canvas);
  return drawn && (drawn.curves.length || drawn.field) ? drawn : undefined;
}

/**
 * Begin the record of a new picture, without curves and fields.
 * @param {Axes} axes @param {Partial<Pick<DrawnData, "names" | "isPercent">>} look
 */
export function beginPicture(axes, { names = ["", ""], isPercent = false } = {}) {
  pictures.set(axes.canvas, { axes, curves: [], uprights: [], names, isPercent });
}

/**
 * Record a drawn curve.
 * @param {Axes} axes @param {DrawnCurve} curve
 */
export function noteCurve(axes, curve) {
  pictures.get(axes.canvas)?.curves.push(curve);
  announce(axes);
}

/**
 * Record single values from left to right: bars, points, or the entries of a row. `examples`: if each value belongs to
 * an example, the indices of the examples from left to right.
 * @param {Axes} axes @param {ArrayLike<number>} values @param {Partial<DrawnCurve>} look
 */
export function noteBars(axes, values, look) {
  const ys = look.examples?.map((i) => values[i]) ?? values;
  noteCurve(axes, { xs: Array.from(ys, (_, k) => k + 1), ys, name: "", levels: [0], parts: "bars", ...look });
}

/**
 * Record a drawn vertical line.
 * @param {Axes} axes @param {number} x
 */
export function noteUpright(axes, x) {
  pictures.get(axes.canvas)?.uprights.push(x);
}

/**
 * Record the function w·x + b, of which only lines at some of its levels are drawn.
 * @param {Axes} axes @param {ArrayLike<number>} w @param {number} b @param {{ levels: readonly number[], quantity: string }} look
 */
export function noteLinear(axes, w, b, { levels, quantity }) {
  const { x0, x1, y0, y1 } = axes, n = LINEAR_NODES, share = (/** @type {number} */ k) => k / (n - 1);
  const values = Array.from({ length: n * n }, (_, k) => w[0] * (x0 + share(k % n) * (x1 - x0)) + w[1] * (y0 + share(Math.floor(k / n)) * (y1 - y0)) + b);
  const field = { values, nx: n, ny: n, quantity };
  noteField(axes, field);
  for (const level of levels) noteField(axes, field, level);
}

/**
 * Record a drawn field. Only the first field of a picture is recorded; later ones are overlays.
 * @param {Axes} axes @param {Omit<DrawnField, "levels">} field @param {number} [level] of a drawn level line
 */
export function noteField(axes, field, level) {
  const drawn = pictures.get(axes.canvas);
  if (!drawn) return;
  drawn.field ??= { ...field, levels: [] };
  if (level !== undefined && drawn.field.values === field.values && !drawn.field.levels.includes(level)) drawn.field.levels.push(level);
  announce(axes);
}

/**
 * Record the names of the axes.
 * @param {Axes} axes @param {[string, string]} names
 */
export function noteNames(axes, names) {
  const drawn = pictures.get(axes.canvas);
  if (drawn) drawn.names = names;
}

/** @param {Axes} axes */
function announce({ canvas }) {
  if (!canvas || announced.has(canvas)) return;
  announced.add(canvas);
  canvas.dispatchEvent?.(new Event(DRAWN, { bubbles: true }));
}
