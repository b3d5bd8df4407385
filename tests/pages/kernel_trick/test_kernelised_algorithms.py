"""The lines of code on the page run, and give kernel_core's numbers."""

import ast
from itertools import islice

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsClassifier

import kernel_core as kc
from kernel_core.learners import run_kernel_perceptron
from kernel_core.learners.index_sampling import draw_indices
from kernel_core.learners.kernel_sgd import mean_risk
from lab.scene.learning_problem import sample_of
from lab.wire.nearest_neighbours import NearestNeighbour
from pages.kernel_trick.default_scene import DEFAULT as TRICK
from pages.kernel_trick.five_learners import FIVE
from pages.kernel_trick.kernelised_algorithms import PAIRS, SHARED

LAM = 0.1
KERNELS = {"linear": kc.Linear(), "rbf": kc.RBF(0.6), "poly": kc.Polynomial(3, 1.0)}
CODE = {pair.name: pair for pair in PAIRS}
Z = np.random.default_rng(4).uniform(-2, 2, (50, 2))


def run(code, kernel, **variables):
    """Run the lines, and return the names that they define."""
    sample = sample_of(TRICK)
    names = {
        "np": np,
        "X": sample.X,
        "y": sample.y,
        "Z": Z,
        "lam": LAM,
        "kernel": kernel,
        **variables,
    }
    exec(f"{SHARED}\n{code}", names)
    return names


def run_both(name, kernel, **variables):
    return (run(code, kernel, **variables) for code in (CODE[name].over_x, CODE[name].over_k))


def order(steps):
    return list(islice(draw_indices(TRICK.m, 0), steps))


@pytest.mark.parametrize("name", CODE)
def test_with_the_linear_kernel_both_columns_give_the_same_numbers(name):
    over_x, over_k = run_both(name, kc.Linear(), order=order(600))
    assert over_x["f"].shape == (50,)
    np.testing.assert_allclose(over_x["f"], over_k["f"], rtol=1e-8, atol=1e-9)
    if "w" in over_x:
        np.testing.assert_allclose(over_x["w"], over_x["X"].T @ over_k["alpha"], rtol=1e-7)


@pytest.mark.parametrize("name, loss", [("Ridge", "squared"), ("Logistic", "logistic")])
@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
def test_ridge_and_logistic_are_the_fits_of_the_pictures(name, loss, kernel):
    variables = run(CODE[name].over_k, kernel)
    fit = kc.fit(
        variables["X"], variables["y"], kernel, kc.LOSSES[loss], LAM, risk="sum", tol=1e-12
    )
    np.testing.assert_allclose(variables["f"], fit.decision(Z), rtol=1e-5, atol=1e-5)


def test_ridge_over_x_is_scikit_learns():
    variables = run(CODE["Ridge"].over_x, kc.Linear())
    ridge = Ridge(alpha=LAM, fit_intercept=False).fit(variables["X"], variables["y"])
    np.testing.assert_allclose(variables["f"], ridge.predict(Z), rtol=1e-9)


@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
def test_logistic_coefficients_meet_their_stated_equation(kernel):
    variables = run(CODE["Logistic"].over_k, kernel)
    y, f = variables["y"], variables["K"] @ variables["alpha"]
    np.testing.assert_allclose(
        LAM * variables["alpha"], y / (1 + np.exp(y * f)), rtol=1e-6, atol=1e-9
    )


@pytest.mark.parametrize("kernel", [kc.Linear(), kc.RBF(0.6)], ids=["linear", "rbf"])
def test_the_svm_gets_near_the_exact_one(kernel):
    variables = run(CODE["SVM"].over_k, kernel, order=order(30_000))
    K, y = variables["K"], variables["y"]
    risks = [
        mean_risk(K, y, a, kc.LOSSES["hinge"], LAM) for a in (variables["alpha"], np.zeros(len(y)))
    ]
    exact = kc.fit(variables["X"], y, kernel, kc.LOSSES["hinge"], LAM, tol=1e-9).primal
    assert exact - 1e-9 <= risks[0] <= exact + 0.02 * (risks[1] - exact)


@pytest.mark.parametrize("kernel", [kc.RBF(0.6), kc.RBF(3.0)], ids=["ends", "is stopped"])
def test_the_perceptron_is_kernel_cores_step_by_step(kernel):
    sample = sample_of(TRICK)
    fit = run_kernel_perceptron(kernel(sample.X, sample.X), sample.y, 40, 0)
    variables = run(CODE["Perceptron"].over_k, kernel, order=fit.index.tolist())
    np.testing.assert_array_equal(variables["alpha"], fit.alpha)
    np.testing.assert_allclose(variables["f"], fit.decision(variables["K_new"]), atol=1e-9)


@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
def test_the_nearest_neighbour_is_the_nearest_in_feature_space(kernel):
    over_x, over_k = run_both("Nearest neighbour", kernel)
    fit = NearestNeighbour(over_k["X"], over_k["y"], kernel)
    sure = np.abs(fit.decision(Z)) > 1e-9
    np.testing.assert_array_equal(over_k["f"][sure], np.sign(fit.decision(Z))[sure])
    plain = KNeighborsClassifier(1).fit(over_x["X"], over_x["y"]).predict(Z)
    np.testing.assert_array_equal(over_x["f"], plain)


def test_the_right_column_uses_the_gram_matrix_only():
    for pair in PAIRS:
        names = {node.id for node in ast.walk(ast.parse(pair.over_k)) if isinstance(node, ast.Name)}
        assert "X" not in names and ("Z" not in names or "kernel.diagonal(Z)" in pair.over_k)
        assert len(pair.over_x.splitlines()) == len(pair.over_k.splitlines()), "line beside line"
        assert max(map(len, [*pair.over_x.splitlines(), *pair.over_k.splitlines()])) <= 64


def test_every_picture_has_its_lines():
    assert [pair.name for pair in PAIRS] == [name for name, _ in FIVE]
