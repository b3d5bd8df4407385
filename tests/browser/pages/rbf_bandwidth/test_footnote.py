"""The footnote's experiment on the screen: one variance converges, the printed one does not."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.kernels import frequencies
from kernel_core.theory import cosine_averages
from tests.browser import eyes, hand
from tests.browser.live import open_live, reload


@pytest.fixture
def live(page, server):
    open_live(page, server + "/rbf-bandwidth?step=random-waves")
    page.locator('[data-step-link="random-waves"][aria-current="step"]').wait_for()
    live = page.locator('[data-live="footnote"]')
    live.locator("canvas").first.wait_for()
    page.wait_for_timeout(2500)  # until the step stands in its place
    return live


def errors(live):
    return [eyes.number(eyes.readout(live, f"{name}_error")) for name in ("average", "slip")]


@pytest.mark.thorough
def test_more_features_settle_who_is_right(page, live):
    canvases = live.locator("canvas")
    before = [eyes.drawn(canvas).tobytes() for canvas in canvases.all()]
    right, slip = errors(live)
    assert right > 0.08, "with few features nobody is right yet"
    painted, last = (
        int(live.get_attribute("data-painted")),
        int(slider_of(live).get_attribute("max")),
    )
    start = int(slider_of(live).input_value())
    hand.drag(page, "draws", last, moves=30)
    page.mouse.up()
    assert int(live.get_attribute("data-painted")) > painted + 20
    assert int(live.get_attribute("data-painted")) <= painted + last - start
    assert slider_of(live).get_attribute("aria-valuetext") == "D = 2,000"
    right, slip = errors(live)
    assert right < 0.05 and slip > 0.5
    expected = [largest_error(2000, slip) for slip in (False, True)]
    assert [right, slip] == pytest.approx(expected, rel=0.02)
    after = [eyes.drawn(canvas).tobytes() for canvas in canvases.all()]
    assert all(a != b for a, b in zip(before, after, strict=True))
    page.wait_for_url(lambda url: "draws=2000" in url)
    reload(page)
    live.locator('[data-readout="slip_error"]').wait_for()
    assert errors(live) == [right, slip]
    # The experiment follows the page's own bandwidth, once it is in sight again.
    hand.click_at(page, "tau", 45)
    live.scroll_into_view_if_needed()
    eyes.until_number(live, "average_error", largest_error(2000, False, tau=1.6))
    eyes.until_number(live, "slip_error", largest_error(2000, True, tau=1.6))


def slider_of(live):
    return hand.slider(live, "draws")


def largest_error(count, slip, tau=0.4):
    """The experiment again, over the distances that the picture shows."""
    farthest = 3 * min(max(tau, 1 / tau), 3 * tau)
    r = np.linspace(0, farthest, 49)[:, None]
    W = frequencies(count, 1, tau, seed=0, printed_variance=slip)
    average = cosine_averages(W, r, np.array([count]))[0]
    return np.abs(average - kc.RBF(tau)(r, np.zeros((1, 1)))[:, 0]).max()
