"""Other minimisers: if K is singular, many alpha give the same function (note 001, the exercise).

If Kv = 0 then alpha and alpha + tv have the same K alpha and the same alphaᵀK alpha, for every t:
the predictions, the norm and the risk do not change, so alpha + tv is a minimiser if alpha is. But
vᵀKv = ‖Φᵀv‖² = 0, so w = Φᵀ(alpha + tv) does not change either: there is one w*.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Loss
from kernel_core.duality_gap import primal_objective, risk_weight
from kernel_core.validation import check_lam, check_options, check_points, check_symmetric

# Remainders in `_gram_schmidt` whose lengths differ by less than this count as equally long.
TIE_TOLERANCE = 1e-9


@dataclass(frozen=True, eq=False)
class RiskAtAlpha:
    """Risk, predictions, norm and weights for one alpha (m,), or for S vectors alpha (S, m).

    Attributes
    ----------
    risk : ndarray of shape () or (S,)
        J_λ(alpha).
    f : ndarray of shape (m,) or (S, m)
        K alpha + intercept.
    norm2 : ndarray of shape () or (S,)
        alphaᵀK alpha.
    w : ndarray of shape (M,) or (S, M), or None
        Φᵀalpha, if features were given.

    Notes
    -----
    Note 000 §4: J_λ(α) = (1/m) Σ_i L(K⁽ⁱ⁾ᵀα, y⁽ⁱ⁾) + λ/2 αᵀKα. Note 001, the exercise "are there
    other minimizers?".

    Examples
    --------
    >>> import kernel_core as kc
    >>> point = risk_at_alpha([[1.0]], [1.0], [0.5], kc.Squared(), 1.0)
    >>> float(point.risk), point.f.tolist(), float(point.norm2)
    (0.25, [0.5], 0.25)
    """

    risk: np.ndarray
    f: np.ndarray
    norm2: np.ndarray
    w: np.ndarray | None


def null_space_basis(K: ArrayLike, tol: float = 1e-12) -> np.ndarray:
    """Return an orthonormal basis of the null space of K: of all v with Kv = 0.

    Parameters
    ----------
    K : array_like of shape (m, m)
        A symmetric matrix.
    tol : float
        An eigenvalue counts as 0 up to tol times the largest |eigenvalue|.

    Returns
    -------
    ndarray of shape (m, k)
        The basis as columns, see `_gram_schmidt`; k = 0 if K is not singular.

    Raises
    ------
    ValueError
        If K is not symmetric and finite.

    Notes
    -----
    Note 001, the exercise: alpha and alpha + tv give the same function.

    Examples
    --------
    >>> null_space_basis([[1.0, 1.0], [1.0, 1.0]]).round(4).tolist()  # two equal points
    [[0.7071], [-0.7071]]
    """
    K = check_symmetric(K)
    values, V = np.linalg.eigh(K)
    N = V[:, np.abs(values) <= tol * np.abs(values).max()]
    return _gram_schmidt(N @ N.T, N.shape[1])


def along_direction(alpha: ArrayLike, direction: ArrayLike, t: ArrayLike) -> np.ndarray:
    """Compute alpha + t v.

    Parameters
    ----------
    alpha : array_like of shape (m,)
        The coefficients at t = 0.
    direction : array_like of shape (m,)
        The direction v.
    t : float or array_like of shape (S,)
        The factor of v.

    Returns
    -------
    ndarray of shape (m,) or (S, m)
        The coefficients at each t.

    Raises
    ------
    ValueError
        If alpha and v are not lists of equal length.

    Notes
    -----
    Note 001, the exercise after α = (K + λI)⁻¹y, "are there other minimizers?": where Kv = 0, they
    are alpha + t v.

    Examples
    --------
    >>> along_direction([1.0, 0.0], [1.0, -1.0], [0.0, 2.0]).tolist()
    [[1.0, 0.0], [3.0, -2.0]]
    """
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
    """Compute risk, predictions and norm at one alpha, or at many.

    Parameters
    ----------
    K : array_like of shape (m, m)
        The Gram matrix.
    y : array_like of shape (m,)
        Labels or targets.
    alpha : array_like of shape (m,) or (S, m)
        The coefficients.
    loss : Loss
        The loss.
    lam : float
        λ, 0 or more.
    risk : {"mean", "sum"}
        c = 1/m or c = 1.
    intercept : float
        Added to K alpha.
    Phi : array_like of shape (m, M), optional
        Features as rows, for w = Φᵀalpha.

    Returns
    -------
    RiskAtAlpha
        J_λ(alpha) = c Σ L(f_i, y_i) + λ/2 alphaᵀK alpha, with its parts.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 000 §4: J_λ(α) = (1/m) Σ_i L(K⁽ⁱ⁾ᵀα, y⁽ⁱ⁾) + λ/2 αᵀKα.

    Examples
    --------
    >>> import kernel_core as kc
    >>> K, v = [[1.0, 1.0], [1.0, 1.0]], [1.0, -1.0]
    >>> alphas = along_direction([0.5, 0.0], v, [0.0, 1.0, 9.0])
    >>> risk_at_alpha(K, [1.0, 1.0], alphas, kc.Hinge(), 1.0).risk.tolist()
    [0.625, 0.625, 0.625]
    """
    check_options(risk, 1.0)
    K, y, alpha = check_symmetric(K), np.asarray(y, dtype=float), np.asarray(alpha, dtype=float)
    if alpha.shape[-1:] != (len(K),) or y.shape != (len(K),):
        raise ValueError(
            f"K is {len(K)} by {len(K)}, so alpha and y must have {len(K)} numbers; their shapes "
            f"are {alpha.shape} and {y.shape}."
        )
    f = alpha @ K
    norm2 = (alpha * f).sum(axis=-1)
    losses, c = loss.value(f + intercept, y), risk_weight(risk, len(y))
    w = None if Phi is None else alpha @ check_points(Phi)
    J = primal_objective(losses, norm2, check_lam(lam), c)
    return RiskAtAlpha(J, f + intercept, norm2, w)


def _gram_schmidt(P: np.ndarray, k: int) -> np.ndarray:
    """Return k orthonormal columns (m, k) that span the range of a projection P (m, m) of rank k.

    They are computed by the Gram–Schmidt process, each from the unit vector e_i whose projection
    has the longest remainder (the first, if there are several). Each column is positive at its i.
    """
    columns = np.zeros((len(P), k))
    for j in range(k):
        left = np.linalg.norm(P, axis=0)
        i = int(np.flatnonzero(left >= left.max() - TIE_TOLERANCE)[0])
        q = P[:, i] / left[i]
        columns[:, j] = q
        P = P - np.outer(q, q @ P)
    return columns
