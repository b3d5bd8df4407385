"""Compute with kernel_core the right option of each quiz question of this page."""

import numpy as np

import kernel_core as kc
from lab.formulas.candidates import MinOnRealLine, SquaredDistance
from pages.is_it_a_kernel.mathematics.line_search import lowest_eigenpair
from tests.pages.quiz.checks import X, check, only


@check
def squared_distance_of_two() -> str:
    points = np.array([[0.0, 0.0], [2.0, 0.0]])
    low, high = np.linalg.eigvalsh(SquaredDistance()(points, points))
    return f"{high:g} and {low:g}".replace("-", "−")


@check
def what_closure_leaves_out() -> str:
    first, two = kc.RBF(tau=1.0), kc.Linear()
    pair = {"k₁ · k₂": first * two, "exp(k₁)": kc.exp(first),
            "k₁ − k₂": kc.kernels.Difference(first, two), "k₁ + 2k₂": first + 2 * two}  # fmt: skip
    return only({text: np.linalg.eigvalsh(k(X, X))[0] < -1e-9 for text, k in pair.items()})


@check
def min_below_zero() -> str:
    left, right = np.array([[-1.0]]), np.linspace(0, 3, 12)[:, None]
    kernel = MinOnRealLine()
    somewhere = kernel(left, left)[0, 0] < 0
    from_zero = np.linalg.eigvalsh(kernel(right, right))[0] > -1e-12
    return only({"No, only from 0 on.": somewhere and from_zero,
                 "Yes, it is symmetric.": not somewhere,
                 "No, not even from 0 on.": not from_zero})  # fmt: skip


@check
def a_negative_squared_length() -> str:
    K = SquaredDistance()(X[:5], X[:5])
    value, c = lowest_eigenpair(K)
    assert value < 0 and c @ K @ c < 0
    return "αᵀKα can be negative, so the “penalty” can reward large α."
