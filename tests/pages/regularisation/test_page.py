"""Regularisation: the declarations of the page, its address, its buttons and its goals."""

import io
from contextlib import redirect_stdout

import numpy as np
import pytest

from lab.ui.challenges import is_met
from pages.regularisation.penalties import norm_ball
from tests.lab.ui.element_data import codes
from tests.lab.ui.visit import open_page, view_page
from tests.pages.goals import data_of, items, right

PAGE = "regularisation/page.py"


@pytest.fixture(scope="module")
def page():
    return view_page(PAGE)


def frames_of(data, **fields):
    """Return the frame at every stop of an element's slider, as the page's script has it."""
    (sweep,) = [
        entry["sweep"]
        for entry in data["sweeps"]
        if all(str(entry["fields"].get(name, value)) == value for name, value in fields.items())
    ]
    tensors = {
        n: (np.reshape(t["data"], t["shape"]), t["fixed"])
        for n, t in sweep["tensors"].items()
        if not isinstance(t["data"], str)
    }
    along, rows = (
        sweep["meta"]["along"],
        [n for n, (t, f) in tensors.items() if not f and t.ndim == 1],
    )
    extremes = {f"least:{n}": tensors[n][0].min() for n in rows}
    extremes |= {f"most:{n}": tensors[n][0].max() for n in rows}
    for k, stop in enumerate(tensors["stops"][0]):
        values = {
            n: t[k] for n, (t, is_constant) in tensors.items() if not is_constant and t.ndim == 1
        }
        values |= {
            n: t[0] for n, (t, is_constant) in tensors.items() if is_constant and t.size == 1
        }
        values |= extremes
        yield values | {along: float(stop)} | fields


def test_the_address_says_where_every_slider_stands():
    page = view_page(
        PAGE, {"order": "9", "penalty": "1", "power": "3", "many": "2", "strength": "10"}
    )
    assert not page.exception and not page.warning
    assert data_of(page, "degree")["query"] == "order=9"
    assert data_of(page, "ridge")["query"] == "penalty=1&power=3"
    assert data_of(page, "spread")["query"] == "many=2"
    assert data_of(page, "damped")["query"] == "strength=10"


@pytest.mark.thorough("inf", "1e999")
@pytest.mark.parametrize("query", ["", "NaN", "inf", "<b>", "1e999"])
def test_invalid_words_in_the_address_give_the_usual_picture(query):
    page = view_page(PAGE, {"order": query, "penalty": query, "power": query, "many": query})
    assert not page.exception
    assert data_of(page, "ridge")["query"].endswith("power=15")


def test_a_scene_of_the_plane_opens_with_the_pages_own_points(page):
    plane_page = view_page(PAGE, {"data": "moons", "m": "300", "edits": "d0"})
    assert not plane_page.exception and not plane_page.warning
    assert data_of(plane_page, "degree")["sweeps"] == data_of(view_page(PAGE), "degree")["sweeps"]
    assert len(view_page(PAGE, {"data": "<b>"}).warning) == 1


def test_the_scripts_run_and_agree(page):
    errors = []
    for script in codes(page, "python"):
        out = io.StringIO()
        with redirect_stdout(out):
            exec(compile(script, "script", "exec"), {})
        errors.append(float(out.getvalue().split("training error ")[1].split()[0]))
    assert len(errors) == 2 and errors[0] == pytest.approx(errors[1], rel=1e-9)


def test_the_data_controls_change_the_sample(page):
    before = data_of(page, "degree")["sweeps"]
    second_page = open_page(PAGE, {"seed": "5"})
    assert data_of(second_page, "degree")["sweeps"] != before
    second_page.number_input(key="field-m").set_value(20).run()
    assert second_page.query_params["m"] in ("20", ["20"])


@pytest.mark.parametrize(("element", "number"), [("degree", 0), ("degree", 1), ("spread", 0)])
def test_the_goals_are_reachable_but_not_met_at_the_start(page, element, number):
    data = data_of(page, element)
    (item,) = items(data, "challenge")
    challenge = item["challenges"][number]
    frames = list(frames_of(data))
    goal_frames = [frame for frame in frames if is_met(challenge["conditions"], frame)]
    assert 0 < len(goal_frames) < len(frames)
    start = dict(pair.split("=") for pair in data["query"].split("&"))
    (along,) = start
    (opening,) = [frame for frame in frames if frame[along] == float(start[along])]
    assert not is_met(challenge["conditions"], opening)
    assert any(right(challenge, frame) for frame in goal_frames)


