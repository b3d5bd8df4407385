"""Components of a Gram matrix, compared with scikit-learn's PCA and KernelPCA."""

import numpy as np
import pytest
from sklearn.decomposition import PCA, KernelPCA

import kernel_core as kc
from pages.kernel_pca.mathematics.components import (
    RESIDUAL_TOL,
    centre,
    components_along,
    leading_components,
    signs,
)

KERNELS = [kc.RBF(0.3), kc.RBF(2.0), kc.Polynomial(3, 1.0), kc.kernels.Laplace(0.7)]


def aligned(ours: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """Return `theirs` with the sign of each column chosen as in `ours`."""
    return theirs * np.sign((ours * theirs).sum(axis=0))


def sample(m: int, seed: int = 0) -> np.ndarray:
    return kc.datasets.moons(0.5).sample(m, seed)[0]


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@pytest.mark.parametrize("m", [12, 150])
def test_components_are_those_of_scikit_learn(kernel, m):
    X, new = sample(m), sample(40, 1)
    K = kernel(X, X)
    components = leading_components(K, 3)
    model = KernelPCA(3, kernel="precomputed", eigen_solver="dense").fit(K)
    assert components.values == pytest.approx(model.eigenvalues_, rel=1e-8)
    scale = np.sqrt(components.values[0])
    assert components.scores == pytest.approx(
        aligned(components.scores, model.transform(K)), abs=1e-3 * scale
    )
    ours = (components.alpha @ kernel(X, new)).T + components.intercepts
    theirs = model.transform(kernel(new, X))
    assert ours == pytest.approx(aligned(ours, theirs), abs=1e-3 * scale)


def test_the_linear_kernel_gives_pca():
    X = sample(90) @ np.array([[1.0, 0.4], [0.0, 0.3]]) + [5.0, -2.0]
    components, model = leading_components(X @ X.T, 2), PCA(2).fit(X)
    assert components.values / (len(X) - 1) == pytest.approx(model.explained_variance_)
    assert components.shares == pytest.approx(model.explained_variance_ratio_)
    assert components.scores == pytest.approx(
        aligned(components.scores, model.transform(X)), abs=1e-4 * np.abs(X).max()
    )


@pytest.mark.parametrize("source", ["circles", "moons", "checkerboard"])
def test_a_sweep_finds_what_each_matrix_alone_has(source):
    """The certificate of the sweep also holds for the exact matrix."""
    X = kc.datasets.TWO_CLASS_SOURCES[source](0.5).sample(120, 3)[0]
    taus = np.geomspace(0.1, 6.4, 20)[::-1]
    matrices = [kc.RBF(tau)(X, X) for tau in taus]
    for K, components in zip(matrices, components_along(matrices, 3), strict=True):
        exact = np.linalg.eigvalsh(centre(K))[::-1]
        assert components.values == pytest.approx(exact[:3], rel=1e-7)
        residual = centre(K) @ components.vectors - components.vectors * components.values
        assert np.linalg.norm(residual, axis=0).max() <= 1.01 * RESIDUAL_TOL * exact[0]
        assert components.residual <= RESIDUAL_TOL
        assert components.total == pytest.approx(exact.sum())


@pytest.mark.parametrize("m", [1, 2, 5, 70])
def test_equal_points_have_no_component(m):
    components = leading_components(np.full((m, m), 0.7), 3)
    assert components.rank == 0 and not components.scores.any() and not components.alpha.any()
    assert np.isfinite(components.intercepts).all() and not components.shares.any()


def test_no_points_have_no_component():
    components = leading_components(np.zeros((0, 0)), 3)
    assert components.rank == 0 and components.scores.shape == (0, 3)


@pytest.mark.parametrize("m", [20, 100])
def test_a_matrix_of_low_rank_has_no_more_components(m):
    """Two distinct points, each repeated, differ in one direction only."""
    X = np.repeat([[0.0, 0.0], [1.0, 1.0]], m // 2, axis=0)
    components = leading_components(kc.RBF(0.5)(X, X), 3)
    assert components.rank == 1 and not components.scores[:, 1:].any()


def test_centring_takes_the_mean_of_the_features():
    X = np.random.default_rng(0).normal(size=(9, 3)) + 4
    assert centre(X @ X.T) == pytest.approx((X - X.mean(axis=0)) @ (X - X.mean(axis=0)).T)


def test_signs_do_not_depend_on_those_of_the_solver():
    vectors = np.linalg.eigh(kc.RBF(0.5)(sample(30), sample(30)))[1][:, -4:]
    turned = vectors * [1, -1, -1, 1]
    assert vectors * signs(vectors) == pytest.approx(turned * signs(turned))
