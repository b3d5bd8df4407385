// Draw in the reader's own colours if the system forces them (`forced-colors: active`). These colours have no shades, so
// hatching replaces pale fills, and the width of its lines shows a value.

const PERIOD_PX = 9;                // distance from one line of a hatching to the next
const MAX_LINE_SHARE = 0.3;              // width of the line for the largest value, as a share of the period: marks stay visible over it
const MIN_OPAQUE_ALPHA = 0.7;               // a fill with at least this opacity is drawn opaque
const MIN_ACTIVE_ALPHA = 0.4;               // a line with less opacity gets the colour of inactive text
const WIDTH_COUNT = 16;                // number of line widths

const query = globalThis.matchMedia?.("(forced-colors: active)");
const scheme = globalThis.matchMedia?.("(prefers-color-scheme: dark)");

/** The forced colours; undefined if the system forces none. @type {Record<string, string> | undefined} */
let inks;

/** Return whether the system forces colours. */
export const isForced = () => query?.matches ?? false;

/** Call `listener` when forced colours are turned on or off, or change. @param {() => void} listener @param {AbortSignal} signal */
export function watchForcedColors(listener, signal) {
  for (const media of [query, scheme]) media?.addEventListener("change", listener, { signal });
}

/**
 * Look up the system's colours by their CSS names, as `#rrggbb`, inside an element of the page.
 * @param {HTMLElement} place @param {Record<string, string>} names @returns {Record<string, string>}
 */
export function systemPalette(place, names) {
  const probe = document.createElement("i"), colors = new Map();
  place.append(probe);
  for (const name of new Set(Object.values(names))) {
    probe.style.color = name;
    const [r, g, b] = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [0, 0, 0];
    colors.set(name, `#${((1 << 24) | (r << 16) | (g << 8) | b).toString(16).slice(1)}`);
  }
  probe.remove();
  return (inks = Object.fromEntries(Object.entries(names).map(([tone, name]) => [tone, colors.get(name)])));
}

/** Make a context draw pale fills as hatching while colours are forced. @param {Context} context */
export function adaptContext(context) {
  const kind = isForced() ? HatchingContext : globalThis.CanvasRenderingContext2D;
  if (kind && Object.getPrototypeOf(context) !== kind.prototype) Object.setPrototypeOf(context, kind.prototype);
}

const HatchingContext = globalThis.CanvasRenderingContext2D && class extends CanvasRenderingContext2D {
  /** @param {[any, any?]} shape */
  fill(...shape) { drawOpaque(this, "fillStyle", () => super.fill(...shape)); }
  /** @param {[number, number, number, number]} box */
  fillRect(...box) { drawOpaque(this, "fillStyle", () => super.fillRect(...box)); }
  /** @param {[any?]} shape */
  stroke(...shape) { drawOpaque(this, "strokeStyle", () => super.stroke(...shape)); }
  /** @param {[number, number, number, number]} box */
  strokeRect(...box) { drawOpaque(this, "strokeStyle", () => super.strokeRect(...box)); }
  /** @param {[string, number, number, number?]} text */
  fillText(...text) { drawOpaque(this, "", () => super.fillText(...text)); }
};

/** @param {Context} context @param {"fillStyle" | "strokeStyle" | ""} kind @param {() => void} draw */
function drawOpaque(context, kind, draw) {
  const alpha = context.globalAlpha, style = kind && context[kind];
  if (alpha === 1 || !inks) { draw(); return; }
  context.globalAlpha = 1;
  if (kind === "fillStyle" && alpha < MIN_OPAQUE_ALPHA && style !== inks.background) context.fillStyle = pattern(context, String(style), alpha);
  if (kind === "strokeStyle" && alpha < MIN_ACTIVE_ALPHA) context.strokeStyle = inks.line;
  draw();
  if (kind) context[kind] = style;
  context.globalAlpha = alpha;
}

/** @type {Map<string, HTMLCanvasElement>} */
const tiles = new Map();

