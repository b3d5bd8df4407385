"""The pictures of *Losses*: points on the curves with their tooltips, switches of the curves, and
four lines that follow a point."""

import numpy as np
import pytest
from playwright.sync_api import expect

import kernel_core as kc
from lab.scene import point_edits
from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from lab.scene.slider_stops import slider_stops
from lab.ui.items import LOSS_NAMES
from lab.ui.palette import LIGHT
from pages.losses.default_scene import DEFAULT as LOSSES
from tests.browser import eyes, hand, marks
from tests.browser.expected import sample, sweep_of
from tests.browser.live import open_live
from tests.browser.wire_tap import WireTap

PAGE = "/losses?hide=text&step=over-margin,forgotten"
ALL = ("zero-one", *LOSS_NAMES)
RANGE = (-3, 4, 0, 4.5)
WINDOW = sample(LOSSES).window
START = {
    along: int(np.argmin(abs(np.log(slider_stops(LOSSES, along) / getattr(LOSSES, along)))))
    for along in ("tau", "lam")
}


def only_loss(loss):
    """Return an address with one loss, and with no other curve."""
    return f"{PAGE}&loss={loss}&off={'.'.join(name for name in ALL if name != loss)}"


def curve(live):
    return live.locator(".kl-oncurve canvas").first


def plane(live):
    return live.locator(".kl-side .kl-is-plane canvas")


def inside(loss, f, y):
    """Return which examples are inside the picture, and how many are outside: on the left or above,
    and on the right."""
    t, height = y * f, kc.LOSSES[loss].value(y * f, np.ones_like(f))
    is_visible = (t >= RANGE[0]) & (t <= RANGE[1]) & (height <= RANGE[3])
    return is_visible, (int((~is_visible & (t <= RANGE[1])).sum()), int((t > RANGE[1]).sum()))


def on_curve(live, loss, f, y):
    """Return the expected positions of the examples' marks, in pixels of the curve's canvas."""
    height = kc.LOSSES[loss].value(y * f, np.ones_like(f))
    return marks.curve_box(curve(live), RANGE).pixel(y * f, height)


def check_marks(live, loss, sweep, stop):
    """Check that each example inside the picture has its mark on the curve, a blue cross or a red
    circle, that there are no other marks, and that the number of examples outside is given."""
    px, py = on_curve(live, loss, sweep.decision[stop], sweep.y)
    room, is_outside = inside(loss, sweep.decision[stop], sweep.y)
    expect(curve(live)).to_have_attribute("data-outside", "{},{}".format(*is_outside))
    image = eyes.read_canvas(curve(live))
    for label, tone in ((1, "positive"), (-1, "negative")):
        tones, is_own = marks.toned(image, LIGHT[tone]), (sweep.y == label) & room
        bare = is_own & ~marks.crowded(px, py, sweep.y != label, 4) if label > 0 else is_own
        assert bare.any() or not is_own.any() or label > 0, "circles are painted last, over crosses"
        assert marks.near(tones, px[bare], py[bare], 5.5).all()
        assert marks.strays(tones, px[is_own], py[is_own], 7) == 0


# ---- the points on their curve ----


@pytest.mark.thorough
def test_the_points_sit_on_the_curve_and_move_with_the_slider(page, server):
    loss, along = "logistic", "tau"
    live = open_live(page, server + only_loss(loss))
    sweep = sweep_of(replace(LOSSES, loss=loss), along)
    check_marks(live, loss, sweep, START[along])
    page.mouse.move(*hand.place(live, along, START[along]))
    page.mouse.down()
    for stop in (START[along] + 12, START[along] - 15):
        page.mouse.move(*hand.place(live, along, stop), steps=8)
        expect(live).to_have_attribute("data-stop", str(stop))  # the sweep is loaded
        check_marks(live, loss, sweep, stop)
        eyes.until_readout(page, "train_error", eyes.percent(sweep.train_error[stop]))
    page.mouse.up()


@pytest.mark.thorough
def test_a_selected_point_is_marked_in_both_pictures(page, server):
    live = open_live(page, server + only_loss("logistic"))
    s, X = (
        sweep_of(replace(LOSSES, loss="logistic"), "tau").solution(START["tau"]),
        sample(LOSSES).X,
    )
    on_plane = marks.plane_box(plane(live), WINDOW).pixel(X[:, 0], X[:, 1])
    f = s.decision(X)
    spots = on_curve(live, "logistic", f, s.y)
    in_sight = np.flatnonzero(inside("logistic", f, s.y)[0])
    places = [[np.asarray(axis)[in_sight] for axis in spots] for spots in (on_plane, spots)]
    i = int(in_sight[marks.loneliest(*places[0], other_places=[places[1]])])
    slope = s.y[i] * kc.LOSSES["logistic"].derivative(f, s.y)[i]  # along the margin
    for canvas, (px, py) in ((plane(live), on_plane), (curve(live), spots)):
        assert rings(live, on_plane, spots, i) == (0, 0)
        box = canvas.bounding_box()
        page.mouse.move(box["x"] + px[i], box["y"] + py[i])
        text = canvas.locator("xpath=..").locator(".kl-tip").text_content()
        marks_told = marks.read_terms(text)
        assert text.startswith(f"example {i + 1}, {'positive ×' if s.y[i] > 0 else 'negative ○'}")
        assert marks.close(marks_told["f(x)"], f[i])
        assert marks.close(marks_told["margin y·f"], s.y[i] * f[i])
        assert marks.close(marks_told["L′"], slope) and marks.close(marks_told["α"], s.alpha[i])
        alpha = -s.y[i] * marks_told["L′"] / LOSSES.lam
        assert marks.close(marks_told["α"], alpha, digits=2), "α = −y·L′/λ"
        assert min(rings(live, on_plane, spots, i)) > 0.7, "an accent ring in both pictures"
        page.mouse.move(5, 5)


