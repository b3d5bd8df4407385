// A drawing context that writes SVG: the part of CanvasRenderingContext2D that the views draw with. The same
// draw function makes the canvas and the file, so that both agree. Images stay images; all else becomes vector graphics.

import { contextOf, multiply, Tracing } from "./recording-context.js";

/** @type {Pick<CanvasRenderingContext2D, "lineWidth" | "lineCap" | "lineJoin" | "globalAlpha" | "font" | "textAlign" | "textBaseline" | "imageSmoothingEnabled">
 *   & { fillStyle: string, strokeStyle: string }} */
const STATE = {
  fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, lineCap: "butt", lineJoin: "miter", globalAlpha: 1,
  font: "10px sans-serif", textAlign: "start", textBaseline: "alphabetic", imageSmoothingEnabled: true,
};
const ANCHORS = { left: "start", start: "start", center: "middle", right: "end", end: "end" };
const IMAGE_SCALE = 2;                 // pixels of an enlarged image per pixel of the picture

/** @param {string} text */
const escapeXml = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
/** @param {number} value */
const round = (value) => String(Number(value.toFixed(3)));

/** @typedef {import("./recording-context.js").Matrix} Matrix */

export class SvgContext {
  /** @type {string} */ fillStyle;
  /** @type {string} */ strokeStyle;
  /** @type {number} */ lineWidth;
  /** @type {CanvasLineCap} */ lineCap;
  /** @type {CanvasLineJoin} */ lineJoin;
  /** @type {number} */ globalAlpha;
  /** @type {string} */ font;
  /** @type {CanvasTextAlign} */ textAlign;
  /** @type {CanvasTextBaseline} */ textBaseline;
  /** @type {boolean} */ imageSmoothingEnabled;
  /** @type {Matrix} */ base;
  /** @type {Matrix} */ matrix;
  /** @type {string} Prefix of the ids of its clip paths. */ id;
  /** @type {number} */ clips;
  /** @type {string} The attribute of the current clip. */ clipped;
  /** @type {number[]} */ dash;
  /** @type {object[]} */ saved;
  /** @type {string[]} The nodes written so far. */ parts;
  /** @type {Tracing} */ path;

  /** `base`: the outermost matrix. The views set matrices for the screen's pixels. @param {Matrix} base */
  constructor(base = [1, 0, 0, 1, 0, 0], id = "c") {
    Object.assign(this, STATE, { base, id, matrix: base, clips: 0, clipped: "", dash: [], saved: [], parts: [] });
    this.ruler = contextOf(document.createElement("canvas"));
    this.beginPath();
  }

  get body() { return this.parts.join("\n"); }

  // ---- state ------------------------------------------------------------------------------

  save() {
    const { matrix, clipped, dash } = this, state = Object.fromEntries(/** @type {(keyof typeof STATE)[]} */ (Object.keys(STATE)).map((name) => [name, this[name]]));
    this.saved.push({ ...state, matrix, clipped, dash });
  }

  restore() { Object.assign(this, this.saved.pop()); }

  /** @param {Matrix} matrix */
  setTransform(...matrix) { this.matrix = multiply(this.base, matrix); }

  /** @param {number} x @param {number} y */
  translate(x, y) { this.matrix = multiply(this.matrix, [1, 0, 0, 1, x, y]); }

  /** @param {number} x @param {number} y */
  scale(x, y) { this.matrix = multiply(this.matrix, [x, 0, 0, y, 0, 0]); }

