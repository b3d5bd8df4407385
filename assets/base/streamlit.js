// The only script that depends on how Streamlit builds a page: its elements, its state attributes, and how to cause a
// run. The styles that depend on it are in assets/styles/streamlit/; tests/browser/serving/test_streamlit_places.py shows
// what has changed in a new version.

export const MAIN = '[data-testid="stMain"]';
export const HEADING = '[data-testid="stHeading"]';
export const TEXT = '[data-testid="stMarkdownContainer"]';
export const ALERT = '[data-testid="stAlert"]';
export const APP = '[data-testid="stApp"]';

/** @returns {HTMLElement | null} */
export const appRoot = () => document.querySelector(APP);

/** @returns {HTMLElement | null} The part of the page that scrolls. */
export const scroller = () => document.querySelector(MAIN);

/** @param {string} key What Python calls a container. @returns {HTMLElement | null} */
export const boxOf = (key) => document.querySelector(`.st-key-${key}`);

/** Whether the server is running the page. */
export const isRunning = () => appRoot()?.dataset.testScriptState === "running";
/** Whether the page's last run has ended. */
export const isAtRest = () => appRoot()?.dataset.testScriptState === "notRunning";

/** Whether the page has its web socket; always true for a page without Streamlit. */
export function isConnected() {
  const state = appRoot()?.dataset.testConnectionState;
  return state === undefined || state === "CONNECTED";
}

/** Calls `tell` when a run begins or ends. @param {() => void} tell @returns {() => void} Ends that. */
export const watchRuns = (tell) => watch("data-test-script-state", tell);
/** Calls `tell` when the web socket is lost, or there again. @param {() => void} tell @returns {() => void} Ends that. */
export const watchConnection = (tell) => watch("data-test-connection-state", tell);

/** @param {string} attribute @param {() => void} tell */
function watch(attribute, tell) {
  const root = appRoot(), observer = new MutationObserver(tell);
  if (root) observer.observe(root, { attributeFilter: [attribute] });
  return () => observer.disconnect();
}

/** Closes the dialog that Streamlit shows over the page when its web socket is lost. */
export function closeConnectionError() {
  for (const dialog of document.querySelectorAll('[role="dialog"]')) {
    if (dialog.textContent?.startsWith("Connection error")) /** @type {HTMLElement | null} */ (dialog.querySelector('button[aria-label="Close"]'))?.click();
  }
}

/** Makes Streamlit read the address and, if it is connected, run the page. */
export function readAddress() { dispatchEvent(new PopStateEvent("popstate", { state: history.state })); }

/**
 * Sets the server's address and configuration before Streamlit's script runs, so that it connects without asking for them
 * first.
 * @param {string} base @param {string} host
 */
export function configure(base, host) {
  /** @type {any} */ (window).__streamlit ??= { BACKEND_BASE_URL: new URL(base, location.origin).href, HOST_CONFIG: JSON.parse(host) };
}

/** What Streamlit formats and nobody should translate: formulas and code. */
const UNTRANSLATED = ".katex, code, pre";

/** Marks formulas and code of Streamlit's texts as not to be translated, now and as they come. */
export function keepFormulasAsTheyAre() {
  const mark = (/** @type {ParentNode} */ place) => { for (const node of place.querySelectorAll(`:is(${UNTRANSLATED}):not([translate])`)) node.setAttribute("translate", "no"); };
  new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) if (node instanceof Element && node.parentElement) mark(node.matches(UNTRANSLATED) ? node.parentElement : node);
    }
  }).observe(document.documentElement, { childList: true, subtree: true });
  mark(document);
}

/**
 * Lets React remove and insert nodes that a browser's translation has wrapped in elements of its own; by itself it
 * throws, and the page is gone (github.com/facebook/react/issues/11538).
 */
export function tolerateTranslation() {
  const { insertBefore, removeChild } = Node.prototype;
  /** The child of `parent` in which a node is now; null where it has gone. @param {Node} parent @param {Node} node */
  const childWith = (parent, node) => {
    let at = /** @type {Node | null} */ (node);
    while (at && at.parentNode !== parent) at = at.parentNode;
    return at;
  };
  Object.assign(Node.prototype, {
    /** @this {Node} @param {Node} node */
    removeChild(node) {
      const child = childWith(this, node);
      if (child) removeChild.call(this, child);
      return node;
    },
    /** @this {Node} @param {Node} node @param {Node | null} before */
    insertBefore(node, before) { return insertBefore.call(this, node, before && childWith(this, before)); },
  });
}
