"""Check that each event of a drag in a live element is painted."""

from itertools import pairwise

from tests.engines.windows import THUMB

# Records directly after each `input` event what the slider's picture shows.
RECORD = """
const slider = document.querySelector(`input[type="range"][data-along=${arguments[0]}]`);
const root = slider.closest("[data-live]");
window.events = [];
window.recording?.abort();
window.recording = new AbortController();
const note = (stop) =>
  events.push({ stop, shown: +root.dataset.stop, painted: +root.dataset.painted });
note(null);
document.addEventListener("input", (e) => {
  if ("along" in e.target.dataset) note(+e.target.value);
}, { signal: recording.signal });
"""
VALUE = "return +document.querySelector(`input[data-along=${arguments[0]}]`).value"


def every_event_of_a_drag_is_painted(window, along):
    """Drag a slider and check each event. The drag begins when the slider is visible and the page
    is idle, since content that scrolls into view fetches frames."""
    width = window.box(f'input[type="range"][data-along="{along}"]')["width"] - THUMB
    window.quiet()
    window.run(RECORD, along)
    start = window.run(VALUE, along)
    last = window.run(
        "return +document.querySelector(`input[data-along=${arguments[0]}]`).max", along
    )
    end = start + 24 if start + 24 <= last else max(0, start - 24)
    window.slide(along, end, moves=12)
    events = window.run("return events")
    window.driver.release_pointer()
    assert len(events) > min(8, abs(end - start))
    assert abs(events[-1]["stop"] - end) <= round(last / width)  # the pointer moves by whole pixels
    for before, after in pairwise(events):
        assert after["painted"] == before["painted"] + 1
        # A slider of C = 1/λ has its stops in reverse order.
        assert after["shown"] in (after["stop"], last - after["stop"])


def element_text(window, name):
    return window.run(
        "return document.querySelector(`[data-readout=${arguments[0]}]`).textContent", name
    )
