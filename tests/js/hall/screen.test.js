import assert from "node:assert/strict";
import { test } from "node:test";
import { describeRound } from "../../../features/hall/screen.js";

test("the presenter sees the state of the round, and the answers after it is closed", () => {
  const question = { kind: "choice", text: "Which?" };
  assert.equal(describeRound(undefined), "The hall has no question yet.");
  assert.equal(describeRound({ question, round: 1, open: true, answered: 3, phones: 5, revealed: false }), "Which? Round 1, open: 3 of 5 phones have answered.");
  assert.equal(describeRound({ question, round: 2, open: false, answered: 5, phones: 5, revealed: false, counts: [1, 4] }),
    "Which? Round 2, closed: 5 of 5 phones have answered. Answers: 1, 4.");
  assert.match(describeRound({ question, round: 1, open: true, answered: 0, phones: 1, revealed: false }), /: 0 of 1 phone has answered\.$/);
});
