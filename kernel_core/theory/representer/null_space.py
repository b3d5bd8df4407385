"""Other minimisers: where K is singular, many alpha make one function. 001, the exercise.

If Kv = 0 then alpha and alpha + tv have the same K alpha and the same alphaᵀK alpha, for every t:
the predictions, the norm and so the risk stay, and one is a minimiser if the other is. But
vᵀKv = ‖Φᵀv‖² = 0, so w = Φᵀ(alpha + tv) stays too: there is one w*.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...duality_gap import risk_weight
from ...loss import Loss
from ...validation import check_lam, check_options, check_points, check_symmetric

TIE = 1e-9  # lengths that differ by less are equal, and the first one is taken


@dataclass(frozen=True, eq=False)
class RiskAtAlpha:
    """What an alpha (m,) means; each array has a leading axis (S,) where alpha has one, (S, m).

    risk = J_λ(alpha), a number; f (m,) = K alpha + intercept; norm2 = alphaᵀK alpha, a number;
    w (M,) = Φᵀalpha where features were given, else None.
    """

    risk: np.ndarray
    f: np.ndarray
    norm2: np.ndarray
    w: np.ndarray | None


def null_space_basis(K: ArrayLike, tol: float = 1e-12) -> np.ndarray:
    """An orthonormal basis (m, k) of the v with Kv = 0, as columns, for a symmetric K (m, m).

    An eigenvalue counts as 0 up to tol times the largest, so that ‖Kv‖ <= tol ‖K‖. The basis is
    made as sparse as going through the points in turn makes it: two equal points i < j give
    (e_i - e_j)/√2. k = 0 where K is not singular.
    """
    K = check_symmetric(K)
    values, V = np.linalg.eigh(K)
    N = V[:, np.abs(values) <= tol * np.abs(values).max()]
    return _gram_schmidt(N @ N.T, N.shape[1])


def along_direction(alpha: ArrayLike, direction: ArrayLike, t: ArrayLike) -> np.ndarray:
    """alpha + t v for alpha and v (m,): (m,) for a number t, (S, m) for t (S,)."""
    alpha, direction = np.asarray(alpha, dtype=float), np.asarray(direction, dtype=float)
    if alpha.ndim != 1 or alpha.shape != direction.shape:
        raise ValueError(
            f"alpha and the direction must be lists of equal length; their shapes are "
            f"{alpha.shape} and {direction.shape}."
        )
    return alpha + np.multiply.outer(np.asarray(t, dtype=float), direction)


def risk_at_alpha(
    K: ArrayLike,
    y: ArrayLike,
    alpha: ArrayLike,
    loss: Loss,
    lam: float,
    *,
    risk: str = "mean",
    intercept: float = 0.0,
    Phi: ArrayLike | None = None,
) -> RiskAtAlpha:
    """Risk, predictions, norm and w at alpha (m,), or at many, (S, m); K (m, m), Phi (m, M).

    J_λ(alpha) in K alone, 000 §4: c Σ L(f_i, y_i) + lam/2 alphaᵀK alpha.
    """
    check_options(risk, 1.0)
    K, y, alpha = check_symmetric(K), np.asarray(y, dtype=float), np.asarray(alpha, dtype=float)
    if alpha.shape[-1:] != (len(K),) or y.shape != (len(K),):
        raise ValueError(
            f"K is {len(K)} by {len(K)}, so alpha and y must hold {len(K)} numbers; their shapes "
            f"are {alpha.shape} and {y.shape}."
        )
    f = alpha @ K
    norm2 = (alpha * f).sum(axis=-1)
    losses = risk_weight(risk, len(y)) * loss.value(f + intercept, y).sum(axis=-1)
    w = None if Phi is None else alpha @ check_points(Phi)
    return RiskAtAlpha(losses + check_lam(lam) / 2 * norm2, f + intercept, norm2, w)


def _gram_schmidt(P: np.ndarray, k: int) -> np.ndarray:
    """k orthonormal columns (m, k) of the projection P (m, m) of rank k: Gram and Schmidt.

    Each comes from the point e_i of which most is left, the first of equals; it is positive there.
    """
    columns = np.zeros((len(P), k))
    for j in range(k):
        left = np.linalg.norm(P, axis=0)
        i = int(np.flatnonzero(left >= left.max() - TIE)[0])
        q = P[:, i] / left[i]
        columns[:, j] = q
        P = P - np.outer(q, q @ P)
    return columns
