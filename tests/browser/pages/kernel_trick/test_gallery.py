"""Kernel trick, the gallery, by hand: drags play from memory, and what is painted is the fit."""

import time

import numpy as np
import pytest

from lab.ui.palette import LIGHT
from pages.kernel_trick.gallery.gallery_scene import STOPS, GalleryScene
from pages.kernel_trick.gallery.sweeps import plane_fits
from tests.browser import eyes, hand, marks
from tests.browser.live import open_live
from tests.browser.watch import Watch

PAGE = "/kernel-trick?step=gallery"
NAMES = {
    "cosine": "One cosine", "bank": "Many cosines", "poly": "Polynomial",
    "taylor": "RBF by Taylor", "fourier": "RBF at random", "min": "Minimum",
}  # fmt: skip
CHART = eyes.CHART_MARGINS | {"right": 14}


def gallery_of(page):
    live = page.locator('[data-live="gallery"][data-ready="1"]')
    live.wait_for()
    return live


@pytest.fixture(scope="module")
def desk(warm_context, app_server):
    """The page, opened once, and what it asks GET /gallery for."""
    page, watch = warm_context().new_page(), Watch()
    watch.follow_page(page)
    page.asked, page.under_way = [], set()
    page.on("request", lambda one: "/gallery?" in one.url and begun(page, one))
    for end in ("requestfinished", "requestfailed"):
        page.on(end, lambda one: page.under_way.discard(one))
    open_live(page, app_server.url + PAGE)
    yield page
    complaints = watch.complaints()
    page.close()
    assert complaints == []


def begun(page, request):
    page.asked.append(request.url)
    page.under_way.add(request)


@pytest.fixture
def live(desk):
    return gallery_of(desk)


def choose(live, piece):
    """Another kernel, and wait for what its sliders could want."""
    live.get_by_role("radio", name=NAMES[piece], exact=True).click()
    live.page.wait_for_url(lambda url: f"piece={piece}" in url)
    rest(live)
    marks.bring(live.locator(".kl-exhibit"))
    live.page.wait_for_timeout(150)


def rest(live):
    """Until the page has its answers, and has asked for nothing more for a while."""
    page, deadline, asked = live.page, time.monotonic() + 40, -1
    while asked != len(page.asked) or page.under_way:
        assert time.monotonic() < deadline, page.under_way
        asked = len(page.asked)
        page.wait_for_timeout(700)


def canvas(live, kind):
    return live.locator(f".kl-is-{kind}:visible canvas").first


def until(live, holds, seconds=8):
    """Wait until this is so: a picture is painted a moment after the hand has moved."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        live.page.wait_for_timeout(40)


def until_told(live, tensor, value):
    until(live, lambda: marks.close(eyes.number(shown_number(live, tensor)), value, 3))


def shown_number(live, tensor):
    """A read-out of the kernel that is shown; others keep theirs, out of sight."""
    return live.locator(f'[data-readout="{tensor}"]:visible').text_content()


def crossings(field):
    """Where f changes sign along the rows of the plane: x and y."""
    shared = plane_fits.data()
    x, y = shared["x"], shared["y"]
    rows, columns = np.nonzero(field[:, :-1] * field[:, 1:] < 0)
    a, b = field[rows, columns], field[rows, columns + 1]
    return x[columns] + (x[1] - x[0]) * a / (a - b), y[rows]


def seen_line(live, field, tone, radius):
    """The share of a boundary's places at which its tone is painted."""
    shared, view = plane_fits.data(), canvas(live, "exactplane")
    window = (*shared["x"][[0, -1]], *shared["y"][[0, -1]])
    px, py = marks.plane_box(view, window).pixel(*crossings(field))
    return marks.near(marks.toned(eyes.drawn(view), LIGHT[tone], 60), px, py, radius).mean()


@pytest.mark.parametrize(("piece", "along"), [("taylor", "terms"), ("fourier", "waves")])
@pytest.mark.thorough
def test_the_boundary_follows_the_number_of_terms_from_memory(desk, live, piece, along):
    choose(live, piece)
    desk.asked.clear()
    views = ("exactplane", "through", "matrix", "logcurve")
    last, before = len(STOPS[along]) - 1, [eyes.drawn(canvas(live, kind)) for kind in views]
    stops = [1, 5, last]  # with one term there is no boundary
    hand.take(desk, along)
    for stop in stops:
        desk.mouse.move(*hand.place(desk, along, stop), steps=6)
        until(live, lambda stop=stop: live.get_attribute("data-stop") == str(stop))
        shown = GalleryScene(piece=piece, **{along: int(STOPS[along][stop])})
        told, _ = plane_fits.parts(shown)
        until(live, lambda told=told: seen_line(live, told["field"], "zero", 3) > 0.75)
        assert seen_line(live, told["exact"], "accent", 5) > 0.75  # points lie over it
        until_told(live, "error", told["error"])
        after = [eyes.drawn(canvas(live, kind)) for kind in views]
        for kind, old, new in zip(views, before, after, strict=True):
            assert (np.abs(old - new).max(axis=-1) > 20).sum() > 40, (stop, kind)
        before = after
    assert not [url for url in desk.asked if "stops=1&" in url], "no frame was asked for by itself"
    desk.mouse.up()
    desk.wait_for_url(lambda url: f"{along}={int(STOPS[along][last])}" in url)


def test_the_features_are_listed_and_a_goal_is_met_by_the_list(desk, live):
    choose(live, "poly")
    box = live.locator(".kl-challenge:visible")
    box.get_by_role("button", name="495").click()
    assert box.get_attribute("data-state") == "look"
    hand.drag(desk, "power", 7, moves=6)
    desk.mouse.up()
    assert box.get_attribute("data-state") == "look", "45 features are not yet enough"
    hand.drag(desk, "dims", 3, moves=6)
    desk.mouse.up()
    features = live.locator(".kl-features dd span")
    desk.wait_for_function("() => document.querySelectorAll('.kl-features dd span').length === 495")
    assert features.first.text_content() == "1" and features.last.text_content() == "x₄⁸"
    until_told(live, "formula", 495)
    assert box.get_attribute("data-state") == "done"
    assert "You said “495”, and so it is." in box.text_content()


@pytest.mark.thorough
def test_a_hand_on_the_slice_moves_its_point(desk, live):
    choose(live, "min")
    view = canvas(live, "through")
    box = marks.Box(view, (0, 6, 0, 8), CHART)
    desk.mouse.move(*box.on_screen(2, 2))
    desk.mouse.down()
    desk.mouse.move(*box.on_screen(4.5, 2), steps=8)
    desk.mouse.up()
    desk.wait_for_url(lambda url: "spot=4.5" in url)
    xs = np.array([1, 2, 3, 4, 5, 5.8])
    places = box.pixel(xs, np.minimum(xs, 4.5))  # up to x′, then level

    def painted():
        blue = marks.toned(eyes.drawn(view), LIGHT["positive"], 40)
        return marks.near(blue, *places, 3).all()

    until(live, painted)
    view.focus()
    desk.keyboard.press("ArrowLeft")
    desk.wait_for_url(lambda url: "spot=4.4" in url)
    until(live, lambda: "x′ = 4.4" in view.get_attribute("aria-label"))
    said = live.locator(".kl-voice").text_content()
    assert "Minimum" in said and "λ = 0.0030" in said
    assert not any(word in said for word in ("NaN", "ω", "cos", "D ="))
