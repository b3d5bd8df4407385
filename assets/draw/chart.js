// A one-dimensional chart on a canvas: grid, labels, lines. Views of curves and slices use it.

import { Axes } from "./axes.js";
import { beginPicture, noteCurve, noteUpright } from "./drawn-data.js";
import { labelPlace } from "./label-place.js";
import { smoothPath } from "./smooth-path.js";
import { element } from "../base/dom.js";
import { decade, tick } from "../base/format.js";

/**
 * @typedef {{ color: string, width?: number, dash?: number[], fill?: boolean, ink?: number, jumps?: boolean, curved?: boolean, name?: string, levels?: number[] }} LineStyle
 * @typedef {[number, string]} Tick
 */

/**
 * Return the ticks of a log axis from 10^from to 10^to; `to` may be less than `from`.
 * @param {number} from @param {number} to @param {number} step @param {(exponent: number) => string} text @returns {Tick[]}
 */
export function decadeTicks(from, to, step = 1, text = decade) {
  const count = Math.floor(Math.abs(to - from) / step + 1e-9) + 1;
  return Array.from({ length: count }, (_, k) => from + Math.sign(to - from) * k * step).map((e) => [10 ** e, text(e)]);
}

const TWO_LINE_MARGIN_PX = 38;            // smallest bottom margin with room for a second line, the axis's name
const TICK_DEPTH_PX = 12;                // distance from the axis to the middle of its tick labels, at the default font size
const MAX_SHORT_NAME_PX = 28;                // width of a name that fits after the end of the axis
const NAME_GAP_PX = 3;                 // space between the end of the axis and a name after it
const LINE_DISTANCE_PX = 17;          // distance from the middle of the tick labels to the middle of the second line

/**
 * Return the distance from the axis to the middle of its tick labels. The distance grows with the font size; otherwise
 * large labels would touch the lowest number of the other axis.
 * @param {number} size of the letters
 */
export const tickDepth = (size) => Math.max(TICK_DEPTH_PX, size - 1);

/**
 * Make ticks for `begin`: numbers with their texts.
 * @param {number[]} values @returns {Tick[]}
 */
export const tickLabels = (values, digits = 4) => values.map((v) => [v, tick(v, digits)]);

/**
 * Return the middle of a tick label: the tick, or a point further inwards if a long label would be cut off.
 * @param {number} at @param {number} width @param {number} edge of the picture
 */
export const tickMiddle = (at, width, edge) => Math.min(at, edge - width / 2);

export class Chart {
  /** @param {HTMLElement} root @param {Stage} stage @param {{ label: string, xlog?: boolean, ylog?: boolean, margins?: Partial<import("./axes.js").Margins> }} look */
  constructor(root, stage, { xlog = false, ylog = false, margins = {}, label }) {
    this.stage = stage;
    this.canvas = element("canvas", { className: "kl-canvas" });
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", label);
    root.append(this.canvas);
    this.axes = new Axes(this.canvas, { margins: { left: 44, right: 10, top: 8, bottom: 22, ...margins }, xlog, ylog });
    /** @type {[number, number][][]} The lines drawn since `begin`, in pixels. */
    this.lines = [];
    /** @type {import("./label-place.js").Box[]} */
    this.names = [];
  }

