"""What `fit` and `sweep` ask of their input: each fault is a ValueError in one sentence."""

from __future__ import annotations

from math import isfinite
from numbers import Integral, Real

import numpy as np
from numpy.typing import ArrayLike

from .kernels import Kernel, check_points
from .losses import Loss
from .proof_tree import gaps, proven


def check_data(X: ArrayLike, y: ArrayLike, loss: Loss) -> tuple[np.ndarray, np.ndarray]:
    """X (m, d) and y (m,) as floats, m >= 1, with labels that suit the loss."""
    X = check_points(X).copy()
    if len(X) == 0:
        raise ValueError("There must be at least one point to learn from; here there is none.")
    if not isinstance(loss, Loss):
        raise ValueError(f"The loss must be one of kernel_core's losses; it was {loss!r}.")
    loss.conjugate(0.0, 1.0)  # a loss that nobody can minimise says so here, with the reason
    try:
        y = loss.check_labels(y).copy()
    except TypeError:
        raise ValueError("Labels must be numbers.") from None
    if y.shape != (len(X),):
        raise ValueError(
            f"There must be one label for each point: {len(X)} points need labels of shape "
            f"({len(X)},); these have shape {y.shape}."
        )
    return X, y


def check_lam(lam: float) -> float:
    """lam as a float: finite and >= 0."""
    if not isinstance(lam, Real) or isinstance(lam, bool) or not isfinite(lam) or lam < 0:
        raise ValueError(f"lam must be a finite number, 0 or more; it was {lam!r}.")
    return float(lam)


def check_options(risk: str, tol: float, max_iter: int | None = None) -> None:
    """risk "mean" or "sum", tol > 0, max_iter a count or None."""
    if risk not in ("mean", "sum"):
        raise ValueError(f'risk must be "mean" or "sum"; it was {risk!r}.')
    if not isinstance(tol, Real) or not tol > 0:
        raise ValueError(f"tol must be a number above 0; it was {tol!r}.")
    if max_iter is not None and (not isinstance(max_iter, Integral) or max_iter < 1):
        raise ValueError(f"max_iter must be a whole number from 1 on, or None; it was {max_iter}.")


def gram_matrix(kernel: Kernel, X: np.ndarray) -> np.ndarray:
    """K (m, m) of the points X (m, d); ValueError where it is no Gram matrix.

    What the closure rules prove to be a kernel is taken at its word.
    """
    if not isinstance(kernel, Kernel):
        raise ValueError(f"The kernel must be one of kernel_core's kernels; it was {kernel!r}.")
    K = np.asarray(kernel(X, X), dtype=float)
    if not proven(kernel):
        check_gram(K, len(X), kernel)
    return K


def check_gram(K: np.ndarray, m: int, kernel: Kernel) -> None:
    """ValueError unless K is (m, m), symmetric, and positive semidefinite, all up to rounding."""
    no_gram = f"The matrix of {kernel.formula} on these points is no Gram matrix: "
    if K.shape != (m, m):
        raise ValueError(no_gram + f"for {m} points it must be {m} by {m}; it is {K.shape}.")
    size = np.abs(K).max()
    if np.abs(K - K.T).max() > 1e-9 * size:
        raise ValueError(no_gram + "it is not symmetric, so K(x, z) and K(z, x) differ.")
    lowest = np.linalg.eigvalsh(K)[0]
    if lowest < -1e-9 * m * size:
        raise ValueError(
            no_gram + f"it has the negative eigenvalue {lowest:.3g}, so no feature map can have "
            f"these inner products. What no rule proves: {', '.join(gaps(kernel))}."
        )
