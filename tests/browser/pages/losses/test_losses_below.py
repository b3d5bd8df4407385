"""Losses, further down: probabilities, the squared loss, the perceptron, other targets."""

import re

import numpy as np
import pytest

from lab.scene.learning_problem import solve
from lab.scene.scene import replace
from lab.scene.slider_stops import slider_stops
from lab.ui.palette import LIGHT
from pages.losses import multinomial_logistic, rotating_line, squared_loss_regression
from pages.losses.default_scene import DEFAULT as LOSSES
from pages.losses.perceptron_collapse import sweep as ray_sweep
from tests.browser import eyes, hand, marks
from tests.browser.expected import sample, swept
from tests.browser.live import open_live
from tests.browser.wire_tap import WireTap

PAGE = "/losses?hide=text"  # the picture with all that moves it
WINDOW = sample(LOSSES).window
START = {
    along: int(np.argmin(abs(np.log(slider_stops(LOSSES, along) / getattr(LOSSES, along)))))
    for along in ("tau", "lam")
}


# ---- the probabilities ----


@pytest.mark.thorough
def test_the_likelihood_and_the_level_lines_move_with_lambda(page, server):
    tap = WireTap(page)
    live = open_live(page, server + PAGE)
    section = live.locator(".kl-below")
    rows = section.locator('[data-readout="log_likelihood"]')
    hand.slider(section, "lam").scroll_into_view_if_needed()
    tap.until_quiet()
    scene = replace(LOSSES, loss="logistic")
    sweep = swept(scene, "tau")
    check_probabilities(live, section, sweep, START["tau"])
    tap.until_quiet()
    page.mouse.move(*hand.place(section, "lam", START["lam"]))
    page.mouse.down()
    sweep, shown = swept(scene, "lam"), set()
    for stop in (START["lam"] + 4, START["lam"] + 11):
        page.mouse.move(*hand.place(section, "lam", stop), steps=6)
        check_probabilities(live, section, sweep, stop)
        shown.add(rows.text_content())
    page.mouse.up()
    assert len(shown) == 2
    page.wait_for_url(lambda url: "lam=" in url)


def check_probabilities(live, section, sweep, stop):
    """Both numbers as kernel_core has them, and the lines where g(f) is what they name."""
    f, y = sweep.decision[stop], sweep.y
    eyes.until_number(section, "log_likelihood", -np.logaddexp(0, -y * f).sum())
    eyes.until_number(section, "missing_log", -(1 + np.exp(-y * f)).sum())
    level_canvas = section.locator(".kl-is-plane:not(.kl-small) canvas").first
    image, field = eyes.drawn(level_canvas), sweep.field[stop]
    gx, gy = sample(LOSSES).grid(field.shape[0])
    box = marks.plane_box(level_canvas, WINDOW)
    for p in (0.1, 0.25, 0.75, 0.9):
        x, yy = crossings(field, gx, gy, np.log(p / (1 - p)))
        px, py = box.pixel(x, yy)
        seen = marks.near(marks.toned(image, LIGHT["margin"], 70), px, py, 2.5)
        assert len(x) == 0 or seen.mean() > 0.8, p  # a point or a label may lie on it


def crossings(field, gx, gy, level):
    """Where the rows of a field cross a level."""
    above = field > level
    j, i = np.nonzero(above[1:-1, 1:-2] != above[1:-1, 2:-1])
    j, i = j + 1, i + 1
    share = (level - field[j, i]) / (field[j, i + 1] - field[j, i])
    return gx[i] + share * (gx[i + 1] - gx[i]), gy[j]


def point_at(page, tip, x, y):
    """Move there, and a hair to and fro until the picture, just scrolled to, answers."""
    for nudge in range(100):
        page.mouse.move(x + nudge % 2, y)
        if tip.is_visible():
            return
        page.wait_for_timeout(50)
    raise AssertionError("nothing is told about this place")


@pytest.mark.thorough
def test_g_of_z_and_of_minus_z_add_up_to_one_wherever_one_points(page, server):
    live = open_live(page, server + PAGE)
    canvas = live.locator(".kl-below .kl-oncurve canvas").first
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    tip = canvas.locator("xpath=..").locator(".kl-tip")
    for share in (0.2, 0.45, 0.71):
        point_at(page, tip, box["x"] + share * box["width"], box["y"] + box["height"] - 60)
        if "example" in tip.text_content():
            point_at(page, tip, box["x"] + share * box["width"], box["y"] + 40)
        said = marks.told(tip.text_content())
        assert said["g(f) + g(−f)"] == 1
        g = 1 / (1 + np.exp(-said["f(x)"]))
        assert re.search(r"g\(f\) = P\(y = 1 \| x\): ([\d.]+)", tip.text_content())
        value = eyes.number(re.search(r"\| x\): (\S+)", tip.text_content())[1].rstrip(","))
        assert value == pytest.approx(g, abs=0.01)


# ---- the squared loss, and the perceptron ----