  /** @param {number} angle */
  rotate(angle) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    this.matrix = multiply(this.matrix, [c, s, -s, c, 0, 0]);
  }

  /** @param {Iterable<number>} dash */
  setLineDash(dash) { this.dash = [...dash]; }

  getLineDash() { return [...this.dash]; }

  // ---- paths ------------------------------------------------------------------------------

  beginPath() { this.path = new Tracing(); }

  closePath() { this.path.closePath(); }

  /** @param {Parameters<Tracing["moveTo"]>} numbers */
  moveTo(...numbers) { this.path.moveTo(...numbers); }

  /** @param {Parameters<Tracing["lineTo"]>} numbers */
  lineTo(...numbers) { this.path.lineTo(...numbers); }

  /** @param {Parameters<Tracing["arc"]>} numbers */
  arc(...numbers) { this.path.arc(...numbers); }

  /** @param {Parameters<Tracing["ellipse"]>} numbers */
  ellipse(...numbers) { this.path.ellipse(...numbers); }

  /** @param {Parameters<Tracing["rect"]>} numbers */
  rect(...numbers) { this.path.rect(...numbers); }

  /** @param {Parameters<Tracing["quadraticCurveTo"]>} numbers */
  quadraticCurveTo(...numbers) { this.path.quadraticCurveTo(...numbers); }

  /** @param {Parameters<Tracing["bezierCurveTo"]>} numbers */
  bezierCurveTo(...numbers) { this.path.bezierCurveTo(...numbers); }

  fill(path = this.path) { this.shape(path, `fill="${escapeXml(this.fillStyle)}"`); }

  stroke(path = this.path) { this.shape(path, this.pen()); }

  clip(path = this.path) {
    const id = `${this.id}-${++this.clips}`;
    this.parts.push(`<clipPath id="${id}"${this.clipped}><path d="${path.d}"${this.place()}/></clipPath>`);
    this.clipped = ` clip-path="url(#${id})"`;
  }

  /** @param {Parameters<Tracing["rect"]>} box */
  fillRect(...box) { this.fill(rectangle(box)); }

  /** @param {Parameters<Tracing["rect"]>} box */
  strokeRect(...box) { this.stroke(rectangle(box)); }

  clearRect() {}                 // a new SVG is empty

  pen(width = this.lineWidth) {
    const dash = this.dash.length ? ` stroke-dasharray="${this.dash.map(round).join(" ")}"` : "";
    return `fill="none" stroke="${escapeXml(this.strokeStyle)}" stroke-width="${round(width)}" stroke-linejoin="${this.lineJoin}"`
      + ` stroke-linecap="${this.lineCap}"${dash}`;
  }

  /** @param {Tracing} path @param {string} look */
  shape({ d }, look) { if (d) this.put("path", `d="${d}" ${look}`); }

  /** Write an element. A transform would also move its clip, so the clip is on a group around it. @param {string} tag @param {string} attributes */
  put(tag, attributes, inner = "") {
    const place = this.place(), clip = this.clipped;
    const node = `<${tag} ${attributes}${this.faint()}${place}${place ? "" : clip}>${inner}</${tag}>`;
    this.parts.push(place && clip ? `<g${clip}>${node}</g>` : node);
  }

  place() {
    const numbers = this.matrix.map(round).join(" ");
    return numbers === "1 0 0 1 0 0" ? "" : ` transform="matrix(${numbers})"`;
  }

  faint() { return this.globalAlpha < 1 ? ` opacity="${round(this.globalAlpha)}"` : ""; }

  // ---- text and images --------------------------------------------------------------------

  /** @param {string} text */
  measureText(text, textBaseline = this.textBaseline) {
    Object.assign(this.ruler, { font: this.font, textBaseline });
    return this.ruler.measureText(text);
  }

  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y) { this.write(text, x, y, `fill="${escapeXml(this.fillStyle)}"`); }

  /** @param {string} text @param {number} x @param {number} y */
  strokeText(text, x, y) { this.write(text, x, y, this.pen()); }

  /** Write a text with its width, in case another font replaces a missing one. @param {string} text @param {number} x @param {number} y @param {string} look */
  write(text, x, y, look) {
    if (!text.trim()) return;
    const at = `x="${round(x)}" y="${round(y + this.drop(text))}" text-anchor="${ANCHORS[this.textAlign]}"`
      + ` textLength="${round(this.measureText(text).width)}" lengthAdjust="spacingAndGlyphs"`;
    this.put("text", `${at} style="font:${escapeXml(this.font)}" ${look}`, escapeXml(text));
  }

  /** Return the distance of the text's baseline below its anchor. @param {string} text */
  drop(text) {
    return this.measureText(text, "alphabetic").actualBoundingBoxAscent - this.measureText(text).actualBoundingBoxAscent;
  }

  /** Write an image. Viewers smooth an enlarged image differently, so it is enlarged here. @param {HTMLCanvasElement} image @param {number} x @param {number} y */
  drawImage(image, x, y, w = image.width, h = image.height) {
    const still = document.createElement("canvas"), pen = contextOf(still), soft = this.imageSmoothingEnabled;
    const grown = soft && image.width < w;
    Object.assign(still, grown ? { width: Math.ceil(IMAGE_SCALE * w), height: Math.ceil(IMAGE_SCALE * h) } : { width: image.width, height: image.height });
    pen.imageSmoothingEnabled = soft;
    pen.drawImage(image, 0, 0, still.width, still.height);
    const sharp = soft ? "" : ' style="image-rendering:pixelated"';
    const box = `x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" preserveAspectRatio="none"`;
    this.put("image", `${box}${sharp} href="${still.toDataURL()}"`);
  }
}

/** @param {Parameters<Tracing["rect"]>} box */
function rectangle(box) {
  const path = new Tracing();
  path.rect(...box);
  return path;
}
