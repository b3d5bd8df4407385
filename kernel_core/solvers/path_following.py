"""Follow the solution along a slider, for a loss with one kink, [k - yz]₊, without an intercept.

From stop to stop only a few points change sides: `side` (m,) is -1 where alpha_i is at the lower
end of its box, +1 at the upper, 0 where it is free. With residual = k y - K alpha the optimum
is where residual_i = 0 for the free points and side_i residual_i >= 0 for the others. Two
methods reach this optimum:

`reclassify_all` solves for the free points, moves all points that are then on the wrong side at
once, and repeats while their number does not grow. Where K is nearly diagonal this succeeds in few
rounds, and is cheapest. It needs no neighbour's solution: it can begin with |alpha_i| = C at all
points.

`follow_path` moves one point at a time; it succeeds unless two points change sides at once. It
starts with the labels q' for which the neighbour's solution is the optimum at this stop, and
changes them linearly into q = k y. On the way alpha and residual are piecewise linear: where a free
point meets a bound it is fixed, and where the residual of a fixed point reaches 0 it is freed.

If neither succeeds, or too many points are free for `follow_path`, the active set solves the
problem.

T. Hastie, S. Rosset, R. Tibshirani and J. Zhu, The entire regularization path for the support
vector machine, Journal of Machine Learning Research 5, 2004.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ..base_loss import Loss
from ..duality_gap import Objective, SolverResult, relative_gap
from .active_set import TARGET_PER_TOL, dual_programme, solve_box
from .box_qp import SNAP
from .linalg import solve_or_lstsq, sparse_product

# Largest number of points for `reclassify_all`; with more it fails at nearly every stop.
MAX_RECLASSIFIED = 400
MAX_ROUNDS = 12  # largest number of rounds of `reclassify_all`
MIN_FREE_SHARE = 1 / 8  # share of free points below which `follow_path` is cheaper
# Number of consecutive failures of `reclassify_all` after which it is no longer tried.
MAX_FAILURES = 2
MAX_FREE = 64  # largest number of free points for `follow_path`; with more, `solve_box` is cheaper
MIN_RESIDUAL = 1e-300  # number that replaces a residual of 0, to avoid division by 0
# Floating-point errors give no warning, since the duality gap reveals wrong solutions.
NO_WARNINGS = np.errstate(divide="ignore", invalid="ignore", over="ignore")


def solve_path(
    gram: Callable[[int], np.ndarray],
    y: np.ndarray,
    loss: Loss,
    lams: np.ndarray,
    c: float,
    *,
    start: SolverResult | None = None,
    tol: float = 1e-6,
) -> Iterator[tuple[int, SolverResult]]:
    """Yield each stop k of a slider with its solution, without an intercept. The solver starts
    each stop from the solution of the neighbouring stop.

    gram(k) is the Gram matrix (m, m) of stop k, lams (S,) are the weights of the penalty, and the
    loss has one kink; c is as in `Objective`, tol as in `solve_box`, and `start` is a solution near
    that of the middle stop. The path begins at the first or the last stop if `try_all_at_bound`
    succeeds there. Otherwise, and always with a `start` or for the perceptron loss, it begins in
    the middle.
    """
    S = len(lams)
    first, state = S // 2, PathState(y, loss, c, tol)
    answers: dict[int, SolverResult] = {}
    # The perceptron loss needs no `try_all_at_bound`: its risk is 0 at alpha = 0, where the active
    # set starts.
    for end in (0, S - 1) if start is None and loss.value(0.0, 1.0).any() else ():
        state.set_problem(gram(end), float(lams[end]))
        if state.try_all_at_bound():
            first, answers[end] = end, state.answer()
            break
    if not answers:
        lam = float(lams[first])
        objective = Objective(gram(first), y, loss, lam, c)
        answers[first] = solve_box(objective, start=start, tol=tol)
    yield first, answers[first]
    for stops, offset in ((range(first + 1, S), -1), (range(first - 1, -1, -1), 1)):
        state.n_failures = 0
        for k in stops:
            state.set_problem(gram(k), float(lams[k]))
            neighbour = answers[k + offset].rescale(lams[k + offset] / lams[k])
            second = answers.get(k + 2 * offset)
            if second is not None:
                second = second.rescale(lams[k + 2 * offset] / lams[k])
            answers[k] = state.advance(neighbour, second)
            yield k, answers[k]


class PathState:
    """The box QP of the current stop, with the `side` (m,) of each point, which the module's
    docstring explains."""

    def __init__(self, y: np.ndarray, loss: Loss, c: float, tol: float) -> None:
        self.y, self.loss, self.c, self.tol = y, loss, c, tol
        dual = loss.dual_pieces(y)
        # The bounds of the coefficients for C = 1.
        self.box = (0.0 - dual.high[0], 0.0 - dual.low[0])
        self.lam, self.n_failures = 0.0, 0

    def set_problem(self, K: np.ndarray, lam: float) -> None:
        """Continue with the problem of a stop, with K (m, m) and lam."""
        if self.lam == 0:
            self.qp = dual_programme(K, self.y, self.loss, lam, self.c)
        self.qp.set_matrix(K)
        if lam != self.lam:
            self.qp.set_bounds(*(self.c / lam * edge for edge in self.box))
        self.lam = lam

    @NO_WARNINGS
    def try_all_at_bound(self) -> bool:
        """Return whether `reclassify_all` succeeds if it starts with |alpha_i| = C at all
        points."""
        qp = self.qp
        self.classify(np.where(self.y > 0, qp.upper, qp.lower))
        return self.reclassify_all() and self.is_solved()

    @NO_WARNINGS
    def advance(self, start: SolverResult, second: SolverResult | None) -> SolverResult:
        """Solve the problem of the stop, from the neighbouring stop's solution `start`. `second` is
        the solution of the next stop beyond the neighbouring one, or None."""
        success = False
        n_free = self.classify(start.alpha)
        may_reclassify = self.n_failures < MAX_FAILURES
        if may_reclassify and n_free >= MIN_FREE_SHARE * len(self.y):
            if second is not None:
                self.extrapolate(start, second)
            success = self.reclassify_all()
            self.n_failures = 0 if success else self.n_failures + 1
            if not success:
                self.classify(start.alpha)
        if not success and n_free <= MAX_FREE:
            self.follow_path(start.f)
            success = True
        if success and self.is_solved():
            return self.answer()
        best = self.answer() if success and np.isfinite(self.qp.f).all() else start
        objective = Objective(self.qp.K, self.y, self.loss, self.lam, self.c)
        return solve_box(objective, start=best, tol=self.tol)

    def classify(self, alpha: np.ndarray) -> int:
        """Continue at alpha (m,), classify each point by its side there, and return the number of
        free points."""
        qp = self.qp
        self.side = (qp.upper - alpha < qp.snap) * 1.0
        self.side -= alpha - qp.lower < qp.snap
        qp.alpha = np.where(self.side > 0, qp.upper, np.where(self.side < 0, qp.lower, alpha))
        return len(alpha) - int(np.count_nonzero(self.side))

    def extrapolate(self, start: SolverResult, second: SolverResult) -> None:
        """Extrapolate f and the alpha of free points linearly from `second` and `start`, and
        reclassify the points."""
        extrapolated = 2 * start.alpha - second.alpha
        self.qp.alpha = np.where(self.side == 0, extrapolated, self.qp.alpha)
        self.qp.f = 2 * start.f - second.f
        self.reclassify()

    def reclassify(self) -> int:
        """Move all points that are on the wrong side, and return their number."""
        qp = self.qp
        leaving = self.side * (qp.linear_term - qp.f) < -SNAP
        violating = (qp.alpha > qp.upper + qp.snap) * 1.0
        violating -= qp.alpha < qp.lower - qp.snap
        self.side[leaving] = 0.0
        self.side += violating
        qp.alpha = np.minimum(np.maximum(qp.alpha, qp.lower), qp.upper)
        return int(np.count_nonzero(leaving) + np.count_nonzero(violating))

    def reclassify_all(self) -> bool:
        """Move all points on the wrong side at once, repeatedly; return whether this reaches the
        optimum."""
        qp, n_wrong_before = self.qp, np.inf
        for _ in range(MAX_ROUNDS if len(self.y) <= MAX_RECLASSIFIED else 0):
            F = (self.side == 0).nonzero()[0]
            qp.f = sparse_product(qp.K, qp.alpha)
            if len(F):
                rows, A = self.rows_and_block(F)
                d = self.solve(A, qp.linear_term[F] - qp.f[F])
                qp.alpha[F] += d
                qp.f += d @ rows
            n_wrong = self.reclassify()
            if not n_wrong:
                return True
            if n_wrong > n_wrong_before:
                return False
            n_wrong_before = n_wrong
        return False

    @NO_WARNINGS
    def follow_path(self, f: np.ndarray) -> None:
        """Follow the path of solutions from the neighbour's f (m,) to the current problem."""
        # `remaining` is the share of the path that is still ahead.
        qp, side, remaining = self.qp, self.side, 1.0
        alpha, residual = qp.alpha, qp.linear_term - f
        residual[side * residual <= 0] = 0.0
        # The rate of change of the residual while alpha is constant.
        drift = qp.linear_term - sparse_product(qp.K, alpha) - residual
        residual[side == 0] = np.inf  # the residual of a free point is 0 already
        for _ in range(2 * len(residual)):
            F = (side == 0).nonzero()[0]
            rows, A = self.rows_and_block(F)
            d = self.solve(A, drift[F])
            # The rate of change of the residual while the residuals of free points stay 0.
            residual_rate = drift - d @ rows
            rate = residual_rate / np.copysign(residual, side, out=residual)
            i = rate.argmin()
            length = -1.0 / rate[i] if rate[i] < 0 else np.inf
            j, ratio, up = self.first_to_leave(F, d)
            leaves = ratio < length
            if leaves:
                i, length = j, ratio
            if not length < remaining:
                alpha[F] += remaining * d
                break
            alpha[F] += length * d
            residual += length * residual_rate
            remaining -= length
            if leaves:
                side[i], alpha[i] = (1.0, qp.upper[i]) if up else (-1.0, qp.lower[i])
                residual[i] = MIN_RESIDUAL
            else:
                side[i], residual[i] = 0.0, np.inf
        qp.f = sparse_product(qp.K, alpha)

    def first_to_leave(self, F: np.ndarray, d: np.ndarray) -> tuple[int, float, bool]:
        """Return the index of the free point, among F (n,), that meets a bound first along d (n,),
        the share of d after which it does so, and whether it meets the upper bound. If F is empty,
        the share is infinite."""
        if not len(F):
            return 0, np.inf, False
        qp, up = self.qp, d >= 0
        ratio = (np.where(up, qp.upper[F], qp.lower[F]) - qp.alpha[F]) / d
        j = ratio.argmin()
        return F[j], ratio[j], up[j]

    def rows_and_block(self, F: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the rows (n, m) of K for the free points F (n,), and their block (n, n) with the
        programme's `shift` added to its diagonal."""
        rows = self.qp.K.take(F, 0)
        A = rows.take(F, 1)
        A.ravel()[:: len(F) + 1] += self.qp.shift[F]
        return rows, A

    def solve(self, A: np.ndarray, r: np.ndarray) -> np.ndarray:
        """Return A⁻¹ r, and count the linear system unless it is empty."""
        if not len(r):
            return r
        self.qp.solves += 1
        return solve_or_lstsq(A, r)

    def is_solved(self) -> bool:
        """Return whether the gap of the current solution is small enough."""
        contribution, primal, _ = self.qp.gap_per_point()
        gap = relative_gap(self.lam * contribution.sum(), self.loss.unit, self.lam * primal)
        return bool(gap <= TARGET_PER_TOL * self.tol)

    def answer(self) -> SolverResult:
        """Return the current solution."""
        return SolverResult(self.qp.alpha, 0.0, self.qp.f, self.qp.solves)
