// Writes sweeps in the format of lab/wire, for tests of the scripts that read them.

const KINDS = { F64: Float64Array, F32: Float32Array, F16: Uint16Array, I16: Int16Array, I8: Int8Array };

// Returns the bytes of `tensors`: {name: [dtype, shape, values]}. Tensors with larger numbers come first, so that each
// begins at a multiple of the size of its numbers.
export function encode(tensors, meta = {}) {
  const order = Object.entries(tensors).sort(([, [a]], [, [b]]) => KINDS[b].BYTES_PER_ELEMENT - KINDS[a].BYTES_PER_ELEMENT);
  const header = { __metadata__: meta }, parts = [];
  let at = 0;
  for (const [name, [dtype, shape, values]] of order) {
    const bytes = new Uint8Array(KINDS[dtype].from(values).buffer);
    header[name] = { dtype, shape, data_offsets: [at, at + bytes.length] };
    parts.push(bytes);
    at += bytes.length;
  }
  let text = JSON.stringify(header);
  text += " ".repeat((8 - (new TextEncoder().encode(text).length % 8)) % 8);
  const head = new TextEncoder().encode(text), all = new Uint8Array(8 + head.length + at);
  new DataView(all.buffer).setBigUint64(0, BigInt(head.length), true);
  all.set(head, 8);
  let to = 8 + head.length;
  for (const bytes of parts) { all.set(bytes, to); to += bytes.length; }
  return all.buffer;
}
