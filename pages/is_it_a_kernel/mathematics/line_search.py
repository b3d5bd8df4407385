"""The risk and the dual of a fit with a matrix K that is not positive semidefinite (note 001).

Let c be a direction with cᵀKc < 0:

- Along alpha = t c, the penalty lam/2 alphaᵀKalpha = lam/2 t² cᵀKc falls without bound, since it is
  not a squared norm. A loss that grows like |t| cannot compensate for this, so the risk has no
  minimum. The squared loss grows like t² and can compensate, see `risk_is_unbounded`.
- Along u + t c, the term -w²/(2 lam) uᵀKu of the dual, with w the weight of a loss, is convex. So
  the dual need not be concave, nor a lower bound of the risk.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Loss
from kernel_core.duality_gap import primal_objective, risk_weight


def lowest_eigenpair(K: ArrayLike) -> tuple[float, np.ndarray]:
    """Return the smallest eigenvalue of a symmetric matrix and its eigenvector.

    Parameters
    ----------
    K : array_like of shape (m, m)
        A symmetric matrix.

    Returns
    -------
    value : float
        The eigenvalue.
    c : ndarray of shape (m,)
        The eigenvector, with ‖c‖ = 1; its entry with the largest |c_i| is positive.

    Notes
    -----
    Note 001, "Using kernel functions" (Mercer theorem): a negative eigenvalue means that K is not a
    Gram matrix.

    Examples
    --------
    >>> value, c = lowest_eigenpair([[0.0, 1.0], [1.0, 0.0]])
    >>> round(value, 6), (c * c).round(6).tolist()
    (-1.0, [0.5, 0.5])
    """
    values, vectors = np.linalg.eigh(np.asarray(K, dtype=float))
    c = vectors[:, 0]
    return float(values[0]), c * np.sign(c[np.abs(c).argmax()])


def line_search_risk(
    K: ArrayLike,
    y: ArrayLike,
    loss: Loss,
    lam: float,
    direction: ArrayLike,
    ts: ArrayLike,
    *,
    risk: str = "sum",
) -> np.ndarray:
    """Compute the risk along a direction of alpha, for any symmetric K.

    Parameters
    ----------
    K : array_like of shape (m, m)
        A symmetric matrix, which need not be positive semidefinite.
    y : array_like of shape (m,)
        Labels or targets.
    loss : Loss
        The loss.
    lam : float
        The weight λ of the penalty.
    direction : array_like of shape (m,)
        The direction c.
    ts : array_like of shape (T,)
        The values of t.
    risk : {"sum", "mean"}
        w = 1 or w = 1/m.

    Returns
    -------
    ndarray of shape (T,)
        J(t c) = w Σ_i L(t (Kc)_i, y_i) + λ/2 t² cᵀKc.

    Notes
    -----
    Note 000 §3, eq. (2).

    Examples
    --------
    >>> import kernel_core as kc
    >>> K, c = [[0.0, 1.0], [1.0, 0.0]], [1.0, -1.0]
    >>> line_search_risk(K, [1.0, -1.0], kc.Hinge(), 1.0, c, [0.0, 10.0]).tolist()
    [2.0, -78.0]
    """
    K, c, ts = (np.asarray(a, dtype=float) for a in (K, direction, ts))
    f, w = K @ c, risk_weight(risk, len(c))
    losses = loss.value(np.multiply.outer(ts, f), np.asarray(y, dtype=float))
    return w * primal_objective(losses, ts**2 * (c @ f), lam / w, 1.0)


def line_search_dual(
    K: ArrayLike,
    y: ArrayLike,
    loss: Loss,
    lam: float,
    direction: ArrayLike,
    ts: ArrayLike,
    *,
    start: ArrayLike | None = None,
    risk: str = "sum",
) -> np.ndarray:
    """Compute the dual of the risk along a direction, for any symmetric K.

    Parameters
    ----------
    K : array_like of shape (m, m)
        A symmetric matrix, which need not be positive semidefinite.
    y : array_like of shape (m,)
        Labels or targets.
    loss : Loss
        The loss.
    lam : float
        The weight λ of the penalty, above 0.
    direction : array_like of shape (m,)
        The direction c.
    ts : array_like of shape (T,)
        The values of t.
    start : array_like of shape (m,), optional
        The point u; by default -y/2, the centre of the domain of D for the hinge loss.
    risk : {"sum", "mean"}
        w = 1 or w = 1/m.

    Returns
    -------
    ndarray of shape (T,)
        D(u + t c); -inf outside the domain of D.

    Notes
    -----
    D(u) = -w Σ_i L*(u_i, y_i) - w²/(2λ) uᵀKu, as in `certificate`. If cᵀKc < 0, its second term is
    convex along c, and D need not be a lower bound of the risk. With the hinge loss D itself is
    convex along c, within its domain. Duality is not in the notes; the risk is J_λ(α) of note 000,
    section 4.

    References
    ----------
    S. Boyd and L. Vandenberghe, Convex Optimization, 2004.

    Examples
    --------
    >>> import kernel_core as kc
    >>> K, c = [[0.0, 1.0], [1.0, 0.0]], [1.0, 1.0]
    >>> line_search_dual(K, [1.0, -1.0], kc.Hinge(), 1.0, c, [0.0, 0.5, 1.0]).tolist()
    [1.25, 1.0, -inf]
    """
    K, y, c, ts = (np.asarray(a, dtype=float) for a in (K, y, direction, ts))
    u = -y / 2 if start is None else np.asarray(start, dtype=float)
    w = risk_weight(risk, len(y))
    points = u + np.multiply.outer(ts, c)
    conjugate = np.array([loss.conjugate(point, y).sum() for point in points])
    quadratic = np.einsum("ti,ij,tj->t", points, K, points)
    return -w * conjugate - w**2 / (2 * lam) * quadratic


def risk_is_unbounded(
    K: ArrayLike, y: ArrayLike, loss: Loss, lam: float, direction: ArrayLike, *, risk: str = "sum"
) -> bool:
    """Return whether the risk falls without bound along a direction of alpha.

    Parameters
    ----------
    K : array_like of shape (m, m)
        A symmetric matrix, which need not be positive semidefinite.
    y : array_like of shape (m,)
        Labels or targets.
    loss : Loss
        The loss.
    lam : float
        The weight λ of the penalty.
    direction : array_like of shape (m,)
        The direction c.
    risk : {"sum", "mean"}
        w = 1 or w = 1/m.

    Returns
    -------
    bool
        Whether J(t c) → -∞ as t grows.

    Notes
    -----
    Note 000, eq. (2). Let cᵀKc < 0. The squared loss keeps J bounded if w ‖Kc‖² + λ cᵀKc > 0 (a
    sum of exactly 0 counts as bounded too), the exponential loss if some margin y_i (Kc)_i is below
    0; a loss that grows like |t| never does. The squared hinge loss, which grows like t² on one
    side, is not supported.

    Examples
    --------
    >>> import kernel_core as kc
    >>> K, y, c = [[0.0, 1.0], [1.0, 0.0]], [1.0, -1.0], [1.0, -1.0]
    >>> [risk_is_unbounded(K, y, loss, 0.1, c) for loss in (kc.Hinge(), kc.Squared())]
    [True, False]
    """
    K, y, c = (np.asarray(a, dtype=float) for a in (K, y, direction))
    f = K @ c
    curvature = float(lam * (c @ f))
    if loss.name == "squared":
        return curvature + risk_weight(risk, len(c)) * float(f @ f) < 0
    if loss.name == "exponential":
        return curvature < 0 and bool((y * f >= 0).all())
    return curvature < 0
