"""Points projected on a line, and a line between two classes."""

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from pages.kernel_pca.mathematics.line_projection import (
    angle_between,
    directions,
    principal_direction,
    variances_along,
)
from pages.kernel_pca.mathematics.separating_line import separating_lines

X = np.random.default_rng(1).normal(size=(50, 2)) @ [[2.0, 1.0], [0.0, 0.4]] + [3.0, -1.0]


def test_no_direction_has_more_variance_than_the_principal_one():
    best = variances_along(X, principal_direction(X)[None])[0]
    assert best >= variances_along(X, directions(np.arange(0, 180, 0.5))).max()
    assert best * 50 / 49 == pytest.approx(PCA(1).fit(X).explained_variance_[0])


def test_equal_points_have_no_principal_direction():
    assert not principal_direction(np.ones((4, 2))).any()
    assert angle_between(np.zeros(2), np.array([1.0, 0.0])) == 90


def test_the_line_is_that_of_linear_discriminant_analysis():
    rng = np.random.default_rng(2)
    y = np.repeat([-1, 1], [30, 50])
    Z = rng.normal(size=(3, 80, 2)) + 0.7 * y[:, None]
    lines = separating_lines(Z, y)
    for z, wrong, normal, t in zip(
        Z, lines.n_misclassified, lines.normals, lines.thresholds, strict=True
    ):
        w = LinearDiscriminantAnalysis(solver="lsqr").fit(z, y).coef_[0]
        assert normal == pytest.approx(w / np.linalg.norm(w), abs=1e-6)
        assert np.sum(np.where(z @ normal > t, 1, -1) != y) == wrong
        assert wrong == min(
            np.sum(np.where(z @ normal > cut, 1, -1) != y) for cut in [-99, *(z @ normal)]
        )


@pytest.mark.parametrize("y", [[1, 1, 1], [-1, -1, -1]])
def test_one_class_alone_has_no_line(y):
    lines = separating_lines(np.zeros((2, 3, 2)), np.array(y))
    assert lines.n_misclassified.tolist() == [0, 0] and np.isnan(lines.normals).all()


def test_equal_points_of_two_classes_have_no_line_between_them():
    lines = separating_lines(np.zeros((1, 5, 2)), np.array([1, 1, 1, -1, -1]))
    assert lines.n_misclassified.tolist() == [2] and np.isnan(lines.normals).all()