  /**
   * Begin a picture: draw grid and labels. `xticks` and `yticks` are [value, text] pairs.
   * @param {{ x0: number, x1: number, y0: number, y1: number, xticks?: Tick[], yticks?: Tick[], note?: string, ynote?: string }} ranges
   */
  begin({ x0, x1, y0, y1, xticks = [], yticks = [], note = "", ynote = "" }) {
    const { axes, stage: { palette, small } } = this;
    Object.assign(this, { lines: [], names: [] });
    axes.resize();
    axes.range(x0, x1, y0, y1);
    beginPicture(axes, { names: [note, ynote], isPercent: yticks.some(([, text]) => text.endsWith("%")) });
    if (note) this.makeRoom(note, xticks);
    axes.begin();
    const { context, box: { x, y, w, h } } = axes, style = { color: palette.muted, size: small };
    context.strokeStyle = palette.line;
    context.lineWidth = 1;
    for (const [value, text] of yticks) {
      const py = Math.round(axes.py(value)) + 0.5;
      context.beginPath();
      context.moveTo(x, py);
      context.lineTo(x + w, py);
      context.stroke();
      axes.text(text, x - 6, py, { ...style, align: "right" });
    }
    for (const [value, text] of xticks) {
      const at = axes.px(value);
      if (at <= x + w + 1) axes.text(text, tickMiddle(at, axes.widthOf(text, small), x + w + axes.margins.right), y + h + tickDepth(small), style);
    }
    if (note) this.nameAxis(note, xticks, style);
    if (ynote) axes.text(ynote, x + 6, y + 8, { ...style, align: "left" });
  }

  // Return whether a tick's label would overlap the axis's name, which is at the right end of the axis.
  /** @param {string} note @param {Tick[]} xticks */
  endsIn(note, xticks) {
    const { axes } = this, { x, w } = axes.box;
    return xticks.some(([value]) => axes.px(value) > x + w - 7 * note.length - 14 && axes.px(value) <= x + w + 1);
  }

  // Enlarge a margin for the axis's name if a tick is in its way: the right one for a short name, else the bottom one.
  /** @param {string} note @param {Tick[]} xticks */
  makeRoom(note, xticks) {
    const { axes } = this;
    if (axes.margins.bottom >= TWO_LINE_MARGIN_PX || !this.endsIn(note, xticks)) return;
    const room = Math.ceil(axes.widthOf(note, this.stage.small)) + NAME_GAP_PX + 2;
    if (room <= MAX_SHORT_NAME_PX) axes.margins.right = Math.max(axes.margins.right, room);
    else axes.margins.bottom = TWO_LINE_MARGIN_PX + 2;
  }

  /**
   * Draw the axis's name at its end: below the ticks if the margin has a second line, else beside the ticks. If it would
   * overlap the last tick, draw a short name after the end of the axis, and a long name above the axis.
   * @param {string} note @param {[number, string][]} xticks @param {import("./axes.js").TextStyle} style
   */
  nameAxis(note, xticks, style) {
    const { axes } = this, { x, y, w, h } = axes.box, long = 7 * note.length, above = this.endsIn(note, xticks), below = y + h + tickDepth(style.size);
    if (axes.margins.bottom >= TWO_LINE_MARGIN_PX) { axes.text(note, x + w, below + LINE_DISTANCE_PX, { ...style, align: "right" }); return; }
    if (above && axes.widthOf(note, style.size) <= axes.margins.right - NAME_GAP_PX) { axes.text(note, x + w + NAME_GAP_PX, below - 1.3 * style.size, { ...style, align: "left" }); return; }
    axes.text(note, x + w - (above ? 2 : 0), below - (above ? 1.6 * style.size : 0), { ...style, align: "right" });
    if (above) this.names.push({ x: x + w - long - 4, y: y + h - 18, w: long + 4, h: 18 });
  }

