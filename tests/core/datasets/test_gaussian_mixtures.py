"""Data sources: densities against samples, Bayes errors exact, and their evaluators."""

from itertools import product

import numpy as np
import pytest

from kernel_core import RBF, Hinge, Linear, Polynomial, fit
from kernel_core.datasets import (
    TWO_CLASS_SOURCES,
    GaussianMixtureClasses,
    gaussian_mixtures,
    mixture,
)
from kernel_core.datasets.gaussian_mixtures import ASPECT, SIGNS, TAIL
from kernel_core.evaluation import HoldOutSet, PopulationRisk
from kernel_core.kernels import grid_points

NOISES = (0.25, 0.5, 1.0, 2.0, 3.0)
MANY = 400_000

every = pytest.mark.parametrize("name", TWO_CLASS_SOURCES)
every_noise = pytest.mark.parametrize(("name", "noise"), list(product(TWO_CLASS_SOURCES, NOISES)))


def two_classes(positive, negative, s):
    return GaussianMixtureClasses((positive, negative), s, SIGNS)


class Fitted:
    """A decision function as `fit` returns one: Σ alpha_i K(x_i, ·) + b."""

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


# --- samples --------------------------------------------------------------------------------------


@every
def test_samples(name):
    density = TWO_CLASS_SOURCES[name]()
    X, y = density.sample(201, seed=0)
    assert X.shape == (201, 2) and y.shape == (201,)
    assert (y == -1).sum() == 100 and (y == 1).sum() == 101
    assert len(np.unique(X, axis=0)) == 201
    assert 30 < (np.diff(y) != 0).sum() < 170  # shuffled: neither sorted nor alternating
    again, labels = TWO_CLASS_SOURCES[name]().sample(201, seed=0)
    assert again.tobytes() == X.tobytes() and labels.tobytes() == y.tobytes()
    assert not np.array_equal(density.sample(201, seed=1)[0], X)


def test_first_points_of_the_default_scene():
    """What an old link shows must not change with NumPy or with us."""
    X, y = mixture().sample(200, seed=0)
    first = [
        [0.6464697493073183, 0.566620303086818],
        [0.7054878482266722, 0.05114715224942587],
        [-0.545450063388258, 1.0383085899327975],
    ]
    np.testing.assert_allclose(X[:3], first, rtol=1e-12)
    np.testing.assert_array_equal(y[:3], [1.0, -1.0, 1.0])


def test_a_larger_sample_contains_the_smaller():
    small = {tuple(x) for x in mixture().sample(50, seed=7)[0]}
    large = {tuple(x) for x in mixture().sample(81, seed=7)[0]}
    assert small < large


def test_noise_spreads_the_same_points():
    """From a point's centre, its shift is in proportion to the noise."""
    a, b, c = (mixture(noise).sample(60, seed=2) for noise in (0.5, 1.0, 1.5))
    np.testing.assert_array_equal(a[1], c[1])
    np.testing.assert_allclose(b[0] - a[0], c[0] - b[0], atol=1e-12)


@every
def test_samples_follow_the_density(name):
    """Counts in the 36 cells of a coarse grid against the integral of the density there."""
    density = TWO_CLASS_SOURCES[name]()
    X, y = density.sample(100_000, seed=5)
    (x0, x1), (y0, y1) = density.bounding_box(6)
    fine = [a + (np.arange(360) + 0.5) / 360 * (b - a) for a, b in ((x0, x1), (y0, y1))]
    cell = (x1 - x0) * (y1 - y0) / 360**2
    for label in (-1, 1):
        p = density.class_density(label, *fine).reshape(6, 60, 6, 60).sum(axis=(1, 3)) * cell
        assert p.sum() == pytest.approx(1.0, abs=1e-8)
        Z = X[y == label]
        n = len(Z)
        counts, *_ = np.histogram2d(
            Z[:, 1], Z[:, 0], bins=(np.linspace(y0, y1, 7), np.linspace(x0, x1, 7))
        )
        assert (np.abs(counts - n * p) <= 4.5 * np.sqrt(n * p * (1 - p)) + 1).all()


