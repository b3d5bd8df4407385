"""Why a function of two points is a kernel: the rule behind each step of how it is built.

The closure rules are 001's, 003's and 004's. A tree is proven where every step of it is: that is
a proof that all its Gram matrices are positive semidefinite. "Not proven" is no disproof; `search`
looks for one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..validation import SYMMETRIC, is_symmetric
from .approximations import Limit, RandomFourier, RBFTaylor
from .base import Kernel
from .basic import RBF, Constant, Linear, Min
from .closure import Exp, Product, Scaled, Sum
from .cosine import Cosine, CosineSeries, SincKernel
from .from_function import RankOneKernel, RescaledKernel
from .indefinite import OWN, Candidate
from .polynomial import Polynomial
from .stationary import Laplace, Matern, Periodic


@dataclass(frozen=True)
class Rule:
    """A closure rule: its `name`, `why` it holds, and the numbers of the `notes` that have it."""

    name: str
    why: str
    notes: str


INNER = "inner product"
FEATURES = "inner product of features"
LIMIT = "limit"

# By the exact class: a subclass may compute something else.
RULES: dict[type[Kernel], Rule] = {
    Linear: Rule(INNER, "cᵀKc = ‖Σ c_i x_i‖², which is never negative.", "001, 003, 004"),
    Constant: Rule(FEATURES, "One feature, the same number √c at every point.", "001"),
    Polynomial: Rule(FEATURES, "Its features are weighted monomials.", "001, 003, 004"),
    Cosine: Rule(FEATURES, "Its features are cos ωx and sin ωx of each coordinate.", "001, 004"),
    CosineSeries: Rule(
        FEATURES, "Its features are cos ωx and sin ωx for each ω = 2πl/L.", "001, 004"
    ),
    RBFTaylor: Rule(FEATURES, "Its features are monomials times e^{-‖x‖²/2τ²}.", "003"),
    RandomFourier: Rule(FEATURES, "Its features are cosines and sines of ωᵀx.", "000"),
    Min: Rule(FEATURES, "φ_x(t) = 1 up to x, then 0; ∫ φ_x φ_z dt = min{x, z}.", "000, 002"),
    RBF: Rule(LIMIT, "The limit of its Taylor kernels as terms are added.", "003"),
    Matern: Rule(LIMIT, "A mean of RBF kernels of all widths, a limit of sums.", "003"),
    Laplace: Rule("product", "For each coordinate a mean of RBF kernels of all widths.", "003"),
    Periodic: Rule(LIMIT, "The RBF kernel of points wound around circles.", "003"),
    SincKernel: Rule(LIMIT, "The limit of 2π/L times the kernel of φ_L.", "001, 004"),
    Limit: Rule(LIMIT, "cᵀKc ≥ 0 for every member, so also in the limit.", "003"),
    Sum: Rule("sum of kernels", "cᵀ(K₁ + K₂)c = cᵀK₁c + cᵀK₂c.", "001, 003, 004"),
    Product: Rule("product", "Every feature of one times every feature of the other.", "001, 003"),
    Scaled: Rule("scaling by a ≥ 0", "cᵀ(aK)c = a cᵀKc.", "001, 003, 004"),
    Exp: Rule("exponential", "1 + K + K²/2 + …: sums, products and a limit.", "001, 004"),
    RankOneKernel: Rule("f(x)f(x′)", "One feature, f itself.", "001"),
    RescaledKernel: Rule("g(x)k(x,x′)g(x′)", "Every feature times g.", "003"),
}


def is_proven(kernel: Kernel) -> bool:
    """Whether the closure rules prove that this is a kernel.

    Parameters
    ----------
    kernel : Kernel
        The kernel, or a candidate.

    Returns
    -------
    bool
        False says nothing but that no rule covers it.

    Notes
    -----
    001, "Properties of kernels"; 003, closure properties 1 to 5; 004, "Creating more kernel
    functions".

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.is_proven(2 * kc.RBF(0.5)), kc.kernels.is_proven(-kc.RBF(0.5))
    (True, False)
    """
    return type(kernel) in RULES and all(map(is_proven, kernel.parts))


def unproven_parts(kernel: Kernel) -> list[str]:
    """What no rule covers, each thing once.

    Parameters
    ----------
    kernel : Kernel
        The kernel, or a candidate.

    Returns
    -------
    list of str
        As "difference" or "tanh"; empty where all is proven.

    Notes
    -----
    What is outside 001, "Properties of kernels", 003, closure properties 1 to 5, and 004, "Creating
    more kernel functions". That is no disproof.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.unproven_parts(kc.kernels.Tanh(1.0) - kc.Linear())
    ['difference', 'tanh']
    """
    found = (unproven_reason(node) for node in walk(kernel) if type(node) not in RULES)
    return list(dict.fromkeys(found))


def walk(kernel: Kernel) -> Iterator[Kernel]:
    """The kernel and all that it is made of, each before its parts."""
    yield kernel
    for part in kernel.parts:
        yield from walk(part)


def unproven_reason(kernel: Kernel) -> str:
    """In a word or two, why no rule covers this step."""
    return kernel.reason if isinstance(kernel, Candidate) else OWN


def gram_matrix(kernel: Kernel, X: np.ndarray) -> np.ndarray:
    """The Gram matrix of the points, checked unless a rule proves the kernel.

    Parameters
    ----------
    kernel : Kernel
        The kernel, or a candidate.
    X : ndarray of shape (m, d)
        The points as rows.

    Returns
    -------
    ndarray of shape (m, m)
        K_ij = K(x_i, x_j).

    Raises
    ------
    ValueError
        If it is no Gram matrix: not symmetric, or with a negative eigenvalue.

    Notes
    -----
    000 §3: K = [K(x^(i), x^(j))]. It is symmetric, and positive semidefinite: 001, "Using kernel
    functions" (Mercer theorem).

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.gram_matrix(kc.Linear(), [[1.0, 0.0], [1.0, 1.0]]).tolist()
    [[1.0, 1.0], [1.0, 2.0]]
    """
    if not isinstance(kernel, Kernel):
        raise ValueError(f"The kernel must be one of kernel_core's kernels; it was {kernel!r}.")
    K = np.asarray(kernel(X, X), dtype=float)
    if not is_proven(kernel):
        check_gram(K, kernel)
    return K


def check_gram(K: np.ndarray, kernel: Kernel) -> None:
    """ValueError unless K (m, m) is symmetric and positive semidefinite, up to rounding."""
    no_gram = "The matrix of this kernel on these points is no Gram matrix: "
    if not is_symmetric(K):
        raise ValueError(no_gram + "it is not symmetric, so K(x, z) and K(z, x) differ.")
    lowest = np.linalg.eigvalsh(K)[0]
    if lowest < -SYMMETRIC * len(K) * np.abs(K).max():
        value = f"{lowest:.3g}".replace("-", "−")
        raise ValueError(
            no_gram + f"it has the negative eigenvalue {value}, so no feature map can have "
            f"these inner products. What no rule proves: {', '.join(unproven_parts(kernel))}."
        )
