"""The nearest mixes of two classes: the dual of the hard margin, as geometry.

Weights beta_i >= 0 mix points. With p = Σ y_i beta_i φ(x_i), the way from the mix of the negatives
to the mix of the positives, the problem is

    minimise ½‖p‖² = ½ betaᵀQ beta,   Q_ij = y_i y_j K_ij,   beta >= 0, and 1 in sum for each group

where the classes are two groups (the hull of each), or all points are one. It always has a
solution, p = 0 where the hulls meet. An active set finds it, as in active_set.py: every beta_i is
at 0 or free; solve for the free ones; where the answer leaves beta >= 0, go as far as the first
bound and fix what met it. When the free ones are at rest, free the few others nearest to the other
side, and repeat.
"""

from __future__ import annotations

import numpy as np

from .linear import solve_or_lstsq

FREED = 3  # points freed at once
PATIENCE = 20  # rounds without progress, freeing one point each, before giving up
RIDGE = 1e-13  # makes singular systems solvable; what it leaves undone, the next round does
NOTHING = 1e-9  # what a diagonal of 0 counts as, beside the mean, where the ridge is measured
NEAR = 1e-13  # a weight below this is 0
MEET = 1e-15  # ‖p‖² below this part of the largest ‖φ‖² is 0: rounding has the last word
ROUNDING = 1e-15  # a relative fall of ‖p‖² smaller than this is no progress


def nearest_mixes(
    K: np.ndarray, y: np.ndarray, group: np.ndarray, *, tol: float, max_iter: int | None = None
) -> tuple[np.ndarray, int]:
    """beta (m,) of least ‖p‖, and the linear systems solved; K (m, m), y (m,), group (m,) of ints.

    It ends where ‖p‖² - reach <= tol ‖p‖² (see `Mixes.owed`), where ‖p‖ is 0 but for rounding, or
    where no more progress can be made.
    """
    mixes = Mixes(y[:, None] * K * y, group)
    most = 50 * len(y) + 500 if max_iter is None else max_iter
    waited, reached = 0, np.inf
    with np.errstate(divide="ignore", invalid="ignore"):
        while True:
            mixes.descend()
            owed, norm2, gap = mixes.owed()
            waited = 0 if norm2 < (1 - ROUNDING) * reached else waited + 1
            reached = min(reached, norm2)
            done = gap <= tol * norm2 or norm2 <= MEET * mixes.largest
            if done or mixes.solves >= most or waited > PATIENCE:
                return mixes.beta, mixes.solves
            mixes.free(owed, 1 if waited else FREED)


class Mixes:
    """The state: beta (m,), the ones that are free, and g = Q beta (m,), which is y_i pᵀφ(x_i)."""

    def __init__(self, Q: np.ndarray, group: np.ndarray) -> None:
        self.Q, self.group = Q, group
        self.member = np.equal.outer(np.unique(group), group)  # (groups, m)
        self.largest, self.scale = Q.diagonal().max(), Q.diagonal().mean() or 1.0
        self.free_ones = self.start()
        self.beta = np.zeros(len(Q))
        self.beta[self.free_ones] = 1.0
        self.solves = 0

    def start(self) -> np.ndarray:
        """One point a group: the two nearest of different groups, or the shortest φ(x_i)."""
        d = self.Q.diagonal()
        if len(self.member) == 1:
            return np.array([d.argmin()])
        one, other = (np.flatnonzero(members) for members in self.member)
        apart = d[one][:, None] + d[other] + 2 * self.Q[np.ix_(one, other)]
        i, j = np.unravel_index(apart.argmin(), apart.shape)
        return np.sort([one[i], other[j]])

    def descend(self) -> None:
        """Minimise over the free points; those whose weight meets 0 on the way are fixed there."""
        F = self.free_ones
        while True:
            d = solve_or_lstsq(*self.system(F))[: len(F)]
            self.solves += 1
            room = np.where(d < 0, self.beta[F] / -d, np.inf)
            t = min(1.0, room.min())
            self.beta[F] += t * d
            self.beta[F[(room <= t) | (self.beta[F] < NEAR)]] = 0.0
            F = F[self.beta[F] > 0]
            if t == 1.0:
                break
        self.free_ones = F
        self.g = self.Q[:, F] @ self.beta[F]

    def system(self, F: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The Newton system A d = r for the free points F, with a border for each group's sum."""
        n, B = len(F), self.member[:, F].astype(float)
        A = np.zeros((n + len(B), n + len(B)))
        Q = self.Q.take(F, 0).take(F, 1)
        A[:n, :n] = Q
        A.flat[: n * len(A) : len(A) + 1] += RIDGE * (Q.diagonal() + NOTHING * self.scale)
        A[n:, :n] = self.scale * B
        A[:n, n:] = A[n:, :n].T
        r = np.append(-Q @ self.beta[F], self.scale * (1 - B @ self.beta[F]))
        return A, r

    def owed(self) -> tuple[np.ndarray, float, float]:
        """How much nearer to the other side than its group's mix each point is (m,), ‖p‖², the gap.

        The gap is ‖p‖² - reach, where reach adds up the least g_i of each group. It is 0 at the
        optimum, since then no point is nearer to the other side than its mix.
        """
        weighted = self.member * self.beta
        level = weighted @ self.g
        owed = level @ self.member - self.g
        return owed, float(level.sum()), float(np.where(self.member, owed, 0.0).max(axis=1).sum())

    def free(self, owed: np.ndarray, count: int) -> None:
        """Free the `count` fixed points that owe most."""
        owed[self.free_ones] = 0.0
        worst = np.argsort(-owed, kind="stable")[:count]
        worst = worst[owed[worst] > 1e-3 * owed.max()]
        self.free_ones = np.union1d(self.free_ones, worst)
