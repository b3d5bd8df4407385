"""Conjugate gradients: linear systems from products with the matrix alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Map = Callable[[np.ndarray], np.ndarray]
MOST = 300


def conjugate_gradients(A: Map, near: Map, b: np.ndarray, exactness: float) -> np.ndarray:
    """x with A x = b, for a symmetric positive definite A, given as a function of x.

    `near` is about the inverse of A: the better it is, the fewer products are needed. It stops
    when the residual, measured by `near`, is `exactness` times what it was for x = 0.
    """
    x, r = np.zeros_like(b), b
    z = near(r)
    p, left = z, np.vdot(r, z)
    enough = exactness**2 * left
    for _ in range(MOST):
        if not left > enough:
            break
        Ap = A(p)
        t = left / np.vdot(p, Ap)
        x, r = x + t * p, r - t * Ap
        z = near(r)
        left, before = np.vdot(r, z), left
        p = z + left / before * p
    return x