/** Make a hatching pattern: lines in one direction for the negative colour, in the other for all other colours. @param {Context} context @param {string} ink @param {number} alpha */
function pattern(context, ink, alpha) {
  const matrix = context.getTransform(), ratio = Math.hypot(matrix.a, matrix.b), side = Math.max(4, Math.round(PERIOD_PX * ratio));
  const step = Math.max(1, Math.round(alpha * WIDTH_COUNT)), key = [ink, step, side].join(" ");
  const tile = tiles.get(key) ?? document.createElement("canvas");
  if (!tiles.has(key)) {
    tiles.set(key, tile);
    Object.assign(tile, { width: side, height: side });
    const pen = /** @type {Context} */ (tile.getContext("2d")), width = Math.max(1, Math.round((step / WIDTH_COUNT) * side * MAX_LINE_SHARE / MIN_OPAQUE_ALPHA));
    pen.fillStyle = ink;
    for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) if (isInk(x, y, side, width, ink === inks?.negative)) pen.fillRect(x, y, 1, 1);
  }
  const hatching = /** @type {CanvasPattern} */ (context.createPattern(tile, "repeat"));
  hatching.setTransform(matrix.inverse());
  return hatching;
}

/** @param {number} x @param {number} y @param {number} side @param {number} width @param {boolean} isNegative */
const isInk = (x, y, side, width, isNegative) => (isNegative ? (((x - y) % side) + side) % side : (x + y) % side) < width;

/**
 * Encode a value in a pixel for hatching: a channel of 0 to 255 for positive values, another for negative ones.
 * @param {number} share from −1 to 1
 */
export function hatchCode(share) {
  const depth = Math.round(255 * Math.min(1, Math.abs(share)));
  return ((255 << 24) | (share < 0 ? depth << 16 : depth)) >>> 0;
}

const sheet = globalThis.document?.createElement("canvas");

/**
 * Draw an image whose pixels are codes of `hatchCode` as hatching, enlarged to a box. The width of the lines shows the
 * absolute value, their direction the sign.
 * @param {{ context: Context, ratio: number }} axes @param {HTMLCanvasElement} image @param {[number, number, number, number]} box in CSS pixels
 */
export function drawHatching({ context, ratio }, image, [x, y, w, h], isSmooth = true) {
  if (!inks) return;
  const width = Math.max(1, Math.round(w * ratio)), height = Math.max(1, Math.round(h * ratio)), side = Math.max(4, Math.round(PERIOD_PX * ratio));
  Object.assign(sheet, { width, height });
  const pen = /** @type {Context} */ (sheet.getContext("2d", { willReadFrequently: true }));
  pen.imageSmoothingEnabled = isSmooth;
  pen.drawImage(image, 0, 0, width, height);
  const picture = pen.getImageData(0, 0, width, height), pixels = new Uint32Array(picture.data.buffer);
  const [ground, positive, negative] = [inks.background, inks.positive, inks.negative].map(word);
  const least = Math.max(1, Math.round(ratio)), most = side * MAX_LINE_SHARE;
  const widths = Uint8Array.from({ length: 256 }, (_, depth) => (depth < 4 ? 0 : Math.max(least, Math.round((depth / 255) * most))));
  for (let j = 0, k = 0; j < height; j++) {
    for (let i = 0; i < width; i++, k++) {
      const up = pixels[k] & 255, down = (pixels[k] >> 16) & 255, isNegative = down > up;
      pixels[k] = isInk(i, j, side, widths[isNegative ? down : up], isNegative) ? (isNegative ? negative : positive) : ground;
    }
  }
  pen.putImageData(picture, 0, 0);
  const onPixel = (/** @type {number} */ v) => Math.round(v * ratio) / ratio;      // otherwise all lines are blurred
  context.drawImage(sheet, onPixel(x), onPixel(y), width / ratio, height / ratio);
}

/** @param {string} hex */
const word = (hex) => { const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)); return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0; };
