"""Representer theorem: the declarations of its first picture, its address, and its goals."""

import json
from urllib.parse import parse_qsl

import pytest

from lab.scene.fields import LINES, SOURCES
from lab.scene.samples.line_sample import line_sample
from lab.scene.scene import parse, replace
from lab.ui.challenges import challenges as challenge_item
from pages.representer_theorem.challenges import CHALLENGES
from pages.representer_theorem.default_scene import DEFAULT as REPRESENTER
from tests.lab.ui.element_data import codes
from tests.lab.ui.visit import open_page, view_page
from tests.pages.goals import data_of, frames, items, of_scene
from tests.pages.live_elements import elements

PAGE = "representer_theorem/page.py"


@pytest.fixture(scope="module")
def page():
    return view_page(PAGE)


@pytest.fixture(scope="module")
def bumps(page):
    """Return the data of the first picture."""
    return data_of(page, "bumps")


# ---- declarations ----


def test_items_show_where_they_belong(page, bumps):
    for kind, data in (("fitline", LINES), ("bumps", LINES), ("hill", SOURCES), ("hills", SOURCES)):
        (item,) = items(bumps, kind)
        assert item["when"] == {"data": list(data)}
    elements = {"weights": bumps, "matrix": bumps, "diagonal": data_of(page, "slopes")}
    for kind, data in elements.items():
        (item,) = items(data, kind)
        assert "when" not in item
    (tau,) = (item for item in items(bumps, "slider") if item["along"] == "tau")
    assert tau["when"] == {"kernel": ["rbf"]}
    (bar,) = items(bumps, "points")
    assert bar["open"] and "when" not in bar, "one bar, on a line and in the plane"


def test_the_switches_bring_along_what_their_options_need(page, bumps):
    (ground,) = (item for item in items(bumps, "choice") if item["field"] == "data")
    line, plane = ground["options"]
    assert (line["value"], plane["value"]) == ("wave", "blobs")
    assert set(line["aliases"]) == set(LINES) and set(plane["aliases"]) == set(SOURCES)
    assert line["fields"] == {"m": "20"} and plane["fields"] == {"m": "24"}
    choices = items(data_of(page, "silent"), "choice")
    (kernel,) = (item for item in choices if item["field"] == "kernel")
    needs = {"rbf": {"tau"}, "linear": set(), "poly": {"degree", "c"}, "laplace": {"ell"},
             "matern": {"nu", "ell"}, "periodic": {"period", "ell"}}  # fmt: skip
    for option in kernel["options"]:
        set_fields = {name: text for name, text in option["fields"].items() if text}
        scene = replace(REPRESENTER, kernel=option["value"])
        assert set(set_fields) == needs[option["value"]]
        query = {k: v for k, v in parse_qsl(REPRESENTER.query()) if k not in ("tau", "kernel")}
        assert parse(query | set_fields | {"kernel": option["value"]})[1] == []
        assert all(name in scene.query() for name in set_fields)


def test_the_read_outs_are_tensors_of_a_frame(page):
    start = frames(REPRESENTER, "lam", 3)[0]
    signs = frames(replace(REPRESENTER, loss="hinge"), "lam", 3)[0]
    for item in items(of_scene(page), "readouts"):
        for row in item["rows"]:
            assert row["tensor"] in start or (row.get("optional") and row["tensor"] in signs)


# ---- the address ----


def test_the_address_reaches_the_picture():
    scene = replace(REPRESENTER, data="steps", m=12, noise=2, kernel="poly", degree=3, loss="hinge",
                    lam=0.5, edits="m3,0.5,1;d5;p,1,-0.5")  # fmt: skip
    query = dict(pair.split("=", 1) for pair in scene.query().split("&"))
    page = view_page(PAGE, query | {"tool": "erase", "factor": "without"})
    element = data_of(page, "bumps")
    assert parse(element["query"]) == (scene, []) and not page.warning
    assert element["view"] == {"tool": "erase", "factor": "without"}
    assert "datasets.staircase(noise=2.0)" in codes(page)[0]


def test_the_plane_is_reached_by_an_address_too():
    page = view_page(PAGE, {"data": "moons", "m": "30", "loss": "hinge"})
    scene = parse(data_of(page, "bumps")["query"])[0]
    assert (scene.data, scene.m, scene.risk) == ("moons", 30, "mean") and not page.warning


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize(("query", "message"), [
    ({"m": "61"}, "from 2 to 60 on a line"),
    ({"edits": "m20,0,0"}, "examples from 0 to 19"),
    ({"edits": "m1,0"}, "a list such as"),
    ({"data": "waves"}, "wave, steps"),
    ({"tau": "0"}, "tau must be"),
])  # fmt: skip
def test_invalid_values_are_reported(query, message):
    page = view_page(PAGE, query)
    assert message in page.warning[0].value.replace("\\", "")
    assert parse(data_of(page, "bumps")["query"])[0] == REPRESENTER


@pytest.mark.parametrize("name", ["svm/page.py", "losses/page.py", "rbf_bandwidth/page.py"])
def test_pages_in_the_plane_say_so_and_stay_there(name):
    page = view_page(name, {"data": "wave", "m": "20", "edits": "m3,0,0"})
    assert not page.exception
    assert "on this page, not “wave”" in page.warning[0].value.replace("\\", "")
    (first,) = [d for d in (data_of(page, n) for n in ("svm", "losses", "bandwidth")
                            if n in _names(page)) if d["frames"]][:1]  # fmt: skip
    scene = parse(first["query"])[0]
    assert scene.data in SOURCES and scene.m == 20 and scene.edits == ""
    box = next(w for w in page.selectbox if w.key == "field-data")
    assert "Steps on a line" not in box.options


def _names(page):
    return elements(page)


def test_the_controls_know_the_line():
    page = open_page(PAGE)
    data = next(w for w in page.selectbox if w.key == "field-data")
    assert {"A wave on a line", "Steps on a line", "Two moons"} <= set(data.options)
    points = next(w for w in page.number_input if w.key == "field-m")
    assert points.max == 60
    page.query_params["edits"] = "m3,0,0"
    data.set_value("steps").run()
    assert parse(data_of(page, "bumps")["query"])[0] == replace(REPRESENTER, data="steps")


# ---- challenges ----


@pytest.fixture(scope="module")
def challenges():
    return json.loads(json.dumps(challenge_item(CHALLENGES).challenges))


def test_one_dragged_point_meets_the_second_goal(challenges):
    """Put the point on the curve: among places one pixel apart, one meets the goal."""
    sample = line_sample(REPRESENTER)
    lowest = min(
        frames(replace(REPRESENTER, edits=f"m5,{sample.X[5, 0]:.3f},{y / 50:.3f}"), "lam", 1)[0][
            "least_share"
        ]
        for y in range(-50, 51)
    )
    assert lowest <= challenges[1]["conditions"][1][2]


def test_a_pulled_point_raises_its_bump_with_the_squared_loss_alone():
    heights = {
        (loss, y): frames(replace(REPRESENTER, loss=loss, edits=f"m5,1.1,-{y}"), "lam", 1)[0]
        for loss in ("squared", "hinge")
        for y in (1, 10, 100)
    }
    squared = [heights["squared", y]["largest_alpha"] for y in (1, 10, 100)]
    assert squared[2] > 5 * squared[1] > 25 * squared[0]
    hinge = [heights["hinge", y]["largest_alpha"] for y in (1, 10, 100)]
    assert max(hinge) == min(hinge) <= heights["hinge", 1]["bound"] * (1 + 1e-9)
