"""Projections compared with scikit-learn's, and their pre-images compared with SciPy's."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.decomposition import KernelPCA

import kernel_core as kc
from pages.kernel_pca.mathematics.components import leading_components
from pages.kernel_pca.mathematics.pre_images import (
    pre_images,
    projection_weights,
    projection_weights_at,
)

TAU = 0.8
X = kc.datasets.moons(0.8).sample(40, 0)[0]
K = kc.RBF(TAU)(X, X)
COMPONENTS = leading_components(K, 39)


@pytest.mark.parametrize("count", [1, 4, 12])
def test_projections_have_the_components_of_scikit_learn(count):
    """P_q φ(x_j) has the first q components of x_j, and no others."""
    weights = projection_weights(COMPONENTS, count)
    model = KernelPCA(39, kernel="precomputed", eigen_solver="dense").fit(K)
    scores = model.transform((K @ weights).T)
    assert np.abs(scores[:, :count]) == pytest.approx(
        np.abs(model.transform(K)[:, :count]), abs=1e-8
    )
    assert scores[:, count:20] == pytest.approx(0, abs=1e-6)
    assert weights.sum(axis=0) == pytest.approx(1)


@pytest.mark.parametrize("count", [1, 4, 12])
def test_no_point_nearby_has_nearer_features(count):
    weights = projection_weights(COMPONENTS, count)
    images = pre_images(X, weights, TAU, X)
    assert images.residual < 1e-6
    for place, gamma in list(zip(images.places, weights.T, strict=True))[::5]:

        def distance(z, gamma=gamma):
            return float(-gamma @ kc.RBF(TAU)(X, z[None])[:, 0])

        best = minimize(distance, place, method="BFGS", options={"gtol": 1e-10})
        assert distance(place) <= best.fun + 1e-9
        assert best.x == pytest.approx(place, abs=1e-3)


def test_no_step_goes_farther_from_the_projection():
    weights = projection_weights(COMPONENTS, 3)
    images = pre_images(X, weights, TAU, X)

    def sums(Z):
        return (weights * kc.RBF(TAU)(X, Z)).sum(axis=0)

    assert (sums(images.places) >= sums(X) - 1e-12).all()


def test_with_all_components_no_point_moves():
    images = pre_images(X, projection_weights(COMPONENTS, 39), TAU, X)
    assert images.places == pytest.approx(X, abs=1e-5)


def test_equal_points_stay():
    same = np.ones((5, 2))
    weights = projection_weights(leading_components(np.ones((5, 5)), 3), 3)
    images = pre_images(same, weights, TAU, same)
    assert images.places == pytest.approx(same) and images.residual < 1e-12


@pytest.mark.parametrize("count", [1, 4, 12])
def test_a_new_point_has_the_components_of_scikit_learn(count):
    new = np.array([[0.3, -1.2]])
    column = kc.RBF(TAU)(X, new)
    weights = projection_weights_at(COMPONENTS, count, column[:, 0])
    model = KernelPCA(39, kernel="precomputed", eigen_solver="dense").fit(K)
    scores = model.transform((K @ weights).T)
    assert scores[:, :count] == pytest.approx(model.transform(column.T)[:, :count], abs=1e-8)
    assert scores[:, count:20] == pytest.approx(0, abs=1e-6)
    assert weights.sum() == pytest.approx(1)


def test_an_example_has_the_same_weights_as_a_new_point():
    weights = projection_weights(COMPONENTS, 6)
    for i in (0, 17, 39):
        column = projection_weights_at(COMPONENTS, 6, K[:, i])
        assert column[:, 0] == pytest.approx(weights[:, i], abs=1e-9)


def test_the_steps_of_one_point_end_at_its_pre_image():
    places = []
    weights = projection_weights(COMPONENTS, 3)[:, 5:6]
    images = pre_images(X, weights, TAU, X[5:6], watch=lambda z: places.append(z[0]))
    assert places[-1].tolist() == images.places[0].tolist()
    sums = [float(weights[:, 0] @ kc.RBF(TAU)(X, place[None])[:, 0]) for place in places]
    assert np.diff(sums).min() >= -1e-12
