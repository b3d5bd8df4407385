"""Representer theorem, the first picture: four linked views of one fit on a line, and the plane."""

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.scene import point_edits
from lab.scene.learning_problem import problem, sample_of, solve
from lab.scene.samples.line_sample import line_sample
from lab.scene.scene import replace
from lab.scene.slider_stops import slider_stops
from lab.ui.palette import LIGHT
from pages.representer_theorem.default_scene import DEFAULT as REPRESENTER
from tests.browser import eyes, hand, marks
from tests.browser.pages.representer_theorem import bumps_page as it
from tests.browser.wire_tap import WireTap

LINE = it.Line(REPRESENTER)
HINGE = replace(REPRESENTER, loss="hinge", lam=0.05)


def on_fit(live, line, i):
    s = line.fit
    return line.fit_box(live).on_screen(s.X[i, 0], s.y[i])


def take(page, live, line, i):
    page.mouse.move(*on_fit(live, line, i))
    page.mouse.down()


# ---- four views of one fit ----


@pytest.mark.parametrize("scene", [
    REPRESENTER, HINGE, replace(REPRESENTER, loss="logistic", lam=0.002, data="steps"),
    replace(REPRESENTER, kernel="poly", degree=3, lam=0.05),
], ids=["squared", "hinge", "steps", "poly"])  # fmt: skip
@pytest.mark.thorough
def test_all_four_views_show_the_same_fit(page, server, scene):
    live = it.opened(page, server, scene.query())
    page.mouse.move(5, 400)
    it.check_all(live, scene)
    assert eyes.readout(live, "support") == f"{len(problem(scene).fit().support)} of 20"


def test_as_many_bars_are_left_as_the_read_out_counts(page, server):
    live = it.opened(page, server, HINGE.query())
    page.mouse.move(5, 400)
    line = it.Line(HINGE)
    eyes.until_number(live, "primal", line.fit.primal)
    image, fit = eyes.drawn(it.canvas(live, "weights")), line.fit
    blue_or_red = [marks.toned(image, LIGHT[tone], 30) for tone in ("positive", "negative")]
    columns = line.bars_box(live).pixel(fit.X[:, 0], np.zeros(len(fit.y)))[0].astype(int)
    left = [any(tone[:, px].any() for tone in blue_or_red) for px in columns]
    assert left == (fit.alpha != 0).tolist() and not all(left)
    assert eyes.readout(live, "support") == f"{sum(left)} of {len(left)}"


def test_a_dragged_point_takes_all_four_views_along(page, server):
    live = it.opened(page, server)
    WireTap(page).until_quiet()
    i, before = 5, LINE.fit
    sizes = {view: eyes.drawn(it.canvas(live, view)) for view in it.VIEWS}
    take(page, live, LINE, i)
    places, pictures = [(0.8, -0.6), (-0.4, 1.2)], []
    painted = int(live.get_attribute("data-painted"))
    for x, y in places:
        page.mouse.move(*LINE.fit_box(live).on_screen(x, y), steps=10)
        near = replace(REPRESENTER, edits=f"m{i},{x},{y}")
        it.until(lambda near=near: abs(eyes.number(eyes.readout(live, "primal"))
                                       / problem(near).fit().primal - 1) < 0.02,
                 "the fit follows the hand before it is let go")  # fmt: skip
        pictures.append({view: eyes.drawn(it.canvas(live, view)) for view in it.VIEWS})
    assert int(live.get_attribute("data-painted")) >= painted + 4, "on the way too"
    for view in it.VIEWS:
        assert (pictures[0][view] != sizes[view]).any() and (
            pictures[1][view] != pictures[0][view]
        ).any()
    page.mouse.up()
    page.wait_for_url(lambda url: "edits=" in url)
    scene = it.shown(page, REPRESENTER)
    place = point_edits.read(scene.edits).moved[i]
    np.testing.assert_allclose(place, places[-1], atol=0.03)
    page.mouse.move(5, 400)
    it.check_all(live, scene)
    assert abs(problem(scene).fit().alpha[i] - before.alpha[i]) > 0.1


