"""Stochastic gradient, below the first picture: drags, buttons and keys move every part."""

import numpy as np
import pytest

from lab.ui.palette import LIGHT
from pages.stochastic_gradient import (
    kernel_perceptron_element,
    linear_sgd_element,
    saddle_points,
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


def toned(canvas, tone):
    """How many pixels of a canvas have a colour of the palette."""
    return int(marks.toned(eyes.drawn(canvas), LIGHT[tone]).sum())


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
def test_what_a_step_adds_is_an_arrow_only_where_something_was_added(opened):
    element = part(opened, "linear")
    pictures, run = (
        element.locator(".kl-is-sketch canvas"),
        linear_sgd_element.run("wide", "perceptron"),
    )
    rest = int(np.flatnonzero(run.wrong == 0)[0]) + 1
    wrong = int(np.flatnonzero(run.mistake)[-1]) + 1
    seen = {t: [toned(pictures.nth(k), "accent") for k in range(2)]
            for t in stops(opened, element, "drawn", wrong, rest)}  # fmt: skip
    assert seen[wrong][0] > seen[rest][0] + 20  # the ring stays, the arrow goes
    assert seen[rest][1] > seen[rest][0]  # logistic regression still adds its share


@pytest.mark.thorough
def test_mixed_classes_have_no_bound_and_it_is_said(opened):
    element = part(opened, "linear")
    element.get_by_role("radio", name="Mixed").click()
    element.locator(".kl-remark", has_text="never comes to rest").wait_for()
    assert eyes.readout(element, "bound") == "–"
    assert element.locator(".kl-is-curve:visible").count() == 1
    opened.wait_for_url(lambda url: "gap=mixed" in url)


@pytest.mark.thorough
def test_it_plays_pauses_steps_and_rewinds(opened):
    element = part(opened, "perceptrons")

    def press(name):
        element.locator(f'[data-play="{name}"]').click()

    assert element.locator('[data-play="other-draws"]').count() == 0
    element.locator('[data-speed="30"]').click()
    press("rewind")
    assert element.get_attribute("data-stop") == "0"
    press("play")
    opened.wait_for_function(
        "() => Number(document.querySelector('[data-live=perceptrons]').dataset.stop) > 4"
    )
    press("play")
    t = int(element.get_attribute("data-stop"))
    press("one-step")
    assert element.get_attribute("data-stop") == str(min(t + 1, kernel_perceptron_element.STEPS))


@pytest.mark.thorough
def test_the_ways_grow_on_the_level_sets_and_newton_is_there_first(opened):
    element = part(opened, "three")
    picture, inked = element.locator(".kl-is-sketch canvas"), []
    ways, floor = gd_sgd_newton_runs.paths("near"), gd_sgd_newton_runs.hill().optimum()[1].primal
    for t in stops(opened, element, "stride", 1, 4, 25):
        for key, way in ways.items():
            shown = eyes.number(eyes.readout(element, f"e_{key}"))
            assert shown == pytest.approx(max(way.risk[t] - floor, 0), rel=0.06, abs=2e-13)
            assert eyes.readout(element, f"work_{key}") == f"{way.work[t]:,}"
        inked.append([toned(picture, tone) for tone in ("positive", "squared", "logistic")])
    assert inked[0][0] < inked[2][0] and inked[0][1] < inked[2][1]
    page_said = element.locator(".kl-is-sketch canvas").get_attribute("aria-label")
    assert "t = 25" in page_said


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


@pytest.mark.thorough
def test_a_budget_of_one_pass_answers_the_question(opened):
    element = part(opened, "budget")
    challenge = element.locator(".kl-challenge")
    challenge.get_by_role("button", name="GD, with its one exact step").click()
    for _ in stops(opened, element, "budget", gd_sgd_newton_runs.BUDGETS.index(40)):
        assert eyes.readout(element, "upto_gd") == "1"
        assert eyes.readout(element, "upto_sgd") == "40"
    element.locator('.kl-challenge[data-state="done"]').wait_for()
    assert "SGD, with 40 rough ones" in challenge.inner_text()


@pytest.mark.thorough
def test_a_hair_beside_the_ridge_slides_off_by_key(opened):
    element = part(opened, "saddle")
    element.get_by_role("radio", name="slightly off the ridge").click()
    control = hand.slider(element, "slide")
    control.scroll_into_view_if_needed()
    control.focus()
    opened.keyboard.press("End")
    eyes.until_number(element, "v", 1e-3 * 1.2**saddle_points.STEPS)
    assert eyes.number(eyes.readout(element, "value")) < -1


@pytest.mark.thorough
def test_w_and_alpha_are_the_same_number_at_every_stop_of_a_drag(opened):
    element = part(opened, "forms")
    bars = element.locator(".kl-is-vector:visible canvas")
    assert bars.count() == 2
    views = [bars.nth(0), bars.nth(1)]
    _, _, steps = kernel_perceptron_element.steps_of("rings")
    before = None
    for t in stops(opened, element, "turns", 3, 20, 45):
        told = [eyes.readout(element, tensor) for tensor in ("wx", "fx")]
        assert told[0] == told[1]
        assert marks.close(eyes.number(told[0]), steps[t - 1].wx)
        now = [eyes.drawn(view) for view in views]
        if before:
            assert all(unlike(a, b) > 100 for a, b in zip(before, now, strict=True))
        before = now
    assert "same at every step" in element.locator(".kl-remark:visible").inner_text()


@pytest.mark.thorough
def test_the_counts_stand_on_the_points(opened):
    element = part(opened, "perceptrons")
    picture = element.locator(".kl-is-countplane canvas")
    inked = {t: toned(picture, "text") for t in stops(opened, element, "turns", 0, 45)}
    assert inked[45] > inked[0] + 100
    picture.hover()
    element.locator(".kl-tip:visible").wait_for()
