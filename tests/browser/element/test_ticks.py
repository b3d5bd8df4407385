"""The ticks of a slider do not overlap, and the tick of the current value is under the handle."""

import pytest

# Return the field of a visible slider once for each pair of its ticks that overlap.
CROWDED = """() => [...document.querySelectorAll(".kl-slider")]
  .filter((slider) => slider.getClientRects().length)
  .flatMap((slider) => {
    const boxes = [...slider.querySelectorAll(".kl-ticks span")]
      .filter((mark) => mark.checkVisibility({ visibilityProperty: true }))
      .map((mark) => mark.getBoundingClientRect());
    return boxes.slice(1).filter((box, k) => box.left < boxes[k].right)
      .map(() => slider.querySelector("input[type=range]").dataset.along);
  })"""
# Return for each visible slider the distance of the nearest inner tick from the handle, in px.
READ_TICKS = """() => [...document.querySelectorAll(".kl-slider")]
  .filter((slider) => slider.getClientRects().length)
  .flatMap((slider) => {
    const range = slider.querySelector("input[type=range]"), box = range.getBoundingClientRect();
    const share = (range.value - range.min) / (range.max - range.min);
    const handle = box.left + 10 + share * (box.width - 20);
    const marks = [...slider.querySelectorAll(".kl-ticks span")].slice(1, -1)
      .filter((mark) => mark.checkVisibility({ visibilityProperty: true }))
      .map((mark) => mark.getBoundingClientRect())
      .map((mark) => Math.abs((mark.left + mark.right) / 2 - handle));
    return Math.min(...marks);
  })"""


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["laptop", "phone"])
def test_ticks_do_not_overlap_and_align_with_the_handle(page, server, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(server + "/multiclass?step=ask&tau=1.6&lam=0.05")
    page.locator('[data-live="ask"][data-ready="1"]').wait_for(state="attached")
    assert page.evaluate(CROWDED) == []
    tau, lam, *_ = page.evaluate(READ_TICKS)
    assert max(tau, lam) <= 3


@pytest.mark.thorough
def test_ticks_keep_clear_in_a_lecture(page, server):
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(server + "/multiclass?view=lecture")
    page.locator('.is-on-stage[data-ready="1"]').first.wait_for()
    assert page.evaluate(CROWDED) == []