@pytest.mark.parametrize("along", ["lam", "tau"])
@pytest.mark.thorough
def test_a_slider_plays_from_memory(page, server, along):
    tap = WireTap(page)
    live = it.opened(page, server)
    tap.until_quiet()
    asked = len(tap.asked)
    stops = slider_stops(REPRESENTER, along)
    sweep = solve(REPRESENTER, along, stops, 11)
    start = int(np.argmin(abs(stops - getattr(REPRESENTER, along))))
    painted = int(live.get_attribute("data-painted"))
    page.mouse.move(*hand.place(live, along, start))
    page.mouse.down()
    for stop in (start + 7, start - 9):
        page.mouse.move(*hand.place(live, along, stop), steps=8)
        expect(live).to_have_attribute("data-stop", str(stop))
        assert marks.close(eyes.number(eyes.readout(live, "primal")), sweep.primal[stop], 4)
        it.check_all(live, replace(REPRESENTER, **{along: float(stops[stop])}))
    assert int(live.get_attribute("data-painted")) >= painted + 10
    assert len(tap.asked) == asked, "nothing was asked of the server"


# ---- one example in all views ----


@pytest.mark.thorough
def test_pointing_at_an_example_anywhere_lights_it_everywhere(page, server):
    live = it.opened(page, server)
    s = LINE.fit
    for i in (int(np.argmax(s.alpha)), int(np.argmin(s.alpha))):
        k = int(np.flatnonzero(LINE.order == i)[0])
        left, top, side = it.cells(live, 20)
        matrix = it.canvas(live, "matrix").bounding_box()
        bump = LINE.contributions(s.X[[i], 0])[:, 0]
        before = [j for j in LINE.order[:k] if bump[j] * bump[i] > 0]
        places = {
            "the point": on_fit(live, LINE, i),
            "the bar": LINE.bars_box(live).on_screen(s.X[i, 0], s.alpha[i] / 2),
            "its band": LINE.bumps_box(live).on_screen(
                s.X[i, 0], bump[before].sum() + bump[i] / 2),
            "its column": (matrix["x"] + left + (k + 0.5) * side, matrix["y"] + top + 2.5 * side),
        }  # fmt: skip
        for name, place in places.items():
            page.mouse.move(5, 400)
            it.until(lambda: it.nothing_lit(live), "let go")
            page.mouse.move(*place)
            assert all(it.lit(live, LINE, i).values()), (name, it.lit(live, LINE, i))


@pytest.mark.thorough
def test_arrow_keys_walk_from_example_to_example(page, server):
    live = it.opened(page, server)
    voice = live.locator(".kl-voice")
    for view in ("bumps", "weights", "matrix"):
        it.canvas(live, view).focus()
        for i in LINE.order[:3]:
            page.keyboard.press("ArrowRight")
            assert all(it.lit(live, LINE, i).values()), (view, i)
            assert f"example {i + 1}" in voice.text_content()
        page.keyboard.press("ArrowLeft")
        assert all(it.lit(live, LINE, LINE.order[1]).values())
        page.keyboard.press("Escape")
        assert it.nothing_lit(live)
    it.canvas(live, "weights").focus()
    page.keyboard.press("ArrowLeft")
    assert all(it.lit(live, LINE, LINE.order[-1]).values()), "from the right end"


@pytest.mark.thorough
def test_tooltips_say_the_numbers(page, server):
    live = it.opened(page, server)
    s, i = LINE.fit, 5
    page.mouse.move(*on_fit(live, LINE, i))
    told = marks.told(live.locator(".kl-is-fitline .kl-tip").text_content())
    assert marks.close(told["α"], s.alpha[i]) and marks.close(told["f(x)"], s.decision(s.X)[i])
    page.mouse.move(*LINE.fit_box(live).on_screen(2.0, 1.6))
    told = marks.told(live.locator(".kl-is-fitline .kl-tip").text_content())
    assert abs(told["f(x)"] - s.decision([[told["x"]]])[0]) < 0.02
    left, top, side = it.cells(live, 20)
    box = it.canvas(live, "matrix").bounding_box()
    page.mouse.move(box["x"] + left + 4.5 * side, box["y"] + top + 3.5 * side)
    K = s.kernel(s.X, s.X)[np.ix_(LINE.order, LINE.order)][3, 4]
    text = live.locator(".kl-is-matrix .kl-tip").text_content()
    assert marks.close(eyes.number(text.split("=")[1].split("\n")[0]), K)


