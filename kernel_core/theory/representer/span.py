"""What lies off the span of the data is wasted: 000, appendix A, Theorem A.1.

    J_r(θ) = (1/m) Σ L(θᵀx_i, y_i) + r(‖θ‖)     (5), r any function that never falls

θ = θ^(α) + u with θ^(α) = Σ alpha_i x_i and u orthogonal to every x_i. Then ‖θ‖² = ‖θ^(α)‖² + ‖u‖²
(6a) and θᵀx_i = θ^(α)ᵀx_i (6b), so J_r(θ^(α)) <= J_r(θ). The x_i may be rows of features.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ...duality_gap import EPS
from ...loss import Loss
from ...validation import check_data, check_points, check_vector
from .regularisers import Regulariser


class SpanBases(NamedTuple):
    """Orthonormal bases, as columns: v (n, n₀) of the span of the data, u (n, n⊥) of the rest."""

    v: np.ndarray
    u: np.ndarray


class OrthogonalSplit(NamedTuple):
    """θ = in_span + off_span, with in_span = Σ alpha_i x_i and off_span ⟂ every x_i.

    alpha (m,), in_span (n,), off_span (n,). Where many alpha give the same in_span (more points
    than the span has dimensions) it is the shortest one.
    """

    alpha: np.ndarray
    in_span: np.ndarray
    off_span: np.ndarray


@dataclass(frozen=True, eq=False)
class OffSpanExcess:
    """J_r(θ) - J_r(θ^(α)) for many θ, each array (draws,).

    By (6b) the losses of θ and θ^(α) are the same, so excess is r(‖θ‖) - r(‖θ^(α)‖), with ‖θ‖² the
    sum in (6a): rounding never makes a sum with one more square the smaller one. So excess is not
    below 0, and exactly 0 where r is the same for both norms. loss_rounding is what the mean losses
    differ by when each is computed from its own θ: by (6b) all of it is rounding.
    """

    norm: np.ndarray
    in_span_norm: np.ndarray
    excess: np.ndarray
    loss_rounding: np.ndarray


def span_bases(X: ArrayLike) -> SpanBases:
    """Bases of the span of the rows of X (m, n), and of what is orthogonal to it.

    A direction counts where its singular value is above rounding: max(m, n) eps times the largest.
    """
    X = check_points(X)
    rank, _, _, Vt = _svd(X)
    return SpanBases(Vt[:rank].T, Vt[rank:].T)


def orthogonal_split(theta: ArrayLike, X: ArrayLike) -> OrthogonalSplit:
    """θ (n,) in its two parts, for points X (m, n). Theorem A.1."""
    X = check_points(X)
    theta = check_vector(theta, "θ", X.shape[1], "coordinate", most_axes=np.inf)
    rank, A, s, Vt = _svd(X)
    v, u = Vt[:rank], Vt[rank:]
    nu = v @ theta
    return OrthogonalSplit(A[:, :rank] @ (nu / s[:rank]), nu @ v, (u @ theta) @ u)


def regularised_risk(
    theta: ArrayLike, X: ArrayLike, y: ArrayLike, loss: Loss, r: Regulariser
) -> np.ndarray:
    """J_r(θ), equation (5), for θ (n,): a number; for θ (..., n) an array (...)."""
    X, y = check_data(X, y, loss)
    theta = check_vector(theta, "θ", X.shape[1], "coordinate", most_axes=np.inf)
    return loss.value(theta @ X.T, y).mean(axis=-1) + r(np.linalg.norm(theta, axis=-1))


def sample_off_span_excess(
    X: ArrayLike, y: ArrayLike, loss: Loss, r: Regulariser, draws: int = 1000, seed: int = 0
) -> OffSpanExcess:
    """`draws` random θ ~ N(0, I), each beside its θ^(α); X (m, n), y (m,)."""
    X, y = check_data(X, y, loss)
    rng = np.random.default_rng([seed, 1])  # not the stream of points drawn with this seed
    theta = rng.normal(size=(draws, X.shape[1]))
    v, u = span_bases(X)
    in_span = (theta @ v) @ v.T
    in_span2 = np.square(theta @ v).sum(axis=1)
    norm, in_span_norm = np.sqrt(in_span2 + np.square(theta @ u).sum(axis=1)), np.sqrt(in_span2)
    losses = (loss.value(part @ X.T, y).mean(axis=1) for part in (theta, in_span))
    return OffSpanExcess(norm, in_span_norm, r(norm) - r(in_span_norm), np.subtract(*losses))


def random_wide_problem(n: int = 50, m: int = 10, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """m points of n features, X (m, n) ~ N(0, I), with labels y (m,) of -1/+1 by chance."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(m, n)), rng.choice([-1.0, 1.0], size=m)


def _svd(X: np.ndarray) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    """The rank of X (m, n), and A (m, m), s (min(m, n),), Vᵀ (n, n) with X = A diag(s) Vᵀ."""
    A, s, Vt = np.linalg.svd(X)
    return int((s > max(X.shape) * EPS * s.max(initial=0.0)).sum()), A, s, Vt
