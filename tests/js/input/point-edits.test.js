import assert from "node:assert/strict";
import { test } from "node:test";
import { add, clear, move, pieces, print, read, relabel, remove } from "../../../assets/input/point-edits.js";

const again = (text) => print(read(text));

test("edits that were read are written in the order of the examples", () => {
  const text = "m17_0.52_-1.1_d12_f3_p_0.3_0.4_n_1_1";
  assert.equal(again(text), "f3_d12_m17_0.52_-1.1_p_0.3_0.4_n_1_1");
  assert.equal(again(again(text)), again(text));
  assert.equal(again("m17,0.52,-1.1;d12"), "d12_m17_0.52_-1.1", "the older notation");
  assert.equal(again(""), "");
  assert.equal(again("c_p_1_2"), "c_p_1_2");
});

test("invalid edits are dropped", () => {
  assert.deepEqual(pieces("x9_m1_2_3"), ["x9", "m1,2,3"]);
  assert.equal(again("x9_m1_2_3"), "m1_2_3");
});

test("coordinates are rounded, without a negative zero", () => {
  const edits = read("");
  add(edits, 1, 0.12345, -0.0001);
  move(edits, 4, 1 / 3, 2);
  assert.equal(print(edits), "m4_0.333_2_p_0.123_0");
});

test("a deleted example is neither moved nor flipped", () => {
  const edits = read("m4_1_1_f4");
  remove(edits, [4]);
  assert.equal(print(edits), "d4");
});

test("added points are named by -1 - k", () => {
  const edits = read("p_1_1_n_2_2_p_3_3");
  move(edits, -2, 5, 5);
  relabel(edits, -3, -1, 1);
  remove(edits, [-1]);
  assert.equal(print(edits), "n_5_5_n_3_3");
});

test("a label flipped twice is that of the data set", () => {
  const edits = read("");
  relabel(edits, 7, -1, 1);
  assert.equal(print(edits), "f7");
  relabel(edits, 7, 1, -1);
  assert.equal(print(edits), "");
  relabel(edits, 7, 1, 1);
  assert.equal(print(edits), "");
});

test("clearing removes the data set and the added points", () => {
  const edits = read("m1_2_3_p_1_1");
  clear(edits);
  assert.equal(print(edits), "c");
});
