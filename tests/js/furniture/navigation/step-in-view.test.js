import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { stepInView } from "../../../../assets/furniture/navigation/step-in-view.js";

/** Steps one below the other, the first at `top`. @param {[string, number, boolean?][]} heights */
function below(top, ...heights) {
  return heights.map(([name, height, isFolded = false]) => {
    const step = { name, top, bottom: top + height, isFolded };
    top = step.bottom;
    return step;
  });
}

const at = (steps, atEnd = false) => stepInView(steps, 800, atEnd);

describe("the step that the rail names", () => {
  test("is the last that begins above the middle of the window; before that, the first", () => {
    assert.equal(at(below(100, ["a", 900], ["b", 900])), "a");
    assert.equal(at(below(-600, ["a", 900], ["b", 900])), "b");
    assert.equal(at(below(500, ["a", 900], ["b", 900])), "a");
    assert.equal(stepInView([], 800, false), undefined);
  });

  test("is an unfolded step, even if short, rather than a folded one below it", () => {
    assert.equal(at(below(-1000, ["a", 1100], ["b", 60], ["c", 60, true], ["d", 60, true])), "b");
    assert.equal(at(below(-1000, ["a", 1100], ["b", 60], ["c", 60, true]), true), "b", "at the page's end too");
  });

  test("is a folded one if no open step is visible", () => {
    assert.equal(at(below(-1000, ["a", 900], ["b", 60, true], ["c", 300, true])), "c");
  });

  test("at the page's end is the last one, wherever it begins", () => {
    assert.equal(at(below(-100, ["a", 800], ["b", 60])), "a");
    assert.equal(at(below(-100, ["a", 800], ["b", 60]), true), "b");
  });
});
