"""The spectrum, compared with scikit-learn's KernelPCA, and its control by shuffled coordinates."""

import numpy as np
import pytest
from sklearn.decomposition import KernelPCA

import kernel_core as kc
from pages.kernel_pca.mathematics.shuffled_control import control_spectra, count_above, spectrum


def test_the_spectrum_is_that_of_scikit_learn():
    X = kc.datasets.moons(0.3).sample(40, 0)[0]
    model = KernelPCA(kernel="rbf", gamma=0.5 / 0.6**2, eigen_solver="dense").fit(X)
    values = spectrum(kc.RBF(0.6)(X, X))
    assert values[: len(model.eigenvalues_)] == pytest.approx(model.eigenvalues_, abs=1e-10)


def test_shuffling_keeps_each_coordinate_and_the_sum_for_the_linear_kernel():
    X = np.random.default_rng(1).normal(size=(30, 2)) @ [[2.0, 1.5], [0.0, 0.5]]
    control = control_spectra(X, kc.Linear(), 5, 0)
    assert control.sum(axis=1) == pytest.approx(np.square(X - X.mean(axis=0)).sum())
    assert (control[:, 0] < spectrum(X @ X.T)[0]).all()  # the coordinates are correlated


def test_independent_coordinates_are_rarely_above_their_control():
    counts = [
        count_above(
            spectrum(kc.RBF(0.8)(X, X)), control_spectra(X, kc.RBF(0.8), 19, seed)
        ) for seed in range(20)
        for X in [np.random.default_rng(seed).uniform(-1, 1, size=(25, 2))]
    ]  # fmt: skip
    assert np.mean(np.array(counts) > 0) <= 0.2  # 1/20 is expected


def test_only_leading_eigenvalues_without_a_gap_are_counted():
    controls = np.array([[1.0, 1.0, 1.0], [0.5, 2.0, 0.5]])
    assert count_above(np.array([3.0, 1.5, 1.2]), controls) == 1
    assert count_above(np.array([3.0, 2.5, 1.2]), controls) == 3
    assert count_above(np.array([0.9, 2.5, 1.2]), controls) == 0
