// The one script that knows how Streamlit builds a page: where it puts things, what it says of itself, how it is asked
// for a run. The styles that know it are in assets/styles/streamlit/; tests/browser/serving/test_streamlit_places.py
// says which of both is no longer so.

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

/** Whether the server is at work on the page. */
export const isRunning = () => appRoot()?.dataset.testScriptState === "running";
/** Whether the page's last run is over. */
export const isAtRest = () => appRoot()?.dataset.testScriptState === "notRunning";

/** Whether the page has its web socket; a page without Streamlit misses none. */
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

/** Closes what Streamlit lays over the page where its web socket is lost. */
export function closeConnectionError() {
  for (const dialog of document.querySelectorAll('[role="dialog"]')) {
    if (dialog.textContent?.startsWith("Connection error")) /** @type {HTMLElement | null} */ (dialog.querySelector('button[aria-label="Close"]'))?.click();
  }
}

/** Has Streamlit read the address, and run the page by it where it has a connection. */
export function readAddress() { dispatchEvent(new PopStateEvent("popstate", { state: history.state })); }

/**
 * Before Streamlit's own script: where the server is, and what it would ask the server before it connects. So it
 * connects at once, and asks meanwhile.
 * @param {string} base @param {string} host
 */
export function configure(base, host) {
  /** @type {any} */ (window).__streamlit ??= { BACKEND_BASE_URL: new URL(base, location.origin).href, HOST_CONFIG: JSON.parse(host) };
}
