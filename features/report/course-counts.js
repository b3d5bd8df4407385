// If course.toml has report_secret, send the events of a page to the server, without the visitor's identity. A device
// sends each event once, except the opening of a page; of the answers to a question it sends the first. See
// course_counts.py.

import { computer, request } from "../../assets/base/requests.js";
import { device } from "../../assets/base/storage.js";
import { countBy } from "../../assets/furniture/progress/progress.js";

const COUNTED_KEY = "kernel-methods-live-1-counted";         // key of the sent events; cleared with the progress, see declaration.py
const SEND_DELAY_MS = 3000;      // wait after the last event, so that several are sent together
const MAX_EVENTS = 64;           // largest number of events in a message
const MAX_STORED = 2000;         // largest number of sent events that this device remembers

let page = "", base = "";
/** @type {string | undefined} */
let openedPage;
/** @type {[string, string][]} */
const events = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {Component<{ page: string, base: string }>} component */
export function mount({ data }) {
  ({ page, base } = data);
  if (computer.name !== "server") return;
  countBy(record);
  if (openedPage !== page) {
    send();
    record("open", "");
  }
  openedPage = page;
}

export function unmount() {}

/** @param {string} kind @param {string} id */
function record(kind, id) {
  if (id && !isNew(`${kind === "right" || kind === "wrong" ? "first" : kind} ${id}`)) return;
  events.push([kind, id]);
  clearTimeout(timer);
  timer = setTimeout(send, SEND_DELAY_MS);
}

/** Return whether this device has not sent an event before, and remember it. @param {string} event */
function isNew(event) {
  let sentEvents;
  try { sentEvents = JSON.parse(device.get(COUNTED_KEY) ?? "[]"); } catch { sentEvents = []; }
  if (!Array.isArray(sentEvents)) sentEvents = [];
  if (sentEvents.includes(event)) return false;
  device.set(COUNTED_KEY, JSON.stringify([...sentEvents, event].slice(-MAX_STORED)));
  return true;
}

// Send the events of one page. Events that can't be sent are lost: a count is not worth a retry.
function send() {
  clearTimeout(timer);
  const batch = events.splice(0, MAX_EVENTS);
  if (batch.length) request(`${base}counts`, { method: "POST", keepalive: true, body: JSON.stringify({ page: openedPage ?? page, events: batch }) }).catch(() => {});
}

addEventListener("pagehide", send);
