// Send all requests of a page to its server or, on a page without a server, to the function that
// answers in its place, see `answerWith`.

/** How messages name the computer that answers: "the {name}" and "on this {place}". */
export const computer = { name: "server", place: "server" };

/** The server refused the request; the message is the server's reason. */
export class RequestRefused extends Error {}

/** @type {typeof request} */
let answering = (address, options) => fetch(address, options);

/**
 * Fetch an address of the app.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export function request(address, options) { return answering(address, options); }

/**
 * Let `responder` answer all later requests in place of the server; `words` names it in messages.
 * @param {typeof request} responder
 * @param {{ name: string, place: string }} [words]
 */
export function answerWith(responder, words) {
  answering = responder;
  Object.assign(computer, words);
}
