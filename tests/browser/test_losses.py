"""Losses: points on the curves, hover, toggles, probabilities, the perceptron's collapse."""

import re

import numpy as np
import pytest

import kernel_core as kc
from lab.first import LOSSES
from lab.palette import LIGHT
from lab.problem import solve
from lab.ray import sweep as ray_sweep
from lab.scene import replace
from lab.stops import slider_stops
from tests.browser import eyes, hand, marks
from tests.browser.expected import READOUTS, check_numbers, sample, swept
from tests.browser.live import open_live
from tests.browser.wire_tap import WireTap

PAGE = "/losses"
ALL = ("zero-one", "hinge", "logistic", "squared", "exponential", "perceptron")
RANGE = (-3, 4, 0, 4.5)
WINDOW = sample(LOSSES).window
START = {
    along: int(np.argmin(abs(np.log(slider_stops(LOSSES, along) / getattr(LOSSES, along)))))
    for along in ("tau", "lam")
}


def alone(loss):
    """The address of one loss whose curve is the only one."""
    return f"{PAGE}?loss={loss}&off={'.'.join(name for name in ALL if name != loss)}"


def curve(live):
    return live.locator(".kl-oncurve canvas").first


def plane(live):
    return live.locator(".kl-side .kl-is-plane canvas")


def on_curve(live, loss, f, y):
    """Where the marks must be, in pixels of the curve's canvas."""
    t = np.clip(y * f, RANGE[0], RANGE[1])
    height = np.clip(kc.LOSSES[loss].value(t, np.ones_like(t)), RANGE[2], RANGE[3])
    return marks.curve_box(curve(live), RANGE).pixel(t, height)


def check_marks(live, loss, sweep, stop):
    """Each example has its mark on the curve, crosses blue, circles red; there are no others."""
    px, py = on_curve(live, loss, sweep.decision[stop], sweep.y)
    image = eyes.drawn(curve(live))
    for label, tone in ((1, "positive"), (-1, "negative")):
        seen, mine = marks.toned(image, LIGHT[tone]), sweep.y == label
        bare = mine & ~marks.crowded(px, py, sweep.y != label, 4) if label > 0 else mine
        assert bare.sum() >= 3, "circles are painted last, over crosses"
        assert marks.near(seen, px[bare], py[bare], 5.5).all()
        assert marks.strays(seen, px[mine], py[mine], 7) == 0


# ---- the points on their curve ----


@pytest.mark.parametrize(("loss", "along"), [("logistic", "tau"), ("exponential", "lam")])
def test_the_points_sit_on_the_curve_and_move_with_the_slider(page, server, loss, along):
    live = open_live(page, server + alone(loss))
    sweep = swept(replace(LOSSES, loss=loss), along)
    check_marks(live, loss, sweep, START[along])
    box = live.locator(".kl-side")
    page.mouse.move(*hand.place(box, along, START[along]))
    page.mouse.down()
    for stop in (START[along] + 12, START[along] - 15):
        page.mouse.move(*hand.place(box, along, stop), steps=8)
        assert live.get_attribute("data-stop") == str(stop)
        check_marks(live, loss, sweep, stop)
        check_numbers({n: eyes.readout(live, n) for n in READOUTS}, sweep, stop)
    page.mouse.up()


def test_a_point_is_marked_in_both_pictures_with_its_slope_and_alpha(page, server):
    live = open_live(page, server + alone("logistic"))
    s, X = swept(replace(LOSSES, loss="logistic"), "tau").solution(START["tau"]), sample(LOSSES).X
    on_plane = marks.plane_box(plane(live), WINDOW).pixel(X[:, 0], X[:, 1])
    f = s.decision(X)
    spots = on_curve(live, "logistic", f, s.y)
    i = marks.loneliest(*on_plane, others=[spots])
    slope = kc.LOSSES["logistic"].derivative(f, s.y)[i]
    for canvas, (px, py) in ((plane(live), on_plane), (curve(live), spots)):
        assert rings(live, on_plane, spots, i) == (0, 0)
        box = canvas.bounding_box()
        page.mouse.move(box["x"] + px[i], box["y"] + py[i])
        text = canvas.locator("xpath=..").locator(".kl-tip").text_content()
        said = marks.told(text)
        assert text.startswith(f"example {i + 1}, {'positive ×' if s.y[i] > 0 else 'negative ○'}")
        assert marks.close(said["f(x)"], f[i])
        assert marks.close(said["margin y·f"], s.y[i] * f[i])
        assert marks.close(said["L′"], slope) and marks.close(said["α"], s.alpha[i])
        assert marks.close(said["α"], -said["L′"] / LOSSES.lam, digits=2), "α = −L′/λ"
        assert min(rings(live, on_plane, spots, i)) > 0.7, "an accent ring in both pictures"
        page.mouse.move(5, 5)


def rings(live, on_plane, spots, i):
    """How much of a ring the example wears in the plane, and on the curve."""
    size = 2.6 * max(3, min(6, 3.6 * (plane(live).bounding_box()["width"] - 36) / 574))
    places = ((plane(live), on_plane, size), (curve(live), spots, 9))
    shares = (
        marks.ringed(eyes.drawn(canvas), LIGHT["accent"], px[i], py[i], radius)
        for canvas, (px, py), radius in places
    )
    return tuple(share if share > 0.2 else 0 for share in shares)


