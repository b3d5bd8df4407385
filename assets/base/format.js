// Format numbers for read-outs, tooltips and labels.

/** @type {Record<string, string>} */
const SUPERSCRIPT = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

/** Write a number with `digits` significant digits and a power of ten, such as 1·10⁻⁵. @param {number} value */
export function power(value, digits = 1) {
  if (!Number.isFinite(value)) return "–";
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  const raised = [...String(Number(exponent))].map((c) => SUPERSCRIPT[c]).join("");
  return `${mantissa.replace("-", "−")}·10${raised}`;
}

/**
 * Write 10^exponent for a log axis; 1 and 10 without an exponent.
 * @param {number} exponent
 */
export const decade = (exponent) => (exponent === 0 || exponent === 1 ? String(10 ** exponent) : power(10 ** exponent).replace("1·", ""));

/**
 * Put commas into the text of a number from 1,000 on, as in 12,345.
 * @param {string} text
 */
export const groupDigits = (text) => text.replace(/^\D?\d{4,}(?=\.|$)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

/**
 * Remove the commas of grouped digits; return any other text unchanged.
 * @param {string} text
 */
export const ungroupDigits = (text) => (/^\D?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text);

/**
 * Write a number with its noun: 1 step, 1,200 steps.
 * @param {number} n
 * @param {string} noun
 */
export const many = (n, noun) => `${groupDigits(String(n))} ${noun}${n === 1 ? "" : "s"}`;

/** Write a number with `digits` significant digits; a very small or very large one with at most two, and a power of ten. @param {number} value */
export function number(value, digits = 3) {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e5) return power(value, Math.min(digits, 2));
  const places = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return groupDigits(value.toFixed(Math.min(places, 6)).replace("-", "−"));
}

/** Write a share as a percentage with one decimal place. @param {number} value */
export function percent(value) {
  return Number.isFinite(value) ? `${(100 * value).toFixed(1)} %` : "–";
}

const STOP_DIGITS = 4;

/**
 * Format a slider's value with as many significant digits as its stop has, but at least two and at most four. Values below
 * 0.001 get a power of ten.
 * @param {number} value @returns {string}
 */
export function setting(value) {
  if (value === 0) return "0";
  if (value < 0) return `−${setting(-value)}`;
  const stop = Number(value.toPrecision(STOP_DIGITS));
  const [mantissa, exponent] = stop.toExponential().split("e"), digits = Math.max(2, mantissa.replace(".", "").length);
  if (stop < 1e-3) return power(stop, digits);
  const usual = stop >= 100 ? 0 : stop >= 10 ? 1 : Math.max(2, 1 - Number(exponent));
  return groupDigits(stop.toFixed(Math.max(usual, digits - 1 - Number(exponent))));
}

/** Format a number for a scene's field, as a visitor could type it. @param {number} value */
export function typedNumber(value) {
  return String(Number(value.toPrecision(12)));
}

/** Remove trailing zeros after the decimal point. @param {string} text */
export const trimZeros = (text) => text.replace(/\.0+(?=·|$)/, "").replace(/(\.\d*?)0+$/, "$1");

/**
 * Format a round number for the tick of an axis or a slider: all its digits, and 10⁻⁴ for 1·10⁻⁴.
 * @param {number} value
 */
export const tick = (value, digits = 4) => trimZeros(number(value, digits)).replace(/^(−?)1·/, "$1");

/**
 * Keep each short formula of a sentence on one line.
 * @param {string} sentence
 */
export const unbroken = (sentence) => sentence
  .replace(/ = (?=[Σ±\d])/g, "\u00a0=\u00a0")
  .replace(/ (?=[−+←≥≤≠·])|(?<=[−+←≥≤≠Σ]|λ\/2) |(?<=λ) (?=Σ)|(?<=\([^\s()]{1,2},) /g, "\u00a0");

/** The formats that read-outs, goals and sentences name. @satisfies {Record<string, NumberFormat>} */
export const FORMATS = {
  percent,
  number: (value) => number(value, 4),
  power: (value) => (value <= 0 ? "0" : value >= 1e-3 && value < 1e5 ? number(value, 2) : power(value)),
  whole: (value) => (Math.abs(value) < 1e9 ? groupDigits(String(Math.round(value))) : number(value)),
  few: (value) => number(value).replace(/\.0+$/, ""),
  digits: (value) => (value.toPrecision(7).includes("e") ? power(value, 7) : value.toPrecision(7).replace("-", "−")),
  count: (value, frame) => `${value} of ${frame.get("labels").length}`,
  setting: (value) => trimZeros(setting(value)),
};

/** @param {string} name */
export const formatOf = (name) => /** @type {Record<string, NumberFormat>} */ (FORMATS)[name];
