"""A bump at a place that is no example, made zero at all examples: it lies outside the span.

000, Theorem A.1, for functions in place of weights.
"""

from dataclasses import dataclass

import numpy as np

import kernel_core as kc
from kernel_core.kernels import Kernel
from kernel_core.solvers.linalg import solve_regular


@dataclass(frozen=True, eq=False)
class OutsideBump:
    """u = K(z, ·) − Σ cᵢ K(xᵢ, ·), with c (m,) such that u(xᵢ) = 0; `norm2` is ‖u‖²."""

    kernel: Kernel
    X: np.ndarray
    z: np.ndarray
    c: np.ndarray
    norm2: float

    def __call__(self, Z: np.ndarray) -> np.ndarray:
        """Return u at the rows of Z (n, d), as (n,)."""
        return self.kernel(Z, self.z)[:, 0] - self.kernel(Z, self.X) @ self.c


def outside_bump(kernel: Kernel, X: np.ndarray, z: np.ndarray) -> OutsideBump:
    """Return the part of the bump at z (1, d) that is orthogonal to those at X (m, d).

    000, Theorem A.1.

    >>> import kernel_core as kc
    >>> u = outside_bump(kc.RBF(tau=1.0), np.array([[0.0], [2.0]]), np.array([[1.0]]))
    >>> bool(np.allclose(u(u.X), 0)) and 0 < u.norm2 < 1
    True
    """
    k = kernel(X, z)[:, 0]
    c = solve_regular(kernel(X, X), k)
    return OutsideBump(kernel, X, z, c, float(kernel(z, z)[0, 0] - k @ c))


def interpolant(kernel: Kernel, X: np.ndarray, y: np.ndarray, lam: float) -> kc.Solution:
    """Return the minimiser of the mean squared loss and (λ/2)‖f‖²: a sum of bumps at X."""
    return kc.fit(X, y, kernel, kc.LOSSES["squared"], lam=lam, risk="mean")