# ---- editing on the line ----


@pytest.mark.thorough
def test_points_are_added_mirrored_and_erased_by_hand(page, server):
    live = it.opened(page, server)
    box, s = LINE.fit_box(live), LINE.fit
    lone = int(np.argmax(np.abs(s.y)))

    def tool(name, x, y):
        live.get_by_role("radio", name=name, exact=True).first.click()  # which may scroll the page
        page.mouse.click(*box.on_screen(x, y))

    tool("Add", 0.9, -1.6)
    page.wait_for_url(lambda url: "edits=n" in url)
    tool("Mirror", s.X[lone, 0], s.y[lone])
    page.wait_for_url(lambda url: f"m{lone}" in url)
    tool("Erase", s.X[lone, 0], -s.y[lone])
    page.wait_for_url(lambda url: f"d{lone}" in url)
    scene = it.shown(page, REPRESENTER)
    changes = point_edits.read(scene.edits)
    assert changes.deleted == {lone} and not changes.moved
    ((label, place),) = changes.added
    assert label == -1 and np.allclose(place, (0.9, -1.6), atol=0.03)
    page.mouse.move(5, 400)
    it.check_all(live, scene)
    live.get_by_role("button", name="Back to the data set").click()
    page.wait_for_url(lambda url: "edits" not in url)
    it.check_all(live, REPRESENTER)


@pytest.mark.thorough
def test_the_same_with_keys(page, server):
    live = it.opened(page, server, HINGE.query())
    it.canvas(live, "fitline").focus()
    x0, x1, y0, y1 = LINE.window
    for key in ["ArrowUp"] * 10 + ["ArrowRight"] * 5 + ["+"]:
        page.keyboard.press(key)
    page.wait_for_url(lambda url: "edits=p" in url)
    ((label, place),) = point_edits.read(it.shown(page, HINGE).edits).added
    wanted = ((x0 + x1) / 2 + 5 * (x1 - x0) / 50, (y0 + y1) / 2 + 10 * (y1 - y0) / 50)
    assert label == 1 and np.allclose(place, wanted, atol=0.02)
    page.keyboard.press("Tab")  # what the keys pointed at is no longer marked
    it.check_all(live, it.shown(page, HINGE))
    assert line_sample(it.shown(page, HINGE)).y[-1] == 1


@pytest.mark.thorough
def test_a_classifier_sees_the_sign_of_a_dragged_point(page, server):
    live = it.opened(page, server, HINGE.query())
    line = it.Line(HINGE)
    i = int(np.flatnonzero(line.fit.y > 0)[0])
    take(page, live, line, i)
    page.mouse.move(*line.fit_box(live).on_screen(line.fit.X[i, 0], -0.4), steps=8)
    page.mouse.up()
    page.wait_for_url(lambda url: f"m{i}" in url)
    scene = it.shown(page, HINGE)
    page.mouse.move(5, 400)
    it.check_all(live, scene)
    assert problem(scene).fit().y[i] == -1
    px, py = line.fit_box(live).pixel(line.fit.X[i, 0], -1.0)
    image = eyes.drawn(it.canvas(live, "fitline"))
    assert marks.ringed(image, LIGHT["negative"], px, py, 4.2) > 0.5, "drawn at -1"


@pytest.mark.thorough
def test_a_link_shows_the_same_picture_to_somebody_else(page, make_page, server):
    live = it.opened(page, server)
    take(page, live, LINE, 7)
    page.mouse.move(*LINE.fit_box(live).on_screen(-1.0, 0.3), steps=6)
    page.mouse.up()
    page.wait_for_url(lambda url: "edits=m7" in url)
    live.get_by_role("radio", name="Logistic").click()
    page.wait_for_url(lambda url: "loss=logistic" in url)
    page.mouse.move(5, 400)
    scene = it.shown(page, REPRESENTER)
    it.check_all(live, scene)
    other = it.opened(make_page(), server, page.url.partition("?")[2])
    it.check_all(other, scene)
    for view in it.VIEWS:
        mine, theirs = (eyes.drawn(it.canvas(one, view)) for one in (live, other))
        assert mine.shape == theirs.shape and (mine == theirs).all(), view


