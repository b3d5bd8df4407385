"""Mixtures of many classes: samples, densities and Bayes errors."""

import numpy as np
import pytest

from kernel_core.datasets import MULTICLASS_SOURCES, GaussianMixtureClasses, class_mixtures

CASES = [(name, C) for name in MULTICLASS_SOURCES for C in (2, 3, 5, 10)]


@pytest.mark.parametrize(("name", "C"), CASES)
def test_samples(name, C):
    density = MULTICLASS_SOURCES[name](C)
    X, y = density.sample(101, 3)
    assert X.shape == (101, 2) and sorted(set(y)) == list(range(C))
    sizes = np.bincount(y)
    assert sizes.max() - sizes.min() <= 1
    larger_sample, labels = density.sample(101, 3)
    assert X.tobytes() == larger_sample.tobytes() and y.tobytes() == labels.tobytes()
    assert density.sample(101, 4)[0].tobytes() != X.tobytes()


@pytest.mark.parametrize(("name", "C"), CASES)
def test_a_larger_sample_extends_a_smaller_one(name, C):
    density = MULTICLASS_SOURCES[name](C)
    few, many = (set(map(tuple, np.column_stack(density.sample(m, 0)))) for m in (40, 97))
    assert few < many


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize(("name", "C"), CASES)
def test_the_bayes_error_is_that_of_the_bayes_classifier(name, C):
    density = MULTICLASS_SOURCES[name](C)
    X, y = density.sample(40_000, 1)
    assert density.bayes_error == pytest.approx(np.mean(density.bayes(X) != y), abs=0.005)
    assert 0 < density.bayes_error < 0.35


def test_densities():
    density = class_mixtures.blobs(3)
    gx, gy = (np.linspace(*ends, 161) for ends in density.bounding_box(6.0))
    p = np.array([density.class_density(k, gx, gy) for k in range(3)])
    cell = (gx[1] - gx[0]) * (gy[1] - gy[0])
    np.testing.assert_allclose(p.sum(axis=(1, 2)) * cell, 1, atol=1e-6)
    np.testing.assert_allclose(density.masses(gx, gy).sum(axis=(1, 2)), 1 / 3)
    expected = np.exp(-0.5 * ((gx[40] - density.centres[1][0][0]) / 0.42) ** 2)
    expected *= np.exp(-0.5 * ((gy[90] - density.centres[1][0][1]) / 0.42) ** 2)
    assert p[1, 90, 40] == pytest.approx(expected / (2 * np.pi * 0.42**2), rel=1e-9)
    top = np.sort(p, axis=0)
    clear = top[-1] > (1 + 1e-9) * top[-2]  # rounding decides where two classes tie
    assert clear.mean() > 0.99
    np.testing.assert_array_equal(density.bayes_map(gx, gy)[clear], p.argmax(axis=0)[clear])


def test_the_bayes_map_is_right_far_out():
    assert class_mixtures.blobs(4).bayes([[0, 900], [-900, 0], [0, -900], [900, 0]]).tolist() == [
        0,
        1,
        2,
        3,
    ]


@pytest.mark.parametrize(("name", "C"), CASES)
def test_the_window_holds_nearly_all(name, C):
    density = MULTICLASS_SOURCES[name](C)
    x0, x1, y0, y1 = density.window
    X, _ = density.sample(2000, 0)
    inside = (X[:, 0] > x0) & (X[:, 0] < x1) & (X[:, 1] > y0) & (X[:, 1] < y1)
    assert inside.mean() > 0.98
    assert (x1 - x0) / (y1 - y0) == pytest.approx(1.2)


def test_more_noise_is_a_harder_problem():
    for source in MULTICLASS_SOURCES.values():
        errors = [source(4, noise).bayes_error for noise in (0.5, 1.0, 2.0)]
        assert errors == sorted(errors) and errors[0] < errors[2]


def test_blobs_can_have_64_classes():
    X, y = class_mixtures.blobs(64).sample(64, 0)
    assert sorted(y) == list(range(64)) and len(X) == 64


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: class_mixtures.blobs(1), "from 2 to 64"),
        (lambda: class_mixtures.rings(65), "from 2 to 64"),
        (lambda: class_mixtures.collinear_blobs(3.5), "from 2 to 64"),
        (lambda: class_mixtures.pinwheel(3, noise=0), "above 0"),
        (
            lambda: class_mixtures.blobs(5).sample(4, 0),
            "5 classes must be a whole number of at least 5",
        ),
        (lambda: GaussianMixtureClasses([[(0, 0)]], 1.0), "from 2 to 64"),
        (lambda: GaussianMixtureClasses([[(0, 0)], [(0, 0, 1)]], 1.0), "in the plane"),
        (lambda: GaussianMixtureClasses([[(0, 0)], []], 1.0), "one row for each point"),
        (lambda: GaussianMixtureClasses([[(0, 0)], [(1, 1)]], -1.0), "above 0"),
    ],
)
def test_bad_input_is_refused_with_a_message(make, message):
    with pytest.raises(ValueError, match=message):
        make()
