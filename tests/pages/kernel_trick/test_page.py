"""Kernel trick: the declarations of the page, its address, and goals that can be met."""

import pytest

from lab.scene.scene import parse, replace
from lab.ui import page_snapshot
from lab.ui.challenges import is_met
from pages.kernel_trick import (
    feature_cost,
    inner_product,
    kernelised_algorithms,
)
from pages.kernel_trick.default_scene import DEFAULT as TRICK
from tests.lab.ui.element_data import codes, page_data
from tests.lab.ui.visit import open_page, view_page
from tests.pages.goals import data_of, frames, items
from tests.pages.live_elements import elements

PAGE = "kernel_trick/page.py"


@pytest.fixture(scope="module")
def page():
    return view_page(PAGE)


def test_a_lecture_a_frame_and_a_handout_begin_with_the_rings():
    lecture = open_page(PAGE, {"view": "lecture"})
    assert set(elements(lecture)) >= {"lift", "inner", "cost", "gallery", "learners", "vote"}
    (stage,) = (data for data in page_data(lecture) if "companions" in data)
    assert (stage["address_step"], stage["first"]) == ("", "lift")
    page = open_page(PAGE, {"hide": "text"})
    first = next(iter(elements(page).values()))
    assert first["name"] == "lift" and items(first, "challenge")
    assert page.title[0].value == "Can a plane separate two rings?"
    assert list(elements(page)) == ["lift"], "and nothing below it"
    kept_scene = open_page(PAGE).session_state[page_snapshot.KEY]
    assert kept_scene["name"] == "lift" and kept_scene["sweeps"]


# ---- the identity and its cost ----


def test_the_identity_stands_where_the_address_says():
    page = view_page(PAGE, {"x": "-1,0.5", "z": "0.25,2", "exponent": "3"})
    data = data_of(page, "inner")
    assert data["view"] == {"x": "-1,0.5", "z": "0.25,2", "exponent": "3"} and not page.warning
    (sweep,) = data["sweeps"]
    assert sweep["sweep"]["tensors"]["x"]["data"] == [-1.0, 0.5]
    assert sweep["sweep"] == inner_product.answer((-1.0, 0.5), (0.25, 2.0), 3)


def test_invalid_points_are_ignored():
    page = view_page(PAGE, {"x": "<b>", "z": "9,9", "exponent": "0", "coords": "inf", "order": "x",
                         "clock": "<i>"})  # fmt: skip
    assert not page.exception
    assert data_of(page, "inner")["view"] == inner_product.VIEW
    data = data_of(page, "cost")
    assert data["view"] == {"clock": "count"} and data["query"] == "coords=1024&order=8"


def test_the_cost_has_both_axes_and_its_limits(page):
    data = data_of(page, "cost")
    assert data["query"] == "coords=16&order=4"
    assert [item["along"] for item in items(data, "slider")] == ["coords", "order"]
    (picture,) = items(data, "costs")
    assert [chart["along"] for chart in picture["charts"]] == ["coords", "order"]
    assert picture["limits"] == {"count": feature_cost.LAPTOP_BYTES, "time": feature_cost.MAX_BYTES}
    assert len(data["sweeps"]) == len(picture["degrees"]) == 8
    assert {o["value"] for i in items(data, "choice") for o in i["options"]} == {"count", "time"}


# ---- five learners ----


def test_the_lines_that_changed_are_on_the_page(page):
    codes_shown = codes(page)
    assert kernelised_algorithms.SHARED in codes_shown
    for pair in kernelised_algorithms.PAIRS:
        assert pair.over_x in codes_shown and pair.over_k in codes_shown
    names = [pair.name for pair in kernelised_algorithms.PAIRS]
    assert [tab.label for tab in page.tabs if tab.label in names] == names


def test_the_sentence_about_the_perceptron_is_true(page):
    (remark,) = items(data_of(page, "learners"), "remark")
    assert remark["with"] == {"learner": "perceptron"}
    assert "{iterations:whole} random examples" in remark["text"]
    for frame in frames(replace(TRICK, learner="perceptron"), "tau"):
        has_stopped = is_met(remark["conditions"], frame)
        assert has_stopped == (frame["train_error"] > 0)
        assert frame["iterations"] == 40 * TRICK.m or not has_stopped


OTHER_SCENES = (
    {"kernel": "linear"},
    {"kernel": "poly", "degree": "3"},
    {"data": "iris", "m": "30"},
    {"learner": "nearest"},
)


@pytest.mark.parametrize("query", OTHER_SCENES)
def test_other_scenes_are_learned_too(query):
    page = view_page(PAGE, query)
    assert not page.exception and not page.warning
    scene = parse(data_of(page, "learners")["query"])[0]
    assert scene.learner == "risk" and scene.loss == "hinge"
    expected_words = {name: value for name, value in query.items() if name not in ("learner",)}
    assert all(str(getattr(scene, name)) == value for name, value in expected_words.items())
