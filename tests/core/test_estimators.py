"""KernelClassifier and KernelRegressor, held against what scikit-learn asks of an estimator."""

import pickle
import re
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import DataConversionWarning, NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import check_estimator

import kernel_core as kc

NEEDS_SKLEARN = {
    "check_valid_tag_types": "The tags have scikit-learn's names and values in plain namespaces:"
    " its classes for them are not imported.",
}


@pytest.fixture
def moons() -> tuple[np.ndarray, np.ndarray]:
    X, y = kc.datasets.moons().sample(120, 0)
    return X, np.where(y > 0, "up", "down")


@pytest.mark.filterwarnings("ignore:Estimator Kernel")  # that BaseEstimator is not its base
@pytest.mark.parametrize("estimator", [kc.KernelClassifier(), kc.KernelRegressor()])
def test_scikit_learns_checks_but_for_those_that_need_its_classes(estimator):
    with np.errstate(all="ignore"):
        results = check_estimator(
            estimator, expected_failed_checks=NEEDS_SKLEARN, on_skip=None, on_fail=None
        )
    failed = {r["check_name"] for r in results if r["status"] == "failed"}
    known = {r["check_name"] for r in results if r["status"] == "xfail"}
    assert failed == set()
    assert known == set(NEEDS_SKLEARN), "one that passes after all is no longer expected"
    assert sum(r["status"] == "passed" for r in results) > 40


def test_a_grid_search_over_a_pipeline_finds_a_bandwidth(moons):
    X, y = moons
    pipeline = make_pipeline(StandardScaler(), kc.KernelClassifier(loss=kc.Logistic()))
    kernels = [kc.RBF(tau) for tau in (0.05, 0.4, 20.0)]
    search = GridSearchCV(pipeline, {"kernelclassifier__kernel": kernels}, cv=3).fit(X, y)
    assert search.best_params_["kernelclassifier__kernel"] == kc.RBF(0.4)
    assert search.best_score_ > 0.85
    assert set(search.predict(X)) == {"down", "up"}


def test_cross_validation_clone_and_pickle(moons):
    X, y = moons
    model = kc.KernelClassifier(kc.RBF(0.5), kc.Hinge(), 0.02, "mean", False)
    scores = cross_val_score(model, X, y, cv=4)
    assert scores.shape == (4,) and scores.min() > 0.7
    twin = clone(model)
    assert twin is not model and twin.get_params() == model.get_params()
    back = pickle.loads(pickle.dumps(model.fit(X, y)))
    np.testing.assert_array_equal(back.decision_function(X), model.decision_function(X))


def test_the_classifier_is_the_fit_and_the_svc(moons):
    X, y = moons
    model = kc.KernelClassifier(kc.RBF(0.5), kc.Hinge(), lam=0.1, risk="sum", tol=1e-10).fit(X, y)
    signs = np.where(y == "up", 1.0, -1.0)
    own = kc.fit(X, signs, kc.RBF(0.5), kc.Hinge(), 0.1, risk="sum", intercept=True, tol=1e-10)
    np.testing.assert_array_equal(model.decision_function(X), own.decision(X))
    svc = SVC(C=10, gamma=1 / (2 * 0.5**2), tol=1e-10).fit(X, y)
    # libsvm keeps its matrix in single precision
    np.testing.assert_allclose(model.decision_function(X), svc.decision_function(X), atol=1e-4)
    assert model.score(X, y) == svc.score(X, y)


@pytest.mark.parametrize("labels", [(0, 1), (1, 2), (-1, 1), ("a", "b"), (True, False), (0.0, 5.0)])
def test_any_two_labels(labels):
    X = np.array([[-1.0], [-0.8], [0.9], [1.0]])
    y = np.array([labels[0], labels[0], labels[1], labels[1]])
    model = kc.KernelClassifier(kc.Linear()).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), y)


