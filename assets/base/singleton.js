// What a page has one of at most: mounted in another place it ends where it was and begins anew there.

/**
 * The two functions that Streamlit's components have (lab/ui/module_mount.py).
 * @template {{ parent: HTMLElement, close(): void, update?(component: any): void }} One
 * @param {(component: any) => One} make
 */
export function singleton(make) {
  /** @type {One | undefined} */
  let one;

  function unmount(parent) {
    if (one?.parent !== parent) return;
    one.close();
    one = undefined;
  }

  /** @param {Component} component */
  function mount(component) {
    if (one && one.parent !== component.parentElement) unmount(one.parent);
    one ??= make(component);
    one.update?.(component);
  }

  return { mount, unmount };
}
