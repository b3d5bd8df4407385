import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { field } from "../../../assets/base/sweep-decoder.js";
import { flushTasks, data, putUp, slider, STOPS, Thing } from "../element/stage.js";
import { encode } from "../safetensors.js";

globalThis.window ??= /** @type {any} */ ({ requestIdleCallback: (run) => queueMicrotask(run) });
const { unmount } = await import("../../../assets/element/live-element.js");

describe("a handout", () => {
  let page, places;

  beforeEach(() => {
    places = [];
    page = putUp({ drawn: [], sights: [], written: [], address: new URL("http://test/"), background: () => "rgb(255, 255, 255)" });
  });

  afterEach(() => {
    for (const place of places) unmount(/** @type {any} */ (place));
    Object.assign(globalThis, page);
  });

  test("a handout's sweeps along one slider also serve the other, and a number in the address finds its stop", async () => {
    const packed = (lam, errors) => gzipSync(new Uint8Array(encode({ stops: ["F64", [3], STOPS], x: ["F64", [2], [1, 2]], train_error: ["F64", [3], errors], field: ["I8", [3, 1, 2], errors.flatMap((e) => [e * 10, 4 * lam])] }, { scale: String(lam) }))).toString("base64");
    const rows = [[0.5, [3, 2, 1]], [1, [6, 5, 4]]].map(([lam, errors]) => ({ along: "tau", fields: { lam, loss: "hinge" }, packed: packed(lam, errors) }));
    const side = [slider("tau", "τ"), { ...slider("lam", "λ"), stops: [0.5, 1] }];
    const { sweeps: _, ...element } = data({ side, query: "tau=0.20&lam=1&loss=hinge" });
    const place = new Thing("div"), theme = new Thing("button"), ids = { element: { textContent: JSON.stringify(element) }, sweeps: { textContent: JSON.stringify(rows) }, tools: { textContent: "[]" }, picture: place, theme };
    Object.assign(document, { getElementById: (id) => ids[id], documentElement: { dataset: {} } });
    globalThis.matchMedia = /** @type {any} */ (() => ({ matches: true, addEventListener() {} }));
    places.push(place);
    await import("../../../features/site/handout/handout.js");
    await flushTasks();
    const { live } = place.children.at(-1), { player } = live, shownNumbers = () => [player.frame.get("train_error"), ...field(player.frame.sweep, player.frame.stop)];
    assert.equal(document.documentElement.dataset.theme, "dark");
    assert.deepEqual([player.frame.along, shownNumbers()], ["tau", [5, 50, 4]]);
    player.move("tau", 0.4);
    assert.deepEqual(shownNumbers(), [4, 40, 4]);
    player.move("lam", 0.5);
    assert.deepEqual(shownNumbers(), [1, 5, 1]);
    player.active = "lam";
    player.move("lam", 1);
    assert.deepEqual([[...player.find(player.scene, "lam").sweep.stops], shownNumbers()], [[0.5, 1], [4, 40, 4]]);
  });

  test("a handout with one slider has its sweep, and its tools are mounted after the picture", async () => {
    const packed = gzipSync(new Uint8Array(encode({ stops: ["F64", [3], STOPS], train_error: ["F64", [3], [3, 2, 1]] }))).toString("base64");
    const { sweeps: _, ...element } = data(), place = new Thing("div");
    const tool = "data:text/javascript,export const mount = () => { globalThis.mounted = globalThis.document.getElementById('picture').children.length; }";
    const ids = { tools: { textContent: JSON.stringify([tool]) }, element: { textContent: JSON.stringify(element) }, sweeps: { textContent: JSON.stringify([{ along: "tau", fields: { loss: "hinge" }, packed }]) }, picture: place, theme: new Thing("button") };
    Object.assign(document, { getElementById: (id) => ids[id], documentElement: { dataset: {} } });
    globalThis.matchMedia = /** @type {any} */ (() => ({ matches: false, addEventListener() {} }));
    places.push(place);
    const again = "../../../features/site/handout/handout.js?one-slider";
    await import(again);
    await flushTasks();
    assert.equal(place.children.at(-1).live.player.frame.get("train_error"), 2);
    assert.equal(/** @type {any} */ (globalThis).mounted, 1);
  });
});
