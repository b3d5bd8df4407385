"""The nearest neighbour in feature space, from the kernel alone."""

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

import kernel_core as kc
from kernel_core.kernels import grid_points
from lab.formulas.candidates import SquaredDistance
from lab.formulas.sequences import RBFTaylor
from lab.wire.nearest_neighbours import NearestNeighbour, squared_feature_distances
from tests.core.problems import noisy

Z = np.random.default_rng(1).normal(size=(60, 2))
FINITE = [kc.Linear(), kc.Polynomial(3, 1.0), kc.Cosine(2.0), RBFTaylor(0.8, 6)]


def predict(rule: NearestNeighbour, points: np.ndarray) -> np.ndarray:
    return np.where(rule.decision(points) >= 0, 1.0, -1.0)


@pytest.mark.parametrize("kernel", FINITE, ids=repr)
def test_distances_are_those_of_the_features(kernel):
    X, _ = noisy(30)
    Phi, Psi = kernel.features(Z), kernel.features(X)
    expected = ((Phi[:, None] - Psi[None]) ** 2).sum(axis=2)
    D = squared_feature_distances(kernel, Z, X)
    np.testing.assert_allclose(D, expected, atol=1e-9 * (1 + expected.max()))
    assert squared_feature_distances(kernel, X, X).diagonal().max() <= 1e-12 * expected.max()


@pytest.mark.parametrize("kernel", FINITE, ids=repr)
def test_it_is_sklearns_on_the_features(kernel):
    X, y = noisy(60)
    reference = KNeighborsClassifier(1).fit(kernel.features(X), y)
    predictions = predict(NearestNeighbour(X, y, kernel), Z)
    np.testing.assert_array_equal(predictions, reference.predict(kernel.features(Z)))


def test_for_the_rbf_kernel_the_neighbours_are_those_of_the_plane():
    X, y = noisy(60)
    plane, rbf = (NearestNeighbour(X, y, kernel) for kernel in (kc.Linear(), kc.RBF(0.7)))
    np.testing.assert_array_equal(predict(rbf, Z), predict(plane, Z))
    D = squared_feature_distances(kc.RBF(0.7), Z, X)
    np.testing.assert_allclose(D, 2 - 2 * kc.RBF(0.7)(Z, X))


def test_the_field_is_the_decision_and_changes_sign_half_way():
    X, y = noisy(50)
    rule = NearestNeighbour(X, y, kc.Polynomial(2, 1.0))
    gx, gy = np.linspace(-2, 2, 9), np.linspace(-1, 2, 5)
    field = rule.on_grid(gx, gy)
    assert field.shape == (5, 9)
    np.testing.assert_allclose(field.ravel(), rule.decision(grid_points(gx, gy)))
    two = NearestNeighbour(np.array([[0.0, 0.0], [2.0, 0.0]]), np.array([-1, 1]), kc.Linear())
    halves = np.array([[1.0, 5.0], [0.5, 0.0], [1.5, 0.0]])
    np.testing.assert_allclose(two.decision(halves), [0, -2, 2])


def test_every_point_is_its_own_nearest_neighbour():
    X, y = noisy(40)
    assert (predict(NearestNeighbour(X, y, kc.RBF(0.3)), X) == y).all()


@pytest.mark.parametrize("label", [-1, 1])
def test_one_class_alone(label):
    X, _ = noisy(6)
    single_class = NearestNeighbour(X, np.full(6, label), kc.Linear())
    np.testing.assert_array_equal(single_class.decision(Z), label)


def test_without_a_feature_space_there_are_no_neighbours_in_it():
    X, y = noisy(8)
    with pytest.raises(ValueError, match="negative eigenvalue"):
        NearestNeighbour(X, y, SquaredDistance())
