// Lay out a sheet to save: pictures, legend, caption and link.

import { queryAll } from "../base/dom.js";
import { labelOf } from "../base/text-alternative.js";
import { contextOf, redirectDrawing, Tracing } from "./recording-context.js";

const EDGE = 12, GAP = 14, NARROWEST = 380;
const TITLE = 15, WORDS = 13, SMALL = 11.5, LEADING = 1.4;

/**
 * A Picture is a canvas to save, a Box its place on the sheet; a Target is a context that draws into the file.
 * @typedef {import("./recording-context.js").Target} Target
 * @typedef {{ view: PlacedView, canvas: HTMLCanvasElement, title: string }} Picture
 * @typedef {Picture & { x: number, y: number, w: number, h: number, ratio: number }} Box
 * @typedef {{ path: () => Tracing, stroke: string, width: number, dash: number[], fill: string, opacity: number }} Shape
 * @typedef {{ name: string, font: string, x: number, y: number, parts: Shape[] }} LegendMark
 * @typedef {{ line: string, font: string, tone: string, y: number }} Line
 * @typedef {{ boxes: Box[], lines: Line[], marks: LegendMark[], caption: string, width: number, height: number, head: number, family: string }} Sheet
 */

/** Return the shown frame; there is one if something can be saved. @param {Live} live */
export const frameOf = (live) => /** @type {Frame} */ (live.player.frame);

/**
 * Return the pictures of an element, one for each canvas. Pictures that were never scrolled into view are drawn now.
 * @param {Live} live @returns {Picture[]}
 */
export function pictures(live) {
  const visibleViews = live.views.filter(({ box }) => !box.hidden && box.clientWidth);
  for (const view of visibleViews) if (view.isLate) redraw(live, view, true);
  return visibleViews.flatMap((view) => {
    const canvases = [...view.box.querySelectorAll("canvas")].filter(isDrawn);
    return canvases.map((canvas) => ({ view, canvas, title: titleOf(view, canvas, canvases.length > 1) }));
  });
}

const ratio = () => window.devicePixelRatio || 1;
/** Return whether a canvas is drawn; otherwise it has the default size. @param {HTMLCanvasElement} canvas */
const isDrawn = (canvas) => canvas.clientWidth > 0 && Math.abs(canvas.width - canvas.clientWidth * ratio()) <= 1;

/** @param {PlacedView} view @param {HTMLCanvasElement} canvas @param {boolean} several */
function titleOf({ item, box }, canvas, several) {
  const near = (several ? canvas.parentNode : box)?.querySelector(".kl-title, .kl-row > span")?.textContent;
  const label = labelOf(item), own = "title" in item ? item.title : "", [first] = "items" in item ? item.items : [];
  const title = several ? near || label : own || label || near || (first && labelOf(first));
  return (title || item.kind).replace(/\.$/, "");
}

/** Compute the layout in CSS pixels. @param {Live} live @param {Picture[]} chosen @param {string} link @returns {Sheet} */
export function sheetOf(live, chosen, link) {
  const boxes = chosen.map(({ canvas, title, view }) => ({
    canvas, view, title, x: 0, y: 0, w: canvas.clientWidth, h: canvas.clientHeight, ratio: ratio() }));
  const room = Math.max(NARROWEST, boxes.length > 1 ? live.root.clientWidth : boxes[0].w), head = boxes.length > 1 ? TITLE * LEADING : 0;
  let x = 0, y = 0, row = 0, wide = 0;
  for (const box of boxes) {
    if (x && x + box.w > room) [x, y, row] = [0, y + row + GAP, 0];
    Object.assign(box, { x: EDGE + x, y: EDGE + y + head });
    [x, row, wide] = [x + box.w + GAP, Math.max(row, box.h + head), Math.max(wide, x + box.w)];
  }
  const width = Math.ceil(2 * EDGE + Math.max(wide, NARROWEST)), family = getComputedStyle(live.root).fontFamily;
  const caption = captionOf(live);
  /** @type {Line[]} */
  const lines = [];
  let at = EDGE + y + row + GAP;
  /** @type {(text: string, size: number, weight: string, tone: string, breaks?: RegExp) => void} */
  const add = (text, size, weight, tone, breaks) => {
    for (const line of wrap(text, `${weight} ${size}px ${family}`, width - 2 * EDGE, breaks)) {
      lines.push({ line, font: `${weight} ${size}px ${family}`, tone, y: (at += size * LEADING) - size * 0.35 });
    }
  };
  const marks = legend(live, family, width, at);
  if (marks.length) at = marks[marks.length - 1].y + 12;
  if (boxes.length === 1) add(boxes[0].title, TITLE, "600", "text");
  add(caption, WORDS, "400", "text");
  if (link) add(link, SMALL, "400", "muted", /(?<=&)/);
  return { boxes, lines, marks, caption: `${boxes.map(({ title }) => title).join(", ")}. ${caption}`, width, height: Math.ceil(at + EDGE), head, family };
}

/** Write the caption: the picture's text alternative, and the origin of its points. @param {Live} live */
export function captionOf(live) {
  const { data, kernel } = live.player.scene, count = frameOf(live).get("labels")?.length;
  const sample = data && [data, count && `${count} points`, kernel && `${kernel} kernel`].filter(Boolean).join(", ");
  return [sample, live.lastText].filter(Boolean).join(", ");
}

/**
 * Return a function that measures the width of a text on one line.
 * @param {string} font @returns {(text: string) => number}
 */
