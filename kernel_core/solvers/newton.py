"""Smooth losses: Newton's method on the primal, note 000, eq. (2), with a line search.

Near f the risk is nearly quadratic. With w_i = c L''(f_i) and g_i = c L'(f_i), the minimiser of
this quadratic model solves

    lam alpha + diag(w) (K alpha + b - f) + g = 0,   Σ alpha_i = 0 with an intercept b.

For s = √w and alpha = diag(s) beta, the matrix is lam I + diag(s) K diag(s): symmetric, and
non-singular even where K is singular. For the squared loss the model is exact: one step solves it.
Where K has a low numerical rank, K ≈ LᵀL, the system is solved by conjugate gradients. The system
for LᵀL, which is small by Woodbury's identity, is the preconditioner; a few products with K
suffice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..duality_gap import Callback, Objective, SolverResult, certify, dual_point, primal_objective
from .linalg import conjugate_gradients, low_rank_factor, solve_or_lstsq

MIN_CURVATURE = 1e-300  # smallest curvature, which keeps s above 0 where the curvature underflows
MIN_STEP = 1e-9  # smallest share of a step that the line search tries
PATIENCE = 3  # number of steps without progress after which the method gives up
MIN_LOW_RANK_SIZE = 300  # minimum number of points for K ≈ LᵀL
# Bound on the largest eigenvalue of K - LᵀL, in units of lam / c. Conjugate gradients need about
# √MAX_REMAINDER products with K.
MAX_REMAINDER = 1e3
# Residual at which the conjugate gradients of a step end, relative to the first residual.
STEP_TOLERANCE = 1e-10
# Largest diagonal entry of K - LᵀL, as a share of the largest diagonal entry of K.
MAX_OMITTED = 0.1
# Share of the largest |alpha_j| below which an alpha_i can be lost by cancellation.
EPSILON = np.finfo(float).eps
ROUNDING = 1e-14  # relative change of the risk, or relative gap, that rounding can explain


def solve_smooth(
    objective: Objective,
    *,
    start: SolverResult | None = None,
    tol: float = 1e-6,
    max_iter: int | None = None,
    watch: Callback | None = None,
) -> SolverResult:
    """Minimise the risk for a smooth loss, by Newton's method with a line search (note 004).

    The arguments are those of `solve_box`, but max_iter (by default 200) and `watch` count Newton
    steps, and only the values f of a `start` are used. The target gap is 1e-4 tol. After a warm
    start it is 1e-7 tol, since the method might otherwise stop after its first step, with a less
    accurate f. If the target is below ROUNDING, one further step follows once the gap is at most
    ROUNDING: a gap ε leaves f uncertain by about √ε, and a step squares this error.
    """
    K, y, loss, lam, c, _ = objective
    model = QuadraticModel(objective, factor_if_low_rank(K, lam / c))
    max_steps, target = 200 if max_iter is None else max_iter, 1e-4 if start is None else 1e-7
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        current = None if start is None else model.at(*model.minimiser(start.f))
        steps = 0 if current is None else 1
        risk_of_zero = c * loss.value(0.0, y).sum()
        if current is None or not current.primal < risk_of_zero:
            current = model.at(np.zeros(len(y)), 0.0)
        best, n_stalled = current, 0
        while best.gap > target * tol and steps < max_steps and n_stalled < PATIENCE:
            candidate = model.step(current)
            steps += 1
            if candidate is None and model.L is None:
                break
            if candidate is None:
                model = replace(model, L=None)
                continue
            progress = current.primal - candidate.primal > ROUNDING * abs(current.primal)
            n_stalled = 0 if progress or candidate.gap < best.gap / 2 else n_stalled + 1
            if n_stalled:  # the low-rank factor L may be too inaccurate: use K itself
                model = replace(model, L=None)
            current = candidate
            if watch is not None:
                watch(steps, current.alpha, current.intercept)
            best = min(best, current, key=lambda point: point.gap)
        if target * tol < ROUNDING and current.gap <= ROUNDING:
            last = model.step(current) if steps < max_steps else None
            best, steps = (current, steps) if last is None else (last, steps + 1)
            if watch is not None and last is not None:
                watch(steps, last.alpha, last.intercept)
        if best.gap > tol:
            best = current  # not converged: return the point of lowest risk
        polished = model.point_from_slopes(best)
        best = polished if polished.gap < min(best.gap, tol) else best
        alpha = model.restore_cancelled(best)
    return SolverResult(alpha, best.intercept, best.f, steps)


def factor_if_low_rank(K: np.ndarray, scale: float) -> np.ndarray | None:
    """Return L (r, m) with K ≈ LᵀL, so close that few products with K are needed; None if r is
    large or there are few points."""
    m = len(K)
    if m < MIN_LOW_RANK_SIZE or not K.diagonal().max() > 0:
        return None
    tol = MAX_REMAINDER * scale / (m * K.diagonal().max())
    return low_rank_factor(K, min(max(tol, 1e-15), MAX_OMITTED))


@dataclass(frozen=True, eq=False)
class NewtonPoint:
    """An iterate of Newton's method: alpha (m,), f = K alpha + intercept (m,), its primal value,
    and its gap without the part due to rounding."""

    alpha: np.ndarray
    intercept: float
    f: np.ndarray
    primal: float
    gap: float


@dataclass(frozen=True, eq=False)
class QuadraticModel:
    """The regularised risk, and its quadratic approximation at given values f."""

    objective: Objective
    L: np.ndarray | None = None  # factor (r, m) with K ≈ LᵀL; None to solve with K itself

    def at(self, alpha: np.ndarray, intercept: float) -> NewtonPoint:
        """Return the iterate with alpha (m,) and this intercept, with its certificate."""
        Ka = self.objective.K @ alpha
        proof = certify(self.objective, alpha, intercept, Ka=Ka)
        return NewtonPoint(alpha, intercept, Ka + intercept, proof.primal, proof.gap_to_close)

    def minimiser(self, f: np.ndarray) -> tuple[np.ndarray, float]:
        """Return alpha (m,) and b that minimise the quadratic model of the risk at the values f
        (m,)."""
        _, y, loss, _, c, with_intercept = self.objective
        w = c * loss.curvature(f, y)
        s = np.sqrt(np.maximum(w, MIN_CURVATURE))
        target = s * f - c * loss.derivative(f, y) / s
        if not with_intercept:
            return s * self.solve_shifted(s, target), 0.0
        p, q = self.solve_shifted(s, np.column_stack([target, s])).T
        b = (s @ p) / (s @ q)
        return s * (p - b * q), float(b)

    def solve_shifted(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Return (lam I + diag(s) K diag(s))⁻¹ t for s (m,) and t (m,) or (m, k)."""
        K, lam = self.objective.K, self.objective.lam
        if self.L is None:
            B = K * s
            B *= s[:, None]
            B.flat[:: len(B) + 1] += lam
            return solve_or_lstsq(B, t)
        V, scale = self.L * s, s.reshape(-1, *[1] * (t.ndim - 1))
        B = V @ V.T
        B.flat[:: len(B) + 1] += lam
        inverse = solve_or_lstsq(B, np.eye(len(B)))
        return conjugate_gradients(
            lambda x: lam * x + scale * (K @ (scale * x)),
            lambda r: (r - V.T @ (inverse @ (V @ r))) / lam,
            t,
            STEP_TOLERANCE,
        )

    def step(self, current: NewtonPoint) -> NewtonPoint | None:
        """Return the iterate after a step to the model's minimiser, shortened until the risk falls;
        None if it never falls."""
        K, y, loss, lam, c, _ = self.objective
        alpha, b = self.minimiser(current.f)
        d, db = alpha - current.alpha, b - current.intercept
        Kd = K @ d
        Ka = current.f - current.intercept
        slope = c * loss.derivative(current.f, y) @ (Kd + db) + lam * (d @ Ka)
        t = 1.0
        while t > MIN_STEP:
            norm2 = current.alpha @ Ka + 2 * t * (d @ Ka) + t * t * (d @ Kd)
            losses = loss.value(current.f + t * (Kd + db), y)
            primal = primal_objective(losses, norm2, lam, c)
            if primal <= current.primal + 1e-4 * t * slope + ROUNDING * abs(current.primal):
                return self.at(current.alpha + t * d, current.intercept + t * db)
            t /= 2
        return None

    def restore_cancelled(self, point: NewtonPoint) -> np.ndarray:
        """Return alpha (m,), in which each entry that cancellation has turned into 0 is replaced by
        its value from the slope of the loss."""
        _, y, loss, lam, c, _ = self.objective
        alpha, slopes = point.alpha, loss.derivative(point.f, y)
        tiny = c / lam * np.abs(slopes) <= EPSILON * np.abs(alpha).max()
        return np.where((alpha == 0) & tiny, -c / lam * slopes, alpha)

    def point_from_slopes(self, point: NewtonPoint) -> NewtonPoint:
        """Return the iterate with alpha_i = -c L'(f_i, y_i) / lam from the values f of a point, as
        in the representer theorem (note 000, section 2); with an intercept, alpha is changed to
        have the sum 0."""
        _, y, loss, lam, c, with_intercept = self.objective
        u = dual_point(loss.derivative(point.f, y), y, loss, with_intercept)
        return self.at(-c / lam * u, point.intercept)
