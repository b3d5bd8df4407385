// The points that a matrix is made of, each with its entry of c: a cross above 0, a circle below, as large
// as the entry. A hand drags them, adds one, takes one away; the matrix comes from the server.

import { Axes, ticks } from "../../assets/draw/axes.js";
import { element } from "../../assets/base/dom.js";
import { number, trimZeros } from "../../assets/base/format.js";
import { card, squareNumbers, tenths, zeroLines } from "../../assets/draw/plane-axes.js";
import * as paint from "../../assets/draw/plane-layers.js";
import { matrixName } from "./eigenvalues.js";
import { arrowKeys, handles } from "../../assets/input/gestures.js";

export const kinds = { spots };
export const costly = ["spots"];

const STEP = 0.05;
const NAMED = 9;                 // more points than this go without their names
const PLACES = [[-1.4, 1.1], [1.5, -1.2], [-1.6, -1.3], [1.3, 1.5], [0.1, 2.1], [2.3, 0.2], [-2.4, 0.1], [0.2, -2.2]];

/** @type {MakeView<"spots">} */
function spots(root, item, player, stage) {
  root.dataset.view = "spots";
  root.classList.add("kl-spots");
  const canvas = element("canvas", { className: "kl-canvas", tabIndex: 0, role: "img" });
  const more = element("button", { type: "button", className: "kl-action", textContent: "Add a point" });
  const less = element("button", { type: "button", className: "kl-action", textContent: "Remove the last" });
  const hint = element("span", { className: "kl-faint kl-keys", textContent: "With keys: Page Up and Page Down take another point, arrow keys move it." });
  root.append(canvas, element("div", { className: "kl-options" }, more, less, hint));
  const axes = new Axes(canvas, { margins: { left: 30, right: 4, top: 4, bottom: 24 } });

  const flat = () => view.frame.get("d") === 1;
  // Where the points are now: the hand's, which the matrix follows.
  const places = () => (player.view.spots || view.frame.sweep.meta.spots).split(";").map((p) => { const [x, y = 0] = p.split(",").map(Number); return [x, y]; });
  const view = { stage, axes, canvas, item, player, flat, less, more, places, draw, frame: null, held: undefined, keyed: 0 };

  // ---- the picture ------------------------------------------------------------------------------

  function draw(next = view.frame) {
    view.frame = next;
    const { palette, small } = stage, points = places(), c = view.frame.get("weights");
    more.disabled = points.length >= item.most;
    less.disabled = points.length < 2;
    axes.resize();
    const { box, context } = axes, up = 1.07 * item.reach, out = up * box.w / box.h;
    axes.range(-out, out, -up, up);
    axes.begin();
    card(axes, stage);
    paint.stroke(context, zeroLines(axes, !flat()), palette.line, 1.4);
    if (flat()) for (const t of ticks(-item.reach, item.reach, 6)) axes.text(tenths(t), axes.px(t), axes.py(0) + 30, { color: palette.muted, size: small });
    else squareNumbers(axes, stage, item.reach, { beside: 7, text: tenths });
    if (points.length === 2) between(view, points);
    const most = Math.max(...c.map(Math.abs)) || 1;
    points.forEach((point, i) => spot(view, points, i, c.length === points.length ? c[i] : undefined, most));
  }

  hand(view);

  return {
    draw,
    describe: () => {
      const c = view.frame.get("weights");
      const known = c.length === places().length;
      const told = places().slice(0, NAMED).map(([x, y], i) => `x${i + 1} = ${flat() ? x : `(${x}, ${y})`}${known ? ` with c = ${number(c[i], 2)}` : ""}`);
      canvas.setAttribute("aria-label", `${item.label} ${told.join(", ")}${places().length > NAMED ? ", and more" : ""}. Smallest eigenvalue of ${matrixName(view.frame)}: ${number(view.frame.get("lowest"))}.`);
    },
  };
}

function between({ stage, axes }, points) {
  const line = new Path2D();
  for (const [x, y] of points) line.lineTo(axes.px(x), axes.py(y));
  paint.stroke(axes.context, line, stage.palette.muted, 1.4, [5, 5]);
}

