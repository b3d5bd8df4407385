"""k-fold cross-validation compared with scikit-learn's, and the two rules that choose a setting."""

import numpy as np
from sklearn.model_selection import PredefinedSplit, cross_val_score
from sklearn.svm import SVC

from lab.scene.learning_problem import problem
from lab.scene.scene import Scene
from pages.rbf_bandwidth.mathematics.cross_validation import (
    CrossValidation,
    cross_validate,
    fold_numbers,
)

TAUS, LAMS = (0.4, 1.6), (0.05, 5.0)


def test_the_errors_of_the_folds_are_those_of_scikit_learn():
    setting = problem(Scene(m=100, seed=3, intercept=1))
    core, fold = setting.core, fold_numbers(100, 5, seed=3)
    cv = cross_validate(core, TAUS, LAMS, fold)
    for t, tau in enumerate(TAUS):
        for k, lam in enumerate(LAMS):
            svc = SVC(C=1 / lam, gamma=1 / (2 * tau**2), tol=1e-8)
            scores = cross_val_score(svc, core.X, core.y, cv=PredefinedSplit(fold))
            np.testing.assert_allclose(cv.errors[:, t, k], 1 - scores, atol=1e-9)


def test_the_folds_have_equal_sizes_and_differ_by_seed():
    sizes = np.bincount(fold_numbers(102, 5, seed=0))
    assert sizes.sum() == 102 and np.ptp(sizes) <= 1
    assert (fold_numbers(100, 5, seed=0) != fold_numbers(100, 5, seed=1)).any()


def test_the_rules_choose_the_smoothest_of_equal_settings():
    mean = np.array([[0.3, 0.2, 0.25], [0.2, 0.2, 0.22]])
    spread = np.array([-1.0, 1.0, 0.0])[:, None, None] * 0.03
    cv = CrossValidation(mean + spread)
    np.testing.assert_allclose(cv.standard_error, 0.03 / np.sqrt(3))
    assert cv.smallest() == (1, 1)
    assert cv.within_one_standard_error() == (1, 1)  # 0.22 is above 0.2 + 0.0173
    assert CrossValidation(mean + 2 * spread).within_one_standard_error() == (1, 2)
