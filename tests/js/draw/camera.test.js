import assert from "node:assert/strict";
import { test } from "node:test";
import { Camera, cross, dot } from "../../../assets/draw/camera.js";

const ball = { centre: [1, 2, 3], radius: 2 };
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

function looking(...home) {
  const camera = new Camera(home);
  camera.look(ball, 400, 300, 10);
  return camera;
}

test("the axes of the view have length 1 and are orthogonal", () => {
  for (const home of [[0, 0], [35, 20], [-120, 80]]) {
    const { right, up, out } = looking(...home);
    for (const axis of [right, up, out]) near(dot(axis, axis), 1);
    near(dot(right, up), 0);
    cross(right, up).forEach((c, k) => near(c, out[k]));
  }
});

test("the centre of the ball is in the middle of the canvas, and the whole ball is inside", () => {
  const camera = looking(35, 20);
  assert.deepEqual(camera.at(ball.centre), [200, 150]);
  for (let a = 0; a < 360; a += 5) {
    const p = ball.centre.map((c, k) => c + ball.radius * (Math.cos(a) * camera.right[k] + Math.sin(a) * camera.up[k]));
    const [x, y] = camera.at(p);
    assert.ok(Math.hypot(x - 200, y - 150) <= 140 + 1e-9);
  }
});

test("a point nearer to the eye is drawn larger and has more depth", () => {
  const camera = looking(0, 0), step = (s) => ball.centre.map((c, k) => c + s * ball.radius * camera.out[k]);
  near(camera.depth(step(1)), 1);
  near(camera.depth(step(-1)), -1);
  const width = (s) => { const p = step(s); return camera.at(p.map((c, k) => c + camera.right[k]))[0] - camera.at(p)[0]; };
  assert.ok(width(1) > width(0) && width(0) > width(-1));
});

test("turning has no limit around the vertical axis, but stops below the pole", () => {
  const camera = new Camera([170, 80]);
  camera.turn(20, 30);
  assert.equal(camera.text, "-170,89");
});

test("the address has the direction, unless it is the initial one", () => {
  const camera = new Camera([30, 20]);
  assert.equal(camera.text, "");
  camera.read("-35.5,20");
  assert.equal(camera.text, "-35.5,20");
  for (const wrong of ["up", "1", "0,95", "", undefined]) {
    camera.read(wrong);
    assert.equal(camera.text, "", String(wrong));
  }
});
