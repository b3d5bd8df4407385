// Let other scripts add tools under the pictures of all elements, beside Save.

/** @typedef {(live: Live) => void} OfferTool A function that calls live.addTool. */

/** @type {Set<OfferTool>} */
const offers = new Set();
/** @type {Set<Live>} The elements on the page. */
const elements = new Set();

/** Offer a tool to each element, now and later. @param {OfferTool} offer */
export function offerTool(offer) {
  if (offers.has(offer)) return;
  offers.add(offer);
  for (const live of elements) offer(live);
}

/** Add all tools to an element, and later tools until it is closed. @param {Live} live */
export function furnish(live) {
  elements.add(live);
  for (const offer of offers) offer(live);
}

/** @param {Live} live */
export const release = (live) => elements.delete(live);

/** Return the elements on the page. @returns {Iterable<Live>} */
export const allElements = () => elements;
