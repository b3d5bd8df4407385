// Draw a QR code of a text. The server computes its rows and stores nothing.

import { request } from "../base/requests.js";
import { BASE } from "./navigation/page-navigation.js";

const QUIET_ZONE = 4;                 // white modules around a code, as in its standard
const SVG = "http://www.w3.org/2000/svg";
const NOT_NOW = "No QR code can be drawn now.";

/** Draw the code. Throws an Error with a message if it can't. @param {string} text @param {string} label for screen readers */
export async function qrCode(text, label) {
  const reply = await request(`${BASE ?? "/"}qr`, { method: "POST", body: text }).catch(() => { throw new Error(NOT_NOW); });
  const answer = await reply.json().catch(() => ({}));
  if (!answer.rows) throw new Error(answer.message ?? NOT_NOW);
  return drawCode(answer.rows, label);
}

/** @param {string[]} rows @param {string} label */
function drawCode(rows, label) {
  const side = rows.length + 2 * QUIET_ZONE;
  const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  const dark = rows.flatMap((row, y) => [...row].flatMap((module, x) => (module === "1" ? [`M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`] : [])));
  path.setAttribute("d", dark.join(""));
  svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.append(path);
  return svg;
}
