// Find the site's files: in its folder, or in the page itself if the page is one file.

/** @type {NodeListOf<HTMLElement>} */
const tags = document.querySelectorAll("script[data-file]");
const embeddedFiles = new Map([...tags].map((script) => [script.dataset.file, script.textContent]));   // contents in base64, by name
const SITE = new URL(document.baseURI);

export const isOneFile = embeddedFiles.size > 0;

/** Fetch the file of this name. @param {string} name */
export const ask = (name) => fetch(embeddedFiles.has(name) ? dataAddress(name, "application/octet-stream") : new URL(name, SITE));

/** Return the address of a worker or of a script that it imports; for a page that is one file, a data address with the script's text. @param {string} name */
export const address = (name) => embeddedFiles.has(name) ? dataAddress(name, "text/javascript") : new URL(name, SITE).href;

/** Return the address at which the service worker answers with an unpacked file, once it controls the page. @param {string} name @returns {string | undefined} */
export const unpackedAddress = (name) => isOneFile || !navigator.serviceWorker?.controller ? undefined : address(name);

/** Return the address for importing a script whose address in the app is /assets/<version>/<name>. @param {string} path */
export function scriptAddress(path) {
  if (!path.startsWith("/")) return path;
  return isOneFile ? path.replace(/^\/assets\/[^/]+\//, "kl/") : new URL(`.${path}`, SITE).href;
}

/** @param {string} name @param {string} type */
const dataAddress = (name, type) => `data:${type};base64,${embeddedFiles.get(name)}`;
