// A list that opens beside a button. Escape, a press outside the list and the button itself close it.

/** @type {WeakMap<HTMLElement, () => void>} */
const openMenus = new WeakMap();

/** Close the list of a button; return whether it was open. @param {HTMLElement} button */
export function closeMenu(button) {
  const close = openMenus.get(button);
  close?.();
  return close !== undefined;
}

/** Open a list after its button, and move the focus into it. @param {HTMLElement} button @param {HTMLElement} list */
export function openMenu(button, list) {
  const listeners = new AbortController(), { signal } = listeners;
  const close = () => {
    openMenus.delete(button);
    listeners.abort();
    list.remove();
    button.setAttribute("aria-expanded", "false");
  };
  document.addEventListener("pointerdown", ({ target }) => {
    if (!list.contains(/** @type {Node} */ (target)) && !button.contains(/** @type {Node} */ (target))) close();
  }, { capture: true, signal });
  list.addEventListener("keydown", (e) => { if (e.key === "Escape") { close(); button.focus(); } });
  openMenus.set(button, close);
  button.after(list);
  button.setAttribute("aria-expanded", "true");
  /** @type {HTMLElement | null} */ (list.querySelector("select, button, input"))?.focus();
}