def rings(live, on_plane, spots, i):
    """Return for the plane and for the curve the share of a ring drawn around an example."""
    size = 2.6 * max(3, min(6, 3.6 * (plane(live).bounding_box()["width"] - 42) / 574))
    places = ((plane(live), on_plane, size), (curve(live), spots, 9))
    shares = (
        marks.ringed(eyes.read_canvas(canvas), LIGHT["accent"], px[i], py[i], radius)
        for canvas, (px, py), radius in places
    )
    return tuple(share if share > 0.2 else 0 for share in shares)


@pytest.mark.thorough
def test_each_curve_has_a_toggle_in_the_address(page, server):
    live = open_live(page, server + PAGE)
    chips = live.locator(".kl-chip")
    assert [c.get_attribute("data-curve") for c in chips.all()] == list(ALL)
    before = eyes.read_canvas(curve(live)).tobytes()
    live.locator('[data-curve="squared"]').click()
    assert eyes.read_canvas(curve(live)).tobytes() != before
    page.wait_for_url(lambda url: "squared" in url)
    live = open_live(page, page.url)
    expect(live.locator('[data-curve="squared"]')).to_have_attribute("aria-pressed", "false")
    # The curve of the selected loss can't be switched off.
    live.get_by_role("radio", name="Squared").first.click()
    expect(live.locator('[data-curve="squared"]')).to_have_attribute("aria-pressed", "true")


# ---- the outlier ----

SMALL = ("hinge", "logistic", "squared", "exponential")
FAR = (-2.8, -2.3)  # a place among the circles, near the edge


def agreement(canvas, scene, loss):
    """Return the share of a small plane in which the colour is that of the sign of f."""
    solution = problem(replace(scene, loss=loss, kernel="linear", intercept=1)).fit()
    image, box = eyes.read_canvas(canvas), marks.plane_box(canvas, WINDOW)
    x0, x1, y0, y1 = WINDOW
    gx, gy = np.meshgrid(np.linspace(x0, x1, 30)[1:-1], np.linspace(y0, y1, 30)[1:-1])
    grid = np.c_[gx.ravel(), gy.ravel()]
    f, gap = solution.decision(grid), np.hypot(*(grid[:, None] - solution.X).transpose(2, 0, 1))
    clear = (np.abs(f) > 0.15) & (gap.min(axis=1) > 0.25)
    px, py = box.pixel(grid[clear, 0], grid[clear, 1])
    colours = image[py.astype(int), px.astype(int)]
    return float((np.sign(colours[:, 2] - colours[:, 0]) == np.sign(f[clear])).mean())


@pytest.mark.thorough
def test_four_lines_follow_one_dragged_point(page, server):
    tap = WireTap(page)
    live = open_live(page, server + "/losses?hide=text&step=outlier")
    planes = live.locator(".kl-small canvas").all()
    marks.bring(planes[0])
    tap.until_quiet()
    X, y = sample(LOSSES).X, sample(LOSSES).y
    box = marks.plane_box(planes[0], WINDOW)
    i = marks.loneliest(*box.pixel(*X[y > 0].T))
    i = int(np.flatnonzero(y > 0)[i])
    page.mouse.move(*box.on_screen(*X[i]))
    page.mouse.down()
    page.mouse.move(*box.on_screen(*FAR), steps=15)
    moved_scene = replace(LOSSES, edits=f"m{i},{FAR[0]},{FAR[1]}")
    for canvas, loss in zip(planes, SMALL, strict=True):
        eyes.wait_until(
            page, lambda c=canvas, loss_name=loss: agreement(c, moved_scene, loss_name) > 0.97, loss
        )
    assert "edits" not in page.url, "the address changes only on release"
    steps = [url for url in tap.requests if "edits=" in url]
    assert steps and all("stops=1&" in url for url in steps), "one frame at a time, no sweeps"
    page.mouse.up()
    page.wait_for_url(lambda url: "edits=" in url)
    place = point_edits.read(marks.address(page)["edits"]).moved
    assert list(place) == [i] and np.allclose(place[i], FAR, atol=0.03)
