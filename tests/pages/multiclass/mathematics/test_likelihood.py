"""Maximum likelihood along a ray, and votes of wrong classifiers, compared with sums written
out."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

import kernel_core as kc
from kernel_core.datasets import class_mixtures
from kernel_core.multiclass import Predictions
from lab.scene.class_error_rates import ClassHoldOutSet, ClassPopulationRisk
from pages.multiclass.mathematics.decision_record import decision_record
from pages.multiclass.mathematics.likelihood import scaled_likelihood
from pages.multiclass.method.erring_classifiers import (
    count_erring_classifiers,
    measure_classifier_errors,
)
from tests.classes import fit_classes, fit_softmax

S = np.round(np.arange(0, 3.01, 0.1), 1)
SAMPLE = class_mixtures.pinwheel(4, 1.5).sample(90, 0)


def fitted(risk="sum", lam=0.05, kernel=None, intercept=True):
    return fit_softmax(*SAMPLE, kernel or kc.Linear(), lam, risk=risk, intercept=intercept)


@pytest.mark.parametrize("risk", ["sum", "mean"])
@pytest.mark.parametrize("kernel", [kc.Linear(), kc.RBF(tau=1.6)])
def test_the_fit_is_the_minimum_along_s_and_the_likelihood_is_the_product(risk, kernel):
    s = fitted(risk, kernel=kernel)
    likelihood, (X, y) = scaled_likelihood(s, S), SAMPLE
    assert S[likelihood.objective.argmin()] == 1
    assert likelihood.objective[S == 1] == pytest.approx(s.primal[0], rel=1e-9)
    for k in (0, 7, 10, 30):
        e = np.exp(S[k] * s.values(X))
        P = e / e.sum(axis=0)
        likelihoods = P[y, np.arange(len(y))]
        np.testing.assert_allclose(likelihood.by_example[k], likelihoods)
        assert likelihood.minus_log[k] == pytest.approx(-np.log(np.prod(likelihoods)))
    np.testing.assert_allclose(likelihood.by_example[0], 1 / 4)


def test_the_likelihood_alone_is_highest_where_a_search_finds_it():
    s = fitted()
    likelihood = scaled_likelihood(s, S)
    optimum = minimize_scalar(
        lambda scale: scaled_likelihood(s, [scale]).minus_log[0], bounds=(0.5, 50), method="bounded"
    )
    assert likelihood.top == pytest.approx(optimum.x, rel=1e-3) and likelihood.top > 1
    mixed_data = class_mixtures.blobs(3, 2.0).sample(150, 0)
    free = fit_softmax(*mixed_data, kc.Linear(), 1e-5, risk="sum", intercept=True, tol=1e-10)
    assert scaled_likelihood(free, S).top == pytest.approx(1, abs=1e-3), (
        "without a penalty: the maximum"
    )


def test_where_every_label_has_the_largest_score_the_likelihood_has_no_maximum():
    s = fitted(kernel=kc.RBF(tau=0.2), lam=1e-3)
    assert (s.predict(SAMPLE[0]) == SAMPLE[1]).all()
    likelihood = scaled_likelihood(s, S)
    assert likelihood.top == np.inf and (np.diff(likelihood.minus_log) < 0).all()


def solutions():
    X, y = SAMPLE
    options = {"risk": "sum", "intercept": True}
    return (
        fit_classes("ova", X, y, kc.Linear(), kc.Hinge(), 0.05, **options),
        fit_classes("ovo", X, y, kc.Linear(), kc.Hinge(), 0.05, **options),
        fit_classes("tree", X, y, kc.Linear(), kc.Hinge(), 0.05, ((0, 1), (2, 3)), **options),
    )


@pytest.mark.parametrize("method", [0, 1, 2])
def test_errors_of_each_classifier_add_up_to_the_test_error(method):
    solution = solutions()[method]
    Z, t = class_mixtures.pinwheel(4, 1.5).sample(500, 1)
    decisions = solution.decide(Z)
    counts = count_erring_classifiers(decisions, t)
    for i in range(0, 500, 17):
        error_count = 0
        for output in decision_record(decisions, i).outputs:
            question = solution.tasks[output.b]
            sides = (question.positive, question.negative)
            if t[i] in sides[0] + sides[1]:
                error_count += t[i] not in output.classes
        assert counts[i] == error_count
    evaluator = ClassHoldOutSet(Z, t)
    errors = measure_classifier_errors(solution, evaluator)
    assert errors.points.sum() == pytest.approx(1)
    assert np.nansum(errors.points * errors.class_errors) == pytest.approx(
        evaluator.error(solution)
    )


def test_one_erring_classifier_has_the_stated_effect():
    ova, ovo, halves = solutions()
    Z, t = class_mixtures.pinwheel(4, 1.5).sample(2000, 2)
    for solution in (ova, ovo, halves):
        decisions = solution.decide(Z)
        counts = count_erring_classifiers(decisions, t)
        assert (decisions.choice == t)[counts == 0].all(), "where none errs the class is right"
        if solution is ova:
            assert set(decisions.status[counts == 1]) == {
                Predictions.NO_POSITIVE,
                Predictions.MULTIPLE_POSITIVE,
            }
            two = decisions.candidates[
                :, (counts == 1) & (decisions.status == Predictions.MULTIPLE_POSITIVE)
            ].sum(axis=0)
            assert set(two) == {2}
        if solution is halves:
            assert (decisions.choice != t)[counts >= 1].all() and counts.max() == 1
    assert count_erring_classifiers(ovo.decide(Z), t).max() <= 3, "C − 1 of them know the class"


def test_on_known_densities_the_rows_make_the_expected_error():
    evaluator = ClassPopulationRisk(class_mixtures.pinwheel(4, 1.5), 41)
    for solution in solutions():
        errors = measure_classifier_errors(solution, evaluator)
        assert np.nansum(errors.points * errors.class_errors) == pytest.approx(
            evaluator.error(solution) / evaluator.cells[1].sum(), abs=1e-3
        )
