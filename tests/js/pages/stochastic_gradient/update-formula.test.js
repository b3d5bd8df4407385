// The sentence about the penalty in a step agrees with what one step changes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { penaltyInWords } from "../../../../pages/stochastic_gradient/figure1/update-formula.js";

test("the penalty makes a coefficient smaller, or changes its sign", () => {
  for (const penalty of [0.25, 1, 1.9, 2, 2.5, 7]) {
    const alpha = 3, after = alpha - penalty * alpha, text = penaltyInWords("mλη", penalty);
    assert.equal(text.includes("makes |αᵢ| smaller"), Math.abs(after) < alpha, text);
    assert.equal(text.includes("turns αᵢ into −αᵢ"), Math.abs(after) === alpha, text);
    assert.equal(text.includes("changes the sign"), Math.abs(after) > alpha, text);
    if (Math.abs(after) > alpha) assert.ok(text.includes(`multiplies |αᵢ| by ${-after / alpha}.`) && after < 0, text);
  }
});
