// Every question of a page to its server goes through here, so that a page without one can be
// answered by something else: see `answerWith`.

let answering = (address, options) => fetch(address, options);

/**
 * The answer to an address of the app, as `fetch` gives it.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export function request(address, options) { return answering(address, options); }

/** From now on `other` answers, in place of the server. @param {typeof request} other */
export function answerWith(other) { answering = other; }
