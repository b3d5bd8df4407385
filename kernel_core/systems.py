"""The linear systems of the active set: A d = r for the free points, A their part of K.

From one system to the next a few points leave the set, or a few join it. Solving afresh costs
2/3 n³ products each time. Where n is large it pays to keep the inverse P = A⁻¹ of the first set
and to carry it along, since both changes cost only some n² products a point:

Leave. If the points R are held at d_R = 0, some pull g_R must act on them: d = P (r + g). Then
    0 = d_R = (P r)_R + P_RR g_R gives g_R, a system as small as R.
Join. With the new points N and T = P A_FN, the block S = (A_NN - A_NF T)⁻¹ of the new inverse is
    small, and the others are -T S and P + T S Tᵀ (block elimination).

The same elimination, applied to halves of halves, makes the first inverse. An inverse magnifies
rounding more than a factorisation does, so after every change the next answer is checked. If it
is not good enough, the inverse is made afresh for the free points alone; if that does not help,
A is close to singular, and from there on every system is solved afresh. What an answer that is
good enough leaves undone, the next round of the active set does.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .linear import solve

MANY = 110  # free points from which keeping the inverse pays
SMALL = 64  # points whose inverse is taken directly
LEFT = 1 / 6  # once this part of the points has left, their part of the inverse goes too
CHANGED = 1 / 2  # more changes than this part of the points: begin again
EXACT = 1e-5  # the largest residual beside the largest entry of r that is good enough


class Afresh:
    """A (n, n) factored anew for every system."""

    def __init__(self, A: np.ndarray) -> None:
        self.A = A

    def solve(self, r: np.ndarray) -> np.ndarray:
        """d (n,) with A d = r (n,)."""
        return solve(self.A, r)

    def times(self, steps: np.ndarray) -> np.ndarray:
        """A times `steps`, (n,) or (n, k)."""
        return self.A @ steps

    def keep(self, rows: np.ndarray) -> None:
        """Leave the system to these rows (p,) of its n, ascending."""
        self.A = self.A.take(rows, 0).take(rows, 1)


class Kept:
    """A and its inverse P (g, g) for `points` (g,), some of which may have left meanwhile.

    `A_of` gives A's block for two lists of points, (a, b); m is the number of all points.
    """

    def __init__(self, A_of: Callable[[np.ndarray, np.ndarray], np.ndarray], m: int) -> None:
        self.A_of, self.m = A_of, m
        self.good = True  # whether P can be relied on
        self.begin(np.empty(0, dtype=int))

    def begin(self, points: np.ndarray) -> None:
        """Take up `points` (n,) from nothing."""
        self.points, self.A = points, self.A_of(points, points)
        self.P = inverse(self.A) if self.good else self.A
        self.rows, self.checked, self.fresh = np.arange(len(points)), False, True

    def enter(self, F: np.ndarray) -> None:
        """Make F (n,) the free points; rows are in the order of F from here on."""
        place = np.full(self.m, -1)
        place[self.points] = np.arange(len(self.points))
        new = F[place[F] < 0]
        left = len(self.points) + len(new) - len(F)
        if not self.good or left + len(new) > CHANGED * len(F):
            return self.begin(F)
        if left > LEFT * len(F):
            self.drop(place[F[place[F] >= 0]])
        if len(new):
            self.join(new)
        place[self.points] = np.arange(len(self.points))
        self.rows, self.checked = place[F], False

    def drop(self, rows: np.ndarray) -> None:
        """Keep only these rows (p,)."""
        gone = self.others(rows)
        T = self.P.take(gone, 0)
        T, S = T.take(rows, 1), T.take(gone, 1)
        self.P = self.P.take(rows, 0).take(rows, 1)
        self.P -= T.T @ solve(S, T)
        self.A = self.A.take(rows, 0).take(rows, 1)
        self.points, self.fresh = self.points[rows], False

    def join(self, new: np.ndarray) -> None:
        """Add the points `new` (k,), last in order."""
        B, D = self.A_of(new, self.points).T, self.A_of(new, new)
        self.P = bordered(self.P, B, D)
        n, k = B.shape
        A = np.empty((n + k, n + k))
        A[:n, :n], A[:n, n:], A[n:, :n], A[n:, n:] = self.A, B, B.T, D
        self.A = A
        self.points, self.fresh = np.concatenate([self.points, new]), False

    def others(self, rows: np.ndarray) -> np.ndarray:
        """The rows that are not among these."""
        mask = np.ones(len(self.points), dtype=bool)
        mask[rows] = False
        return np.flatnonzero(mask)

    def solve(self, r: np.ndarray) -> np.ndarray:
        """d (n,) with A d = r (n,)."""
        if not self.checked:
            self.check(r)
        if self.good:
            return self.apply(r)
        return solve(self.A.take(self.rows, 0).take(self.rows, 1), r)

    def check(self, r: np.ndarray) -> None:
        """See whether P is good for the free points; if not, begin again with them alone."""
        if self.good and not self.exact(r):
            fresh = self.fresh and len(self.points) == len(self.rows)
            if not fresh:
                self.begin(self.points[self.rows])
            self.good = not fresh and self.exact(r)
        self.checked = True

    def exact(self, r: np.ndarray) -> bool:
        """Whether P r solves the system well enough."""
        error = np.abs(r - self.times(self.apply(r))).max()
        return bool(error <= EXACT * np.abs(r).max())

    def complement(self, new: np.ndarray) -> np.ndarray:
        """The Schur complement (k, k) of the free points, for `new` (k,) that are not free."""
        B = self.A_of(new, self.points[self.rows]).T
        return self.A_of(new, new) - B.T @ self.apply(B)

    def apply(self, r: np.ndarray) -> np.ndarray:
        """P r, with the points that have left held in place."""
        full = np.zeros((len(self.points), *r.shape[1:]))
        full[self.rows] = r
        d = self.P @ full
        gone = self.others(self.rows)
        if len(gone):
            T = self.P.take(gone, 0)
            d -= T.T @ solve(T.take(gone, 1), d[gone])
        return d[self.rows]

    def times(self, steps: np.ndarray) -> np.ndarray:
        """A times `steps`, (n,) or (n, k)."""
        full = np.zeros((len(self.points), *steps.shape[1:]))
        full[self.rows] = steps
        return (self.A @ full)[self.rows]

    def keep(self, rows: np.ndarray) -> None:
        """Leave the system to these rows (p,) of its n, ascending."""
        self.rows = self.rows[rows]


def inverse(A: np.ndarray) -> np.ndarray:
    """A⁻¹ for A (n, n), symmetric and positive definite, from the inverses of halves."""
    n = len(A)
    if n <= SMALL:
        return solve(A, np.eye(n))
    h = n // 2
    return bordered(inverse(A[:h, :h]), A[:h, h:], A[h:, h:])


def bordered(P: np.ndarray, B: np.ndarray, D: np.ndarray) -> np.ndarray:
    """The inverse of [[A, B], [Bᵀ, D]] for P = A⁻¹ (n, n), B (n, k), D (k, k)."""
    n, k = B.shape
    T = P @ B
    S = inverse(D - B.T @ T)
    TS = T @ S
    whole = np.empty((n + k, n + k))
    np.add(P, TS @ T.T, out=whole[:n, :n])
    np.negative(TS, out=whole[:n, n:])
    whole[n:, :n] = whole[:n, n:].T
    whole[n:, n:] = S
    return whole
