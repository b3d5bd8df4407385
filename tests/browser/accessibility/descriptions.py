"""The descriptions of pictures, which change with them."""

from tests.browser import eyes
from tests.browser.whole_page import pictures

# Return the index of a slider's value among its stops, and the index of its last stop.
STOPS = """({ value, min, max, step }) => [value - min, max - min]
  .map((width) => Math.round(width / (step || 1)))"""


def unsaid(before, first):
    """Check that each picture has a description. Return the descriptions that stayed the same
    although their pictures changed."""
    pairs = list(zip(before, first, strict=True))
    assert all(picture["role"] == "img" and len(picture["label"]) > 20 for picture, _ in pairs), (
        before
    )
    return [
        first["label"]
        for first, second in pairs
        if first["pixels"] != second["pixels"] and first["label"] == second["label"]
    ]


def until_described(live, before, slider):
    """Wait until each picture that a slider has changed has another description."""

    def silent():
        return unsaid(before, pictures(live))

    eyes.wait_until(live.page, lambda: not silent(), lambda: f"{slider}: {silent()}")
