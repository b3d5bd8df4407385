"""Stochastic gradient: a run that plays, pauses, steps, rewinds and is scrubbed by a hand."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.scene.scene import Scene, replace
from pages.stochastic_gradient.figure1.recorded_run import run_of
from pages.stochastic_gradient.figure1.run_request import STEPS, STOPS, Run
from pages.stochastic_gradient.gradient_variance import averages, gradients, ratio_in_words
from tests.browser import eyes, hand, marks
from tests.browser.live import open_live

PAGE = "/stochastic-gradient"
SCENE = Scene(data="moons", m=40, noise=0.75, tau=0.6, lam=0.01, risk="mean")


@pytest.fixture
def live(page, server):
    """The picture with everything."""
    return open_live(page, server + PAGE + "?hide=text")


def canvases(live):
    """The pixels of the plane, the bars and the risk."""
    views = [live.locator(f".kl-is-{kind} canvas") for kind in
             ("stepplane", "stepbars", "stephistory")]  # fmt: skip
    return [eyes.drawn(view) for view in views]


def changed(before, after):
    """How many pixels of each picture are different."""
    return [
        int((np.abs(a - b).max(axis=-1) > 30).sum()) for a, b in zip(before, after, strict=True)
    ]


def press(live, name):
    live.locator(f'[data-play="{name}"]').click()


def playing(live):
    return live.locator(".kl-play").get_attribute("data-playing") == "1"


def step_of(live):
    return int(live.get_attribute("data-stop"))


def until_step(page, least):
    page.wait_for_function(
        "(least) => Number(document.querySelector('[data-live=sgd]').dataset.stop) >= least",
        arg=least,
    )


def check_term(live, done, t):
    """The numbers beside the picture are those of step t."""
    for tensor, own in (("z", done.z), ("slope", done.slope), ("decay", done.decay),
                        ("eta_t", done.eta)):  # fmt: skip
        assert marks.close(eyes.number(eyes.readout(live, tensor)), own[t]), tensor
    assert marks.close(eyes.number(eyes.readout(live, "risk")), done.risk[t], 3)
    head = live.locator(".kl-update .kl-subtitle").text_content()
    assert head.startswith(f"Step {t} drew example {done.index[t] + 1},")


@pytest.mark.thorough
def test_play_moves_all_pictures_and_pause_holds_them(page, live):
    start = canvases(live)
    press(live, "play")
    until_step(page, 12)
    first = canvases(live)
    until_step(page, 30)
    assert playing(live)
    press(live, "play")
    assert not playing(live)
    second, t = canvases(live), step_of(live)
    assert min(changed(start, first)) > 150 and min(changed(first, second)) > 40
    check_term(live, run_of(Run.over(SCENE)), t)
    page.wait_for_timeout(500)
    assert step_of(live) == t and changed(second, canvases(live)) == [0, 0, 0]
    page.wait_for_url(lambda url: f"t={t}" in url)


@pytest.mark.thorough
def test_one_step_shows_its_term_and_rewind_the_same_start(page, live):
    done, start = run_of(Run.over(SCENE)), canvases(live)
    assert live.locator('[data-play="rewind"]').is_disabled()
    for t in (1, 2, 3):
        before = canvases(live)
        press(live, "one-step")
        assert step_of(live) == t
        check_term(live, done, t)
        assert min(changed(before, canvases(live))) > 20
    press(live, "rewind")
    page.mouse.move(5, 5)
    assert step_of(live) == 0 and changed(start, canvases(live)) == [0, 0, 0]
    press(live, "one-step")
    check_term(live, done, 1)


@pytest.mark.thorough
def test_the_example_drawn_is_ringed_and_its_bar_pointed_at(page, live):
    press(live, "one-step")
    page.mouse.move(5, 5)
    accent = eyes.accent_of(page)
    done = run_of(Run.over(SCENE))
    for view in ("stepplane", "stepbars"):
        image = eyes.drawn(live.locator(f".kl-is-{view} canvas"))
        assert marks.toned(image, accent, 40).sum() > 40, view
    order = np.lexsort((np.arange(40), sample_x()))
    image = eyes.drawn(live.locator(".kl-is-stepbars canvas"))
    foot = marks.toned(image[-14:], accent, 40)
    share = (np.flatnonzero(foot.any(axis=0)).mean() - 44) / (image.shape[1] - 54)
    assert abs(share * 40 - 0.5 - list(order).index(done.index[1])) < 0.5


def test_no_bar_runs_through_the_words_of_the_bars(page, server):
    """They stand above the frame, whose upper edge the highest number is beside."""
    page.add_init_script(eyes.NOTE_WORDS)
    live = open_live(page, server + PAGE + "?hide=text")
    words = live.locator(".kl-is-stepbars canvas").evaluate("(c) => Object.fromEntries(c.words)")
    up = {text: place[2] for text, place in words.items() if text}
    heading = up.pop("αᵢ, examples from left to right")
    assert heading - 6 >= max(up.values()), "its lower edge is above the frame"


def sample_x():
    from lab.scene.learning_problem import sample_of

    return sample_of(SCENE).X[:, 0]


@pytest.mark.thorough
def test_a_hand_scrubs_through_the_history(page, live):
    done, pictures = run_of(Run.over(SCENE)), []
    hand.take(page, "step")
    for t in (60, 300, 540, 300):
        page.mouse.move(*hand.place(page, "step", t), steps=12)
        at = step_of(live)
        assert abs(at - t) <= 3
        check_term(live, done, at)
        pictures.append((at, canvases(live)))
    page.mouse.up()
    page.wait_for_url(lambda url: f"t={at}" in url)
    assert min(changed(pictures[0][1], pictures[1][1])) > 40
    assert pictures[1][0] != pictures[3][0] or changed(pictures[1][1], pictures[3][1]) == [0, 0, 0]


@pytest.mark.thorough
def test_a_press_on_the_risk_goes_to_that_step(page, live):
    box = live.locator(".kl-is-stephistory canvas").bounding_box()
    page.mouse.click(box["x"] + 44 + 0.5 * (box["width"] - 54), box["y"] + box["height"] / 2)
    assert abs(step_of(live) - STEPS / 2) <= 2


@pytest.mark.thorough
def test_the_keys_do_it_all(page, live):
    control = hand.slider(page, "step")
    control.focus()
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", STEPS)):
        page.keyboard.press(key)
        assert step_of(live) == step
    page.keyboard.press("Home")
    live.locator('[data-play="play"]').focus()
    page.keyboard.press("Space")
    until_step(page, 3)
    assert playing(live)
    page.keyboard.press("Space")
    assert not playing(live)
    fast = live.locator('[data-speed="30"]')
    fast.focus()
    page.keyboard.press("ArrowRight")
    assert live.locator('[data-speed="60"]').get_attribute("aria-checked") == "true"
    page.wait_for_url(lambda url: "speed=60" in url)


@pytest.mark.thorough
def test_another_hand_takes_over_from_the_clock(page, live):
    press(live, "play")
    until_step(page, 5)
    hand.click_at(page, "step", 200)
    assert not playing(live) and abs(step_of(live) - 200) <= 2


@pytest.mark.thorough
def test_a_large_lam_is_stopped_in_words(page, live):
    lam = len(STOPS["lam"]) - 1
    hand.click_at(page, "lam", lam)
    page.wait_for_url(lambda url: "lam=10" in url)
    done = run_of(Run.over(replace(SCENE, lam=10.0)))
    live.locator('[data-speed="60"]').click()
    press(live, "play")
    term = live.locator('.kl-update[data-state="stopped"]')
    term.wait_for()
    assert not playing(live) and step_of(live) == done.ended + 1
    assert re.search(r"mλη = [\d.]+ .*above 2", term.text_content())
    text = live.text_content()
    assert "NaN" not in text and "Infinity" not in text
    press(live, "rewind")
    assert live.locator('.kl-update[data-state="stopped"]').count() == 0


@pytest.mark.thorough
def test_other_draws_are_another_run_and_in_the_link(page, live):
    press(live, "one-step")
    press(live, "other-draws")
    page.wait_for_url(lambda url: "draws=1" in url)
    # The address changes before the element hears of it; the seed comes with its run.
    expect(live.locator(".kl-play .kl-faint")).to_have_text("seed 1")
    page.wait_for_function("document.querySelector('[data-live=sgd]').dataset.stop === '0'")
    press(live, "one-step")
    page.wait_for_function("document.querySelector('[data-live=sgd]').dataset.stop === '1'")
    check_term(live, run_of(Run.over(SCENE, draws=1)), 1)


@pytest.mark.thorough
def test_all_gradients_together_are_the_full_one(page, server):
    open_live(page, server + PAGE)
    element = page.locator('[data-live="unbiased"][data-ready="1"]')
    element.wait_for()
    control = hand.slider(element, "many")
    control.scroll_into_view_if_needed()
    control.focus()
    page.keyboard.press("End")
    assert eyes.readout(element, "mean_entry") == eyes.readout(element, "full_entry")
    assert eyes.number(eyes.readout(element, "apart")) <= 1e-15


@pytest.mark.thorough
def test_what_is_written_beside_the_run_is_true_of_it(page, server):
    """Earlier boundaries, an axis where f = 0 costs nothing, and the end of a run that breaks."""
    page.add_init_script(
        "const put = CanvasRenderingContext2D.prototype.fillText;"
        "CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {"
        " (this.canvas.words ??= new Set()).add(text); return put.call(this, text, ...rest); };"
    )
    live = open_live(page, f"{server}{PAGE}?loss=perceptron&step=120")
    live.locator('.kl-is-stepplane[data-earlier="10 30 100"]').wait_for()
    curve = live.locator(".kl-is-stephistory canvas")
    curve.evaluate("(c) => c.words?.clear()")  # the site's first picture may be of another loss
    page.emulate_media(color_scheme="dark")  # painted anew
    page.wait_for_function("(c) => c.words?.size", arg=curve.element_handle())
    words = curve.evaluate("(c) => [...c.words]")
    most = run_of(Run.over(replace(SCENE, loss="perceptron"))).risk.max()
    heights = {float(word) for word in words if re.fullmatch(r"0\.\d+", word)}
    assert len(heights) >= 2 and max(heights) <= 1.2 * most, words

    wild = replace(SCENE, lam=5.0)
    ended = run_of(Run.over(wild)).ended
    live = open_live(page, f"{server}{PAGE}?lam=5&step={ended + 1}")
    head = live.locator(".kl-update .kl-subtitle")
    head.filter(has_text="There is no step").wait_for()
    assert head.text_content() == f"There is no step {ended + 1}: the run ended after {ended} steps"
    said = re.compile(f"At step {ended}:")  # the site's picture follows its engine
    expect(live.locator(".kl-is-stephistory canvas")).to_have_attribute("aria-label", said)

    open_live(page, f"{server}{PAGE}?step=count-mistakes")
    counts = page.locator('[data-live="perceptrons"] .kl-is-countplane canvas')
    counts.scroll_into_view_if_needed()
    counts.evaluate("(c) => new Promise((done) => setTimeout(done, 300))")
    assert {"1", "−1"} <= {*counts.evaluate("(c) => [...c.words]")}


@pytest.mark.thorough
def test_the_other_steps_follow_the_loss(page, server):
    open_live(page, f"{server}{PAGE}?step=which-loss")
    below = page.locator('[data-live="unbiased"][data-ready="1"]')
    below.wait_for()
    switch = page.locator('[data-live="which-loss"] [data-field="loss"][data-value="logistic"]')
    switch.click()
    page.wait_for_url(lambda url: "loss=logistic" in url)
    page.wait_for_function(
        "(old) => document.querySelector('[data-live=unbiased] [data-readout=full_entry]')"
        ".textContent !== old",
        arg=eyes.readout(below, "full_entry"),
    )
    scene = replace(SCENE, loss="logistic")
    full = gradients(Run.over(scene), "start").full
    assert eyes.number(eyes.readout(below, "full_entry")) == pytest.approx(
        full[np.abs(full).argmax()], rel=5e-7
    )
    said = re.split(
        r"\$.*?\$", ratio_in_words(scene)
    )  # a formula is one thing in the app, another on the site
    scatter = page.locator('[data-step="scatter"]')
    expect(scatter).to_contain_text(re.compile(".*".join(map(re.escape, said))), timeout=10_000)
    assert ratio_in_words(scene) != ratio_in_words(SCENE)


# Not those of a picture before, which the site shows until its engine is there.
WORDS_NOW = """(c) => {
  c.words.clear();
  c.closest("[data-live]").live.redraw();
  return [...c.words.keys()];
}"""


@pytest.mark.thorough
def test_the_axis_of_the_gradients_has_their_own_numbers(page, server):
    """Not parts of the largest entry, which at the optimum is next to nothing."""
    page.add_init_script(eyes.NOTE_WORDS)
    query = "step=on-average&loss=logistic&where=best"
    element = open_live(page, f"{server}{PAGE}?{query}", "unbiased")
    (reach,) = averages(Run.over(replace(SCENE, loss="logistic")), "best")["tensors"]["reach"][
        "data"
    ]
    for bars in element.locator(".kl-is-vector canvas").all():
        words = bars.evaluate(WORDS_NOW)
        heights = [abs(eyes.number(word)) for word in words if re.search(r"[.·]", word)]
        assert heights and max(heights) <= reach
