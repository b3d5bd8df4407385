// For components that a page has at most once: mounting one in another place closes the first and creates a new one.

/**
 * Make the two functions of a Streamlit component (lab/ui/module_mount.py).
 * @template Data
 * @param {(component: Component<Data>) => { parent: HTMLElement, close(): void, update?(component: Component<Data>): void }} make
 */
export function singleton(make) {
  /** @type {ReturnType<typeof make> | undefined} */
  let mounted;

  /** @param {HTMLElement} parent */
  function unmount(parent) {
    if (!mounted || mounted.parent !== parent) return;
    mounted.close();
    mounted = undefined;
  }

  /** @param {Component<Data>} component */
  function mount(component) {
    if (mounted && mounted.parent !== component.parentElement) unmount(mounted.parent);
    mounted ??= make(component);
    mounted.update?.(component);
  }

  return { mount, unmount };
}
