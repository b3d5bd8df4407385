import assert from "node:assert/strict";
import { test } from "node:test";
import { tab } from "../../../assets/base/storage.js";
import { HallRoom } from "../../../features/hall/room.js";

const KEPT = { code: "RKB7XW", path: "/hall/RKB7XW" };

/** A browser with this network: rooms of its tabs, and the streams of events that they opened. */
function browser(t, network) {
  const sources = [], rooms = [], before = { fetch: globalThis.fetch, EventSource: globalThis.EventSource };
  class Source extends EventTarget {
    static CLOSED = 2;
    readyState = 0;
    constructor() { super(); sources.push(this); }
    close() { this.readyState = Source.CLOSED; }
    say(state) { this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(state) })); }
  }
  const found = { network, sources, room: () => { rooms.push(new HallRoom("/")); return rooms.at(-1); } };
  Object.assign(globalThis, { EventSource: Source, fetch: () => found.network() });
  t.after(() => {
    for (const room of rooms) room.close();
    tab.remove("kl-hall");
    Object.assign(globalThis, before);
  });
  return found;
}

const json = (body, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const heard = (target, name) => new Promise((resolve) => { target.addEventListener(name, resolve, { once: true }); });

test("without a network a room is not forgotten, and whoever asks is told", async (t) => {
  tab.set("kl-hall", JSON.stringify(KEPT));
  const here = browser(t, () => Promise.reject(new TypeError("Failed to fetch"))), room = here.room();
  await assert.rejects(room.resume(), /network/);
  await assert.rejects(room.act("close"), /network/);
  assert.ok(tab.get("kl-hall"));
  here.network = () => json({ questions: [] });
  const listens = new Promise((resolve) => { room.listen = () => { HallRoom.prototype.listen.call(room); resolve(true); }; });
  const resumed = room.resume();
  await listens;
  here.sources.at(-1).say({ question: null, open: false });
  assert.equal(await resumed, true);
});

test("a room that is gone is forgotten", async (t) => {
  tab.set("kl-hall", JSON.stringify(KEPT));
  const here = browser(t, () => json({ message: "There is no room with this code." }, 404));
  assert.equal(await here.room().resume(), false);
  assert.ok(!tab.get("kl-hall"));
});

test("two tabs of a browser hear of each other where one of them leads a room", async (t) => {
  const here = browser(t, () => json(KEPT, 201)), leads = here.room();
  await leads.create();
  const second = here.room(), both = Promise.all([heard(leads, "other"), heard(second, "other")]);
  tab.remove("kl-hall");
  await second.resume();
  assert.deepEqual((await both).map((event) => event.detail), ["", KEPT.code]);
});

test("a stream that is not opened again shows, and so does one that is", async (t) => {
  const here = browser(t, () => json(KEPT, 201)), room = here.room();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  await room.create();
  const [source] = here.sources;
  source.say({ question: null, open: false });
  source.dispatchEvent(new Event("error"));
  assert.equal(room.silent, false, "each stream ends after some seconds");
  t.mock.timers.tick(5000);
  assert.equal(room.silent, true);
  source.dispatchEvent(new Event("open"));
  assert.equal(room.silent, false);
  source.readyState = 2;
  source.dispatchEvent(new Event("error"));
  t.mock.timers.tick(2500);
  assert.equal(here.sources.length, 2, "after an error of a proxy another one is opened");
});
