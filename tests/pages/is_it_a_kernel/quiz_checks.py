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
    return only({"No, only for x, x′ ≥ 0.": somewhere and from_zero,
                 "Yes, it is symmetric.": not somewhere,
                 "No, not even for x, x′ ≥ 0.": not from_zero})  # fmt: skip


@check
def a_negative_squared_length() -> str:
    K = SquaredDistance()(X[:5], X[:5])
    value, c = lowest_eigenpair(K)
    assert value < 0 and c @ K @ c < 0
    return "αᵀKα can be negative, so the “penalty” can reward large α."


@check
def times_a_function_on_both_sides() -> str:
    K, g = kc.RBF(tau=1.0)(X, X), np.sin(3 * X[:, 0])
    matrices = {"g(x) k(x, x′)": g[:, None] * K, "g(x) k(x, x′) g(x′)": g[:, None] * K * g,
                "k(x, x′) − g(x) g(x′)": K - np.outer(g, g), "g(k(x, x′))": -K}  # fmt: skip
    return only({text: np.allclose(A, A.T) and bool(np.linalg.eigvalsh(A)[0] > -1e-9)
                 for text, A in matrices.items()})  # fmt: skip


@check
def what_a_kernel_guarantees() -> str:
    train, test = (kc.datasets.circles(0.5).sample(60, seed) for seed in (0, 1))
    fits = [kc.fit(*train, kernel, kc.Hinge(), 0.01) for kernel in (kc.Linear(), kc.RBF(0.5))]
    errors = [[float(np.mean(np.sign(s.decision(Z)) != y)) for s in fits] for Z, y in (train, test)]
    return only({"few training errors": max(errors[0]) < 0.1,
                 "a small test error": max(errors[1]) < 0.1,
                 "J has no minimum other than the lowest one": max(s.gap for s in fits) < 1e-6,
                 })  # fmt: skip