@pytest.mark.parametrize("power", ["3", "9", "15"])
def test_the_goal_of_a_penalty_can_be_reached_for_each_degree(page, power):
    data = data_of(page, "ridge")
    (challenge,) = items(data, "challenge")[0]["challenges"]
    frames = list(frames_of(data, power=power))
    assert 0 < sum(is_met(challenge["conditions"], frame) for frame in frames) < len(frames)


def test_one_verdict_stands_beside_each_degree_and_it_is_that_of_its_errors(page):
    """With the page's first points, degrees up to 2 underfit and degrees from 9 overfit (note
    001)."""
    data = data_of(page, "degree")
    verdicts = items(data, "remark")
    for frame in frames_of(data):
        (verdict,) = [v["text"] for v in verdicts if is_met(v["conditions"], frame)]
        if frame["M"] <= 2:
            assert "underfits" in verdict and frame["train"] > 5 * frame["noise"]
        elif frame["M"] >= 9:
            assert "overfits" in verdict and frame["train"] < frame["noise"] < frame["test"] / 3
        if "best" in verdict:
            assert frame["test"] <= 1.5 * frame["least:test"]


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("data", ["wave", "steps"])
@pytest.mark.parametrize("m", ["2", "9", "60"])
def test_one_verdict_stands_beside_each_degree_of_other_points(data, m):
    element = data_of(view_page(PAGE, {"data": data, "m": m, "seed": "5"}), "degree")
    for frame in frames_of(element):
        assert sum(is_met(v["conditions"], frame) for v in items(element, "remark")) == 1


def test_the_goal_of_one_coefficient_is_met_where_the_first_penalty_makes_it_zero(page):
    data = data_of(page, "shrink")
    (challenge,) = items(data, "challenge")[0]["challenges"]
    frames = list(frames_of(data))
    goal_frames = [f for f in frames if is_met(challenge["conditions"], f)]
    assert {tuple(right(challenge, f)) for f in goal_frames} == {("ℓ₀",)}
    assert [f["cut"] for f in goal_frames] == [2.3, 2.4, 2.5, 2.6, 2.7, 2.8, 2.9]
    assert not is_met(challenge["conditions"], next(f for f in frames if f["cut"] == 1))


def test_the_address_says_where_the_later_parts_stand():
    page = view_page(PAGE, {"hat": "-1,0.5", "beta": "0.6", "shape": "round", "cut": "2",
                         "entry": "-1.5", "steps": "12", "start": "left", "constant": "0.7",
                         "kind": "thresholds", "size": "20", "examples": "40"})  # fmt: skip
    assert not page.exception and not page.warning
    element = data_of(page, "ball")
    assert element["query"] == "beta=0.6&shape=round" and element["view"] == {"hat": "-1,0.5"}
    assert data_of(page, "shrink")["view"] == {"entry": "-1.5"}
    assert data_of(page, "implicit")["query"] == "steps=12&start=left"
    assert data_of(page, "recovery")["query"] == "constant=0.7"
    assert data_of(page, "pac")["view"]["kind"] == "thresholds"


@pytest.mark.parametrize("query", ["nan,1", "<b>", "1e99,0"])
def test_a_bad_place_in_the_address_is_the_usual_one(query):
    page = view_page(
        PAGE, {"hat": query, "shape": query, "start": query, "entry": query, "constant": query}
    )
    assert not page.exception
    assert data_of(page, "ball")["view"] == {"hat": norm_ball.VIEW["hat"]}


def test_bad_numbers_for_the_bound_are_refused_with_a_message():
    page = view_page(PAGE, {"size": "1e9"})
    assert not page.exception and [w.value.replace("\\", "") for w in page.warning] == [
        "size must be a number from 2 to 1000."]  # fmt: skip


@pytest.mark.parametrize(
    ("element", "fields", "answer"),
    [("ball", {"shape": "tilted"}, "the diamond"), ("implicit", {"start": "zero"},
     "the one nearest to 0"), ("recovery", {}, "about 18")])  # fmt: skip
def test_the_later_goals_can_be_reached(page, element, fields, answer):
    data = data_of(page, element)
    (challenge,) = items(data, "challenge")[0]["challenges"]
    frames = list(frames_of(data, **fields))
    goal_frames = [frame for frame in frames if is_met(challenge["conditions"], frame)]
    assert 0 < len(goal_frames) < len(frames)
    assert {tuple(right(challenge, frame)) for frame in goal_frames} == {(answer,)}
    start = dict(pair.split("=") for pair in data["query"].split("&"))
    along = data["sweeps"][0]["sweep"]["meta"]["along"]
    (opening,) = [frame for frame in frames if frame[along] == float(start[along])]
    assert not is_met(challenge["conditions"], opening)
