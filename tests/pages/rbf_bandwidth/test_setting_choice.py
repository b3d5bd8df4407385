"""The stored choices of τ and λ compared with scikit-learn's fits, and with a new computation."""

import numpy as np
import pytest
from sklearn.svm import LinearSVC

from lab.scene.learning_problem import problem
from pages.rbf_bandwidth import setting_choice
from pages.rbf_bandwidth.declaration import PAGE
from pages.rbf_bandwidth.default_scene import DEFAULT
from pages.rbf_bandwidth.mathematics.cross_validation import fold_numbers
from pages.rbf_bandwidth.setting_choice import FOLDS, LAMS, TAUS
from tests.pages.challenges.judging import questions


@pytest.mark.parametrize(("t", "k"), [(1, 7), (3, 8), (6, 6)])
def test_stored_errors_are_those_of_scikit_learn(t, k):
    """Use a linear SVM without intercept, on features whose inner products are K."""
    core, (stored, _) = problem(DEFAULT).core, setting_choice.read_choices()
    assert not core.intercept
    K = np.exp(-((core.X[:, None] - core.X[None]) ** 2).sum(axis=2) / (2 * TAUS[t] ** 2))
    values, vectors = np.linalg.eigh(K)
    features = vectors * np.sqrt(np.maximum(values, 0))
    fold = fold_numbers(len(core.y), FOLDS, 0)
    machine = LinearSVC(
        loss="hinge", C=1 / LAMS[k], fit_intercept=False, tol=1e-7, max_iter=100_000
    )
    for j in range(FOLDS):
        machine.fit(features[fold != j], core.y[fold != j])
        f = machine.decision_function(features[fold == j])
        assert stored.cv.errors[j, t, k] == pytest.approx((core.y[fold == j] * f <= 0).mean())


def test_the_choices_follow_from_the_stored_errors():
    stored, fresh = setting_choice.read_choices()
    np.testing.assert_allclose(stored.test_errors(), fresh[0], atol=1e-5)
    assert (fresh[:, :2] >= fresh[:, 2:]).all() and stored.gap <= 1e-6
    t, k = stored.cv.within_one_standard_error()
    smallest = stored.cv.smallest()
    limit = stored.cv.mean[smallest] + stored.cv.standard_error[smallest]
    assert stored.cv.mean[t, k] <= limit < stored.cv.mean[:, k + 1 :].min(initial=1)


@pytest.mark.thorough
def test_a_sample_is_computed_as_it_was_stored():
    stored, fresh = setting_choice.read_choices()
    again = setting_choice.choose(0)
    np.testing.assert_allclose(again.cv.errors, stored.cv.errors, atol=0.03)
    np.testing.assert_allclose(again.test, stored.test, atol=1e-3)
    np.testing.assert_allclose(setting_choice.choose(7).test_errors(), fresh[7], atol=2e-3)


def test_the_smallest_mean_is_in_between():
    (challenge,) = setting_choice.CHALLENGES
    (question,) = (q for q in questions(PAGE, {}) if q.id == challenge.id)
    assert (question.state, question.option) == ("asked", "in between")
