"""KernelClassifier and KernelRegressor, checked against scikit-learn's requirements for
estimators."""

import pickle
import re
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import DataConversionWarning, NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, r2_score
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import check_estimator

import kernel_core as kc
from tests.classes import fit_classes, fit_softmax

NO_GRAM = "The check's matrix has negative eigenvalues, "
PRECOMPUTED = {
    "check_positive_only_tag_during_fit": NO_GRAM + "for the mean of a kernel is taken off it.",
    **dict.fromkeys(
        ("check_estimators_dtypes", "check_classifiers_train", "check_regressors_train"),
        NO_GRAM + "for it comes in single precision.",
    ),
}
ESTIMATORS = {
    "classifier": kc.KernelClassifier(),
    "one versus one, balanced": kc.KernelClassifier(reduction="ovo", class_weight="balanced"),
    "tree": kc.KernelClassifier(reduction="tree", risk="sum", lam=1.0),
    "softmax": kc.KernelClassifier(reduction="softmax"),
    "logistic": kc.KernelClassifier(loss=kc.Logistic()),
    "precomputed": kc.KernelClassifier("precomputed"),
    "regressor": kc.KernelRegressor(),
    "regressor, precomputed": kc.KernelRegressor("precomputed"),
}


@pytest.fixture
def moons() -> tuple[np.ndarray, np.ndarray]:
    X, y = kc.datasets.moons().sample(120, 0)
    return X, np.where(y > 0, "up", "down")


@pytest.mark.thorough(keep_every=2)
# Our estimators do not inherit from BaseEstimator, about which scikit-learn warns.
@pytest.mark.filterwarnings("ignore:Estimator Kernel")
@pytest.mark.thorough("tree", "logistic", "one versus one, balanced", "regressor, precomputed")
@pytest.mark.parametrize("name", ESTIMATORS)
def test_scikit_learns_checks_pass_but_for_those_with_a_reason(name):
    estimator = ESTIMATORS[name]
    expected = PRECOMPUTED if estimator.kernel == "precomputed" else {}
    with np.errstate(all="ignore"):
        results = check_estimator(
            estimator, expected_failed_checks=expected, on_skip=None, on_fail=None
        )
    statuses = {"failed": set(), "xfail": set(), "skipped": set(), "passed": set()}
    for result in results:
        statuses[result["status"]].add(result["check_name"])
    assert statuses["failed"] == set()
    check_names = {r["check_name"] for r in results}
    assert statuses["xfail"] == set(expected) & check_names, "one that passes is no longer expected"
    assert statuses["skipped"] <= {"check_array_api_input"}, "array-api-compat is not there"
    assert len(statuses["passed"]) > 40


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
    direct_fit = kc.fit(
        X, signs, kc.RBF(0.5), kc.Hinge(), 0.1, risk="sum", intercept=True, tol=1e-10
    )
    np.testing.assert_array_equal(model.decision_function(X), direct_fit.decision(X))
    svc = SVC(C=10, gamma=1 / (2 * 0.5**2), tol=1e-10).fit(X, y)
    # libsvm stores its matrix in single precision.
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


def test_misuse_is_refused_with_a_message(moons):
    X, _ = moons
    with pytest.raises(ValueError, match="reduction must be one of ova, ovo, tree, softmax"):
        kc.KernelClassifier(reduction="ovr").fit(X[:3], [1, 2, 3])
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
    for labels in (1, y[:-1], y[None], np.column_stack([y, y]), None, y.astype(float) * np.nan):
        with pytest.raises(ValueError, match=r"y|labels|numbers of samples"):
            fitted.score(X, labels)
    with pytest.raises(ValueError, match=r"that the classifier was trained|numbers"):
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
    "many classes": lambda X, y: fit_classes("ova", X, y, kc.Linear(), kc.Hinge(), 0.1),
    "score": lambda X, y: kc.KernelClassifier().fit(POINTS, [1, -1, 1, -1]).score(X, y),
}


