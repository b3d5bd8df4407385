// Decode a sweep in the safetensors layout into typed-array views.
// Layout: 8-byte little-endian header length, JSON header, raw little-endian arrays.

import { computer, request, RequestRefused } from "./requests.js";

const VIEWS = {
  F64: Float64Array, F32: Float32Array, F16: Uint16Array,
  I32: Int32Array, I16: Int16Array, I8: Int8Array, U8: Uint8Array,
};

// The values of all half-floats, indexed by their 16 bits: a drawing loop needs only one look-up per value.
export const HALF = new Float32Array(65536);
for (let bits = 0; bits < 65536; bits++) {
  const sign = bits & 0x8000 ? -1 : 1, exponent = (bits >> 10) & 31, mantissa = bits & 1023;
  HALF[bits] = exponent === 0 ? sign * mantissa * 2 ** -24
    : exponent === 31 ? (mantissa ? NaN : sign * Infinity)
    : sign * (1 + mantissa / 1024) * 2 ** (exponent - 15);
}

// The same as FORMAT in lab/wire/sweep_payload.py. Without the check in `decode`, a page that stays open during a server
// update could draw the bytes of another format.
export const FORMAT = "kernel-methods-live/2";

/** @typedef {{ dtype: Tensor["dtype"], shape: number[], data_offsets: [number, number] }} TensorHeader */

