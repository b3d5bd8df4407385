"""Five learners, one K: five planes follow one hand, each with kernel_core's own boundary."""

import time

import numpy as np
import pytest

from lab.endpoints.sklearn_comparison import answer
from lab.scene.scene import replace
from lab.scene.slider_stops import slider_stops
from lab.ui.palette import LIGHT
from pages.kernel_trick.default_scene import DEFAULT as TRICK
from pages.kernel_trick.five_learners import FIVE
from tests.browser import eyes, hand, marks
from tests.browser.expected import sample, swept
from tests.browser.live import open_live

PAGE = "/kernel-trick"
START = {
    along: int(np.argmin(abs(np.log(slider_stops(TRICK, along) / getattr(TRICK, along)))))
    for along in ("tau", "lam")
}


@pytest.fixture
def live(page, server):
    return open_live(page, server + PAGE, "learners")


def column(live, k):
    return live.locator(".kl-five > .kl-item").nth(k + 1)  # the first has the controls


def canvas(live, k):
    return column(live, k).locator('[data-view="plane"] canvas')


def boundary(field, gx, gy):
    """Where the rows of a field change sign, away from the rim."""
    j, i = np.nonzero((field[2:-2, 2:-3] > 0) != (field[2:-2, 3:-2] > 0))
    j, i = j + 2, i + 2
    share = field[j, i] / (field[j, i] - field[j, i + 1])
    return gx[i] + share * (gx[i + 1] - gx[i]), gy[j]


def drawn_as(live, k, sweep, stop):
    """The share of the boundary where the thick line is painted in the k-th plane."""
    gx, gy = sample(TRICK).grid(sweep.field.shape[1])
    box = marks.plane_box(canvas(live, k), sample(TRICK).window)
    px, py = box.pixel(*boundary(sweep.field[stop], gx, gy))
    return marks.near(marks.toned(eyes.drawn(canvas(live, k)), LIGHT["zero"], 70), px, py, 3).mean()


def numbers(live, k):
    return {t: eyes.readout(column(live, k), t) for t in ("train_error", "test_error", "support")}


def until_all(live, along, stop):
    """All five planes and their numbers are those of this stop."""
    for k, (name, fields) in enumerate(FIVE):
        sweep = swept(replace(TRICK, **fields), along)
        want = {"train_error": eyes.percent(sweep.train_error[stop]),
                "test_error": eyes.percent(sweep.test_error[stop]),
                "support": f"{sweep.support[stop]} of {TRICK.m}"}  # fmt: skip
        deadline = time.monotonic() + 10
        while numbers(live, k) != want or drawn_as(live, k, sweep, stop) < 0.85:
            assert time.monotonic() < deadline, (
                name, numbers(live, k), want, drawn_as(live, k, sweep, stop))  # fmt: skip
            time.sleep(0.05)


@pytest.mark.parametrize("along, stops", [("tau", (20, 50)), ("lam", (34, 60))])
@pytest.mark.thorough
def test_all_five_follow_one_hand(page, live, along, stops):
    until_all(live, along, START[along])
    before = [eyes.drawn(canvas(live, k)) for k in range(5)]
    marks.bring(hand.slider(live, along))  # five planes are higher than the window
    page.mouse.move(*hand.place(live, along, START[along]))
    page.mouse.down()
    for stop in stops:
        page.mouse.move(*hand.place(live, along, stop), steps=12)
        until_all(live, along, stop)
    page.mouse.up()
    page.wait_for_url(lambda url: f"{along}=" in url)
    moved = [(np.abs(b - eyes.drawn(canvas(live, k))).max(axis=-1) > 20).mean() > 0.01
             for k, b in enumerate(before)]  # fmt: skip
    # λ has no part in the perceptron, and neither slider in the nearest neighbour.
    assert moved == [True, True, True, along == "tau", False]


@pytest.mark.thorough
def test_another_kernel_for_all_and_the_slider_it_does_not_have(page, live):
    live.get_by_role("radio", name="Linear").click()
    page.wait_for_url(lambda url: "kernel=linear" in url)
    linear = {"kernel": "linear"}
    for k in (0, 3):
        sweep = swept(replace(TRICK, **FIVE[k][1], **linear), "lam")
        deadline = time.monotonic() + 10
        while drawn_as(live, k, sweep, START["lam"]) < 0.85:
            assert time.monotonic() < deadline, FIVE[k][0]
            time.sleep(0.05)
    assert hand.slider(live, "tau").is_hidden() and hand.slider(live, "lam").is_visible()
    label = canvas(live, 3).get_attribute("aria-label")
    assert label.startswith("Perceptron.")


@pytest.mark.thorough
def test_the_perceptron_with_a_long_reach_answers_the_question(page, live):
    live.get_by_role("button", name="Next question").click()
    live.get_by_role("button", name="a large one, above 2").click()
    marks.bring(live)  # a question is checked while it is on the screen
    page.mouse.move(*hand.place(live, "tau", START["tau"]))
    page.mouse.down()
    page.mouse.move(*hand.place(live, "tau", 63), steps=15)
    page.mouse.up()
    live.locator('.kl-challenge[data-state="done"]').wait_for()
    assert live.get_by_text("stopped after 40 passes").is_visible()


@pytest.mark.thorough
def test_a_formula_that_was_brought_along_is_named_beside_the_five(page, server):
    live = open_live(page, f"{server}{PAGE}?kernel=own&formula=rbf(0.7)%2B1", "learners")
    assert live.locator("[data-formula]").input_value() == "rbf(0.7)+1"
    told = live.locator(".kl-legend > span:visible").all_inner_texts()
    assert "f(x) = 0" in told and "Bayes-optimal" not in told, "of what these planes draw"


@pytest.mark.thorough
def test_the_lines_stand_beside_one_another(page, live):
    page.get_by_text("What changed from x to K").click()
    page.get_by_role("tab", name="Nearest neighbour").click()
    shown = page.get_by_role("tabpanel").locator("visible=true").filter(has_text="over")
    code = shown.last.locator("code").all_text_contents()
    assert any("(Z[:, None] - X)" in text for text in code)
    assert any("2 * K_new" in text for text in code)


@pytest.mark.thorough
def test_a_finger_moves_them_on_a_phone(phone_page, server):
    live = open_live(phone_page, server + PAGE, "learners")
    marks.bring(hand.slider(live, "tau"))
    start, end = (hand.place(live, "tau", stop) for stop in (START["tau"], 50))
    hand.swipe(phone_page, start, end)
    phone_page.wait_for_url(lambda url: "tau=" in url)
    sweep = swept(replace(TRICK, loss="squared"), "tau")
    stop = int(hand.slider(live, "tau").input_value())
    assert abs(stop - 50) <= 1
    deadline = time.monotonic() + 10
    while numbers(live, 0)["train_error"] != eyes.percent(sweep.train_error[stop]):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    wider = phone_page.locator("html").evaluate("(e) => e.scrollWidth - e.clientWidth")
    assert wider == 0


@pytest.mark.thorough
def test_scikit_learn_is_asked_about_the_svm(page, live):
    live.get_by_role("button", name="Ask scikit-learn").click()
    view = live.locator(".kl-comparison")
    view.and_(page.locator("[data-answered]")).wait_for()
    told = answer(replace(TRICK, learner="risk", loss="hinge"))
    shown = view.locator('td[data-value="J"]').all_text_contents()
    assert shown == [f"{row['J']:.7g}" for row in told["rows"]]
    assert len(shown) == 3, "ours, and scikit-learn's at two tolerances"
