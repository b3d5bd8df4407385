import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import { setImmediate } from "node:timers";
import { encode } from "../safetensors.js";

Object.assign(globalThis, { window: { requestIdleCallback: (run) => queueMicrotask(run) } });
const { Player } = await import("../../../assets/element/player.js");

const STOPS = [0.1, 0.2, 0.4, 0.8];
const page = globalThis.fetch;
let requests, refuse, player, events;

// The server's sweeps have at each stop the stop itself as `train_error`, so that a test sees which stop is shown.
async function server(url) {
  const query = new URL(url, "http://test").searchParams, along = query.get("along");
  requests.push(url);
  if (refuse) return new Response(JSON.stringify({ message: refuse.message }), { status: refuse.status });
  const stops = query.get("stops") === "1" ? [Number(query.get(along))] : STOPS.with(STOPS.indexOf(near(Number(query.get(along)))), Number(query.get(along)));
  return new Response(encode({ stops: ["F64", [stops.length], stops], train_error: ["F64", [stops.length], stops] }));
}

const near = (value) => STOPS.reduce((best, stop) => (Math.abs(Math.log(stop / value)) < Math.abs(Math.log(best / value)) ? stop : best));

function makePlayer(query = "data=moons&kernel=rbf&tau=0.4&lam=0.2", alongs = ["tau", "lam"]) {
  const kernels = { tau: ["rbf"], nu: ["matern"] };
  const sliders = alongs.map((along) => ({ along, stops: STOPS, kernels: kernels[along] }));
  player = new Player({ frames: "/frames", query, view: {}, sliders, grid: 11, stops: 4 });
  events = [];
  for (const name of ["paint", "settle", "busy", "preview", "ready", "trouble"]) player.on(name, (detail) => events.push([name, detail]));
  return player;
}

const flushTasks = async () => { for (let k = 0; k < 50; k++) await new Promise(setImmediate); };
const eventsOf = (name) => events.filter(([what]) => what === name).map(([, detail]) => detail);
const along = (name) => requests.filter((url) => url.includes(`along=${name}&stops=4`)).length;

