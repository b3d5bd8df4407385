// Where the site's files are: in its folder, or in the page itself, where that is one file for the stick.

/** @type {NodeListOf<HTMLElement>} */
const found = document.querySelectorAll("script[data-file]");
const inside = new Map([...found].map((script) => [script.dataset.file, script.textContent]));   // base64
const SITE = new URL(document.baseURI);

export const isOneFile = inside.size > 0;

/** The file of this name, as `fetch` gives it. */
export const ask = (name) => fetch(inside.has(name) ? dataAddress(name, "application/octet-stream") : new URL(name, SITE));

/** Where a worker, or what it imports, is had: a page from disk may give it nothing but its text. */
export const address = (name) => inside.has(name) ? dataAddress(name, "text/javascript") : new URL(name, SITE).href;

/** Where the service worker, once it answers this page, has a file unpacked. @returns {string | undefined} */
export const unpackedAddress = (name) => isOneFile || !navigator.serviceWorker?.controller ? undefined : address(name);

/** The name to import a script of the app by, whose address in the app is /assets/<version>/<name>. */
export function script(path) {
  if (!path.startsWith("/")) return path;
  return isOneFile ? path.replace(/^\/assets\/[^/]+\//, "kl/") : new URL(`.${path}`, SITE).href;
}

const dataAddress = (name, type) => `data:${type};base64,${inside.get(name)}`;
