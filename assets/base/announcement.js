// Announce a text to screen readers once the page's texts have stopped changing. Why: a browser notifies screen readers
// of each text that changes, and the screen reader Orca skips an announcement that more than 50 notifications follow.

// Time without a change of text after which an announcement is made. It is longer than the time after a key press until
// the pictures change their texts (SETTLE_DELAY_MS in assets/element/player.js).
export const QUIET_MS = 500;
export const MAX_DELAY_MS = 3000;     // longest delay, on a page whose texts keep changing
const TEXT_CHANGES = { subtree: true, childList: true, characterData: true, attributeFilter: ["aria-label", "aria-valuetext"] };

/**
 * Call `announce` once no text of the page has changed for a while. Return a function that cancels the call.
 * @param {() => void} announce
 */
export function announceAtRest(announce) {
  const until = performance.now() + MAX_DELAY_MS, delay = () => Math.max(0, Math.min(QUIET_MS, until - performance.now()));
  const cancel = () => { clearTimeout(timer); watcher.disconnect(); };
  const finish = () => { cancel(); announce(); };
  const watcher = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(finish, delay()); });
  let timer = setTimeout(finish, delay());
  watcher.observe(document.documentElement, TEXT_CHANGES);
  return cancel;
}
