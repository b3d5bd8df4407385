// Small planes at fixed stops of one slider; they follow all other sliders. A click on a plane moves the slider to its
// stop. A row may change fields of the scene, such as `risk` (summed or averaged losses): a click changes them, too.

import { Axes } from "../draw/axes.js";
import { field, nearest } from "../base/sweep-decoder.js";
import { typedNumber, setting, percent } from "../base/format.js";
import { geometry } from "../draw/frame-geometry.js";
import * as paint from "../draw/plane-layers.js";
import { element, setText } from "../base/dom.js";
import { drawUnproven } from "../draw/optimality-note.js";

export const kinds = { panels };
export const costly = ["panels"];

/** @type {MakeView<"panels">} */
function panels(root, item, player, stage) {
  root.dataset.view = "panels";
  root.classList.add("kl-panels");
  const { along, values, grid, title, fields, value_names: valueNames = {}, errors = true } = item, { symbol } = stage.slider(along);
  const heading = element("p", { className: "kl-subtitle", hidden: !title });
  root.append(heading);
  const scratch = document.createElement("canvas");
  const cells = values.map((value) => {
    const canvas = element("canvas", { className: "kl-canvas" });
    const name = element("span", { textContent: `${symbol} = ${setting(value)}` });
    const error = element("span", { className: "kl-fine-print" });
    const button = element("button", { type: "button", className: "kl-panel" }, canvas, element("span", { className: "kl-row" }, name, error));
    button.addEventListener("click", () => { player.change({ ...fields, [along]: typedNumber(value) }, along); player.settle(); });
    root.append(button);
    return { value, button, error, sweep: /** @type {Sweep | undefined} */ (undefined), stop: 0, axes: new Axes(canvas, { margins: { left: 0, right: 0, top: 0, bottom: 0 } }) };
  });

  // Return the heading of the panels: the title, and the selected options of the switches that `value_names` names.
  const panelLabel = () => [title, ...Object.entries(valueNames).map(([field, names]) => names[player.scene[field]] ?? "")].filter(Boolean).join(", ");

  /** @param {number} value */
  function find(value) {
    const scene = { ...player.scene, ...fields, [along]: String(value) };
    return player.find(scene, along) ?? player.find(scene, player.active, grid);
  }

  /** @param {Frame} frame */
  function draw(frame, changed = true) {
    setText(heading, panelLabel());
    const isSame = Object.entries(fields).every(([name, value]) => player.scene[name] === value);
    const stops = player.stops(along), stop = nearest(stops, player.value(along));
    const markedPanel = isSame ? values.findIndex((value) => nearest(stops, value) === stop) : -1;
    cells.forEach((cell, k) => {
      cell.button.classList.toggle("is-current", k === markedPanel);
      cell.button.setAttribute("aria-current", String(k === markedPanel));
      const frame = find(cell.value);
      if (!frame) return;
      if (changed && cell.sweep === frame.sweep && cell.stop === frame.stop) return;
      Object.assign(cell, { sweep: frame.sweep, stop: frame.stop });
      picture(cell, frame);
    });
  }

  /** @param {{ value: number, button: HTMLButtonElement, error: HTMLSpanElement, axes: Axes }} cell @param {Frame} frame */
  function picture(cell, frame) {
    const { axes } = cell, { palette, table } = stage, { window, nx, ny } = geometry(frame);
    axes.beginPlane(window);
    const values = field(frame.sweep, frame.stop);
    paint.heat(axes, scratch, values, nx, ny, table);
    paint.stroke(axes.context, paint.levelPath(axes, values, nx, ny, 0), palette.zero, 2);
    const paths = paint.pointPaths(axes, frame.get("points"), frame.get("labels"), 2);
    paint.points(axes.context, paths, palette, 1.1);
    const doubt = drawUnproven(axes, frame, stage) && ", may not be optimal";
    const test = frame.get("test_error"), isEmpty = frame.get("labels").length === 0, hasError = errors && !isEmpty && Number.isFinite(test);
    setText(cell.error, isEmpty ? "no points" : hasError ? `test ${percent(test)}` : "");
    cell.button.setAttribute("aria-label", `${panelLabel() && `${panelLabel()}: `}${symbol} = ${setting(cell.value)}${isEmpty ? ", no points" : hasError ? `, test error ${percent(test)}` : ""}${doubt}. Choose it.`);
  }

  // If the loaded sweeps lack a stop of the panels, a sweep along the row's own slider is fetched.
  player.wishes.push(() => (player.scene[along] && !values.every(find) ? [[along, fields, grid, true]] : []));

  // Coarse sweeps of the other sliders at each panel's stop are fetched too, so that dragging them redraws all panels.
  player.wishes.push(() => (player.scene[along] ? player.alongs : []).filter((a) => a !== along)
    .flatMap((a) => values.map((value) => /** @type {[string, Scene, number]} */ ([a, { ...fields, [along]: String(value) }, grid]))));

  return { draw, describe: () => {} };
}
