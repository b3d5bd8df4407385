"""Each event of a drag paints a cached frame before the next event."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from lab.scene.scene import DEFAULT, Scene
from lab.ui.palette import LIGHT
from tests.browser import eyes, hand
from tests.browser.expected import READOUTS, check_numbers, sweep_of
from tests.browser.live import open_live
from tests.browser.wire_tap import WireTap

PAGE = "/rbf-bandwidth?hide=text&step=price"  # a step with two sliders and a switch
START, LAST = 27, 63  # first stop of both sliders (τ = 0.4, λ = 0.005), and the last stop


@pytest.fixture
def tap(page):
    return WireTap(page)


@pytest.fixture
def live(page, server, tap):
    """Return the element once it has prefetched everything, and record its events."""
    live = open_live(page, server + PAGE)
    tap.until_quiet()
    hand.record(live)
    return live


@pytest.mark.thorough("lam")
@pytest.mark.parametrize("along", ["tau", "lam"])
def test_every_event_of_a_drag_is_painted_from_memory(page, live, tap, along):
    sweep, needed_count = sweep_of(DEFAULT, along), len(tap.needed_requests)
    hand.drag(page, along, 12, 58, moves=36)
    before, events = hand.recorded(live)
    event_stops = [event["stop"] for event in events]
    assert len(event_stops) > 40 and min(event_stops) == 12 and event_stops[-1] == 58
    upwards = event_stops[event_stops.index(12) :]
    assert len(set(upwards)) == len(upwards), "each stop on the way occurs once"
    # Each event paints one frame before it ends, and each picture differs from the one before.
    assert [event["painted"] - before["painted"] for event in events] == [
        *range(1, len(event_stops) + 1)
    ]
    assert [event["shown"] for event in events] == event_stops
    for view in ("plane", "curve") if along == "lam" else ("plane",):  # the curve's axis is λ
        pictures = [before[view], *(event[view] for event in events)]
        assert all(a != b for a, b in pairwise(pictures)), view
    for event in events:
        check_numbers(event["numbers"], sweep, event["stop"])
    # While the slider is held still, the page requests nothing and keeps its address.
    hand.hurry(page)
    hand.let_pass(page, 5000)
    assert len(tap.needed_requests) == needed_count and page.url.endswith(PAGE)
    page.mouse.up()
    value = sweep.kernels[58].tau if along == "tau" else sweep.lams[58]
    page.wait_for_url(lambda url: f"{along}={value:.12g}" in url)
    assert int(live.get_attribute("data-painted")) == events[-1]["painted"], "nothing drawn twice"


@pytest.mark.thorough
def test_what_lies_below_the_window_is_updated_after_release(page, server, tap):
    """Painting the hidden part too would halve the frame rate."""
    live = open_live(page, f"{server}/rbf-bandwidth")
    below = page.locator('[data-live="one-bump"][data-ready="1"] [data-view=plane] canvas').first
    below.wait_for(state="attached")
    tap.until_quiet()
    assert below.bounding_box()["y"] > page.viewport_size["height"]
    picture = "(canvas) => canvas.toDataURL()"
    before, plane_before = below.evaluate(picture), eyes.plane(live).evaluate(picture)
    hand.drag(page, "tau", 12, moves=6)
    eyes.let_paint(page, 10)
    assert eyes.plane(live).evaluate(picture) != plane_before
    assert below.evaluate(picture) == before
    page.mouse.up()
    is_redrawn = "([canvas, before]) => canvas.toDataURL() !== before"
    page.wait_for_function(is_redrawn, arg=[below.element_handle(), before])


@pytest.mark.thorough
def test_the_curve_can_be_dragged_too(page, live):
    curve = live.locator('[data-view="curve"] canvas').first
    box, margin = curve.bounding_box(), eyes.CHART_MARGINS
    width = box["width"] - margin["left"] - margin["right"]

    def move_to(stop, **options):
        x = box["x"] + margin["left"] + width * stop / LAST
        page.mouse.move(x, box["y"] + box["height"] / 2, **options)

    paint_count = int(live.get_attribute("data-painted"))
    move_to(5)
    page.mouse.down()
    expect(hand.slider(page, "lam")).to_have_value("5")
    move_to(25, steps=20)
    page.mouse.up()
    expect(hand.slider(page, "lam")).to_have_value("25")
    assert int(live.get_attribute("data-painted")) - paint_count == 21
    assert eyes.marker(curve, LIGHT["accent"]) == pytest.approx(25 / LAST, abs=0.006)
    check_numbers(
        {name: eyes.readout(live, name) for name in READOUTS}, sweep_of(DEFAULT, "lam"), 25
    )


@pytest.mark.thorough
def test_another_loss_is_drawn_at_once_from_cached_frames(page, live, tap):
    losses = ("logistic", "squared", "exponential", "perceptron")
    for loss in losses:
        live.get_by_role("radio", name=loss).click()
    before, events = hand.recorded(live)
    for loss, last, event in zip(losses, [before, *events], events, strict=False):
        assert event["painted"] == last["painted"] + 1
        assert event["plane"] != last["plane"] and event["curve"] != last["curve"]
        check_numbers(event["numbers"], sweep_of(Scene(loss=loss), "tau"), START)
    tap.until_quiet()
    assert not tap.repeated_requests, "loaded frames are not requested again"
