"""What solvers share: what they hand back, and what they may start from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

Callback = Callable[[int, np.ndarray, float], None]  # called with iterations, alpha (m,), intercept


@dataclass(frozen=True, eq=False)
class SolverResult:
    """What a solver hands back, and what it may start from.

    Attributes
    ----------
    alpha : ndarray, shape (m,)
        The coefficients.
    intercept : float
        b, or 0.
    f : ndarray, shape (m,)
        K alpha + b.
    iterations : int
        The linear systems solved.

    Notes
    -----
    000 §3 and §4: f(x_i) = K^(i)ᵀα. 001, "'Primal' formulation", adds b. The first-order condition
    of 000 Theorem 2.1's proof, α_i = -L'/(mλ) for the mean risk, says how α scales where the c /
    lam of a problem changes and the slopes L' do not.

    Examples
    --------
    >>> import numpy as np
    >>> from kernel_core.solvers.result import SolverResult
    >>> SolverResult(np.ones(2), 0.0, np.ones(2), 1).rescale(2.0).alpha.tolist()
    [2.0, 2.0]
    """

    alpha: np.ndarray
    intercept: float
    f: np.ndarray
    iterations: int

    def rescale(self, factor: float) -> SolverResult:
        """The same dual point u = -lam alpha / c where c / lam is `factor` times what it was."""
        return self if factor == 1.0 else replace(self, alpha=factor * self.alpha)

    def extrapolated(self, before: SolverResult) -> SolverResult:
        """f and b carried on as far again as they have come since the answer `before`."""
        b = 2 * self.intercept - before.intercept
        return replace(self, f=2 * self.f - before.f, intercept=b)
