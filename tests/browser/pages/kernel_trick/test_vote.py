"""The weighted vote: the contributions at a point are listed, and their sum is f."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.scene.scene import replace
from lab.ui.weighted_vote import answer
from pages.kernel_trick.default_scene import DEFAULT as TRICK
from tests.browser import eyes, hand, marks
from tests.browser.expected import sample
from tests.browser.live import open_live

PAGE = "/kernel-trick"


def open_vote(page, url):
    live = open_live(page, url, "vote")
    eyes.wait_until(
        page, lambda: read_vote(live), lambda: caption(live)
    )  # the page requests the vote once it is visible
    return live


def canvas(live):
    return live.locator(".kl-is-vote canvas")


def box(live):
    return marks.plane_box(canvas(live), sample(TRICK).window)


def caption(live):
    return live.locator(".kl-is-votes .kl-numbers").text_content()


def read_vote(live):
    """Return the point and the f(x) that the page names, or None."""
    match = re.search(r"x = \((\S+), (\S+)\).* f\(x\)\s=\s(−?[\d.]+(?:·10\S+)?):", caption(live))
    return tuple(eyes.number(part) for part in match.groups()) if match else None


def until_told(live, place):
    def has_place():
        return read_vote(live) and np.allclose(read_vote(live)[:2], place, atol=0.02)

    eyes.wait_until(live.page, has_place, lambda: caption(live))


@pytest.fixture
def live(page, server):
    return open_vote(page, server + PAGE)


@pytest.mark.thorough
def test_the_votes_follow_the_drag_and_add_up(page, live):
    answers = live.locator(".kl-is-vote[data-answers]")
    page.mouse.move(*box(live).on_screen(-0.5, 1.2))
    page.mouse.down()
    for share in (0.3, 0.6, 1):
        before = answers.get_attribute("data-answers")
        page.mouse.move(*box(live).on_screen(-0.5 + 0.9 * share, 1.2 - 0.9 * share))
        # A new answer comes during the drag.
        expect(answers).not_to_have_attribute("data-answers", before)
    until_told(live, (0.4, 0.3))
    page.mouse.up()
    page.wait_for_url(lambda url: "at=" in url)
    x, y = map(float, marks.address(page)["at"].split(","))
    expected = answer(TRICK, (x, y))
    until_told(live, (x, y))
    assert marks.close(read_vote(live)[2], expected["f"], 4)
    count = len(expected["votes"]) + expected["others"]["count"]
    assert f"the contributions of {count} examples add up" in caption(live)
    assert f"Example {expected['votes'][0]['i'] + 1} contributes most" in caption(live)


@pytest.mark.thorough
def test_keys_move_the_place_and_a_slider_changes_the_votes(page, live):
    canvas(live).focus()
    start, (x0, x1, *_) = read_vote(live)[:2], sample(TRICK).window
    for key in ("ArrowRight", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    step = 0.02 * (x1 - x0)
    until_told(live, (start[0] + 2 * step, start[1] + step))
    page.wait_for_url(lambda url: "at=" in url)
    before = read_vote(live)[2]
    hand.slider(live, "tau").press("End")
    eyes.wait_until(page, lambda: read_vote(live)[2] != before, lambda: caption(live))
    # Far from all examples the contributions are almost 0 and share one line.
    scene = replace(TRICK, tau=0.06)
    page.evaluate(hand.WALK, f"{PAGE}?{scene.query()}&at=2.4,1.9")
    until_told(live, (2.4, 1.9))
    assert "All contributions here are close to 0." in caption(live)
