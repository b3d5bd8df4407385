"""On a phone a finger drags a slider or scrolls the page, and two fingers enlarge the page."""

import pytest
from playwright.sync_api import expect

from lab.scene.scene import DEFAULT
from tests.browser import eyes, hand
from tests.browser.expected import check_numbers, sweep_of
from tests.browser.live import open_live
from tests.browser.wire_tap import WireTap


@pytest.fixture
def live(phone_page, server):
    return open_live(phone_page, server + "/rbf-bandwidth?hide=text&step=price")


@pytest.mark.thorough
@pytest.mark.parametrize("along", ["tau", "lam"])
def test_a_finger_drags_a_slider(phone_page, server, along):
    tap = WireTap(phone_page)
    live = open_live(phone_page, server + "/rbf-bandwidth?hide=text&step=price")
    hand.record(live)
    tap.until_quiet()
    hand.slider(phone_page, along).scroll_into_view_if_needed()
    paint_count = int(live.get_attribute("data-painted"))
    hand.finger(phone_page, along, 40)
    phone_page.wait_for_url(lambda url: f"{along}=" in url)
    _, events = hand.recorded(live)
    assert len(events) >= 8 and events[-1]["stop"] == 40
    assert [e["painted"] - paint_count for e in events] == [*range(1, len(events) + 1)]
    for event in events:
        check_numbers(event["numbers"], sweep_of(DEFAULT, along), event["stop"])


def test_a_finger_scrolls_past_the_picture(phone_page, live):
    """A vertical movement scrolls the page, even if it begins on the plane or on a slider."""
    main = phone_page.locator('[data-testid="stMain"]')
    for view in (eyes.plane(live), hand.slider(phone_page, "tau")):
        box, before = view.bounding_box(), main.evaluate("(main) => main.scrollTop")
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        hand.swipe(phone_page, (x, y), (x, y - 200))
        phone_page.wait_for_function(
            "(top) => document.querySelector('[data-testid=stMain]').scrollTop > top + 100",
            arg=before,
        )
        expect(hand.slider(phone_page, "tau")).to_have_attribute("aria-valuetext", "τ = 0.40")
    hand.slider(phone_page, "lam").press("ArrowRight")
    phone_page.wait_for_url(lambda url: "lam=" in url)
    assert "tau=0.4&" in phone_page.url and "point=" not in phone_page.url


@pytest.mark.thorough
def test_a_swipe_over_many_classes_scrolls_and_two_fingers_enlarge(phone_page, server):
    """The planes are full of points, but points can be dragged only after the toolbar is opened."""
    live = open_live(phone_page, server + "/multiclass")
    canvases, address = live.locator("canvas.kl-canvas"), phone_page.url
    ways = canvases.evaluate_all("(all) => all.map((node) => getComputedStyle(node).touchAction)")
    assert ways and all("pinch-zoom" in way for way in ways)
    box, main = canvases.first.bounding_box(), phone_page.locator('[data-testid="stMain"]')
    before = main.evaluate("(main) => main.scrollTop")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hand.swipe(phone_page, (x, y), (x, y - 250))
    phone_page.wait_for_function(
        "(top) => document.querySelector('[data-testid=stMain]').scrollTop > top + 100", arg=before
    )
    assert phone_page.url == address
