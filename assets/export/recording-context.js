// Redirect a view's drawing to a larger canvas or a file. While `redirectDrawing` runs, all calls to a canvas's
// context go to another context, and paths record their commands.

const METHODS = [
  "save", "restore", "setTransform", "translate", "scale", "rotate", "setLineDash", "getLineDash", "beginPath", "moveTo", "lineTo", "arc",
  "ellipse", "rect", "closePath", "quadraticCurveTo", "bezierCurveTo", "fill", "stroke", "clip", "fillRect", "strokeRect",
  "clearRect", "fillText", "strokeText", "measureText", "drawImage",
];
const PROPERTIES = [
  "fillStyle", "strokeStyle", "lineWidth", "lineCap", "lineJoin", "globalAlpha", "font", "textAlign", "textBaseline", "imageSmoothingEnabled",
];
const round = (value) => Number(value.toFixed(3));

/** @typedef {[number, number, number, number, number, number]} Matrix */

/** @type {(first: Matrix, second: Matrix) => Matrix} */
export const multiply = ([a, b, c, d, e, f], [g, h, i, j, k, l]) =>
  [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];

// A path that also records its SVG path data.
export class Tracing extends Path2D {
  constructor(path) {
    super(path);
    /** @type {string} */
    this.d = typeof path === "string" ? path : path?.d ?? "";
  }

  add(letter, ...numbers) { this.d += letter + numbers.map(round).join(" "); }

  moveTo(x, y) { super.moveTo(x, y); this.add("M", x, y); }

  lineTo(x, y) { super.lineTo(x, y); this.add(this.d ? "L" : "M", x, y); }

  closePath() { super.closePath(); this.add("Z"); }

  /** @param {[number, number, number, number]} p */
  quadraticCurveTo(...p) { super.quadraticCurveTo(...p); this.add("Q", ...p); }

  /** @param {Matrix} p */
  bezierCurveTo(...p) { super.bezierCurveTo(...p); this.add("C", ...p); }

  rect(x, y, w, h) {
    super.rect(x, y, w, h);
    this.add("M", x, y);
    this.add("h", w);
    this.add("v", h);
    this.add("h", -w);
    this.add("Z");
  }

  arc(x, y, r, from, to, back = false) {
    super.arc(x, y, r, from, to, back);
    this.turn(x, y, r, r, 0, from, to, back);
  }

  ellipse(x, y, rx, ry, angle, from, to, back = false) {
    super.ellipse(x, y, rx, ry, angle, from, to, back);
    this.turn(x, y, rx, ry, angle, from, to, back);
  }

  // A full circle needs two arcs in SVG, because its start and end are the same point.
  turn(x, y, rx, ry, angle, from, to, back) {
    const whole = 2 * Math.PI, sweep = to - from;
    const about = Math.abs(sweep) >= whole ? (back ? -whole : whole) : back ? -(((-sweep % whole) + whole) % whole) : ((sweep % whole) + whole) % whole;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const place = (t) => { const [u, v] = [rx * Math.cos(t), ry * Math.sin(t)]; return [x + c * u - s * v, y + s * u + c * v]; };
    this.add(this.d ? "L" : "M", ...place(from));
    for (const t of [from + about / 2, from + about]) this.add("A", rx, ry, angle * 180 / Math.PI, 0, about > 0 ? 1 : 0, ...place(t));
  }
}

// A canvas context behind our own matrix; it is never cleared.
export function transformedContext(pen, base) {
  const scaled = Object.fromEntries(METHODS.map((name) => [name, (...args) => pen[name](...args)]));
  for (const name of PROPERTIES) Object.defineProperty(scaled, name, { get: () => pen[name], set: (value) => { pen[name] = value; } });
  return Object.assign(scaled, { setTransform: (/** @type {Matrix} */ ...matrix) => pen.setTransform(...multiply(base, matrix)), clearRect() {} });
}

// Run `draw` with each of these [canvas, target] pairs drawing on its target.
export function redirectDrawing(pairs, draw) {
  const { Path2D } = window, contexts = pairs.map(([canvas, target]) => [canvas.getContext("2d"), target]);
  window.Path2D = Tracing;
  try {
    for (const [context, target] of contexts) {
      for (const name of METHODS) Object.defineProperty(context, name, { configurable: true, value: (...args) => target[name](...args) });
      for (const name of PROPERTIES) Object.defineProperty(context, name, { configurable: true, get: () => target[name], set: (value) => { target[name] = value; } });
    }
    draw();
  } finally {
    window.Path2D = Path2D;
    for (const [context] of contexts) for (const name of [...METHODS, ...PROPERTIES]) delete context[name];
  }
}
