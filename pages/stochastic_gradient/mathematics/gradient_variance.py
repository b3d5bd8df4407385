"""The stochastic gradient of note 000 §4: its mean, its variance, and the longest stable step.

For an index i, chosen uniformly at random,

    g_i = L'(K⁽ⁱ⁾ᵀalpha, y_i) K⁽ⁱ⁾ + m lam alpha_i K⁽ⁱ⁾,     E g_i = (1/m) Σ g_i = ∇J(alpha)

for the mean risk J of note 000, eq. (2). Both terms are multiples of the column K⁽ⁱ⁾, and so is
g_i. Its factor is L'_i + m lam alpha_i, which is 0 for every i at the alpha of the representer
theorem, alpha_i = -L'_i / (lam m): there the variance is 0, if L has no kink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Kernel, Loss
from kernel_core.kernels import gram_matrix
from kernel_core.validation import (
    check_count,
    check_data,
    check_lam,
    check_matrix,
    check_number,
    check_vector,
)


def stochastic_gradient(
    K: ArrayLike, y: ArrayLike, alpha: ArrayLike, loss: Loss, lam: float, i: int
) -> np.ndarray:
    """Compute g_i, the step direction of note 000, Figure 1, for one example.

    Parameters
    ----------
    K : array_like of shape (m, m)
        The Gram matrix.
    y : array_like of shape (m,)
        Labels or targets.
    alpha : array_like of shape (m,)
        The α at which the gradient is computed.
    loss : Loss
        A loss with a derivative.
    lam : float
        λ, 0 or more.
    i : int
        The example, 0 to m - 1.

    Returns
    -------
    ndarray of shape (m,)
        L'(K⁽ⁱ⁾ᵀalpha, y_i) K⁽ⁱ⁾ + m λ alpha_i K⁽ⁱ⁾.

    Raises
    ------
    ValueError
        If an argument is not valid.

    Notes
    -----
    Note 000 §4: the mean of g_i over a random i is the full gradient.

    Examples
    --------
    >>> import kernel_core as kc
    >>> K, y, alpha = [[1.0, 0.5], [0.5, 1.0]], [1.0, -1.0], [0.1, 0.2]
    >>> g = [stochastic_gradient(K, y, alpha, kc.Squared(), 0.1, i) for i in (0, 1)]
    >>> full = full_gradient(K, y, alpha, kc.Squared(), 0.1)
    >>> bool(abs(sum(g) / 2 - full).max() < 1e-12)
    True
    """
    K, y, alpha, lam = _check(K, y, alpha, loss, lam)
    if check_count(i, "i", 0) >= len(y):
        raise ValueError(f"i must be one of the {len(y)} examples, 0 to {len(y) - 1}; it was {i}.")
    return (loss.derivative(K[i] @ alpha, y[i]) + len(y) * lam * alpha[i]) * K[i]


def full_gradient(
    K: ArrayLike, y: ArrayLike, alpha: ArrayLike, loss: Loss, lam: float
) -> np.ndarray:
    """Compute ∇J(alpha) of the mean risk.

    Parameters
    ----------
    K : array_like of shape (m, m)
        The Gram matrix.
    y : array_like of shape (m,)
        Labels or targets.
    alpha : array_like of shape (m,)
        The α at which the gradient is computed.
    loss : Loss
        A loss with a derivative.
    lam : float
        λ, 0 or more.

    Returns
    -------
    ndarray of shape (m,)
        (1/m) Σ L'(K⁽ⁱ⁾ᵀalpha, y_i) K⁽ⁱ⁾ + λ K alpha.

    Raises
    ------
    ValueError
        If an argument is not valid.

    Notes
    -----
    Note 000 §4: ∇J_λ(α) = (1/m) Σ_i L'(K⁽ⁱ⁾ᵀα, y⁽ⁱ⁾)K⁽ⁱ⁾ + λ Σ_i K⁽ⁱ⁾α_i.

    Examples
    --------
    >>> import kernel_core as kc
    >>> full_gradient([[1.0]], [1.0], [0.0], kc.Squared(), 0.1).tolist()
    [-1.0]
    """
    K, y, alpha, lam = _check(K, y, alpha, loss, lam)
    return K @ loss.derivative(K @ alpha, y) / len(y) + lam * (K @ alpha)


@dataclass(frozen=True, eq=False)
class GradientSpread:
    """All m stochastic gradients at one alpha, and the full gradient.

    Attributes
    ----------
    gradients : ndarray of shape (m, m)
        g_i as row i.
    full_gradient : ndarray of shape (m,)
        ∇J(alpha).

    Notes
    -----
    Note 000 §4: `mean`, the average of the g_i = L'(K⁽ⁱ⁾ᵀα, y⁽ⁱ⁾)K⁽ⁱ⁾ + mλK⁽ⁱ⁾α_i, is ∇J_λ(α).

    Examples
    --------
    >>> import numpy as np
    >>> spread = GradientSpread(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([0.5, 0.5]))
    >>> spread.variance, spread.max_difference
    (0.5, 0.0)
    """

    gradients: np.ndarray
    full_gradient: np.ndarray

    @property
    def mean(self) -> np.ndarray:
        """The mean of the stochastic gradients, (1/m) Σ g_i, shape (m,)."""
        return self.gradients.mean(axis=0)

    @property
    def max_difference(self) -> float:
        """max |mean - full_gradient| / (largest |entry| of any g_i): 0 up to rounding."""
        size = max(np.abs(self.gradients).max(), np.finfo(float).tiny)
        return float(np.abs(self.mean - self.full_gradient).max() / size)

    @property
    def variance(self) -> float:
        """The variance E ‖g_i - ∇J‖² over a random index i."""
        return float(np.square(self.gradients - self.full_gradient).sum(axis=1).mean())


def gradient_spread(
    K: ArrayLike, y: ArrayLike, alpha: ArrayLike, loss: Loss, lam: float
) -> GradientSpread:
    """Compute every stochastic gradient and the full gradient at alpha.

    Parameters
    ----------
    K : array_like of shape (m, m)
        The Gram matrix.
    y : array_like of shape (m,)
        Labels or targets.
    alpha : array_like of shape (m,)
        The α at which the gradients are computed.
    loss : Loss
        A loss with a derivative.
    lam : float
        λ, 0 or more.

    Returns
    -------
    GradientSpread
        The gradients, with their mean and variance.

    Raises
    ------
    ValueError
        If an argument is not valid.

    Notes
    -----
    Note 000 §4: g_i = L'(K⁽ⁱ⁾ᵀα, y⁽ⁱ⁾)K⁽ⁱ⁾ + mλK⁽ⁱ⁾α_i and their mean,
    ∇J_λ(α) = (1/m) Σ_i L'(K⁽ⁱ⁾ᵀα, y⁽ⁱ⁾)K⁽ⁱ⁾ + λ Σ_i K⁽ⁱ⁾α_i.

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = kc.datasets.moons().sample(20, seed=0)
    >>> spread = gradient_spread(kc.RBF(0.5)(X, X), y, 0 * y, kc.Logistic(), 0.1)
    >>> spread.max_difference < 1e-12
    True
    """
    K, y, alpha, lam = _check(K, y, alpha, loss, lam)
    factors = loss.derivative(K @ alpha, y) + len(y) * lam * alpha
    return GradientSpread(factors[:, None] * K, full_gradient(K, y, alpha, loss, lam))


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
    """Compute the variance of the stochastic gradient, and ‖∇J‖², for several numbers of examples.

    Parameters
    ----------
    X : array_like of shape (N, d)
        Points as rows.
    y : array_like of shape (N,)
        Labels or targets.
    kernel : Kernel
        The kernel.
    loss : Loss
        A loss with a derivative.
    lam : float
        λ, 0 or more.
    sizes : sequence of S ints
        The numbers of examples m, up to N; for each m the first m points are used.
    vote : float
        The gradients are computed at alpha_i = vote y_i / m; with 0, at the start of Figure 1.

    Returns
    -------
    variance : ndarray of shape (S,)
        E ‖g_i - ∇J‖².
    norm2 : ndarray of shape (S,)
        ‖∇J‖².

    Raises
    ------
    ValueError
        If an argument is not valid, or a size is above N.

    Notes
    -----
    Note 000 §4. Each g_i has m entries, of the size of the entries of K, so both results grow
    roughly in proportion to m.

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = kc.datasets.moons().sample(40, seed=0)
    >>> both = variance_against_m(X, y, kc.RBF(0.5), kc.Hinge(), 0.1, [10, 40])
    >>> [bool(values[0] < values[1]) for values in both]
    [True, True]
    """
    X, y = check_data(X, y, loss)
    K = gram_matrix(kernel, X)
    rows = []
    for m in sizes:
        if check_count(m, "a size") > len(y):
            raise ValueError(f"There are {len(y)} points, too few for a size of {m}.")
        spread = gradient_spread(K[:m, :m], y[:m], vote * y[:m] / m, loss, lam)
        rows.append((spread.variance, float(spread.full_gradient @ spread.full_gradient)))
    variance, norm2 = np.array(rows).reshape(-1, 2).T
    return variance, norm2


@dataclass(frozen=True)
class StepStability:
    """The numbers that limit the step size of note 000, Figure 1.

    Attributes
    ----------
    penalty : float
        m λ max K_ii.
    total : float
        The largest κ ‖K⁽ⁱ⁾‖² + m λ K_ii. κ is the loss's curvature at z = 0, and κ = 0 for a loss
        with a kink. The curvature of the exponential loss is larger where y z < 0.

    Notes
    -----
    Note 000 §4. If the slope is L' = κ z + constant, a step on example i multiplies alpha by the
    matrix I - η K⁽ⁱ⁾ (κ K⁽ⁱ⁾ + m λ e_i)ᵀ and adds a constant vector. The only eigenvalue of this
    matrix other than 1 is 1 - η s, with s = κ ‖K⁽ⁱ⁾‖² + m λ K_ii and the eigenvector K⁽ⁱ⁾. If η s
    is above 2, this eigenvalue is below -1: along K⁽ⁱ⁾ the step overshoots, and ends farther from
    the optimum than it began.

    Examples
    --------
    >>> StepStability(penalty=2.0, total=4.0).stable_from(c=1.0)
    4.0
    """

    penalty: float
    total: float

    def stable_from(self, c: float) -> float:
        """Return the first t at which η_t · total <= 2 for η_t = c/√t; inf if t overflows."""
        half = check_number(c, "c", "above 0") * self.total / 2
        return max(1.0, float(np.ceil(half * half)))


def step_stability(K: ArrayLike, y: ArrayLike, loss: Loss, lam: float) -> StepStability:
    """Compute the numbers that limit the step size of note 000, Figure 1.

    Parameters
    ----------
    K : array_like of shape (m, m)
        The Gram matrix.
    y : array_like of shape (m,)
        Labels or targets.
    loss : Loss
        A loss with a derivative.
    lam : float
        λ, 0 or more.

    Returns
    -------
    StepStability
        The largest m λ K_ii, for the penalty alone, and the largest κ ‖K⁽ⁱ⁾‖² + m λ K_ii.

    Raises
    ------
    ValueError
        If an argument is not valid.

    Notes
    -----
    Note 000 §4, Figure 1, and the remark after it: λ must not be too large. The notes of
    `StepStability` explain the bound.

    Examples
    --------
    >>> import kernel_core as kc
    >>> step_stability([[1.0, 0.0], [0.0, 1.0]], [1.0, -1.0], kc.Hinge(), 0.1)
    StepStability(penalty=0.2, total=0.2)
    """
    K, y = check_matrix(K, y, loss)
    bracket = penalty = len(y) * check_lam(lam) * np.abs(K.diagonal())
    if loss.smooth:
        with np.errstate(over="ignore"):  # K² may overflow to inf
            bracket = penalty + loss.curvature(np.zeros(len(y)), y) * np.square(K).sum(axis=1)
    return StepStability(float(penalty.max()), float(bracket.max()))


def _check(
    K: ArrayLike, y: ArrayLike, alpha: ArrayLike, loss: Loss, lam: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    K, y = check_matrix(K, y, loss)
    return K, y, check_vector(alpha, "alpha", len(y), "example"), check_lam(lam)
