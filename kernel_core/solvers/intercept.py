"""The intercept b for a loss with pieces: the optimal interval for fixed f, and the search for b.

Note 001, "SVM primal formulation": b is not penalised, so the losses alone determine it. In the
dual b is the multiplier of the constraint Σ alpha_i = 0. For a fixed b the dual has no such
constraint, and the programme of box_qp.py has y - b in place of y. Its Σ alpha_i is a
non-increasing, piecewise linear function of b. The optimal b is the root, which a few secant steps
find; each programme starts from the solution of the previous one.

To avoid jumps of Σ alpha_i, the programme has K + w 11ᵀ in place of K, which is the same problem
where Σ alpha_i = 0. Then b + w Σ alpha_i, the step of the method of multipliers, lies between b and
the root; the search never takes a shorter step, so it also crosses stretches where Σ alpha_i is
constant. Source: D. P. Bertsekas, Constrained Optimization and Lagrange Multiplier Methods, 1982,
chapter 2.
"""

from __future__ import annotations

from collections.abc import Callable
from math import copysign
from typing import TYPE_CHECKING

import numpy as np

from ..duality_gap import relative_gap

if TYPE_CHECKING:
    from .box_qp import BoxQP

MIN_WEIGHT = 0.1  # smallest w, as a share of the mean of K's diagonal
# Longest secant step, relative to the longer of two steps: the previous one, and that of the method
# of multipliers.
MAX_STEP_RATIO = 10.0
# Target gap of the first programme, unless the final target is larger. Each later target is at most
# a tenth of the previous one, but at least half of the final target.
FIRST_GAP = 1e-3
PATIENCE = 12  # number of programmes that do not halve the gap after which the method gives up
PATIENCE_AT_ROUNDING = 2  # the same number, for use once rounding errors limit the gap


def optimal_intercept_interval(
    residual: np.ndarray, lower: np.ndarray, upper: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends low and high (...) of the interval of intercepts that minimise Σ_i
    max(lower_i r_i, upper_i r_i).

    r = residual - b, residual (..., m), lower <= 0 <= upper (m,). For the hinge, residual = y - f
    and 0 <= y_i alpha_i <= C. The slope in b is -Σ upper_i far to the left and rises by upper_i -
    lower_i at each residual_i; the minimum is where it is 0 or changes its sign. The interval is a
    half-line, to ±inf, if no slope is positive or none is negative, and the whole line for m = 0.
    Infinite bounds count as ±1.
    """
    if not np.isfinite(upper - lower).all():
        lower, upper = (np.where(np.isfinite(edge), edge, np.sign(edge)) for edge in (lower, upper))
    rise = (upper - lower)[np.argsort(residual, axis=-1)]
    right = np.cumsum(rise, axis=-1) - upper.sum()  # slope to the right of each residual
    rounding, kinks = 1e-12 * (upper - lower).sum(), np.sort(residual, axis=-1)
    low = np.where(right - rise < -rounding, kinks, -np.inf).max(axis=-1, initial=-np.inf)
    high = np.where(right > rounding, kinks, np.inf).min(axis=-1, initial=np.inf)
    return low, high


def midpoint(low: np.ndarray, high: np.ndarray) -> float:
    """Return the midpoint of an interval; for a half-line its end; for the whole line 0."""
    ends = [float(end) for end in (low, high) if np.isfinite(end)]
    return sum(ends) / max(len(ends), 1)


class InterceptSearch:
    """The search for the intercept b at which the box programme qp has Σ alpha_i = 0.

    qp is changed to K + weight 11ᵀ and q - b. Its Σ alpha_i never rises with b, and falls by at
    most 1 / weight for each unit of b. The sum counts as 0 if it is at most `balance_tolerance`
    times Σ |alpha_i|.
    """

    def __init__(self, qp: BoxQP, balance_tolerance: float = 1e-12) -> None:
        self.qp, self.q, self.balance_tolerance = qp, qp.linear_term, balance_tolerance
        self.low, self.high = -np.inf, np.inf
        self.last: tuple[float, float] | None = None  # previous b and Σ alpha_i
        b = self.best_intercept(np.zeros(len(self.q)))
        travel = float(np.abs(self.q - b).max()) / (len(self.q) * qp.width)
        self.weight = max(MIN_WEIGHT * qp.scale, travel)
        qp.set_matrix(qp.K + self.weight, qp.solves)
        self.move_to(b)

    def move_to(self, b: float) -> None:
        """Continue with the intercept b."""
        self.b, self.qp.linear_term = b, self.q - b

    def best_intercept(self, f: np.ndarray) -> float:
        """Return the intercept that minimises the risk for f = K alpha (n,), for programmes without
        a ridge."""
        return midpoint(*optimal_intercept_interval(self.q - f, self.qp.lower, self.qp.upper))

    @property
    def next_intercept(self) -> float:
        """The next b of the method of multipliers, which lies between b and the root."""
        return self.b + self.weight * float(self.qp.alpha.sum())

    def minimise(
        self,
        target: float,
        unit: float,
        max_solves: int,
        report: Callable[[], None] = lambda: None,
    ) -> tuple[float, float]:
        """Minimise like `BoxQP.minimise`, by a sequence of programmes, each started from the
        solution of the previous one; set `b`. The gap includes a bound on what a change of alpha to
        Σ alpha_i = 0 costs."""
        qp = self.qp
        curvature = (qp.K.diagonal() + (0.0 if qp.ridge is None else qp.ridge)).max()
        box_target, patience, n_stalled = max(FIRST_GAP, target), PATIENCE, 0
        best, smallest_gap = (qp.alpha, self.b), np.inf
        while True:
            gap, primal = qp.minimise(box_target, unit, max_solves, report)
            total, size = float(qp.alpha.sum()), float(np.abs(qp.alpha).sum())
            # A bound on how much the dual value falls if alpha is changed such that Σ alpha_i = 0.
            loss = abs(total) * (np.abs(qp.residual()).max() + curvature / 2 * abs(total))
            excess = relative_gap(loss, unit, primal)
            n_stalled = 0 if gap + excess < smallest_gap / 2 else n_stalled + 1
            if gap + excess < smallest_gap:
                smallest_gap, best = gap + excess, (qp.alpha.copy(), self.next_intercept)
            if gap > box_target:  # rounding limits the gap
                target, patience = max(target, 2 * gap), PATIENCE_AT_ROUNDING
            is_balanced = abs(total) <= self.balance_tolerance * size
            is_done = is_balanced and smallest_gap <= target
            if is_done or qp.solves >= max_solves or n_stalled > patience:
                qp.alpha, self.b = best
                return smallest_gap, primal
            box_target = max(target / 2, min(box_target / 10, excess / 100))
            if not is_balanced:
                self.advance(total)

    def advance(self, total: float) -> None:
        """Choose the next b by a secant step, within [low, high]. `total` is Σ alpha_i at b."""
        b, safe = self.b, self.next_intercept
        size = abs(safe - b)
        if total > 0:
            self.low, self.high = safe, self.high if safe < self.high else np.inf
        else:
            self.low, self.high = self.low if safe > self.low else -np.inf, safe
        if self.last is not None and b != self.last[0]:
            before, total_before = self.last
            fall = (total_before - total) / (b - before)
            farthest = MAX_STEP_RATIO * max(size, abs(b - before))
            size = min(max(abs(total) / fall, size), farthest) if fall > 0 else farthest
        self.last = b, total
        self.move_to(min(max(b + copysign(size, total), self.low), self.high))
