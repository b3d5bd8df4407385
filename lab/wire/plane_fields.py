"""Compute f on a grid at every stop. For RBF kernels the distances are computed once for all stops;
for equal kernels, the kernel values too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from kernel_core import RBF, Kernel


def fields_along(
    X: np.ndarray,
    kernels: Sequence[Kernel],
    alpha: np.ndarray,
    intercept: np.ndarray,
    gx: np.ndarray,
    gy: np.ndarray,
) -> Iterator[np.ndarray]:
    """Yield the fields (len(gy), len(gx)) of S stops, rows along y: f of kernels[k], alpha[k] (m,)
    and intercept[k] for X (m, 2). Each field is a new array.
    """
    fields: Iterator[np.ndarray]
    if all(type(kernel) is RBF for kernel in kernels):
        fields = _rbf_fields(X, kernels, alpha, gx, gy)
    elif all(kernel is kernels[0] for kernel in kernels):
        fields = iter(kernels[0].on_grid(X, alpha, gx, gy))
    else:
        stops = zip(kernels, alpha, strict=True)
        fields = (kernel.on_grid(X, row, gx, gy) for kernel, row in stops)
    for field, b in zip(fields, intercept.tolist(), strict=True):
        field += b
        yield field


def _rbf_fields(
    X: np.ndarray, kernels: Sequence[Kernel], alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
) -> Iterator[np.ndarray]:
    """Yield the fields of RBF kernels, which factor into K((x, y), x_i) = K(x, x_i1) K(y, x_i2).

    Each stop uses the rows of its support vectors in two tables of squared distances, which do not
    depend on the bandwidth.
    """
    if len(kernels) == 1:  # a single stop needs only the rows of its support vectors
        support = alpha[0].nonzero()[0]
        X, alpha = X[support], alpha[:, support]
    with np.errstate(over="ignore"):  # an infinite distance gives the kernel value 0
        tables = [np.subtract.outer(x, g) ** 2 for x, g in zip(X.T, (gx, gy), strict=True)]
    shared = all(kernel is kernels[0] for kernel in kernels)
    if shared:
        tables = [_values(kernels[0], table) for table in tables]
    for kernel, row in zip(kernels, alpha, strict=True):
        support = row.nonzero()[0]
        is_whole = shared and len(support) == len(row)  # then the tables are used as they are
        Tx, Ty = tables if is_whole else (table.take(support, axis=0) for table in tables)
        if not shared:
            Tx, Ty = _values(kernel, Tx), _values(kernel, Ty)
        yield (Ty * row[support, None]).T @ Tx


def _values(kernel: Kernel, distances: np.ndarray) -> np.ndarray:
    """Return the values of an RBF kernel at squared distances, whose array is overwritten."""
    assert isinstance(kernel, RBF)
    return kernel.from_squared_distances(distances)
