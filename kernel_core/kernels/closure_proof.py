"""Prove by the closure rules of notes 001, 003 and 004 that a function is a kernel.

A composed kernel is proven if every step of its expression tree is proven. Then all its Gram
matrices are positive semidefinite. A function without such a proof may still be a kernel.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..validation import SYMMETRIC, is_symmetric
from .base import Kernel, Rule
from .closure import OWN, Candidate


def is_proven(kernel: Kernel) -> bool:
    """Return whether the closure rules prove that this is a kernel. If they do not, it may still be
    a kernel.

    Parameters
    ----------
    kernel : Kernel
        The kernel, or a candidate.

    Returns
    -------
    bool

    Notes
    -----
    Note 001, "Properties of kernels"; note 003, closure properties 1 to 5; note 004, "Creating more
    kernel functions".

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.is_proven(2 * kc.RBF(0.5)), kc.kernels.is_proven(-kc.RBF(0.5))
    (True, False)
    """
    return rule_of(kernel) is not None and all(map(is_proven, kernel.parts))


def unproven_parts(kernel: Kernel) -> list[str]:
    """List the reasons, such as "difference", why no rule covers parts of a kernel, each once.

    Parameters
    ----------
    kernel : Kernel
        The kernel, or a candidate.

    Returns
    -------
    list of str

    Notes
    -----
    No rule of notes 001, 003 and 004 applies to these parts; see `is_proven`.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.unproven_parts(2 * kc.RBF(1.0) - kc.Linear())
    ['difference']
    """
    reasons = (unproven_reason(node) for node in walk(kernel) if rule_of(node) is None)
    return list(dict.fromkeys(reasons))


def rule_of(kernel: Kernel) -> Rule | None:
    """Return the rule that the kernel's own class defines, or None. An inherited rule does not
    count, since a subclass may compute something else."""
    return vars(type(kernel)).get("rule")


def walk(kernel: Kernel) -> Iterator[Kernel]:
    """Yield the kernel and recursively its parts, each kernel before its parts."""
    yield kernel
    for part in kernel.parts:
        yield from walk(part)


def unproven_reason(kernel: Kernel) -> str:
    """Return a short reason why no rule covers the kernel's last operation."""
    return kernel.reason if isinstance(kernel, Candidate) else OWN


def gram_matrix(kernel: Kernel, X: np.ndarray) -> np.ndarray:
    """Return the Gram matrix of the points. Check it unless the closure rules prove that `kernel`
    is a kernel.

    Parameters
    ----------
    kernel : Kernel
        The kernel, or a candidate.
    X : array_like of shape (m, d)
        The points as rows.

    Returns
    -------
    ndarray of shape (m, m)
        K_ij = K(x_i, x_j).

    Raises
    ------
    ValueError
        If `kernel` is not a Kernel, if the matrix is not finite, and for an unproven kernel also if
        it is not symmetric or has a negative eigenvalue, up to rounding.

    Notes
    -----
    Note 000 §3: K = [K(x^(i), x^(j))]; note 001, "Using kernel functions" (Mercer theorem).

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.gram_matrix(kc.Linear(), [[1.0, 0.0], [1.0, 1.0]]).tolist()
    [[1.0, 1.0], [1.0, 2.0]]
    """
    if not isinstance(kernel, Kernel):
        raise ValueError(f"The kernel must be a Kernel, such as kc.RBF(1.0); it was {kernel!r}.")
    K = np.asarray(kernel(X, X), dtype=float)
    if len(K) and not is_proven(kernel):
        check_gram(K, kernel)
    return K


def check_gram(K: np.ndarray, kernel: Kernel) -> None:
    """Raise ValueError unless K (m, m), m at least 1, is symmetric and positive semidefinite, up to
    rounding."""
    no_gram = "The matrix of this kernel on these points is not a Gram matrix: "
    if not is_symmetric(K):
        raise ValueError(no_gram + "it is not symmetric, so K(x, z) and K(z, x) differ.")
    lowest = np.linalg.eigvalsh(K)[0]
    if lowest < -SYMMETRIC * len(K) * np.abs(K).max():
        value = f"{lowest:.3g}".replace("-", "−")
        raise ValueError(
            no_gram + f"it has the negative eigenvalue {value}, so no feature map can have "
            f"these inner products. No rule covers this: {', '.join(unproven_parts(kernel))}."
        )
