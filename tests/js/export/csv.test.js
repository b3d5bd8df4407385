import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { Path2D: class {} });  // needed by the scripts of pictures, which are imported too
const { cell } = await import("../../../assets/export/csv.js");

test("a number is written in full, and what is none is left empty", () => {
  assert.equal(cell(0.1), "0.1");
  assert.equal(cell(-1e-9), "-1e-9");
  for (const value of [NaN, Infinity, -Infinity]) assert.equal(cell(value), "");
});

test("a text with a comma, a quote or a new line is quoted", () => {
  assert.equal(cell("plain"), "plain");
  assert.equal(cell("a,b"), '"a,b"');
  assert.equal(cell('say "x"'), '"say ""x"""');
  assert.equal(cell("two\nlines"), '"two\nlines"');
});

test("no text is a spreadsheet's formula", () => {
  for (const sign of ["=", "+", "-", "@", "\t"]) assert.equal(cell(`${sign}1`), `'${sign}1`);
  assert.equal(cell("\r1"), '"\'\r1"');
});
