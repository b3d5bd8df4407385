"""Why a function of two points is a kernel: the rule behind each step of how it is built.

The closure rules are 001's, 003's and 004's. A tree is proven where every step of it is: that is
a proof that all its Gram matrices are positive semidefinite. "Not proven" is no disproof; `search`
looks for one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .approximations import RandomFourier, RBFTaylor
from .base import Kernel
from .basic import RBF, Constant, Linear
from .closure import Exp, Product, Scaled, Sum
from .cosine import Cosine, CosineSeries, SincKernel
from .from_function import RankOneKernel, RescaledKernel
from .indefinite import OWN, Candidate
from .limit import Limit
from .min_kernel import Min
from .polynomial import Polynomial


@dataclass(frozen=True)
class Rule:
    """A rule's name, why it holds, and the notes that have it."""

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
    Cosine: Rule(FEATURES, "Its features are cos θx and sin θx of each coordinate.", "001, 004"),
    CosineSeries: Rule(FEATURES, "Its features are φ_θ for each frequency 2πl/L.", "001, 004"),
    RBFTaylor: Rule(FEATURES, "Its features are monomials times e^{-‖x‖²/2τ²}.", "003"),
    RandomFourier: Rule(FEATURES, "Its features are cosines and sines of wᵀx.", "000"),
    Min: Rule(FEATURES, "φ_x(t) = 1 up to x, then 0; ∫ φ_x φ_z dt = min{x, z}.", "000, 002"),
    RBF: Rule(LIMIT, "The limit of its Taylor kernels as terms are added.", "003"),
    SincKernel: Rule(LIMIT, "The limit of 2π/L times the kernel of φ_L.", "001, 004"),
    Limit: Rule(LIMIT, "cᵀKc ≥ 0 for every member, so also in the limit.", "003"),
    Sum: Rule("sum of kernels", "cᵀ(K₁ + K₂)c = cᵀK₁c + cᵀK₂c.", "001, 003, 004"),
    Product: Rule("product", "Every feature of one times every feature of the other.", "001, 003"),
    Scaled: Rule("scaling by a ≥ 0", "cᵀ(aK)c = a cᵀKc.", "001, 003, 004"),
    Exp: Rule("exponential", "1 + K + K²/2 + …: sums, products and a limit.", "001, 004"),
    RankOneKernel: Rule("f(x)f(x′)", "One feature, f itself.", "001"),
    RescaledKernel: Rule("g(x)k(x,x′)g(x′)", "Every feature times g.", "003"),
}


@dataclass(frozen=True)
class ProofStep:
    """One node of a tree: `rule` is its rule's name, or "not proven: " and what is not covered.

    covered: a rule covers this step; proven: it does, and everything below is proven too. depth
    counts from 0 at the root; parent is the index of the step above in the list, None at the root.
    """

    kernel: Kernel
    rule: str
    why: str
    notes: str
    covered: bool
    proven: bool
    depth: int
    parent: int | None


def proof_steps(kernel: Kernel) -> list[ProofStep]:
    """The steps of the tree, root first, each before the steps below it."""
    steps: list[ProofStep] = []
    _explain(kernel, 0, None, steps)
    return steps


def is_proven(kernel: Kernel) -> bool:
    """Whether the rules prove that this is a kernel."""
    return type(kernel) in RULES and all(map(is_proven, kernel.parts))


def unproven_parts(kernel: Kernel) -> list[str]:
    """What no rule covers, each thing once, as "difference" or "tanh"; empty where proven."""
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


def _explain(kernel: Kernel, depth: int, parent: int | None, steps: list[ProofStep]) -> None:
    rule = RULES.get(type(kernel)) or Rule(
        f"not proven: {unproven_reason(kernel)}", "No rule says so.", ""
    )
    covered = type(kernel) in RULES
    here = len(steps)
    steps.append(
        ProofStep(
            kernel, rule.name, rule.why, rule.notes, covered, is_proven(kernel), depth, parent
        )
    )
    for part in kernel.parts:
        _explain(part, depth + 1, here, steps)


def gram_matrix(kernel: Kernel, X: np.ndarray) -> np.ndarray:
    """K (m, m) of the points X (m, d); ValueError where it is no Gram matrix.

    What the closure rules prove to be a kernel is taken at its word.
    """
    if not isinstance(kernel, Kernel):
        raise ValueError(f"The kernel must be one of kernel_core's kernels; it was {kernel!r}.")
    K = np.asarray(kernel(X, X), dtype=float)
    if not is_proven(kernel):
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
            f"these inner products. What no rule proves: {', '.join(unproven_parts(kernel))}."
        )
