"""The kernel perceptron: count the mistakes on each example (note 004, "kernelized perceptron").

    pick n at random;   if sgn(Σ_j alpha_j K(x_j, x_n)) ≠ y_n:   alpha_n ← alpha_n + y_n

so alpha_n = y_n × (the number of mistakes on x_n), which is a whole number at every step. A value
of 0 counts as a mistake, and so does a value whose sign is uncertain due to rounding. Otherwise a
rounding error could make this run differ from that of the primal form, w ← w + y_n φ(x_n).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike

from ..duality_gap import EPS
from ..losses import Perceptron
from ..validation import check_count, check_matrix
from .index_sampling import draw_indices

ROUNDING = 8 * EPS  # bound on the rounding error of f, in units of max |K| × the number of mistakes


@dataclass(frozen=True)
class PerceptronStep:
    """Step t = 1, 2, … on example i, where f = Σ_j alpha_j K_ji before the step. If mistake is
    true, the step adds y_i to alpha_i. If converged is true, after the step f has the sign of the
    label at every example, by more than rounding errors.
    """

    t: int
    i: int
    f: float
    mistake: bool
    converged: bool


@dataclass(frozen=True, eq=False)
class KernelPerceptron:
    """A run of T steps, from which the state after any step can be computed.

    y (m,) are the labels, and index (T,) is the example of each step. mistake (T,) is true where
    f at that example had the wrong sign or an uncertain one. converged is true if at the end f has
    the sign of the label at every training example.
    """

    y: np.ndarray
    index: np.ndarray
    mistake: np.ndarray
    converged: bool

    @property
    def mistake_counts(self) -> np.ndarray:
        """The number of mistakes on each example, shape (m,), whole numbers."""
        return self.mistake_counts_at(len(self.index))

    @property
    def alpha(self) -> np.ndarray:
        """alpha_n = y_n × (number of mistakes on example n), shape (m,)."""
        return self.y * self.mistake_counts

    @property
    def mistakes(self) -> int:
        """The total number of mistakes."""
        return int(self.mistake.sum())

    def mistake_counts_at(self, t: int) -> np.ndarray:
        """Return the number of mistakes on each example in the first t steps, shape (m,)."""
        return np.bincount(self.index[:t][self.mistake[:t]], minlength=len(self.y))

    def alpha_at(self, t: int) -> np.ndarray:
        """Return alpha after t steps, shape (m,)."""
        return self.y * self.mistake_counts_at(t)

    def decision(self, rows: ArrayLike) -> np.ndarray:
        """Return f(z) = Σ_i alpha_i K(z, x_i), (n,), for rows K(z, x_i), (n, m)."""
        return np.asarray(rows, dtype=float) @ self.alpha


def run_kernel_perceptron(
    K: ArrayLike, y: ArrayLike, passes: int, seed: int = 0, *, order: str = "uniform"
) -> KernelPerceptron:
    """Run the kernel perceptron from alpha = 0 until no example is misclassified, for at most
    `passes` passes.

    Parameters
    ----------
    K : array_like of shape (m, m)
        The Gram matrix, symmetric and finite; it need not be positive semidefinite.
    y : array_like of shape (m,)
        Labels, ±1.
    passes : int
        The run ends after at most passes × m steps.
    seed, order
        As in `draw_indices`.

    Returns
    -------
    KernelPerceptron
        The steps, and alpha after any of them.

    Notes
    -----
    Note 004, "kernelized perceptron": alpha_n ← alpha_n + y_n on a mistake. f = 0 is a mistake; so
    is a value whose sign is uncertain due to rounding.

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = kc.datasets.circles(0.3).sample(40, seed=3)
    >>> run = kc.learners.run_kernel_perceptron(kc.RBF(0.5)(X, X), y, passes=50)
    >>> run.converged, bool((y * run.decision(kc.RBF(0.5)(X, X)) > 0).all())
    (True, True)
    """
    steps = perceptron_steps(K, y, seed, order=order)
    y = np.array(y, dtype=float)
    run: list[PerceptronStep] = []
    for step in islice(steps, check_count(passes, "passes") * len(y)):
        run.append(step)
        if step.converged:
            break
    return KernelPerceptron(
        y,
        np.array([step.i for step in run], dtype=np.int32),
        np.array([step.mistake for step in run], dtype=bool),
        run[-1].converged,
    )


def perceptron_steps(
    K: ArrayLike, y: ArrayLike, seed: int = 0, *, order: str = "uniform"
) -> Iterator[PerceptronStep]:
    """Return the steps of `run_kernel_perceptron` as an endless iterator. Invalid input raises
    ValueError at the call, not at the first step."""
    K, y = check_matrix(K, y, Perceptron())
    return _steps(K, y, draw_indices(len(y), seed, order))


def _steps(K: np.ndarray, y: np.ndarray, indices: Iterator[int]) -> Iterator[PerceptronStep]:
    f, mistakes, size = np.zeros(len(y)), 0, float(np.abs(K).max())
    converged = False
    for t, i in enumerate(indices, start=1):
        before = float(f[i])
        mistake = is_mistake(before, y[i], size, mistakes)
        if mistake:
            f += y[i] * K[i]
            mistakes += 1
            converged = bool((y * f > ROUNDING * size * mistakes).all())
        yield PerceptronStep(t, i, before, mistake, converged)


def is_mistake(f: float, label: float, size: float, mistakes: int) -> bool:
    """Return whether sgn(f) ≠ label, or whether rounding makes sgn(f) uncertain. f is a sum of
    `mistakes` kernel values of at most `size`."""
    return bool(label * f <= ROUNDING * size * mistakes)
