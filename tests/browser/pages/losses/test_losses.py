"""Losses, the first picture: points on the curves, hover, toggles, losses, a goal."""

import numpy as np
import pytest
from playwright.sync_api import expect

import kernel_core as kc
from lab.scene.scene import replace
from lab.scene.slider_stops import slider_stops
from lab.ui.items import LOSS_NAMES
from lab.ui.palette import LIGHT
from pages.losses.default_scene import DEFAULT as LOSSES
from pages.losses.loss_curves import AT_FIRST_HIDDEN
from tests.browser import eyes, hand, marks
from tests.browser.expected import READOUTS, check_numbers, sample, swept
from tests.browser.live import open_live, reload

PAGE = "/losses?hide=text"  # the picture with all that moves it
ALL = ("zero-one", *LOSS_NAMES)
AT_FIRST = [name for name in ALL if name not in AT_FIRST_HIDDEN.split(".")]
RANGE = (-3, 4, 0, 4.5)
WINDOW = sample(LOSSES).window
START = {
    along: int(np.argmin(abs(np.log(slider_stops(LOSSES, along) / getattr(LOSSES, along)))))
    for along in ("tau", "lam")
}


def alone(loss):
    """The address of one loss whose curve is the only one."""
    return f"{PAGE}&loss={loss}&off={'.'.join(name for name in ALL if name != loss)}"


def curve(live):
    return live.locator(".kl-oncurve canvas").first


def plane(live):
    return live.locator(".kl-side .kl-is-plane canvas")


def inside(loss, f, y):
    """Which examples the picture has room for, and how many lie left of it (or above) and right."""
    t, height = y * f, kc.LOSSES[loss].value(y * f, np.ones_like(f))
    seen = (t >= RANGE[0]) & (t <= RANGE[1]) & (height <= RANGE[3])
    return seen, (int((~seen & (t <= RANGE[1])).sum()), int((t > RANGE[1]).sum()))


def on_curve(live, loss, f, y):
    """Where the marks must be, in pixels of the curve's canvas."""
    height = kc.LOSSES[loss].value(y * f, np.ones_like(f))
    return marks.curve_box(curve(live), RANGE).pixel(y * f, height)


def check_marks(live, loss, sweep, stop):
    """Each example has its mark on the curve, crosses blue, circles red; there are no others. What
    lies outside is counted, and drawn nowhere."""
    px, py = on_curve(live, loss, sweep.decision[stop], sweep.y)
    room, outside = inside(loss, sweep.decision[stop], sweep.y)
    assert curve(live).get_attribute("data-outside") == "{},{}".format(*outside)
    image = eyes.drawn(curve(live))
    for label, tone in ((1, "positive"), (-1, "negative")):
        seen, mine = marks.toned(image, LIGHT[tone]), (sweep.y == label) & room
        bare = mine & ~marks.crowded(px, py, sweep.y != label, 4) if label > 0 else mine
        assert bare.any() or not mine.any() or label > 0, "circles are painted last, over crosses"
        assert marks.near(seen, px[bare], py[bare], 5.5).all()
        assert marks.strays(seen, px[mine], py[mine], 7) == 0


# ---- the points on their curve ----


@pytest.mark.thorough("exponential")
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
        expect(live).to_have_attribute("data-stop", str(stop))  # once the sweep is there
        check_marks(live, loss, sweep, stop)
        check_numbers({n: eyes.readout(live, n) for n in READOUTS}, sweep, stop)
    page.mouse.up()


@pytest.mark.thorough
def test_a_point_is_marked_in_both_pictures_with_its_slope_and_alpha(page, server):
    live = open_live(page, server + alone("logistic"))
    s, X = swept(replace(LOSSES, loss="logistic"), "tau").solution(START["tau"]), sample(LOSSES).X
    on_plane = marks.plane_box(plane(live), WINDOW).pixel(X[:, 0], X[:, 1])
    f = s.decision(X)
    spots = on_curve(live, "logistic", f, s.y)
    here = np.flatnonzero(inside("logistic", f, s.y)[0])
    places = [[np.asarray(axis)[here] for axis in spots] for spots in (on_plane, spots)]
    i = int(here[marks.loneliest(*places[0], others=[places[1]])])
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
    size = 2.6 * max(3, min(6, 3.6 * (plane(live).bounding_box()["width"] - 42) / 574))
    places = ((plane(live), on_plane, size), (curve(live), spots, 9))
    shares = (
        marks.ringed(eyes.drawn(canvas), LIGHT["accent"], px[i], py[i], radius)
        for canvas, (px, py), radius in places
    )
    return tuple(share if share > 0.2 else 0 for share in shares)


@pytest.mark.thorough
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
        assert set(rows) == set(AT_FIRST)
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


@pytest.mark.thorough
def test_each_curve_has_a_toggle_that_the_address_keeps(page, server):
    live = open_live(page, server + PAGE)
    chips = live.locator(".kl-chip")
    assert [c.get_attribute("data-curve") for c in chips.all()] == list(ALL)

    def ink(name):
        return int(marks.toned(eyes.drawn(curve(live)), LIGHT[name.replace("-", "_")], 12).sum())

    before = {name: ink(name) for name in AT_FIRST}
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
    reload(page)
    live = open_live(page, page.url)
    pressed = {c.get_attribute("data-curve"): c.get_attribute("aria-pressed") for c in chips.all()}
    assert [name for name in ALL if pressed[name] == "true"] == ["hinge", "logistic"]
    # The curve in use is always there, whatever is switched off.
    live.get_by_role("radio", name="Squared").first.click()
    expect(live.locator('[data-curve="squared"]')).to_have_attribute("aria-pressed", "true")
    assert ink("squared") >= before["squared"]
