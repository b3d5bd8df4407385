"""The linear systems of the active set: A d = r for the free variables, A their part of K.

From one system to the next a few variables leave the set, or a few join it. Solving afresh costs
2/3 n³ products each time. Where n is large it pays to keep the inverse P = A⁻¹ of the first set
and to carry it along, since both changes cost only some n² products a variable:

Leave. If the variables R are held at d_R = 0, some force g_R must act on them: d = P (r + g). Then
    0 = d_R = (P r)_R + P_RR g_R gives g_R, a system as small as R.
Join. With the new variables N and T = P A_FN, the block S = (A_NN - A_NF T)⁻¹ of the new inverse
    is small, and the others are -T S and P + T S Tᵀ (block elimination).

Border. With Σ a_i held, as with an intercept, the inverse of A alone answers twice: for r, and for
    the border.

The same elimination, applied to halves of halves, makes the first inverse. It magnifies rounding
more than a factorisation does, so after every change the next answer is checked. If it is not good
enough, the inverse is made afresh for the free variables alone, by A = L Lᵀ: that costs twice as
much and bears more. If even that does not help, A is close to singular, and from there on every
system is solved afresh. What an answer that is good enough leaves undone, the next round of the
active set does.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .linalg import cholesky_inverse, solve_or_lstsq
from .options import OPTIONS, SolverOptions


def bordered(A: np.ndarray, border: np.ndarray) -> np.ndarray:
    """[[A, borderᵀ], [border, 0]] for A (n, n) and border (g, n)."""
    g, n = border.shape
    if not g:
        return A
    whole = np.zeros((n + g, n + g))
    whole[:n, :n], whole[n:, :n], whole[:n, n:] = A, border, border.T
    return whole


class DirectSystem:
    """A (n, n) factored anew for every system."""

    def __init__(self, A: np.ndarray) -> None:
        self.A = A

    def solve(self, r: np.ndarray) -> np.ndarray:
        """d (n,) with A d = r (n,)."""
        return solve_or_lstsq(self.A, r)

    def times(self, steps: np.ndarray) -> np.ndarray:
        """A times `steps`, (n,) or (n, k)."""
        return self.A @ steps

    def restrict(self, rows: np.ndarray) -> None:
        """Leave the system to these rows (p,) of its n, ascending."""
        self.A = self.A.take(rows, 0).take(rows, 1)


class MaintainedInverse:
    """A and its inverse P (g, g) for `indices` (g,), some of which may have left meanwhile.

    block(a, b) gives A for two lists of variables; n is the number of all variables. `rows` are
    the places of those that are in the system. reliable says whether P can be relied on.
    """

    def __init__(
        self,
        block: Callable[[np.ndarray, np.ndarray], np.ndarray],
        n: int,
        options: SolverOptions = OPTIONS,
    ) -> None:
        self.block, self.n, self.options, self.reliable = block, n, options, True
        self.refactor(np.empty(0, dtype=int))

    def refactor(self, indices: np.ndarray) -> None:
        """Take up `indices` (g,) from nothing."""
        self.set_indices(indices)
        if self.reliable:
            self.P = self.invert(self.A)

    def set_indices(self, indices: np.ndarray) -> None:
        """A for `indices` (g,), all of them in the system; P is not theirs yet."""
        self.indices, self.A = indices, self.block(indices, indices)
        self.rows, self.checked = np.arange(len(indices)), False

    def set_free(self, F: np.ndarray) -> None:
        """Make F (n,) the free variables; rows are in the order of F from here on."""
        place = np.full(self.n, -1)
        place[self.indices] = np.arange(len(self.indices))
        new = F[place[F] < 0]
        removed = len(self.indices) + len(new) - len(F)
        if not self.reliable or removed + len(new) > self.options.inverse_changed * len(F):
            return self.refactor(F)
        if removed > self.options.inverse_removed * len(F):
            self.remove_all_but(place[F[place[F] >= 0]])
        if len(new):
            self.append(new)
        place[self.indices] = np.arange(len(self.indices))
        self.rows, self.checked = place[F], False

    def remove_all_but(self, rows: np.ndarray) -> None:
        """Have only these rows (p,) in A and P."""
        removed = self.complement(rows)
        T = self.P.take(removed, 0)
        T, S = T.take(rows, 1), T.take(removed, 1)
        self.P = self.P.take(rows, 0).take(rows, 1)
        self.P -= T.T @ solve_or_lstsq(S, T)
        self.A = self.A.take(rows, 0).take(rows, 1)
        self.indices = self.indices[rows]

    def append(self, new: np.ndarray) -> None:
        """Add the variables `new` (k,), last in order."""
        B, D = self.block(new, self.indices).T, self.block(new, new)
        self.P = self.block_inverse(self.P, B, D)
        n, k = B.shape
        A = np.empty((n + k, n + k))
        A[:n, :n], A[:n, n:], A[n:, :n], A[n:, n:] = self.A, B, B.T, D
        self.A = A
        self.indices = np.concatenate([self.indices, new])

    def complement(self, rows: np.ndarray) -> np.ndarray:
        """The rows that are not among these."""
        mask = np.ones(len(self.indices), dtype=bool)
        mask[rows] = False
        return np.flatnonzero(mask)

    def solve(self, r: np.ndarray) -> np.ndarray:
        """d (n,) with A d = r (n,)."""
        if not self.checked:
            self.check(r)
        if self.reliable:
            return self.apply(r)
        return solve_or_lstsq(self.matrix(), r)

    def matrix(self) -> np.ndarray:
        """A (n, n) for the free variables."""
        return self.A.take(self.rows, 0).take(self.rows, 1)

    def check(self, r: np.ndarray) -> None:
        """See whether P is good for the free variables; if not, begin again with them alone."""
        if self.reliable and not self.is_exact(r):
            self.set_indices(self.indices[self.rows])
            self.P = cholesky_inverse(self.A, self.options.inverse_directly)
            self.reliable = self.is_exact(r)
        self.checked = True

    def is_exact(self, r: np.ndarray) -> bool:
        """Whether P r solves the system well enough."""
        error = np.abs(r - self.times(self.apply(r))).max()
        return bool(error <= self.options.inverse_residual * np.abs(r).max())

    def apply(self, r: np.ndarray) -> np.ndarray:
        """P r, with the variables that have left held in place."""
        full = np.zeros((len(self.indices), *r.shape[1:]))
        full[self.rows] = r
        d = self.P @ full
        removed = self.complement(self.rows)
        if len(removed):
            T = self.P.take(removed, 0)
            d -= T.T @ solve_or_lstsq(T.take(removed, 1), d[removed])
        return d[self.rows]

    def times(self, steps: np.ndarray) -> np.ndarray:
        """A times `steps`, (n,) or (n, k)."""
        full = np.zeros((len(self.indices), *steps.shape[1:]))
        full[self.rows] = steps
        return (self.A @ full)[self.rows]

    def restrict(self, rows: np.ndarray) -> None:
        """Leave the system to these rows (p,) of its n, ascending."""
        self.rows = self.rows[rows]

    def invert(self, A: np.ndarray) -> np.ndarray:
        """A⁻¹ for A (n, n), symmetric and positive definite, from the inverses of halves."""
        n = len(A)
        if n <= self.options.inverse_directly:
            return solve_or_lstsq(A, np.eye(n))
        h = n // 2
        return self.block_inverse(self.invert(A[:h, :h]), A[:h, h:], A[h:, h:])

    def block_inverse(self, P: np.ndarray, B: np.ndarray, D: np.ndarray) -> np.ndarray:
        """The inverse of [[A, B], [Bᵀ, D]] for P = A⁻¹ (n, n), B (n, k), D (k, k)."""
        n, k = B.shape
        T = P @ B
        S = self.invert(D - B.T @ T)
        TS = T @ S
        inverse = np.empty((n + k, n + k))
        np.add(P, TS @ T.T, out=inverse[:n, :n])
        np.negative(TS, out=inverse[:n, n:])
        inverse[n:, :n] = inverse[:n, n:].T
        inverse[n:, n:] = S
        return inverse


class BorderedInverse:
    """The system [[A, v], [vᵀ, 0]] for one border v (n,), from the inverse of A alone.

    With x = A⁻¹ r and u = A⁻¹ v its answer is d = x - t u, and t is what makes vᵀ d = s.
    """

    def __init__(self, inverse: MaintainedInverse, border: np.ndarray) -> None:
        self.inverse, self.border = inverse, border

    def solve(self, r: np.ndarray) -> np.ndarray:
        """d and t (n + 1,) with A d + t v = r and vᵀ d = s for r and s (n + 1,)."""
        x, v = self.inverse.solve(r[:-1]), self.border
        if not self.inverse.reliable:
            return solve_or_lstsq(bordered(self.inverse.matrix(), v[None]), r)
        u = self.inverse.solve(v)
        t = (v @ x - r[-1]) / (v @ u)
        return np.append(x - t * u, t)

    def times(self, steps: np.ndarray) -> np.ndarray:
        """The matrix times `steps` (n + 1,)."""
        d = steps[:-1]
        return np.append(self.inverse.times(d) + steps[-1] * self.border, self.border @ d)

    def restrict(self, rows: np.ndarray) -> None:
        """Leave the system to these rows of its n + 1, ascending; the border's is the last."""
        self.inverse.restrict(rows[:-1])
        self.border = self.border[rows[:-1]]