# --- densities and the optimal classifier ---------------------------------------------------------


@every
def test_posterior_and_bayes_agree_with_the_densities(name):
    density = TWO_CLASS_SOURCES[name]()
    x0, x1, y0, y1 = density.window
    gx, gy = np.linspace(x0, x1, 31), np.linspace(y0, y1, 27)
    p, q = density.class_density(1, gx, gy), density.class_density(-1, gx, gy)
    posterior = density.posterior(gx, gy)
    assert posterior.shape == (27, 31)
    np.testing.assert_allclose(posterior, (p - q) / (p + q), atol=1e-9)
    bayes = density.bayes(grid_points(gx, gy)).reshape(27, 31)
    clear = np.abs(posterior) > 1e-9
    np.testing.assert_array_equal(bayes[clear], np.sign(posterior[clear]))


def test_class_density_by_hand():
    density = two_classes([(0, 0), (1, 0)], [(0, 2)], 0.5)
    here = density.class_density(1, [0.0], [1.0])[0, 0]
    expected = (np.exp(-1 / 0.5) + np.exp(-2 / 0.5)) / 2 / (2 * np.pi * 0.25)
    assert here == pytest.approx(expected, rel=1e-14)
    assert density.class_density(-1, [0.0], [2.0])[0, 0] == pytest.approx(1 / (2 * np.pi * 0.25))


@every
def test_far_from_all_mass_the_posterior_is_still_defined(name):
    density = TWO_CLASS_SOURCES[name](0.25)
    far = density.posterior(np.linspace(-40, 40, 9), np.linspace(-40, 40, 9))
    assert np.isfinite(far).all() and np.abs(far).max() <= 1
    assert density.log_odds([[300.0, -200.0]]).shape == (1,)


# --- the Bayes error ------------------------------------------------------------------------------


def fine_quadrature(density):
    """½ ∫ min(p₊, p₋) on a grid with other, incommensurable nodes, a tenth of s apart or less."""
    (x0, x1), (y0, y1) = density.bounding_box(7)
    nx, ny = (max(1303, int((b - a) / density.s * 10)) for a, b in ((x0, x1), (y0, y1)))
    gx, gy = (
        x0 + (np.arange(nx) + 0.3) / nx * (x1 - x0),
        y0 + (np.arange(ny) + 0.3) / ny * (y1 - y0),
    )
    least = np.minimum(density.class_density(1, gx, gy), density.class_density(-1, gx, gy))
    return 0.5 * least.sum() * (x1 - x0) * (y1 - y0) / (nx * ny)


@pytest.mark.thorough("0.5", "2.0")
@every_noise
def test_bayes_error_against_finer_quadrature(name, noise):
    density = TWO_CLASS_SOURCES[name](noise)
    assert density.bayes_error == pytest.approx(fine_quadrature(density), abs=5e-5)


@every
@pytest.mark.thorough("0.5", "3.0", *(name for name in TWO_CLASS_SOURCES if name != "spirals"))
@pytest.mark.parametrize("noise", [0.5, 1.0, 3.0])
def test_bayes_error_against_monte_carlo(name, noise):
    density = TWO_CLASS_SOURCES[name](noise)
    Z, y = density.sample(MANY, seed=11)
    wrong = np.concatenate([density.bayes(B) for B in np.array_split(Z, 100)]) != y
    e = density.bayes_error
    assert abs(wrong.mean() - e) <= 4 * np.sqrt(e * (1 - e) / MANY) + 1e-4


