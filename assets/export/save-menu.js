// The Save menu: the pictures of a live element as PNG and SVG with caption and link, and its numbers as CSV.
// Loaded when the button is pressed.

import { sweepTable, frameTable } from "./csv.js";
import { element } from "../base/dom.js";
import { closeMenu, openMenu } from "../base/menu.js";
import { drawSheet, frameOf, pictures, sheetOf } from "./layout.js";
import { SvgContext } from "./svg-context.js";
import { contextOf, transformedContext } from "./recording-context.js";

const PNG_SCALE = 3;                 // PNG pixels per CSS pixel
const MAX_PIXELS = 16e6;               // largest number of pixels of a canvas that every browser supports

/** @typedef {import("./layout.js").Picture} Picture */

/** Open or close the list beside `button`; `live` is the element whose pictures it saves. @param {Live} live @param {HTMLButtonElement} button */
export function saveMenu(live, button) {
  if (closeMenu(button)) return;
  const all = pictures(live), list = element("div", { className: "kl-tool-menu" });
  list.setAttribute("role", "group");
  list.setAttribute("aria-label", "Save this picture and its numbers");
  const which = element("select", { className: "kl-tool-choice" });
  which.setAttribute("aria-label", "Which picture");
  all.forEach(({ title }, k) => which.append(element("option", { value: String(k), textContent: title })));
  if (all.length > 1) which.append(element("option", { value: "all", textContent: "All pictures on one sheet" }));
  const chosen = () => (which.value === "all" ? all : [all[Number(which.value) || 0]]);
  /** @param {string} label @param {string} note @param {() => void | Promise<void>} act */
  const item = (label, note, act) => {
    const node = element("button", { type: "button", className: "kl-tool-item" }, element("b", { textContent: label }), ` ${note}`);
    node.addEventListener("click", async () => {
      try {
        await act();
        live.stage.announce(`${label} saved.`);
        closeMenu(button);
      } catch { errorLine.textContent = "This browser could not make the file. Try another format."; }
    });
    list.append(node);
  };
  const errorLine = element("p", { className: "kl-error", role: "alert" });
  if (all.length > 1) list.append(which);
  if (all.length) {
    item("PNG", "a picture with caption and link", async () => download(await png(live, chosen()), name(live, "png")));
    item("SVG", "the same picture as vector graphics, for print", () => download(svg(live, chosen()), name(live, "svg")));
  }
  item("CSV", "the numbers of the current picture", () => download(text(frameTable(live, link(live)), "text/csv"), name(live, "csv")));
  const { along, sweep } = frameOf(live);
  if (sweep.stops.length > 1) {
    item("CSV", `one row for each position of the slider ${live.stage.slider(along ?? "").symbol ?? ""}`.trim(),
      () => download(text(sweepTable(live, link(live)), "text/csv"), name(live, "stops.csv")));
  }
  list.append(errorLine);
  openMenu(button, list);
}

/** Return the full address of the shown state, or "" if the element has no link. @param {Live} live */
export function link(live) {
  if (live.data.link !== undefined && !live.data.link) return "";
  const url = new URL(live.data.link ?? location.href);
  for (const [key, value] of new URLSearchParams(live.address())) if (value) url.searchParams.set(key, value); else url.searchParams.delete(key);
  url.hash = "";
  return url.href;
}

/** Return a file with the chosen pictures as SVG. @param {Live} live @param {Picture[]} chosen */
export function svg(live, chosen) {
  const sheet = sheetOf(live, chosen, link(live));
  const context = new SvgContext();
  const bodies = drawSheet(live, sheet, context, (box, k) => new SvgContext([1 / box.ratio, 0, 0, 1 / box.ratio, 0, 0], `c${k}`));
  const inner = bodies.map(({ x, y, w, h, target }) => `<svg x="${x}" y="${y}" width="${w}" height="${h}">\n${target.body}\n</svg>`).join("\n");
  const { width, height, caption } = sheet;
  return text(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${caption.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`)}</title>
${context.body}
${inner}
</svg>
`, "image/svg+xml");
}

/** Return a file with the chosen pictures as PNG. @param {Live} live @param {Picture[]} chosen @returns {Promise<Blob>} */
export async function png(live, chosen) {
  const sheet = sheetOf(live, chosen, link(live)), { width, height } = sheet;
  const finer = Math.min(PNG_SCALE, Math.sqrt(MAX_PIXELS / (width * height)));
  const canvas = element("canvas", { width: Math.round(width * finer), height: Math.round(height * finer) });
  const pen = contextOf(canvas);
  pen.scale(finer, finer);
  drawSheet(live, sheet, pen, ({ x, y, ratio }) => {
    const step = finer / ratio;
    return transformedContext(pen, [step, 0, 0, step, finer * x, finer * y]);
  }, pen);
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("no picture");
  return blob;
}

/** @param {string} content @param {string} type */
const text = (content, type) => new Blob([content], { type: `${type};charset=utf-8` });

/** @param {Live} live @param {string} ending */
const name = (live, ending) => `${live.data.name}.${ending}`;

/** @param {Blob} blob @param {string} file */
function download(blob, file) {
  const url = URL.createObjectURL(blob), anchor = element("a", { href: url, download: file });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
