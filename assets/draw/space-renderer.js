// Paint the pieces of a view in space: faces, lines, marks, and labels that don't overlap.

const ASIDE = [0, 50, -50, 100, -100, 150, -150, 180].map((a) => a * Math.PI / 180);
const HEAD = { length: 11, width: 4.6 };

/** @typedef {import("./space-geometry.js").Piece} Piece */

/**
 * Return points along a line on the screen, eight pixels apart.
 * @param {Point} from @param {Point} to @returns {Point[]}
 */
const trail = ([ax, ay], [bx, by], n = Math.ceil(Math.hypot(bx - ax, by - ay) / 8)) =>
  Array.from({ length: n + 1 }, (_, k) => [ax + (bx - ax) * k / n, ay + (by - ay) * k / n]);
/** @param {number} value @param {number} half @param {number} size */
const clamp = (value, half, size) => Math.min(size - half, Math.max(half, value));

/**
 * Return two functions: `paint` draws one piece, `label` the labels of all pieces.
 * @param {Axes} axes @param {Camera} camera @param {Stage} stage
 */
export function brush(axes, camera, stage) {
  /** @param {Piece} piece */
  function paint(piece) {
    const { context } = axes, color = stage.palette[piece.tone ?? ""];
    Object.assign(context, { strokeStyle: color, fillStyle: color, lineWidth: piece.width ?? 1, lineCap: "round", lineJoin: "round" });
    if (piece.face) face(context, piece);
    else if (piece.line) line(context, piece);
    else mark(context, camera, stage.palette, piece);
    context.globalAlpha = 1;
  }

  /** @param {Context} context @param {Piece} piece */
  function face(context, { face = [], fill = 1, edge = 1 }) {
    context.beginPath();
    for (const corner of face) context.lineTo(...camera.at(corner));
    context.closePath();
    context.globalAlpha = fill;
    context.fill();
    context.globalAlpha = edge;
    context.stroke();
  }

  /** @param {Context} context @param {Piece} piece */
  function line(context, { line: ends, isArrow, dash = [], width = 1 }) {
    const [from, to] = /** @type {[Point3, Point3]} */ (ends);
    const [ax, ay] = camera.at(from), [bx, by] = camera.at(to), length = Math.hypot(bx - ax, by - ay);
    if (length < 0.5) return;
    const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
    const long = isArrow ? Math.min(HEAD.length + width, length) : 0, wide = long * HEAD.width / HEAD.length;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(ax, ay);
    context.lineTo(bx - 0.8 * long * dx, by - 0.8 * long * dy);
    context.stroke();
    context.setLineDash([]);
    if (!isArrow) return;
    context.beginPath();
    context.moveTo(bx, by);
    for (const side of [1, -1]) context.lineTo(bx - long * dx + side * wide * dy, by - long * dy - side * wide * dx);
    context.fill();
  }

  /**
   * Draw each label beyond the end of its line (for a face, its diagonal), or beside its middle, where it covers other
   * labels and lines as little as possible.
   * @param {Piece[]} pieces
   */
  function label(pieces) {
    const { palette, small } = stage, occupied = pieces.flatMap(({ line, isQuiet }) => (line && !isQuiet ? trail(camera.at(line[0]), camera.at(line[1])) : []));
    /** @type {{ x: number, y: number, wide: number, high: number }[]} */
    const labelBoxes = [];
    for (const { line, face = [], label: text = "", tone = "", isQuiet, middleLabel } of pieces.filter((piece) => piece.label)) {
      const [a, b] = (line ?? [face[3], face[1]]).map((p) => camera.at(p)), length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      if (length < (middleLabel ? 16 : 4)) continue;
      const size = isQuiet ? small : small + 4, wide = 0.3 * size * [...text].length + 4, high = 0.6 * size;
      const end = middleLabel ? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] : b;
      const angle = Math.atan2(b[1] - a[1], b[0] - a[0]) + (middleLabel ? Math.PI / 2 : 0);
      const places = ASIDE.map((turn, k) => {
        const x = clamp(end[0] + (wide + 6) * Math.cos(angle + turn), wide, axes.width);
        const y = clamp(end[1] + (high + 6) * Math.sin(angle + turn), high, axes.height);
        const hit = labelBoxes.filter((t) => Math.abs(t.x - x) < t.wide + wide && Math.abs(t.y - y) < t.high + high).length;
        const over = occupied.filter(([px, py]) => Math.abs(px - x) < wide && Math.abs(py - y) < high).length;
        return { x, y, wide, high, cost: 100 * hit + over + k / 2 };
      });
      const best = places.reduce((best, place) => (place.cost < best.cost ? place : best));
      labelBoxes.push(best);
      const style = { size, weight: isQuiet ? "" : "600" };
      axes.text(text, best.x, best.y, { ...style, color: palette.background, halo: 4 });
      axes.text(text, best.x, best.y, { ...style, color: isQuiet ? palette.muted : palette[tone] });
    }
  }

  return { paint, label };
}

/**
 * Draw the mark of a point: a cross for a positive label, a circle for a negative one, a dot for a point without a
 * label. Marks at the back are paler.
 * @param {Context} context @param {Camera} camera @param {Record<string, string>} palette @param {Piece} piece
 */
function mark(context, camera, palette, { at: place = [0, 0, 0], sign = 0, tone }) {
  const [x, y] = camera.at(place), size = 4.6;
  context.globalAlpha = 0.8 + 0.2 * camera.depth(place);
  context.lineWidth = 2.2;
  context.strokeStyle = palette[tone || (sign > 0 ? "positive" : sign < 0 ? "negative" : "zero")];
  context.beginPath();
  if (sign > 0) {
    context.moveTo(x - size, y - size); context.lineTo(x + size, y + size);
    context.moveTo(x - size, y + size); context.lineTo(x + size, y - size);
  } else context.arc(x, y, sign < 0 ? size : 2, 0, 2 * Math.PI);
  context.stroke();
}
