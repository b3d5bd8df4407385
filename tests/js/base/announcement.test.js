import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import { announceAtRest, MAX_DELAY_MS, QUIET_MS } from "../../../assets/base/announcement.js";

let changes, calls, now, globals;

/** Let some time pass. */
function pass(ms) {
  now += ms;
  mock.timers.tick(ms);
}

const changeText = () => { changes.forEach((change) => change()); };

describe("announcements", () => {
  beforeEach(() => {
    [changes, calls, now] = [new Set(), [], 0];
    mock.timers.enable({ apis: ["setTimeout"] });
    mock.method(performance, "now", () => now);
    globals = { document: globalThis.document, MutationObserver: globalThis.MutationObserver };
    Object.assign(globalThis, {
      document: { documentElement: {} },
      MutationObserver: class {
        constructor(change) { this.change = change; }
        observe() { changes.add(this.change); }
        disconnect() { changes.delete(this.change); }
      },
    });
  });

  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
    Object.assign(globalThis, globals);
  });

  test("an announcement waits until no text has changed for a while", () => {
    announceAtRest(() => calls.push("a"));
    pass(QUIET_MS - 1);
    changeText();
    pass(QUIET_MS - 1);
    assert.deepEqual(calls, []);
    pass(1);
    assert.deepEqual([calls, changes.size], [["a"], 0], "it does not watch the page any longer");
  });

  test("a page whose texts keep changing is announced at the latest after the longest delay", () => {
    announceAtRest(() => calls.push("a"));
    for (let ms = 0; ms < MAX_DELAY_MS; ms += 100) { assert.deepEqual(calls, []); pass(100); changeText(); }
    pass(0);
    assert.deepEqual(calls, ["a"]);
  });

  test("a cancelled announcement is not made", () => {
    announceAtRest(() => calls.push("a"))();
    pass(MAX_DELAY_MS);
    assert.deepEqual([calls, changes.size], [[], 0]);
  });
});