  /**
   * Draw a line. `jumps`: a step function, drawn as separate horizontal pieces. `curved`: a smooth function.
   * `name`: the quantity of the line; `levels`: the values whose crossings are described.
   * @param {ArrayLike<number>} xs @param {ArrayLike<number>} ys @param {LineStyle} style
   */
  line(xs, ys, { color, width = 2, dash = [], fill, ink = 1, jumps = false, curved = false, name = "", levels = [0] }) {
    const { axes } = this, path = new Path2D(), places = Array.from(xs, (x, k) => /** @type {[number, number]} */ ([axes.px(x), axes.py(ys[k])]));
    if (ink === 1) this.lines.push(places);
    if (ink === 1 || name) noteCurve(axes, { xs, ys, name, levels });
    if (curved) smoothPath(path, places);
    for (let k = 0; k < xs.length && !curved; k++) {
      if (jumps && k && ys[k] !== ys[k - 1]) {
        const middle = axes.px((xs[k] + xs[k - 1]) / 2);
        path.lineTo(middle, axes.py(ys[k - 1]));
        path.moveTo(middle, axes.py(ys[k]));
      }
      path.lineTo(...places[k]);
    }
    axes.clipped((context) => {
      if (fill) {
        const area = new Path2D(path);
        area.lineTo(axes.px(xs[xs.length - 1]), axes.py(0));
        area.lineTo(axes.px(xs[0]), axes.py(0));
        context.globalAlpha = 0.18;
        context.fillStyle = color;
        context.fill(area);
        context.globalAlpha = 1;
      }
      context.globalAlpha = ink;
      context.strokeStyle = color;
      context.lineWidth = width;
      context.lineJoin = "round";
      context.setLineDash(dash);
      context.stroke(path);
      context.setLineDash([]);
      context.globalAlpha = 1;
    });
  }

  /** @param {number} x @param {number} y @param {string} color */
  dot(x, y, color) {
    const { context } = this.axes;
    context.fillStyle = color;
    context.beginPath();
    const px = this.axes.px(x), py = this.axes.py(y);
    context.arc(px, py, 4.5, 0, 2 * Math.PI);
    context.fill();
    this.names.push({ x: px - 6, y: py - 6, w: 12, h: 12 });     // keep names off the marker
  }

  /** @param {number} x @param {string} color @param {number[]} dash */
  upright(x, color, width = 2, dash = []) {
    const { context, box } = this.axes, px = this.axes.px(x);
    noteUpright(this.axes, x);
    context.strokeStyle = color;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(px, box.y);
    context.lineTo(px, box.y + box.h);
    context.stroke();
    context.setLineDash([]);
  }

  /**
   * Keep names off the vertical line at x, where a marker is.
   * @param {number} x
   */
  keepClear(x) {
    const { axes: { box }, lines } = this, px = this.axes.px(x);
    lines.push([[px, box.y], [px, box.y + box.h]]);
  }

  /**
   * Write a name beside a drawn line, where it covers as few lines as possible; call it after all lines are drawn. `at`:
   * the preferred position, as a share of the line's length.
   * @param {string} text @param {ArrayLike<number>} xs @param {ArrayLike<number>} ys @param {string} color
   */
  name(text, xs, ys, color, { at = 0.5, below = false } = {}) {
    const { axes, stage: { small, palette } } = this, { x, y, w, h } = axes.box;
    const curve = Array.from(xs, (value, k) => /** @type {[number, number]} */ ([axes.px(value), axes.py(ys[k])]));
    const visible = curve.filter(([, py]) => py >= y && py <= y + h);
    if (!visible.length) return;
    const wish = { w: 0.56 * small * text.length + 6, h: small + 3, at, below, room: { x: x + 4, y, w: w - 4, h } };
    const place = labelPlace(visible, this.lines, this.names, wish);
    if (!place) return;
    this.names.push(place.box);
    const style = { size: small, align: /** @type {CanvasTextAlign} */ ("left"), weight: "600" };
    axes.text(text, place.x + 2, place.y, { ...style, color: palette.background, halo: 4 });
    axes.text(text, place.x + 2, place.y, { ...style, color });
  }

  /** @param {string} text @param {number} x @param {number} y @param {string} color */
  label(text, x, y, color, { align = /** @type {CanvasTextAlign} */ ("left"), dy = -9 } = {}) {
    const { box } = this.axes;
    const py = Math.max(box.y + 6, this.axes.py(y) + dy);
    const style = { size: this.stage.small, align, weight: "600" };
    this.axes.text(text, this.axes.px(x), py, { ...style, color: this.stage.palette.background, halo: 4 });
    this.axes.text(text, this.axes.px(x), py, { ...style, color });
  }
}