def test_the_curve_tells_value_and_slope_of_every_loss_that_is_shown(page, server):
    live = open_live(page, server + PAGE)
    box, canvas = marks.curve_box(curve(live), RANGE), curve(live).bounding_box()
    for z in (-2.5, -0.62, 0.45, 2.8):
        px, _ = box.pixel(z, 0)
        page.mouse.move(canvas["x"] + round(px), canvas["y"] + 12)
        at = box.data(round(px), 0)[0]
        lines = live.locator(".kl-oncurve .kl-tip").first.text_content().split("\n")
        assert marks.close(marks.told(lines[0])["margin z"], at, digits=2)
        rows = {line.partition(":")[0].lower(): line.partition(": ")[2] for line in lines[1:]}
        assert set(rows) == set(ALL)
        for name, text in rows.items():
            loss, one = kc.LOSSES[name], np.ones(1)
            value, _, slope = text.partition(", slope ")
            # Between two places of the table the curve is a chord: a 40th of z apart.
            own = loss.value(at * one, one)[0]
            assert eyes.number(value) == pytest.approx(own, abs=0.01, rel=0.01), name
            if name != "zero-one":
                own = loss.derivative(at * one, one)[0]
                assert eyes.number(slope) == pytest.approx(own, abs=0.01, rel=0.01), name
    curve(live).focus()
    page.keyboard.press("ArrowRight")
    assert "slope" in live.locator(".kl-voice").text_content()


def test_each_curve_has_a_toggle_that_the_address_keeps(page, server):
    live = open_live(page, server + PAGE)
    chips = live.locator(".kl-chip")
    assert [c.get_attribute("data-curve") for c in chips.all()] == list(ALL)

    def ink(name):
        return int(marks.toned(eyes.drawn(curve(live)), LIGHT[name.replace("-", "_")], 12).sum())

    before = {name: ink(name) for name in ALL}
    assert min(before.values()) > 60, before
    gone = []
    for name in ("squared", "exponential", "perceptron", "logistic", "zero-one"):
        live.locator(f'[data-curve="{name}"]').click()
        gone.append(name)
        assert live.locator(f'[data-curve="{name}"]').get_attribute("aria-pressed") == "false"
        assert ink(name) < 0.1 * before[name], name
        page.wait_for_url(lambda url: all(name in url for name in gone))
    live.locator('[data-curve="logistic"]').click()
    page.wait_for_url(lambda url: "logistic" not in url)
    page.reload()
    live = open_live(page, page.url)
    pressed = {c.get_attribute("data-curve"): c.get_attribute("aria-pressed") for c in chips.all()}
    assert [name for name in ALL if pressed[name] == "true"] == ["hinge", "logistic"]
    # The curve in use is always there, whatever is switched off.
    live.get_by_role("radio", name="Squared").first.click()
    assert live.locator('[data-curve="squared"]').get_attribute("aria-pressed") == "true"
    assert ink("squared") >= before["squared"]


def test_another_loss_is_drawn_at_once_from_memory(page, server):
    tap = WireTap(page)
    live = open_live(page, server + PAGE)
    tap.until_quiet()
    asked = len(tap.asked)
    hand.record(live)
    names = [name for name in ALL if name not in ("zero-one", "hinge")]
    for name in names:
        live.get_by_role("radio", name=name, exact=False).first.click()
        sweep = swept(replace(LOSSES, loss=name), "tau")
        if name != "perceptron":  # whose marks lie all on one place
            check_circles(live, name, sweep)
    before, events = hand.recorded(live)
    for name, last, now in zip(names, [before, *events], events, strict=False):
        assert now["painted"] == last["painted"] + 1
        assert now["plane"] != last["plane"] and now["curve"] != last["curve"]
        check_numbers(now["numbers"], swept(replace(LOSSES, loss=name), "tau"), START["tau"])
    assert live.locator(".kl-remark").is_visible(), "the perceptron's zero is explained"
    assert not [url for url in tap.asked[asked:] if "along=tau" in url], "it was there already"


def check_circles(live, loss, sweep):
    """The examples have moved to the other curve."""
    px, py = on_curve(live, loss, sweep.decision[START["tau"]], sweep.y)
    seen, mine = marks.toned(eyes.drawn(curve(live)), LIGHT["negative"]), sweep.y < 0
    assert marks.near(seen, px[mine], py[mine], 5.5).all(), loss


# ---- the probabilities ----


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


def test_the_squared_loss_charges_the_far_right_points(page, server):
    live = open_live(page, server + PAGE)
    row = live.locator('[data-readout="overpaid"]')
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


def test_the_perceptron_collapses_for_every_lambda_but_zero(page, server):
    live = open_live(page, server + PAGE)
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
    assert live.locator(".kl-remark").is_hidden()


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


# ---- predict, look, explain ----


def test_a_goal_is_met_by_moving(page, server):
    live = open_live(page, server + PAGE)
    challenge = live.locator(".kl-challenge")
    challenge.get_by_role("button", name="logistic").click()
    assert challenge.get_attribute("data-state") == "look"
    few = np.flatnonzero(swept(LOSSES, "tau").support <= 5)
    box = live.locator(".kl-side")
    page.mouse.click(*hand.place(box, "tau", int(few[0]) - 1))
    assert challenge.get_attribute("data-state") == "look"
    hand.slider(box, "tau").press("ArrowRight")
    assert challenge.get_attribute("data-state") == "done"
    assert challenge.text_content().count("It was hinge, not logistic.") == 1
