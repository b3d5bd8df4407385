// What is drawn on a canvas as data: the curves of a chart, the field of a plane. Charts and planes write it down as
// they draw it, so that whatever reads a picture otherwise than by eye has the same numbers; features/sound plays them.

/** The event of a canvas on which a curve or a field is drawn for the first time. It bubbles. */
export const DRAWN = "kl-drawn";

/** @type {WeakMap<HTMLCanvasElement, DrawnData>} */
const pictures = new WeakMap(), announced = new WeakSet();

/**
 * What is drawn on a canvas now; undefined where nothing of it is a curve or a field.
 * @param {HTMLCanvasElement} canvas
 */
export function drawnData(canvas) {
  const drawn = pictures.get(canvas);
  return drawn && (drawn.curves.length || drawn.field) ? drawn : undefined;
}

/**
 * Begin a picture, of which nothing is drawn yet.
 * @param {Axes} axes @param {Partial<Pick<DrawnData, "names" | "isPercent">>} look
 */
export function beginPicture(axes, { names = ["", ""], isPercent = false } = {}) {
  pictures.set(axes.canvas, { axes, curves: [], names, isPercent });
}

/**
 * Write down a curve that is drawn.
 * @param {Axes} axes @param {DrawnCurve} curve
 */
export function noteCurve(axes, curve) {
  pictures.get(axes.canvas)?.curves.push(curve);
  announce(axes);
}

/**
 * Write down a field that is drawn. The first of a picture is its own; others are drawn over it.
 * @param {Axes} axes @param {Omit<DrawnField, "levels">} field @param {number} [level] that is drawn as a line
 */
export function noteField(axes, field, level) {
  const drawn = pictures.get(axes.canvas);
  if (!drawn) return;
  drawn.field ??= { ...field, levels: [] };
  if (level !== undefined && drawn.field.values === field.values && !drawn.field.levels.includes(level)) drawn.field.levels.push(level);
  announce(axes);
}

/**
 * Write down the names of the axes.
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
