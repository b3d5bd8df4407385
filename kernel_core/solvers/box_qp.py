"""A quadratic programme in a box: the dual problem of every loss that is quadratic by pieces.

    minimise ½ aᵀ(K + diag(ridge)) a - qᵀa,   lower_i <= a_i <= upper_i,   B a = s

For the hinge loss a is alpha itself, q = y, 0 <= y_i a_i <= C with C = c / lam (000 eq. (3), 001),
there is no ridge, and B a = s is Σ a_i = 0 with an intercept, nothing without one. `dual_programme`
writes down the programme of any loss with pieces: each piece of each point is one variable.

A primal active set solves it: every variable is at its lower bound, at its upper bound, or free
between the two. With residual = q - (K + diag(ridge)) a - Bᵀb, minus the gradient, a is the optimum
where residual_i is 0 for the free ones, <= 0 at the lower and >= 0 at the upper bound.

`minimise_free` solves for the free ones; where the answer leaves the box, it goes there only as far
    as it pays, fixes what met a bound, and solves for the others.
`gap_per_point` says what each variable contributes to the duality gap: by Fenchel's inequality no
    contribution is below 0, and all of them are 0 at the optimum.
`release` frees the few fixed ones that contribute most.

The two alternate until the gap is closed (active_set.py). Every round lowers the objective, and
there are finitely many sets of free variables, so it ends.
"""

from __future__ import annotations

from functools import partial
from math import isfinite

import numpy as np

from .intercept import midpoint, optimal_intercept_interval, project_to_zero_sum
from .linalg import sparse_product
from .maintained_inverse import (
    BorderedInverse,
    DirectSystem,
    MaintainedInverse,
    border_matrix,
    shifted_block,
)
from .options import OPTIONS, SolverOptions


