// Draw a note if the duality gap of the shown fit is above the solvers' tolerance: the fit may not be optimal. The note is
// drawn on the canvas, so that saved pictures contain it, too.

export const TOLERANCE = 1e-6;   // largest relative gap of kernel_core's sweeps
const UNPROVEN = "This fit may not be optimal: its duality gap is too large.";
const SHORT_NOTE = "not proven";      // for small planes, beside a large one with the full sentence
const NARROW_PX = 220;              // below this width a sentence doesn't fit

/**
 * Return whether the gap is too large. Learners without an objective have no gap (NaN or undefined), and get no note.
 * @param {Frame} frame
 */
export const isUnproven = (frame, name = "gap") => frame.get(name) > TOLERANCE;

/**
 * Draw the note, if it is needed, along the lower edge of the axes' box; return its sentence, or "". `sentence`: another
 * text, if only a part of the picture is a fit.
 * @param {Axes} axes @param {Frame} frame @param {Stage} stage
 */
export function drawUnproven(axes, frame, stage, { name = "gap", sentence = UNPROVEN } = {}) {
  const unproven = isUnproven(frame, name);
  axes.canvas.toggleAttribute("data-unproven", unproven);
  if (!unproven) return "";
  const { context, box: { x, y, w, h } } = axes, { palette, small } = stage, line = Math.round(1.4 * small);
  axes.setFont(small, "600");
  const lines = w < NARROW_PX ? [SHORT_NOTE] : wrap(context, sentence, w - 16), top = y + h - line * lines.length - 6;
  context.fillStyle = palette.background;
  context.globalAlpha = 0.9;
  context.fillRect(x, top, w, y + h - top);
  context.globalAlpha = 1;
  lines.forEach((text, k) => axes.text(text, x + 8, top + 3 + (k + 0.5) * line, { color: palette.text, size: small, weight: "600", align: "left" }));
  return sentence;
}

/** @param {Context} context @param {string} sentence @param {number} width */
function wrap(context, sentence, width) {
  const lines = [""];
  for (const word of sentence.split(" ")) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (context.measureText(longer).width > width && lines.at(-1)) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
