// Records what is drawn on a canvas as data: the curves of a chart, the field of a plane. Charts and planes record it
// while they draw, so that other outputs of a picture have the same numbers.

/** The event of a canvas on which a curve or a field is drawn for the first time. It bubbles. */
export const DRAWN = "kl-drawn";

/** @type {WeakMap<HTMLCanvasElement, DrawnData>} */
const pictures = new WeakMap(), announced = new WeakSet();

/**
 * Return the data of a canvas; undefined if no curve and no field is drawn on it.
 * @param {HTMLCanvasElement} canvas
 */
export function drawnData(canvas) {
  const drawn = pictures.get(canvas);
  return drawn && (drawn.curves.length || drawn.field) ? drawn : undefined;
}

/**
 * Begin a new picture without curves and fields.
 * @param {Axes} axes @param {Partial<Pick<DrawnData, "names" | "isPercent">>} look
 */
export function beginPicture(axes, { names = ["", ""], isPercent = false } = {}) {
  pictures.set(axes.canvas, { axes, curves: [], names, isPercent });
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
