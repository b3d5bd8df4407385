import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

globalThis.window ??= /** @type {any} */ ({});
const { device } = await import("../../../assets/base/storage.js");
const { readSettings, storeSettings } = await import("../../../features/sound/settings.js");
const KEY = "kernel-methods-live-1-sound";

beforeEach(() => device.remove(KEY));

test("sound is off until it is turned on, and the device stores the settings", () => {
  assert.equal(readSettings().isOn, false);
  storeSettings({ isOn: true, volume: 0.2, speed: 2 });
  assert.deepEqual(readSettings(), { isOn: true, volume: 0.2, speed: 2 });
});

test("damaged settings count as none", () => {
  for (const text of ["{", "null", '{"isOn": "yes", "volume": 7, "speed": -1}', "[]"]) {
    device.set(KEY, text);
    const { isOn, volume, speed } = readSettings();
    assert.deepEqual([isOn, volume >= 0 && volume <= 1, speed], [false, true, 1], text);
  }
});
