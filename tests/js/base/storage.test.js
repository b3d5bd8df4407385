import assert from "node:assert/strict";
import { test } from "node:test";
import { device } from "../../../assets/base/storage.js";

/** Fakes a browser that stores texts of at most `room` characters; returns the stored texts. */
function browser(t, room) {
  const stored = new Map(), before = Object.getOwnPropertyDescriptor(globalThis, "window");
  const localStorage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, text) => { if (text.length > room) throw new Error("QuotaExceededError"); stored.set(key, text); },
    removeItem: (key) => stored.delete(key),
  };
  Object.defineProperty(globalThis, "window", { value: { localStorage }, configurable: true });
  t.after(() => { device.remove("a"); if (before) Object.defineProperty(globalThis, "window", before); else delete globalThis.window; });
  return stored;
}

test("a stored value is read from the browser", (t) => {
  const stored = browser(t, 9);
  assert.equal(device.set("a", "short"), true);
  assert.equal(stored.get("a"), "short");
  assert.equal(device.get("a"), "short");
  device.remove("a");
  assert.equal(device.get("a"), null);
});

test("a refused value lasts until the page is closed, and `set` returns false", (t) => {
  const stored = browser(t, 9);
  device.set("a", "short");
  assert.equal(device.set("a", "longer than that"), false);
  assert.equal(device.get("a"), "longer than that");
  assert.equal(device.set("a", "again"), true);
  assert.equal(device.get("a"), stored.get("a"));
});
