import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { History } from "../../../assets/input/undo-history.js";

class Player {
  constructor() {
    this.scene = { data: "moons", m: "40", edits: "" };
    this.listeners = {};
  }

  on(moment, listener) { this.listeners[moment] = listener; }
  change(fields) { Object.assign(this.scene, fields); }
  settle() { this.listeners.settle(); }
  edit(edits) { this.change({ edits }); this.settle(); }
}

let player, history, count = 0;

describe("undo and redo", () => {
  beforeEach(() => {
    player = new Player();
    history = new History(`element ${count++}`, player);
    player.settle();
  });

  test("steps go back and forth", () => {
    player.edit("d1");
    player.edit("d1_d2");
    assert.ok(history.undo() && history.undo());
    assert.deepEqual([player.scene.edits, history.canUndo, history.canRedo], ["", false, true]);
    assert.equal(history.undo(), false);
    assert.ok(history.redo());
    assert.equal(player.scene.edits, "d1");
  });

  test("a new step clears the redo steps", () => {
    player.edit("d1");
    history.undo();
    player.edit("d3");
    assert.equal(history.canRedo, false);
  });

  test("a drag is one step, however long it takes", () => {
    player.isHeld = true;
    for (const edits of ["m1_0_0", "m1_0_1", "m1_0_2"]) player.edit(edits);
    assert.equal(history.canUndo, false);
    player.isHeld = false;
    player.settle();
    history.undo();
    assert.equal(player.scene.edits, "");
  });

  test("another sample clears the history, another slider does not", () => {
    player.edit("d1");
    player.change({ tau: "0.8" });
    player.settle();
    assert.ok(history.canUndo);
    player.change({ m: "60", edits: "" });
    player.settle();
    assert.equal(history.canUndo, false);
  });

  test("a rebuilt element keeps the history", () => {
    player.edit("d1");
    const next = new History(`element ${count - 1}`, player);
    assert.ok(next.undo());
    assert.equal(player.scene.edits, "");
  });
});
