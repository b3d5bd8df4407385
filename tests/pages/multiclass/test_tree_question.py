"""The question about the tree is asked only where an exchange of two classes can raise the tree's
error by 0.3, and its hint leads to such an exchange."""

from itertools import combinations

import pytest

from lab.scene.class_fields import TREE_SHAPES
from lab.scene.class_learning_problem import shape, solve_scene
from lab.scene.scene import replace
from lab.scene.tree_text import tree_text
from pages.multiclass.challenges import TREES
from pages.multiclass.declaration import PAGE
from pages.multiclass.trees.trees_section import VIEW, scene_of
from tests.pages.challenges.judging import questions

(QUESTION,) = TREES


def exchanged(tree, a, b):
    if isinstance(tree, int):
        return b if tree == a else a if tree == b else tree
    return tuple(exchanged(part, a, b) for part in tree)


def added_errors(page_scene, source):
    """Return by how much each exchange of two classes raises the balanced tree's error, by pair."""
    scene, _ = scene_of(page_scene, VIEW | {"wood": source})

    def error(tree):
        changed_scene = replace(scene, tree=tree)
        return changed_scene.sample.evaluator.error(solve_scene(changed_scene, "tree"))

    tree = shape(replace(scene, tree=TREE_SHAPES[0]))
    return {
        pair: error(tree_text(exchanged(tree, *pair))) - error(TREE_SHAPES[0])
        for pair in combinations(range(scene.classes), 2)
    }


CASES = [("row", "pinwheel"), ("page", "pinwheel"), ("page", "row"), ("digits", "pinwheel")]


@pytest.mark.thorough
@pytest.mark.parametrize(("source", "data"), CASES)
def test_the_tree_is_asked_about_where_an_exchange_meets_the_goal(source, data):
    (question,) = [
        q for q in questions(PAGE, {"wood": source, "data": data}) if q.id == QUESTION.id
    ]
    added = added_errors(replace(PAGE.scene, data=data), source)
    assert (question.state == "asked") == any(increase >= 0.3 for increase in added.values())
    if question.state == "asked":
        assert "2 and 4" in QUESTION.hint and added[1, 3] >= 0.3
    else:
        assert question.state == "elsewhere" and dict(QUESTION.offer)["wood"] != source
