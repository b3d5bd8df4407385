// Draw a line that can be dragged by two handles, with its margin and, on demand, the widest margin. The server
// computes the margins during the drag.

import { Axes } from "../../assets/draw/axes.js";
import { noteLinear } from "../../assets/draw/drawn-data.js";
import { geometry } from "../../assets/draw/frame-geometry.js";
import { number, percent } from "../../assets/base/format.js";
import { MARGINS, card, planeAxes } from "../../assets/draw/plane-axes.js";
import * as paint from "../../assets/draw/plane-layers.js";
import { drawSelection } from "../../assets/draw/selection-overlay.js";
import { pointer } from "../../assets/input/plane-pointer.js";
import { arrowWay, debounce, handles } from "../../assets/input/gestures.js";
import { movePoints } from "../../assets/input/point-editor.js";
import { latestRequest } from "../../assets/base/latest-request.js";
import { countUp, element, setText } from "../../assets/base/dom.js";

export const kinds = { street, marginshare };
export const costly = ["street"];

const GRIP = { mouse: 16, pen: 20, touch: 30 };   // px around a handle in which a press grips it
const STEP = 0.02;               // distance that an arrow key moves a handle, as a share of the plane's width
const KEYS = "With keys: 1 and 2 choose a handle, the arrow keys move it.";
const BLEED = 7;                 // px by which marks may extend beyond the frame

/**
 * The server's answer, see pages/svm/margin_by_hand.py: the margin of the user's line, and the widest margin. `mix`: if
 * no line separates the classes, a point that is a weighted average both of crosses and of circles.
 * @typedef {object} Answer
 * @property {{ margin: number, separates: boolean, nearest: number[] }} hand
 * @property {{ feasible: boolean, margin: number | null, w: [number, number], b: number, support: number[], gap: number, distance: number, mix: Point }} widest
 * @property {number} [times]
 *
 * @typedef {object} StreetView
 * @property {Axes} axes
 * @property {Stage} stage
 * @property {Player} player
 * @property {PlaneState & { answer: Answer | null }} state
 * @property {() => boolean} isWidestShown
 * @property {() => number[]} line
 * @property {HTMLElement} numbers
 * @property {HTMLElement} tip
 * @property {HTMLCanvasElement} canvas
 * @property {(frame: Frame) => void} draw
 */

/** The functions that show an answer outside the plane, by player. @type {WeakMap<Player, (answer: Answer | null) => void>} */
const answerFollowers = new WeakMap();

/** @param {boolean} separates @param {Answer["widest"]} widest */
function labelOfShare(separates, { feasible, margin }) {
  if (!feasible) return "No line separates the classes.";
  if (!separates) return "Your line does not separate the classes.";
  return margin === null ? "With points of one class no margin is the widest." : "Your margin, as a share of the widest: ";
}

// Draw the margin of the user's line as a share of the widest margin.
/** @type {MakeView<"marginshare">} */
function marginshare(root, item, player) {
  root.dataset.view = "bars";
  root.classList.add("kl-bars");
  root.setAttribute("role", "img");
  const piece = element("span", {}), rest = element("span", {});
  const value = element("b", {}), label = element("span", {}), dot = element("i", { hidden: true });
  for (const node of [piece, dot]) node.style.setProperty("--tone", "var(--kl-accent)");
  rest.style.setProperty("--tone", "var(--kl-line)");
  root.append(element("div", { className: "kl-stack" }, piece, rest), element("div", { className: "kl-row" }, element("span", {}, dot, label, value)));
  answerFollowers.set(player, (answer) => {
    const share = answer?.hand.separates && answer.times ? 1 / answer.times : 0;
    piece.style.flex = `${share} 1 0`;
    rest.style.flex = `${1 - share} 1 0`;
      label.textContent = answer ? labelOfShare(answer.hand.separates, answer.widest) : "";
      dot.hidden = !share;
    value.textContent = share ? percent(share) : "";
  });
  return { draw() {}, describe: () => root.setAttribute("aria-label", `${item.label} ${label.textContent} ${value.textContent}`) };
}

