"""The perceptron in its primal and its dual form, with the same steps (note 004)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Perceptron
from kernel_core.learners.kernel_perceptron import (
    PerceptronStep,
    is_mistake,
    perceptron_steps,
)
from kernel_core.validation import check_matrix, check_points


@dataclass(frozen=True, eq=False)
class PrimalDualStep:
    """A step of the perceptron in both forms.

    Attributes
    ----------
    t, i : int
        The number of the step, from 1, and the example.
    w : ndarray of shape (M,)
        The weights after the step.
    alpha : ndarray of shape (m,)
        The number of mistakes on each example so far, with the sign of its label.
    wx, f : float
        wᵀφ(x_i) and Σ_j alpha_j K_ji before the step.
    mistake, mistake_dual : bool
        Whether the example was a mistake of the primal form, and of the dual form.
    max_difference : float
        max |w - Σ_j alpha_j φ(x_j)|: 0 up to rounding.

    Notes
    -----
    Note 004, "kernelized perceptron": w = Σ_n alpha_n φ(x_n) always.

    Examples
    --------
    >>> import kernel_core as kc
    >>> step = next(primal_and_dual_perceptron([[1.0, 2.0]], [1.0]))
    >>> step.w.tolist(), step.alpha.tolist(), step.is_equal
    ([1.0, 2.0], [1.0], True)
    """

    t: int
    i: int
    w: np.ndarray
    alpha: np.ndarray
    wx: float
    f: float
    mistake: bool
    mistake_dual: bool
    max_difference: float

    @property
    def is_equal(self) -> bool:
        """Whether both forms made the same step, up to rounding."""
        scale = max(1.0, float(np.abs(self.w).max(initial=0.0)))
        return self.mistake == self.mistake_dual and self.max_difference <= 1e-9 * scale


def primal_and_dual_perceptron(
    Phi: ArrayLike, y: ArrayLike, seed: int = 0, *, order: str = "uniform"
) -> Iterator[PrimalDualStep]:
    """Yield steps of the perceptron indefinitely, in w and in alpha, each form by its own rule.

    Parameters
    ----------
    Phi : array_like of shape (m, M)
        Features as rows. The dual form uses only K = ΦΦᵀ.
    y : array_like of shape (m,)
        Labels, ±1.
    seed : int
        The random seed of the indices.
    order : {"uniform", "shuffled", "cyclic"}
        See `draw_indices`.

    Yields
    ------
    PrimalDualStep
        Both forms after each step.

    Raises
    ------
    ValueError
        If an argument is not valid; raised by the call, not by the first iteration.

    Notes
    -----
    Note 004, "kernelized perceptron".

    Examples
    --------
    >>> import kernel_core as kc
    >>> from itertools import islice
    >>> X, y = kc.datasets.mixture().sample(20, seed=0)
    >>> all(step.is_equal for step in islice(primal_and_dual_perceptron(X, y), 100))
    True
    """
    Phi = check_points(Phi)
    K, y = check_matrix(Phi @ Phi.T, y, Perceptron())
    return _both_forms(Phi, K, y, perceptron_steps(K, y, seed, order=order))


def _both_forms(
    Phi: np.ndarray, K: np.ndarray, y: np.ndarray, steps: Iterator[PerceptronStep]
) -> Iterator[PrimalDualStep]:
    w, alpha, size = np.zeros(Phi.shape[1]), np.zeros(len(y)), float(np.abs(K).max())
    mistakes = 0
    for step in steps:
        wx = float(w @ Phi[step.i])
        mistake = is_mistake(wx, y[step.i], size, mistakes)
        if mistake:
            w = w + y[step.i] * Phi[step.i]
            mistakes += 1
        if step.mistake:
            alpha = alpha.copy()
            alpha[step.i] += y[step.i]
        difference = float(np.abs(w - alpha @ Phi).max(initial=0.0))
        yield PrimalDualStep(
            step.t, step.i, w, alpha, wx, step.f, mistake, step.mistake, difference
        )