@pytest.mark.parametrize("labels", FAULTY_LABELS)
@pytest.mark.parametrize("learner", LEARNERS)
def test_invalid_labels_are_refused_with_a_message(learner, labels):
    with pytest.raises(ValueError) as error:
        LEARNERS[learner](POINTS, FAULTY_LABELS[labels])
    assert re.search(r"abel|y ", str(error.value)) and len(str(error.value)) > 30


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
        lambda: fit_softmax(X, y, kc.Linear(), 0.1, intercept=intercept),
    ):
        with pytest.raises(ValueError, match="intercept must be True or False"):
            call()


@pytest.fixture(scope="module")
def three() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return three overlapping classes with texts as labels, and weights. The linear K is exact in
    single precision."""
    rng = np.random.default_rng(3)
    k = rng.integers(0, 3, 90)
    X = np.round(8 * (rng.normal(size=(90, 2)) + 1.5 * np.eye(3)[k][:, :2])) / 8
    return X, np.array(["a", "b", "c"])[k], rng.integers(0, 40, 90) / 8


@pytest.mark.parametrize("class_weight", [None, {"a": 5.0, "c": 0.25}])
def test_one_versus_one_is_svc_with_sample_and_class_weights(three, class_weight):
    X, y, w = three
    kernel = kc.Polynomial(2, 1.0)
    model = kc.KernelClassifier(
        kernel, lam=0.5, risk="sum", tol=1e-9, class_weight=class_weight, reduction="ovo"
    ).fit(X, y, sample_weight=w)
    svc = SVC(
        C=2, kernel="poly", degree=2, gamma=1, coef0=1, tol=1e-9, class_weight=class_weight,
        decision_function_shape="ovo",
    ).fit(X, y, sample_weight=w)  # fmt: skip
    model_values, reference = model.solution_.values(X).T, svc.decision_function(X)
    np.testing.assert_allclose(model_values, reference, atol=1e-6 * np.abs(reference).max())
    np.testing.assert_array_equal(
        model.decision_function(X).argmax(axis=1), np.searchsorted(model.classes_, model.predict(X))
    )


def test_balanced_weights_are_those_of_svc(moons):
    X, y = np.round(8 * moons[0]) / 8, moons[1]
    subset = np.r_[np.flatnonzero(y == "up")[:12], np.flatnonzero(y == "down")]
    X, y = X[subset], y[subset]
    model = kc.KernelClassifier(kc.Linear(), lam=1, risk="sum", tol=1e-9, class_weight="balanced")
    svc = SVC(kernel="linear", tol=1e-10, class_weight="balanced").fit(X, y)
    f = model.fit(X, y).decision_function(X)
    np.testing.assert_allclose(f, svc.decision_function(X), atol=1e-6)
    plain = kc.KernelClassifier(kc.Linear(), lam=1, risk="sum", tol=1e-9).fit(X, y)
    assert np.abs(f - plain.decision_function(X)).max() > 0.1


@pytest.mark.parametrize("reduction", ["ova", "ovo", "tree", "softmax"])
@pytest.mark.parametrize("risk", ["mean", "sum"])
def test_a_weight_is_a_repeated_example_in_every_reduction(three, reduction, risk):
    X, y, _ = three
    times = np.random.default_rng(0).integers(0, 4, len(y))
    model = kc.KernelClassifier(kc.RBF(1.0), risk=risk, reduction=reduction, tol=1e-9)
    weighted = clone(model).fit(X, y, sample_weight=times).decision_function(X)
    repeated = clone(model).fit(X.repeat(times, 0), y.repeat(times)).decision_function(X)
    np.testing.assert_allclose(weighted, repeated, atol=1e-5 * np.abs(repeated).max())


def test_more_classes_than_any_picture_shows():
    X, y = np.arange(300.0)[:, None], np.arange(300)
    assert kc.KernelClassifier(kc.RBF(0.3), kc.Squared(), 1e-4).fit(X, y).score(X, y) == 1.0


@pytest.mark.parametrize("reduction", ["ova", "ovo", "softmax"])
@pytest.mark.parametrize("classes", [2, 3])
def test_a_precomputed_kernel_and_a_function_are_the_kernel(three, reduction, classes):
    X, y, w = three
    X, y, w = X[y <= "abc"[classes - 1]], y[y <= "abc"[classes - 1]], w[y <= "abc"[classes - 1]]
    Z = X[:7] + 0.3

    def function(X, Z):
        return kc.RBF(1.0)(X, Z)

    model = kc.KernelClassifier(kc.RBF(1.0), reduction=reduction).fit(X, y, w)
    refit = clone(model).set_params(kernel=function).fit(X, y, w)
    table = clone(model).set_params(kernel="precomputed").fit(function(X, X), y, w)
    f = model.decision_function(Z)
    np.testing.assert_allclose(refit.decision_function(Z), f, atol=1e-9)
    np.testing.assert_allclose(table.decision_function(function(Z, X)), f, atol=1e-9)
    np.testing.assert_array_equal(table.predict(function(Z, X)), model.predict(Z))


def test_probabilities_are_those_of_the_model_or_none(three):
    X, y, w = three
    two = y != "c"
    logistic = kc.KernelClassifier(kc.Linear(), kc.Logistic(), 0.5, "sum", tol=1e-10)
    reference = LogisticRegression(C=2, solver="newton-cholesky", tol=1e-12, max_iter=1000)
    P = logistic.fit(X[two], y[two], w[two]).predict_proba(X)
    reference.fit(X[two], y[two], sample_weight=w[two])
    np.testing.assert_allclose(P, reference.predict_proba(X), atol=1e-7)
    softmax = kc.KernelClassifier(kc.Linear(), None, 0.5, "sum", tol=1e-10, reduction="softmax")
    P = softmax.fit(X, y, w).predict_proba(X)
    reference.set_params(solver="lbfgs", max_iter=10000).fit(X, y, sample_weight=w)
    np.testing.assert_allclose(P, reference.predict_proba(X), atol=1e-4)
    np.testing.assert_allclose(P.sum(axis=1), 1.0)
    # With two classes, softmax with 2 lam is logistic regression with lam.
    refit = clone(softmax).set_params(lam=1.0).fit(X[two], y[two], w[two])
    np.testing.assert_allclose(refit.predict_proba(X), logistic.predict_proba(X), atol=1e-6)
    for model, reason in (
        (kc.KernelClassifier().fit(X[two], y[two]), "hinge loss has no probabilities"),
        (clone(logistic).fit(X, y), 'reduction="softmax" trains them together'),
        (clone(softmax), "not fitted yet"),
    ):
        assert not hasattr(model, "predict_proba")
        with pytest.raises(AttributeError, match=reason):
            model.predict_proba(X)


def test_parameters_of_kernel_and_loss_are_those_of_a_grid(moons):
    X, y = moons
    grid = {"kernel__tau": [0.05, 0.4, 20.0], "lam": [0.01]}
    search = GridSearchCV(kc.KernelClassifier(), grid, cv=3).fit(X, y)
    assert search.best_estimator_.kernel == kc.RBF(search.best_params_["kernel__tau"])
    assert search.best_params_["kernel__tau"] == 0.4
    model = kc.KernelRegressor(2 * kc.RBF(1.0) + kc.Linear(), kc.EpsilonInsensitive(0.1))
    deep = model.get_params()
    assert deep["loss__epsilon"] == 0.1
    [tau] = [name for name, value in deep.items() if name.endswith("__tau")]
    model.set_params(**{tau: 3.0, "loss__epsilon": 0.2})
    assert model.get_params()[tau] == 3.0 and model.loss == kc.EpsilonInsensitive(0.2)
    model.set_params(kernel__tau=2.0, kernel=kc.RBF(9.0))
    assert model.kernel == kc.RBF(2.0)
    with pytest.raises(ValueError, match="Invalid parameter 'kernel__degree'"):
        model.set_params(kernel__degree=2)
    with pytest.raises(ValueError, match="tau must be"):
        model.set_params(kernel__tau=-1.0)


@pytest.mark.parametrize(
    ("weights", "reason"),
    [
        ([1.0, -1.0, 1.0], "at least 0"), ([0.0, 0.0, 0.0], "zero"), ([1.0, 2.0], "1D"),
        ([1.0, np.nan, 1.0], "Sample weights must be finite numbers; some of these are NaN"),
        (["a", "b", "c"], "Sample weights must be numbers; these are strings"),
        ([0.0, 1.0, 0.0], "one class in y with weights above 0"),
    ],
)  # fmt: skip
def test_invalid_sample_weights_are_refused_with_a_message(weights, reason):
    with pytest.raises(ValueError, match=reason):
        kc.KernelClassifier().fit([[0.0], [1.0], [2.0]], [0, 1, 0], sample_weight=weights)


def test_weights_that_are_zero_together_are_refused_with_a_message():
    model = kc.KernelClassifier(class_weight={0: 0.0})
    with pytest.raises(ValueError, match=r"products of sample and class .* not all of them"):
        model.fit([[0.0], [1.0], [2.0]], [0, 1, 0], sample_weight=[1.0, 0.0, 1.0])


def test_invalid_class_weights_and_kernels_are_refused_with_a_message(three):
    X, y, _ = three
    for model, reason in (
        (kc.KernelClassifier(class_weight={"d": 2.0}), "'d', which is not a label in y"),
        (kc.KernelClassifier(class_weight="rare"), "class_weight must be one of balanced"),
        (kc.KernelClassifier(class_weight={"a": -1.0}), "at least 0"),
        (kc.KernelClassifier("rbf"), "kernel must be one of precomputed"),
        (kc.KernelClassifier(3), "kernel must be a Kernel, a function"),
        (kc.KernelClassifier("precomputed"), "must be a square matrix"),
        (kc.KernelClassifier(lambda X, Z: X[:, 0]), "not a Gram matrix"),
        (kc.KernelClassifier(lambda X, Z: -(X @ Z.T)), "negative eigenvalue"),
        (kc.KernelClassifier(loss=kc.Hinge(), reduction="softmax"), "Softmax has its own loss"),
    ):
        with pytest.raises(ValueError, match=reason):
            model.fit(X, y)


def test_a_fit_that_is_not_proven_raises(three):
    X, y, _ = three
    with pytest.raises(kc.NotConverged) as error:
        kc.KernelClassifier(kc.Linear(), tol=1e-300).fit(X, y)
    assert error.value.solution.worst_gap > 1e-300


@pytest.mark.parametrize("weights", [[1.0, 1.0, 1.0, 0.0], [1.0, 2.0, 5.0, 0.0]])
def test_the_score_of_equal_targets_is_0_or_1(weights):
    X, y = np.arange(4.0)[:, None], [0.1, 0.1, 0.1, 7.0]
    model = kc.KernelRegressor(kc.RBF(0.5), intercept=False).fit(X, [0.3, 0.2, 0.1, 0.0])
    assert model.score(X, y, weights) == 0.0
    assert kc.KernelRegressor().fit(X, np.zeros(4)).score(X, [0.0, 0.0, 0.0, 7.0], weights) == 1.0


def test_scores_weigh_examples_as_scikit_learn_does(three):
    X, y, w = three
    model = kc.KernelClassifier().fit(X, y)
    assert model.score(X, y, w) == pytest.approx(
        accuracy_score(y, model.predict(X), sample_weight=w)
    )
    regressor = kc.KernelRegressor(kc.Linear()).fit(X, X[:, 0] ** 2, w)
    expected = r2_score(X[:, 0] ** 2, regressor.predict(X), sample_weight=w)
    assert regressor.score(X, X[:, 0] ** 2, w) == pytest.approx(expected)
