// Send one request at a time. Of the requests that are made while one runs, keep only the newest. Drags use this, since
// their requests are made faster than they are answered.

import { computer, request } from "./requests.js";

const RETRY_SECONDS = 3; // wait before the retry, if no server answered

/**
 * Return a function that sends a query to an address. `answered` gets each answer. `failed` gets a message for the
 * visitor, and whether the query is refused, such as that of a scene without points. A refused query is not repeated.
 * @param {string} address @param {(body: any, query: string) => void} answered
 * @param {(message: string, isRefused: boolean) => void} failed
 * @returns {(query: string | URLSearchParams) => Promise<void>}
 */
export function latestRequest(address, answered, failed) {
  let busy = false;
  /** @type {string | null} */
  let next = null;
  /** @type {string | undefined} */
  let last;
  /** @param {string | URLSearchParams} fields */
  async function ask(fields) {
    const query = String(fields);
    if (busy) { next = query; return; }
    busy = true;
    last = query;
    try {
      const answer = await request(`${address}?${query}`);
      const body = await answer.json();
      if (answer.ok) answered(body, query);
      else {
        const isBusy = answer.status === 503 || answer.status === 429;
        failed(body.message ?? `The ${computer.name} refused this request.`, !isBusy);
        if (isBusy) later(query, answer.headers.get("Retry-After"));
      }
    } catch {
      failed(`The ${computer.name} does not answer. The picture stays as it is, and the page tries again by itself.`, false);
      later(query, RETRY_SECONDS);
    }
    busy = false;
    if (next !== null) { const query = next; next = null; ask(query); }
  }
  // Repeat a request later, since the server is busy or the connection broke, unless a newer one has been sent by then.
  /** @param {string} query @param {number | string | null} wait */
  function later(query, wait) {
    setTimeout(() => { if (!busy && last === query) ask(query); }, 1000 * (Number(wait) || 2));
  }
  return ask;
}
