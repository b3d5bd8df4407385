"""f on a grid at every stop of a sweep: equal kernels share their tables, RBF kernels distances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from .kernels.base import Kernel
from .kernels.basic import RBF


def fields_along(
    X: np.ndarray,
    kernels: Sequence[Kernel],
    alpha: np.ndarray,
    intercept: np.ndarray,
    gx: np.ndarray,
    gy: np.ndarray,
) -> Iterator[np.ndarray]:
    """The fields (len(gy), len(gx)) of S stops, one after the other, rows are y: f of kernels[k],
    alpha[k] (m,) and intercept[k] for X (m, 2), each a fresh array.
    """
    if all(kernel is kernels[0] for kernel in kernels):
        fields: Iterator[np.ndarray] = iter(kernels[0].on_grid(X, alpha, gx, gy))
    elif all(type(kernel) is RBF for kernel in kernels):
        fields = _rbf_fields(X, kernels, alpha, gx, gy)
    else:
        stops = zip(kernels, alpha, strict=True)
        fields = (kernel.on_grid(X, row, gx, gy) for kernel, row in stops)
    for field, b in zip(fields, intercept.tolist(), strict=True):
        field += b
        yield field


def _rbf_fields(
    X: np.ndarray, kernels: Sequence[Kernel], alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
) -> Iterator[np.ndarray]:
    """K((x, y), x_i) = K(x, x_i1) K(y, x_i2): two tables, whose distances no bandwidth changes."""
    with np.errstate(over="ignore"):  # what is too far for a float is too far for the kernel
        x_distances, y_distances = (
            np.subtract.outer(places, g) ** 2 for places, g in zip(X.T, (gx, gy), strict=True)
        )
    for kernel, row in zip(kernels, alpha, strict=True):
        assert isinstance(kernel, RBF)
        used = row.nonzero()[0]
        Tx = kernel.from_squared_distances(x_distances.take(used, axis=0))
        Ty = kernel.from_squared_distances(y_distances.take(used, axis=0))
        Ty *= row[used, None]
        yield Ty.T @ Tx
