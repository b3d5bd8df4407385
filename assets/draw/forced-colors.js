// Draw in the reader's own colours where the system forces them (`forced-colors: active`): no shades, so what a pale
// fill shows is told by hatching, and a value by the width of its lines.

const PERIOD = 9;                // CSS pixels from one line of a hatching to the next
const WIDEST = 0.3;              // share of that which the line of the largest value takes: marks stay visible over it
const SOLID = 0.7;               // from this opacity on a fill is opaque
const FAINT = 0.4;               // below it a line takes the colour of what is inactive
const STEPS = 16;                // widths of a pattern's lines

const query = globalThis.matchMedia?.("(forced-colors: active)");
const scheme = globalThis.matchMedia?.("(prefers-color-scheme: dark)");

/** The colours at work; none where the system forces none. @type {Record<string, string> | undefined} */
let inks;

/** Whether the system forces colours. */
export const isForced = () => query?.matches ?? false;

/** Calls `tell` when forced colours come, go or change. @param {() => void} tell @param {AbortSignal} signal */
export function watchForcedColors(tell, signal) {
  for (const media of [query, scheme]) media?.addEventListener("change", tell, { signal });
}

/**
 * Look up the system's colours by their CSS names, as `#rrggbb`, in a place of the page.
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

/** Let a context hatch what it fills palely, while colours are forced. @param {Context} context */
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
  if (kind === "fillStyle" && alpha < SOLID && style !== inks.background) context.fillStyle = pattern(context, String(style), alpha);
  if (kind === "strokeStyle" && alpha < FAINT) context.strokeStyle = inks.line;
  draw();
  if (kind) context[kind] = style;
  context.globalAlpha = alpha;
}

/** @type {Map<string, HTMLCanvasElement>} */
const tiles = new Map();

/** Lines one way for what is negative, the other way for all else. @param {Context} context @param {string} ink @param {number} alpha */
function pattern(context, ink, alpha) {
  const matrix = context.getTransform(), ratio = Math.hypot(matrix.a, matrix.b), side = Math.max(4, Math.round(PERIOD * ratio));
  const step = Math.max(1, Math.round(alpha * STEPS)), key = [ink, step, side].join(" ");
  const tile = tiles.get(key) ?? document.createElement("canvas");
  if (!tiles.has(key)) {
    tiles.set(key, tile);
    Object.assign(tile, { width: side, height: side });
    const pen = /** @type {Context} */ (tile.getContext("2d")), width = Math.max(1, Math.round((step / STEPS) * side * WIDEST / SOLID));
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
 * How an image's pixels say what is hatched: red how positive, blue how negative, 0 to 255.
 * @param {number} share from −1 to 1
 */
export function hatchCode(share) {
  const depth = Math.round(255 * Math.min(1, Math.abs(share)));
  return ((255 << 24) | (share < 0 ? depth << 16 : depth)) >>> 0;
}

const sheet = globalThis.document?.createElement("canvas");

/**
 * Draw an image of such pixels as hatching, enlarged to a box: lines as wide as the value is large, one way where it is
 * positive, the other way where it is negative.
 * @param {{ context: Context, ratio: number }} axes @param {HTMLCanvasElement} image @param {[number, number, number, number]} box in CSS pixels
 */
export function drawHatching({ context, ratio }, image, [x, y, w, h], isSmooth = true) {
  if (!inks) return;
  const width = Math.max(1, Math.round(w * ratio)), height = Math.max(1, Math.round(h * ratio)), side = Math.max(4, Math.round(PERIOD * ratio));
  Object.assign(sheet, { width, height });
  const pen = /** @type {Context} */ (sheet.getContext("2d", { willReadFrequently: true }));
  pen.imageSmoothingEnabled = isSmooth;
  pen.drawImage(image, 0, 0, width, height);
  const picture = pen.getImageData(0, 0, width, height), pixels = new Uint32Array(picture.data.buffer);
  const [ground, positive, negative] = [inks.background, inks.positive, inks.negative].map(word);
  const least = Math.max(1, Math.round(ratio)), most = side * WIDEST;
  const widths = Uint8Array.from({ length: 256 }, (_, depth) => (depth < 4 ? 0 : Math.max(least, Math.round((depth / 255) * most))));
  for (let j = 0, k = 0; j < height; j++) {
    for (let i = 0; i < width; i++, k++) {
      const up = pixels[k] & 255, down = (pixels[k] >> 16) & 255, isNegative = down > up;
      pixels[k] = isInk(i, j, side, widths[isNegative ? down : up], isNegative) ? (isNegative ? negative : positive) : ground;
    }
  }
  pen.putImageData(picture, 0, 0);
  const onPixel = (/** @type {number} */ v) => Math.round(v * ratio) / ratio;      // else every line is blurred
  context.drawImage(sheet, onPixel(x), onPixel(y), width / ratio, height / ratio);
}

/** @param {string} hex */
const word = (hex) => { const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)); return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0; };
