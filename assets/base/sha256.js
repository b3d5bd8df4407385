// SHA-256 of a text in UTF-8, as hexadecimal digits. Browsers offer crypto.subtle only over https and on localhost.

/** @param {number} count */
const primes = (count) => {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((p) => n % p)) primes.push(n);
  return primes;
};
/** @param {number} x */
const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
const ROUND = primes(64).map((p) => fraction(Math.cbrt(p)));
const START = primes(8).map((p) => fraction(Math.sqrt(p)));
/** @param {number} x @param {number} by */
const rotate = (x, by) => (x >>> by) | (x << (32 - by));

/** @param {string} text */
export function sha256(text) {
  const bytes = pad(new TextEncoder().encode(text)), words = new DataView(bytes.buffer);
  let state = START;
  for (let at = 0; at < bytes.length; at += 64) state = mixed(state, words, at);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Pad to whole blocks of 64 bytes: a 1 bit, zeros, and the length in bits. @param {Uint8Array} content */
function pad(content) {
  const bytes = new Uint8Array(Math.ceil((content.length + 9) / 64) * 64);
  bytes.set(content);
  bytes[content.length] = 128;
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(content.length) * 8n);
  return bytes;
}

/** @param {number[]} state @param {DataView} words @param {number} at */
function mixed(state, words, at) {
  const w = new Int32Array(64);
  for (let i = 0; i < 16; i++) w[i] = words.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)) + w[i - 7] + (rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) | 0);
}
