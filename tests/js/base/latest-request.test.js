import assert from "node:assert/strict";
import { afterEach, describe, mock, test } from "node:test";
import { latestRequest } from "../../../assets/base/latest-request.js";
import { answerWith } from "../../../assets/base/requests.js";

describe("the latest request", () => {
  afterEach(() => { mock.timers.reset(); answerWith((address, options) => fetch(address, options)); });

  for (const [name, status, expected] of /** @type {const} */ ([["a refused query", 400, true], ["a query to a busy server", 503, false], ["a query without answer", 0, false]])) {
    test(`${name} is told apart`, async () => {
      mock.timers.enable({ apis: ["setTimeout"] });
      answerWith(async () => { if (!status) throw new TypeError("no connection"); return Response.json({ message: "No." }, { status }); });
      /** @type {boolean[]} */
      const refusals = [];
      await latestRequest("/vote", () => assert.fail("there is no answer"), (message, isRefused) => { refusals.push(isRefused); })("edits=c");
      assert.deepEqual(refusals, [expected]);
    });
  }
});
