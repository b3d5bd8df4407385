"""Predictions of the pages as questions for platforms, each with its picture."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from features.questions import question_bank, scene_picture
from lab.scene.learning_problem import problem, sample_of
from lab.scene.scene import Scene, replace
from lab.ui.challenges import Challenge, Option
from pages.order import PAGES
from tests.lab.scenes import LINEAR

SPACE = "{http://www.w3.org/2000/svg}"


def test_every_prediction_has_an_answer_and_is_handed_out_if_its_question_has_no_numbers():
    left_out = []
    for page in PAGES:
        ids = {question.id for question in question_bank.questions_from_page(page)}
        for challenge in page.challenges:
            assert challenge.answer, challenge.question
            if challenge.id not in ids:
                left_out.append(challenge.question)
    assert len(left_out) == 1 and "{M:whole}" in left_out[0]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_text_of_a_question_has_a_placeholder(page):
    for question in question_bank.questions_from_page(page):
        feedback = [option.feedback for option in question.options]
        labels = [option.text for option in question.options]
        for text in (question.text, question.remark, *labels, *feedback):
            assert not re.search(r"\{[\w:]+:[a-z]+\}", text), text


def test_an_answer_is_one_of_the_options():
    options = (Option("yes", ()), Option("no", ()))
    with pytest.raises(ValueError, match="not an option"):
        Challenge("Is it?", options, "Move.", (), "Because.", answer="perhaps")


def test_a_goal_never_rules_its_answer_out():
    """If goal and answer bound the same number, some value meets both."""
    compared = 0
    for page in PAGES:
        for challenge in page.challenges:
            right = next(o for o in challenge.options if o.label == challenge.answer)
            for name, compare, bound in right.conditions:
                for number, comparison, limit in challenge.conditions:
                    if number != name or isinstance(bound, list) or isinstance(limit, list | tuple):
                        continue
                    compared += 1
                    if {compare, comparison} == {"<=", ">="}:
                        low, high = (bound, limit) if compare == ">=" else (limit, bound)
                        assert low <= high, challenge.question
                    elif "==" in (compare, comparison):
                        exact, bounds = (bound, (comparison, limit)) if compare == "==" else (
                            limit, (compare, bound))  # fmt: skip
                        is_fulfilled = {"==": exact == bounds[1]}
                        if bounds[0] != "==":
                            is_fulfilled = {
                                "<=": exact <= bounds[1],
                                ">=": exact >= bounds[1],
                            }
                        assert is_fulfilled[bounds[0]], challenge.question
    assert compared > 20


def test_feedback_on_a_wrong_prediction_gives_the_right_one_and_why():
    page = next(page for page in PAGES if page.challenges and isinstance(page.scene, Scene))
    questions = question_bank.questions_from_page(page)
    question = [question for question in questions if question.picture][-1]
    assert [option.feedback.startswith("The answer is “") for option in question.options] == [
        not option.is_right for option in question.options
    ]
    assert question.picture.name == f"{page.name}.svg"


def draw_picture(scene):
    return ET.fromstring(scene_picture.svg(scene))


def test_the_picture_has_every_point_and_the_boundary_where_f_is_zero():
    scene = LINEAR
    root, sample = draw_picture(scene), sample_of(scene)
    crossings = [p for p in root.iter(f"{SPACE}path") if "m-3-3" in p.get("d")]
    circles = [c for c in root.iter(f"{SPACE}circle") if c.get("r") == "3"]
    assert (len(crossings), len(circles)) == ((sample.y > 0).sum(), (sample.y < 0).sum())
    rings = [c for c in root.iter(f"{SPACE}circle") if c.get("r") == "6.5"]
    weight = np.abs(problem(scene).fit().alpha)
    assert len(rings) == (weight > 0.02 * weight.max()).sum()


@pytest.mark.parametrize("change", [{}, {"kernel": "rbf", "tau": 0.5}, {"lam": 10.0}])
def test_the_thick_line_is_the_zero_level(change):
    scene = replace(LINEAR, **change)
    gx, gy = sample_of(scene).grid(scene_picture._GRID)
    (left, low), (right, high) = (
        scene_picture._frame(gx, gy, is_equal_scale=True).at(gx[end], gy[end]) for end in (0, -1)
    )
    (thick,) = [
        p for p in draw_picture(scene).iter(f"{SPACE}path") if p.get("stroke-width") == "2.6"
    ]
    places = [
        [float(n) for n in pair.split()] for pair in thick.get("d").replace("M", "L").split("L")[1:]
    ]
    assert len(places) > 50
    px, py = np.array(places).T
    x = np.column_stack(
        [np.interp(px, [left, right], gx[[0, -1]]), np.interp(-py, [-low, -high], gy[[0, -1]])]
    )
    f = problem(scene).fit().decision(x)
    largest = np.abs(problem(scene).fit().on_grid(gx, gy)).max()
    assert np.abs(f).max() < 0.02 * max(largest, 1)


def test_the_same_scene_makes_the_same_bytes():
    first = scene_picture.svg(LINEAR)
    scene_picture.svg.cache_clear()
    assert scene_picture.svg(LINEAR) == first
