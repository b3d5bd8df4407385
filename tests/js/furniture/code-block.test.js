import assert from "node:assert/strict";
import { test } from "node:test";
import { pieces } from "../../../assets/furniture/code-block.js";

const CODE = `import numpy as np  # "not" a string
def fit(x, lam=1e-3):
    """Two
    lines."""
    return np.exp(-x**2 / 2) if lam else 'it\\'s # none'
`;

test("Python code is split into tokens by kind, and no character is lost", () => {
  const parts = pieces(CODE);
  assert.equal(parts.map(([, text]) => text).join(""), CODE);
  /** @param {string} kind */
  const all = (kind) => parts.filter(([label]) => label === kind).map(([, text]) => text);
  assert.deepEqual(all("comment"), ['# "not" a string']);
  assert.deepEqual(all("string"), ['"""Two\n    lines."""', "'it\\'s # none'"]);
  assert.deepEqual(all("number"), ["1e-3", "2", "2"]);
  assert.deepEqual(all("keyword"), ["import", "as", "def", "return", "if", "else"]);
  assert.deepEqual(all("function"), ["fit", "exp"]);
});

test("a lone quote and an empty text are unchanged", () => {
  for (const text of ["", "it's", '"""open']) assert.equal(pieces(text).map(([, piece]) => piece).join(""), text);
});
