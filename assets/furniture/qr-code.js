// A QR code of a text. The server makes its rows, and keeps nothing of it; they are drawn here.

import { request } from "../base/requests.js";
import { BASE } from "./navigation/page-navigation.js";

const QUIET = 4;                 // modules of white around a code, as its standard asks
const SVG = "http://www.w3.org/2000/svg";
const NOT_NOW = "No code can be drawn now.";

/** The code, or an Error that says why there is none. @param {string} text @param {string} label what it is, for the ear */
export async function qrCode(text, label) {
  const reply = await request(`${BASE ?? "/"}qr`, { method: "POST", body: text }).catch(() => { throw new Error(NOT_NOW); });
  const told = await reply.json().catch(() => ({}));
  if (!told.rows) throw new Error(told.message ?? NOT_NOW);
  return drawn(told.rows, label);
}

/** @param {string[]} rows @param {string} label */
function drawn(rows, label) {
  const side = rows.length + 2 * QUIET;
  const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  const dark = rows.flatMap((row, y) => [...row].flatMap((one, x) => (one === "1" ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])));
  path.setAttribute("d", dark.join(""));
  svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.append(path);
  return svg;
}
