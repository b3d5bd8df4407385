// Draw the selection: squares around selected points, the selection box, and a hint about missing points.

import { stroke } from "./plane-layers.js";
import { element, setProperties, setText } from "../base/dom.js";

/** @param {Context} context @param {Axes} axes @param {ArrayLike<number>} points @param {Frame} frame @param {PlaneState} state @param {Stage} stage */
export function drawSelection(context, axes, points, frame, state, stage) {
  const selected = stage.points?.selected;
  if (selected?.size) {
    const origins = frame.get("origin") ?? [], path = new Path2D();
    for (let i = 0; i < origins.length; i++) {
      if (!selected.has(origins[i])) continue;
      const x = axes.px(points[2 * i]), y = axes.py(points[2 * i + 1]);
      path.rect(x - 8, y - 8, 16, 16);
    }
    stroke(context, path, stage.palette.background, 3.4);
    stroke(context, path, stage.palette.accent, 2);
  }
  if (!state.box) return;
  const [x0, y0, x1, y1] = state.box, rim = new Path2D();
  rim.rect(Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0));
  stroke(context, rim, stage.palette.background, 3);
  stroke(context, rim, stage.palette.accent, 1.6, [5, 4]);
}

/**
 * Return a function that writes a sentence on the picture if there are no points or only points of one class, and returns it.
 * A small picture has room only for the statement that there are no points.
 * @param {HTMLElement} root @param {boolean} [isSmall]
 */
export function caption(root, isSmall = false) {
  const note = element("p", { className: "kl-picture-note", hidden: true });
  root.append(note);
  return (/** @type {Frame} */ frame, /** @type {string} */ add) => {
    const labels = frame.get("labels"), isSingle = labels.length && labels.every((/** @type {number} */ label) => label === labels[0]);
    const text = labels.length === 0 ? (isSmall ? "No points" : `No points: ${add} and click.`) : isSingle && !isSmall ? "There is only one class. Add points of the other class to get a boundary." : "";
    setText(note, text);
    setProperties(note, { hidden: !text });
    return text;
  };
}
