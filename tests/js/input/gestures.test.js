import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import { arrowKeys, arrowStep, arrowWay, debounce, drag, handles, restOfBox } from "../../../assets/input/gestures.js";

/** @type {any} */
let node;
/** @type {any[]} */
let heard;
const press = (key, more = {}) => /** @type {any} */ ({ key, ...more });

// A page's node that receives events and records captured pointers.
class Node extends EventTarget {
  style = {};
  setPointerCapture(id) { heard.push(`captured ${id}`); }
  getBoundingClientRect() { return { left: 100, top: 10 }; }
  hear(type, more = {}) {
    const event = Object.assign(new Event(type, { cancelable: true }), { pointerId: 1, pointerType: "mouse", ...more });
    this.dispatchEvent(event);
    return event;
  }
}

describe("gestures", () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    [node, heard] = [new Node(), []];
  });
  afterEach(() => mock.timers.reset());

  test("arrow keys give a direction or a step, but not with Ctrl, Alt or Meta", () => {
    assert.deepEqual(["ArrowUp", "ArrowLeft", "a"].map((key) => arrowWay(press(key))), [[0, 1], [-1, 0], undefined]);
    assert.deepEqual(["ArrowUp", "ArrowDown", "Enter"].map((key) => arrowStep(press(key))), [-1, 1, undefined]);
    assert.equal(arrowWay(press("ArrowUp", { ctrlKey: true })), undefined);
  });

  test("a debounced function is called once, after the last call", () => {
    const settle = mock.fn(), later = debounce(settle, 100);
    later();
    mock.timers.tick(90);
    later();
    mock.timers.tick(90);
    assert.equal(settle.mock.callCount(), 0);
    mock.timers.tick(10);
    assert.equal(settle.mock.callCount(), 1);
  });

  test("arrow keys move without scrolling the page, and settle after a pause", () => {
    let able = false;
    arrowKeys(node, { able: () => able, move: (way) => heard.push(way), settle: () => heard.push("settled") });
    assert.equal(node.hear("keydown", { key: "ArrowLeft" }).defaultPrevented, false);
    able = true;
    assert.equal(node.hear("keydown", { key: "ArrowLeft" }).defaultPrevented, true);
    mock.timers.tick(1000);
    assert.deepEqual(heard, [[-1, 0], "settled"]);
  });

  test("a drag belongs to its pointer until the release; other pointers are ignored", () => {
    const does = { down: () => { heard.push("down"); }, move: () => heard.push("move"), up: (cancelled) => heard.push(cancelled ? "cancelled" : "up"), hover: () => heard.push("hover") };
    drag(node, does);
    for (const [type, pointerId] of [["pointermove", 1], ["pointerdown", 1], ["pointerdown", 2], ["pointermove", 2], ["pointermove", 1], ["lostpointercapture", 2], ["lostpointercapture", 1], ["pointermove", 1]]) node.hear(type, { pointerId });
    assert.deepEqual(heard, ["hover", "down", "captured 1", "move", "up", "hover"]);
    heard.length = 0;
    for (const type of ["pointerdown", "pointercancel", "lostpointercapture"]) node.hear(type);
    assert.deepEqual(heard, ["down", "captured 1", "cancelled"]);
  });

  test("no drag begins if `down` returns false", () => {
    drag(node, { down: () => false, move: () => heard.push("move"), up: () => heard.push("up") });
    for (const type of ["pointerdown", "pointermove", "lostpointercapture"]) node.hear(type);
    assert.deepEqual(heard, []);
  });

  test("with `scrolls` a finger's drag begins when it moves or is lifted, not when it scrolls or pinches", () => {
    let able = true;
    const does = { down: () => { heard.push("down"); }, move: () => heard.push("move"), up: () => heard.push("up"), able: () => able };
    drag(node, { scrolls: true, ...does });
    const finger = (...types) => { heard.length = 0; for (const type of types) node.hear(type, { pointerType: "touch" }); return [...heard]; };
    assert.deepEqual(finger("pointerdown"), []);
    assert.deepEqual(finger("pointercancel", "lostpointercapture"), [], "the page scrolled");
    assert.deepEqual(finger("pointerdown", "pointerup", "lostpointercapture"), ["down", "up"], "a tap");
    assert.deepEqual(finger("pointerdown", "pointermove", "pointermove", "pointerup", "lostpointercapture"), ["down", "captured 1", "move", "move", "up"]);
    able = false;
    assert.deepEqual(finger("pointerdown", "pointerup"), []);
  });

  test("a handle is taken within reach, which is larger for a finger; elsewhere a finger scrolls", () => {
    const nearest = (px, py, reach) => (Math.hypot(px - 50, py - 50) <= reach ? "x" : undefined);
    handles(node, { nearest, take: (handle) => heard.push(`took ${handle}`), move() {}, drop: () => heard.push("dropped") });
    const at = (type, px, pointerType = "mouse") => node.hear(type, { offsetX: px, offsetY: 50, pointerType });
    at("pointerdown", 80);
    at("pointerdown", 80, "touch");
    at("lostpointercapture", 80);
    assert.deepEqual(heard, ["took x", "captured 1", "dropped"]);
    at("pointermove", 60);
    assert.equal(node.style.cursor, "grab");
    assert.equal(node.hear("touchstart", { touches: [{ clientX: 160, clientY: 60 }] }).defaultPrevented, true);
    assert.equal(node.hear("touchstart", { touches: [{ clientX: 250, clientY: 60 }] }).defaultPrevented, false);
  });
});

const ROOM = { top: 67, bottom: 800 };

test("a key scrolls to the end of a box that is higher than the window, not beyond it", () => {
  const end = restOfBox(1, { top: 67, bottom: 1003 }, ROOM);
  assert.equal(end, 203);
  assert.equal(restOfBox(1, { top: 67 - end, bottom: 800 }, ROOM), 0, "at the end, the key goes to the next step");
});

test("a key scrolls by at most a page", () => {
  assert.equal(restOfBox(1, { top: 67, bottom: 3000 }, ROOM), 680);
  assert.equal(restOfBox(-1, { top: -3000, bottom: 800 }, ROOM), -680);
});

test("a key scrolls back to the beginning of the box, below the bar", () => {
  assert.equal(restOfBox(-1, { top: -200, bottom: 700 }, ROOM), -267);
  assert.equal(restOfBox(-1, { top: 67, bottom: 1003 }, ROOM), 0);
});

test("a few remaining lines of a box are not scrolled", () => assert.equal(restOfBox(1, { top: 67, bottom: 900 }, ROOM), 0));