/** Decode the server's answer. Throws RequestRefused for an answer in another format. @param {ArrayBuffer} buffer */
export function decode(buffer) {
  const length = Number(new DataView(buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  /** @type {{ __metadata__?: Record<string, string>, [name: string]: any }} */
  const { __metadata__: meta = {}, ...entries } = header;
  if (meta.format && meta.format !== FORMAT) throw new RequestRefused("This page and its server have different versions. Reload the page: the address keeps your settings.");
  /** @type {Sweep["tensors"]} */
  const tensors = {};
  const shared = new Set((meta.fixed ?? "").split(","));
  const differences = new Set((meta.differences ?? "").split(","));
  for (const [name, { dtype, shape, data_offsets: [from, to] }] of Object.entries(/** @type {Record<string, TensorHeader>} */ (entries))) {
    const View = VIEWS[dtype];
    const data = new View(buffer, 8 + length + from, (to - from) / View.BYTES_PER_ELEMENT);
    if (differences.has(name)) addUp(data, data.length / shape[0]);
    tensors[name] = { dtype, shape, data, fixed: FIXED.has(name) || shared.has(name) };
  }
  return asSweep({ meta, tensors });
}

// Restore two-byte items from the differences between stops (lab/wire/safetensors_format.py). Each stop has `size`
// items. The high bytes of all items are sent first, then all low bytes.
/** @param {Numbers} items @param {number} size */
function addUp(items, size) {
  const bytes = new Uint8Array(items.buffer, items.byteOffset, items.byteLength).slice(), n = items.length;
  for (let i = 0; i < size; i++) items[i] = (bytes[i] << 8) + bytes[n + i];
  for (let i = size; i < n; i++) items[i] = items[i - size] + (bytes[i] << 8) + bytes[n + i];
}

// Decode a sweep that is embedded in the page: {meta, tensors: {name: {shape, data: [...], fixed}}}. If data is a text,
// it contains half-floats in base64.
/** @param {{ meta?: Record<string, any>, tensors: Record<string, { shape: number[], data: any, fixed?: boolean }> }} given */
export function inline({ meta, tensors }) {
  const typed = Object.entries(tensors).map(([name, { data, ...rest }]) =>
    [name, typeof data === "string" ? { dtype: "F16", data: halves(data), ...rest } : { dtype: "F64", data: Float64Array.from(data), ...rest }]);
  return asSweep({ meta: meta ?? {}, tensors: Object.fromEntries(typed) });
}

/** @param {string} text */
const halves = (text) => new Uint16Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);

/** @param {{ meta: Record<string, any>, tensors: Record<string, Tensor> }} parts @returns {Sweep} */
const asSweep = ({ meta, tensors }) => ({ meta, tensors, stops: tensors.stops.data, scale: Number(meta.scale ?? 1) });

// Tensors without an axis of stops. The list `fixed` in an answer's header may name more of them.
const FIXED = new Set(["stops", "x", "y", "points", "labels", "bayes", "bayes_error", "offsets", "origin", "targets", "truth"]);

/**
 * Return the values of a tensor at one stop, as a view without a copy; if it has one number for each stop, that number.
 * Return all values if the tensor is the same at all stops, and undefined if there is no such tensor.
 * @param {Sweep} sweep @param {string} name @param {number} stop @returns {any}
 */
export function tensorAt(sweep, name, stop) {
  const tensor = sweep.tensors[name];
  if (!tensor) return undefined;
  if (tensor.fixed) return tensor.data;
  if (tensor.shape.length === 1) return tensor.data[stop];
  const size = tensor.data.length / sweep.stops.length;
  return tensor.data.subarray(stop * size, (stop + 1) * size);
}

/**
 * Return the field at one stop as floats, whatever type it was sent in.
 * @param {Sweep} sweep @param {number} stop @param {Float32Array | null} [out]
 */
export function field(sweep, stop, out) {
  return floats(tensorAt(sweep, "field", stop), sweep.tensors.field.dtype, sweep.scale, out);
}

const LARGEST = 2 ** 128 - 2 ** 104;          // the largest 32-bit float

// Return the raw values of a tensor as 32-bit floats, multiplied by a scale. Half-floats are decoded, and clipped where the
// product would exceed the largest float.
/** @param {Numbers} raw @param {string} dtype @param {Float32Array | null} [out] @returns {Float32Array} */
export function floats(raw, dtype, scale = 1, out = undefined) {
  const values = out && out.length === raw.length ? out : new Float32Array(raw.length), most = LARGEST / scale;
  if (dtype === "F16") for (let i = 0; i < raw.length; i++) values[i] = Math.max(-most, Math.min(HALF[raw[i]], most)) * scale;
  else for (let i = 0; i < raw.length; i++) values[i] = raw[i] * scale;
  return values;
}

/**
 * Return the values of a tensor at the shown stop as floats; a picture's tensors may be half-floats.
 * @param {Pick<Frame, "get" | "sweep">} frame @param {string} name
 */
export function values(frame, name) {
  const raw = frame.get(name), { dtype } = frame.sweep.tensors[name];
  return dtype === "F16" ? floats(raw, dtype) : raw;
}

/**
 * Return the index of the stop nearest to a value; positive stops are compared on a log scale.
 * @param {ArrayLike<number>} stops @param {number} value
 */
export function nearest(stops, value) {
  let best = 0;
  const distance = stops[0] > 0 && value > 0 ? (/** @type {number} */ k) => Math.abs(Math.log(stops[k] / value)) : (/** @type {number} */ k) => Math.abs(stops[k] - value);
  for (let k = 1; k < stops.length; k++) if (distance(k) < distance(best)) best = k;
  return best;
}

export class ServerLost extends Error {}      // no complete answer arrived
export class ServerBusy extends ServerLost {}       // the server refuses for now

// Send a request, or return the answer to the request that start-page.js sent while these scripts were loading. (A
// <link rel="preload"> would be simpler, but WebKit fetches preloaded data twice.)
/** @param {string} url @param {RequestInit} [options] @returns {Promise<Response>} */
function ask(url, options) {
  const early = /** @type {any} */ (globalThis).earlyAnswers;
  const answer = early?.get(url) ?? request(url, options);
  early?.delete(url);
  return answer;
}

/** @param {unknown} error */
const isAbort = (error) => error instanceof Error && error.name === "AbortError";

/**
 * Fetch and decode a sweep. Throws ServerLost or ServerBusy if a later try may succeed, else RequestRefused.
 * @param {string} url @param {RequestInit} [options]
 */
export async function fetchSweep(url, options) {
  let answer;
  try {
    answer = await ask(url, options);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ServerLost(`The ${computer.name} does not answer.`);
  }
  if (answer.status === 204) throw new ServerBusy(`The ${computer.name} is busy.`);    // busy servers skip speculative requests
  if (answer.ok) {
    try {
      return decode(await answer.arrayBuffer());
    } catch (error) {
      if (isAbort(error) || error instanceof RequestRefused) throw error;
      throw new ServerLost("The answer was interrupted.");
    }
  }
  const body = await answer.json().catch(() => ({}));
  if (answer.status === 503 || answer.status === 429) throw new ServerBusy(body.message ?? `The ${computer.name} is busy.`);
  throw new RequestRefused(body.message ?? `The ${computer.name} refused this picture (${answer.status}).`);
}
