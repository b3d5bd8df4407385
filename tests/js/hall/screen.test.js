import assert from "node:assert/strict";
import { test } from "node:test";
import { votes } from "../../../features/hall/screen.js";

test("the presenter is told what the hall is at, and the answers once it is closed", () => {
  const question = { kind: "choice", text: "Which?" };
  assert.equal(votes(undefined), "The hall has not been asked.");
  assert.equal(votes({ question, round: 1, open: true, answered: 3, phones: 5, revealed: false }), "Which? Round 1, open: 3 of 5 phones.");
  assert.equal(votes({ question, round: 2, open: false, answered: 5, phones: 5, revealed: false, counts: [1, 4] }),
    "Which? Round 2, closed: 5 of 5 phones. Answers: 1, 4.");
});
