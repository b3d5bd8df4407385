"""Compute with kernel_core the right option of each quiz question of this page."""

from itertools import pairwise

import numpy as np

from kernel_core.datasets import sine
from pages.regularisation.mathematics import polynomial_regression
from pages.regularisation.mathematics.bias_variance import bias_variance_by_degree
from pages.regularisation.mathematics.implicit_regularisation import (
    max_step_size,
    random_underdetermined_problem,
    run_gradient_descent,
)
from pages.regularisation.mathematics.pac import sample_size
from pages.regularisation.mathematics.thresholding import ridge_shrink, soft_threshold
from tests.pages.quiz.checks import check, only


@check
def training_error_along_the_degree() -> str:
    line = sine()
    x, y = line.sample(15, 0)
    other_degrees = [
        polynomial_regression.powers(x, M) @ polynomial_regression.DesignMatrix(x, M).ridge(y, 0.0)
        - y
        for M in range(13)
    ]
    train = [float(np.mean(r**2)) for r in other_degrees]
    rises = any(b > a + 1e-12 for a, b in pairwise(train))
    assert train[12] < train[1]
    return "It falls, then rises." if rises else "It never rises."


@check
def shrunk_and_thresholded() -> str:
    return f"ridge {ridge_shrink(3.0, 2.0):g}, ℓ₁ {soft_threshold(3.0, 2.0):g}"


@check
def where_descent_ends() -> str:
    A, b = random_underdetermined_problem(3, 6, seed=1)
    ends = [run_gradient_descent(A, b, eta=share * max_step_size(A), steps=20_000).w[-1]
            for share in (0.2, 0.8)]  # fmt: skip
    least = np.linalg.pinv(A) @ b
    return only({
        "one that depends on the step size": not np.allclose(*ends, atol=1e-6),
        "the one with the smallest norm": all(np.allclose(w, least, atol=1e-6) for w in ends),
        "the one with the most zeros": any((np.abs(w) < 1e-9).any() for w in ends),
    })  # fmt: skip


@check
def bias_or_variance() -> str:
    table = bias_variance_by_degree(sine(), 15, count=50, seed=0)
    parts = {"the bias": float(table.bias2[12]), "the variance": float(table.variance[12]),
             "the noise in the new points": float(table.noise)}  # fmt: skip
    return max(parts, key=parts.get)


@check
def examples_that_are_enough() -> str:
    assert sample_size(1000, 0.1, 0.05) == 100
    return str(sample_size(10_000, 0.1, 0.05))


@check
def coefficients_along_the_penalty() -> str:
    x, y = sine().sample(15, 0)
    design = polynomial_regression.DesignMatrix(x, 9)
    w = np.array([design.ridge(y, lam) for lam in np.geomspace(1e-4, 100, 13)])
    falls = bool((np.diff(np.linalg.norm(w, axis=1)) < 0).all())
    zeros = bool((w == 0).any())
    low = np.abs(w[:, :5]).sum(axis=1)
    return only({"Their norm falls, and all powers remain.": falls and not zeros,
                 "One after the other becomes exactly 0.": zeros,
                 "Only the coefficients of the highest powers fall.": low[-1] >= low[0],
                 })  # fmt: skip
