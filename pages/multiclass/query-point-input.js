// Choosing the place that is asked about, on any plane of an element: press or drag, or the arrow keys.

const STEP = 0.02, LEAP = 0.1;   // of the plane's width
const REST = 400;                // ms without a key after which the place goes into the address

export function askhand({ canvas, axes, question, frame, stage }) {
  let held = false, wait;
  const go = (px, py) => question.go(frame(), ...axes.at(px, py));
  canvas.classList.add("kl-asking");

  // A finger that comes down may be about to scroll: it asks where it was lifted.
  canvas.addEventListener("click", (e) => {
    if (!frame() || e.pointerType !== "touch") return;
    go(e.offsetX, e.offsetY);
    question.keep();
  });
  canvas.addEventListener("pointerdown", (e) => {
    if (!frame() || e.pointerType === "touch") return;
    held = true;
    canvas.setPointerCapture(e.pointerId);
    go(e.offsetX, e.offsetY);
  });
  canvas.addEventListener("pointermove", (e) => { if (held) go(e.offsetX, e.offsetY); });
  const release = () => {
    if (!held) return;
    held = false;
    question.keep();
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("keydown", (e) => {
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
    if (!move || !frame() || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    const [x, y] = question.place(frame()), far = (axes.x1 - axes.x0) * (e.shiftKey ? LEAP : STEP);
    question.go(frame(), x + move[0] * far, y + move[1] * far);
    clearTimeout(wait);
    wait = setTimeout(() => { question.keep(); stage.announce(stage.answered?.() ?? ""); }, REST);
  });
}
