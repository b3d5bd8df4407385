// How Streamlit builds a page: its elements, its state attributes, and how to start a run. Other scripts rely only on
// the keys of boxes (st-key-…) and on Streamlit's paths (_stcore/…). The styles for Streamlit's elements are in
// assets/styles/streamlit/; tests/browser/serving/test_streamlit_places.py shows what has changed in a new version of
// Streamlit.

export const MAIN = '[data-testid="stMain"]';
export const HEADING = '[data-testid="stHeading"]';
export const TEXT = '[data-testid="stMarkdownContainer"]';
export const POPOVER = '[data-testid="stPopoverBody"]', POPOVER_BUTTON = '[data-testid="stPopoverButton"]';
export const ALERT = '[data-testid="stAlert"]';
const APP = '[data-testid="stApp"]';

/** @returns {HTMLElement | null} */
export const appRoot = () => document.querySelector(APP);

/** @returns {HTMLElement | null} The part of the page that scrolls. */
export const scroller = () => document.querySelector(MAIN);

/** @param {string} key The key of a container in Python. @returns {HTMLElement | null} */
export const boxOf = (key) => document.querySelector(`.st-key-${key}`);

/** Return whether the server is running the page. */
export const isRunning = () => appRoot()?.dataset.testScriptState === "running";
/** Return whether the page's last run has ended. */
export const isAtRest = () => appRoot()?.dataset.testScriptState === "notRunning";

/** Return whether the page has its web socket; always true for a page without Streamlit. */
export function isConnected() {
  const state = appRoot()?.dataset.testConnectionState;
  return state === undefined || state === "CONNECTED";
}

/** Call `listener` when a run begins or ends. @param {() => void} listener @returns {() => void} Removes the listener. */
export const watchRuns = (listener) => watch("data-test-script-state", listener);
/** Call `listener` when the web socket is lost or restored. @param {() => void} listener @returns {() => void} Removes the listener. */
export const watchConnection = (listener) => watch("data-test-connection-state", listener);

/** @param {string} attribute @param {() => void} listener */
function watch(attribute, listener) {
  const root = appRoot(), observer = new MutationObserver(listener);
  if (root) observer.observe(root, { attributeFilter: [attribute] });
  return () => observer.disconnect();
}

/** Close the dialog that Streamlit shows over the page when its web socket is lost. */
export function closeConnectionError() {
  for (const dialog of document.querySelectorAll('[role="dialog"]')) {
    if (dialog.textContent?.startsWith("Connection error")) /** @type {HTMLElement | null} */ (dialog.querySelector('button[aria-label="Close"]'))?.click();
  }
}

/** Make Streamlit read the address and, if it is connected, run the page. */
export function readAddress() { dispatchEvent(new PopStateEvent("popstate", { state: history.state })); }

/**
 * Set the server's address and configuration before Streamlit's script runs, so that it connects without asking for them
 * first.
 * @param {string} base @param {string} host
 */
export function configure(base, host) {
  /** @type {any} */ (window).__streamlit ??= { BACKEND_BASE_URL: new URL(base, location.origin).href, HOST_CONFIG: JSON.parse(host) };
}

/** Content that Streamlit formats and that must not be translated: formulas and code. */
const UNTRANSLATED = ".katex, code, pre";

/** Exclude formulas and code in Streamlit's texts from translation, also those that are inserted later. */
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
 * Let React remove and insert nodes that a browser's translation has wrapped in elements. Without this React
 * throws an error, and the page becomes empty (github.com/facebook/react/issues/11538).
 */
export function tolerateTranslation() {
  const { insertBefore, removeChild } = Node.prototype;
  /** Return the child of `parent` that now contains a node, or null. @param {Node} parent @param {Node} node */
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