// `entry`: that of c, where it is known; `most`: the largest in size.
function spot(view, points, i, entry, most) {
  const weight = entry ?? 0, [x, y] = points[i], count = points.length, [ox, oy] = count === 2 ? points[1 - i] : [x, y];
  const { stage, axes, canvas } = view;
  const { palette, small } = stage, { context } = axes, px = axes.px(x), py = axes.py(y);
  const color = palette[weight < 0 ? "negative" : "positive"], r = 3.5 + 8 * Math.abs(weight) / most, mark = new Path2D();
  if (i === view.held || (i === view.keyed && document.activeElement === canvas)) {
    const ring = new Path2D();
    ring.arc(px, py, r + 7, 0, 2 * Math.PI);
    paint.stroke(context, ring, palette.accent, 2);
  }
  if (weight < 0) mark.arc(px, py, r, 0, 2 * Math.PI);
  else for (const side of [1, -1]) {
    mark.moveTo(px - r, py - side * r);
    mark.lineTo(px + r, py + side * r);
  }
  paint.stroke(context, mark, color, 3);
  if (count > NAMED) return;
  const roomy = count <= (axes.width > 520 ? 6 : 3), told = roomy && entry !== undefined ? `: c${sub(i)} = ${trimZeros(number(weight, 2))}` : "";
  const text = `x${sub(i)}${told}`, size = small + 1, crossed = ox > x && oy > y && px > 150;    // by the line between the two
  const right = crossed || px > axes.width - 120;
  const place = [text, px + (right ? -1 : 1) * (r + 9), Math.max(12, py - r - 4)], style = { size, align: right ? "right" : "left", weight: "600" };
  axes.text(...place, { ...style, color: palette.card, halo: 4 });
  axes.text(...place, { ...style, color });
}

// A hand on the points, keys, and buttons for their number.
function hand(view) {
  const { item, player, stage, axes, canvas, flat, less, more, places, draw } = view;
  function write(points) {
    const text = (v) => String(Number(Math.min(item.reach, Math.max(-item.reach, v)).toFixed(2)) + 0);
    player.view.spots = points.map(([x, y]) => (flat() ? text(x) : `${text(x)},${text(y)}`)).join(";");
    draw();
    stage.hunt.ask();
  }

  const put = (i, place) => write(places().with(i, place));
  const settle = () => player.look({ spots: player.view.spots });

  function gripped(px, py, reach) {
    if (!view.frame) return undefined;
    const away = places().map(([x, y]) => Math.hypot(axes.px(x) - px, axes.py(y) - py)), least = Math.min(...away);
    return least <= reach ? away.indexOf(least) : undefined;
  }

  handles(canvas, {
    nearest: gripped,
    take(i) {
      view.held = view.keyed = i;
      draw();
    },
    move: (i, e) => put(i, axes.at(e.offsetX, e.offsetY)),
    drop() {
      view.held = undefined;
      draw();
      settle();
    },
  });
  for (const type of ["focus", "blur"]) canvas.addEventListener(type, () => { if (view.frame) draw(); });
  canvas.addEventListener("keydown", (e) => {
    const by = { PageUp: 1, PageDown: -1 }[e.key], points = places();
    if (!by) return;
    e.preventDefault();
    view.keyed = (Math.min(view.keyed, points.length - 1) + by + points.length) % points.length;
    draw();
    stage.announce(`x${view.keyed + 1} at (${points[view.keyed].join(", ")}): move it with the arrow keys`);
  });
  arrowKeys(canvas, {
    settle,
    move(way) {
      const points = places();
      view.keyed = Math.min(view.keyed, points.length - 1);
      put(view.keyed, points[view.keyed].map((v, j) => v + STEP * way[j]));
    },
  });
  more.addEventListener("click", () => {
    const points = places(), taken = (p) => points.some((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) < 0.2);
    write([...points, PLACES.find((p) => !taken(p)) ?? PLACES[points.length % PLACES.length].map((v) => v * 0.7)]);
    settle();
  });
  less.addEventListener("click", () => { write(places().slice(0, -1)); settle(); });
}

const sub = (i) => [...String(i + 1)].map((d) => "₀₁₂₃₄₅₆₇₈₉"[d]).join("");
