"""The min kernel, for one number from 0 on. 000 section 3, 002."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .base import Kernel


@dataclass(frozen=True)
class Min(Kernel):
    """K(x, z) = min{x, z} for points x, z >= 0 on a line: shape (n, 1).

    It is ∫ φ_x(t) φ_z(t) dt with φ_x(t) = 1 for 0 <= t <= x and 0 elsewhere, so a fit
    f(x) = Σ_i alpha_i min{x, x_i} is piecewise linear, with its knots at the data. Raises
    ValueError for negative numbers, where it is no kernel: min{-1, -1} = -1.
    """

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        x, z = on_line(X, "The min kernel"), on_line(Z, "The min kernel")
        if (x < 0).any() or (z < 0).any():
            raise ValueError(
                f"The min kernel is a kernel for numbers from 0 on; here there is "
                f"{min(x.min(initial=0.0), z.min(initial=0.0)):.6g}."
            )
        return np.minimum.outer(x, z)


def on_line(X: np.ndarray, name: str) -> np.ndarray:
    """The one coordinate of X (n, 1), shape (n,), or a ValueError."""
    if X.shape[1] != 1:
        raise ValueError(
            f"{name} is for points on a line, with one coordinate; these have {X.shape[1]}."
        )
    return X[:, 0]
