"""Run the kernel perceptron and nearest neighbours along a slider (004).

They minimise no risk J and don't depend on λ. A prediction needs the examples with α_i ≠ 0; that of
the nearest neighbour needs all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import kernel_core as kc
from kernel_core.learners import run_kernel_perceptron
from lab.scene.error_rates import HoldOutSet, PopulationRisk
from lab.scene.learning_problem import NoHoldOut
from lab.wire.nearest_neighbours import NearestNeighbour

PASSES = 40  # the most passes of the perceptron through the examples,
STEPS = 8000  # and the most steps in all, on many examples


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
    """What one stop of a sweep holds: α (m,), f at the examples (m,), its field, test error, and
    how many examples the answer needs."""

    alpha: np.ndarray
    decision: np.ndarray
    field: np.ndarray
    test_error: float
    steps: int
    support_count: int


def learn_along(
    learner: str, task: LearningTask, kernels: Sequence[kc.Kernel]
) -> list[LearnerResult]:
    """The perceptron or the nearest neighbour at every stop, a kernel for each.

    Neighbouring stops with one kernel are learned once: along λ nothing changes, and for the
    nearest neighbour nothing along τ either.
    """
    learn = {"perceptron": perceptron, "nearest": nearest}[learner]
    stops: list[LearnerResult] = []
    before = None
    for kernel in kernels if learner == "perceptron" else map(_plain, kernels):
        stops.append(stops[-1] if kernel == before else learn(task, kernel))
        before = kernel
    return stops


def passes(m: int) -> int:
    """The most passes through m examples."""
    return max(1, min(PASSES, STEPS // m))


def perceptron(task: LearningTask, kernel: kc.Kernel) -> LearnerResult:
    """Passes until no example is wrong, or the most there are; the seed draws the examples."""
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


def nearest(task: LearningTask, kernel: kc.Kernel) -> LearnerResult:
    """The nearest example's label. α is 0: nothing is learned, all examples are kept."""
    rule = NearestNeighbour(task.X, task.y, kernel)
    return LearnerResult(
        np.zeros(len(task.y)),
        rule.decision(task.X),
        rule.on_grid(task.gx, task.gy),
        task.evaluator.error(rule),
        0,
        len(task.y),
    )


def _plain(kernel: kc.Kernel) -> kc.Kernel:
    """A kernel with the same neighbours: for every RBF kernel the linear one, in the plane itself.

    ‖φ(x) − φ(z)‖² = 2 − 2 K(x, z) orders them alike whatever τ, but where K underflows, far from
    all examples, it can't tell them apart.
    """
    return kc.Linear() if isinstance(kernel, kc.RBF) else kernel


@dataclass(frozen=True, eq=False)
class _Function:
    """f = Σ_i alpha_i K(x_i, ·), as an evaluator asks for it."""

    X: np.ndarray
    kernel: kc.Kernel
    alpha: np.ndarray

    def decision(self, Z: np.ndarray) -> np.ndarray:
        return self.kernel(Z, self.X) @ self.alpha

    def on_grid(self, gx: np.ndarray, gy: np.ndarray) -> np.ndarray:
        return self.kernel.on_grid(self.X, self.alpha, gx, gy)