# ---- kernels, and the plane ----


@pytest.mark.thorough
def test_a_kernel_without_tau_has_no_slider_for_it(page, server):
    live = it.opened(page, server)
    for name, scene in (
        ("Linear", replace(REPRESENTER, kernel="linear")),
        ("Polynomial", replace(REPRESENTER, kernel="poly", degree=3)),
        ("RBF", REPRESENTER),
    ):
        live.get_by_role("radio", name=name, exact=True).click()
        page.wait_for_url(lambda url, scene=scene: f"kernel={scene.kernel}" in url)
        it.check_all(live, scene)
        assert hand.slider(live, "tau").is_visible() == (name == "RBF")
        assert live.locator(".kl-strip").is_hidden()
    assert it.shown(page, REPRESENTER) == REPRESENTER


@pytest.mark.thorough
def test_from_the_line_to_the_plane_and_back(page, server):
    live = it.opened(page, server, "edits=m3,0.5,1&noise=0.5")
    live.get_by_role("radio", name="In the plane").click()
    page.wait_for_url(lambda url: "data=blobs" in url and "edits" not in url)
    scene = it.shown(page, REPRESENTER)
    assert scene == replace(REPRESENTER, data="blobs", m=24, noise=1.0)
    s = problem(scene).fit()
    eyes.until_number(live, "norm2", s.norm2)
    it.canvas(live, "hill").wait_for()
    assert it.canvas(live, "fitline").is_hidden() and it.canvas(live, "bumps").is_hidden()
    # One example, in all views of the plane.
    box, i = (
        marks.plane_box(it.canvas(live, "hill"), sample_of(scene).window),
        int(np.argmax(s.alpha)),
    )
    page.mouse.move(5, 400)
    page.mouse.move(*box.on_screen(*s.X[i]))
    accent = LIGHT["accent"]
    bars = marks.toned(eyes.drawn(it.canvas(live, "weights")), accent, 40)
    columns = np.flatnonzero(bars.sum(axis=0) > 8)
    assert abs(columns.mean() + 0.5 - box.pixel(*s.X[i])[0]) < 3, "the bar stands under its example"
    assert marks.toned(eyes.drawn(it.canvas(live, "matrix")), accent, 40).sum() > 300
    reach = scene.tau * np.sqrt(2 * np.log(2))
    px, py = box.pixel(*s.X[i])
    radius = box.pixel(s.X[i, 0] + reach, 0)[0] - px
    assert marks.ringed(eyes.drawn(it.canvas(live, "hill")), accent, px, py, radius) > 0.3, "dashed"
    small = eyes.drawn(it.canvas(live, "hills"))
    assert marks.toned(small, accent, 40).sum() > 60
    # A point of the plane can be dragged, and all follow.
    page.mouse.down()
    page.mouse.move(*box.on_screen(0.0, 1.0), steps=6)
    page.mouse.up()
    page.wait_for_url(lambda url: f"m{i}" in url)
    eyes.until_number(live, "primal", problem(it.shown(page, scene)).fit().primal)
    live.get_by_role("radio", name="On a line").click()
    page.wait_for_url(lambda url: "data=wave" in url and "edits" not in url)
    page.mouse.move(5, 400)
    it.check_all(live, REPRESENTER)


# ---- where the 1/m went ----