def test_bayes_error_in_closed_form():
    """Two Gaussians: Φ(-distance / 2s). Four in a square: two such coordinates, one of them off."""
    from statistics import NormalDist

    for s in (0.05, 0.3, 1.0, 4.0):
        p = NormalDist().cdf(-1 / s)
        assert two_classes([(1, 0)], [(-1, 0)], s).bayes_error == pytest.approx(p, abs=1e-5)
        square = two_classes([(1, 1), (-1, -1)], [(1, -1), (-1, 1)], s)
        assert square.bayes_error == pytest.approx(2 * p * (1 - p), abs=1e-5)
    assert two_classes([(1, 0)], [(1, 0)], 0.3).bayes_error == pytest.approx(0.5, abs=1e-8)


def test_bayes_error_of_the_default():
    """Three evaluations agree on 11.70 %: this one, a finer grid, and four million samples."""
    assert mixture().bayes_error == pytest.approx(0.11695, abs=2e-5)


@every
def test_sources_are_neither_trivial_nor_hopeless(name):
    source = TWO_CLASS_SOURCES[name]
    assert 0.02 < source().bayes_error < 0.13
    errors = [source(noise).bayes_error for noise in NOISES]
    assert errors == sorted(errors) and errors[-1] < 0.45
    assert np.abs(np.concatenate(source().centres)).max() <= 2.5


def test_bayes_error_is_remembered():
    first = TWO_CLASS_SOURCES["checkerboard"](1.2345).bayes_error
    computed = gaussian_mixtures._overlap.cache_info().misses
    assert TWO_CLASS_SOURCES["checkerboard"](1.2345).bayes_error == first
    assert gaussian_mixtures._overlap.cache_info().misses == computed


# --- the window -----------------------------------------------------------------------------------


@every_noise
def test_window(name, noise):
    density = TWO_CLASS_SOURCES[name](noise)
    x0, x1, y0, y1 = density.window
    assert (x1 - x0) / (y1 - y0) == pytest.approx(ASPECT, rel=1e-12)
    for edge in density.window:
        assert edge * 20 == pytest.approx(round(edge * 20), abs=1e-9)  # tidy: in steps of 0.05
    X, _ = density.sample(20_000, seed=1)
    inside = (X[:, 0] > x0) & (X[:, 0] < x1) & (X[:, 1] > y0) & (X[:, 1] < y1)
    assert inside.mean() > 0.99


def test_window_of_the_default():
    assert mixture().window == (-2.1, 2.7, -1.85, 2.15)


# --- evaluators -----------------------------------------------------------------------------------


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
    """Also where the bumps of an RBF kernel are narrower than the cells."""
    for source in TWO_CLASS_SOURCES.values():
        density = source(noise)
        for kernel in (RBF(0.05), RBF(0.1), RBF(0.4), RBF(1.6)):
            solution = ridge(density, kernel)
            fine = PopulationRisk(density, n=701).error(solution)
            assert PopulationRisk(density).error(solution) == pytest.approx(fine, abs=1.5e-3)


def test_narrow_bumps_of_the_default_scene():
    """The digit that is shown, 16.4 %, by a grid of 1001²."""
    density = mixture()
    solution = fit(*density.sample(200, seed=0), RBF(0.05), Hinge(), 0.005, risk="sum")
    assert PopulationRisk(density, n=1001).error(solution) == pytest.approx(0.1639, abs=1e-4)
    assert PopulationRisk(density).error(solution) == pytest.approx(0.1639, abs=4e-4)


def test_no_answer_is_an_error_for_either_class():
    evaluator = PopulationRisk(mixture())
    gx, gy = evaluator.axes
    nothing = np.zeros((len(gy), len(gx)))
    half = np.where(gx > np.median(gx), 1.0, 0.0) + nothing
    answered = evaluator.error_on_grid(2 * half - 1)
    assert evaluator.error_on_grid(nothing) == pytest.approx(1.0)
    assert evaluator.error_on_grid(nothing + 1) == pytest.approx(0.5)
    assert answered < evaluator.error_on_grid(half) < 1.0


