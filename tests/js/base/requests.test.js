import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { fetchSweep } from "../../../assets/base/sweep-decoder.js";
import { answerWith, request, RequestRefused } from "../../../assets/base/requests.js";

const page = globalThis.fetch;

describe("requests", () => {
  afterEach(() => { globalThis.fetch = page; answerWith((address, options) => fetch(address, options)); });

  test("a request goes to the server", async () => {
    globalThis.fetch = async (address, { cache }) => new Response(`${address} ${cache}`);
    assert.equal(await (await request("/ball?p=1", { cache: "no-store" })).text(), "/ball?p=1 no-store");
  });

  test("a replaced responder answers all requests, also those for sweeps", async () => {
    globalThis.fetch = () => assert.fail("there is no server");
    answerWith(async (address) => Response.json({ message: `Not ${address}.` }, { status: 400 }));
    await assert.rejects(fetchSweep("/frames"), (error) => error instanceof RequestRefused && error.message === "Not /frames.");
  });
});