@pytest.mark.thorough
def test_the_squared_loss_charges_the_far_right_points(page, server):
    live = open_live(page, server + PAGE)
    row = live.locator('[data-readout="overpaid"]').last  # the first is of the page's own fit
    row.scroll_into_view_if_needed()
    line = replace(LOSSES, loss="squared", kernel="linear", intercept=1)
    s = solve(line, "lam", np.array([line.lam]), 11)
    paid, far = (s.decision[0] - s.y) ** 2 / 2, s.y * s.decision[0] > 1
    page.wait_for_function("(e) => e.textContent.includes('%')", arg=row.element_handle())
    assert row.text_content() == eyes.percent(paid[far].sum() / paid.sum())
    canvas = live.locator(".kl-below .kl-oncurve canvas").last
    box = marks.curve_box(canvas, (-2, 3, 0, 2.25))
    stems = marks.toned(eyes.drawn(canvas), LIGHT["accent"], 40)
    foot = {round(px) for px in box.pixel((s.y * s.decision[0])[far & (paid > 0.05)], 0)[0]}
    rows = np.nonzero(stems)[1]
    assert foot and all(np.abs(rows - px).min() <= 1.5 for px in foot), "a stem under each"
    assert rows.min() >= box.pixel(1, 0)[0] - 2, "and none under the others"


@pytest.mark.thorough
def test_the_perceptron_collapses_for_every_lambda_but_zero(page, server):
    open_live(page, server + "/losses?step=perceptron")
    ray = page.locator('[data-live="ray"][data-ready="1"]')
    ray.wait_for()
    ray.scroll_into_view_if_needed()
    told = {n: np.reshape(t["data"], t["shape"]) for n, t in ray_sweep(LOSSES)["tensors"].items()}
    box = ray.locator(".kl-side")
    page.mouse.move(*hand.place(box, "strength", 40))
    page.mouse.down()
    for stop in (36, 28, 20):
        page.mouse.move(*hand.place(box, "strength", stop), steps=4)
        assert eyes.readout(ray, "best_perceptron") == "0"
        assert eyes.number(eyes.readout(ray, "best_hinge")) == pytest.approx(
            told["best_hinge"][stop]
        )
        assert risen(ray, told, stop) > 0
    page.mouse.move(*hand.place(box, "strength", 0), steps=4)
    page.mouse.up()
    assert hand.slider(box, "strength").get_attribute("aria-valuetext") == "λ = 0"
    assert (told["perceptron"][0] == 0).all() and risen(ray, told, 0) == 0, "flat: no way down"
    page.wait_for_url(lambda url: "strength=0" in url)
    assert page.locator('[data-live="forgotten"] .kl-remark').is_hidden()


def risen(ray, told, stop):
    """How many pixels the perceptron's curve rises, after a look that it is where it must be."""
    canvas = ray.locator('[data-view="curve"] canvas')
    image, high = eyes.drawn(canvas), max(told["perceptron"].max(), told["hinge"].max())
    box = marks.Box(canvas, (0, 2, 0, 1.08 * high), eyes.CHART_MARGINS)
    t, J = told["t"][1:-1], told["perceptron"][stop][1:-1]
    own = (np.abs(J - told["hinge"][stop][1:-1]) > 0.05 * high) & (np.abs(t - 1.4) > 0.25)
    px, py = box.pixel(t[own], J[own])
    seen = marks.toned(image, LIGHT["perceptron"], 60)
    assert marks.near(seen, px, py, 3).mean() > 0.9
    return int(np.rint(box.pixel(0, 0)[1] - box.pixel(0, told["perceptron"][stop].max())[1]))


# ---- what lies further down ----


@pytest.mark.parametrize(
    ("step", "name", "places", "rows"),
    [
        ("mistakes", "turn", (7, 42, 60), ("now_zero-one", "slope_hinge", "slope_logistic")),
        ("prices", "price", (0, 17, 40), ("z_now", "slope_now", "share")),
        ("classes", "score", (0, 12, 32), ("three_now", "slope_now", "two_now", "logistic_now")),
    ],
)
@pytest.mark.thorough
def test_later_sliders_move_their_own_pictures_and_numbers(page, server, step, name, places, rows):
    open_live(page, f"{server}/losses?step={step}")
    own = page.locator(f'[data-live="{name}"][data-ready="1"]')
    own.wait_for()
    control = hand.slider(own, name)
    marks.bring(control)
    sweep = {
        "turn": rotating_line.sweep(LOSSES),
        "price": squared_loss_regression.sweep(),
        "score": multinomial_logistic.sweep(),
    }
    told = {n: np.reshape(t["data"], t["shape"]) for n, t in sweep[name]["tensors"].items()}
    seen = set()
    page.mouse.move(*hand.place(own, name, int(control.input_value())))
    page.mouse.down()
    for place in places:
        page.mouse.move(*hand.place(own, name, place), steps=5)
        assert own.get_attribute("data-stop") == str(place)
        for row in rows:
            text, value = eyes.readout(own, row), float(told[row][place])
            shown = eyes.number(text.removesuffix(" %")) / (100 if "%" in text else 1)
            assert shown == pytest.approx(value, abs=6e-4, rel=2e-3), row
        seen.add(eyes.drawn(own.locator('[data-view="curve"] canvas').first).tobytes())
    page.mouse.up()
    assert len(seen) == 3
    page.wait_for_url(lambda url: f"{name}={told['stops'][places[-1]]:g}" in url)