class BoxQP:
    """The state of a quadratic programme in a box: alpha, f = K alpha, and what is free.

    Parameters
    ----------
    K : ndarray, shape (n, n)
        Symmetric and positive semidefinite.
    linear_term : ndarray, shape (n,)
        q.
    lower, upper : ndarray, shape (n,)
        The box, lower <= 0 <= upper; upper may be infinite.
    ridge : ndarray, shape (n,), optional
        What is added to the diagonal of K.
    B : ndarray, shape (g, n), optional
        What is held: B a = s.
    s : ndarray, shape (g,), optional
        Its right side.
    options : SolverOptions
        What it is tuned by.

    Attributes
    ----------
    alpha : ndarray, shape (n,)
        The variables, 0 at first.
    f : ndarray, shape (n,)
        K alpha.
    free_indices : ndarray of int
        Those that are at no bound.
    solves : int
        The linear systems solved so far.

    Notes
    -----
    minimise ½ aᵀ(K + diag(ridge)) a - qᵀa, lower <= a <= upper, B a = s. For the hinge of 000
    eq. (3) it is the dual of 001, "SVM primal formulation", with a_i = alpha_i, q = y, 0 <= y_i a_i
    <= C = c / lam and, with an intercept, Σ_i a_i = 0. That dual and the active set method are in
    no note.

    References
    ----------
    C. Cortes and V. Vapnik, Support-vector networks, Machine Learning 20, 1995.
    J. Nocedal and S. J. Wright, Numerical Optimization, 2nd edition, 2006. Chapter 16.

    Examples
    --------
    >>> import numpy as np
    >>> from kernel_core.solvers import BoxQP
    >>> qp = BoxQP(np.eye(2), np.array([0.5, 2.0]), np.zeros(2), np.ones(2))
    >>> for _ in range(2):
    ...     qp.release(qp.gap_per_point()[0], 2)
    ...     qp.minimise_free()
    >>> qp.alpha.round(9).tolist()
    [0.5, 1.0]
    """

    def __init__(
        self,
        K: np.ndarray,
        linear_term: np.ndarray,
        lower: np.ndarray,
        upper: np.ndarray,
        *,
        ridge: np.ndarray | None = None,
        B: np.ndarray | None = None,
        s: np.ndarray | None = None,
        options: SolverOptions = OPTIONS,
    ) -> None:
        self.linear_term, self.options = linear_term, options
        self.ridge, self.B, self.s = ridge, B, s
        self.inverse_from = options.inverse_from if ridge is None else options.inverse_from_ridge
        self.set_matrix(K)
        self.set_bounds(lower, upper)
        self.alpha, self.f = np.zeros(len(K)), np.zeros(len(K))
        self.free_indices = np.empty(0, dtype=int)

    def set_matrix(self, K: np.ndarray) -> None:
        """Go on with another K (n, n), at the next stop of a slider."""
        diagonal, options = K.diagonal(), self.options
        self.K, self.scale = K, diagonal.mean() or 1.0
        self.shift = options.ridge * (diagonal + options.zero_diagonal * self.scale)
        if self.ridge is not None:
            self.shift = self.shift + self.ridge
        self.inverse: MaintainedInverse | None = None
        self.solves = 0

    def set_bounds(self, lower: np.ndarray, upper: np.ndarray) -> None:
        """Go on with another box, lower and upper (n,)."""
        self.lower, self.upper = lower, upper
        self.width = float((upper - lower).max())
        curvature = self.scale + (0.0 if self.ridge is None else self.ridge.max())
        step = np.abs(self.linear_term).max() / curvature  # from 0 to about the least of one
        if not isfinite(self.width):
            self.width = step
        self.snap = self.options.snap * (min(self.width, self.options.far * step) or self.width)

    def warm_start(self, alpha: np.ndarray) -> None:
        """Begin at alpha (n,), brought into the box and, with an intercept, onto Σ alpha_i = 0."""
        alpha = np.clip(alpha, self.lower, self.upper)
        if self.B is not None:
            alpha = project_to_zero_sum(alpha)
        self.alpha = alpha
        self.free_indices = self.snap_to_bounds(np.arange(len(alpha)))
        self.f = sparse_product(self.K, alpha)

    def residual(self) -> np.ndarray:
        """Minus the gradient (n,), without what B a = s asks for."""
        residual = self.linear_term - self.f
        return residual if self.ridge is None else residual - self.ridge * self.alpha

    def snap_to_bounds(self, ones: np.ndarray) -> np.ndarray:
        """Put those of alpha[ones] that are all but at a bound on it; return the others."""
        a, low, high = self.alpha[ones], self.lower[ones], self.upper[ones]
        at_low, at_high = a - low < self.snap, high - a < self.snap
        fixed = at_low | at_high
        if not fixed.any():
            return ones
        self.alpha[ones] = np.where(at_low, low, np.where(at_high, high, a))
        return ones[~fixed]

    def minimise_free(self) -> None:
        """Minimise over the free variables; those that meet a bound on the way are fixed there."""
        F = initial_free = self.free_indices
        if not len(F):
            return
        a, low, high = self.alpha[F], self.lower[F], self.upper[F]
        before = a
        system, r = self.newton_system(F)
        while len(F):
            n = len(F)
            d = system.solve(r)
            self.solves += 1
            up = d[:n] > 0
            ratios = np.where(up, high - a, a - low) / np.abs(d[:n])
            if not np.fmin.reduce(ratios) < 1.0:
                self.alpha[F] = a + d[:n]
                F = self.snap_to_bounds(F)
                break
            step, A_step, at_bound = self.piecewise_line_search(system, r, d, ratios)
            self.alpha[F] = np.where(at_bound, np.where(up, high, low), a + step[:n])
            remaining = np.flatnonzero(~at_bound)
            rows = remaining if self.B is None else np.append(remaining, np.arange(n, len(r)))
            r = (r - A_step)[rows]
            system.restrict(rows)
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
        system: DirectSystem | MaintainedInverse | BorderedInverse,
        r: np.ndarray,
        d: np.ndarray,
        ratios: np.ndarray,
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The best step along d (n,) on which a variable that meets its bound stays there while the

        others go on, A times it, and which have met a bound; `ratios` is the part of d up to each
        variable's bound. Of the first few breakpoints it takes the one where the objective is
        least. With B it takes the first: beyond, B a = s would not hold.
        """
        max_breakpoints = self.options.max_breakpoints if self.B is None else 1
        breakpoints = np.sort(ratios[ratios < 1.0])[:max_breakpoints]
        if len(breakpoints) == 1:
            step = breakpoints[0] * d
            return step, system.times(step), ratios <= breakpoints[0]
        steps = np.minimum(breakpoints, ratios[:, None]) * d[:, None]
        A_steps = system.times(steps)
        gain = r @ steps - (steps * A_steps).sum(axis=0) / 2
        best = int(gain.argmax())
        return steps[:, best], A_steps[:, best], ratios <= breakpoints[best]

    def newton_system(
        self, F: np.ndarray
    ) -> tuple[DirectSystem | MaintainedInverse | BorderedInverse, np.ndarray]:
        """The system A d = r for the free variables F, with a border for each row of B."""
        n, r = len(F), self.residual()[F]
        border = np.empty((0, n))
        if self.B is not None and self.s is not None:
            border = self.scale * self.B[:, F]
            # these are 0 but for rounding, which must not add up
            r = np.append(r, self.scale * (self.s - self.B @ self.alpha))
        if n < self.inverse_from or len(border) > 1:
            return DirectSystem(border_matrix(shifted_block(self.K, self.shift, F, F), border)), r
        if self.inverse is None:
            # a method of this programme would make a circle, and keep matrices until gc comes by
            part = partial(shifted_block, self.K, self.shift)
            self.inverse = MaintainedInverse(part, len(self.f), self.options)
        self.inverse.set_free(F)
        return BorderedInverse(self.inverse, border[0]) if len(border) else self.inverse, r

    def gap_per_point(self) -> tuple[np.ndarray, float, float]:
        """What each variable contributes to the duality gap (n,), the primal, and the dual.

        max_v (v residual_i - ridge_i/2 v²) over the box is the loss at f_i, and it is at least what
        v = alpha_i gives: the difference is the contribution. All are divided by lam.
        """
        residual = self.linear_term - self.f
        if self.B is not None:
            residual = residual - self.intercept()
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

    def intercept(self) -> float:
        """The multiplier b of Σ alpha_i = 0, on which all free variables agree; 0 without one."""
        if self.B is None:
            return 0.0
        residual = self.residual()
        if len(self.free_indices):
            return float(residual[self.free_indices].mean())
        return midpoint(*optimal_intercept_interval(residual, self.lower, self.upper))

    def best_intercept(self) -> float:
        """The intercept of least risk for the values f: without a ridge exactly, else as above."""
        if self.B is None or self.ridge is not None:
            return self.intercept()
        residual = self.linear_term - self.f
        return midpoint(*optimal_intercept_interval(residual, self.lower, self.upper))

    def release(self, violation: np.ndarray, count: int) -> None:
        """Free the `count` fixed variables of the largest violation (n,)."""
        violation[self.free_indices] = 0.0
        n = len(violation)
        worst = np.flatnonzero(violation > self.options.worth_releasing * violation.max())
        if count < len(worst):
            worst = worst[np.argpartition(violation[worst], -count)[-count:]]
        if self.B is not None and not len(self.free_indices) and len(worst):
            worst = np.union1d(worst, self.most_violating_pair())  # one alone cannot move
        mask = np.zeros(n, dtype=bool)
        mask[self.free_indices] = mask[worst] = True
        self.free_indices = np.flatnonzero(mask)

    @property
    def uses_inverse(self) -> bool:
        """Whether so many are free that an inverse is maintained: one round may bring nothing."""
        is_large = len(self.free_indices) >= self.inverse_from
        return is_large and self.inverse is not None and self.inverse.reliable

    def most_violating_pair(self) -> list[int]:
        """The variable that most wants to rise, and the one that most wants to fall."""
        residual = self.residual()
        rise = np.where(self.alpha < self.upper, residual, -np.inf)
        fall = np.where(self.alpha > self.lower, residual, np.inf)
        return [int(rise.argmax()), int(fall.argmin())]
