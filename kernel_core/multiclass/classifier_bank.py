"""The binary classifiers of a reduction as a panel that can be asked, every answer counted."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Values = Callable[[int, np.ndarray | slice], np.ndarray]
ALL = slice(None)


class ClassifierBank:
    """B classifiers before n points; values(b, which) gives classifier b's f at some of them.

    said (B, n) keeps what each said, NaN where it was not asked; asked counts the predictions.
    """

    def __init__(self, values: Values, B: int, n: int) -> None:
        self.values, self.asked = values, 0
        self.said = np.full((B, n), np.nan)

    def ask(self, b: int, which: np.ndarray | slice = ALL) -> np.ndarray:
        """Whether classifier b says +1 (f >= 0) about these points; all n of them by default."""
        f = self.values(b, which)
        self.said[b, which] = f
        self.asked += f.size
        return f >= 0
