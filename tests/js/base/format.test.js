import assert from "node:assert/strict";
import { test } from "node:test";
import { decade, FORMATS, groupDigits, many, number, percent, typedNumber, power, setting, trimZeros, tick, ungroupDigits, unbroken } from "../../../assets/base/format.js";

const NONE = "–";

test("a number has three significant digits; a very small or large one has a power of ten", () => {
  const cases = { 0: "0", 0.25: "0.250", 1234.5: "1,235", "-2.5": "−2.50", 0.001: "0.00100", 0.0009: "9.0·10⁻⁴", 1e5: "1.0·10⁵" };
  for (const [value, text] of Object.entries(cases)) assert.equal(number(Number(value)), text);
  assert.equal(number(-1234567), "−1.2·10⁶");
  assert.equal(number(3.14159, 5), "3.1416");
});

test("NaN and infinities are shown as a dash", () => {
  for (const value of [NaN, Infinity, -Infinity]) {
    for (const format of [number, power, percent]) assert.equal(format(value), NONE);
  }
});

test("a percentage has one digit after the point", () => {
  assert.equal(percent(0.0625), "6.3 %");
  assert.equal(percent(0), "0.0 %");
});

test("a slider's value has at least two significant digits, and an exponent only below 0.001", () => {
  const cases = { 0.4: "0.40", 0.005: "0.0050", 0.0005: "5.0·10⁻⁴", 10: "10.0", 250: "250", 10000: "10,000", "-0.4": "−0.40", 0: "0" };
  for (const [value, text] of Object.entries(cases)) assert.equal(setting(Number(value)), text);
});

test("a slider's value has the digits of its stop, at most four", () => {
  const cases = { 0.215: "0.215", 4.64e-6: "4.64·10⁻⁶", 0.0464: "0.0464", 1.26: "1.26", 12.34: "12.34", 464: "464", 4640: "4,640", 0.0545253866333: "0.05453", 123.456: "123.5", 0.99999: "1.00", 99.999: "100" };
  for (const [value, text] of Object.entries(cases)) assert.equal(setting(Number(value)), text);
});

test("digits are grouped in threes from 1,000 on", () => {
  const cases = { 999: "999", 1000: "1,000", 24189: "24,189", "-2000": "−2,000" };
  for (const [value, text] of Object.entries(cases)) assert.equal(number(Number(value), 5).replace(/\.0+$/, ""), text);
  assert.deepEqual(["1234567", "1234.5678", "0.12345", "1000 of 2"].map(groupDigits), ["1,234,567", "1,234.5678", "0.12345", "1000 of 2"]);
  assert.deepEqual([0, 1, 2, 6000].map((n) => many(n, "step")), ["0 steps", "1 step", "2 steps", "6,000 steps"]);
  assert.deepEqual(["1,000", "12,345.5", "−1,000", "0,5", "1,00", "7"].map(ungroupDigits), ["1000", "12345.5", "−1000", "0,5", "1,00", "7"]);
});

test("a number for a scene can be typed, and is read back unchanged", () => {
  assert.equal(typedNumber(0.1 + 0.2), "0.3");
  for (const value of [1e-7, 0.123456789012, 123456]) assert.equal(Number(typedNumber(value)), value);
});

test("trailing zeros are removed", () => {
  const cases = { "0.50": "0.5", "2.0": "2", "100": "100", "5.0·10⁻⁴": "5·10⁻⁴", "0.0050": "0.005" };
  for (const [long, text] of Object.entries(cases)) assert.equal(trimZeros(long), text);
});

test("a decade of a log axis has an exponent, except 1 and 10", () => {
  assert.deepEqual([-3, 0, 1, 2].map((exponent) => decade(exponent)), ["10⁻³", "1", "10", "10²"]);
});

test("a tick has all its digits, in the notation of other numbers", () => {
  const cases = { 0: "0", 0.125: "0.125", 0.0625: "0.0625", 0.5: "0.5", 3: "3", 1024: "1,024", 10000: "10,000", 1e5: "10⁵", 1e-8: "10⁻⁸", 0.0005: "5·10⁻⁴", "-0.5": "−0.5" };
  for (const [value, text] of Object.entries(cases)) assert.equal(tick(Number(value)), text);
});

test("a short formula in a sentence stays on its line", () => {
  const parts = (sentence) => unbroken(sentence).split(" ");
  assert.deepEqual(parts("for f = Σ αᵢK(xᵢ, ·) it is"), ["for", "f\u00a0=\u00a0Σ\u00a0αᵢK(xᵢ,\u00a0·)", "it", "is"]);
  assert.deepEqual(parts("downhill: w ← w − η∇J(w), with"), ["downhill:", "w\u00a0←\u00a0w\u00a0−\u00a0η∇J(w),", "with"]);
  assert.deepEqual(parts("price λ/2 αᵀKα, and λ Σ |wⱼ|"), ["price", "λ/2\u00a0αᵀKα,", "and", "λ\u00a0Σ\u00a0|wⱼ|"]);
  assert.deepEqual(parts("max(0, 1 − yz) where α ≠ 0 and f = ±1"), ["max(0,\u00a01\u00a0−\u00a0yz)", "where", "α\u00a0≠\u00a00", "and", "f\u00a0=\u00a0±1"]);
  assert.deepEqual(parts("K(x, z) = xᵀz"), ["K(x,\u00a0z)", "=", "xᵀz"], "a long formula may be broken after its sign");
});

test("a power of ten has one digit before it; the format “power” uses one only for very small or large numbers", () => {
  assert.deepEqual([power(0.00012), power(-45000), power(0.00012, 2)], ["1·10⁻⁴", "−5·10⁴", "1.2·10⁻⁴"]);
  const cases = { 0: "0", 0.001: "0.0010", 0.00099: "1·10⁻³", 99999: "99,999", 100000: "1·10⁵" };
  for (const [value, text] of Object.entries(cases)) assert.equal(FORMATS.power(Number(value)), text);
});
