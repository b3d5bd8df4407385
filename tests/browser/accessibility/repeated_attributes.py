"""Attributes that are set to the value that they have, while a slider moves: the browser would
compute the styles of a part of the page again, although nothing changes."""

MOVES = 8
# Move the first visible slider of each element by single positions. Return the attributes that are
# set to the same value at every move; a view that is drawn for the first time meanwhile sets some
# once.
MOVE_SLIDERS = """async (moves) => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const faults = [];
  for (const live of document.querySelectorAll("[data-live]")) {
    const sliders = [...live.querySelectorAll("input[type=range][data-along]")];
    const slider = sliders.find((input) => input.checkVisibility());
    if (!slider) continue;
    const counts = new Map();
    const count = (records) => {
      for (const { target, attributeName, oldValue } of records) {
        if (target.getAttribute(attributeName) !== oldValue) continue;
        const own = counts.get(target) ?? new Map();
        counts.set(target, own.set(attributeName, (own.get(attributeName) ?? 0) + 1));
      }
    };
    const observer = new MutationObserver(count);
    observer.observe(document.body, { attributes: true, attributeOldValue: true, subtree: true });
    slider.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerId: 1 }));
    for (let k = 1; k <= moves; k++) {
      slider.value = String((Number(slider.value) + 1) % (Number(slider.max) + 1));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await frame();
      count(observer.takeRecords());
    }
    observer.disconnect();
    dispatchEvent(new PointerEvent("pointerup", { bubbles: true, pointerId: 1 }));
    slider.dispatchEvent(new Event("change", { bubbles: true }));
    await frame();
    for (const [target, own] of counts) for (const [attribute, number] of own) {
      if (number < moves) continue;
      const view = target.closest("[data-live]")?.dataset.live ?? "outside the elements";
      const name = `${target.localName}.${target.getAttribute("class") ?? ""}`;
      faults.push(`${view}: ${attribute} of ${name} (slider of ${live.dataset.live})`);
    }
  }
  return faults;
}"""