@pytest.mark.parametrize("loss", ["squared", "logistic", "hinge"])
@pytest.mark.thorough
def test_the_scatter_decides_who_is_right(page, server, loss):
    scene = replace(REPRESENTER, loss=loss, lam=0.1)
    live = it.opened(page, server, scene.query())
    canvas = it.canvas(live, "diagonal")
    canvas.scroll_into_view_if_needed()
    s, margins = problem(scene).fit(), {"left": 52, "right": 10, "top": 8, "bottom": 40}
    right = -s.loss.derivative(s.decision(s.X), s.y) / (scene.lam * len(s.y))
    if loss == "hinge":
        at_kink = np.abs(s.y * s.decision(s.X) - 1) < 1e-6
        right = np.where(at_kink, s.alpha, right)  # any slope between the two sides
    for name, factor in (("With 1/m", 1), ("As printed in 000, without", 20)):
        live.get_by_role("radio", name=name).click()
        reach = it.round_up(1.04 * factor * (1 / (scene.lam * 20) if loss == "hinge"
                                             else np.abs(right).max()))  # fmt: skip
        box = marks.Box(canvas, (-reach, reach, -reach, reach), margins)
        page.mouse.move(5, 400)
        image = eyes.drawn(canvas)
        for label, tone in ((1, "positive"), (-1, "negative")):
            mine = (line_sample(scene).labels == label) & ((factor == 1) | (loss != "hinge"))
            px, py = box.pixel(factor * right[mine], s.alpha[mine])
            assert marks.near(marks.toned(image, LIGHT[tone], 60), px, py, 5).all()
    assert eyes.number(eyes.readout(live, "deviation")) < 1e-5
    off = eyes.number(eyes.readout(live, "deviation_printed"))
    worst = 19 * np.abs(s.alpha[np.abs(s.alpha) > 0.499] if loss == "hinge" else s.alpha).max()
    assert marks.close(off, worst, 3)


@pytest.mark.thorough
def test_where_losses_are_summed_the_slopes_are_divided_by_lambda_alone(page, server):
    scene = replace(REPRESENTER, risk="sum")
    live = it.opened(page, server, scene.query())
    canvas = it.canvas(live, "diagonal")
    canvas.scroll_into_view_if_needed()
    alpha = problem(scene).fit().alpha
    reach = it.round_up(1.04 * np.abs(alpha).max())
    box = marks.Box(canvas, (-reach, reach) * 2, {"left": 52, "right": 10, "top": 8, "bottom": 40})
    far = np.abs(alpha).argmax()
    px, py = box.pixel(alpha[far], alpha[far])
    canvas.hover(position={"x": float(px), "y": float(py)})
    tip = live.locator(".kl-diagonal .kl-tip")
    assert "−L′(f(xᵢ), yᵢ) / λ =" in tip.inner_text() and "λm" not in tip.inner_text()
    assert live.get_by_role("radio", name="With 1/m").is_hidden()


# ---- predict, look, explain ----


@pytest.mark.thorough
def test_a_challenge_is_met_by_a_fit(page, server):
    live = it.opened(page, server)
    live.get_by_role("button", name="some").click()
    card = live.locator(".kl-challenge")
    assert card.get_attribute("data-state") == "look"
    live.get_by_role("radio", name="Hinge", exact=True).click()
    eyes.until_number(live, "primal", problem(replace(REPRESENTER, loss="hinge")).fit().primal)
    hand.drag(live.page, "lam", 10, moves=12)
    page.mouse.up()
    it.until(lambda: card.get_attribute("data-state") == "done", card.text_content)
    assert "and so it is" in card.text_content()


# ---- a finger ----


@pytest.mark.thorough
def test_a_finger_drags_a_point_and_a_slider(phone_page, server):
    live = it.opened(phone_page, server)
    it.canvas(live, "fitline").scroll_into_view_if_needed()
    box, s, i = LINE.fit_box(live), LINE.fit, 5
    start = box.on_screen(s.X[i, 0], s.y[i])
    hand.swipe(phone_page, start, (start[0] - 40, start[1] + 50))
    phone_page.wait_for_url(lambda url: f"m{i}" in url)
    scene = it.shown(phone_page, REPRESENTER)
    px, py = box.pixel(s.X[i, 0], s.y[i])
    wanted = box.data(px - 40, py + 50)
    np.testing.assert_allclose(point_edits.read(scene.edits).moved[i], wanted, atol=0.05)
    eyes.until_number(live, "primal", problem(scene).fit().primal)
    hand.slider(live, "tau").scroll_into_view_if_needed()
    hand.finger(phone_page, "tau", 50)
    phone_page.wait_for_url(lambda url: "tau=0.5&" not in url)
    eyes.until_number(live, "primal", problem(it.shown(phone_page, scene)).fit().primal)
    assert phone_page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.thorough
def test_all_four_views_and_the_sliders_are_above_the_fold(page, server):
    live = it.opened(page, server)
    parts = [it.canvas(live, view) for view in it.VIEWS]
    for part in [*parts, hand.slider(live, "tau"), hand.slider(live, "lam")]:
        box = part.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800
