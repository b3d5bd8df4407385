"""The first picture of the Representer theorem: four linked views of one fit on a line, and views
of the plane."""

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.scene import point_edits
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import replace
from lab.ui.palette import LIGHT
from pages.representer_theorem.default_scene import DEFAULT as REPRESENTER
from tests.browser import eyes, marks
from tests.browser.pages.representer_theorem import bumps_page as it
from tests.browser.wire_tap import WireTap

LINE = it.Line(REPRESENTER)


def on_fit(live, line, i):
    s = line.fit
    return line.fit_box(live).on_screen(s.X[i, 0], s.y[i])


def take(page, live, line, i):
    page.mouse.move(*on_fit(live, line, i))
    page.mouse.down()


# ---- four views of one fit ----


@pytest.mark.thorough
def test_a_dragged_point_takes_all_four_views_along(page, server):
    live = it.open_bumps(page, server)
    WireTap(page).until_quiet()
    i, before = 5, LINE.fit
    sizes = {view: eyes.read_canvas(it.canvas(live, view)) for view in it.VIEWS}
    take(page, live, LINE, i)
    places, pictures = [(0.8, -0.6), (-0.4, 1.2)], []
    paint_count = int(live.get_attribute("data-painted"))
    for x, y in places:
        page.mouse.move(*LINE.fit_box(live).on_screen(x, y), steps=10)
        near = replace(REPRESENTER, edits=f"m{i},{x},{y}")
        eyes.until_number(it.numbers(page), "primal", problem(near).fit().primal, within=0.02)
        pictures.append({view: eyes.read_canvas(it.canvas(live, view)) for view in it.VIEWS})
    assert int(live.get_attribute("data-painted")) >= paint_count + 4, "also during the drag"
    for view in it.VIEWS:
        assert (pictures[0][view] != sizes[view]).any() and (
            pictures[1][view] != pictures[0][view]
        ).any()
    page.mouse.up()
    page.wait_for_url(lambda url: "edits=" in url)
    scene = it.shown_scene(page, REPRESENTER)
    place = point_edits.read(scene.edits).moved[i]
    np.testing.assert_allclose(place, places[-1], atol=0.03)
    eyes.until_number(it.numbers(page), "primal", problem(scene).fit().primal)
    assert abs(problem(scene).fit().alpha[i] - before.alpha[i]) > 0.1


# ---- one example in all views ----


@pytest.mark.thorough
def test_pointing_at_an_example_highlights_it_in_all_views(page, server):
    live = it.open_bumps(page, server)
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
            eyes.wait_until(page, lambda: it.nothing_lit(live), "nothing is highlighted")
            page.mouse.move(*place)
            assert all(it.lit(live, LINE, i).values()), (name, it.lit(live, LINE, i))


@pytest.mark.thorough
def test_arrow_keys_walk_from_example_to_example(page, server):
    live = it.open_bumps(page, server)
    voice = live.locator(".kl-voice[aria-live]")
    for view in ("bumps", "weights", "matrix"):
        it.canvas(live, view).focus()
        for i in LINE.order[:3]:
            page.keyboard.press("ArrowRight")
            assert all(it.lit(live, LINE, i).values()), (view, i)
            expect(voice).to_contain_text(f"example {i + 1}")
        page.keyboard.press("ArrowLeft")
        assert all(it.lit(live, LINE, LINE.order[1]).values())
        page.keyboard.press("Escape")
        assert it.nothing_lit(live)
    it.canvas(live, "weights").focus()
    page.keyboard.press("ArrowLeft")
    assert all(it.lit(live, LINE, LINE.order[-1]).values()), "from the right end"


# ---- editing on the line ----


@pytest.mark.thorough
def test_points_are_added_relabelled_and_erased(page, server):
    live = it.open_bumps(page, server)
    live.get_by_role("button", name="Points", exact=True).first.click()
    box, s = LINE.fit_box(live), LINE.fit
    lone = int(np.argmax(np.abs(s.y)))

    def tool(name, x, y):
        live.get_by_role("radio", name=name, exact=True).first.click()
        # The click may scroll the page, and the top of the picture out of the window.
        it.canvas(live, "fitline").evaluate(
            "(node) => node.scrollIntoView({ block: 'center', behavior: 'instant' })"
        )
        page.mouse.click(*box.on_screen(x, y))

    tool("Add", 0.9, -1.6)
    page.wait_for_url(lambda url: "edits=n" in url)
    tool("Mirror", s.X[lone, 0], s.y[lone])
    page.wait_for_url(lambda url: f"m{lone}" in url)
    tool("Erase", s.X[lone, 0], -s.y[lone])
    page.wait_for_url(lambda url: f"d{lone}" in url)
    scene = it.shown_scene(page, REPRESENTER)
    changes = point_edits.read(scene.edits)
    assert changes.deleted == {lone} and not changes.moved
    ((label, place),) = changes.added
    assert label == -1 and np.allclose(place, (0.9, -1.6), atol=0.03)
    eyes.until_number(it.numbers(page), "primal", problem(scene).fit().primal)
    live.get_by_role("button", name="Back to the data set").click()
    page.wait_for_url(lambda url: "edits" not in url)
    eyes.until_number(it.numbers(page), "primal", problem(REPRESENTER).fit().primal)


# ---- kernels, and the plane ----


@pytest.mark.thorough
def test_from_the_line_to_the_plane_and_back(page, server):
    live = it.open_bumps(page, server, "edits=m3,0.5,1&noise=0.5")
    live.get_by_role("radio", name="In the plane").click()
    page.wait_for_url(lambda url: "data=blobs" in url and "edits" not in url)
    scene = it.shown_scene(page, REPRESENTER)
    assert scene == replace(REPRESENTER, data="blobs", m=24, noise=1.0)
    s = problem(scene).fit()
    eyes.until_number(it.numbers(page), "norm2", s.norm2)
    it.canvas(live, "hill").wait_for()
    assert it.canvas(live, "fitline").is_hidden() and it.canvas(live, "bumps").is_hidden()
    # One example is highlighted in all views of the plane.
    box, i = (
        marks.plane_box(it.canvas(live, "hill"), sample_of(scene).window),
        int(np.argmax(s.alpha)),
    )
    page.mouse.move(5, 400)
    page.mouse.move(*box.on_screen(*s.X[i]))
    for view in ("weights", "matrix", "hill", "hills"):
        accent_pixels = marks.toned(eyes.read_canvas(it.canvas(live, view)), LIGHT["accent"], 40)
        assert accent_pixels.sum() > 20, view
    # A point of the plane can be dragged, and all views follow.
    page.mouse.down()
    page.mouse.move(*box.on_screen(0.0, 1.0), steps=6)
    page.mouse.up()
    page.wait_for_url(lambda url: f"m{i}" in url)
    eyes.until_number(it.numbers(page), "primal", problem(it.shown_scene(page, scene)).fit().primal)
    live.get_by_role("radio", name="On a line").click()
    page.wait_for_url(lambda url: "data=wave" in url and "edits" not in url)
    eyes.until_number(it.numbers(page), "primal", problem(REPRESENTER).fit().primal)
