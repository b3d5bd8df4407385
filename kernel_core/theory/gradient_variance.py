"""The stochastic gradient of 000 §4: unbiased, how widely it scatters, and when a step is too long.

For an index i, drawn uniformly,

    g_i = L'(K⁽ⁱ⁾ᵀalpha, y_i) K⁽ⁱ⁾ + m lam alpha_i K⁽ⁱ⁾,     E g_i = (1/m) Σ g_i = ∇J(alpha)

for the mean risk J of 000 eq. (2). Both terms point along the column K⁽ⁱ⁾, so g_i is one number
times a column. That number is L'_i + m lam alpha_i, which is 0 for every i at the alpha of the
representer theorem, alpha_i = -L'_i / (lam m): there even the scatter is gone, if L has no kink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import ArrayLike

from ..kernels.base import Kernel
from ..kernels.closure_proof import gram_matrix
from ..loss import Loss
from ..validation import check_count, check_data, check_lam, check_matrix, check_vector, number


def stochastic_gradient(
    K: ArrayLike, y: ArrayLike, alpha: ArrayLike, loss: Loss, lam: float, i: int
) -> np.ndarray:
    """g_i, shape (m,), for the index i in 0, …, m - 1; K (m, m), y and alpha (m,). 000 §4."""
    K, y, alpha, lam = _check(K, y, alpha, loss, lam)
    if check_count(i, "i", 0) >= len(y):
        raise ValueError(f"i must be one of the {len(y)} examples, 0 to {len(y) - 1}; it was {i}.")
    return (loss.derivative(K[i] @ alpha, y[i]) + len(y) * lam * alpha[i]) * K[i]


def full_gradient(
    K: ArrayLike, y: ArrayLike, alpha: ArrayLike, loss: Loss, lam: float
) -> np.ndarray:
    """∇J(alpha) = (1/m) Σ L'(K⁽ⁱ⁾ᵀalpha, y_i) K⁽ⁱ⁾ + lam K alpha, shape (m,). 000 §4."""
    K, y, alpha, lam = _check(K, y, alpha, loss, lam)
    return K @ loss.derivative(K @ alpha, y) / len(y) + lam * (K @ alpha)


@dataclass(frozen=True, eq=False)
class GradientSpread:
    """All m stochastic gradients at one alpha against the full one.

    gradients (m, m) has g_i as row i; mean (m,) is their average and full (m,) is ∇J(alpha).
    """

    gradients: np.ndarray
    full: np.ndarray

    @property
    def mean(self) -> np.ndarray:
        """(1/m) Σ g_i, shape (m,)."""
        return self.gradients.mean(axis=0)

    @property
    def max_difference(self) -> float:
        """max |mean - full|, over the largest entry of any g_i: 0 but for rounding."""
        size = max(np.abs(self.gradients).max(), np.finfo(float).tiny)
        return float(np.abs(self.mean - self.full).max() / size)

    @property
    def variance(self) -> float:
        """E ‖g_i - ∇J‖² over the index i."""
        return float(np.square(self.gradients - self.full).sum(axis=1).mean())


def gradient_spread(
    K: ArrayLike, y: ArrayLike, alpha: ArrayLike, loss: Loss, lam: float
) -> GradientSpread:
    """Every g_i and ∇J at alpha, K (m, m), y and alpha (m,)."""
    K, y, alpha, lam = _check(K, y, alpha, loss, lam)
    each = loss.derivative(K @ alpha, y) + len(y) * lam * alpha
    return GradientSpread(each[:, None] * K, full_gradient(K, y, alpha, loss, lam))


def variance_against_m(
    X: ArrayLike,
    y: ArrayLike,
    kernel: Kernel,
    loss: Loss,
    lam: float,
    sizes: Sequence[int],
    *,
    vote: float = 0.0,
) -> tuple[np.ndarray, np.ndarray]:
    """E ‖g_i - ∇J‖² and ‖∇J‖² on the first m points for each m in sizes, both (len(sizes),).

    At alpha_i = vote y_i / m, which makes about the same function for every m; 0 is Figure 1's
    start. Each g_i has m entries of the size of K, so both grow as m.
    """
    X, y = check_data(X, y, loss)
    K = gram_matrix(kernel, X)
    rows = []
    for m in sizes:
        if check_count(m, "a size") > len(y):
            raise ValueError(f"There are {len(y)} points, too few for a size of {m}.")
        spread = gradient_spread(K[:m, :m], y[:m], vote * y[:m] / m, loss, lam)
        rows.append((spread.variance, float(spread.full @ spread.full)))
    variance, norm2 = np.array(rows).reshape(-1, 2).T
    return variance, norm2


@dataclass(frozen=True)
class StepStability:
    """Why a step can be too long. With slope L' ≈ κ z + …, κ = L'', a step on i multiplies alpha by

        I - η K⁽ⁱ⁾ (κ K⁽ⁱ⁾ + m lam e_i)ᵀ,

    which stretches only along K⁽ⁱ⁾, by 1 - η (κ ‖K⁽ⁱ⁾‖² + m lam K_ii). Once the bracket times η
    is above 2, that is below -1: the step lands on the other side, farther out than it began. For
    K_ii = 1 and a loss without curvature this reads m lam η > 2.

    penalty = m lam max K_ii; total = the largest bracket. κ is the loss's curvature at z = 0 (the
    largest for the logistic loss, the only one for the squared), and 0 for a loss with a kink.
    """

    penalty: float
    total: float

    def stable_from(self, c: float) -> int:
        """The first t at which η_t = c/√t leaves no bracket above 2."""
        return max(1, ceil((number(c, "c", "above 0") * self.total / 2) ** 2))


def step_stability(K: ArrayLike, y: ArrayLike, loss: Loss, lam: float) -> StepStability:
    """The brackets of Figure 1's steps for K (m, m), y (m,)."""
    K, y = check_matrix(K, y, loss)
    curvature = loss.curvature(np.zeros(len(y)), y) if loss.smooth else np.zeros(len(y))
    penalty = len(y) * check_lam(lam) * np.abs(K.diagonal())
    return StepStability(
        float(penalty.max()), float((curvature * (K * K).sum(axis=1) + penalty).max())
    )


def _check(
    K: ArrayLike, y: ArrayLike, alpha: ArrayLike, loss: Loss, lam: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    K, y = check_matrix(K, y, loss)
    return K, y, check_vector(alpha, "alpha", len(y), "example"), check_lam(lam)
