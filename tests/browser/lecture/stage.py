"""The lecture view: its address, its stage, and layout problems on the stage."""

import re

STAGE = '.is-on-stage[data-ready="1"]'
# Return the canvases that leave the stage, are too low, or cover an item of another canvas.
OUTSIDE_STAGE = """
() => {
  const stage = document.querySelector(".is-on-stage"), room = stage.getBoundingClientRect();
  const laid = (node) => node.getClientRects().length > 0;
  const itemSelector = ".kl-item:not(.kl-is-group, .kl-is-built)";
  const items = [...stage.querySelectorAll(itemSelector)].filter(laid);
  const wrong = [];
  for (const canvas of stage.querySelectorAll("canvas")) {
    if (!laid(canvas)) continue;
    const box = canvas.getBoundingClientRect(), own = canvas.closest(".kl-item");
    const out = Math.max(box.bottom - room.bottom, box.right - room.right);
    if (out > 2) wrong.push(`${out} px out: ${own.className}`);
    if (box.height < 90) wrong.push(`${box.height} px high: ${own.className}`);
    for (const other of items) {
      if (other.contains(canvas) || own.contains(other)) continue;
      const b = other.getBoundingClientRect();
      const wide = Math.min(box.right, b.right) - Math.max(box.left, b.left);
      const high = Math.min(box.bottom, b.bottom) - Math.max(box.top, b.top);
      if (wide > 4 && high > 4) wrong.push(`${own.className} over ${other.className}`);
    }
  }
  return wrong;
}
"""

MAX_CONTROLS = 2
# Return problems of the layout on a projector: boxes that scroll, controls outside the window, too
# many controls. The buttons of a picture that is itself a control are part of it.
CROWDED = """
(most) => {
  const stage = document.querySelector(".is-on-stage"), wrong = [];
  const columns = stage.querySelectorAll(":scope > :is(.kl-main, .kl-side, .kl-below)");
  for (const node of [stage, ...columns].filter((each) => each.getClientRects().length)) {
    const over = node.scrollHeight - node.clientHeight;
    if (over > 2) wrong.push(`${node.className} scrolls ${over} px`);
  }
  const tools = ".kl-is-equation, .kl-is-panels, .kl-tabs";    // not counted as controls
  const held = 'input, select, textarea, [role="radiogroup"], .kl-action, .kl-is-play button';
  const controls = new Set([...stage.querySelectorAll(held)]
    .filter((node) => node.checkVisibility() && !node.closest(tools))
    .map((node) => node.closest(".kl-item")));
  for (const box of controls) {
    const { top, bottom, left, right, height } = box.getBoundingClientRect();
    const isIn = top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
    if (!isIn || height < 20) wrong.push(`${box.className} from ${top} to ${bottom}`);
  }
  const names = [...controls].map((box) => box.className);
  if (controls.size > most) wrong.push(`${controls.size} controls: ${names.join(", ")}`);
  return wrong;
}
"""


def on_stage(page, name="", step=""):
    """Return the element on the stage, by its name or the name of its step."""
    box = f".st-key-step-{step} " if step else ""
    stage = page.locator(box + STAGE + (f'[data-live="{name}"]' if name else ""))
    stage.wait_for()
    return stage


def title(page, text):
    page.get_by_role("heading", level=1, name=text, exact=True).wait_for()


def address(page, pattern):
    page.wait_for_url(lambda url: re.search(pattern, url) is not None)
