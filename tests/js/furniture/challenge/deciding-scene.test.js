import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { encode } from "../../safetensors.js";

Object.assign(globalThis, { window: { requestIdleCallback: () => {} } });
const { Player } = await import("../../../../assets/element/player.js");
const { decode } = await import("../../../../assets/base/sweep-decoder.js");
const { wayToGoal } = await import("../../../../assets/furniture/challenge/deciding-scene.js");
const { hintOf } = await import("../../../../assets/furniture/challenge/goal-hint.js");
const { isDemonstrated, shareAt, stopAt } = await import("../../../../assets/furniture/challenge/demonstration.js");

const STOPS = [0.1, 0.2, 0.4, 0.8];
const TAU = { kind: "slider", along: "tau", symbol: "τ", stops: STOPS, kernels: ["rbf"] };
const LAM = { kind: "slider", along: "lam", symbol: "C", stops: STOPS, reciprocal: true };
const LOSS = { kind: "choice", field: "loss", label: "Loss", options: [{ value: "hinge", label: "hinge" }, { value: "squared", label: "squared" }] };

// A view with a player that has the errors of the hinge loss at each stop, and those of the squared loss if given.
function makeView(hinge, squared, along = "tau") {
  const player = new Player({ frames: "/frames", query: "loss=hinge&tau=0.2&lam=0.2", view: {}, sliders: [TAU, LAM], grid: 11, stops: 4 });
  player.give(sweep(hinge), along);
  if (squared) player.give(sweep(squared), along, { loss: "squared" });
  return view(player, [TAU, LAM, LOSS]);
}

const sweep = (errors) => decode(encode({ stops: ["F64", [4], STOPS], train_error: ["F64", [4], errors] }));
const view = (player, items) => ({ player, stage: { items }, item: {}, frame: player.find(player.scene) });
/** @type {Condition[]} */
const right = [["train_error", "<=", 0]];

describe("the way to a goal", () => {
  test("it leads through all stops up to the nearest that meets the goal, on either side", () => {
    const up = wayToGoal({ conditions: right }, makeView([1, 1, 1, 0]));
    assert.deepEqual([up.slider.along, up.stops, up.choice], ["tau", [0.4, 0.8], undefined]);
    assert.deepEqual(wayToGoal({ conditions: right }, makeView([0, 1, 1, 0])).stops, [0.1], "one to the left is nearer than two to the right");
    assert.deepEqual(wayToGoal({ conditions: [...right, ["tau", ">=", 0.5]] }, makeView([0, 1, 1, 0])).stops, [0.4, 0.8], "all conditions count");
  });

  test("if the goal is met nothing has to move", () => assert.deepEqual(wayToGoal({ conditions: right }, makeView([1, 0, 1, 1])), { stops: [] }));

  test("it sets a switch if needed, and then moves a slider", () => {
    const alone = wayToGoal({ conditions: right }, makeView([1, 1, 1, 1], [1, 0, 1, 1]));
    assert.deepEqual([alone.fields, alone.stops, alone.slider], [{ loss: "squared" }, [], undefined]);
    const both = wayToGoal({ conditions: right }, makeView([1, 1, 1, 1], [1, 1, 1, 0]));
    assert.deepEqual([both.fields, both.slider.along, both.stops], [{ loss: "squared" }, "tau", [0.4, 0.8]]);
  });

  test("it uses only the sliders and switches that the question names", () => {
    const view = makeView([1, 1, 1, 0], [0, 0, 0, 0]);
    assert.equal(wayToGoal({ conditions: right, by: ["lam"] }, view), undefined);
    assert.equal(wayToGoal({ conditions: right, by: ["tau"] }, view).slider.along, "tau");
    assert.equal(wayToGoal({ conditions: right, by: ["loss"] }, view).option.value, "squared");
  });

  test("frames that are not loaded and sliders that the scene does not have are no way", () => {
    assert.equal(wayToGoal({ conditions: right }, makeView([1, 1, 1, 1])), undefined);
    const view = makeView([1, 1, 1, 0]);
    view.stage.items = [{ ...TAU, when: { loss: ["squared"] } }];
    assert.equal(wayToGoal({ conditions: right }, view), undefined);
  });

  test("a picture of other settings is judged by its own frames", () => {
    const view = makeView([1, 1, 1, 1], [1, 1, 0, 1]);
    view.item = { with: { loss: "squared" } };
    assert.deepEqual(wayToGoal({ conditions: right }, { ...view, frame: null }).stops, [0.4]);
  });
});

describe("a hint", () => {
  test("it describes the way after two tries", () => {
    const view = makeView([1, 1, 1, 0]);
    assert.equal(hintOf({ conditions: right }, view, 1, "too small"), "");
    assert.equal(hintOf({ conditions: right }, view, 2, "too small"), "Hint: a larger τ leads to the goal.");
    assert.equal(hintOf({ conditions: right, hint: "Look left." }, view, 2, ""), "Hint: Look left.");
  });

  test("a reciprocal slider is described as it is displayed", () => {
    const player = new Player({ frames: "/frames", query: "lam=0.2", view: {}, sliders: [LAM], grid: 11, stops: 4 });
    player.give(sweep([0, 1, 1, 1]), "lam");
    assert.equal(hintOf({ conditions: right }, view(player, [LAM]), 2, ""), "Hint: a larger C leads to the goal.");
  });

  test("it names the switch, and the slider after it", () => {
    assert.equal(hintOf({ conditions: right }, makeView([1, 1, 1, 1], [1, 0, 1, 1]), 2, ""), "Hint: another choice of “Loss” leads to the goal.");
    assert.equal(hintOf({ conditions: right }, makeView([1, 1, 1, 1], [1, 1, 1, 0]), 2, ""), "Hint: choose “squared”, then a larger τ leads to the goal.");
  });

  test("without a way it names the condition that is not met", () => assert.equal(hintOf({ conditions: right }, makeView([1, 1, 1, 1]), 2, "“Error” is too large."), "Hint: “Error” is too large."));
});

describe("a demonstration", () => {
  test("it begins at the first stop, ends at the last, and never moves backwards", () => {
    const stops = Array.from({ length: 101 }, (_, k) => stopAt(k / 100, 20));
    assert.deepEqual([stops[0], stops[100], stopAt(7, 20), stopAt(1, 0)], [0, 20, 20, 0]);
    assert.deepEqual([...new Set(stops)], Array.from({ length: 21 }, (_, k) => k), "no stop is skipped");
    assert.deepEqual(stops, stops.toSorted((a, b) => a - b));
  });

  test("after a pause it continues from the shown stop", () => {
    for (let stop = 0; stop <= 20; stop++) assert.equal(stopAt(shareAt(stop, 20), 20), stop);
    assert.equal(stopAt(shareAt(0, 0), 0), 0);
  });

  test("its moves do not count as the learner's, until the learner moves", () => {
    const { player } = makeView([1, 1, 1, 0]);
    assert.equal(isDemonstrated(player), false);
    player.move("tau", 0.8);
    player.demonstration = player.query();
    assert.equal(isDemonstrated(player), true);
    player.move("tau", 0.4);
    assert.equal(isDemonstrated(player), false);
    player.move("tau", 0.8);
    assert.equal(isDemonstrated(player), false, "moved back by the learner");
    player.close();
  });
});
