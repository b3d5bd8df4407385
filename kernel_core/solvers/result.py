"""What solvers share: what they hand back, and what they may start from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

Callback = Callable[[int, np.ndarray, float], None]  # called with iterations, alpha (m,), intercept


@dataclass(frozen=True, eq=False)
class SolverResult:
    """What a solver hands back, and what it may start from.

    alpha (m,) are the coefficients, intercept is b or 0, f (m,) = K alpha + b, and iterations
    counts the linear systems solved.
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
