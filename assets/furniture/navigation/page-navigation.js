// Follow a link to another page without a reload: the server changes the page. If the server does not answer, or if the
// page is to open in a new window, the browser follows the link itself.

const SERVER_TIMEOUT_MS = 2500;           // wait before the link is followed without the server
// The app's base path: this script is <base>assets/<version>/assets/furniture/navigation/page-navigation.js. A page from
// disk has no base.
export const BASE = import.meta.url.startsWith("http") ? new URL("../../../../../", import.meta.url).pathname : undefined;

/**
 * Until the page changes, leave out addresses that Streamlit adds to the history for the former page: it writes the words
 * of the next page there first, and Back would return to them.
 */
function keepFormerAddress() {
  const { pathname } = location;
  /** @type {History["pushState"]} */
  const pushOtherPath = (state, unused, url) => {
    if (url && new URL(url, location.href).pathname === pathname) return;
    restore();
    history.pushState(state, unused, url);
  };
  const restore = () => { if (history.pushState === pushOtherPath) Reflect.deleteProperty(history, "pushState"); };
  history.pushState = pushOtherPath;
  setTimeout(restore, SERVER_TIMEOUT_MS);
}

/**
 * Let a link change the page without a reload. `address` returns the page to open; `before` is called at each press.
 * @param {HTMLAnchorElement} link @param {Pick<Stage, "act">} stage @param {() => string} address
 */
export function visit(link, stage, address, before = () => {}) {
  link.addEventListener("click", (event) => {
    before();
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const pathBefore = location.pathname, { href } = link;
    keepFormerAddress();
    stage.act("go", `${Date.now()} ${address()}`);     // the time makes each press distinct
    setTimeout(() => { if (link.isConnected && location.pathname === pathBefore) location.assign(href); }, SERVER_TIMEOUT_MS);
  });
}
