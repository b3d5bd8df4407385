"""The later steps of *Stochastic gradient*: declarations, address, goals."""

import json

import numpy as np
import pytest

from lab.ui.challenges import is_met
from pages.stochastic_gradient import (
    kernel_perceptron_element,
    linear_sgd_element,
    saddle_points,
)
from pages.stochastic_gradient.gradient_methods import gd_sgd_newton_element, gd_sgd_newton_runs
from tests.lab.ui.visit import view_page
from tests.pages.goals import data_of, items, right

PAGE = "stochastic_gradient/page.py"
PARTS = ("linear", "three", "budget", "times", "saddle", "perceptrons", "forms")


@pytest.fixture(scope="module")
def page():
    return view_page(PAGE)


def frames_of(data):
    """Yield the frame at every stop of every sweep of an element, as the page's script has it."""
    for embedded in data["sweeps"]:
        sweep, tensors = embedded["sweep"], embedded["sweep"]["tensors"]
        values = {
            name: np.array([np.nan if v == "none" else v for v in t["data"]])
            for name, t in tensors.items()
            if len(t["shape"]) == 1 and not t["fixed"]
        }
        values |= {
            name: np.full(len(tensors["stops"]["data"]), t["data"][0])
            for name, t in tensors.items() if t["shape"] == [1]
        }  # fmt: skip
        for k, stop in enumerate(tensors["stops"]["data"]):
            fields = embedded["fields"] | {sweep["meta"]["along"]: stop}
            yield fields | {name: values[k] for name, values in values.items()}


def as_text(value):
    """Write a field as in an address."""
    return value if isinstance(value, str) else f"{value:g}"


def test_every_part_is_shown(page):
    assert not page.exception and not page.warning
    for name in PARTS:
        data = data_of(page, name)
        assert data["sweeps"] and data["frames"] is None
        stops = [slider["stops"] for slider in items(data, "slider")]
        for sweep in data["sweeps"]:
            stop_values = sweep["sweep"]["tensors"]["stops"]["data"]
            assert [stop_values] == (stops or [[0.0]]), "the table of times has no slider"


def test_the_pictures_name_only_what_travels_with_them(page):
    for name in PARTS:
        data = data_of(page, name)
        for sweep in data["sweeps"]:
            tensors = sweep["sweep"]["tensors"]
            for item in items(data, "sketch"):
                for part in item["parts"]:
                    names = {part.get(k) for k in ("of", "to", "from", "upto", "index")} - {None}
                    assert names <= set(tensors), (name, part)
            for item in items(data, "readouts"):
                assert {row["tensor"] for row in item["rows"]} <= set(tensors)
            for item in items(data, "countplane"):
                assert item["counts"] in tensors and "index" in tensors


def test_what_travels_with_the_page_is_small(page):
    sizes = {name: len(json.dumps(data_of(page, name)["sweeps"])) for name in PARTS}
    assert sum(sizes.values()) < 800_000, sizes


def test_the_address_says_where_everything_stands():
    page = view_page(PAGE, {"drawn": "30", "gap": "mixed", "stride": "12", "from": "far",
                         "budget": "400", "slide": "33", "saddle": "bad", "turns": "41",
                         "shape": "moons", "speed": "30"})  # fmt: skip
    assert not page.exception and not page.warning
    assert data_of(page, "linear")["query"] == "drawn=30&gap=mixed"
    assert data_of(page, "three")["query"] == "stride=12&from=far"
    assert data_of(page, "budget")["query"] == "budget=400"
    assert data_of(page, "saddle")["query"] == "slide=33&saddle=bad"
    assert data_of(page, "times")["query"] == "from=far"
    for name in ("perceptrons", "forms"):
        assert data_of(page, name)["query"] == "turns=41&shape=moons"
    for name in ("linear", "three", "saddle", "perceptrons", "forms"):
        assert data_of(page, name)["view"] == {"speed": "30"}


def test_the_second_picture_of_the_three_begins_where_the_first_does():
    for start, code in (("near", 0), ("far", 1), ("long", 2)):
        data = data_of(view_page(PAGE, {"from": start}), "budget")
        assert set(data["sweeps"][0]["sweep"]["tensors"]["start"]["data"]) == {code}
        ignored_keys = {"sweeps": None, "query": None, "view": None}
        assert data["view"] == {"from": start}
        assert data | ignored_keys == data_of(view_page(PAGE), "budget") | ignored_keys


def test_the_table_of_times_has_the_steps_that_were_taken(page):
    (table,) = items(data_of(page, "times"), "descenttimes")
    for k, start in enumerate(gd_sgd_newton_runs.STARTS):
        times = table["record"]["times"][start]
        for name in gd_sgd_newton_runs.NAMES:
            assert times[name].get("steps") == gd_sgd_newton_runs.steps_to_near(start, name)
        assert data_of(page, "times")["sweeps"][k]["sweep"]["tensors"]["start"]["data"] == [k]
        assert table["starts"][k] == start


@pytest.mark.thorough("1", "1e999")
@pytest.mark.parametrize("query", ["", "NaN", "-1", "<b>", "1e999"])
def test_invalid_words_in_the_address_give_the_usual_picture(query):
    names = {
        **linear_sgd_element.VIEW,
        **gd_sgd_newton_element.VIEW,
        **saddle_points.VIEW,
        **kernel_perceptron_element.VIEW,
    }
    page = view_page(PAGE, dict.fromkeys(names, query))
    assert not page.exception
    assert data_of(page, "linear")["query"].endswith("gap=wide")
    assert data_of(page, "three")["query"].endswith("from=near")
    assert data_of(page, "perceptrons")["query"].endswith("shape=rings")
    for name in PARTS:
        assert "<b>" not in data_of(page, name)["query"]


def test_the_remarks_show_where_they_are_true(page):
    for name, field, value in (("linear", "gap", "mixed"), ("three", "from", "far"),
                               ("three", "from", "long")):  # fmt: skip
        data = data_of(page, name)
        (remark,) = [r for r in items(data, "remark") if is_met(r["conditions"], {field: value})]
        assert not is_met(remark["conditions"], data["sweeps"][0]["fields"])
    (equal_remark,) = items(data_of(page, "forms"), "remark")
    assert all(
        is_met(equal_remark["conditions"], frame) for frame in frames_of(data_of(page, "forms"))
    )


@pytest.mark.parametrize(
    ("element", "number", "answer"),
    [("linear", 0, "it grows almost fourfold"), ("linear", 1, "only the perceptron does"),
     ("three", 0, "Newton"), ("budget", 0, "SGD, with 40 noisy steps"),
     ("saddle", 0, "far below the saddle"), ("perceptrons", 0, "how often it was misclassified"),
     ("forms", 0, "yes, K is enough")])  # fmt: skip
def test_each_goal_can_be_reached_and_does_not_hold_at_the_start(page, element, number, answer):
    data = data_of(page, element)
    challenge = items(data, "challenge")[0]["challenges"][number]
    frames = list(frames_of(data))
    goal_frames = [frame for frame in frames if is_met(challenge["conditions"], frame)]
    assert 0 < len(goal_frames) < len(frames)
    assert {tuple(right(challenge, frame)) for frame in goal_frames} == {(answer,)}
    start = dict(pair.split("=") for pair in data["query"].split("&"))
    (opening,) = [f for f in frames if all(as_text(f[k]) == v for k, v in start.items())]
    assert not is_met(challenge["conditions"], opening)
