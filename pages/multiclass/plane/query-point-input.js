// Choosing the place that is asked about, on any plane of an element: press or drag, or the arrow keys.

import { arrowKeys, drag } from "../../../assets/input/gestures.js";

const STEP = 0.02, LEAP = 0.1;   // of the plane's width

export function askhand({ canvas, axes, question, frame, stage }) {
  const go = (px, py) => question.go(frame(), ...axes.at(px, py));
  canvas.classList.add("kl-asking");

  drag(canvas, {
    scrolls: true,
    able: () => Boolean(frame()),
    down: (e) => go(e.offsetX, e.offsetY),
    move: (e) => go(e.offsetX, e.offsetY),
    up: () => question.keep(),
  });
  arrowKeys(canvas, {
    able: () => Boolean(frame()),
    move([dx, dy], e) {
      const [x, y] = question.place(frame()), far = (axes.x1 - axes.x0) * (e.shiftKey ? LEAP : STEP);
      question.go(frame(), x + dx * far, y + dy * far);
    },
    settle() {
      question.keep();
      stage.announce(stage.answered?.() ?? "");
    },
  });
}