def test_the_regressor_scores_as_scikit_learn_does():
    from sklearn.kernel_ridge import KernelRidge

    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    y = X[:, 0] ** 2 + 0.1 * rng.normal(size=40)
    model = kc.KernelRegressor(kc.RBF(1.0), lam=0.5, risk="sum", intercept=False).fit(X, y)
    ridge = KernelRidge(alpha=0.5, kernel="rbf", gamma=0.5).fit(X, y)
    np.testing.assert_allclose(model.predict(X), ridge.predict(X), atol=1e-6)
    assert model.score(X, y) == pytest.approx(ridge.score(X, y))


def test_faults_are_sentences(moons):
    X, _ = moons
    with pytest.raises(ValueError, match="Only binary"):
        kc.KernelClassifier().fit(X[:3], [1, 2, 3])
    with pytest.raises(ValueError, match="Invalid parameter 'gamma'"):
        kc.KernelClassifier().set_params(gamma=1)
    with pytest.raises(AttributeError, match="not fitted yet"):
        kc.KernelClassifier().predict(X)
    with pytest.raises(ValueError, match="real numbers"):
        kc.KernelRegressor().fit(X, X[:, 0] + 1j)
    with pytest.raises(ValueError, match="-1 and"):
        kc.KernelRegressor(loss=kc.Hinge()).fit(X, X[:, 0])
    assert repr(kc.KernelClassifier(kc.RBF(0.5), lam=1)) == (
        "KernelClassifier(kernel=RBF(tau=0.5), lam=1)"
    )


def test_scikit_learn_is_not_imported():
    code = "import sys, kernel_core as kc; kc.KernelClassifier().fit([[0.0], [1.0]], [0, 1]); "
    code += "assert not any(m.startswith(('sklearn', 'scipy')) for m in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.fixture
def line() -> tuple[np.ndarray, np.ndarray]:
    X = np.linspace(-1.0, 1.0, 30)[:, None]
    return X, np.where(X[:, 0] > 0.2, 1, -1)


@pytest.mark.parametrize("estimator", [kc.KernelClassifier(), kc.KernelRegressor()])
def test_score_reads_a_column_of_labels_as_a_list_and_refuses_other_shapes(estimator, line):
    X, y = line
    fitted = estimator.fit(X, y)
    expected = fitted.score(X, y)
    assert fitted.score(X, y[:, None]) == fitted.score(X, pd.DataFrame({"y": y})) == expected
    for wrong in (1, y[:-1], y[None], np.column_stack([y, y]), None, y.astype(float) * np.nan):
        with pytest.raises(ValueError, match=r"y|labels|numbers of samples"):
            fitted.score(X, wrong)
    with pytest.raises(ValueError, match=r"kind learned from|numbers"):
        fitted.score(X, y.astype(str))


@pytest.mark.parametrize("estimator", [kc.KernelClassifier(), kc.KernelRegressor()])
def test_a_column_of_labels_gets_scikit_learns_warning(estimator, line):
    X, y = line
    with pytest.warns(DataConversionWarning, match="column-vector"):
        column = clone(estimator).fit(X, y[:, None])
    np.testing.assert_array_equal(column.predict(X), clone(estimator).fit(X, y).predict(X))


@pytest.mark.parametrize("estimator", [kc.KernelClassifier(), kc.KernelRegressor()])
def test_a_method_before_fit_raises_scikit_learns_error(estimator, line):
    X, y = line
    methods = [lambda e: e.predict(X), lambda e: e.score(X, y)]
    if isinstance(estimator, kc.KernelClassifier):
        methods.append(lambda e: e.decision_function(X))
    for method in methods:
        with pytest.raises(NotFittedError, match="not fitted yet"):
            method(clone(estimator))


