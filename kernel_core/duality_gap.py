"""Duality gaps: bounds on the distance of a solution from the optimum, for convex losses.

The problem is that of note 000, eq. (2), with c = 1/m for the mean risk and c = 1 for the summed
risk of its section 6:

    primal  P(alpha, b) = c Σ L(f_i, y_i) + lam/2 alphaᵀK alpha,   f = K alpha + b
    dual    D(u)        = -c Σ L*(u_i, y_i) - c²/(2 lam) uᵀK u     (Σ u_i = 0 with an intercept)

Every dual value is at most every primal value. By the definition of L* as a supremum, L(f_i, y_i) +
L*(u_i, y_i) >= u_i f_i for any u_i. In the sum over i, b cancels, and

    P - D >= c uᵀK alpha + lam/2 alphaᵀK alpha + c²/(2 lam) uᵀK u = lam/2 dᵀK d >= 0

for d = alpha + c u / lam. Both inequalities are equalities at the optimum, where u_i = L'(f_i, y_i)
and alpha_i = -c u_i / lam: the representer theorem, note 000, section 2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from .base_loss import Loss

EPS = float(np.finfo(float).eps)
HUGE = 1e150  # bound on slopes, so that their squares are finite
TINY = float(np.finfo(float).tiny)
LABEL_EPS = 1e-9  # assumed accuracy of the labels, relative to the largest |y_i|
# A function that a solver calls with the number of iterations, alpha (m,) and the intercept.
Callback = Callable[[int, np.ndarray, float], None]
# Rounding errors above this share of the risk, or of the scale in `Certificate` if that is larger,
# are reduced by extended precision.
VISIBLE_ROUNDING = 1e-8


class Objective(NamedTuple):
    """The objective of a solver: c Σ L(f_i, y_i) + lam/2 alphaᵀK alpha with f = K alpha + b.

    Its variables are alpha (m,) and, with an intercept, b. The shapes are K (m, m) and y (m,); lam
    is above 0, and c is 1/m or 1.
    """

    K: np.ndarray
    y: np.ndarray
    loss: Loss
    lam: float
    c: float
    intercept: bool = False


@dataclass(frozen=True, eq=False)
class SolverResult:
    """The result of a solver, from which another solver can also start.

    alpha (m,) are the coefficients, intercept is b (0 if there is none), f (m,) = K alpha + b (in
    a warm start, approximately), and iterations is the number of linear systems solved.
    """

    alpha: np.ndarray
    intercept: float
    f: np.ndarray
    iterations: int

    def rescale(self, factor: float) -> SolverResult:
        """Return the result with alpha times `factor`, and the same b and f. If c / lam is
        multiplied by `factor` too, the dual point u = -lam alpha / c stays the same."""
        return self if factor == 1.0 else replace(self, alpha=factor * self.alpha)


@dataclass(frozen=True)
class Certificate:
    """A certificate primal >= optimum >= dual, which bounds the distance from the optimum.

    Attributes
    ----------
    primal : float
        The regularised risk of the solution.
    dual : float
        The value of a dual point, minus a bound on its rounding error.
    rounding : float
        The part of primal - dual that bounds rounding errors.
    scale : float
        The scale of the problem's losses, which replaces |primal| in the gap if |primal| is
        smaller.

    Notes
    -----
    The gap is (primal - dual) / max(scale, |primal|). If the loss depends on the margin yf, the
    scale is 1: multiplying K and λ by the same factor changes neither margins nor risk (note 000,
    section 4). If it depends on the residual f - y, the scale is the mean loss of a constant
    prediction: the mean label if there is an intercept, otherwise 0. So the scale grows with y as
    the risk does. If the examples have weights, the scale is multiplied by their median. Duality is
    not in the notes.

    References
    ----------
    S. Boyd and L. Vandenberghe, Convex Optimization, 2004.

    Examples
    --------
    >>> import kernel_core as kc
    >>> round(kc.Certificate(2.0, 1.5).gap, 9)
    0.25
    """

    primal: float
    dual: float
    rounding: float = 0.0
    scale: float = 0.0

    @property
    def gap(self) -> float:
        """The relative duality gap, an upper bound on the relative distance of the risk from its
        minimum; inf if the risk is not finite."""
        if not np.isfinite(self.primal):
            return np.inf
        return relative_gap(self.primal - self.dual, self.scale, self.primal)

    @property
    def gap_to_close(self) -> float:
        """The gap without the part due to rounding, which no further step can reduce."""
        return self.gap - relative_gap(self.rounding, self.scale, self.primal)


def relative_gap(difference: float, scale: float, primal: float) -> float:
    """Return difference / max(scale, |primal|); 0 for a difference of 0, even if the denominator is
    0."""
    return float(difference / max(scale, abs(primal), TINY)) if difference else 0.0


def loss_scale(loss: Loss, y: np.ndarray, with_intercept: bool) -> float:
    """Return the scale of a `Certificate` for labels y (m,), which are assumed accurate to nine
    digits."""
    if loss.margin_based:
        return loss.unit
    constant = y.mean() if with_intercept else 0.0
    blur = np.copysign(LABEL_EPS * np.abs(y).max(), constant - y)
    return loss.unit * float(loss.unweighted.value(constant + blur, y).mean())


def risk_weight(risk: str, m: int) -> float:
    """Return the weight c of the sum of losses: 1/m for "mean", 1 for "sum"."""
    return 1.0 / max(m, 1) if risk == "mean" else 1.0


def primal_objective(
    losses: np.ndarray, norm2: np.ndarray | np.floating | float, lam: np.ndarray | float, c: float
) -> Any:
    """Return J = c Σ_i L_i + lam/2 ‖θ‖², note 000, eq. (2), from losses (..., m) and norm2 = ‖θ‖²
    (...)."""
    return c * losses.sum(axis=-1) + lam / 2 * norm2


def certificate(
    K: np.ndarray,
    y: np.ndarray,
    alpha: np.ndarray,
    intercept: float,
    loss: Loss,
    lam: float,
    risk: str,
    *,
    with_intercept: bool,
) -> Certificate:
    """Compute a certificate for any coefficients: primal and dual values that enclose the optimum.

    Parameters
    ----------
    K : ndarray, shape (m, m)
        The Gram matrix.
    y, alpha : ndarray, shape (m,)
        The labels and the coefficients.
    intercept : float
        The intercept b; 0 without an intercept.
    loss, lam, risk
        As in `fit`.
    with_intercept : bool
        Whether b is a variable; then the dual point must sum to 0.

    Returns
    -------
    Certificate
        The values primal >= optimum >= dual, and the gap between them.

    Notes
    -----
    The primal value is the risk of note 000, eq. (2). The dual point is u = -lam alpha / c, moved
    into the domain of L*. At the optimum u_i = L'(f_i, y_i), as in the proof of note 000, Theorem
    2.1.

    Examples
    --------
    >>> import numpy as np, kernel_core as kc
    >>> y = np.array([-1.0, 1.0])
    >>> proof = kc.certificate(np.eye(2), y, y, 0.0, kc.Hinge(), 1.0, "sum", with_intercept=False)
    >>> proof.primal, round(proof.dual, 9)
    (1.0, 1.0)
    """
    objective = Objective(K, y, loss, lam, risk_weight(risk, len(y)), with_intercept)
    return certify(objective, alpha, intercept)


def certify(
    objective: Objective,
    alpha: np.ndarray,
    intercept: float,
    Ka: np.ndarray | None = None,
    exact: Callable[[], np.ndarray] | None = None,
) -> Certificate:
    """Compute the certificate of alpha and the intercept. `Ka` is K alpha if a solver knows it.

    Rounding changes f_i by about e_i = eps (Σ_j K_ij² alpha_j²)^½, with random signs. Hence it
    changes primal - dual by about c (Σ_i (|L'(f_i, y_i)| + |u_i|)² e_i²)^½. The dual is lowered by
    4 times an upper bound of this, from |K_ij| <= √K_ii √K_jj, and by a bound on the rounding of
    the sums, so that the gap is valid in spite of rounding. If this is not negligible, the sums are
    computed in extended precision, and `exact`, if given, recomputes K.
    """
    K, y, loss, lam, c, with_intercept = objective
    scale = loss_scale(loss, y, with_intercept)
    root = np.sqrt(np.maximum(K.diagonal(), 0.0))  # |K_ij| <= root_i root_j
    for kind in (np.float64, np.longdouble):
        eps = float(np.finfo(kind).eps)
        if kind is np.longdouble and exact is not None:
            K = exact()
            eps = float(np.finfo(K.dtype).eps)
        a: Any = alpha.astype(kind, copy=False)  # alpha in double or extended precision
        f = K @ a if Ka is None or kind is not np.float64 else Ka
        primal = primal_objective(loss.value(f + intercept, y), a @ f, lam, c)
        v = dual_point(-lam / c * a, y, loss, with_intercept)
        moved = -c / lam * v
        shift = moved - a
        penalty = lam / 2 * (moved @ (f + K @ shift if shift.any() else f))
        slope = np.minimum(np.abs(loss.derivative(f + intercept, y)), HUGE)
        rounding = rounding_of_gap(root, slope, v, alpha, primal, c, eps)
        if not rounding > VISIBLE_ROUNDING * max(scale, primal):
            break
    dual = -c * loss.conjugate(v, y).sum() - penalty - rounding
    return Certificate(float(primal), float(dual), float(rounding), scale)


def rounding_of_gap(
    root: np.ndarray,
    slope: np.ndarray,
    v: np.ndarray,
    alpha: np.ndarray,
    primal: np.ndarray,
    c: float,
    eps: float,
) -> np.ndarray:
    """Return a bound on the rounding error of primal - dual, for one solution (m,) or several
    (S, m): root_i = √K_ii, slope_i = |L'(f_i, y_i)|, and v is the dual point."""
    rounding_scale = root * (slope + np.abs(v)).astype(float)
    norms = np.linalg.norm(rounding_scale, axis=-1) * np.linalg.norm(root * alpha, axis=-1)
    # The second term bounds the rounding errors of the sums.
    return 4 * eps * c * norms + 8 * EPS * abs(primal)


def dual_point(u: np.ndarray, y: np.ndarray, loss: Loss, with_intercept: bool) -> np.ndarray:
    """Return a dual point near u (m,): in the conjugate's domain and, with an intercept, of sum 0.

    If u is feasible, the result is u itself. So the dual value equals the primal at the optimum.
    """
    u = loss.clip_dual(u, y)
    if not with_intercept:
        return u
    if not loss.margin_based:
        centred = u - u.mean()
        if (loss.clip_dual(centred, y) == centred).all():
            return centred
    # Make the sum 0: scale down the positive or the negative entries, whichever have the larger
    # sum. They stay in the domain, which contains the interval from 0 to u_i.
    up, down = np.maximum(u, 0.0).sum(), np.maximum(-u, 0.0).sum()
    is_reduced = u > 0 if up > down else u < 0
    return np.where(is_reduced, u * (min(up, down) / max(up, down, np.finfo(float).tiny)), u)
