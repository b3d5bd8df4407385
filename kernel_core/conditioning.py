"""Recompute a Gram matrix in extended precision, and explain problems of floating point."""

from __future__ import annotations

import numpy as np

from .kernels.base import Kernel
from .kernels.closure_proof import walk
from .kernels.polynomial import Polynomial

MAX_EXTENDED = 100_000_000  # products of numbers in extended precision: a second or two
UNEQUAL = 1e3  # a ratio of two columns' ranges that is reported where a fit does not converge,
LARGE = 1e8  # and an entry of K


def extended_gram(kernel: Kernel, X: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Recompute K (m, m) in extended precision, where kernel and processor support it and it is
    fast; else return K.
    """
    if X.size * len(X) > MAX_EXTENDED:
        return K
    Z = X.astype(np.longdouble)
    with np.errstate(all="ignore"):
        return kernel.gram(Z, Z)


def visible_cause(X: np.ndarray, kernel: Kernel, K: np.ndarray) -> str:
    """Return sentences about the points X (m, d) and K (m, m) that exceed floating-point
    precision."""
    causes = []
    spans = X.max(axis=0) - X.min(axis=0)
    widest, narrowest = spans.argmax(), np.where(spans > 0, spans, np.inf).argmin()
    if spans[widest] > UNEQUAL * spans[narrowest] > 0:
        ratio = spans[widest] / spans[narrowest]
        causes.append(
            f"Columns {widest} and {narrowest} of X differ in scale by a factor of {ratio:.2g}: "
            f"standardise the columns."
        )
    if (largest := np.abs(K).max()) > LARGE:
        degrees = [part.degree for part in walk(kernel) if isinstance(part, Polynomial)]
        of = f" (degree {max(degrees)})" if degrees else ""
        causes.append(
            f"The entries of K{of} go up to {largest:.1e}, of which floating point holds 16 "
            f"digits: scale the points{', or lower the degree' * bool(of)}."
        )
    return "".join(f" {cause}" for cause in causes)
