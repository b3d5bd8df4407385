// Which step is read.

/**
 * The step that is read: the last that begins above the middle of the window, or stands in it at the page's end. One that
 * is folded is a line, and is passed over while something of an open one before it is in sight.
 * @param {{ name: string, top: number, bottom: number, isFolded: boolean }[]} steps Those on the page.
 * @param {number} height of the window @param {boolean} atEnd of the page
 */
export function stepInView(steps, height, atEnd) {
  const begun = steps.filter(({ top }) => top < height * (atEnd ? 1 : 0.45));
  const open = begun.filter(({ bottom, isFolded }) => bottom > 0 && !isFolded);
  return (open.at(-1) ?? begun.at(-1) ?? steps[0])?.name;
}
