"""Test errors for two classes, compared with samples, finer grids, and exact values."""

from itertools import product

import numpy as np
import pytest

from kernel_core import RBF, Hinge, Linear, Polynomial, fit
from kernel_core.datasets import TWO_CLASS_SOURCES, GaussianMixtureClasses, mixture
from kernel_core.datasets.gaussian_mixtures import SIGNS
from lab.scene.error_rates import TAIL_DEVIATIONS, HoldOutSet, PopulationRisk

NOISES = (0.25, 0.5, 1.0, 2.0, 3.0)

parametrize_sources = pytest.mark.parametrize("name", TWO_CLASS_SOURCES)
every_noise = pytest.mark.parametrize(("name", "noise"), list(product(TWO_CLASS_SOURCES, NOISES)))


def two_classes(positive, negative, s):
    return GaussianMixtureClasses((positive, negative), s, SIGNS)


class Fitted:
    """A stand-in for a solution of `fit`: f = Σ alpha_i K(x_i, ·) + b."""

    def __init__(self, X, kernel, alpha, intercept=0.0):
        self.X, self.kernel, self.alpha, self.intercept = X, kernel, alpha, intercept

    def decision(self, Z):
        blocks = np.array_split(Z, max(1, len(Z) // 2000))
        return self.intercept + np.concatenate(
            [self.kernel(B, self.X) @ self.alpha for B in blocks]
        )

    def on_grid(self, gx, gy):
        return self.kernel.on_grid(self.X, self.alpha, gx, gy) + self.intercept


def ridge(density, kernel, m=200, intercept=0.0):
    X, y = density.sample(m, seed=3)
    K = kernel(X, X)
    return Fitted(X, kernel, np.linalg.solve(K + 0.01 * np.eye(m), y - intercept), intercept)


@pytest.mark.thorough(keep_every=9)
@pytest.mark.thorough("mixture", "moons")
@pytest.mark.parametrize("name", ["mixture", "moons", "spirals", "checkerboard"])
@pytest.mark.parametrize(
    "kernel", [RBF(0.1), RBF(0.4), RBF(1.6), Linear(), Polynomial(2)], ids=repr
)
def test_population_against_monte_carlo(name, kernel):
    density = TWO_CLASS_SOURCES[name]()
    solution = ridge(density, kernel, intercept=0.1)
    Z, y = density.sample(200_000, seed=4)
    sampled = HoldOutSet(Z, y).error(solution)
    sigma = np.sqrt(sampled * (1 - sampled) / len(y))
    assert abs(PopulationRisk(density).error(solution) - sampled) <= min(0.003, 4 * sigma + 0.0015)


@pytest.mark.thorough("1.0")
@pytest.mark.parametrize("noise", [0.25, 1.0, 3.0])
def test_population_against_a_finer_grid(noise):
    """Include RBF kernels whose bumps are narrower than the cells."""
    for source in TWO_CLASS_SOURCES.values():
        density = source(noise)
        for kernel in (RBF(0.05), RBF(0.1), RBF(0.4), RBF(1.6)):
            solution = ridge(density, kernel)
            fine = PopulationRisk(density, n=701).error(solution)
            assert PopulationRisk(density).error(solution) == pytest.approx(fine, abs=1.5e-3)


def test_narrow_bumps_of_the_default_scene():
    """The shown test error is 16.4 %; compare with a grid of 1001 × 1001 nodes."""
    density = mixture()
    solution = fit(*density.sample(200, seed=0), RBF(0.05), Hinge(), 0.005, risk="sum")
    assert PopulationRisk(density, n=1001).error(solution) == pytest.approx(0.1639, abs=1e-4)
    assert PopulationRisk(density).error(solution) == pytest.approx(0.1639, abs=4e-4)


def test_no_answer_is_an_error_for_either_class():
    evaluator = PopulationRisk(mixture())
    gx, gy = evaluator.axes
    zero_field = np.zeros((len(gy), len(gx)))
    half = np.where(gx > np.median(gx), 1.0, 0.0) + zero_field
    error = evaluator.error_on_grid(2 * half - 1)
    assert evaluator.error_on_grid(zero_field) == pytest.approx(1.0)
    assert evaluator.error_on_grid(zero_field + 1) == pytest.approx(0.5)
    assert error < evaluator.error_on_grid(half) < 1.0


@pytest.mark.thorough(keep_every=5)
@every_noise
def test_cells_without_mass_change_no_error(name, noise):
    """Cells without mass are left out. Compare with the error over all cells of a finer grid."""
    density = TWO_CLASS_SOURCES[name](noise)
    n, finer = PopulationRisk(density).n, 9
    box = density.bounding_box(TAIL_DEVIATIONS)
    gx, gy = (np.linspace(a, b, finer * (n - 1) + 1) for a, b in box)
    edge = gx[0] + (n // 2 + 0.5) * finer * (gx[1] - gx[0])  # between two nodes of either grid
    plus, minus = density.masses(gx, gy).sum(axis=1)
    for y in (-1.0, 1.0):
        side = np.where(gx < edge, -y, y)

        class HalfPlane:
            def on_grid(self, gx, gy, edge=edge, y=y):
                return np.tile(np.where(gx < edge, -y, y), (len(gy), 1))

        total = 1.0 - plus[side > 0].sum() - minus[side < 0].sum()
        assert PopulationRisk(density).error(HalfPlane()) == pytest.approx(total, abs=5e-5)


def test_half_planes_exactly():
    """For f = x - t and two Gaussians the error is the mean of two values of Φ. The thresholds t
    have various positions within a cell."""
    from statistics import NormalDist

    density = two_classes([(1, 0)], [(-1, 0)], 0.5)
    for t in np.linspace(-1.0, 1.0, 23):
        line = Fitted(np.array([[1.0, 0.0]]), Linear(), np.array([1.0]), -t)
        exact = (NormalDist(1, 0.5).cdf(t) + 1 - NormalDist(-1, 0.5).cdf(t)) / 2
        assert PopulationRisk(density).error(line) == pytest.approx(exact, abs=2e-5)


@parametrize_sources
def test_the_bayes_classifier_has_the_bayes_error(name):
    density = TWO_CLASS_SOURCES[name]()

    class Best:
        def on_grid(self, gx, gy):
            return density.posterior(gx, gy)

    assert PopulationRisk(density).error(Best()) == pytest.approx(density.bayes_error, abs=1.5e-3)


def test_no_answer_is_an_error():
    density = mixture()
    X, y = density.sample(40, seed=0)
    zero_fit = Fitted(X, RBF(0.4), np.zeros(40))
    assert PopulationRisk(density).error(zero_fit) == pytest.approx(1.0)
    assert HoldOutSet(X, y).error(zero_fit) == 1.0
    for side in (-1.0, 1.0):
        always = Fitted(X, RBF(0.4), np.zeros(40), side)
        assert PopulationRisk(density).error(always) == pytest.approx(0.5)
        assert HoldOutSet(X, y).error(always) == 0.5


def test_evaluators_stay_in_the_unit_interval_for_wild_functions():
    density = mixture()
    for tau in (0.01, 0.05):
        error = PopulationRisk(density).error(ridge(density, RBF(tau)))
        assert 0.0 <= error <= 1.0


def test_an_evaluator_computes_the_density_once(monkeypatch):
    """An evaluator is called at each of a sweep's 64 stops, and computes the density only once."""
    evaluator, solution = PopulationRisk(mixture(1.2345)), ridge(mixture(1.2345), RBF(0.4))
    first = evaluator.error(solution)
    monkeypatch.setattr(GaussianMixtureClasses, "masses", None)
    assert evaluator.error(solution) == first


@parametrize_sources
@pytest.mark.parametrize("noise", [0, -1, np.nan, np.inf, "loud", None])
def test_bad_noise_is_refused(name, noise):
    with pytest.raises(ValueError, match="noise must be a finite number above 0"):
        TWO_CLASS_SOURCES[name](noise)


def test_bad_densities_are_refused():
    with pytest.raises(ValueError, match="width s must be"):
        two_classes([(0, 0)], [(1, 1)], 0)
    with pytest.raises(ValueError, match="label of its own"):
        GaussianMixtureClasses(([(0, 0)], [(1, 1)]), 1, (1.0, 1.0))
    with pytest.raises(ValueError, match="Odds are for two classes"):
        GaussianMixtureClasses(([(0, 0)], [(1, 1)], [(2, 2)]), 1).log_odds([[0, 0]])
    for centres in ([(0, 0, 0)], np.zeros((0, 2))):
        with pytest.raises(ValueError, match="Every class needs centres in the plane"):
            two_classes(centres, [(1, 1)], 1)
    with pytest.raises(ValueError, match="NaN or infinite"):
        two_classes([(0, 0)], [(np.nan, 1)], 1)
    with pytest.raises(ValueError, match="no class 0"):
        mixture().class_density(0, [0.0], [0.0])


@pytest.mark.parametrize("m", [0, -3, 2.5, "many", None])
def test_bad_sample_sizes_are_refused(m):
    with pytest.raises(ValueError, match="must be a whole number of at least 1"):
        mixture().sample(m, seed=0)


def test_densities_are_values():
    assert mixture() == mixture(1) and hash(mixture()) == hash(mixture())
    assert mixture() != mixture(1.1)
    centres = np.array([[0.0, 1.0]])
    assert two_classes(centres, centres, 1) == two_classes([(0, 1)], ((0, 1),), 1.0)
