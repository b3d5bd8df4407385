"""A vote of similarities: ask anywhere, see who votes, and the votes add up on the screen."""

import re
import time

import numpy as np
import pytest

from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from lab.ui.palette import LIGHT
from lab.ui.weighted_vote import answer
from pages.kernel_trick.default_scene import DEFAULT as TRICK
from tests.browser import eyes, hand, marks
from tests.browser.expected import sample
from tests.browser.live import open_live

PAGE = "/kernel-trick"


def opened(page, url):
    live = open_live(page, url, "vote")
    deadline = time.monotonic() + 15
    while told(live) is None:  # the votes are asked for once they are in sight
        assert time.monotonic() < deadline, caption(live)
        time.sleep(0.05)
    return live


def canvas(live):
    return live.locator(".kl-is-vote canvas")


def box(live):
    return marks.plane_box(canvas(live), sample(TRICK).window)


def caption(live):
    return live.locator(".kl-is-votes .kl-numbers").text_content()


def told(live):
    """The place and f(x) that the page names."""
    found = re.search(r"x = \((\S+), (\S+)\).* f\(x\)\s=\s(−?[\d.]+(?:·10\S+)?):", caption(live))
    return tuple(eyes.number(part) for part in found.groups()) if found else None


def until_told(live, place):
    deadline = time.monotonic() + 10
    while not (told(live) and np.allclose(told(live)[:2], place, atol=0.02)):
        assert time.monotonic() < deadline, caption(live)
        time.sleep(0.05)


def voters(live, place):
    """The examples whose line to the place is painted in their class's tone, most of its way."""
    image, x = eyes.drawn(canvas(live)), sample(TRICK).X
    found = []
    for i, end in enumerate(x):
        seen = []
        for share in np.linspace(0.25, 0.8, 12):
            px, py = box(live).pixel(*(np.array(place) + share * (end - place)))
            patch = image[int(py) - 1 : int(py) + 2, int(px) - 1 : int(px) + 2, :3].reshape(-1, 3)
            seen.append(min(np.abs(patch - eyes.rgb(LIGHT[tone])).max(axis=1).min()
                            for tone in ("positive", "negative")))  # fmt: skip
        if np.mean(np.array(seen) < 70) > 0.8:
            found.append(i)
    return found


@pytest.fixture
def live(page, server):
    return opened(page, server + PAGE)


@pytest.mark.thorough
def test_the_votes_follow_the_hand_and_add_up(page, live):
    asked = live.locator(".kl-is-vote[data-answers]")
    page.mouse.move(*box(live).on_screen(-0.5, 1.2))
    page.mouse.down()
    before = int(asked.get_attribute("data-answers"))
    for share in np.linspace(0, 1, 15):
        page.mouse.move(*box(live).on_screen(-0.5 + 0.9 * share, 1.2 - 0.9 * share))
        page.wait_for_timeout(50)  # a hand's pace: the next is asked when one is answered
    until_told(live, (0.4, 0.3))
    assert int(asked.get_attribute("data-answers")) > before + 2, "asked while in the hand"
    page.mouse.up()
    page.wait_for_url(lambda url: "at=" in url)
    x, y = map(float, marks.address(page)["at"].split(","))
    want = answer(TRICK, (x, y))
    until_told(live, (x, y))
    assert marks.close(told(live)[2], want["f"], 4)
    assert f"{len(want['votes']) + want['others']['count']} examples vote" in caption(live)
    assert f"Example {want['votes'][0]['i'] + 1} is loudest" in caption(live)
    # Thick lines lead to the loudest, none to those that do not count.
    loud = {v["i"] for v in want["votes"] if abs(v["vote"]) > 0.4 * abs(want["votes"][0]["vote"])}
    seen = voters(live, (x, y))
    assert loud <= set(seen), (loud, seen)
    silent = set(np.flatnonzero(problem(TRICK).fit().alpha == 0))
    assert len(silent & set(seen)) <= 2, "but for those that happen to lie behind a line"
    # The link brings back the place.
    again = opened(page, page.url)
    until_told(again, (x, y))
    assert marks.close(told(again)[2], want["f"], 4)


def until_tip_is_right(page, tip):
    """The tooltip's f is that of its own place at the slider's τ."""
    deadline = time.monotonic() + 10
    while True:
        words, tau = tip.text_content(), float(marks.address(page)["tau"])
        x, y, f = map(eyes.number, re.findall(r"−?[\d.]+(?:·10[⁻\d]+)?", words)[:3])
        want = problem(replace(TRICK, tau=tau)).fit().decision([(x, y)])[0]
        if abs(f - want) <= 0.01 + 0.02 * abs(want):
            return
        assert time.monotonic() < deadline, (words, want)
        time.sleep(0.05)


@pytest.mark.thorough
def test_keys_move_the_place_and_a_slider_changes_the_votes(page, live):
    canvas(live).focus()
    start, (x0, x1, *_) = told(live)[:2], sample(TRICK).window
    for key in ("ArrowRight", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    step = 0.02 * (x1 - x0)
    until_told(live, (start[0] + 2 * step, start[1] + step))
    page.wait_for_url(lambda url: "at=" in url)
    hand.slider(live, "tau").focus()
    marks.bring(canvas(live))
    page.mouse.move(*box(live).on_screen(1.5, 1.2))
    before, tip = told(live)[2], live.locator(".kl-is-vote .kl-tip")
    beside = tip.text_content()
    page.keyboard.press("End")
    deadline = time.monotonic() + 10
    while told(live)[2] == before:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    page.wait_for_url(lambda _: float(marks.address(page)["tau"]) > 1)
    # The tooltip under the resting mouse follows the slider, and the hand as it asks.
    assert tip.is_visible() and tip.text_content() != beside
    until_tip_is_right(page, tip)
    page.mouse.down()
    page.mouse.move(*box(live).on_screen(-1.5, -1.0), steps=5)
    assert tip.text_content().startswith("x = (−1.5"), tip.text_content()
    page.mouse.up()
    page.wait_for_url(lambda url: "at=-1.5" in url)  # let go, and heard
    # Far away votes of next to nothing are told and drawn as such, and no number is cut off.
    scene = replace(TRICK, tau=0.06)
    page.evaluate(hand.WALK, f"{PAGE}?{scene.query()}&at=2.4,1.9")
    until_told(live, (2.4, 1.9))
    want = answer(scene, (2.4, 1.9))
    assert 0 < abs(want["votes"][0]["vote"]) < 1e-6 * want["loudest"]
    assert "nobody is heard here" in caption(live) and "loudest" not in caption(live)
    assert voters(live, (2.4, 1.9)) == [], "no line is as thick as a voice"
    image = eyes.drawn(live.locator(".kl-is-votes canvas"))
    assert not image[:, :2, 3].any(), "the numbers of the axis stay within the picture"
