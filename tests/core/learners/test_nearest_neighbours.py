"""Nearest neighbours in feature space, from the kernel alone."""

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

import kernel_core as kc
from kernel_core.kernels import grid_points
from kernel_core.learners import fit_nearest_neighbours
from kernel_core.learners.nearest_neighbours import squared_feature_distances
from tests.core.problems import noisy

Z = np.random.default_rng(1).normal(size=(60, 2))
FINITE = [kc.Linear(), kc.Polynomial(3, 1.0), kc.Cosine(2.0), kc.kernels.RBFTaylor(0.8, 6)]


@pytest.mark.parametrize("kernel", FINITE, ids=repr)
def test_distances_are_those_of_the_features(kernel):
    X, _ = noisy(30)
    Phi, Psi = kernel.features(Z), kernel.features(X)
    expected = ((Phi[:, None] - Psi[None]) ** 2).sum(axis=2)
    D = squared_feature_distances(kernel, Z, X)
    np.testing.assert_allclose(D, expected, atol=1e-9 * (1 + expected.max()))
    assert squared_feature_distances(kernel, X, X).diagonal().max() <= 1e-12 * expected.max()


@pytest.mark.parametrize("neighbours", [1, 3, 9])
@pytest.mark.parametrize("kernel", FINITE, ids=repr)
def test_it_is_sklearns_on_the_features(kernel, neighbours):
    X, y = noisy(60)
    theirs = KNeighborsClassifier(neighbours).fit(kernel.features(X), y)
    ours = fit_nearest_neighbours(X, y, kernel, neighbours=neighbours)
    np.testing.assert_array_equal(ours.predict(Z), theirs.predict(kernel.features(Z)))
    for z in Z[:10]:
        voters = ours.voters(z)
        assert len(voters) == neighbours
        assert np.sign(y[voters].sum()) == ours.predict(z[None])[0]


def test_for_the_rbf_kernel_the_neighbours_are_those_of_the_plane():
    X, y = noisy(60)
    plane = fit_nearest_neighbours(X, y, kc.Linear()).predict(Z)
    np.testing.assert_array_equal(fit_nearest_neighbours(X, y, kc.RBF(0.7)).predict(Z), plane)
    D = squared_feature_distances(kc.RBF(0.7), Z, X)
    np.testing.assert_allclose(D, 2 - 2 * kc.RBF(0.7)(Z, X))


def test_the_field_is_the_decision_and_changes_sign_half_way():
    X, y = noisy(50)
    n = fit_nearest_neighbours(X, y, kc.Polynomial(2, 1.0), neighbours=3)
    gx, gy = np.linspace(-2, 2, 9), np.linspace(-1, 2, 5)
    field = n.on_grid(gx, gy)
    assert field.shape == (5, 9)
    np.testing.assert_allclose(field.ravel(), n.decision(grid_points(gx, gy)))
    two = fit_nearest_neighbours([[0.0, 0.0], [2.0, 0.0]], [-1, 1], kc.Linear())
    np.testing.assert_allclose(two.decision([[1.0, 5.0], [0.5, 0.0], [1.5, 0.0]]), [0, -2, 2])


def test_every_point_is_its_own_nearest_neighbour():
    X, y = noisy(40)
    assert (fit_nearest_neighbours(X, y, kc.RBF(0.3)).predict(X) == y).all()


def test_one_class_alone_and_too_few_of_one():
    X, _ = noisy(6)
    alone = fit_nearest_neighbours(X, np.full(6, -1), kc.Linear())
    np.testing.assert_array_equal(alone.decision(Z), -1)
    y = np.array([1, -1, -1, -1, -1, -1])
    few = fit_nearest_neighbours(X, y, kc.Linear(), neighbours=3)
    np.testing.assert_array_equal(few.predict(Z), -1)
    assert fit_nearest_neighbours([[0.5, 0.5]], [1], kc.RBF(1)).predict(Z).min() == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"neighbours": 0}, "whole number from 1 to 8"),
        ({"neighbours": 9}, "whole number from 1 to 8"),
        ({"neighbours": 4}, "must be odd"),
        ({"y": np.zeros(8)}, "labels -1"),
        ({"kernel": kc.kernels.SquaredDistance()}, "negative eigenvalue"),
        ({"kernel": "rbf"}, "kernel must be"),
    ],
)
def test_bad_input_is_told_in_a_sentence(change, said):
    X, y = noisy(8)
    arguments = {"X": X, "y": y, "kernel": kc.Linear(), "neighbours": 1} | change
    with pytest.raises(ValueError, match=said):
        fit_nearest_neighbours(
            arguments.pop("X"), arguments.pop("y"), arguments.pop("kernel"), **arguments
        )
