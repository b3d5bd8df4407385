"""The painted picture agrees with kernel_core, in its tooltip and in its pixels."""

import numpy as np
import pytest

from lab.scene.scene import DEFAULT, Scene
from lab.ui.palette import THEMES
from tests.browser import eyes, hand
from tests.browser.expected import GRID, sample, sweep_of
from tests.browser.live import open_live

PAGE = "/rbf-bandwidth"
OTHER_SCENE = Scene(data="moons", m=90, seed=5, loss="logistic", lam=5e-4, risk="mean", intercept=1)
# Up to |f| = 2 the field is sent in steps of 2⁻⁵, above it in proportionally larger steps. The
# largest rounding error is half a step.
STEP = 2.0**-6


def rounding(f):
    return STEP * np.maximum(1, np.abs(f)) * 1.01


@pytest.mark.parametrize(
    ("scene", "theme", "stops"),
    [(DEFAULT, "light", (9, 27, 45)), (OTHER_SCENE, "dark", (18, 40))],
    ids=["hinge-light", "logistic-dark"],
)
@pytest.mark.thorough("logistic")
def test_the_picture_is_the_field(warm_page, server, scene, theme, stops):
    page = warm_page(color_scheme=theme)
    page.add_init_script(eyes.NOTE_WORDS)
    live = open_live(page, f"{server}{PAGE}?hide=text&{scene.query()}")
    sweep, view = sweep_of(scene, "tau"), eyes.plane(live)
    plane_map = eyes.plane_map(live, sample(scene).window)
    for stop in stops:
        hand.click_at(page, "tau", stop)
        view.scroll_into_view_if_needed()
        pointed(page, live, plane_map, sweep.solution(stop), sweep.field[stop], scene)
        page.mouse.move(2, 2)
        image = eyes.pixels(view)
        names = eyes.words_inside(view, plane_map)
        assert set(names) <= {"x₁", "x₂"}, names
        colours(image, plane_map, sweep.field[stop], scene, THEMES[theme], names.values())
        thick_line(image, plane_map, sweep.solution(stop), scene, THEMES[theme])


def pointed(page, live, plane_map, solution, field, scene):
    """Check that the tooltip shows f between grid nodes, and the numbers of an example."""
    box, tip = eyes.plane(live).bounding_box(), live.locator(".kl-tip").first
    for px, py in free_places(plane_map, scene, columns=4, rows=3, margin=20):
        page.mouse.move(box["x"] + px, box["y"] + py)
        place, f, verdict = tip.text_content().split("\n")
        x, y = plane_map.data(px, py)
        numbers = [
            eyes.number(part) for part in place.removeprefix("x = (").rstrip(")").split(", ")
        ]
        assert numbers == pytest.approx([x, y], abs=0.012)
        numbers = eyes.number(f.removeprefix("f(x) = "))
        between = bilinear(field, plane_map, px, py)
        assert numbers == pytest.approx(between, abs=rounding(between) + 0.02 * abs(between))
        exact = solution.decision(np.array([[x, y]]))[0]
        assert numbers == pytest.approx(exact, abs=0.05 + 0.08 * abs(exact))
        assert verdict == ("positive" if numbers > 0 else "negative")
    i = find_lonely(sample(scene).X)
    px, py = plane_map.pixel(*sample(scene).X[i])
    page.mouse.move(box["x"] + px, box["y"] + py)
    name, f, margin, alpha = tip.text_content().split("\n")[:4]
    label, value = sample(scene).y[i], solution.decision(sample(scene).X[i : i + 1])[0]
    assert name == f"example {i + 1}, {'positive ×' if label > 0 else 'negative ○'}"
    assert eyes.number(f.removeprefix("f(x) = ")) == pytest.approx(value, rel=0.01, abs=1e-4)
    assert eyes.number(margin.split("=")[1]) == pytest.approx(label * value, rel=0.01, abs=1e-4)
    assert eyes.number(alpha.split("=")[1]) == pytest.approx(solution.alpha[i], rel=0.01, abs=1e-4)


