"""Error rates of classifiers of many classes, computed on a grid with cached tables."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import kernel_core as kc
from kernel_core import multiclass as mc
from kernel_core.datasets import class_mixtures
from lab.scene.cached_points import CachedGrid, decide_at
from lab.scene.class_error_rates import ClassHoldOutSet, ClassPopulationRisk
from tests.classes import fit_classes

DENSITY = class_mixtures.pinwheel(4, noise=2.0)
X, Y = DENSITY.sample(70, 0)
GX, GY = np.linspace(-2, 2, 13), np.linspace(-2.5, 2, 11)
POINTS = np.array([(a, b) for b in GY for a in GX])
KERNELS = [kc.RBF(tau) for tau in (0.1, 0.3, 0.6, 1.2, 2.4)]
LAMS = [1e-3, 1e-2, 0.1, 1.0]


def sweep_kernels(kernels, lams, reductions=mc.solution.REDUCTIONS):
    problem = mc.ClassProblem(X, Y, kc.Hinge())
    stops = list(mc.multi_sweep(problem, kernels, lams, reductions))
    return {reduction: [stop.solutions[reduction] for stop in stops] for reduction in reductions}


@pytest.mark.parametrize("ties", ["random", "score"])
def test_decisions_on_a_grid_are_those_at_its_points(ties):
    place = CachedGrid(GX, GY)
    for solutions in sweep_kernels(KERNELS, 0.1).values():
        for solution in solutions:
            on_grid, decided = decide_at(place, solution, ties, 5), solution.decide(POINTS, ties, 5)
            np.testing.assert_array_equal(on_grid.choice, decided.choice)
            np.testing.assert_array_equal(on_grid.status, decided.status)


def test_values_on_the_grid_are_those_of_the_binary_classifiers():
    place = CachedGrid(GX, GY)
    for solution in sweep_kernels(KERNELS, 0.1, ["ovo"])["ovo"]:
        values = decide_at(place, solution).values.reshape(6, 11, 13)
        for b in range(6):
            np.testing.assert_allclose(values[b], solution.binary(b).on_grid(GX, GY), atol=1e-9)


@pytest.mark.parametrize(
    "kernel",
    [
        kc.Linear(),
        kc.Polynomial(3),
        kc.Polynomial(12),  # more features than points: the grid is computed from tables
        kc.exp(kc.Linear()),
        kc.RBF(0.5) + 0.3 * kc.Linear(),
        kc.RBF(0.5) * kc.Polynomial(2),
    ],
    ids=repr,
)
def test_grids_of_every_kernel(kernel):
    solution = fit_classes("ova", X, Y, kernel, kc.Hinge(), 10.0)
    expected = solution.values(POINTS)
    values = decide_at(CachedGrid(GX, GY), solution).values
    np.testing.assert_allclose(values, expected, atol=1e-5 * np.abs(expected).max())


def test_errors_on_points_and_under_the_density_agree():
    T, t = DENSITY.sample(900, 7)
    by_points = ClassHoldOutSet(T, t)
    by_density = ClassPopulationRisk(DENSITY)
    for solutions in sweep_kernels(KERNELS, 0.05).values():
        for solution in solutions:
            share = np.mean(solution.predict(T, ties="score") != t)
            assert by_points.error(solution, ties="score") == share
            exact = by_density.error(solution, ties="score")
            assert exact == pytest.approx(share, abs=0.04)
            assert exact > DENSITY.bayes_error - 2e-3


def test_the_expected_error_is_that_of_many_points():
    solution = fit_classes("ovo", X, Y, kc.RBF(0.6), kc.Hinge(), 0.01)
    T, t = DENSITY.sample(40_000, 3)
    expected = ClassPopulationRisk(DENSITY).error(solution, ties="score")
    assert expected == pytest.approx(np.mean(solution.predict(T, ties="score") != t), abs=0.006)


class CountingKernel(kc.Polynomial):
    """A kernel that counts the matrices and the tables of a grid that it computes."""

    matrices = tables = 0

    def __call__(self, A, B):
        CountingKernel.matrices += 1
        return super().__call__(A, B)

    def separable(self, *arguments):
        CountingKernel.tables += 1
        return super().separable(*arguments)

    def feature_count(self, d):
        return None  # use tables instead of features


def test_all_classifiers_of_a_scene_share_matrices_and_tables():
    CountingKernel.matrices = CountingKernel.tables = 0
    place = CachedGrid(GX, GY)
    for stop in mc.multi_sweep(mc.ClassProblem(X, Y, kc.Hinge()), CountingKernel(2, 1.0), LAMS):
        for solution in stop.solutions.values():
            decide_at(place, solution)
    assert CountingKernel.matrices == 1
    assert CountingKernel.tables == 1


def test_one_grid_answers_several_threads_at_once():
    """Values cached for one problem must never be used for another."""
    place = CachedGrid(np.linspace(-2, 2, 31), np.linspace(-2, 2, 31))
    rng = np.random.default_rng(5)
    problems = []
    for m in (20, 21, 22, 23):
        X, alpha, kernel = rng.normal(size=(m, 2)), rng.normal(size=(2, m)), kc.RBF(0.5 + m / 50)
        problems.append((kernel, X, alpha, kernel.on_grid(X, alpha, place.gx, place.gy)))

    def compute_deviation(k):
        kernel, X, alpha, expected = problems[k % 4]
        return np.abs(place.values(kernel, X, alpha) - expected.reshape(2, -1)).max()

    with ThreadPoolExecutor(4) as executor:
        assert max(executor.map(compute_deviation, range(400))) < 1e-9
