// Sentences about a matrix are true of any matrix, also of one that is not symmetric, and if there is none.

import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { window: globalThis, addEventListener() {}, devicePixelRatio: 1 });
const { sliceInWords, spectrumInWords } = await import("../../../../pages/is_it_a_kernel/builder/builder-plots.js");
const { stoppedInWords } = await import("../../../../pages/is_it_a_kernel/counterexample-search.js");
const { eigenvaluesInWords, matrixName } = await import("../../../../pages/is_it_a_kernel/eigenvalues.js");

test("a spectrum is described by signs, and the largest eigenvalue only if it is positive", () => {
  assert.match(spectrumInWords([3, 1, -2], [1, 1, -1], true), /^Eigenvalues: 1 of 3 negative .* smallest is −2\.00\.$/);
  assert.match(spectrumInWords([3, 1, 1e-17], [1, 1, 0], true), /2 of 3 positive .* 1 zero .* none negative; the largest is 3/);
  assert.doesNotMatch(spectrumInWords([0, 0], [0, 0], true), /largest|positive/);
  assert.match(spectrumInWords([1, -1], [1, -1], false), /^K is not symmetric\. Eigenvalues of \(K \+ Kᵀ\)\/2/);
});

test("a slice is described if there is one, and another example mentioned if there is another", () => {
  assert.match(sliceInWords(0, 2, 1, true), /^k\(x, ·\) for example 1.*Point at another/);
  assert.match(sliceInWords(1, 2, 5, false), /^No slice for example 2.*k\(x, x\) = 5\.00/);
  assert.doesNotMatch(sliceInWords(0, 1, 1, true), /another/);
});

test("a search stopped before its first report describes no result", () => {
  assert.doesNotMatch(stoppedInWords(), /lowest|0 matrices/);
  assert.match(stoppedInWords(1), /after 1 matrix\. .*smallest eigenvalue/);
  assert.match(stoppedInWords(1200), /after 1,200 matrices\./);
});

test("eigenvalues are attributed to the right matrix, and a subset is called a subset", () => {
  const symmetric = (yes) => /** @type {Frame} */ (/** @type {unknown} */ ({ get: () => yes }));
  assert.equal(matrixName(symmetric(0)), "(K + Kᵀ)/2");
  assert.equal(eigenvaluesInWords([-1e-7, 2], matrixName(symmetric(1))), "1 of the 2 eigenvalues of K is below 0. All: −1.0·10⁻⁷, 2.00");
  assert.match(eigenvaluesInWords([-3, -2, ...Array(7).fill(1)], "K"), /^2 of the 9 eigenvalues of K are below 0\. The 7 smallest: −3/);
});
