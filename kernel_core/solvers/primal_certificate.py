"""The certificate of certificate.py, for an answer θ over explicit features instead of alpha.

With Φ (m, M), whose rows are φ(x_i), and c = 1/m for the mean risk, c = 1 for the sum:

    primal  P(θ) = c Σ L(f_i, y_i) + lam/2 ‖θ‖²,   f = Φθ                          000 eq. (2)
    dual    D(u) = -c Σ L*(u_i, y_i) - lam/2 ‖Φᵀalpha‖²,   alpha = -c u / lam

They meet where θ = Φᵀalpha: the representer theorem, found without being assumed. No m by m matrix
is needed.
"""

from __future__ import annotations

import numpy as np

from ..duality_gap import EPS, HUGE, Certificate
from ..loss import Loss


def certify_theta(
    Phi: np.ndarray,
    y: np.ndarray,
    theta: np.ndarray,
    loss: Loss,
    lam: float,
    c: float,
    u: np.ndarray | None = None,
) -> tuple[Certificate, np.ndarray]:
    """The proof for θ (M,), and the alpha (m,) of its dual point; Phi (m, M), y (m,), lam > 0.

    The dual point is u (m,), moved into the domain; by default u_i = L'(f_i, y_i). The dual value
    is lowered by twice what rounding may have added, as in `certify`.
    """
    f = Phi @ theta
    slope = loss.derivative(f, y)
    v = loss.clip_dual(slope if u is None else u, y)
    alpha = -c / lam * v
    inside = alpha @ Phi
    losses, conjugates = loss.value(f, y), loss.conjugate(v, y)
    primal = c * losses.sum() + lam / 2 * (theta @ theta)
    length = np.sqrt(np.einsum("ij,ij->i", Phi, Phi))
    felt = length * (np.minimum(np.abs(slope), HUGE) + np.abs(v))
    longest = max(np.linalg.norm(theta), np.linalg.norm(inside))
    sums = primal + c * (np.abs(conjugates) + np.abs(v * y)).sum()
    rounding = 2 * EPS * c * np.linalg.norm(felt) * longest + 8 * EPS * sums
    dual = -c * conjugates.sum() - lam / 2 * (inside @ inside) - rounding
    return Certificate(float(primal), float(dual), float(rounding)), alpha
