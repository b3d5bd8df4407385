/**
 * Return the step in view: the last one that begins above 45 % of the window's height; at the page's end, the last one
 * in the window. A folded step, which is one line, is skipped while an open step before it is visible.
 * @param {{ name: string, top: number, bottom: number, isFolded: boolean }[]} steps The steps on the page.
 * @param {number} height of the window @param {boolean} atEnd of the page
 */
export function stepInView(steps, height, atEnd) {
  const candidates = steps.filter(({ top }) => top < height * (atEnd ? 1 : 0.45));
  const open = candidates.filter(({ bottom, isFolded }) => bottom > 0 && !isFolded);
  return (open.at(-1) ?? candidates.at(-1) ?? steps[0])?.name;
}
