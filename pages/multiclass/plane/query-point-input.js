// Let the user choose the point to explain on any plane of an element, by press, drag or arrow keys.

import { arrowKeys, drag } from "../../../assets/input/gestures.js";

const STEP = 0.02, LEAP = 0.1;   // steps of the arrow keys, as shares of the plane's width

/** @param {{ canvas: HTMLCanvasElement, axes: Axes, question: import("./query-point.js").Question, frame: () => Frame | null, stage: Stage }} view */
export function addQueryInput({ canvas, axes, question, frame, stage }) {
  const moveTo = (/** @type {PointerEvent} */ { offsetX, offsetY }) => {
    const shownFrame = frame();
    if (shownFrame) question.go(shownFrame, ...axes.at(offsetX, offsetY));
  };
  canvas.classList.add("kl-query-canvas");

  drag(canvas, {
    scrolls: true,
    able: () => Boolean(frame()),
    down: moveTo,
    move: moveTo,
    up: () => question.keep(),
  });
  arrowKeys(canvas, {
    able: () => Boolean(frame()),
    move([dx, dy], e) {
      const shownFrame = frame();
      if (!shownFrame) return;
      const [x, y] = question.place(shownFrame), step = (axes.x1 - axes.x0) * (e.shiftKey ? LEAP : STEP);
      question.go(shownFrame, x + dx * step, y + dy * step);
    },
    settle() {
      question.keep();
      stage.announce(stage.answersInWords?.() ?? "", true);
    },
  });
}