/** @type {MakeView<"street">} */
function street(root, item, player, stage) {
  root.dataset.view = "plane";
  root.classList.add("kl-own-plane");
  const canvas = element("canvas", { className: "kl-canvas", tabIndex: 0, role: "img" }), tip = element("div", { className: "kl-tip", hidden: true });
  const numbers = element("p", { className: "kl-caption kl-numbers" });
  root.append(canvas, tip, numbers);
  const axes = new Axes(canvas, { margins: MARGINS });
  const state = /** @type {StreetView["state"]} */ ({ frame: null, values: null, answer: null });
  let pending = "", hasFailed = false;       // after a failure its message stays

  const line = () => player.view.line.split(",").map(Number);
  const isWidestShown = () => player.view.reveal === "widest";
  const view = /** @type {StreetView} */ ({ axes, stage, isWidestShown, state, numbers, player, canvas, line, tip, draw });

  const ask = latestRequest(item.address, (/** @type {Answer} */ answer) => {
    hasFailed = false;
    countUp(root, "answers");
    accept(answer);
    describe();
    describeLater();
  }, (/** @type {string} */ message, /** @type {boolean} */ isRefused) => {
    hasFailed = true;
    numbers.textContent = message;
    if (isRefused) accept(null);
  });

  /** @param {Answer | null} answer */
  function accept(answer) {
    state.answer = answer;
    answerFollowers.get(player)?.(answer);
    if (state.frame) draw(state.frame);
  }

  const describeLater = debounce(() => stage.describe());

  function describe() {
    if (!hasFailed) showNumbers(view);
    canvas.setAttribute("aria-label", [item.label, numbers.textContent, KEYS].filter(Boolean).join(" "));
  }

  function requestIfChanged() {
    const query = `${player.query({ ...player.scene, kernel: "linear" })}&line=${line().join(",")}`;
    if (query === pending) return;
    pending = query;
    ask(query);
  }

  /** @param {Frame} frame */
  function draw(frame) {
    state.frame = frame;
    requestIfChanged();
    axes.beginPlane(geometry(frame).window);
    card(axes, stage);
    axes.clipped((context) => drawBands(view, context));
    recordDistance(view, frame);
    planeAxes(axes, stage);
    axes.clipped((context) => drawMarks(view, context, frame), BLEED);
  }

  addHandleInput(view);

  const place = (/** @type {number} */ x, /** @type {number} */ y) => distanceText(view, x, y);
  const example = (/** @type {number} */ i) => { const [x, y] = /** @type {Frame} */ (state.frame).get("points").subarray(2 * i, 2 * i + 2); return place(x, y); };
  pointer({ canvas, tip, axes, state, item, player, stage, redraw: () => draw(/** @type {Frame} */ (state.frame)), tell: { place, example } });

  return {
    draw,
    show: describe,
    marks: true,
    setting: () => (isWidestShown() ? "a line by hand, and the widest margin" : "a line by hand"),
    describe,
    summary: () => numbers.textContent ?? "",
  };
}

// Return the distance |wᵀx + b| / ‖w‖ of a point from the line, and the point's side, as text.
/** @param {StreetView} view @param {number} x @param {number} y */
function distanceText(view, x, y) {
  const { normal, c } = ownLine(view), distance = normal[0] * x + normal[1] * y + c;
  const side = distance * meanDifference(normal, /** @type {Frame} */ (view.state.frame));
  return `distance to your line = ${number(Math.abs(distance))}${side ? `, on the side of the ${side > 0 ? "crosses" : "circles"}` : ""}`;
}

/** @param {StreetView} view @param {Context} context */
function drawBands(view, context) {
  const { stage: { palette }, state: { answer }, isWidestShown } = view;
  if (isWidestShown() && answer?.widest.feasible && answer.widest.margin !== null) {
    const { w, b, margin } = answer.widest, size = Math.hypot(...w);
    drawBand(view, context, w[0] / size, w[1] / size, b / size, margin, palette.accent, 0.2);
  }
  const { normal: [nx, ny], c, margin } = ownLine(view);
  drawBand(view, context, nx, ny, c, margin, palette.zero, 0.1);
}

// Return the user's line n·x + c = 0 with |n| = 1, and its margin: 0 before the server's first answer, and if the line
// does not separate the classes.
/** @param {StreetView} view */
function ownLine({ line, state }) {
  const [ax, ay, bx, by] = line(), length = Math.hypot(bx - ax, by - ay), normal = [(ay - by) / length, (bx - ax) / length];
  return { normal, c: -(normal[0] * ax + normal[1] * ay), margin: Math.max(0, state.answer?.hand.margin ?? 0) };
}

// Draw the line n·x + c = 0 with |n| = 1, and the band of half-width `margin` along it.
/** @param {StreetView} view @param {Context} context @param {number} nx @param {number} ny @param {number} c @param {number} margin @param {string} color @param {number} ink */
function drawBand({ axes }, context, nx, ny, c, margin, color, ink) {
  const far = 2 * (axes.x1 - axes.x0 + axes.y1 - axes.y0), ox = -c * nx, oy = -c * ny;
  /** @type {(along: number, across: number) => Point} */
  const at = (along, across) => [axes.px(ox - ny * along + nx * across), axes.py(oy + nx * along + ny * across)];
  const street = new Path2D(), borders = new Path2D(), middle = new Path2D();
  for (const [along, across] of [[-far, margin], [far, margin], [far, -margin], [-far, -margin]]) street.lineTo(...at(along, across));
  for (const side of margin > 0 ? [-margin, margin] : []) { borders.moveTo(...at(-far, side)); borders.lineTo(...at(far, side)); }
  middle.moveTo(...at(-far, 0));
  middle.lineTo(...at(far, 0));
  context.globalAlpha = ink;
  context.fillStyle = color;
  context.fill(street);
  context.globalAlpha = 1;
  paint.stroke(context, borders, color, 1.4, [6, 4]);
  paint.stroke(context, middle, color, 3);
}

