"""The page's sentences about its five learners are true for every scene."""

import numpy as np

from kernel_core.learners import run_kernel_perceptron
from lab.scene.learning_problem import problem
from lab.wire.perceptron_and_neighbours import LearningTask, perceptron
from pages.kernel_trick.default_scene import DEFAULT


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
