// Track whether a pointer is pressed anywhere on the page, so that other scripts can wait for its release.

const down = new Set(), followers = new Map();

export const pressed = () => down.size > 0;

/**
 * Call `listener` when the last pointer is lifted, as long as `root` is on the page.
 * @param {HTMLElement} root @param {() => void} listener
 */
export const follow = (root, listener) => followers.set(root, listener);

/** @param {{ pointerId: number }} event */
function lift({ pointerId }) {
  if (!down.delete(pointerId) || down.size) return;
  setTimeout(() => {                     // after the other listeners of this release
    for (const [root, listener] of followers) if (root.isConnected) listener(); else followers.delete(root);
  });
}

addEventListener("pointerdown", ({ pointerId }) => down.add(pointerId), true);
addEventListener("pointerup", lift, true);
addEventListener("pointercancel", lift, true);
// If no button is pressed, the button was released outside the window.
addEventListener("pointermove", (event) => { if (!event.buttons) lift(event); }, true);