// Record the signed distance from the user's line. It grows in the direction from the mean of the circles to that of the
// crosses.
/** @param {StreetView} view @param {Frame} frame */
function recordDistance(view, frame) {
  const { normal, c, margin } = ownLine(view), sign = meanDifference(normal, frame) < 0 ? -1 : 1;
  noteLinear(view.axes, normal.map((n) => sign * n), sign * c, { levels: margin ? [0, margin, -margin] : [0], quantity: "the distance from your line, positive towards the crosses," });
}

// Return how much farther along the normal the mean of the crosses is than that of the circles; NaN for one class.
/** @param {number[]} normal @param {Frame} frame */
function meanDifference([nx, ny], frame) {
  const points = frame.get("points"), labels = [...frame.get("labels")];
  const mean = (/** @type {number} */ label) => {
    const own = labels.flatMap((y, i) => (y === label ? [nx * points[2 * i] + ny * points[2 * i + 1]] : []));
    return own.reduce((sum, value) => sum + value, 0) / own.length;
  };
  return mean(1) - mean(-1);
}

/** @param {StreetView} view @param {Context} context @param {Numbers} points @param {number} size */
function drawRings({ stage, axes, isWidestShown, state }, context, points, size) {
  const { answer } = state, near = new Path2D();
  if (!answer) return;
  const chosen = isWidestShown() ? answer.widest.support ?? [] : answer.hand.separates ? answer.hand.nearest : [];
  for (const i of chosen) {
    if (2 * i >= points.length) continue;
    const x = axes.px(points[2 * i]), y = axes.py(points[2 * i + 1]);
    near.moveTo(x + 2 * size, y);
    near.arc(x, y, 2 * size, 0, 2 * Math.PI);
  }
  paint.stroke(context, near, isWidestShown() ? stage.palette.accent : stage.palette.ring, 2.6);
}

// If no line separates the classes, draw a star at a weighted average both of crosses and of circles.
/** @param {StreetView} view @param {Context} context */
function drawMeetingPoint({ stage, axes, state }, context) {
  const widest = state.answer?.widest;
  if (!widest || widest.feasible) return;
  const star = new Path2D(), x = axes.px(widest.mix[0]), y = axes.py(widest.mix[1]);
  for (let k = 0; k < 4; k++) {
    const [dx, dy] = [Math.cos(k * Math.PI / 4) * 11, Math.sin(k * Math.PI / 4) * 11];
    star.moveTo(x - dx, y - dy);
    star.lineTo(x + dx, y + dy);
  }
  paint.stroke(context, star, stage.palette.accent, 2.4);
}

// Draw the points with their rings, the star if no line separates the classes, and the handles of the user's line.
/** @param {StreetView} view @param {Context} context @param {Frame} frame */
function drawMarks(view, context, frame) {
  const { axes, stage, state, line } = view, points = movePoints(frame.get("points"), stage.carrier?.drag), size = 5;
  drawRings(view, context, points, size);
  paint.points(context, paint.pointPaths(axes, points, frame.get("labels"), size), stage.palette, 2);
  drawMeetingPoint(view, context);
  drawSelection(context, axes, points, frame, state, stage);
  for (const [x, y] of grips(line(), axes)) drawHandle(view, context, x, y);
}

/** @param {StreetView} view @param {Context} context @param {number} x @param {number} y */
function drawHandle({ stage, axes }, context, x, y) {
  const disc = new Path2D();
  disc.arc(axes.px(x), axes.py(y), 9, 0, 2 * Math.PI);
  context.fillStyle = stage.palette.background;
  context.fill(disc);
  paint.stroke(context, disc, stage.palette.zero, 3);
}

