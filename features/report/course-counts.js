// Where the course counts how it is doing (report_secret in course.toml): tells the server what happened on the
// page, each thing once for this device, and nothing of whose it is. See course_counts.py.

import { computer, request } from "../../assets/base/requests.js";
import { device } from "../../assets/base/storage.js";
import { COUNTED, countBy } from "../../assets/furniture/progress/progress.js";

const PAUSE = 3000;              // ms in which more may happen, before it is sent
const MAX_COUNTS = 64, REMEMBERED = 2000;

let page, base, opened;
/** @type {[string, string][]} */
const events = [];
let sending;

export function mount({ data }) {
  ({ page, base } = data);
  if (computer.name !== "server") return;      // nobody counts
  countBy(happened);
  if (opened !== page) {
    send();
    happened("open", "");
  }
  opened = page;
}

export function unmount() {}

/** @param {string} kind @param {string} id */
function happened(kind, id) {
  if (id && !isNew(`${kind === "right" || kind === "wrong" ? "first" : kind} ${id}`)) return;
  events.push([kind, id]);
  clearTimeout(sending);
  sending = setTimeout(send, PAUSE);
}

// Whether this device has not sent it before; now it has.
function isNew(what) {
  let sent;
  try { sent = JSON.parse(device.get(COUNTED) ?? "[]"); } catch { sent = []; }
  if (!Array.isArray(sent)) sent = [];
  if (sent.includes(what)) return false;
  device.set(COUNTED, JSON.stringify([...sent, what].slice(-REMEMBERED)));
  return true;
}

// What can't be sent is lost: a count is not worth a second try. Events are sent before the page is another.
function send() {
  clearTimeout(sending);
  const told = events.splice(0, MAX_COUNTS);
  if (told.length) request(`${base}counts`, { method: "POST", keepalive: true, body: JSON.stringify({ page: opened ?? page, events: told }) }).catch(() => {});
}

addEventListener("pagehide", send);
