// Every question of a page to its server goes through here, so that a page without one can be
// answered by something else: see `answerWith`.

/** What answers, in words: "the …" and "on this …". */
export const computer = { name: "server", place: "server" };

/** The server read the request and said no, in words. */
export class RequestRefused extends Error {}

let answering = (address, options) => fetch(address, options);

/**
 * The answer to an address of the app, as `fetch` gives it.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export function request(address, options) { return answering(address, options); }

/**
 * From now on `responder` answers, in place of the server, and is called so.
 * @param {typeof request} responder
 * @param {{ name: string, place: string }} [words]
 */
export function answerWith(responder, words) {
  answering = responder;
  Object.assign(computer, words);
}
