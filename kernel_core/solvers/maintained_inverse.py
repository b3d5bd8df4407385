"""The linear systems of the active set: A d = r for the free variables, with A their block of K.

From one system to the next a few variables leave the free set or join it. Factoring anew costs
n³/3 multiplications each time, for n free variables. Where n is large it is cheaper to keep the
inverse P = A⁻¹ of a first set F and to use it for the following sets. Each variable that has joined
or left adds a row to a border, which is eliminated: this takes one small system of the border's
size, and about n² multiplications.

Join. The new variables N bring V = A_FN, W = A_NN: A x + V w = r_F and Vᵀx + W w = r_N. With
    x = P (r_F - V w) the second equation becomes S w = r_N - Uᵀr_F, where U = P V and S = W - VᵀU.
Leave. The variables L that have left are fixed at x_L = 0 by multipliers: V has unit columns for
    them, and W and r are 0 there. Hence U has the columns of P, and S the block -P_LL.

So P itself does not change, and rounding errors do not accumulate. When the border has grown too
large, P is recomputed by recursive block elimination. This magnifies rounding errors more than a
factorisation does, so after every change the next solution is checked. If it is not accurate
enough, the inverse is recomputed for the free variables alone, by a Cholesky factorisation, which
costs 1.5 times as much and is more stable. If that is not accurate enough either, A is close to
singular, and from then on every system is solved directly. The next round of the active set
corrects the remaining error.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .linalg import cholesky_inverse, solve_or_lstsq

MAX_DIRECT_SIZE = 64  # size of the largest matrix that is inverted without blocks
# Length of the border, as a share of the number of free variables, beyond which P is recomputed.
MAX_BORDER_SHARE = 1 / 2
MAX_RESIDUAL = 1e-5  # largest accepted residual, relative to the right-hand side


def shifted_block(
    K: np.ndarray, shift: np.ndarray, rows: np.ndarray, columns: np.ndarray
) -> np.ndarray:
    """Return the block of K for two lists of variables; if they are the same list, with `shift`
    added to the diagonal."""
    A = K.take(rows, 0).take(columns, 1)
    if rows is columns:
        A.flat[:: len(A) + 1] += shift[rows]
    return A


class DirectSystem:
    """A system with A (n, n), which is factored for each right-hand side."""

    def __init__(self, A: np.ndarray) -> None:
        self.A = A

    def solve(self, r: np.ndarray) -> np.ndarray:
        """Solve A d = r (n,); if A is singular, return the minimum-norm least-squares solution."""
        return solve_or_lstsq(self.A, r)

    def times(self, steps: np.ndarray) -> np.ndarray:
        """Return A times `steps`, (n,) or (n, k)."""
        return self.A @ steps

    def restrict(self, rows: np.ndarray) -> None:
        """Restrict the system to the variables at the positions `rows` (p,), ascending."""
        self.A = self.A.take(rows, 0).take(rows, 1)


class MaintainedInverse:
    """P = A⁻¹ (g, g) for a first set of variables, and a border for variables that have joined
    later.

    block(a, b) returns A for two lists of variables; n is the number of all variables. `indices`
    (g + k,) are the first set, then the k variables that have joined; `rows` are the positions of
    the free variables in `indices`. `reliable`: whether P is accurate enough to be used; `checked`:
    whether a solution for the present free variables has confirmed this. The module's docstring
    explains V, U, W and S.
    """

    def __init__(self, block: Callable[[np.ndarray, np.ndarray], np.ndarray], n: int) -> None:
        self.block, self.n, self.reliable = block, n, True
        self.refactor(np.empty(0, dtype=int))

    def refactor(self, indices: np.ndarray) -> None:
        """Set up A for `indices` (g,), and compute P while inverses are `reliable`."""
        self.set_indices(indices)
        if self.reliable:
            self.P = self.invert(self.A)

    def set_indices(self, indices: np.ndarray) -> None:
        """Set up A for `indices` (g,), without computing P."""
        g = len(indices)
        self.indices, self.A = indices, self.block(indices, indices)
        self.V, self.U, self.W, self.S = (np.empty((a, 0)) for a in (g, g, 0, 0))
        self.rows, self.checked = np.arange(g), False

    def set_free(self, F: np.ndarray) -> None:
        """Set the free variables F (n,); right-hand sides are in the order of F from then on."""
        place = np.full(self.n, -1)
        place[self.indices] = np.arange(len(self.indices))
        new = F[place[F] < 0]
        removed = len(self.indices) + len(new) - len(F)
        border = removed + len(new) + len(self.W)
        if not self.reliable or border > MAX_BORDER_SHARE * len(F):
            return self.refactor(F)
        if len(new):
            self.append(new)
        place[self.indices] = np.arange(len(self.indices))
        self.rows, self.checked = place[F], False

    def append(self, new: np.ndarray) -> None:
        """Append the variables `new` to the border."""
        g = len(self.P)
        V = self.block(new, self.indices[:g]).T
        self.V, self.U = np.hstack([self.V, V]), np.hstack([self.U, self.P @ V])
        self.indices = np.concatenate([self.indices, new])
        added = self.indices[g:]
        self.W = self.block(added, added)
        self.S = self.W - self.V.T @ self.U

    def solve(self, r: np.ndarray) -> np.ndarray:
        """Solve A d = r (n,); where P is not accurate enough, recompute it for these variables,
        and if that does not suffice, solve without P."""
        if self.reliable:
            d = self.apply(r)
            if self.checked or self.is_exact(d, r):
                self.checked = True
                return d
            self.set_indices(self.indices[self.rows])
            self.P = cholesky_inverse(self.A, MAX_DIRECT_SIZE)
            d = self.apply(r)
            self.checked = self.reliable = self.is_exact(d, r)
            if self.reliable:
                return d
        return solve_or_lstsq(self.matrix(), r)

    def matrix(self) -> np.ndarray:
        """Return A (n, n) for the free variables."""
        F = self.indices[self.rows]
        return self.block(F, F)

    def is_exact(self, d: np.ndarray, r: np.ndarray) -> bool:
        """Return whether d solves the system for r accurately enough."""
        error = np.abs(r - self.times(d)).max()
        return bool(error <= MAX_RESIDUAL * np.abs(r).max())

    def apply(self, r: np.ndarray) -> np.ndarray:
        """Return d (n,) with A d = r, computed from P and the border."""
        g, d = len(self.P), np.zeros(len(self.indices))
        d[self.rows] = r
        present = np.zeros(len(d), dtype=bool)
        present[self.rows] = True
        added, left = present[g:].nonzero()[0], (~present[:g]).nonzero()[0]
        U, T = self.U.take(added, 1), self.P.take(left, 0)
        x, k = self.P @ d[:g], len(added)
        border = np.empty((k + len(left), k + len(left)))
        border[:k, :k] = self.S.take(added, 0).take(added, 1)
        np.negative(U[left], out=border[k:, :k])
        np.negative(T.take(left, 1), out=border[k:, k:])
        border[:k, k:] = border[k:, :k].T
        w = solve_or_lstsq(border, np.concatenate([d[g + added] - d[:g] @ U, -x[left]]))
        d[:g], d[g + added] = x - U @ w[:k] - w[k:] @ T, w[:k]
        return d[self.rows]

    def times(self, steps: np.ndarray) -> np.ndarray:
        """Return A times `steps`, (n,) or (n, k)."""
        g, full = len(self.A), np.zeros((len(self.indices), *steps.shape[1:]))
        full[self.rows] = steps
        own, added = full[:g], full[g:]
        blocks = self.A @ own + self.V @ added, self.V.T @ own + self.W @ added
        return np.concatenate(blocks)[self.rows]

    def restrict(self, rows: np.ndarray) -> None:
        """Restrict the system to the variables at the positions `rows` (p,), ascending."""
        self.rows = self.rows[rows]

    def invert(self, A: np.ndarray) -> np.ndarray:
        """Return A⁻¹ for A (n, n), symmetric and positive definite, by recursive block
        elimination."""
        n = len(A)
        if n <= MAX_DIRECT_SIZE:
            return solve_or_lstsq(A, np.eye(n))
        h = n // 2
        return self.block_inverse(self.invert(A[:h, :h]), A[:h, h:], A[h:, h:])

    def block_inverse(self, P: np.ndarray, B: np.ndarray, D: np.ndarray) -> np.ndarray:
        """Return the inverse of [[A, B], [Bᵀ, D]] for P = A⁻¹ (n, n), B (n, k), D (k, k)."""
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
