"""The steps of *Multiclass* below the four planes: challenges, address, links, messages."""

from urllib.parse import parse_qsl

import pytest

from lab.scene.class_scene import parse_strict
from pages.multiclass import default_scenes, failure_section
from tests.lab.ui.visit import view_page
from tests.pages.goals import data_of, items

PAGE = "multiclass/page.py"


@pytest.fixture(scope="module")
def page():
    return view_page(PAGE)


def answer(data):
    return data["sweeps"][0]["sweep"]["meta"]["answer"]


def test_each_section_asks_and_each_goal_has_conditions(page):
    asked_challenges = {
        name: [
            challenge
            for item in items(data_of(page, name), "challenge")
            for challenge in item["challenges"]
        ]
        for name in ("scores", "bill", "trees", "softmax", "walk")
    }
    assert all(asked_challenges.values()) and sum(map(len, asked_challenges.values())) >= 6
    for challenge in (challenge for group in asked_challenges.values() for challenge in group):
        assert challenge["conditions"] and all(
            option["conditions"] for option in challenge["options"]
        )


def test_the_address_says_what_each_section_shows():
    page = view_page(PAGE, {
        "w": "1,0;-1,0;0,0.5", "spot": "0.2,0.3", "rule": "23", "walk": "3.4", "example": "5",
        "eta": "0.1", "count": "16", "wood": "row", "shape": "((0,2),((1,3),4))",
    })  # fmt: skip
    assert not page.exception and not page.warning
    assert answer(data_of(page, "scores"))["W"] == [[1, 0], [-1, 0], [0, 0.5]]
    assert data_of(page, "scores")["view"]["rule"] == "23"
    walk_answer = answer(data_of(page, "walk"))
    assert (walk_answer["n"], walk_answer["taken"], walk_answer["eta"]) == (5, 2, 0.1)
    assert data_of(page, "bill")["query"] == "count=16"
    assert answer(data_of(page, "trees"))["text"] == "((0,2),((1,3),4))"


@pytest.mark.parametrize("query", ["NaN", "<b>", "1e999", "((((", "-1"])
def test_invalid_words_in_the_address_give_the_usual_picture(query):
    words = ("w", "spot", "rule", "hold", "walk", "example", "eta", "count", "wood", "shape")
    page = view_page(PAGE, dict.fromkeys(words, query))
    assert not page.exception and not page.warning
    assert answer(data_of(page, "walk"))["taken"] == 0
    assert answer(data_of(page, "trees"))["tree"] == "balanced"


def test_the_sections_follow_the_data_above(page):
    other_page = view_page(PAGE, {"data": "iris", "kernel": "linear"})
    assert not other_page.exception
    sample = data_of(other_page, "walk")["sweeps"][0]["sweep"]["meta"]["sample"]
    assert sample["names"] == ["setosa", "versicolor", "virginica"]
    assert "inside=softmax" in data_of(other_page, "softmax")["query"]
    assert "data=iris" in data_of(other_page, "softmax")["query"]


def test_every_failure_is_a_link_that_opens_its_scene(page):
    for k, failure in enumerate(failure_section.FAILURES):
        (link,) = items(data_of(page, f"open-{k}"), "link")
        query = link["href"].removeprefix("multiclass?")
        assert parse_strict(query) == failure.scene, failure.title
    row = view_page(PAGE, dict(parse_qsl(default_scenes.ROW.query())))
    assert not row.exception and not row.warning


def test_a_formula_that_is_no_kernel_is_reported_in_a_message():
    page = view_page(PAGE, {"kernel": "own", "formula": "x.z - 5"})
    assert not page.exception
    assert any("not every method could be trained" in text.value for text in page.markdown)
    assert any("softmax could not be trained" in text.value for text in page.markdown)
