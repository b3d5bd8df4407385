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
    """Compute g_i, the step direction of 000, Figure 1, for one example.

    Parameters
    ----------
    K : array_like of shape (m, m)
        The Gram matrix.
    y : array_like of shape (m,)
        Labels or targets.
    alpha : array_like of shape (m,)
        Where the gradient is taken.
    loss : Loss
        One with a derivative.
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
        For bad input.

    Notes
    -----
    000 §4: over a random i its mean is the full gradient.

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
        Where the gradient is taken.
    loss : Loss
        One with a derivative.
    lam : float
        λ, 0 or more.

    Returns
    -------
    ndarray of shape (m,)
        (1/m) Σ L'(K⁽ⁱ⁾ᵀalpha, y_i) K⁽ⁱ⁾ + λ K alpha.

    Raises
    ------
    ValueError
        For bad input.

    Notes
    -----
    000 §4: ∇J_λ(α) = (1/m) Σ_i L'(K⁽ⁱ⁾ᵀα, y⁽ⁱ⁾)K⁽ⁱ⁾ + λ Σ_i K⁽ⁱ⁾α_i.

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
    """All m stochastic gradients at one alpha against the full one.

    Attributes
    ----------
    gradients : ndarray of shape (m, m)
        g_i as row i.
    full : ndarray of shape (m,)
        ∇J(alpha).

    Notes
    -----
    000 §4: `mean`, the average of the g_i = L'(K⁽ⁱ⁾ᵀα, y⁽ⁱ⁾)K⁽ⁱ⁾ + mλK⁽ⁱ⁾α_i, is ∇J_λ(α).

    Examples
    --------
    >>> import numpy as np
    >>> spread = GradientSpread(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([0.5, 0.5]))
    >>> spread.variance, spread.max_difference
    (0.5, 0.0)
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
    """Compute every stochastic gradient and the full gradient at alpha.

    Parameters
    ----------
    K : array_like of shape (m, m)
        The Gram matrix.
    y : array_like of shape (m,)
        Labels or targets.
    alpha : array_like of shape (m,)
        Where the gradients are taken.
    loss : Loss
        One with a derivative.
    lam : float
        λ, 0 or more.

    Returns
    -------
    GradientSpread
        The gradients, their mean and variance.

    Raises
    ------
    ValueError
        For bad input.

    Notes
    -----
    000 §4: g_i = L'(K⁽ⁱ⁾ᵀα, y⁽ⁱ⁾)K⁽ⁱ⁾ + mλK⁽ⁱ⁾α_i and their mean,
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
    """Compute how the variance of the stochastic gradient grows with the number of examples.

    Parameters
    ----------
    X : array_like of shape (m, d)
        Points as rows.
    y : array_like of shape (m,)
        Labels or targets.
    kernel : Kernel
        The inner product.
    loss : Loss
        One with a derivative.
    lam : float
        λ, 0 or more.
    sizes : sequence of S ints
        Take the first so many points.
    vote : float
        At alpha_i = vote y_i / m; 0 is where Figure 1 starts.

    Returns
    -------
    variance : ndarray of shape (S,)
        E ‖g_i - ∇J‖².
    norm2 : ndarray of shape (S,)
        ‖∇J‖².

    Raises
    ------
    ValueError
        For bad input, and for a size above m.

    Notes
    -----
    000 §4. Each g_i has m entries of the size of K, so both grow as m.

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
        rows.append((spread.variance, float(spread.full @ spread.full)))
    variance, norm2 = np.array(rows).reshape(-1, 2).T
    return variance, norm2


@dataclass(frozen=True)
class StepStability:
    """How long a step of 000, Figure 1, may be.

    Attributes
    ----------
    penalty : float
        m λ max K_ii.
    total : float
        The largest κ ‖K⁽ⁱ⁾‖² + m λ K_ii, with κ the loss's curvature at z = 0, and 0 for a loss
        with a kink.

    Notes
    -----
    000 §4. With slope L' ≈ κ z + …, a step on i multiplies alpha by
    I - η K⁽ⁱ⁾ (κ K⁽ⁱ⁾ + m λ e_i)ᵀ, which stretches only along K⁽ⁱ⁾, by one minus η times the
    bracket: with a product above 2 the step lands on the other side, farther out than it began.

    Examples
    --------
    >>> StepStability(penalty=2.0, total=4.0).stable_from(c=1.0)
    4.0
    """

    penalty: float
    total: float

    def stable_from(self, c: float) -> float:
        """Return the first t at which η_t = c/√t leaves no bracket above 2.

        Inf beyond the range of floats.
        """
        half = check_number(c, "c", "above 0") * self.total / 2
        return max(1.0, float(np.ceil(half * half)))


def step_stability(K: ArrayLike, y: ArrayLike, loss: Loss, lam: float) -> StepStability:
    """Compute the brackets that limit the step sizes of 000, Figure 1.

    Parameters
    ----------
    K : array_like of shape (m, m)
        The Gram matrix.
    y : array_like of shape (m,)
        Labels or targets.
    loss : Loss
        One with a derivative.
    lam : float
        λ, 0 or more.

    Returns
    -------
    StepStability
        The penalty's bracket, and the largest in all.

    Raises
    ------
    ValueError
        For bad input.

    Notes
    -----
    000 §4, Figure 1, and the remark after it: λ must not be too large. `StepStability` has the
    bound.

    Examples
    --------
    >>> import kernel_core as kc
    >>> step_stability([[1.0, 0.0], [0.0, 1.0]], [1.0, -1.0], kc.Hinge(), 0.1)
    StepStability(penalty=0.2, total=0.2)
    """
    K, y = check_matrix(K, y, loss)
    bracket = penalty = len(y) * check_lam(lam) * np.abs(K.diagonal())
    if loss.smooth:
        with np.errstate(over="ignore"):  # inf, where K² is beyond all floats
            bracket = penalty + loss.curvature(np.zeros(len(y)), y) * np.square(K).sum(axis=1)
    return StepStability(float(penalty.max()), float(bracket.max()))


def _check(
    K: ArrayLike, y: ArrayLike, alpha: ArrayLike, loss: Loss, lam: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    K, y = check_matrix(K, y, loss)
    return K, y, check_vector(alpha, "alpha", len(y), "example"), check_lam(lam)
