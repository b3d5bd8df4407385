// For things that a page has at most once: mounting one in another place closes the first and makes a new one.

/**
 * Make the two functions of a Streamlit component (lab/ui/module_mount.py).
 * @template {{ parent: HTMLElement, close(): void, update?(component: any): void }} One
 * @param {(component: any) => One} make
 */
export function singleton(make) {
  /** @type {One | undefined} */
  let mounted;

  function unmount(parent) {
    if (mounted?.parent !== parent) return;
    mounted.close();
    mounted = undefined;
  }

  /** @param {Component} component */
  function mount(component) {
    if (mounted && mounted.parent !== component.parentElement) unmount(mounted.parent);
    mounted ??= make(component);
    mounted.update?.(component);
  }

  return { mount, unmount };
}
