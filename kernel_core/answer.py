"""What a solver hands back, and what the next one may start from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

Watch = Callable[[int, np.ndarray, float], None]  # told iterations, alpha (m,), intercept


@dataclass(frozen=True, eq=False)
class Answer:
    """alpha (m,), the intercept, f = K alpha + intercept (m,), and the linear systems solved.

    u (m,) is the dual point where lam = 0; elsewhere it is -lam alpha / c.
    """

    alpha: np.ndarray
    intercept: float
    f: np.ndarray
    iterations: int
    u: np.ndarray | None = None

    def rescaled(self, factor: float) -> Answer:
        """The same dual point u = -lam alpha / c where c / lam is `factor` times what it was."""
        return self if factor == 1.0 else replace(self, alpha=factor * self.alpha)

    def ahead(self, before: Answer) -> Answer:
        """The values f carried on as far again as they have come since the answer `before`."""
        return replace(self, f=2 * self.f - before.f)
