"""Stochastic gradient, below the first picture: drags, buttons and keys move every part."""

import numpy as np
import pytest

from pages.stochastic_gradient import (
    linear_sgd_element,
)
from pages.stochastic_gradient.gradient_methods import gd_sgd_newton_runs
from tests.browser import eyes, hand, marks
from tests.browser.live import open_live

PAGE = "/stochastic-gradient"
STEPS = {
    "linear": "mistakes",
    "three": "three-ways",
    "budget": "same-work",
    "times": "by-the-clock",
    "saddle": "saddles",
    "perceptrons": "count-mistakes",
    "forms": "two-forms",
}


@pytest.fixture
def opened(page, server):
    open_live(page, server + PAGE)
    return page


def part(page, name):
    """One live element of the page, on the screen, unfolded."""
    link = page.locator(f'[data-step-link="{STEPS[name]}"]')
    link.wait_for(state="attached")
    page.locator(f'[data-step="{STEPS[name]}"]').wait_for()
    link.evaluate("(one) => one.click()")
    element = page.locator(f'[data-live="{name}"][data-ready="1"]')
    element.wait_for()
    element.scroll_into_view_if_needed()
    return element


def stops(page, element, along, *wanted):
    """Draw a slider to one stop after the other, the mouse held; yields each once it is shown."""
    hand.take(page, along, element)
    for stop in wanted:
        page.mouse.move(*hand.place(element, along, stop), steps=6)
        assert element.get_attribute("data-stop") == str(stop)
        yield stop
    page.mouse.up()


def unlike(before, after):
    return int((np.abs(before - after).max(axis=-1) > 40).sum())


@pytest.mark.thorough
def test_a_drag_moves_w_in_both_pictures_and_counts_the_mistakes(opened):
    element = part(opened, "linear")
    pictures = element.locator(".kl-is-sketch canvas")
    runs, before = [linear_sgd_element.run("wide", m) for m in ("perceptron", "logistic")], None
    for t in stops(opened, element, "drawn", 2, 17, 60):
        assert eyes.readout(element, "mistakes_p") == str(runs[0].mistakes[t])
        for key, run in zip("pl", runs, strict=True):
            shown = eyes.number(eyes.readout(element, f"margin_{key}"))
            assert marks.close(shown, run.margin[t - 1])
        now = [eyes.drawn(pictures.nth(k)) for k in range(2)]
        if before:
            assert all(unlike(a, b) > 200 for a, b in zip(before, now, strict=True))
        before = now
    opened.wait_for_url(lambda url: "drawn=60" in url)
    assert eyes.number(eyes.readout(element, "bound")) >= runs[0].mistakes[-1]


@pytest.mark.thorough
def test_another_start_moves_both_pictures(opened):
    later = part(opened, "budget")
    picture = later.locator(".kl-is-sketch canvas")
    picture.scroll_into_view_if_needed()
    before = eyes.drawn(picture)
    first = part(opened, "three")
    first.get_by_role("radio", name="From far away").click()
    first.locator(".kl-remark", has_text="leaps about").wait_for()
    opened.wait_for_url(lambda url: "from=far" in url)
    way = gd_sgd_newton_runs.paths("far")["sgd"]
    k = int(eyes.readout(later, "upto_sgd"))
    excess = way.risk[k] - gd_sgd_newton_runs.hill().optimum()[1].primal
    eyes.until_number(later, "e_sgd", excess)
    picture.scroll_into_view_if_needed()
    for _ in range(50):  # out of sight it was not drawn; now it is
        if unlike(before, eyes.drawn(picture)) > 200:
            break
        opened.wait_for_timeout(100)
    assert unlike(before, eyes.drawn(picture)) > 200