@every_noise
def test_cells_without_mass_change_no_error(name, noise):
    """They are left out: the error over all cells of a finer grid is the same to four digits."""
    density = TWO_CLASS_SOURCES[name](noise)
    n, finer = PopulationRisk(density).n, 9
    gx, gy = (np.linspace(a, b, finer * (n - 1) + 1) for a, b in density.bounding_box(TAIL))
    edge = gx[0] + (n // 2 + 0.5) * finer * (gx[1] - gx[0])  # between two nodes of either grid
    plus, minus = density.masses(gx, gy).sum(axis=1)
    for y in (-1.0, 1.0):
        side = np.where(gx < edge, -y, y)

        class HalfPlane:
            def on_grid(self, gx, gy, edge=edge, y=y):
                return np.tile(np.where(gx < edge, -y, y), (len(gy), 1))

        whole = 1.0 - plus[side > 0].sum() - minus[side < 0].sum()
        assert PopulationRisk(density).error(HalfPlane()) == pytest.approx(whole, abs=5e-5)


def test_half_planes_exactly():
    """f = x - t on two Gaussians: an average of two values of Φ, wherever t falls in a cell."""
    from statistics import NormalDist

    density = two_classes([(1, 0)], [(-1, 0)], 0.5)
    for t in np.linspace(-1.0, 1.0, 23):
        line = Fitted(np.array([[1.0, 0.0]]), Linear(), np.array([1.0]), -t)
        exact = (NormalDist(1, 0.5).cdf(t) + 1 - NormalDist(-1, 0.5).cdf(t)) / 2
        assert PopulationRisk(density).error(line) == pytest.approx(exact, abs=2e-5)


@every
def test_the_bayes_classifier_has_the_bayes_error(name):
    density = TWO_CLASS_SOURCES[name]()

    class Best:
        def on_grid(self, gx, gy):
            return density.posterior(gx, gy)

    assert PopulationRisk(density).error(Best()) == pytest.approx(density.bayes_error, abs=1.5e-3)


def test_no_answer_is_an_error():
    density = mixture()
    X, y = density.sample(40, seed=0)
    nothing = Fitted(X, RBF(0.4), np.zeros(40))
    assert PopulationRisk(density).error(nothing) == pytest.approx(1.0)
    assert HoldOutSet(X, y).error(nothing) == 1.0
    for side in (-1.0, 1.0):
        always = Fitted(X, RBF(0.4), np.zeros(40), side)
        assert PopulationRisk(density).error(always) == pytest.approx(0.5)
        assert HoldOutSet(X, y).error(always) == 0.5


def test_evaluators_stay_in_the_unit_interval_for_wild_functions():
    density = mixture()
    for tau in (0.01, 0.05):
        error = PopulationRisk(density).error(ridge(density, RBF(tau)))
        assert 0.0 <= error <= 1.0


def test_an_evaluator_asks_at_the_same_nodes_and_weighs_them_once(monkeypatch):
    """It is called for each of a sweep's 64 stops: what belongs to the density is not computed
    again."""
    evaluator, solution = PopulationRisk(mixture(1.2345)), ridge(mixture(1.2345), RBF(0.4))
    first = evaluator.error(solution)
    monkeypatch.setattr(GaussianMixtureClasses, "masses", None)
    assert evaluator.error(solution) == first


# --- bad input ------------------------------------------------------------------------------------


@every
@pytest.mark.parametrize("noise", [0, -1, np.nan, np.inf, "loud", None])
def test_bad_noise(name, noise):
    with pytest.raises(ValueError, match="noise must be a finite number above 0"):
        TWO_CLASS_SOURCES[name](noise)


def test_bad_densities():
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
def test_bad_sample_sizes(m):
    with pytest.raises(ValueError, match="must be a whole number from 1 on"):
        mixture().sample(m, seed=0)


def test_densities_are_values():
    assert mixture() == mixture(1) and hash(mixture()) == hash(mixture())
    assert mixture() != mixture(1.1)
    centres = np.array([[0.0, 1.0]])
    assert two_classes(centres, centres, 1) == two_classes([(0, 1)], ((0, 1),), 1.0)