/** @param {StreetView} view */
function showNumbers({ numbers, isWidestShown, state }) {
  if (!state.answer) return;
  const { hand, widest, times } = state.answer;
  const ownSentence = hand.separates
    ? `Your margin reaches ${number(hand.margin)} to each side.`
    : `Your line does not separate the classes: ${hand.margin < 0 ? `the worst point is on the wrong side, at distance ${number(-hand.margin)}` : "it goes through a point"}.`;
  let widestSentence = "";
  if (!widest.feasible) {
    widestSentence = ` No line can: the star is a weighted average both of crosses and of circles (the two averages differ by ${number(widest.distance)}).`;
  } else if (isWidestShown() && widest.margin !== null) {
    widestSentence = ` The widest margin reaches ${number(widest.margin)}` + (times ? `, ${compareMargins(times)}` : "")
      + `; ${widest.support.length} support vectors determine it, duality gap ${number(Math.max(0, widest.gap), 1)}.`;
  }
  setText(numbers, ownSentence + widestSentence);
}

// Compare the widest margin with the user's margin in words: as equal, in percent if it is less than a tenth wider, or as
// a multiple.
/** @param {number} times */
function compareMargins(times) {
  if (times < 1.0005) return "as far as yours";
  return times < 1.1 ? `${percent(times - 1)} farther than yours` : `${number(times)} times as far as yours`;
}

// Move the line's handles with the pointer or the keys.
/** @param {StreetView} view */
function addHandleInput({ player, stage, axes, canvas, line, state, tip, draw }) {
  /** @param {number} px @param {number} py @param {number} reach */
  function nearestHandle(px, py, reach) {
    const d = grips(line(), axes).map(([x, y]) => Math.hypot(axes.px(x) - px, axes.py(y) - py));
    const k = d[0] <= d[1] ? 0 : 1;
    return d[k] <= reach ? k : undefined;
  }

  /** @param {number} k @param {number} x @param {number} y */
  function moveHandle(k, x, y) {
    const ends = grips(line(), axes).flat().map((v) => Number(v.toFixed(3)));
    ends[2 * k] = Number(Math.min(axes.x1, Math.max(axes.x0, x)).toFixed(3));
    ends[2 * k + 1] = Number(Math.min(axes.y1, Math.max(axes.y0, y)).toFixed(3));
    if (ends[0] === ends[2] && ends[1] === ends[3]) return;
    player.view.line = ends.join(",");
    draw(/** @type {Frame} */ (state.frame));
  }

  const settle = () => player.look({ line: player.view.line });
  handles(canvas, {
    grip: GRIP,
    isExclusive: true,           // drags that begin elsewhere move points
    nearest: (px, py, reach) => (state.frame ? nearestHandle(px, py, reach) : undefined),
    take() { tip.hidden = true; },
    move: (k, e) => moveHandle(k, ...axes.at(e.offsetX, e.offsetY)),
    drop: settle,
  });

  // Keys 1 and 2 choose a handle, the arrow keys move it; after Escape the arrow keys move the cursor again.
  /** @type {number | null} */
  let keyboardHandle = null;
  const settleLater = debounce(settle);
  canvas.addEventListener("keydown", (e) => {
    if (e.key === "1" || e.key === "2") keyboardHandle = Number(e.key) - 1;
    else if (e.key === "Escape") keyboardHandle = null;
    const way = arrowWay(e);
    if (keyboardHandle === null || (!way && !"12".includes(e.key))) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    if (!way) { stage.announce(`handle ${keyboardHandle + 1}: move it with the arrow keys`); return; }
    const ends = grips(line(), axes).flat(), size = (axes.x1 - axes.x0) * STEP;
    moveHandle(keyboardHandle, ends[2 * keyboardHandle] + way[0] * size, ends[2 * keyboardHandle + 1] + way[1] * size);
    settleLater();
  });
}

// Return the positions of the two handles: the two points that set the line. In place of a point outside the picture,
// return the point where the line enters the picture, a little inside the frame.
/** @param {number[]} line @param {Axes} axes */
function grips([ax, ay, bx, by], { x0, x1, y0, y1 }) {
  const inset = 0.03 * (y1 - y0), low = [x0 + inset, y0 + inset], high = [x1 - inset, y1 - inset];
  const within = (/** @type {number[]} */ [x, y]) => x >= x0 && x <= x1 && y >= y0 && y <= y1;
  const ends = [[ax, ay], [bx, by]], way = [bx - ax, by - ay];
  if (ends.every(within)) return ends;
  let enter = -Infinity, leave = Infinity;
  for (const k of [0, 1]) {
    if (way[k] === 0) continue;
    const cuts = [low[k], high[k]].map((v) => (v - ends[0][k]) / way[k]).sort((p, q) => p - q);
    [enter, leave] = [Math.max(enter, cuts[0]), Math.min(leave, cuts[1])];
  }
  const inside = (/** @type {number} */ t) => ends[0].map((v, k) => Math.min(high[k], Math.max(low[k], v + t * way[k])));
  return [within(ends[0]) ? ends[0] : inside(enter), within(ends[1]) ? ends[1] : inside(leave)];
}
