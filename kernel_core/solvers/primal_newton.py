"""Newton's method over θ: M by M systems, however many points there are (note 000, eq. (2)).

Near θ the risk is nearly quadratic. With w_i = c L''(f_i) and g_i = c L'(f_i), the minimiser of
this quadratic model is θ + d, where

    (Φᵀdiag(w)Φ + lam I) d = -(Φᵀg + lam θ).

The certificate is that of duality_gap.py, for the weights θ of explicit features in place of alpha.
With Φ (m, M), whose rows are φ(x_i), and c = 1/m for the mean risk, c = 1 for the sum:

    primal  P(θ) = c Σ L(f_i, y_i) + lam/2 ‖θ‖²,   f = Φθ                          note 000, eq. (2)
    dual    D(u) = -c Σ L*(u_i, y_i) - lam/2 ‖Φᵀalpha‖²,   alpha = -c u / lam

At the optimum they are equal, and θ = Φᵀalpha: this is the representer theorem, which the method
does not assume. No m by m matrix is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..base_loss import Loss
from ..duality_gap import EPS, HUGE, Certificate, dual_point, loss_scale, primal_objective
from .linalg import solve_or_lstsq
from .newton import PATIENCE, ROUNDING

SLOPE_RATIO = 0.1  # the line search ends when the slope has fallen to this share of its first value
HALVINGS = 60  # largest number of bisections in the line search


@dataclass(frozen=True, eq=False)
class PrimalPoint:
    """An iterate θ (M,) of Newton's method, its certificate, and the alpha (m,) of its dual
    point."""

    theta: np.ndarray
    proof: Certificate
    alpha: np.ndarray


@dataclass(frozen=True, eq=False)
class PrimalRisk:
    """The regularised risk c Σ L(f_i, y_i) + lam/2 ‖θ‖² with f = Φθ, Phi (m, M), y (m,), lam >
    0."""

    Phi: np.ndarray
    y: np.ndarray
    loss: Loss
    lam: float
    c: float

    def at(self, theta: np.ndarray, u: np.ndarray | None = None) -> PrimalPoint:
        """Return the iterate θ with its certificate. The certificate uses the dual point u (m,); by
        default u_i = L'(f_i, y_i)."""
        proof, alpha = certify_theta(self, theta, u)
        return PrimalPoint(theta, proof, alpha)

    def step(self, current: PrimalPoint) -> PrimalPoint | None:
        """Minimise the risk approximately on the way to the quadratic model's minimiser. Return the
        iterate, or None if the risk does not fall."""
        theta, Phi = current.theta, self.Phi
        f = Phi @ theta
        gradient = self.c * (self.loss.derivative(f, self.y) @ Phi) + self.lam * theta
        H = self.c * (Phi.T * self.loss.curvature(f, self.y)) @ Phi
        H.flat[:: len(H) + 1] += self.lam
        size = np.sqrt(H.diagonal())
        d = -solve_or_lstsq(H / size / size[:, None], gradient / size) / size
        df, penalty_slope, penalty_curvature = Phi @ d, self.lam * (theta @ d), self.lam * (d @ d)

        def slope(t: float) -> float:
            """Return the slope of the risk at θ + t d, along d; it increases with t, since the risk
            is convex."""
            return (
                self.c * (self.loss.derivative(f + t * df, self.y) @ df)
                + penalty_slope
                + t * penalty_curvature
            )

        first = slope(0.0)
        t = _backtrack_to_stationary(slope, first)
        return self.at(theta + t * d) if first < 0 and t > 0 else None


def certify_theta(
    risk: PrimalRisk,
    theta: np.ndarray,
    u: np.ndarray | None = None,
    intercept: float = 0.0,
    with_intercept: bool = False,
) -> tuple[Certificate, np.ndarray]:
    """Return the certificate for θ (M,) and the intercept, and the alpha (m,) of the dual point.

    `with_intercept`: whether the problem has an intercept, so that alpha must sum to 0. The dual
    point is u (m,), moved into the domain; by default u_i = L'(f_i, y_i). The dual value is lowered
    by a bound on its rounding error, as in `certify`; if it is then negative, 0 replaces it.
    """
    Phi, y, loss, lam, c = risk.Phi, risk.y, risk.loss, risk.lam, risk.c
    f = Phi @ theta + intercept
    slope = loss.derivative(f, y)
    v = dual_point(slope if u is None else u, y, loss, with_intercept)
    alpha = -c / lam * v
    theta_of_alpha = alpha @ Phi
    conjugates = loss.conjugate(v, y)
    primal = primal_objective(loss.value(f, y), theta @ theta, lam, c)
    length = np.sqrt(np.einsum("ij,ij->i", Phi, Phi))
    rounding_scale = length * (np.minimum(np.abs(slope), HUGE) + np.abs(v))
    longest = max(np.linalg.norm(theta), np.linalg.norm(theta_of_alpha))
    sums = primal + c * (np.abs(conjugates) + np.abs(v * y)).sum()
    rounding = 2 * EPS * c * np.linalg.norm(rounding_scale) * longest + 8 * EPS * sums
    dual = -c * conjugates.sum() - lam / 2 * (theta_of_alpha @ theta_of_alpha) - rounding
    if not dual > 0.0:  # 0 is a better lower bound of the risk, since no loss is negative
        dual = rounding = 0.0
    scale = loss_scale(loss, y, with_intercept)
    return Certificate(float(primal), float(dual), float(rounding), scale), alpha


def _backtrack_to_stationary(slope: Callable[[float], float], first: float) -> float:
    """Find by bisection a t in (0, 1] at which the size of an increasing slope is at most a tenth
    of its first value; 1 if the slope is still negative there. If no t is found, return the largest
    t tried with a negative slope, or 0.
    """
    low, high, t = 0.0, 1.0, 1.0
    for _ in range(HALVINGS):
        s = slope(t)
        if abs(s) <= SLOPE_RATIO * abs(first) or (t == 1.0 and s < 0):
            return t
        low, high = (t, high) if s < 0 else (low, t)
        t = (low + high) / 2
    return low


def newton(
    risk: PrimalRisk, current: PrimalPoint, tolerance: float, max_steps: int
) -> tuple[PrimalPoint, int]:
    """Take Newton steps from `current` to a gap of `tolerance`, or until they make no progress.

    Take at most `max_steps`. Return the most accurate point and the number of steps.
    """
    best, steps, n_stalled = current, 0, 0
    while best.proof.gap_to_close > tolerance and steps < max_steps and n_stalled < PATIENCE:
        candidate = risk.step(current)
        steps += 1
        if candidate is None:
            break
        progress = current.proof.primal - candidate.proof.primal > ROUNDING * current.proof.primal
        nearer = candidate.proof.gap_to_close < best.proof.gap_to_close / 2
        n_stalled, current = 0 if progress or nearer else n_stalled + 1, candidate
        best = min(best, current, key=lambda place: place.proof.gap_to_close)
    if tolerance < ROUNDING and current.proof.gap_to_close <= ROUNDING:  # see `solve_smooth`
        last = risk.step(current) if steps < max_steps else None
        best, steps = (current, steps) if last is None else (last, steps + 1)
    return best, steps
