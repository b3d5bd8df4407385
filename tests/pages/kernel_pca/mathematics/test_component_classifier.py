"""A linear classifier on components, compared with scikit-learn's."""

import numpy as np
import pytest
from sklearn.decomposition import KernelPCA
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC

import kernel_core as kc
from pages.kernel_pca.mathematics.component_classifier import fit_on_components
from pages.kernel_pca.mathematics.components import leading_components

TAU, LAM = 0.8, 1.0
DENSITY = kc.datasets.circles(0.9)
X, y = DENSITY.sample(60, 0)
NEW = DENSITY.sample(50, 1)[0]
KERNEL = kc.RBF(TAU)
COMPONENTS = leading_components(KERNEL(X, X), 59)


@pytest.mark.parametrize("count", [1, 3, 12])
def test_it_is_the_pipeline_of_scikit_learn(count):
    fit = fit_on_components(COMPONENTS, y, count, LAM)
    pipeline = make_pipeline(
        KernelPCA(count, kernel="rbf", gamma=0.5 / TAU**2, eigen_solver="dense"),
        SVC(kernel="linear", C=1 / LAM, tol=1e-8),
    ).fit(X, y)
    assert fit.gap < 1e-6
    assert fit.decision(KERNEL(X, NEW)) == pytest.approx(pipeline.decision_function(NEW), abs=1e-3)


def test_with_all_components_it_is_the_kernel_classifier():
    fit = fit_on_components(COMPONENTS, y, 59, LAM)
    kernel_classifier = SVC(kernel="rbf", gamma=0.5 / TAU**2, C=1 / LAM, tol=1e-8).fit(X, y)
    ours, theirs = fit.decision(KERNEL(X, NEW)), kernel_classifier.decision_function(NEW)
    assert np.abs(ours - theirs).max() < 1e-3
