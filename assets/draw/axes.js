// A canvas with axes: converts data coordinates to pixels, keeps lines sharp on any screen, and draws ticks and labels.

import { adaptContext } from "./forced-colors.js";
import { pixelRatio } from "../base/display-scale.js";
import { beginPicture } from "./drawn-data.js";

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Margins */

/**
 * The style of a text and its alignment to its position. `halo`: draw only an outline of this width, not the text.
 * @typedef {{ color: string, size: number, align?: CanvasTextAlign, baseline?: CanvasTextBaseline, angle?: number, weight?: string, halo?: number }} TextStyle
 */

export class Axes {
  /** @type {number} */ width;
  /** @type {number} */ height;
  /** @type {number} Canvas pixels per CSS pixel. */ ratio;
  /** @type {number} */ x0;
  /** @type {number} */ x1;
  /** @type {number} */ y0;
  /** @type {number} */ y1;
  /** @type {number} x0, or its logarithm on a log scale. */ fx0;
  /** @type {number} */ fx1;
  /** @type {number} y0, or its exponent of ten on a log scale. */ fy0;
  /** @type {number} */ fy1;
  /** @type {string} */ family;
  /** The position of the keyboard's cursor, in shares of the box from its left and its top. */ cursor = { x: 0.5, y: 0.5 };

  /**
   * `margins`: in CSS pixels; `xlog`, `ylog`: whether x and y have a log scale. On a log scale a y of 0 or less is below the picture.
   * @param {HTMLCanvasElement} canvas @param {{ margins: Margins, xlog?: boolean, ylog?: boolean }} look
   */
  constructor(canvas, { margins, xlog = false, ylog = false }) {
    this.canvas = canvas;
    this.context = /** @type {Context} */ (canvas.getContext("2d"));
    this.margins = margins;
    this.xlog = xlog;
    this.ylog = ylog;
    this.stale = true;
    // The canvas's size is read only after it has changed: reading it while something is dragged would make the browser
    // lay out the page again.
    new ResizeObserver(() => { this.stale = true; }).observe(canvas);
  }

  // Fit the canvas to its CSS box and to the screen's pixels. Return whether its size has changed.
  resize() {
    const ratio = pixelRatio();
    if (!this.stale && ratio === this.ratio) return false;
    this.stale = false;
    const width = this.canvas.clientWidth, height = this.canvas.clientHeight;
    const changed = width !== this.width || height !== this.height || ratio !== this.ratio;
    if (!changed) return false;
    Object.assign(this, { width, height, ratio });
    this.canvas.width = Math.max(1, Math.round(width * ratio));      // browsers can't read a canvas of size 0
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    return true;
  }

  // The box inside the margins, in CSS pixels.
  get box() {
    const { left, right, top, bottom } = this.margins;
    return { x: left, y: top, w: Math.max(1, this.width - left - right), h: Math.max(1, this.height - top - bottom) };
  }

  /** @param {number} x0 @param {number} x1 @param {number} y0 @param {number} y1 */
  range(x0, x1, y0, y1) {
    const f = this.xlog ? Math.log : (/** @type {number} */ v) => v;
    Object.assign(this, { x0, x1, y0, y1, fx0: f(x0), fx1: f(x1) });
    Object.assign(this, { fy0: this.scaled(y0), fy1: this.scaled(y1) });
  }

  /** @param {number} y */
  scaled(y) {
    if (!this.ylog) return y;
    return y > 0 ? Math.log10(y) : this.fy0 - 1;
  }

  /** @param {number} x */
  px(x) {
    const { x: left, w } = this.box;
    return left + w * ((this.xlog ? Math.log(x) : x) - this.fx0) / (this.fx1 - this.fx0);
  }

  /** @param {number} y */
  py(y) {
    const { y: top, h } = this.box;
    return top + h * (this.fy1 - this.scaled(y)) / (this.fy1 - this.fy0);
  }

  /**
   * Convert pixels to data coordinates.
   * @param {number} px @param {number} py @returns {Point}
   */
  at(px, py) {
    const { x, y, w, h } = this.box;
    const fx = this.fx0 + (this.fx1 - this.fx0) * (px - x) / w;
    const fy = this.fy1 - (this.fy1 - this.fy0) * (py - y) / h;
    return [this.xlog ? Math.exp(fx) : fx, this.ylog ? 10 ** fy : fy];
  }

  /**
   * Begin to draw a window of the plane, and give the canvas the window's aspect ratio.
   * @param {number[]} window
   */
  beginPlane([x0, x1, y0, y1]) {
    this.canvas.style.aspectRatio = `${x1 - x0} / ${y1 - y0}`;
    this.resize();
    this.range(x0, x1, y0, y1);
    beginPicture(this);
    this.begin();
  }

  begin() {
    adaptContext(this.context);
    this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.context.clearRect(0, 0, this.width, this.height);
  }

  /**
   * Draw clipped to the box, or to a box that is larger by `bleed` pixels, so that marks on its edge are not cut.
   * @param {(context: Context) => void} draw @param {number} bleed
   */
  clipped(draw, bleed = 0) {
    const { context } = this, { x, y, w, h } = this.box;
    context.save();
    context.beginPath();
    context.rect(x - bleed, y - bleed, w + 2 * bleed, h + 2 * bleed);
    context.clip();
    draw(context);
    context.restore();
  }

  /** @param {string} string @param {number} x @param {number} y @param {TextStyle} style */
  text(string, x, y, { color, size, align = "center", baseline = "middle", angle = 0, weight = "", halo = 0 }) {
    const { context } = this;
    this.setFont(size, weight);
    context.save();
    context.translate(x, y);
    context.rotate(angle);
    context.fillStyle = color;
    context.textAlign = align;
    context.textBaseline = baseline;
    if (halo) {
      Object.assign(context, { strokeStyle: color, lineWidth: halo, lineJoin: "round" });
      context.strokeText(string, 0, 0);
    } else {
      context.fillText(string, 0, 0);
    }
    context.restore();
  }

  /**
   * Return the width of a string as the method `text` draws it.
   * @param {string} string @param {number} size
   */
  widthOf(string, size, weight = "") {
    this.setFont(size, weight);
    return this.context.measureText(string).width;
  }

  // Set the font, unless the context has it: to set one, the browser first computes the styles of all that has changed.
  /** @param {number} size @param {string} weight */
  setFont(size, weight) {
    const font = `${weight} ${size}px ${this.font}`.trim();
    if (this.context.font !== font) this.context.font = font;
  }

  get font() {
    return (this.family ??= getComputedStyle(this.canvas).fontFamily || "sans-serif");
  }
}

/**
 * Return round numbers that split [from, to] into about `count` parts.
 * @param {number} from @param {number} to @param {number} count
 */
export function ticks(from, to, count) {
  const rough = (to - from) / count, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((s) => s * power).find((s) => s >= rough * 0.999) ?? power;
  const first = Math.ceil(from / step - 1e-9), last = Math.floor(to / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
