"""The page's sentences about its five learners are true for every scene."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.learners import run_kernel_perceptron
from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from lab.wire.nearest_neighbours import NearestNeighbour
from lab.wire.perceptron_and_neighbours import LearningTask, perceptron
from pages.kernel_trick import feature_lift, kernelised_algorithms, steps
from pages.kernel_trick.declaration import PAGE
from pages.kernel_trick.default_scene import DEFAULT
from pages.kernel_trick.five_learners import ABOUT_ALL


def test_the_perceptron_among_five_learners_draws_at_random():
    setting = problem(DEFAULT)
    task = LearningTask(setting.sample.X, setting.sample.y, *setting.sample.grid(5),
                        setting.sample.evaluator, seed=DEFAULT.seed)  # fmt: skip
    K = setting.kernel(task.X, task.X)
    orders = {order: run_kernel_perceptron(K, task.y, 40, DEFAULT.seed, order=order).alpha
              for order in ("uniform", "shuffled", "cyclic")}  # fmt: skip
    coefficients = perceptron(task, setting.kernel).alpha
    assert [order for order, alpha in orders.items() if np.array_equal(alpha, coefficients)] == [
        "uniform"
    ]


def errors_of_the_nearest(X: np.ndarray, y: np.ndarray, kernel: kc.Kernel) -> int:
    return int(np.sum(y * NearestNeighbour(X, y, kernel).decision(X) <= 0))


def test_the_nearest_neighbour_is_right_on_examples_that_do_not_coincide():
    """Check all data sets of the page; of two examples at one point of the feature space, at most
    one can be right."""
    for data in PAGE.sources:
        if data != "own":
            sample = problem(replace(DEFAULT, data=data)).sample
            assert errors_of_the_nearest(sample.X, sample.y, kc.RBF(0.6)) == 0
    opposite, even = np.array([[1.0, 2.0], [-1.0, -2.0]]), kc.Polynomial(degree=2, c=0.0)
    assert errors_of_the_nearest(opposite, np.array([1.0, -1.0]), even) >= 1
    assert "coincide" in ABOUT_ALL.question


@pytest.mark.parametrize("risk", ["sum", "mean"])
@pytest.mark.parametrize("intercept", [0, 1])
def test_the_lines_are_the_picture_where_losses_are_summed_and_f_has_no_b(risk, intercept):
    scene = replace(DEFAULT, loss="squared", risk=risk, intercept=intercept)
    s = problem(scene).fit(tol=1e-10)
    (ridge,) = [pair for pair in kernelised_algorithms.PAIRS if pair.name == "Ridge"]
    K = s.kernel(s.X, s.X)
    names = {"np": np, "K": K, "K_new": K, "y": s.y, "lam": s.lam}
    exec(ridge.over_k, names)
    drawn_above = np.allclose(names["f"], s.decision(s.X), atol=1e-5)
    assert drawn_above == (risk == "sum" and not intercept)
    assert "summed" in kernelised_algorithms.LEAD and "no $b$" in kernelised_algorithms.LEAD


def test_on_a_line_the_cut_is_made_of_places_and_of_no_curve():
    line_flags = {name: view.line for name, view in feature_lift.LIFT_VIEWS.items()}
    assert {*line_flags.values()} == {True, False}
    for name, on_line in line_flags.items():
        kinds = {part["part"] for part in feature_lift.scene(name).parts
                 if "shadow" in part.values()}  # fmt: skip
        assert kinds <= ({"points"} if on_line else {"curve"}), name
    cut = " ".join(steps.ATTRIBUTES.split()).partition("that cut")[2]
    assert "on a line" in cut and "line" not in feature_lift._shadow_plane().label
