// A one-dimensional chart on a canvas: grid, labels, lines. Curves and slices draw with it.

import { Axes } from "./axes.js";
import { element } from "../base/dom.js";
import { decade, number, short } from "../base/format.js";

/**
 * @typedef {{ color: string, width?: number, dash?: number[], fill?: boolean, ink?: number, jumps?: boolean }} LineStyle
 * @typedef {[number, string]} Tick
 */

/**
 * Ticks of a log axis from one exponent on towards another, which may lie below it.
 * @param {number} from @param {number} to @param {number} step @param {(exponent: number) => string} text @returns {Tick[]}
 */
export function decadeTicks(from, to, step = 1, text = decade) {
  const count = Math.floor(Math.abs(to - from) / step + 1e-9) + 1;
  return Array.from({ length: count }, (_, k) => from + Math.sign(to - from) * k * step).map((e) => [e, text(e)]);
}

/**
 * Numbers with their texts, as `begin` wants its ticks.
 * @param {number[]} values @returns {Tick[]}
 */
export const tickLabels = (values, digits = 3) => values.map((v) => [v, short(number(v, digits))]);

export class Chart {
  /** @param {HTMLElement} root @param {Stage} stage @param {{ label: string, xlog?: boolean, margins?: Partial<import("./axes.js").Margins> }} look */
  constructor(root, stage, { xlog = false, margins = {}, label }) {
    this.stage = stage;
    this.canvas = element("canvas", { className: "kl-canvas" });
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", label);
    root.append(this.canvas);
    this.axes = new Axes(this.canvas, { margins: { left: 44, right: 10, top: 8, bottom: 22, ...margins }, xlog });
  }

  /**
   * Grid and labels. xticks and yticks are [value, text] pairs.
   * @param {{ x0: number, x1: number, y0: number, y1: number, xticks?: Tick[], yticks?: Tick[], note?: string }} ranges
   */
  begin({ x0, x1, y0, y1, xticks = [], yticks = [], note = "" }) {
    const { axes, stage: { palette, small } } = this;
    axes.resize();
    axes.range(x0, x1, y0, y1);
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
    const room = note ? x + w - 7 * note.length - 14 : x + w;
    for (const [value, text] of xticks) if (axes.px(value) < room) axes.text(text, axes.px(value), y + h + 12, style);
    if (note) axes.text(note, x + w, y + h + 12, { ...style, align: "right" });
  }

  /**
   * `jumps`: a step function. It has level pieces, and nothing between one and the next.
   * @param {ArrayLike<number>} xs @param {ArrayLike<number>} ys @param {LineStyle} style
   */
  line(xs, ys, { color, width = 2, dash = [], fill, ink = 1, jumps = false }) {
    const { axes } = this, path = new Path2D();
    for (let k = 0; k < xs.length; k++) {
      if (jumps && k && ys[k] !== ys[k - 1]) {
        const middle = axes.px((xs[k] + xs[k - 1]) / 2);
        path.lineTo(middle, axes.py(ys[k - 1]));
        path.moveTo(middle, axes.py(ys[k]));
      }
      path.lineTo(axes.px(xs[k]), axes.py(ys[k]));
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
    context.arc(this.axes.px(x), this.axes.py(y), 4.5, 0, 2 * Math.PI);
    context.fill();
  }

  /** @param {number} x @param {string} color @param {number[]} dash */
  upright(x, color, width = 2, dash = []) {
    const { context, box } = this.axes, px = this.axes.px(x);
    context.strokeStyle = color;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(px, box.y);
    context.lineTo(px, box.y + box.h);
    context.stroke();
    context.setLineDash([]);
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
