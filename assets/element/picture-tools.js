// What is offered under the pictures of an element, beside Save, by whatever comes to the page.

/** @typedef {(live: Live) => void} OfferTool It calls live.addTool. */

/** @type {Set<OfferTool>} */
const offers = new Set();
/** @type {Set<Live>} Those on the page. */
const elements = new Set();

/** Offers a tool to each element, now and later. @param {OfferTool} offer */
export function offerTool(offer) {
  if (offers.has(offer)) return;
  offers.add(offer);
  for (const live of elements) offer(live);
}

/** Gives an element all tools, and later ones until it is closed. @param {Live} live */
export function furnish(live) {
  elements.add(live);
  for (const offer of offers) offer(live);
}

/** @param {Live} live */
export const release = (live) => elements.delete(live);

/** The elements on the page. @returns {Iterable<Live>} */
export const allElements = () => elements;
