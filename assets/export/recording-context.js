// Redirect a view's drawing to a larger canvas or a file. While `redirectDrawing` runs, all calls to a canvas's
// context go to another context, and paths record their commands.

const METHODS = /** @type {const} */ ([
  "save", "restore", "setTransform", "translate", "scale", "rotate", "setLineDash", "getLineDash", "beginPath", "moveTo", "lineTo", "arc",
  "ellipse", "rect", "closePath", "quadraticCurveTo", "bezierCurveTo", "fill", "stroke", "clip", "fillRect", "strokeRect",
  "clearRect", "fillText", "strokeText", "measureText", "drawImage",
]);
const PROPERTIES = /** @type {const} */ ([
  "fillStyle", "strokeStyle", "lineWidth", "lineCap", "lineJoin", "globalAlpha", "font", "textAlign", "textBaseline", "imageSmoothingEnabled",
]);
/** @param {number} value */
const round = (value) => Number(value.toFixed(3));

/** @typedef {[number, number, number, number, number, number]} Matrix */

/**
 * A target of drawing: the part of a canvas's context that the views use.
 * @typedef {typeof METHODS[number] | typeof PROPERTIES[number]} Name
 * @typedef {Pick<CanvasRenderingContext2D, Exclude<Name, "fill" | "stroke" | "clip" | "setTransform" | "drawImage">> & {
 *   fill(path?: Path2D): void, stroke(path?: Path2D): void, clip(path?: Path2D): void, setTransform(...matrix: Matrix): void,
 *   drawImage(image: HTMLCanvasElement, x: number, y: number, w?: number, h?: number): void }} Target
 */

/** @param {HTMLCanvasElement} canvas */
export const contextOf = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** Multiply two matrices of a canvas: the product applies the inner one first. @type {(outer: Matrix, inner: Matrix) => Matrix} */
export const multiply = ([a, b, c, d, e, f], [g, h, i, j, k, l]) =>
  [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];

// A path that also records its SVG path data.
export class Tracing extends Path2D {
  /** @param {string | Path2D} [path] */
  constructor(path) {
    super(path);
    /** @type {string} */
    this.d = typeof path === "string" ? path : path instanceof Tracing ? path.d : "";
  }

  /** @param {string} letter @param {number[]} numbers */
  add(letter, ...numbers) { this.d += letter + numbers.map(round).join(" "); }

  /** @param {number} x @param {number} y */
  moveTo(x, y) { super.moveTo(x, y); this.add("M", x, y); }

  /** @param {number} x @param {number} y */
  lineTo(x, y) { super.lineTo(x, y); this.add(this.d ? "L" : "M", x, y); }

  closePath() { super.closePath(); this.add("Z"); }

  /** @param {[number, number, number, number]} p */
  quadraticCurveTo(...p) { super.quadraticCurveTo(...p); this.add("Q", ...p); }

  /** @param {Matrix} p */
  bezierCurveTo(...p) { super.bezierCurveTo(...p); this.add("C", ...p); }

  /** @param {number} x @param {number} y @param {number} w @param {number} h */
  rect(x, y, w, h) {
    super.rect(x, y, w, h);
    this.add("M", x, y);
    this.add("h", w);
    this.add("v", h);
    this.add("h", -w);
    this.add("Z");
  }

  /** @param {number} x @param {number} y @param {number} r @param {number} from @param {number} to */
  arc(x, y, r, from, to, back = false) {
    super.arc(x, y, r, from, to, back);
    this.turn(x, y, r, r, 0, from, to, back);
  }

  /** @param {number} x @param {number} y @param {number} rx @param {number} ry @param {number} angle @param {number} from @param {number} to */
  ellipse(x, y, rx, ry, angle, from, to, back = false) {
    super.ellipse(x, y, rx, ry, angle, from, to, back);
    this.turn(x, y, rx, ry, angle, from, to, back);
  }

  /**
   * Add an arc. A full circle needs two arcs in SVG, because its start and end are the same point.
   * @param {number} x @param {number} y @param {number} rx @param {number} ry @param {number} angle @param {number} from @param {number} to @param {boolean} back
   */
  turn(x, y, rx, ry, angle, from, to, back) {
    const whole = 2 * Math.PI, sweep = to - from;
    const about = Math.abs(sweep) >= whole ? (back ? -whole : whole) : back ? -(((-sweep % whole) + whole) % whole) : ((sweep % whole) + whole) % whole;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const place = (/** @type {number} */ t) => { const [u, v] = [rx * Math.cos(t), ry * Math.sin(t)]; return [x + c * u - s * v, y + s * u + c * v]; };
    this.add(this.d ? "L" : "M", ...place(from));
    for (const t of [from + about / 2, from + about]) this.add("A", rx, ry, angle * 180 / Math.PI, 0, about > 0 ? 1 : 0, ...place(t));
  }
}

/** Make an object's drawing go to `target`. @param {object} source @param {Target} target */
function forward(source, target) {
  const forwarded = /** @type {Record<Name, any>} */ (target);
  for (const name of METHODS) Object.defineProperty(source, name, { configurable: true, writable: true, value: (/** @type {any[]} */ ...args) => forwarded[name](...args) });
  for (const name of PROPERTIES) Object.defineProperty(source, name, { configurable: true, get: () => forwarded[name], set: (value) => { forwarded[name] = value; } });
}

/** Return a canvas context that has `base` as its outermost matrix and is never cleared. @param {CanvasRenderingContext2D} pen @param {Matrix} base */
export function transformedContext(pen, base) {
  const scaled = /** @type {Target} */ ({});
  forward(scaled, pen);
  return Object.assign(scaled, { setTransform: (/** @type {Matrix} */ ...matrix) => pen.setTransform(...multiply(base, matrix)), clearRect() {} });
}

/** Run `draw`; in each of these [canvas, target] pairs, what is drawn on the canvas goes to the target. @param {[HTMLCanvasElement, Target][]} pairs @param {() => void} draw */
export function redirectDrawing(pairs, draw) {
  const { Path2D } = window, contexts = pairs.map(([canvas]) => contextOf(canvas));
  window.Path2D = Tracing;
  try {
    pairs.forEach(([, target], k) => forward(contexts[k], target));
    draw();
  } finally {
    window.Path2D = Path2D;
    for (const context of contexts) for (const name of [...METHODS, ...PROPERTIES]) Reflect.deleteProperty(context, name);
  }
}
