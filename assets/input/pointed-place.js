// Find the example nearest to a pointer, and position its tooltip.

/**
 * Return the index of the nearest point that is less than `near` pixels away.
 * @param {Axes} axes @param {ArrayLike<number>} places x and y in turn @param {number} px @param {number} py @param {number} near
 * @returns {number | undefined}
 */
export function nearestPoint(axes, places, px, py, near) {
  let best, least = near ** 2;
  for (let i = 0; i < places.length / 2; i++) {
    const d = (axes.px(places[2 * i]) - px) ** 2 + (axes.py(places[2 * i + 1]) - py) ** 2;
    if (d < least) [best, least] = [i, d];
  }
  return best;
}

/**
 * Show a tooltip beside a pixel, on the side with room for it.
 * @param {HTMLElement} tip @param {Axes} axes @param {number} px @param {number} py
 */
export function placeTip(tip, axes, px, py, above = 12) {
  const right = px > axes.width / 2;
  tip.hidden = false;
  tip.style.left = right ? "" : `${px + 14}px`;
  tip.style.right = right ? `${axes.width - px + 14}px` : "";
  tip.style.top = `${Math.max(0, py - above)}px`;
}
