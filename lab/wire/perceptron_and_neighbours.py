"""Run the kernel perceptron and nearest neighbours along a slider (note 004).

These learners do not minimise a risk J and do not depend on λ. A prediction of the perceptron needs
the examples with α_i ≠ 0; a prediction of the nearest-neighbour rule needs all examples.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import kernel_core as kc
from kernel_core.learners import run_kernel_perceptron
from lab.scene.error_rates import HoldOutSet, PopulationRisk
from lab.scene.learning_problem import NoHoldOut
from lab.wire.nearest_neighbours import NearestNeighbour

MAX_PASSES = 40  # largest number of passes of the perceptron through the examples
MAX_STEPS = 8000  # largest number of steps of all passes together


@dataclass(frozen=True, eq=False)
class LearningTask:
    """The input of a learner: X (m, 2), y (m,), the grid's axes, an evaluator, a seed."""

    X: np.ndarray
    y: np.ndarray
    gx: np.ndarray
    gy: np.ndarray
    evaluator: PopulationRisk | HoldOutSet | NoHoldOut
    seed: int


@dataclass(frozen=True, eq=False)
class LearnerResult:
    """The result at one stop: α (m,), f at the examples (m,) and on the grid, the test error, the
    number of steps, and the number of examples that a prediction needs."""

    alpha: np.ndarray
    decision: np.ndarray
    field: np.ndarray
    test_error: float
    steps: int
    support_count: int


def learn_along(
    learner: str, task: LearningTask, kernels: Sequence[kc.Kernel]
) -> list[LearnerResult]:
    """Run the perceptron or the nearest-neighbour rule at every stop, with the kernel of the stop.

    Successive stops with the same result are computed once: along λ nothing changes, and along τ
    the nearest neighbour stays the same.
    """
    learn = {"perceptron": perceptron, "nearest": classify_by_nearest}[learner]
    stops: list[LearnerResult] = []
    last_kernel = None
    for kernel in (
        kernels if learner == "perceptron" else map(_kernel_with_same_neighbours, kernels)
    ):
        stops.append(stops[-1] if kernel == last_kernel else learn(task, kernel))
        last_kernel = kernel
    return stops


def passes(m: int) -> int:
    """Return the largest number of passes of the perceptron through m examples."""
    return max(1, min(MAX_PASSES, MAX_STEPS // m))


def perceptron(task: LearningTask, kernel: kc.Kernel) -> LearnerResult:
    """Run passes of the kernel perceptron until no example is misclassified, at most `passes(m)`;
    the seed determines the order of examples."""
    K = kernel(task.X, task.X)
    run = run_kernel_perceptron(K, task.y, passes(len(task.y)), task.seed)
    learned = _Function(task.X, kernel, run.alpha)
    return LearnerResult(
        run.alpha,
        run.decision(K),
        learned.on_grid(task.gx, task.gy),
        task.evaluator.error(learned),
        len(run.index),
        int(np.count_nonzero(run.alpha)),
    )


def classify_by_nearest(task: LearningTask, kernel: kc.Kernel) -> LearnerResult:
    """Classify by the nearest example's label. α is 0, since nothing is trained."""
    rule = NearestNeighbour(task.X, task.y, kernel)
    return LearnerResult(
        np.zeros(len(task.y)),
        rule.decision(task.X),
        rule.on_grid(task.gx, task.gy),
        task.evaluator.error(rule),
        0,
        len(task.y),
    )


def _kernel_with_same_neighbours(kernel: kc.Kernel) -> kc.Kernel:
    """Return a kernel with the same nearest neighbours: for every RBF kernel the linear kernel.

    For every τ, ‖φ(x) − φ(z)‖² = 2 − 2 K(x, z) orders the examples as ‖x − z‖ does. But far from
    all examples the RBF kernel underflows, and the order is lost.
    """
    return kc.Linear() if isinstance(kernel, kc.RBF) else kernel


@dataclass(frozen=True, eq=False)
class _Function:
    """The function f = Σ_i alpha_i K(x_i, ·), in the form that an evaluator needs."""

    X: np.ndarray
    kernel: kc.Kernel
    alpha: np.ndarray

    def decision(self, Z: np.ndarray) -> np.ndarray:
        return self.kernel(Z, self.X) @ self.alpha

    def on_grid(self, gx: np.ndarray, gy: np.ndarray) -> np.ndarray:
        return self.kernel.on_grid(self.X, self.alpha, gx, gy)
