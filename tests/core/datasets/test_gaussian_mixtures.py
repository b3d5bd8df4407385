"""Two-class data sources: samples, densities and Bayes errors."""

from itertools import product

import numpy as np
import pytest

from kernel_core.datasets import (
    TWO_CLASS_SOURCES,
    GaussianMixtureClasses,
    gaussian_mixtures,
    mixture,
)
from kernel_core.datasets.gaussian_mixtures import ASPECT, SIGNS
from kernel_core.kernels import grid_points

NOISES = (0.25, 0.5, 1.0, 2.0, 3.0)
MANY = 400_000

every = pytest.mark.parametrize("name", TWO_CLASS_SOURCES)
every_noise = pytest.mark.parametrize(("name", "noise"), list(product(TWO_CLASS_SOURCES, NOISES)))


def two_classes(positive, negative, s):
    return GaussianMixtureClasses((positive, negative), s, SIGNS)


@every
def test_samples(name):
    density = TWO_CLASS_SOURCES[name]()
    X, y = density.sample(201, seed=0)
    assert X.shape == (201, 2) and y.shape == (201,)
    assert (y == -1).sum() == 100 and (y == 1).sum() == 101
    assert len(np.unique(X, axis=0)) == 201
    assert 30 < (np.diff(y) != 0).sum() < 170  # shuffled: neither sorted nor alternating
    larger_sample, labels = TWO_CLASS_SOURCES[name]().sample(201, seed=0)
    assert larger_sample.tobytes() == X.tobytes() and labels.tobytes() == y.tobytes()
    assert not np.array_equal(density.sample(201, seed=1)[0], X)


def test_first_points_of_the_default_scene():
    """An old link must show the same points in spite of changes in NumPy or in the app."""
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
    """The shift of a point from its centre is proportional to the noise."""
    a, b, c = (mixture(noise).sample(60, seed=2) for noise in (0.5, 1.0, 1.5))
    np.testing.assert_array_equal(a[1], c[1])
    np.testing.assert_allclose(b[0] - a[0], c[0] - b[0], atol=1e-12)


@every
def test_samples_follow_the_density(name):
    """Compare counts in the 36 cells of a coarse grid with the integral of the density there."""
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
    density_at_point = density.class_density(1, [0.0], [1.0])[0, 0]
    expected = (np.exp(-1 / 0.5) + np.exp(-2 / 0.5)) / 2 / (2 * np.pi * 0.25)
    assert density_at_point == pytest.approx(expected, rel=1e-14)
    assert density.class_density(-1, [0.0], [2.0])[0, 0] == pytest.approx(1 / (2 * np.pi * 0.25))


@every
def test_far_from_all_mass_the_posterior_is_still_defined(name):
    density = TWO_CLASS_SOURCES[name](0.25)
    far = density.posterior(np.linspace(-40, 40, 9), np.linspace(-40, 40, 9))
    assert np.isfinite(far).all() and np.abs(far).max() <= 1
    assert density.log_odds([[300.0, -200.0]]).shape == (1,)


def fine_quadrature(density):
    """Compute the Bayes error ½ ∫ min(p₊, p₋) on another grid, with steps of at most s / 10."""
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
    is_error = np.concatenate([density.bayes(B) for B in np.array_split(Z, 100)]) != y
    e = density.bayes_error
    assert abs(is_error.mean() - e) <= 4 * np.sqrt(e * (1 - e) / MANY) + 1e-4


def test_bayes_error_in_closed_form():
    """Two Gaussians at distance 2 have the error p = Φ(-1 / s). With four in a square, a point is
    misclassified if exactly one of its coordinates is."""
    from statistics import NormalDist

    for s in (0.05, 0.3, 1.0, 4.0):
        p = NormalDist().cdf(-1 / s)
        assert two_classes([(1, 0)], [(-1, 0)], s).bayes_error == pytest.approx(p, abs=1e-5)
        square = two_classes([(1, 1), (-1, -1)], [(1, -1), (-1, 1)], s)
        assert square.bayes_error == pytest.approx(2 * p * (1 - p), abs=1e-5)
    assert two_classes([(1, 0)], [(1, 0)], 0.3).bayes_error == pytest.approx(0.5, abs=1e-8)


def test_bayes_error_of_the_default():
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


@every_noise
def test_window(name, noise):
    density = TWO_CLASS_SOURCES[name](noise)
    x0, x1, y0, y1 = density.window
    assert (x1 - x0) / (y1 - y0) == pytest.approx(ASPECT, rel=1e-12)
    for edge in density.window:
        assert edge * 20 == pytest.approx(round(edge * 20), abs=1e-9)  # a multiple of 0.05
    X, _ = density.sample(20_000, seed=1)
    inside = (X[:, 0] > x0) & (X[:, 0] < x1) & (X[:, 1] > y0) & (X[:, 1] < y1)
    assert inside.mean() > 0.99


def test_window_of_the_default():
    assert mixture().window == (-2.1, 2.7, -1.85, 2.15)