describe("the player", () => {
  beforeEach(() => {
    [requests, refuse] = [[], null];
    globalThis.fetch = server;
  });

  afterEach(() => {
    player.close();
    mock.timers.reset();
    globalThis.fetch = page;
  });

  test("it requests the active slider's sweep, then, when idle, the others", async () => {
    makePlayer().need();
    await flushTasks();
    assert.match(requests[0], /^\/frames\?data=moons&kernel=rbf&tau=0.4&lam=0.2&along=tau&stops=4&grid=11$/);
    assert.deepEqual([along("tau"), along("lam")], [1, 1]);
    assert.equal(player.frame.get("train_error"), 0.4);
    assert.equal(eventsOf("ready").length, 1);
  });

  test("each single frame shown during a long sweep is one preview; “ready” follows the sweep", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    /** @type {() => void} */
    let arrive = () => {};
    const arrived = new Promise((resolve) => { arrive = () => resolve(undefined); });
    globalThis.fetch = async (/** @type {any} */ url) => {
      if (url.includes("-progress?")) return new Response(JSON.stringify({ done: 1, of: 4 }));
      if (url.includes("stops=4")) await arrived;
      return server(url);
    };
    makePlayer();
    player.show();
    player.need();
    const errors = [];
    for (const ms of [1900, 100, 700, 700]) {
      await flushTasks();
      mock.timers.tick(ms);
      await flushTasks();
      errors.push(eventsOf("preview").length);
    }
    assert.deepEqual(errors, [0, 1, 1, 1]);
    player.move("tau", 0.8);
    for (const ms of [400, 700]) {  // after a release, then after a pause
      await flushTasks();
      mock.timers.tick(ms);
    }
    await flushTasks();
    assert.equal(eventsOf("preview").length, 2);
    assert.equal(eventsOf("ready").length, 0);
    arrive();
    await flushTasks();
    assert.equal(eventsOf("ready").length, 1);
  });

  test("a sweep with fewer stops is used, single frames fill the gaps, and all stops are computed on request", async () => {
    const headers = [];
    globalThis.fetch = async (/** @type {any} */ url, /** @type {any} */ options) => {
      if (!url.includes("stops=4")) return server(url);
      requests.push(url);
      headers.push(options?.headers);
      const stops = options?.headers?.Prefer === "wait" ? STOPS : [0.2, 0.8];
      return new Response(encode({ stops: ["F64", [stops.length], stops], train_error: ["F64", [stops.length], stops] }, stops.length < 4 ? { all_stops: "4" } : {}));
    };
    makePlayer("data=moons&kernel=rbf&tau=0.2", ["tau"]);
    const offers = [];
    player.on("stops", (/** @type {any} */ offer) => offers.push(offer));
    player.need();
    await flushTasks();
    assert.deepEqual(offers.at(-1), { stops: 2, of: 4 });
    assert.equal(eventsOf("ready").length, 1);
    player.move("tau", 0.8);
    assert.equal(player.frame.get("train_error"), 0.8);
    player.move("tau", 0.4);
    await flushTasks();
    assert.equal(player.frame.get("train_error"), 0.4);
    player.settle();
    player.reach("tau");
    await flushTasks();
    assert.equal(along("tau"), 1);  // no sweep is requested a second time
    player.need(true);
    await flushTasks();
    assert.equal(along("tau"), 2);
    assert.equal(offers.at(-1).of, 0);
    player.move("tau", 0.1);
    assert.equal(player.frame.get("train_error"), 0.1);
  });

  test("a sweep prefetched after the last single frame is shown after the release", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    /** @type {() => void} */
    let arrive = () => {};
    const arrived = new Promise((resolve) => { arrive = () => resolve(undefined); });
    globalThis.fetch = async (/** @type {any} */ url) => {
      if (url.includes("along=lam&stops=4")) await arrived;
      return server(url);
    };
    makePlayer().need();
    await flushTasks();
    player.move("lam", 0.4);
    await flushTasks();
    assert.equal(player.frame.sweep.stops.length, 1);
    arrive();
    await flushTasks();
    mock.timers.tick(400);
    await flushTasks();
    assert.equal(player.frame.along, "lam");
    assert.equal(player.frame.sweep.stops.length, 4);
  });

  test("an address that changes only the view is painted", async () => {
    makePlayer().need();
    await flushTasks();
    const query = player.query(), sliders = ["tau", "lam"].map((name) => ({ along: name, stops: STOPS }));
    player.adopt(query, {}, sliders);
    const before = eventsOf("paint").length;
    player.adopt(query, {}, sliders);
    assert.equal(eventsOf("paint").length, before);
    player.adopt(query, { at: "0.4,0.3" }, sliders);
    assert.equal(eventsOf("paint").length, before + 1);
    assert.equal(player.view.at, "0.4,0.3");
  });

  test("sweeps that a view shows come before prefetches, also in data-saving mode", async () => {
    /** @type {() => import("../../../assets/element/player.js").Wish[]} */
    const guess = () => [["tau", { loss: "huber" }]], wish = () => [["tau", { risk: "mean" }, 5, true]];
    const names = (all) => all.map(([, { loss, risk }]) => loss ?? risk ?? "other");
    makePlayer().wishes.push(guess, wish);
    assert.deepEqual(names(player.nextWishes()), ["mean", "other", "huber"]);
    Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
    assert.deepEqual(names(player.nextWishes()), ["mean", "other"]);
    delete navigator.connection;
  });

  test("a slider with a loaded sweep draws at once and requests nothing", async () => {
    makePlayer().need();
    await flushTasks();
    const before = requests.length;
    player.move("tau", 0.8);
    assert.equal(player.frame.get("train_error"), 0.8);
    assert.equal(requests.length, before);
  });

  test("a sweep has one address for all stops of its slider", async () => {
    makePlayer().need();
    await flushTasks();
    player.move("tau", 0.8);
    player.settle();
    await flushTasks();
    assert.equal(along("tau"), 1);
    player.change({ loss: "squared" });
    await flushTasks();
    assert.match(requests.at(-1), /loss=squared&along=tau&stops=1&/);
    assert.match(requests.at(-1), /tau=0.8&/, "a single frame is requested at its own stop");
    player.settle();
    await flushTasks();
    const swept = requests.filter((url) => url.includes("loss=squared") && url.includes("stops=4"));
    assert.deepEqual(swept.map((url) => /(tau=.*?)&(lam=.*?)&/.exec(url).slice(1)), [["tau=0.4", "lam=0.2"], ["tau=0.8", "lam=0.2"]]);
    assert.equal(player.frame.get("train_error"), 0.8);
  });

  test("a value between the stops has a sweep of its own", async () => {
    makePlayer("kernel=rbf&tau=0.4&lam=0.2").need();
    await flushTasks();
    player.move("tau", 0.35);
    player.settle();
    await flushTasks();
    assert.deepEqual(requests.filter((url) => url.includes("along=tau&stops=4")).map((url) => /tau=(.*?)&/.exec(url)[1]), ["0.4", "0.35"]);
    assert.equal(player.frame.get("train_error"), 0.35);
  });

  test("a release sends the new setting to the page", async () => {
    makePlayer().need();
    await flushTasks();
    player.move("tau", 0.8);
    player.settle();
    assert.equal(new URLSearchParams(eventsOf("settle").at(-1).query).get("tau"), "0.8");
  });

  test("a pause counts as a release, but not during a drag", async () => {
    makePlayer().need();
    await flushTasks();
    mock.timers.enable({ apis: ["setTimeout"] });
    player.hold(true);
    player.move("tau", 0.8);
    mock.timers.tick(1000);
    assert.equal(eventsOf("settle").length, 0);
    player.hold(false);
    player.move("tau", 0.2);
    mock.timers.tick(349);
    assert.equal(eventsOf("settle").length, 0);
    mock.timers.tick(1);
    assert.equal(eventsOf("settle").length, 1);
  });

  test("a value between the stops takes the place of the nearest one", () => {
    makePlayer("tau=0.35&lam=0.2");
    assert.deepEqual(player.stops("tau"), [0.1, 0.2, 0.35, 0.8]);
    assert.deepEqual(player.stops("lam"), STOPS);
    assert.equal(player.index("tau"), 2);
  });

  test("a scene without a sweep is loaded as a single frame, the newest scene first", async () => {
    makePlayer().need();
    await flushTasks();
    const before = requests.length;
    for (const edits of ["m1_0_0", "m1_0_1", "m1_0_2"]) player.change({ edits });
    await flushTasks();
    const singles = requests.slice(before).filter((url) => url.includes("stops=1"));
    assert.ok(singles[0].includes("m1_0_0") && singles.at(-1).includes("m1_0_2"));
    assert.equal(singles.length, 2, "the scene in between was skipped");
  });

  test("another data set clears the edits and the own points", () => {
    makePlayer("data=own&points=v1&edits=d1&tau=0.4&lam=0.2").change({ data: "moons" });
    assert.deepEqual([player.scene.data, player.scene.edits, player.scene.points], ["moons", "", ""]);
  });

  test("a kernel without a bandwidth has no slider along it", () => {
    makePlayer();
    assert.equal("tau" in player.variant({ kernel: "linear" }), false);
    assert.equal(player.along(player.variant({ kernel: "linear" })), "lam");
  });

  test("a kernel has the sliders of its own parameters", () => {
    makePlayer(undefined, ["tau", "nu", "lam"]);
    const other = player.variant({ kernel: "matern", nu: "1.5" });
    assert.deepEqual([other.nu, "tau" in other, player.along(other, "tau")], ["1.5", false, "nu"]);
    assert.equal(player.along(player.variant({ kernel: "rbf" }, other), "nu"), "lam");
  });

  test("if the active slider belongs to another kernel, the sweep is along another slider", async () => {
    makePlayer().active = "tau";
    const [, lam] = ["tau", "lam"].map((name) => ({ along: name, stops: STOPS }));
    player.adopt("data=moons&kernel=linear&tau=0.4&lam=0.2", {}, [lam]);
    await flushTasks();
    assert.deepEqual([player.active, along("lam"), along("tau")], ["lam", 1, 0]);
  });

  test("an unreachable server causes a message and a retry; an answer removes the message", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    refuse = { status: 503, message: "The server is busy." };
    makePlayer().need();
    await flushTasks();
    assert.match(player.trouble, /^The server is busy\. Pictures that are loaded still work/);
    assert.deepEqual(eventsOf("busy").at(-1), { busy: false }, "no request is pending");
    refuse = null;
    mock.timers.tick(1000);
    await flushTasks();
    assert.equal(player.trouble, null);
    assert.equal(player.frame.get("train_error"), 0.4);
  });

  test("the intervals between retries grow up to a limit", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    refuse = { status: 503, message: "The server is busy." };
    makePlayer().need();
    await flushTasks();
    const waits = [];
    for (let k = 0; k < 8; k++) {
      const before = requests.length;
      let waited = 0;
      while (requests.length === before && waited < 100) { mock.timers.tick(500); waited += 0.5; await flushTasks(); }
      waits.push(waited);
    }
    assert.deepEqual(waits, [...waits].sort((a, b) => a - b));
    assert.ok(waits[0] >= 0.5 && waits[7] > waits[0] && waits[7] === waits[6] && waits[7] < 60, String(waits));
  });

  test("a refused scene shows the reason and is not requested again", async () => {
    refuse = { status: 400, message: "m is at most 1000." };
    makePlayer().need();
    await flushTasks();
    assert.equal(player.trouble, "m is at most 1000.");
    const before = requests.length;
    await flushTasks();
    assert.equal(requests.length, before);
  });

  test("a closed player requests nothing", async () => {
    makePlayer().close();
    player.need();
    await flushTasks();
    assert.deepEqual(requests, []);
  });

  test("after an edit the sweep is requested only after a pause", async () => {
    makePlayer().need();
    await flushTasks();
    const before = requests.length;
    mock.timers.enable({ apis: ["setTimeout"] });
    player.change({ edits: "m1_0_0" });
    player.settle();
    mock.timers.tick(1000);
    player.change({ edits: "m1_0_1" });
    player.settle();
    mock.timers.tick(1199);
    await flushTasks();
    assert.ok(requests.slice(before).every((url) => url.includes("stops=1&")), "only the single frame");
    mock.timers.tick(1);
    await flushTasks();
    const sweeps = requests.slice(before).filter((url) => url.includes("stops=4"));
    assert.ok(sweeps.length && sweeps.every((url) => url.includes("m1_0_1")));
  });

  test("a press on a slider requests the sweep that an edit has postponed, once", async () => {
    makePlayer().need();
    await flushTasks();
    player.change({ edits: "m1_0_0" });
    player.settle();
    const before = along("tau");
    player.reach("tau");
    player.reach("tau");
    await flushTasks();
    assert.equal(along("tau"), before + 1);
    player.move("tau", 0.8);
    assert.equal(player.frame.get("train_error"), 0.8);
  });

  test("a press on a slider requests the sweep that a busy server refused to prefetch", async () => {
    globalThis.fetch = async (url, options) =>
      (new Headers(options.headers).get("Purpose") === "prefetch" ? new Response(null, { status: 204 }) : server(url));
    makePlayer().need();
    await flushTasks();
    assert.equal(along("lam"), 0);
    player.reach("lam");
    await flushTasks();
    assert.equal(along("lam"), 1);
    assert.deepEqual(eventsOf("trouble"), []);
    player.move("lam", 0.8);
    assert.equal(player.frame.get("train_error"), 0.8);
  });

  test("an edit aborts the pending sweep", async () => {
    makePlayer().need();
    await flushTasks();
    const aborted = [];
    globalThis.fetch = (address, options) => new Promise((resolve, reject) => {
      const url = String(address);
      if (url.includes("stops=1&")) { resolve(server(url)); return; }
      options.signal.addEventListener("abort", () => { aborted.push(url); reject(options.signal.reason); });
    });
    player.change({ edits: "m1_0_0" });
    player.reach("tau");
    player.settle();
    await flushTasks();
    assert.deepEqual(aborted, []);
    player.change({ edits: "m1_0_1" });
    await flushTasks();
    assert.equal(aborted.length, 1);
    assert.ok(aborted[0].includes("m1_0_0"));
    assert.deepEqual([eventsOf("busy").at(-1), player.trouble], [{ busy: false }, undefined]);
  });

  test("an answer to a view's request that comes after the release is followed by “ready”", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    makePlayer("", []);
    player.frames = null;
    const answer = (x) => ({ stops: new Float64Array([0]), meta: {}, tensors: { x: { data: new Float64Array([x]), shape: [1], fixed: true } } });
    player.receive(answer(1));
    mock.timers.tick(200);
    player.receive(answer(2));
    mock.timers.tick(200);
    assert.deepEqual([eventsOf("paint").length, eventsOf("ready").length], [2, 0], "each answer is shown, and “ready” waits");
    mock.timers.tick(200);
    assert.equal(eventsOf("ready").length, 1);
  });

  test("prefetching ends without a message when a busy server refuses", async () => {
    const guesses = [];
    globalThis.fetch = async (url, options) => {
      if (new Headers(options.headers).get("Purpose") !== "prefetch") return server(url);
      guesses.push(url);
      return new Response(null, { status: 204 });
    };
    makePlayer();
    player.variants = [{ kernel: "linear" }];
    player.need();
    await flushTasks();
    assert.equal(guesses.length, 1, "of two");
    assert.equal(player.trouble, undefined);
  });
});
