"""The page's sentences about its classifiers are true with every kernel, b and number of
classes."""

import re

import numpy as np
import pytest

from lab.course.course import ROOT
from lab.scene.class_learning_problem import solve_scene
from lab.scene.class_scene import ClassScene
from lab.scene.scene import replace
from pages.multiclass import challenges, quiz, steps
from pages.multiclass.default_scenes import DEFAULT
from pages.multiclass.method.method_items import CHALLENGES
from pages.multiclass.softmax import softmax_section
from pages.multiclass.trees import trees_section

LEGEND = ROOT / "pages" / "multiclass" / "plane" / "legend.js"


def test_a_fork_of_the_four_planes_has_a_boundary_and_seldom_a_line():
    assert DEFAULT.kernel == "rbf"
    tree, _ = trees_section.pictures(DEFAULT, trees_section.VIEW | {"wood": "page"})
    (plane,) = [item for item in tree.side if item.kind == "forkplane"]
    (step,) = [step for step in steps.STEPS if step.name == "trees"]
    assert not any("line" in re.findall(r"\w+", text) for text in (plane.label, step.lead))


@pytest.mark.parametrize("intercept", [0, 1])
def test_under_the_largest_penalty_f_follows_the_side_with_more_points_and_is_not_small(
    intercept,
):
    """Here λ is largest, but losses summed over many points outweigh the penalty, and b has no
    penalty."""
    scene = replace(DEFAULT, kernel="rbf", intercept=intercept, lam=ClassScene.ranges["lam"][1])
    f = solve_scene(scene, "ova").values(scene.sample.X)
    assert (f < 0).mean() > 0.9 and np.abs(f).max() > 0.9
    assert "small" not in CHALLENGES[1].reasons[0].text


def test_of_two_classes_one_alone_claims_a_place_and_the_quiz_asks_of_more():
    places = np.random.default_rng(0).uniform(-3, 3, (500, 2))
    two, three = (
        (solve_scene(replace(DEFAULT, classes=count), "ova").values(places) > 0).sum(axis=0)
        for count in (2, 3)
    )
    assert {*two} == {1} and {*three} >= {0, 1}
    (question,) = [q for q in quiz.QUESTIONS if any(a.text == "one or more" for a in q.answers)]
    assert "three classes or more" in question.text


def test_the_quiz_names_the_hatching_that_means_no_class():
    hatched = re.search(r"HATCHED = \{(.*?)\}", LEGEND.read_text()).group(1)
    meanings = re.findall(r': "(.*?)"', hatched)
    assert len(meanings) > 1, "hatching has several meanings"
    (reason,) = [a.why for q in quiz.QUESTIONS for a in q.answers if a.text == "one or more"]
    assert re.findall(r"“(.*?)”", reason) == meanings[:1]


def test_narrow_bumps_make_the_probabilities_too_equal_with_a_small_penalty_too():
    scene = replace(DEFAULT, kernel="laplace", ell=0.05, lam=5e-4)
    grid, masses = scene.sample.evaluator.cells
    places = np.stack(np.meshgrid(grid.gx, grid.gy), axis=-1).reshape(-1, 2)
    P, of_class = solve_scene(scene, "softmax").probabilities(places), np.asarray(masses).T
    total, likeliest = of_class.sum(), P.argmax(axis=1)
    is_right = of_class[np.arange(len(P)), likeliest].sum() / total
    drawn_is_right = (of_class * P).sum() / total
    stated = (of_class.sum(axis=1) * P.max(axis=1)).sum() / total
    assert is_right > stated + 0.3 and 1 - drawn_is_right > 3 * (1 - is_right)
    assert "penalty" not in softmax_section.TIMID.text
    assert "large λ" not in challenges.CHANCE[0].reasons[0].text


def test_classes_of_unequal_sizes_are_not_called_similar():
    """A visitor's own classes may have any sizes."""
    assert "similar size" not in CHALLENGES[1].reasons[0].text
