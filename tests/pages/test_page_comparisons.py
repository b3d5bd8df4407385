"""Comparisons without a number in the text of pages ("nearly", "falls", "more", "last"): each that
no test of its page computes is computed here, as long as it is said. Numbers: test_page_claims."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pytest

from kernel_core.evaluation.erring_classifiers import count_erring_classifiers
from kernel_core.multiclass import leaves, nodes
from lab.scene.class_fields import METHODS
from lab.scene.class_learning_problem import shape, solve_scene
from lab.scene.scene import replace
from lab.scene.slider_stops import slider_stops
from lab.ui.challenges import is_met
from lab.wire.softmax_tensors import softmax_tensors
from pages.multiclass.default_scenes import DEFAULT as MANY
from pages.multiclass.default_scenes import TREES as DIGIT_TREES
from pages.multiclass.softmax.softmax_section import TIMID
from tests.pages.claims.sentences import sentences

CHECKS: dict[tuple[str, str], Callable[[], None]] = {}


def comparison(page: str, part: str):
    """What holds the sentence of a page that has this part."""

    def register(check: Callable[[], None]) -> Callable[[], None]:
        CHECKS[page, part] = check
        return check

    return register


said = lru_cache(sentences)


# ---- Many classes ----


def decided(method, **how):
    """Decisions at the nodes of the first picture's plane, with their rule for ties."""
    scene = replace(MANY, **how)
    return solve_scene(scene, method).decide_at(
        scene.sample.evaluator.cells[0], "random", scene.draw
    )


def softmax_along_lam():
    scene = replace(MANY, inside="softmax")
    return softmax_tensors(scene, "lam", slider_stops(scene, "lam"), 41)[0]


@comparison("multiclass", "then the draws scatter")
def a_draw_along_lam():
    """How many neighbours on the plane are of two classes."""
    drawn = softmax_along_lam()["map_drawn"].astype(int)
    grain = [np.mean(np.diff(plane, axis=0) != 0) for plane in drawn]
    assert (np.diff(grain[::3]) > 0).all() and grain[-1] > 5 * grain[0]


@comparison("multiclass", "A large λ keeps the scores near each other")
@comparison("multiclass", "The likeliest class is right more often than its probability says")
def where_a_draw_is_wrong_so_often():
    told = softmax_along_lam()
    shown = [
        is_met(TIMID["conditions"], {n: told[n][k] for n in ("error_plain", "error_drawn")})
        for k in range(len(told["stops"]))
    ]
    start = int(np.argmin(np.abs(told["stops"] - MANY.lam)))
    assert any(shown) and not shown[start] and shown == sorted(shown), "from some λ on"
    assert (told["own_plain"] > 2 * told["error_plain"])[shown].all()
    lead = []
    for lam in told["stops"][::6]:
        scene = replace(MANY, lam=float(lam))
        f = np.sort(solve_scene(scene, "softmax").values(scene.sample.X), axis=0)
        lead.append(np.median(f[-1] - f[-2]))
    assert (np.diff(lead) < 0).all(), "the penalty keeps the scores near each other"


@comparison("multiclass", "either no class or two claim the point")
def one_error_of_one_versus_all():
    decisions = decided("ova")
    for k in range(MANY.classes):
        errs = count_erring_classifiers(decisions, np.full(len(decisions.choice), k))
        assert {*(decisions.values >= 0).sum(axis=0)[errs == 1]} == {0, 2}


@comparison("multiclass", "In the tree an error on the way is final")
def one_error_of_a_tree():
    decisions = decided("tree")
    for k in range(MANY.classes):
        errs = count_erring_classifiers(decisions, np.full(len(decisions.choice), k))
        np.testing.assert_array_equal(errs > 0, decisions.choice != k)


@comparison("multiclass", "so $q - 1$ of them can")
def classifiers_that_know_a_class():
    tasks = solve_scene(MANY, "ovo").tasks
    for k in range(MANY.classes):
        assert sum(k in (*one.positive, *one.negative) for one in tasks) == MANY.classes - 1


@comparison("multiclass", "it never hesitates")
def what_is_left_undecided():
    undecided = {method: bool(decided(method).status.any()) for method in METHODS}
    assert undecided == {"ova": True, "ovo": True, "tree": False, "softmax": False}


@comparison("multiclass", "always gets the same class")
def lots_of_a_place():
    one, again, other = (decided("ova", draw=draw) for draw in (0, 0, 1))
    np.testing.assert_array_equal(one.choice, again.choice)
    changed = one.choice != other.choice
    assert changed.any() and (one.status[changed] > 0).all()


@comparison("multiclass", "and still it answers there")
def a_classifier_where_it_saw_no_points():
    solution = solve_scene(MANY, "ovo")
    discarded = ~np.isin(MANY.sample.y, (*solution.tasks[0].positive, *solution.tasks[0].negative))
    f = solution.values(MANY.sample.X[discarded])[0]
    assert discarded.any() and (f > 0).any() and (f < 0).any()


@comparison("multiclass", "keeps alike digits together until its last questions")
def alike_digits():
    """The means of the two groups: near each other at the last forks, far apart at the first."""
    X, y = DIGIT_TREES.sample.X, DIGIT_TREES.sample.y
    gaps = {}
    for fork in nodes(shape(DIGIT_TREES)):
        one, other = (X[np.isin(y, leaves(side))].mean(axis=0) for side in fork)
        size = len(leaves(fork))
        gaps.setdefault("last" if size == 2 else "first" if size == 10 else "", []).append(
            np.linalg.norm(one - other)
        )
    assert max(gaps["last"]) < gaps["first"][0]


@pytest.mark.parametrize(("page", "part"), CHECKS, ids=[c.__name__ for c in CHECKS.values()])
def test_a_comparison_in_the_text_of_a_page_is_so(page, part):
    assert any(part in sentence for sentence in said(page)), "said no more"
    CHECKS[page, part]()
