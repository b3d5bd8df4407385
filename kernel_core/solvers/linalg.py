"""Linear algebra of the solvers: linear systems, low-rank factors, conjugate gradients.

`solve_regular` and `solve_or_lstsq`: where A is singular, NumPy raises LinAlgError; in a browser it
    returns inf and NaN without an error, so every result is checked.
`cholesky_inverse`: A⁻¹ where inversion by blocks would magnify rounding errors too much.
`pivoted_cholesky`: K ≈ LᵀL with few rows, since the Gram matrix of a wide RBF kernel has a
    numerical rank far below m. Each step chooses the point whose feature φ(x_j) lies farthest from
    the span of the features chosen before. The factorisation ends when no feature is farther than
    the tolerance. The remainder E = K - LᵀL is positive semidefinite, so that ‖E‖ is at most m
    times the largest entry of its diagonal.
`conjugate_gradients`: solve a system by products with the matrix alone.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

import numpy as np

MAX_RANK_FRACTION = 0.4  # a rank above this share of m saves too little
CHECK_FRACTION = 1 / 4  # share of the allowed rows after which the error is checked
CHECK_EXPONENT = 1 / 3  # at that check the relative error must be at most tol to this power
Map = Callable[[np.ndarray], np.ndarray]
MAX_PRODUCTS = 300  # maximum number of products with the matrix in conjugate gradients


def sparse_product(K: np.ndarray, a: np.ndarray) -> np.ndarray:
    """Return K a for a symmetric K (n, n), from the rows of K where a (n,) is not 0, if these are
    few."""
    nonzero = a.nonzero()[0]
    return a[nonzero] @ K.take(nonzero, 0) if 4 * len(nonzero) < len(a) else K @ a


def solve_regular(A: np.ndarray, r: np.ndarray) -> np.ndarray:
    """Return A⁻¹ r for A (n, n) and r (n,) or (n, k). Raises LinAlgError where A is exactly
    singular."""
    x = np.linalg.solve(A, r)
    if isfinite(np.vdot(x, x)) or np.isfinite(x).all() or not _finite(A, r):
        return x
    raise np.linalg.LinAlgError("Singular matrix")


def solve_or_lstsq(A: np.ndarray, r: np.ndarray) -> np.ndarray:
    """Return A⁻¹ r, or the minimum-norm least-squares solution where A is singular; NaN if A or r
    is not finite.

    A (n, n), r (n,) or (n, k). A solver can therefore continue, and its certificate shows whether
    the result is useful.
    """
    try:
        return solve_regular(A, r)
    except np.linalg.LinAlgError:
        return np.linalg.lstsq(A, r)[0] if _finite(A, r) else np.full(np.shape(r), np.nan)


def _finite(A: np.ndarray, r: np.ndarray) -> bool:
    return bool(np.isfinite(A).all() and np.isfinite(r).all())


def cholesky_inverse(A: np.ndarray, leaf: int) -> np.ndarray:
    """Return A⁻¹ = L⁻ᵀ L⁻¹ with A (n, n) = L Lᵀ; NaN where rounding makes A indefinite.

    `leaf` is the size up to which a triangular matrix is inverted by a single solve.
    """
    try:
        inverse = lower_inverse(np.linalg.cholesky(A), leaf)
    except np.linalg.LinAlgError:
        return np.full_like(A, np.nan)
    return inverse.T @ inverse


def lower_inverse(L: np.ndarray, leaf: int) -> np.ndarray:
    """Return L⁻¹ for a lower triangular L (n, n), from the inverses of its two diagonal blocks."""
    n = len(L)
    if n <= leaf:
        return solve_or_lstsq(L, np.eye(n))
    h, inverse = n // 2, np.zeros_like(L)
    inverse[:h, :h] = first = lower_inverse(L[:h, :h], leaf)
    inverse[h:, h:] = last = lower_inverse(L[h:, h:], leaf)
    inverse[h:, :h] = -(last @ L[h:, :h]) @ first
    return inverse


def pivoted_cholesky(K: np.ndarray, tol: float) -> np.ndarray:
    """Return L (r, m) with K ≈ LᵀL, with about as few rows as the tolerance allows: r is near the
    numerical rank.

    The diagonal of K - LᵀL is at most tol times the largest diagonal entry of K. r is 2 for the
    linear kernel in the plane, and far below m for a wide RBF kernel. With E = K - LᵀL and j the
    index of its largest diagonal entry, the next row is E_j / √E_jj (Fine and Scheinberg, Efficient
    SVM training, 2001).
    """
    L, _ = _rows(K, tol, len(K), len(K))
    return L


def low_rank_factor(K: np.ndarray, tol: float) -> np.ndarray | None:
    """Return the L of `pivoted_cholesky`, or None where r would exceed 0.4 m or the first rows
    reduce the error too little."""
    max_rows = int(MAX_RANK_FRACTION * len(K))
    L, sufficient = _rows(K, tol, max_rows, int(CHECK_FRACTION * max_rows))
    return L if sufficient else None


def _rows(K: np.ndarray, tol: float, max_rows: int, check_row: int) -> tuple[np.ndarray, bool]:
    """Return at most `max_rows` rows of L, and whether they suffice. If the error is still too
    large at row `check_row`, stop there."""
    residual = K.diagonal().copy()
    largest = residual.max()
    L = np.zeros((max_rows, len(K)))
    for r in range(max_rows):
        j = int(residual.argmax())
        if residual[j] <= tol * largest:
            return L[:r], True
        if r == check_row and residual[j] > tol**CHECK_EXPONENT * largest:
            return L[:r], False
        row = np.subtract(K[j], L[:r, j] @ L[:r], out=L[r])
        row /= np.sqrt(residual[j])
        residual -= row * row
        residual[j] = 0.0
    return L, max_rows == len(K)


def conjugate_gradients(A: Map, preconditioner: Map, b: np.ndarray, exactness: float) -> np.ndarray:
    """Solve A x = b for a symmetric positive definite A, given as a function of x.

    `preconditioner` approximates the inverse of A: the better it is, the fewer products are needed.
    The iteration ends when √(rᵀz), for the residual r and the preconditioned residual z, is at most
    `exactness` times its value at x = 0, or after MAX_PRODUCTS products. b and x may be matrices.
    """
    x, r = np.zeros_like(b), b
    z = preconditioner(r)
    p, norm2 = z, np.vdot(r, z)
    tolerance = exactness**2 * norm2
    for _ in range(MAX_PRODUCTS):
        if not norm2 > tolerance:
            break
        Ap = A(p)
        t = norm2 / np.vdot(p, Ap)
        x, r = x + t * p, r - t * Ap
        z = preconditioner(r)
        norm2, previous = np.vdot(r, z), norm2
        p = z + norm2 / previous * p
    return x
