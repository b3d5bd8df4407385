import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { DeferredRun } from "../../../assets/element/deferred-run.js";

const NAMES = ["window", "document", "location", "history", "innerHeight", "Element"];
/** @type {any} */
let live;
let app, box, deferred, events, page;

// An element of a page in a window 1000 px high; the server draws one part of the page, `box`.
class Thing {
  clicks = 0;
  constructor(name, inside = {}) { this.name = name; this.inside = inside; }
  closest(selector) { return selector.split(", ").includes(this.name) ? this : this.inside[selector] ?? null; }
  click() { this.clicks++; }
}

const can = (address = "tau=0.8&lam=1") => deferred.canPostpone(address, "tau=0.4&lam=1");

describe("a deferred run", () => {
  beforeEach(() => {
    page = Object.fromEntries(NAMES.map((name) => [name, globalThis[name]]));
    app = { testScriptState: "notRunning", testConnectionState: "CONNECTED" };
    box = { top: 5000, bottom: 5100 };
    events = [];
    const location = new URL("http://test/svm?step=2&tau=0.4&lam=1");
    const window = new EventTarget();
    window.addEventListener("address-written", () => events.push("written"));
    Object.assign(globalThis, {
      window, location, innerHeight: 1000, Element: Thing,
      history: { pushState: (_, __, url) => { location.href = url.href; } },
      document: { querySelector: (selector) => (selector.includes("stApp") ? { dataset: app } : selector === ".st-key-below" ? { querySelector: () => null, getBoundingClientRect: () => box } : null) },
    });
    live = {
      data: { written_words: ["tau", "lam"], server_boxes: ["below"], group: "main" }, unacknowledged: [], known: "tau=0.4&lam=1", sent: [],
      player: { dispatch: (name) => events.push(name) }, 
      send(address) { deferred.unsent = ""; this.sent.push(address); this.unacknowledged.push(address); },
    };
    deferred = new DeferredRun(live);
  });

  afterEach(() => {
    deferred.close();
    Object.assign(globalThis, page);
  });

  test("a run is deferred if all server boxes are far from the window", () => {
    assert.ok(can());
    const near = [[1599, 1700], [500, 600], [-700, -599]], far = [[1601, 1700], [-700, -601]];
    for (const [top, bottom] of near) { box = { top, bottom }; assert.ok(!can(), `from ${top} to ${bottom}`); }
    for (const [top, bottom] of far) { box = { top, bottom }; assert.ok(can(), `from ${top} to ${bottom}`); }
  });

  test("a run is not deferred if a word changed that the pictures do not write", () => {
    assert.ok(!can("tau=0.4&lam=1&loss=hinge"));
    assert.ok(!deferred.canPostpone("tau=0.4", "tau=0.4&data=own"));
    assert.ok(deferred.canPostpone("tau=0.4&data=", "tau=0.4"), "an empty word counts as missing");
  });

  test("a run is not deferred while the server is running the page or has not confirmed an address", () => {
    app.testScriptState = "running";
    assert.ok(!can());
    app.testConnectionState = "DISCONNECTED";
    assert.ok(can(), "without a connection nothing can be sent");
    app.testScriptState = "notRunning";
    for (const less of [{ server_boxes: undefined }, { written_words: undefined }, { waiting: true }]) {
      live.data = { ...live.data, ...less };
      assert.ok(!can());
      live.data = { written_words: ["tau"], server_boxes: ["below"] };
    }
    live.unacknowledged.push("tau=0.5");
    assert.ok(!can());
  });

  test("a deferred address is written, without empty words and words that the pictures do not write", () => {
    deferred.postpone("tau=0.8&lam=&m=60");
    assert.equal(location.search, "?step=2&tau=0.8");
    assert.deepEqual(events, ["written", "postponed"]);
    deferred.postpone("tau=0.9&lam=2");
    assert.equal(location.search, "?step=2&tau=0.9&lam=2");
  });

  test("a sent address is written before the server gets it, with the names of the address", async () => {
    const { Live } = await import("../../../assets/element/live-element.js");
    const texts = [];
    live = { data: { written_words: ["tau", "step"], address_names: { step: "at" } }, unacknowledged: [], component: { setStateValue: (_, text) => texts.push([text, location.search]) } };
    live.deferred = new DeferredRun(live);
    Live.prototype.send.call(live, "tau=0.8&lam=9&step=7");
    assert.deepEqual(texts, [["tau=0.8&lam=9&step=7", "?step=2&lam=1&tau=0.8&at=7"]]);
    assert.deepEqual(live.unacknowledged, ["tau=0.8&lam=9&step=7"]);
    live.deferred.close();
  });

  test("the deferred address is sent when a server box comes near, or a control of the server is used", () => {
    deferred.postpone("tau=0.8&lam=1");
    window.dispatchEvent(new Event("scroll"));
    assert.deepEqual(live.sent, []);
    deferred.onInput({ target: new Thing("p") });
    deferred.onInput({ target: new Thing("input", { "[data-live]": { live } }) });
    assert.deepEqual(live.sent, [], "neither a text nor the element's own sliders");
    box = { top: 1500, bottom: 1600 };
    window.dispatchEvent(new Event("scroll"));
    assert.deepEqual(live.sent, ["tau=0.8&lam=1"]);
    deferred.postpone("tau=0.9&lam=1");
    deferred.onInput({ target: new Thing("button") });
    assert.deepEqual(live.sent, ["tau=0.8&lam=1", "tau=0.9&lam=1"]);
  });

  test("a plain press waits until the server has the settings; one with a modifier key does not", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    deferred.postpone("tau=0.8&lam=1");
    const button = new Thing("button"), plain = { target: button, isTrusted: true, stopped: 0, stopImmediatePropagation() { this.stopped++; }, preventDefault() {} };
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { isTrusted: false }]) {
      const pressed = { ...plain, ...more };
      deferred.onClick(pressed);
      assert.deepEqual([pressed.stopped, live.sent], [0, []], JSON.stringify(more));
    }
    deferred.onClick(plain);
    assert.deepEqual([plain.stopped, live.sent, button.clicks], [1, ["tau=0.8&lam=1"], 0]);
    live.unacknowledged.length = 0;
    deferred.release();
    assert.equal(button.clicks, 1);
  });

  test("watching ends when no address is unsent", () => {
    deferred.postpone("tau=0.8&lam=1");
    const watching = deferred.watching;
    deferred.release();
    assert.equal(deferred.watching, watching, "an address is unsent");
    deferred.cancel("tau=0.4&lam=1");
    assert.ok(watching.signal.aborted && !deferred.watching);
    assert.equal(location.search, "?step=2&tau=0.4&lam=1");
  });

  test("after Back the server reads the address, so the deferred one counts as sent", () => {
    deferred.postpone("tau=0.8&lam=1");
    window.dispatchEvent(new Event("popstate"));
    assert.deepEqual([deferred.unsent, live.known, deferred.watching], ["", "tau=0.8&lam=1", undefined]);
  });

  test("each sent state has another number, and the step if the element does not write it", () => {
    assert.equal(deferred.stamp(), "&told=1", "a step by its number");
    location.search = "?step=slack&tau=0.4";
    assert.equal(deferred.stamp(), "&step=slack&told=2");
    location.search = "?step=37&tau=0.4";
    assert.equal(deferred.stamp(), "&told=3");
  });
});