def colours(image, plane_map, field, scene, palette, words):
    """Check that pixels are blue where f > 0.3 and red where f < −0.3, away from marks, lines and
    the axes' names. `words` has the left end, the right end and the vertical middle of each
    name."""
    counts = {1: 0, -1: 0}
    tone = {s: eyes.rgb(palette[n]) for s, n in ((1, "heat_positive"), (-1, "heat_negative"))}
    pale = eyes.rgb(palette["heat_zero"])
    best = sample(scene).posterior(*sample(scene).grid(GRID))
    for px, py in free_places(plane_map, scene, columns=60, rows=49, margin=16):
        if any(start - 4 < px < end + 4 and abs(py - middle) < 12 for start, end, middle in words):
            continue
        f, nearby = bilinear(field, plane_map, px, py), neighbourhood(field, plane_map, px, py)
        posterior = neighbourhood(best, plane_map, px, py)
        if abs(f) < 0.3 or any(nearby.min() < t < nearby.max() for t in (-1, 0, 1)):
            continue
        if posterior.min() < 0 < posterior.max():
            continue
        side = 1 if f > 0 else -1
        pixel = plane_map.colours_at(image, px, py)
        expected = pale + (tone[side] - pale) * np.tanh(1.2 * abs(f))
        assert np.abs(pixel - expected).max() <= 12, (px, py, f, pixel, expected)
        assert (pixel[2] > pixel[0] + 8) == (side > 0), (px, py, f, pixel)
        counts[side] += 1
    assert min(counts.values()) >= 20, counts


def thick_line(image, plane_map, solution, scene, palette):
    """Check on horizontal cuts through the plane that the line of the zero level is where f changes
    sign."""
    left, top, width, height = plane_map.box
    px = np.arange(left + 12, left + width - 12, 0.25)
    marks = np.column_stack(plane_map.pixel(*sample(scene).X.T))
    line_count = 0
    for py in np.linspace(top + 15, top + height - 15, 60).round():
        x, y = plane_map.data(px, py)
        f, f_ahead = (solution.on_grid(x, [v])[0] for v in (y, plane_map.data(px, py - 1)[1]))
        slope = np.abs(np.gradient(f, 0.25))  # a flat f has an uncertain zero
        steep = (slope > 0.02) & (slope > np.abs(f_ahead - f))
        for k in np.flatnonzero(np.sign(f[1:]) != np.sign(f[:-1])):
            clear = np.hypot(marks[:, 0] - px[k], marks[:, 1] - py).min() > 14
            crossings = np.flatnonzero(np.sign(f[1:]) != np.sign(f[:-1]))
            is_alone = np.sum(np.abs(px[crossings] - px[k]) < 16) == 1
            if not (clear and is_alone and steep[k]):
                continue
            offsets = np.arange(-8, 9)
            ink = eyes.unlike(plane_map.colours_at(image, px[k] + offsets, py), palette["zero"])
            line = offsets[ink < 40]
            assert len(line), (px[k], py, "no line")
            assert abs(line.mean()) <= 1.6, (px[k], py, line)
            line_count += 1
    assert line_count >= 10


def free_places(plane_map, scene, *, columns, rows, margin):
    """Return points of an even grid of the plane, in the canvas's pixels, away from all marks."""
    left, top, width, height = plane_map.box
    marks = np.column_stack(plane_map.pixel(*sample(scene).X.T))
    xs = np.linspace(left + 10, left + width - 10, columns).round()
    ys = np.linspace(top + 10, top + height - 10, rows).round()
    all_places = [(x, y) for x in xs for y in ys]
    return [p for p in all_places if np.hypot(*(marks - p).T).min() > margin]


def neighbourhood(field, plane_map, px, py):
    """Return the field's values at the nodes around a point, up to two cells away."""
    u, v = grid_place(plane_map, px, py)
    i, j = int(u), int(v)
    return field[max(0, j - 1) : j + 3, max(0, i - 1) : i + 3]


def bilinear(field, plane_map, px, py):
    u, v = grid_place(plane_map, px, py)
    i, j = min(int(u), GRID - 2), min(int(v), GRID - 2)
    a, b = u - i, v - j
    lower = (1 - a) * field[j, i] + a * field[j, i + 1]
    upper = (1 - a) * field[j + 1, i] + a * field[j + 1, i + 1]
    return (1 - b) * lower + b * upper


def grid_place(plane_map, px, py):
    left, top, width, height = plane_map.box
    return (px - left) / width * (GRID - 1), (top + height - py) / height * (GRID - 1)


def find_lonely(X):
    """Return the example farthest from its nearest neighbour, so that pointing at it is
    unambiguous."""
    distance = np.hypot(*(X[:, None] - X[None]).transpose(2, 0, 1)) + 1e9 * np.eye(len(X))
    return int(distance.min(axis=1).argmax())
