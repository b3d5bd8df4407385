"""The min kernel, for one number from 0 on. 000 section 3, 002."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .base import Kernel


@dataclass(frozen=True)
class Min(Kernel):
    """K(x, z) = min{x, z} for numbers x, z >= 0: points of shape (n, 1).

    Raises
    ------
    ValueError
        If points have more than one coordinate, or a negative one: min{-1, -1} = -1.

    Notes
    -----
    000 §3: K(x, z) = min{x, z}. That is ∫ φ_x(t) φ_z(t) dt with φ_x(t) = 1 for 0 <= t <= x and 0
    elsewhere. So a fit f(x) = Σ_i alpha_i min{x, x_i} is piecewise linear, with its knots at the
    data.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.Min()([[1.0], [2.0]], [[1.5]]).tolist()
    [[1.0], [1.5]]
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
