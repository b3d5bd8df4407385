"""Novikoff's bound on the perceptron's mistakes, from the widest margin (note 004,
"perceptron")."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Kernel
from kernel_core.svm import fit_hard_margin


@dataclass(frozen=True)
class MistakeBound:
    """R = max_i ‖φ(x_i)‖ and the largest margin γ of a hyperplane through the origin.

    γ is 0 if no such hyperplane separates the classes. If γ > 0, the perceptron makes at most
    (R/γ)² mistakes, for any order of the examples and any number of passes. A. Novikoff, On
    convergence proofs on perceptrons, 1962.
    """

    R: float
    gamma: float

    @property
    def bound(self) -> float:
        """The bound (R/γ)²; inf if no hyperplane through the origin separates the classes."""
        return (self.R / self.gamma) ** 2 if self.gamma > 0 else np.inf


def mistake_bound(X: ArrayLike, y: ArrayLike, kernel: Kernel) -> MistakeBound:
    """Compute R and γ for points X (m, d) with labels y (m,), ±1, and the features φ of a kernel.

    R² = max_i K(x_i, x_i), and γ = max min_i y_i wᵀφ(x_i) over ‖w‖ = 1, or 0 if this
    maximum is below 0.

    Examples
    --------
    >>> import kernel_core as kc
    >>> round(mistake_bound([[1.0, 0.0], [0.0, 1.0]], [1, -1], kc.Linear()).bound, 6)
    2.0
    """
    widest = fit_hard_margin(X, y, kernel, intercept=False)
    return MistakeBound(widest.radius, widest.margin)
