// Whether a hand is pressing anywhere on the page: what it moves, it has not let go yet.

const down = new Set(), followers = new Map();

export const pressed = () => down.size > 0;

/**
 * Calls `told` when the last pointer is lifted, as long as `root` is on the page.
 * @param {HTMLElement} root @param {() => void} listener
 */
export const follow = (root, listener) => followers.set(root, listener);

/** @param {{ pointerId: number }} event */
function lift({ pointerId }) {
  if (!down.delete(pointerId) || down.size) return;
  setTimeout(() => {                     // what the release itself does comes first
    for (const [root, listener] of followers) if (root.isConnected) listener(); else followers.delete(root);
  });
}

addEventListener("pointerdown", ({ pointerId }) => down.add(pointerId), true);
addEventListener("pointerup", lift, true);
addEventListener("pointercancel", lift, true);
// A button that was let go outside of the window.
addEventListener("pointermove", (event) => { if (!event.buttons) lift(event); }, true);
