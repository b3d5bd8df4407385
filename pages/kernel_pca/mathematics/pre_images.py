"""Pre-images: points of the plane whose features are nearest to projections in feature space.

Kernel PCA projects features φ(x) on the leading components, which needs only inner products (notes
001 and 004). The projection is P = Σ_i γ_i φ(x_i), and usually there is no point with the features
P. For a kernel with K(z, z) = 1 the squared distance ‖φ(z) - P‖² is smallest where Σ_i γ_i K(z,
x_i) is largest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kernel_core import RBF
from pages.kernel_pca.mathematics.components import Components

MAX_ROUNDS = 2000
STEP_TOL = 1e-9  # largest change of a coordinate in a step, in units of τ, at which the steps end
_MIN_WEIGHT = 1e-12  # smallest |Σ γ_i K(z, x_i)| to divide by, as a share of Σ |γ_i|


@dataclass(frozen=True, eq=False)
class PreImages:
    """Approximate local maximisers z of Σ_i γ_i K(z, x_i), for n projections.

    Attributes
    ----------
    places : ndarray of shape (n, d)
        The points z.
    residual : float
        The largest distance, in bandwidths, from z to the weighted mean that z should equal.

    Notes
    -----
    The projections use inner products, as in note 001; pre-images are in no note.

    Examples
    --------
    >>> PreImages(np.zeros((1, 2)), 0.0).places.shape
    (1, 2)
    """

    places: np.ndarray
    residual: float


def projection_weights(components: Components, count: int) -> np.ndarray:
    """Compute the weights γ (m, m): column j projects example j on the first `count` components.

    The projection is the mean of the features plus the part of φ(x_j) along these components.

    Notes
    -----
    With V (m, count) the eigenvectors of the centred Gram matrix, the centred part has the weights
    VVᵀ on the centred features (note 001). The columns of VVᵀ, centred, are weights on the
    features.

    Examples
    --------
    >>> from pages.kernel_pca.mathematics.components import leading_components
    >>> X = np.array([[-1.0], [1.0]])
    >>> projection_weights(leading_components(X @ X.T, 1), 1).round(6).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    V = components.vectors[:, :count]
    weights = V @ V.T
    return weights - weights.mean(axis=0) + 1 / max(1, len(V))


def projection_weights_at(components: Components, count: int, column: np.ndarray) -> np.ndarray:
    """Compute the weights γ (m, 1) that project a new point x on the first `count` components.

    `column` (m,) has K(x_i, x). For an example, the weights are those of `projection_weights`.

    Notes
    -----
    Component j of x is s_j(x) = Σ_i a_ij K(x_i, x) + b_j, and its direction is Σ_i a_ij times the
    centred features of x_i (note 001).

    Examples
    --------
    >>> from pages.kernel_pca.mathematics.components import leading_components
    >>> X = np.array([[-1.0], [1.0]])
    >>> components = leading_components(X @ X.T, 1)
    >>> projection_weights_at(components, 1, X @ np.array([0.5])).round(6).tolist()
    [[0.25], [0.75]]
    """
    alpha = components.alpha[:count]
    scores = alpha @ column + components.intercepts[:count]
    weights = scores @ alpha
    return (weights - weights.mean() + 1 / len(column))[:, None]


def pre_images(
    X: np.ndarray,
    weights: np.ndarray,
    tau: float,
    start: np.ndarray,
    *,
    tol: float = STEP_TOL,
    max_rounds: int = MAX_ROUNDS,
    watch: Callable[[np.ndarray], None] = lambda z: None,
) -> PreImages:
    """Find pre-images for n projections Σ_i γ_ij φ(x_i), by fixed-point steps.

    Parameters
    ----------
    X : ndarray of shape (m, d)
        The examples.
    weights : ndarray of shape (m, n)
        γ, a column for each projection.
    tau : float
        The bandwidth of the RBF kernel.
    start : ndarray of shape (n, d)
        The points at which the steps start.
    tol : float
        The largest change of a coordinate in a step, in bandwidths, at which the steps end.
    max_rounds : int
        The largest number of steps.
    watch : callable
        Called with the points (n, d) after each step.

    Returns
    -------
    PreImages

    Notes
    -----
    Where the gradient of Σ_i γ_i K(z, x_i) is 0, z is the mean of the x_i weighted by
    γ_i K(z, x_i). Each step goes to this mean; if that decreases the sum, the step is halved until
    it does not. If 30 attempts fail, the steps end. The projection is that of kernel PCA, from
    inner products as in note 001.

    References
    ----------
    S. Mika et al., Kernel PCA and de-noising in feature spaces, 1998.

    Examples
    --------
    >>> X = np.array([[0.0], [4.0]])
    >>> pre_images(X, np.array([[1.0], [0.0]]), 1.0, np.array([[0.5]])).places.round(6).tolist()
    [[0.0]]
    """
    kernel, z = RBF(tau), np.array(start, dtype=float)
    value, towards = _mean_and_value(kernel, X, weights, z)
    for _ in range(max_rounds):
        step = towards - z
        if np.abs(step).max(initial=0.0) <= tol * tau:
            break
        rate = np.ones(len(z))
        for _ in range(30):
            new = z + rate[:, None] * step
            new_value, new_towards = _mean_and_value(kernel, X, weights, new)
            falls = new_value < value - 1e-15 * np.abs(value)
            if not falls.any():
                break
            rate[falls] /= 2
        else:
            new_value, new_towards = _mean_and_value(kernel, X, weights, z)
            break
        z, value, towards = new, new_value, new_towards
        watch(z)
    lengths = np.sqrt(np.square(towards - z).sum(axis=1))
    return PreImages(z, float(lengths.max(initial=0.0)) / tau)


def _mean_and_value(
    kernel: RBF, X: np.ndarray, weights: np.ndarray, z: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return Σ_i γ_i K(z, x_i) (n,) and the weighted means of the x_i (n, d).

    Where the weights almost cancel, z takes the place of the mean.
    """
    shares = weights.T * kernel(z, X)
    sums = shares.sum(axis=1)
    usable = np.abs(sums) > _MIN_WEIGHT * np.abs(weights).sum(axis=0)
    means = np.divide(shares @ X, sums[:, None], out=z.copy(), where=usable[:, None])
    return sums, means