function widthIn(font) {
  const ruler = contextOf(document.createElement("canvas"));
  ruler.font = font;
  return (text) => ruler.measureText(text).width;
}

/** List the entries of the page's legend, with their marks as paths. @param {Live} live @param {string} family @param {number} width @param {number} top */
function legend(live, family, width, top) {
  const font = `400 ${WORDS}px ${family}`, widthOf = widthIn(font);
  let x = EDGE, y = top + 6;
  return queryAll(live.root, ".kl-legend > span, .kl-class").filter((entry) => entry.offsetParent).map((entry) => {
    const name = entry.textContent, wide = 30 + widthOf(name);
    if (x + wide > width - EDGE) [x, y] = [EDGE, y + 19];
    const mark = { name, font, x, y, parts: [...entry.querySelectorAll("svg > *, svg > g > *")].map(part) };
    x += wide + 12;
    return mark;
  });
}

/** @param {Element} node @returns {Shape} */
function part(node) {
  const { stroke, strokeWidth, strokeDasharray, fill, opacity } = getComputedStyle(node), number = (/** @type {string} */ name) => Number(node.getAttribute(name));
  const path = () => {
    const tracing = new Tracing(node.getAttribute("d") ?? "");
    if (node.tagName === "circle") tracing.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
    if (node.tagName === "rect") tracing.rect(number("x"), number("y"), number("width"), number("height"));
    return tracing;
  };
  const dash = strokeDasharray === "none" ? [] : strokeDasharray.split(/[ ,]+/).map(parseFloat);
  return { path, stroke, width: parseFloat(strokeWidth), dash, fill, opacity: Number(opacity) };
}

/**
 * Break a text into lines of at most `room` pixels; a word that is too long is split.
 * @param {string} text @param {string} font @param {number} room
 */
function wrap(text, font, room, breaks = /(?<= )/) {
  const widthOf = widthIn(font), fits = (/** @type {string} */ line) => widthOf(line.trimEnd()) <= room;
  const lines = [];
  let line = "";
  for (let word of text.split(breaks)) {
    if (fits(line + word)) { line += word; continue; }
    if (line) lines.push(line);
    while (!fits(word)) {
      let n = word.length - 1;
      while (n > 1 && !fits(word.slice(0, n))) n--;
      lines.push(word.slice(0, n));
      word = word.slice(n);
    }
    line = word;
  }
  return line ? [...lines, line] : lines;
}

// Draw the sheet, and return its boxes with their targets. `pen` draws the texts, and `target(box, k)` returns the
// context of a picture. With `surface`, the context of the whole sheet, each picture is clipped to its box.
/**
 * @template {Target} T
 * @param {Live} live @param {Sheet} sheet @param {Target} pen @param {(box: Box, k: number) => T} target
 * @param {CanvasRenderingContext2D} [surface] @returns {(Box & { target: T })[]}
 */
export function drawSheet(live, sheet, pen, target, surface) {
  const { palette } = live.stage, { boxes, lines, marks, width, height, head, family } = sheet;
  pen.fillStyle = palette.background;
  pen.fillRect(0, 0, width, height);
  const bodies = boxes.map((box, k) => ({ ...box, target: target(box, k) }));
  live.stage.recording = true;
  try {
    for (const body of bodies) {
      surface?.save();
      if (surface) clipTo(surface, body);
      redirectDrawing([[body.canvas, body.target]], () => redraw(live, body.view));
      surface?.restore();
    }
  } finally { live.stage.recording = false; }
  write(pen, { tone: palette.text, font: `600 ${WORDS + 1}px ${family}` }, head ? boxes.map(({ title, x, y }) => /** @type {[string, number, number]} */ ([title, x, y - 6])) : []);
  for (const { name, font, x, y, parts } of marks) {
    for (const each of parts) stamp(pen, each, x, y - 11);
    write(pen, { tone: palette.muted, font }, [[name, x + 24, y]]);
  }
  for (const { line, font, tone, y } of lines) write(pen, { tone: palette[tone], font }, [[line, EDGE, y]]);
  return bodies;
}

/** Clip to the canvas's size, as on the page. @param {CanvasRenderingContext2D} pen @param {Box} box */
function clipTo(pen, { x, y, w, h }) {
  pen.beginPath();
  pen.rect(x, y, w, h);
  pen.clip();
}

/** Redraw a view. Without `changed` it draws all layers, as after a resize. @param {Live} live @param {PlacedView} view */
function redraw(live, view, changed = false) {
  const { isNear } = view;
  view.isNear = undefined;         // otherwise the view would wait until it is visible
  live.draw(view, frameOf(live), changed);
  view.isNear = isNear;
}

/** @param {Target} pen @param {{ tone: string, font: string }} look @param {[string, number, number][]} words */
function write(pen, { tone, font }, words) {
  Object.assign(pen, { fillStyle: tone, font, textAlign: "left", textBaseline: "alphabetic" });
  for (const [text, x, y] of words) pen.fillText(text, x, y);
}

/** @param {Target} pen @param {Shape} shape @param {number} x @param {number} y */
function stamp(pen, { path, stroke, width, dash, fill, opacity }, x, y) {
  pen.save();
  pen.translate(x, y);
  Object.assign(pen, { strokeStyle: stroke, lineWidth: width, fillStyle: fill, globalAlpha: opacity });
  pen.setLineDash(dash);
  if (fill !== "none") pen.fill(path());
  if (stroke !== "none") pen.stroke(path());
  pen.restore();
}