DATES = np.array(["2020-01-01", "2021-01-01"] * 2, dtype="M8[D]")
POINTS = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 2.0], [3.0, 1.0]])
FAULTY_LABELS = {
    "none": None,
    "none among labels": [None, 1, 1, -1],
    "nan among numbers": [np.nan, 1, 1, -1],
    "nan among texts": ["a", np.nan, "b", "a"],
    "nan as text": np.array(["a", np.nan, "b", "a"]),
    "numbers and texts": [1, "1", -1, "a"],
    "truth and text": [True, "no", True, "no"],
    "dates": DATES,
    "dates in a list": DATES.tolist(),
    "time spans": DATES - DATES[0],
    "bytes": [b"a", b"b", b"a", b"b"],
    "rows of several lengths": [[1], [1, 2], [1], [1]],
    "masked": np.ma.array([1, -1, 1, -1], mask=[0, 1, 0, 0]),
    "a set": {1, -1},
    "a text": "abab",
    "complex": [1j, 1, -1, 1],
    "a number": 1,
}
LEARNERS = {
    "fit": lambda X, y: kc.fit(X, y, kc.Linear(), kc.Squared(), 0.1),
    "classifier": lambda X, y: kc.KernelClassifier().fit(X, y),
    "regressor": lambda X, y: kc.KernelRegressor().fit(X, y),
    "many classes": lambda X, y: kc.multiclass.fit_one_versus_all(
        X, y, kc.Linear(), kc.Hinge(), 0.1
    ),
    "score": lambda X, y: kc.KernelClassifier().fit(POINTS, [1, -1, 1, -1]).score(X, y),
    "held out": kc.evaluation.HoldOutSet,
}


@pytest.mark.parametrize("labels", FAULTY_LABELS)
@pytest.mark.parametrize("learner", LEARNERS)
def test_labels_that_are_none_are_refused_in_a_sentence(learner, labels):
    with pytest.raises(ValueError) as caught:
        LEARNERS[learner](POINTS, FAULTY_LABELS[labels])
    assert re.search(r"abel|y ", str(caught.value)) and len(str(caught.value)) > 30


@pytest.mark.parametrize("learner", LEARNERS)
def test_labels_that_pandas_calls_missing_are_refused(learner):
    for labels in (
        pd.Series([1, pd.NA, -1, 1], dtype="Int64"),
        pd.Series([1, pd.NA, -1, 1], dtype=object),
        pd.Series(["a", pd.NA, "b", "a"], dtype="string"),
        pd.Series(["a", None, "b", "b"], dtype="category"),
    ):
        with pytest.raises(ValueError, match=r"missing|NaN"):
            LEARNERS[learner](POINTS, labels)


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_generator_of_labels_and_faulty_points_are_refused(learner):
    y = [1, -1, 1, -1]
    with pytest.raises(ValueError, match="generator"):
        LEARNERS[learner](POINTS, (label for label in y))
    for X in (
        (row for row in POINTS), [[1, 2], [1], [1, 2], [3, 4]], None, 3.0, POINTS + 1j,
        [["a", "b"]] * 4, [[1, None]] * 4, np.column_stack([DATES, DATES]),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            LEARNERS[learner](X, y)


@pytest.mark.parametrize("learner", ["classifier", "many classes"])
def test_texts_of_pandas_are_classes(learner):
    for dtype in (object, "category", "string"):
        fitted = LEARNERS[learner](POINTS, pd.Series(["a", "b", "b", "a"], dtype=dtype))
        assert set(fitted.predict(POINTS)) <= {"a", "b"}


@pytest.mark.parametrize("intercept", ["no", None, "", [], 2, np.array([True])])
def test_an_intercept_is_true_or_false(intercept):
    X, y = POINTS, [1, -1, 1, -1]
    for call in (
        lambda: kc.fit(X, y, kc.Linear(), kc.Hinge(), 0.1, intercept=intercept),
        lambda: kc.sweep(kc.Problem(X, y, kc.Hinge(), intercept=intercept), kc.Linear(), 0.1),
        lambda: kc.KernelClassifier(intercept=intercept).fit(X, y),
        lambda: kc.svm.fit_hard_margin(X, y, kc.Linear(), intercept=intercept),
        lambda: kc.multiclass.fit_multinomial(X, y, kc.Linear(), 0.1, intercept=intercept),
    ):
        with pytest.raises(ValueError, match="intercept must be True or False"):
            call()
