"""Leaving the span of the data does not lower the risk: note 000, appendix A, Theorem A.1.

    J_r(θ) = (1/m) Σ L(θᵀx_i, y_i) + r(‖θ‖) (5), r any non-decreasing function

θ = θ^(α) + u with θ^(α) = Σ alpha_i x_i and u orthogonal to every x_i. Then ‖θ‖² = ‖θ^(α)‖² + ‖u‖²
(6a) and θᵀx_i = θ^(α)ᵀx_i (6b), so J_r(θ^(α)) <= J_r(θ). The x_i may be rows of features.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Loss
from kernel_core.duality_gap import EPS
from kernel_core.validation import check_data, check_points, check_vector
from pages.representer_theorem.mathematics.regularisers import Regulariser


class SpanBases(NamedTuple):
    """Orthonormal bases of the span of the data and of its orthogonal complement.

    Attributes
    ----------
    v : ndarray of shape (n, rank)
        A basis of the span, as columns.
    u : ndarray of shape (n, n - rank)
        A basis of the orthogonal complement, as columns.

    Notes
    -----
    Note 000, Theorem A.1.

    Examples
    --------
    >>> bases = span_bases([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
    >>> bases.v.shape, bases.u.shape
    ((3, 1), (3, 2))
    """

    v: np.ndarray
    u: np.ndarray


class OrthogonalSplit(NamedTuple):
    """θ = in_span + off_span: a weighted sum of the data, and a vector orthogonal to all of them.

    Attributes
    ----------
    alpha : ndarray of shape (m,)
        in_span = Σ alpha_i x_i; if several alpha satisfy this, the shortest.
    in_span : ndarray of shape (n,)
        θ^(α).
    off_span : ndarray of shape (n,)
        u ⟂ every x_i.

    Notes
    -----
    Note 000, Theorem A.1.

    Examples
    --------
    >>> orthogonal_split([3.0, 4.0], [[2.0, 0.0]]).off_span.round(6).tolist()
    [0.0, 4.0]
    """

    alpha: np.ndarray
    in_span: np.ndarray
    off_span: np.ndarray


@dataclass(frozen=True, eq=False)
class OffSpanExcess:
    """The increase J_r(θ) - J_r(θ^(α)) due to the part of θ orthogonal to the span, for many θ.

    Attributes
    ----------
    norm, in_span_norm : ndarray of shape (draws,)
        ‖θ‖ and ‖θ^(α)‖.
    excess : ndarray of shape (draws,)
        r(‖θ‖) - r(‖θ^(α)‖), never below 0, and exactly 0 if r is equal for both norms.
    loss_rounding : ndarray of shape (draws,)
        The difference between the mean losses, which by (6b) is only rounding error.

    Notes
    -----
    Note 000, Theorem A.1, eq. (6a) and (6b). ‖θ‖² is computed as the sum in (6a), so that rounding
    cannot make θ shorter than its part in the span.

    Examples
    --------
    >>> import kernel_core as kc
    >>> from pages.representer_theorem.mathematics.regularisers import HalfSquaredNorm
    >>> X, y = random_wide_problem(n=20, m=5)
    >>> found = sample_off_span_excess(
    ...     X, y, kc.Logistic(), HalfSquaredNorm(), draws=50)
    >>> bool((found.excess >= 0).all()), bool(abs(found.loss_rounding).max() < 1e-12)
    (True, True)
    """

    norm: np.ndarray
    in_span_norm: np.ndarray
    excess: np.ndarray
    loss_rounding: np.ndarray


def span_bases(X: ArrayLike) -> SpanBases:
    """Return bases of the span of the data and of its orthogonal complement.

    Parameters
    ----------
    X : array_like of shape (m, n)
        Points, or features, as rows.

    Returns
    -------
    SpanBases
        Both bases, as columns. A direction belongs to the span if its singular value is above
        rounding.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 000, Theorem A.1.

    Examples
    --------
    >>> abs(span_bases([[0.0, 2.0]]).u.round(6)).tolist()
    [[1.0], [0.0]]
    """
    X = check_points(X)
    rank, _, _, Vt = _svd(X)
    return SpanBases(Vt[:rank].T, Vt[rank:].T)


def orthogonal_split(theta: ArrayLike, X: ArrayLike) -> OrthogonalSplit:
    """Split θ into its part in the span of the data and the orthogonal part.

    Parameters
    ----------
    theta : array_like of shape (n,)
        θ.
    X : array_like of shape (m, n)
        Points, or features, as rows.

    Returns
    -------
    OrthogonalSplit
        alpha, in_span and off_span.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 000, Theorem A.1.

    Examples
    --------
    >>> alpha, in_span, off_span = orthogonal_split([3.0, 4.0], [[2.0, 0.0]])
    >>> alpha.round(6).tolist(), in_span.round(6).tolist()
    ([1.5], [3.0, 0.0])
    """
    X = check_points(X)
    theta = check_vector(theta, "θ", X.shape[1], "coordinate", most_axes=np.inf)
    rank, A, s, Vt = _svd(X)
    v, u = Vt[:rank], Vt[rank:]
    nu = v @ theta
    return OrthogonalSplit(A[:, :rank] @ (nu / s[:rank]), nu @ v, (u @ theta) @ u)


def regularised_risk(
    theta: ArrayLike, X: ArrayLike, y: ArrayLike, loss: Loss, r: Regulariser
) -> np.ndarray:
    """Compute J_r(θ) = (1/m) Σ L(θᵀx_i, y_i) + r(‖θ‖).

    Parameters
    ----------
    theta : array_like of shape (n,) or (..., n)
        One θ, or many.
    X : array_like of shape (m, n)
        Points, or features, as rows.
    y : array_like of shape (m,)
        Labels or targets.
    loss : Loss
        The loss.
    r : Regulariser
        A non-decreasing function.

    Returns
    -------
    ndarray of shape () or (...)
        The risk of each θ.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 000, eq. (5).

    Examples
    --------
    >>> import kernel_core as kc
    >>> from pages.representer_theorem.mathematics.regularisers import HalfSquaredNorm
    >>> float(regularised_risk(
    ...     [0.0, 2.0], [[1.0, 0.0]], [1.0], kc.Hinge(), HalfSquaredNorm(1.0)))
    3.0
    """
    X, y = check_data(X, y, loss)
    theta = check_vector(theta, "θ", X.shape[1], "coordinate", most_axes=np.inf)
    return loss.value(theta @ X.T, y).mean(axis=-1) + r(np.linalg.norm(theta, axis=-1))


def sample_off_span_excess(
    X: ArrayLike, y: ArrayLike, loss: Loss, r: Regulariser, draws: int = 1000, seed: int = 0
) -> OffSpanExcess:
    """Sample θ ~ N(0, I) and compare each θ with its part in the span of the data.

    Parameters
    ----------
    X : array_like of shape (m, n)
        Points, or features, as rows.
    y : array_like of shape (m,)
        Labels or targets.
    loss : Loss
        The loss.
    r : Regulariser
        A non-decreasing function.
    draws : int
        The number of θ.
    seed : int
        The same seed gives the same θ.

    Returns
    -------
    OffSpanExcess
        The increase of J for each θ.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 000, Theorem A.1: J_r(θ^(α)) <= J_r(θ).

    Examples
    --------
    >>> import kernel_core as kc
    >>> from pages.representer_theorem.mathematics.regularisers import ZeroRegulariser
    >>> X, y = random_wide_problem(n=20, m=5)
    >>> found = sample_off_span_excess(
    ...     X, y, kc.Hinge(), ZeroRegulariser(), draws=50)
    >>> bool((found.excess == 0).all())
    True
    """
    X, y = check_data(X, y, loss)
    # The θ are independent of points that are sampled with the same seed.
    rng = np.random.default_rng([seed, 1])
    theta = rng.normal(size=(draws, X.shape[1]))
    v, u = span_bases(X)
    in_span = (theta @ v) @ v.T
    in_span2 = np.square(theta @ v).sum(axis=1)
    norm, in_span_norm = np.sqrt(in_span2 + np.square(theta @ u).sum(axis=1)), np.sqrt(in_span2)
    losses = (loss.value(part @ X.T, y).mean(axis=1) for part in (theta, in_span))
    return OffSpanExcess(norm, in_span_norm, r(norm) - r(in_span_norm), np.subtract(*losses))


def random_wide_problem(n: int = 50, m: int = 10, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Sample a problem with more features than points.

    Parameters
    ----------
    n : int
        The number of features.
    m : int
        The number of points.
    seed : int
        The same seed gives the same problem.

    Returns
    -------
    X : ndarray of shape (m, n)
        Standard normal numbers.
    y : ndarray of shape (m,)
        Random labels, ±1.

    Notes
    -----
    Note 000, Theorem A.1: V, the span of m < n points, has an orthogonal complement V⊥ of dimension
    n - m or more. The part of θ in V⊥ can only increase ‖θ‖.

    Examples
    --------
    >>> X, y = random_wide_problem(n=20, m=5)
    >>> X.shape, sorted(set(y.tolist()))
    ((5, 20), [-1.0, 1.0])
    """
    rng = np.random.default_rng(seed)
    return rng.normal(size=(m, n)), rng.choice([-1.0, 1.0], size=m)


def _svd(X: np.ndarray) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    """Return the rank of X (m, n), and its full singular value decomposition X = A diag(s) Vᵀ:
    A (m, m), s (min(m, n),) and Vᵀ (n, n)."""
    A, s, Vt = np.linalg.svd(X)
    return int((s > max(X.shape) * EPS * s.max(initial=0.0)).sum()), A, s, Vt
