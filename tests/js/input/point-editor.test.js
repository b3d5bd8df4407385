import assert from "node:assert/strict";
import { test } from "node:test";
import { Points } from "../../../assets/input/point-editor.js";

/** @param {string} shownEdits @param {string} edits @returns {any} */
function playerOf(shownEdits, edits) {
  /** @type {Record<string, any>} */
  const values = { labels: [1], origin: [-1], points: new Float32Array([0.3, 0.1]) };
  return {
    scene: { edits }, view: {}, reports: /** @type {string[]} */ ([]),
    frame: { scene: { edits: shownEdits }, sweep: { meta: {} }, get: (/** @type {string} */ name) => values[name] },
    on() {},
    query: () => "",
    change(/** @type {object} */ fields) { Object.assign(this.scene, fields); },
    settle() {},
    dispatch() {},
    report(/** @type {string} */ message) { this.reports.push(message); },
  };
}

const stage = /** @type {any} */ ({ name: "plane" }), added = "c_p_0.3_0.1", moved = "c_p_0.3_-0.2";

test("an added point is relabelled once the picture shows it", async () => {
  const late = playerOf(added, moved), current = playerOf(moved, moved);
  assert.equal(new Points(late, stage).flip([-1]), false);
  await Promise.resolve();
  assert.match(late.reports[0], /does not show your last change yet/);
  assert.equal(late.scene.edits, moved, "nothing is changed");
  assert.equal(new Points(current, stage).flip([-1]), true);
  assert.match(current.scene.edits, /^c_n_/);
});
