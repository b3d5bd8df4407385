"""What goes wrong when a matrix K that is not positive semidefinite is fitted with. 001.

Take a direction c with cᵀKc < 0, and go along alpha = t c:

- the penalty lam/2 alphaᵀKalpha = lam/2 t² cᵀKc falls without bound. It is no squared norm any
  more. A loss that grows like |t| cannot hold it, so the risk has no minimum. The squared loss
  grows like t², and holds it only where the negative eigenvalue is large: see `risk_falls`.
- the dual's -c²/(2 lam) uᵀKu bends upwards: the dual is not concave, and proves nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..duality_gap import risk_weight
from ..loss import Loss
from .representer.ray import risk_along


def lowest_eigenpair(K: ArrayLike) -> tuple[float, np.ndarray]:
    """The lowest eigenvalue of a symmetric K (m, m), and its eigenvector c (m,) with ‖c‖ = 1.

    The largest |c_i| is positive.
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
    """J(t c) = w Σ_i L(t (Kc)_i, y_i) + lam/2 t² cᵀKc for each t in ts (T,), shape (T,). 000 §3.

    K (m, m), y (m,), direction c (m,); w = 1 for risk="sum", 1/m for "mean".
    """
    K, c, ts = (np.asarray(a, dtype=float) for a in (K, direction, ts))
    f, w = K @ c, risk_weight(risk, len(c))
    return w * risk_along(ts, f, np.asarray(y, dtype=float), c @ f, loss, lam / w)


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
    """The dual D(u + t c) for each t in ts (T,), shape (T,); -inf where it has no value.

    D(u) = -w Σ_i L*(u_i, y_i) - w²/(2 lam) uᵀKu, as in certificate.py. start is u (m,); the middle
    of the hinge's domain, -y/2, where none is given. lam > 0.
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
    """Whether J(t c) falls without bound as t grows, for a direction c (m,).

    The squared loss gives J a slope that changes by w ‖Kc‖² + lam cᵀKc, which for an eigenvector
    is mu (w mu + lam): it falls for -lam/w < mu < 0. A loss that grows like |t| always gives way.
    The exponential loss holds where some example has a margin y_i (Kc)_i below 0.
    """
    K, y, c = (np.asarray(a, dtype=float) for a in (K, y, direction))
    f = K @ c
    bend = float(lam * (c @ f))
    if loss.name == "squared":
        return bend + risk_weight(risk, len(c)) * float(f @ f) < 0
    if loss.name == "exponential":
        return bend < 0 and bool((y * f >= 0).all())
    return bend < 0
