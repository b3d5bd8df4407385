"""Recompute a Gram matrix in extended precision, and name likely causes of low precision."""

from __future__ import annotations

import numpy as np

from .kernels.base import Kernel
from .kernels.closure_proof import walk
from .kernels.polynomial import Polynomial

MAX_PRODUCTS = 100_000_000  # largest number of products in extended precision; they take 1 to 2 s
# `visible_cause` names two columns of X if the ratio of their ranges is above this.
MIN_SCALE_RATIO = 1e3
MIN_LARGE_ENTRY = 1e8  # `visible_cause` names the largest entry of K if it is above this


def extended_gram(kernel: Kernel, X: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Recompute K (m, m) in extended precision if this takes at most MAX_PRODUCTS products; else
    return K.

    If the kernel or the processor has only double precision, so has the result.
    """
    if X.size * len(X) > MAX_PRODUCTS:
        return K
    Z = X.astype(np.longdouble)
    with np.errstate(all="ignore"):
        return kernel.gram(Z, Z)


def visible_cause(X: np.ndarray, kernel: Kernel, K: np.ndarray) -> str:
    """Return sentences that name likely causes of low precision, as seen in X (m, d) and K (m, m),
    each after a space; an empty string if there is none."""
    causes = []
    spans = X.max(axis=0) - X.min(axis=0)
    widest, narrowest = spans.argmax(), np.where(spans > 0, spans, np.inf).argmin()
    if spans[widest] > MIN_SCALE_RATIO * spans[narrowest] > 0:
        ratio = spans[widest] / spans[narrowest]
        causes.append(
            f"Columns {widest} and {narrowest} of X differ in scale by a factor of {ratio:.2g}: "
            f"standardise the columns."
        )
    if (largest := np.abs(K).max()) > MIN_LARGE_ENTRY:
        degrees = [part.degree for part in walk(kernel) if isinstance(part, Polynomial)]
        of = f" (degree {max(degrees)})" if degrees else ""
        remedy = f"scale the points{', or lower the degree' * bool(of)}"
        with np.errstate(all="ignore"):
            origin = np.zeros_like(X[:1])
            if np.abs(kernel.gram(origin, origin)).max() > MIN_LARGE_ENTRY:
                remedy = "lower the factor or the constant in the kernel"
        causes.append(
            f"The entries of K{of} go up to {largest:.1e}, but floating-point numbers have 16 "
            f"digits: {remedy}."
        )
    return "".join(f" {cause}" for cause in causes)
