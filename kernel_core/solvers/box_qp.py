"""A quadratic programme in a box: the dual problem of every piecewise linear or quadratic loss.

    minimise ½ aᵀ(K + diag(ridge)) a - qᵀa,   lower_i <= a_i <= upper_i

For the hinge loss a is alpha, q = y, 0 <= y_i a_i <= C (notes 000, eq. (3), and 001), and there is
no ridge; active_set.py has the programme of any loss with pieces.

A primal active set solves it: every variable is at its lower bound, at its upper bound, or free
between the two. Let residual = q - (K + diag(ridge)) a, the negative gradient. Then a is
optimal if residual_i is 0 for free variables, <= 0 at the lower and >= 0 at the upper bound.

`minimise_free` solves for the free variables; where the solution leaves the box, a line search
fixes the variables that meet a bound, and the system is solved for the others. `release` then frees
the few fixed variables that contribute most to the duality gap. `minimise` alternates both until
the gap is closed. In exact arithmetic no round raises the objective, and there are finitely many
sets of free variables; the number of rounds without progress is limited.

C. Cortes and V. Vapnik, Support-vector networks, Machine Learning 20, 1995.
J. Nocedal and S. J. Wright, Numerical Optimization, 2nd edition, 2006. Chapter 16.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isfinite

import numpy as np

from ..duality_gap import relative_gap
from .linalg import sparse_product
from .maintained_inverse import DirectSystem, MaintainedInverse, shifted_block

# Number of rounds without progress after which the method gives up; from the second such round on,
# each frees only one variable.
PATIENCE = 50
MIN_RELEASED = 8  # number of fixed variables that a round with progress may always free
# Share of the number of free variables that a round may free, if that is more than MIN_RELEASED.
RELEASE_FRACTION = 1 / 6
MAX_BREAKPOINTS = 8  # maximum number of bounds that the line search tries in one step
MIN_INVERSE_SIZE = 110  # minimum number of free variables for a maintained inverse
ROUNDING = 1e-15  # a smaller relative rise of the dual does not count as progress
# A variable closer to a bound than this share of the box's width counts as at the bound.
SNAP = 1e-12
# Largest box width that SNAP multiplies, in units of the longest step of one variable; in a wider
# box, SNAP multiplies this width.
MAX_WIDTH = 1e6
# Share of K_ii that is added to K_ii, to make singular systems solvable; the next round corrects
# the error.
RIDGE = 1e-13
# Share of the mean of K's diagonal that is added to K_ii before the sum is multiplied by RIDGE,
# since K_ii may be 0.
ZERO_DIAGONAL = 1e-9


class BoxQP:
    """A programme with K (n, n), linear_term q, lower <= 0 <= upper and ridge (n,), and its state.

    alpha (n,) are the variables, 0 at first, f is K alpha, free_indices are the free variables, and
    solves is the number of linear systems solved. ridge is None if it is 0; bounds may be infinite
    where it is above 0. `minimise` gives up after `patience` rounds without progress.
    """

    def __init__(
        self,
        K: np.ndarray,
        linear_term: np.ndarray,
        lower: np.ndarray,
        upper: np.ndarray,
        *,
        ridge: np.ndarray | None = None,
        patience: int = PATIENCE,
    ) -> None:
        self.linear_term, self.ridge, self.patience = linear_term, ridge, patience
        self.set_matrix(K)
        self.set_bounds(lower, upper)
        self.alpha, self.f = np.zeros(len(K)), np.zeros(len(K))
        self.free_indices = np.empty(0, dtype=int)

    def set_matrix(self, K: np.ndarray, solves: int = 0) -> None:
        """Continue with another K (n, n); `solves` is the number of systems solved so far."""
        diagonal = K.diagonal()
        self.K, self.scale = K, diagonal.mean() or 1.0
        self.shift = RIDGE * (diagonal + ZERO_DIAGONAL * self.scale)
        if self.ridge is not None:
            self.shift = self.shift + self.ridge
        self.inverse: MaintainedInverse | None = None
        self.solves = solves

    def set_bounds(self, lower: np.ndarray, upper: np.ndarray) -> None:
        """Continue with another box, lower and upper (n,)."""
        self.lower, self.upper, widths = lower, upper, upper - lower
        self.width = float(widths.max())
        curvature = self.scale + (0.0 if self.ridge is None else self.ridge.max())
        # About the longest step from 0 to the minimum in one variable.
        step = np.abs(self.linear_term).max() / curvature
        if not isfinite(self.width):
            self.width, widths = step, np.where(np.isfinite(widths), widths, step)
        self.snap = SNAP * np.minimum(widths, MAX_WIDTH * step or np.inf)

    def warm_start(self, alpha: np.ndarray) -> None:
        """Start at alpha (n,), clipped to the box."""
        self.alpha = np.clip(alpha, self.lower, self.upper)
        self.free_indices = self.snap_to_bounds(np.arange(len(alpha)))
        self.f = sparse_product(self.K, self.alpha)

    def minimise(
        self,
        target: float,
        unit: float,
        max_solves: int,
        report: Callable[[], None] = lambda: None,
    ) -> tuple[float, float]:
        """Reach a relative gap of `target`, or as near as rounding and `max_solves` allow. Keep the
        state with the smallest gap; return its gap and primal.

        The gap is relative to the primal, or to `unit` if that is larger; for the programme of a
        loss the primal is the risk divided by lam. `report` is called in each round.
        """
        best_dual, n_stalled, smallest_gap = -np.inf, 0, np.inf
        # `n_vague` counts the rounds, since the gap was last halved, in which the gap is below its
        # rounding error.
        halved_gap, n_vague = np.inf, 0
        best = self.alpha, self.free_indices, self.f, 0.0
        while True:
            self.minimise_free()
            contribution, primal, dual = self.gap_per_point()
            report()
            gap = relative_gap(contribution.sum(), unit, primal)
            if gap < smallest_gap:
                smallest_gap = gap
                best = self.alpha.copy(), self.free_indices, self.f.copy(), primal
            n_stalled = 0 if dual > best_dual + ROUNDING * abs(dual) else n_stalled + 1
            best_dual = max(best_dual, dual)
            if gap < halved_gap / 2:
                halved_gap, n_vague = gap, 0
            n_vague += contribution.sum() < self.rounding_of_gap()
            if gap <= target or self.solves >= max_solves:
                break
            if max(n_stalled, n_vague) > self.patience:
                break
            share = int(RELEASE_FRACTION * len(self.free_indices))
            self.release(contribution, 1 if n_stalled > 1 else max(MIN_RELEASED, share))
        self.alpha, self.free_indices, self.f, primal = best
        return smallest_gap, primal

    def residual(self) -> np.ndarray:
        """Return the negative gradient (n,)."""
        residual = self.linear_term - self.f
        return residual if self.ridge is None else residual - self.ridge * self.alpha

    def snap_to_bounds(self, indices: np.ndarray) -> np.ndarray:
        """Set each entry of alpha[indices] that is within rounding of a bound to that bound. Return
        the indices that remain free."""
        a, low, high = self.alpha[indices], self.lower[indices], self.upper[indices]
        snap = self.snap[indices]
        at_low, at_high = a - low < snap, high - a < snap
        is_at_bound = at_low | at_high
        if not is_at_bound.any():
            return indices
        self.alpha[indices] = np.where(at_low, low, np.where(at_high, high, a))
        return indices[~is_at_bound]

    def minimise_free(self) -> None:
        """Minimise over the free variables; fix those that meet a bound on the way."""
        F = initial_free = self.free_indices
        if not len(F):
            return
        a, low, high = self.alpha[F], self.lower[F], self.upper[F]
        before = a
        system, r = self.newton_system(F)
        while len(F):
            d = system.solve(r)
            self.solves += 1
            rises = d > 0
            ratios = np.where(rises, high - a, a - low) / np.abs(d)
            if not np.fmin.reduce(ratios) < 1.0:
                self.alpha[F] = a + d
                F = self.snap_to_bounds(F)
                break
            step, A_step, at_bound = self.piecewise_line_search(system, r, d, ratios)
            self.alpha[F] = np.where(at_bound, np.where(rises, high, low), a + step)
            remaining = np.flatnonzero(~at_bound)
            r = (r - A_step)[remaining]
            system.restrict(remaining)
            F, low, high = F[remaining], low[remaining], high[remaining]
            a = self.alpha[F]
        self.free_indices = F
        change = self.alpha[initial_free] - before
        if 4 * len(initial_free) < len(self.f):
            self.f += change @ self.K.take(initial_free, 0)
        else:
            self.f = sparse_product(self.K, self.alpha)

    def piecewise_line_search(
        self,
        system: DirectSystem | MaintainedInverse,
        r: np.ndarray,
        d: np.ndarray,
        ratios: np.ndarray,
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Of the steps along d (n,) to the first breakpoints, return the one that decreases the
        objective most. Also return A times this step, and which variables are then at a bound.

        `ratios` (n,): the share of d at which each variable meets its bound; it then stays there.
        """
        breakpoints = np.sort(ratios[ratios < 1.0])[:MAX_BREAKPOINTS]
        steps = np.minimum(breakpoints, ratios[:, None]) * d[:, None]
        A_steps = system.times(steps)
        gain = r @ steps - (steps * A_steps).sum(axis=0) / 2
        best = int(gain.argmax())
        return steps[:, best], A_steps[:, best], ratios <= breakpoints[best]

    def newton_system(self, F: np.ndarray) -> tuple[DirectSystem | MaintainedInverse, np.ndarray]:
        """Return A and r of the system A d = r for the free variables F."""
        r = self.residual()[F]
        if len(F) < MIN_INVERSE_SIZE:
            return DirectSystem(shifted_block(self.K, self.shift, F, F)), r
        if self.inverse is None:
            # A method of this object as callback would create a reference cycle, which keeps the
            # matrices in memory until garbage collection.
            part = partial(shifted_block, self.K, self.shift)
            self.inverse = MaintainedInverse(part, len(self.f))
        self.inverse.set_free(F)
        return self.inverse, r

    def gap_per_point(self) -> tuple[np.ndarray, float, float]:
        """Return each variable's contribution to the duality gap (n,), the primal, and the dual.

        max_v (v (q_i - f_i) - ridge_i/2 v²) over the box is the loss at f_i, times c. It is at
        least the value at v = alpha_i (Fenchel's inequality); the difference is the contribution,
        which is 0 at the optimum. All values are divided by lam.
        """
        residual = self.linear_term - self.f
        norm2 = self.alpha @ self.f
        dual = self.linear_term @ self.alpha - norm2 / 2
        if self.ridge is None:
            loss = np.maximum(self.lower * residual, self.upper * residual)
            contribution = loss - self.alpha * residual
        else:
            best = np.clip(residual / self.ridge, self.lower, self.upper)
            loss = best * (residual - self.ridge / 2 * best)
            ridge_penalty = self.ridge / 2 * self.alpha**2
            contribution = loss - self.alpha * residual + ridge_penalty
            dual -= ridge_penalty.sum()
        return contribution, float(loss.sum() + norm2 / 2), float(dual)

    def rounding_of_gap(self) -> float:
        """Return a bound on the effect of rounding errors of f on the gap.

        The bound uses |K_ij| <= √K_ii √K_jj; the error of f_i is multiplied by the width of the box
        of alpha_i.
        """
        size = np.sqrt(np.maximum(self.K.diagonal(), 0.0))
        in_f = np.finfo(float).eps * (size @ np.abs(self.alpha)) * size
        width = np.where(np.isfinite(self.upper - self.lower), self.upper - self.lower, self.width)
        return float(width @ in_f)

    def release(self, violation: np.ndarray, count: int) -> None:
        """Free the fixed variables with the largest `violation` (n,), at most `count` of them."""
        violation[self.free_indices] = 0.0
        violators = np.flatnonzero(violation > 0)
        if count < len(violators):
            violators = violators[np.argpartition(violation[violators], -count)[-count:]]
        self.free_indices = np.sort(np.concatenate([self.free_indices, violators]))
