// A button that opens the toolbar for a picture's points. The toolbar's scripts are loaded on first use.

import { element } from "../base/dom.js";
import { pointsOf } from "./point-editor.js";
import { tab } from "../base/storage.js";

export const kinds = { points };

const SVG = '<svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><path d="M2 2 7 7M2 7 7 2"/><circle cx="10" cy="10" r="2.6"/></svg>';

/** @type {MakeView<"points">} */
function points(root, item, player, stage) {
  root.classList.add("kl-points");
  const editor = pointsOf(player, stage), name = `kl-points ${stage.name} ${item.at ?? ""}`, storedState = tab.get(name);   // whether the toolbar was open
  const button = element("button", { type: "button", className: "kl-points-button", title: "Move, add, relabel, erase or select points" });
  button.innerHTML = SVG;                                            // SVG is a constant
  button.append("Points");
  const room = element("div", { className: "kl-points-room", hidden: true });
  root.append(button, room);
  /** @type {ReturnType<typeof import("./point-toolbar.js").pointTools> | undefined} */
  let tools;
  /** @type {Promise<void> | undefined} */
  let coming;
  let open = false;

  /** @param {boolean} isWanted */
  function set(isWanted) {
    open = isWanted;
    editor.openToolbarCount = Math.max(0, (editor.openToolbarCount ?? 0) + (open ? 1 : -1));
    editor.isOpen = editor.openToolbarCount > 0 || editor.isInvited;
    button.setAttribute("aria-expanded", String(open));
    root.classList.toggle("is-open", open);
    room.hidden = !open;
    if (!open) {
      tools?.close();
      if (!editor.isOpen) editor.tool = editor.defaultTool;
      return;
    }
    coming ??= import("./point-toolbar.js").then(({ pointTools }) => {
      tools = pointTools(room, item, editor, stage);
      tools.draw();
    });
  }

  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    set(!open);
    tab.set(name, open ? "1" : "0");
  });
  root.addEventListener("keydown", (e) => editor.key(e));
  // If a page opens the toolbar, fingers can move points at once. On a small screen the toolbar stays closed: the
  // picture has more room, and a finger can scroll over it.
  const small = `(max-width: 1000px)${item.tall ? ", (max-height: 1100px)" : ""}`;
  const isInvited = item.open && !matchMedia(small).matches;
  if (isInvited) editor.isOpen = editor.isInvited = true;
  let isWanted = storedState === "1" || (isInvited && storedState !== "0");
  if (isWanted) {
    room.hidden = false;                        // reserve its space, but draw the picture first
    root.classList.add("is-open");
    player.on("ready", () => { if (isWanted && !coming) set(true); });
  }
  // Close the toolbar when the picture fills the screen.
  function shut() {
    isWanted = false;
    room.hidden = true;
    root.classList.remove("is-open");
    if (open) set(false);
  }
  return { draw() { if (open) tools?.draw(); }, shut, describe() {} };
}
