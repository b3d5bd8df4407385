import assert from "node:assert/strict";
import { test } from "node:test";
import { add, move, print, read, relabel, remove } from "../../../../pages/multiclass/plane/point-edits.js";

test("edits that were read are written in the order of the examples", () => {
  assert.equal(print(read("m17_0.5_-1_d12_k3_2_a1_0.3_0.4")), "k3_2_d12_m17_0.5_-1_a1_0.3_0.4");
  assert.equal(print(read("c_a2_1_1")), "c_a2_1_1");
});

test("an example can be moved and relabelled", () => {
  const edits = read("");
  move(edits, 5, 1, 2);
  relabel(edits, 5, 3);
  add(edits, 0, 1, 1);
  relabel(edits, -1, 2);
  assert.equal(print(edits), "m5_1_2_k5_3_a2_1_1");
  remove(edits, [5, -1]);
  assert.equal(print(edits), "d5");
});
