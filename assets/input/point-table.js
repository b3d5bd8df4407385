// The points as a table: the same data as the picture, to read and to change.

import { element, unseen } from "../base/dom.js";
import { round } from "./point-edits.js";
import { markPicture } from "../draw/marks.js";

const MOST = 300, REACH = 100, STEP = 0.05;

export function pointTable(room, own, stage) {
  const caption = element("caption"), heads = element("tr"), body = element("tbody");
  const wrong = element("p", { className: "kl-wrong", role: "alert", hidden: true });
  const add = element("button", { type: "button", className: "kl-action", textContent: "Add a point" });
  room.append(
    element("div", { className: "kl-scroll" }, element("table", {}, caption, element("thead", {}, heads), body)),
    wrong, element("div", { className: "kl-options" }, add),
  );
  let built = "";      // `wish`: where the focus goes once the rows are there

  const field = (label, change) => {
    const input = element("input", { type: "number", step: STEP });
    input.setAttribute("aria-label", label);
    input.addEventListener("change", () => change(input));
    input.addEventListener("keydown", (e) => { if (e.key === "Escape") { draw(true); input.select(); } });
    return input;
  };
  const view = { own, stage, field, wrong, draw, add, rows: [], wish: undefined };

  function build(count, axes, labels) {
    heads.replaceChildren(...[unseen("example"), ...axes, ...(labels ? ["class"] : []), unseen("remove")].map((text) => element("th", { scope: "col" }, text)));
    view.rows = Array.from({ length: Math.min(MOST, count) }, (_, i) => row(view, i, axes, labels));
    body.replaceChildren(...view.rows.map(({ node }) => node));
  }

  // Values follow the picture; a field that is being typed in is left alone.
  function draw(all = false) {
    const { frame, count } = own;
    if (!frame) return;
    const { axis_x = "x₁", axis_y = "x₂" } = frame.sweep.meta, axes = [axis_x, axis_y || "y"];
    const labels = own.notation.byHeight ? undefined : own.labels, shape = JSON.stringify([own.origins, axes, labels]);
    if (shape !== built) {
      built = shape;
      build(count, axes, labels);
    }
    caption.textContent = count > MOST ? `The first ${MOST} of ${count} points` : `${count} ${count === 1 ? "point" : "points"}`;
    const points = frame.get("points"), given = frame.get("labels");
    for (const { i, x, y, label, mark } of view.rows) {
      [x, y].forEach((input, k) => {
        const text = round(points[2 * i + k]);
        if (input.value !== text && (all || input !== document.activeElement)) input.value = text;
      });
      if (!label || label.value === String(given[i])) continue;
      label.value = String(given[i]);
      mark.replaceChildren(own.notation.everyClass ? markPicture(given[i]) : "");
    }
    focus(view);
  }

  add.addEventListener("click", () => {
    const { x, y } = own.frame.sweep.tensors, middle = ({ data }) => (data[0] + data[data.length - 1]) / 2;
    view.wish = { i: own.count, fresh: true };
    if (!own.add(own.notation.everyClass ? own.hand : 1, middle(x), middle(y))) view.wish = undefined;
  });

  return { draw };
}

function row(view, i, [nameX, nameY], labels) {
  const { own, stage, field, wrong, draw } = view;
  const tell = `example ${i + 1}`, own_ = { i };
  const put = (input) => {
    const [x, y] = [own_.x, own_.y].map((cell) => (cell.value === "" ? NaN : Number(cell.value)));
    const fit = [x, y].every((v) => Math.abs(v) <= REACH);
    input.setAttribute("aria-invalid", String(!fit));
    wrong.hidden = fit;
    if (!fit) { wrong.textContent = `${tell}: a coordinate is a number from −${REACH} to ${REACH}. It stays where it was.`; draw(true); return; }
    own.done(own.move([{ origin: own.origins[i], x, y }]));
  };
  own_.x = field(`${nameX} of ${tell}`, put);
  own_.y = field(`${nameY} of ${tell}`, put);
  const cells = [own_.x, own_.y];
  if (labels) {
    own_.label = element("select", {}, ...labels.map(({ label, mark, name }) => element("option", { value: label, textContent: own.notation.everyClass ? name : `${mark} ${name}` })));
    own_.label.setAttribute("aria-label", `class of ${tell}`);
    own_.label.addEventListener("change", () => { if (!own.relabel([own.origins[i]], Number(own_.label.value))) draw(true); });
    own_.mark = element("span", { className: "kl-points-mark" });
    cells.push(element("span", { className: "kl-points-class" }, own_.mark, own_.label));
  }
  const gone = element("button", { type: "button", className: "kl-action", textContent: "Erase" });
  gone.setAttribute("aria-label", `erase ${tell}`);
  gone.addEventListener("click", () => { view.wish = { i, last: true }; own.erase([own.origins[i]]); });
  own_.gone = gone;
  own_.node = element("tr", {}, element("th", { scope: "row", textContent: String(i + 1) }), ...[...cells, gone].map((cell) => element("td", {}, cell)));
  own_.node.addEventListener("focusin", () => stage.mark(i));
  own_.node.addEventListener("pointerenter", () => stage.mark(i));
  return own_;
}

function focus(view) {
  const { add } = view;
  if (!view.wish) return;
  const one = view.rows[Math.min(view.wish.i, view.rows.length - 1)];
  if (view.wish.fresh && view.rows.length <= view.wish.i) return;      // it is not there yet
  (view.wish.last ? one?.gone ?? add : one.x).focus();
  view.wish = undefined;
}
