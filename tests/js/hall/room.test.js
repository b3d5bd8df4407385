import assert from "node:assert/strict";
import { test } from "node:test";
import { tab } from "../../../assets/base/storage.js";
import { HallRoom } from "../../../features/hall/room.js";

const SAVED_ROOM = { code: "RKB7XW", path: "/hall/RKB7XW" };

/** Fakes a browser whose requests `network` answers: `room` opens a room as a tab does, `sources` are its event streams. */
function browser(t, network) {
  const sources = [], rooms = [], original = { fetch: globalThis.fetch, EventSource: globalThis.EventSource };
  class Source extends EventTarget {
    static CLOSED = 2;
    readyState = 0;
    constructor() { super(); sources.push(this); }
    close() { this.readyState = Source.CLOSED; }
    say(state) { this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(state) })); }
  }
  const fake = { network, sources, room: () => { rooms.push(new HallRoom("/")); return rooms.at(-1); } };
  Object.assign(globalThis, { EventSource: Source, fetch: () => fake.network() });
  t.after(() => {
    for (const room of rooms) room.close();
    tab.remove("kl-hall");
    Object.assign(globalThis, original);
  });
  return fake;
}

const json = (body, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const waitForEvent = (target, name) => new Promise((resolve) => { target.addEventListener(name, resolve, { once: true }); });

test("without a network requests fail and the room is not forgotten", async (t) => {
  tab.set("kl-hall", JSON.stringify(SAVED_ROOM));
  const fakeBrowser = browser(t, () => Promise.reject(new TypeError("Failed to fetch"))), room = fakeBrowser.room();
  await assert.rejects(room.resume(), /network/);
  await assert.rejects(room.act("close"), /network/);
  assert.ok(tab.get("kl-hall"));
  fakeBrowser.network = () => json({ questions: [] });
  const listens = new Promise((resolve) => { room.listen = () => { HallRoom.prototype.listen.call(room); resolve(true); }; });
  const resumed = room.resume();
  await listens;
  fakeBrowser.sources.at(-1).say({ question: null, open: false });
  assert.equal(await resumed, true);
});

test("a room that does not exist any more is forgotten", async (t) => {
  tab.set("kl-hall", JSON.stringify(SAVED_ROOM));
  const fakeBrowser = browser(t, () => json({ message: "There is no room with this code." }, 404));
  assert.equal(await fakeBrowser.room().resume(), false);
  assert.ok(!tab.get("kl-hall"));
});

test("two tabs of a browser learn about each other if one of them controls a room", async (t) => {
  const fakeBrowser = browser(t, () => json(SAVED_ROOM, 201)), leads = fakeBrowser.room();
  await leads.create();
  const second = fakeBrowser.room(), both = Promise.all([waitForEvent(leads, "tab"), waitForEvent(second, "tab")]);
  tab.remove("kl-hall");
  await second.resume();
  assert.deepEqual((await both).map((event) => event.detail), ["", SAVED_ROOM.code]);
});

test("a room is disconnected without a stream, and reopens it after a proxy's error", async (t) => {
  const fakeBrowser = browser(t, () => json(SAVED_ROOM, 201)), room = fakeBrowser.room();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  await room.create();
  const [source] = fakeBrowser.sources;
  source.say({ question: null, open: false });
  source.dispatchEvent(new Event("error"));
  assert.equal(room.isDisconnected, false, "each stream ends after some seconds");
  t.mock.timers.tick(5000);
  assert.equal(room.isDisconnected, true);
  source.dispatchEvent(new Event("open"));
  assert.equal(room.isDisconnected, false);
  source.readyState = 2;
  source.dispatchEvent(new Event("error"));
  t.mock.timers.tick(2500);
  assert.equal(fakeBrowser.sources.length, 2, "another stream is opened");
});
