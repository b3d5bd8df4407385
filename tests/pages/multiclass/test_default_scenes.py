"""The shipped scenes of many classes show their intended effects."""

import numpy as np
import pytest

from lab.scene.class_fields import METHODS
from lab.scene.class_learning_problem import solve_scene
from lab.scene.class_scene import ClassScene, parse
from lab.scene.scene import replace
from pages.multiclass import default_scenes


def errors(scene: ClassScene, method: str) -> tuple[float, float]:
    """Return the training error and the test error of a method."""
    solution, sample = solve_scene(scene, method), scene.sample
    train = np.mean(solution.predict(sample.X, scene.tie_rule, scene.draw) != sample.y)
    return float(train), sample.evaluator.error(solution, scene.tie_rule, scene.draw)


def test_one_versus_all_fails_where_one_versus_one_does_not():
    assert min(errors(default_scenes.ROW, "ova")) > 0.4
    for method in ("ovo", "tree", "softmax"):
        assert errors(default_scenes.ROW, method)[0] == 0
        assert errors(default_scenes.ROW, method)[1] < 0.05


def test_a_tree_that_asks_what_no_line_can_answer():
    assert min(errors(default_scenes.BAD_TREE, "tree")) > 0.3
    for tree in ("balanced", "chain", "similar"):
        assert errors(replace(default_scenes.BAD_TREE, tree=tree), "tree")[0] == 0


def test_the_order_of_ten_digits():
    similar, balanced = (
        errors(replace(default_scenes.TREES, tree=tree), "tree")[1]
        for tree in ("similar", "balanced")
    )
    assert similar < balanced - 0.08


def test_ten_digits_and_few_points_of_many_classes():
    assert default_scenes.DIGITS.sample.classes[9] == "digit 9"
    assert np.bincount(default_scenes.FEW.sample.y).tolist() == [3] * 10
    for method in METHODS:
        train, test = errors(default_scenes.FEW, method)
        assert test > train + 0.1


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("name", ["FIRST", "ROW", "DIGITS", "FEW", "BAD_TREE", "TREES"])
def test_shipped_scenes_have_a_text_and_a_proof(name):
    scene = getattr(default_scenes, name)
    assert parse(scene.query()) == (scene, [])
    for method in METHODS:
        assert solve_scene(scene, method).worst_gap <= 1e-6
