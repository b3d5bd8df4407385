"""One-versus-all, one-versus-one and trees: against scikit-learn, and decision by decision."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.svm import SVC

import kernel_core as kc
from kernel_core import multiclass as mc
from kernel_core.datasets import class_mixtures
from kernel_core.kernels import grid_points
from kernel_core.multiclass import Predictions
from kernel_core.multiclass.decision_rules import point_hash
from kernel_core.multiclass.reductions import nodes
from tests.classes import fit_classes, fit_softmax

Z = np.random.default_rng(3).uniform(-2.5, 2.5, size=(400, 2))
REDUCE = ("ova", "ovo", "tree")


def five(m=90, seed=0):
    return class_mixtures.pinwheel(5, noise=2.0).sample(m, seed)


def fit_reduction(reduction, X, y, kernel=None, loss=None, lam=0.1, **options):
    kernel, loss = kernel or kc.RBF(0.6), loss or kc.Hinge()
    return fit_classes(reduction, X, y, kernel, loss, lam, **options)


@pytest.mark.parametrize(
    ("reduction", "peer"), [("ova", OneVsRestClassifier), ("ovo", OneVsOneClassifier)]
)
@pytest.mark.parametrize("seed", range(3))
def test_svms_against_scikit_learn(reduction, peer, seed):
    X, y = five(seed=seed)
    s = fit_reduction(reduction, X, y, lam=0.5, risk="sum", intercept=True)
    reference = peer(SVC(C=2, gamma=1 / (2 * 0.36), tol=1e-9)).fit(X, y)
    np.testing.assert_array_equal(s.predict(Z, ties="score"), reference.predict(Z))
    if reduction == "ova":
        np.testing.assert_allclose(s.values(Z).T, reference.decision_function(Z), atol=1e-4)


@pytest.mark.parametrize("intercept", [False, True])
def test_linear_logistic_against_scikit_learn(intercept):
    X, y = five()
    peer = LogisticRegression(C=4, fit_intercept=intercept, solver="newton-cholesky", tol=1e-10)
    options = {"risk": "sum", "intercept": intercept, "tol": 1e-9}
    s = fit_reduction("ova", X, y, kc.Linear(), kc.Logistic(), 0.25, **options)
    reference = OneVsRestClassifier(peer).fit(X, y)
    np.testing.assert_array_equal(s.predict(Z, ties="score"), reference.predict(Z))
    for k, binary in enumerate(reference.estimators_):
        np.testing.assert_allclose(s.alpha[k] @ X, binary.coef_[0], atol=1e-5)
        np.testing.assert_allclose(s.intercept[k], np.ravel(binary.intercept_)[0], atol=1e-5)


@pytest.mark.parametrize("name", ["hinge", "logistic", "squared", "exponential", "perceptron"])
@pytest.mark.parametrize("reduction", REDUCE)
@pytest.mark.parametrize("risk", ["mean", "sum"])
def test_each_classifier_is_the_binary_fit_of_its_own_training_set(reduction, name, risk):
    X, y = five(60)
    s = fit_reduction(reduction, X, y, loss=kc.LOSSES[name], lam=0.05, risk=risk, intercept=True)
    assert s.worst_gap <= 1e-6
    for b, question in enumerate(s.tasks):
        signs = s.binary_labels(b)
        assert set(y[signs == 1]) == set(question.positive)
        assert set(y[signs == -1]) == set(question.negative)
        in_task = signs != 0
        binary_fit = kc.fit(
            X[in_task],
            signs[in_task],
            kc.RBF(0.6),
            kc.LOSSES[name],
            0.05,
            risk=risk,
            intercept=True,
        )
        binary = s.binary(b)
        np.testing.assert_allclose(binary.decision(Z), binary_fit.decision(Z), atol=2e-4)
        assert binary.primal == pytest.approx(binary_fit.primal, rel=2e-6, abs=2e-6)
        np.testing.assert_allclose(s.values(Z)[b], binary.decision(Z), atol=1e-12)
        assert not s.alpha[b, ~in_task].any()


def test_one_versus_all_as_in_the_notes():
    X, y = five(lam_seed := 120, 4)
    s = fit_reduction("ova", X, y, lam=0.02)
    d = s.decide(Z, seed=lam_seed)
    f = s.values(Z)
    for i in range(len(Z)):
        positive_classes = np.flatnonzero(f[:, i] >= 0)
        expected = {0: Predictions.NO_POSITIVE, 1: Predictions.UNIQUE}.get(
            len(positive_classes), Predictions.MULTIPLE_POSITIVE
        )
        assert d.status[i] == expected
        candidates = np.flatnonzero(d.candidates[:, i]).tolist()
        assert candidates == (positive_classes.tolist() if len(positive_classes) else [*range(5)])
        assert d.choice[i] in candidates
    np.testing.assert_array_equal(d.class_scores, d.values)
    assert {
        Predictions.NO_POSITIVE,
        Predictions.UNIQUE,
        Predictions.MULTIPLE_POSITIVE,
    } == set(d.status)
    np.testing.assert_array_equal(s.decide(Z, ties="score").choice, f.argmax(axis=0))
    assert d.n_evaluations == 5 * len(Z)


def test_of_equal_scores_the_first_class_counts_in_spite_of_rounding():
    """Classes in a row: the hinge loss gives the score −1 to the three inner ones everywhere."""
    X = np.repeat(np.arange(5.0), 12)[:, None] + np.tile(np.linspace(-0.3, 0.3, 12), 5)[:, None]
    y, points = np.repeat(np.arange(5), 12), np.linspace(1.5, 2.5, 400)[:, None]
    s = fit_reduction("ova", X, y, kc.Linear(), lam=0.05, risk="sum", intercept=True)
    f = s.values(points)
    np.testing.assert_allclose(f[1:4], -1, atol=1e-8)
    assert (f[[0, 4]] < -1.1).all()
    assert (s.predict(points, ties="score") == 1).all()
    rounded = f + np.random.default_rng(0).uniform(-1e-9, 1e-9, f.shape)
    assert (s.decide_values(rounded, points, ties="score").choice == 1).all()


def test_one_versus_one_as_in_the_notes():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), np.arange(60) % 5  # labels do not depend on the points
    s = fit_reduction("ovo", X, y, kc.RBF(0.3), lam=1e-3)
    d = s.decide(Z)
    assert d.n_evaluations == 10 * len(Z)
    assert set(d.status) == {Predictions.UNIQUE, Predictions.TIE}
    strongest = s.decide(Z, ties="score")
    for i in range(len(Z)):
        votes, strength = np.zeros(5), np.zeros(5)
        for task, f in zip(d.tasks, d.values[:, i], strict=True):
            k, negative = task.positive[0], task.negative[0]
            votes[k if f >= 0 else negative] += 1
            strength[k] += f
            strength[negative] -= f
        assert (votes == d.class_scores[:, i]).all() and votes.sum() == 10
        best = np.flatnonzero(votes == votes.max()).tolist()
        assert np.flatnonzero(d.candidates[:, i]).tolist() == best and d.choice[i] in best
        assert (d.status[i] == Predictions.TIE) == (len(best) > 1)
        if d.status[i] == Predictions.TIE:
            assert strongest.choice[i] == max(best, key=lambda k, s=strength: s[k])


def test_a_tree_decides_along_one_path():
    X, y = five(120)
    shape = ((3, (0, 4)), (1, 2))
    s = fit_reduction("tree", X, y, shape=shape)
    d, ways = s.decide(Z), {3: 2, 0: 3, 4: 3, 1: 2, 2: 2}
    forks = list(nodes(shape))
    for i in range(len(Z)):
        node = shape
        for b in np.flatnonzero(~np.isnan(d.values[:, i])):
            assert forks[b] == node
            node = node[0] if d.values[b, i] >= 0 else node[1]
        assert node == d.choice[i]
        assert np.count_nonzero(~np.isnan(d.values[:, i])) == ways[node]
    assert d.n_evaluations == sum(ways[k] for k in d.choice) and not d.status.any()
    np.testing.assert_allclose(d.values[0], s.values(Z)[0], atol=1e-12)


def test_random_choices_depend_only_on_the_point_and_the_seed():
    X, y = class_mixtures.collinear_blobs(5).sample(100, 0)
    s = fit_reduction("ova", X, y, kc.Linear(), intercept=True)  # few points have a positive score
    first = s.decide(Z, seed=1)
    assert (first.status == Predictions.NO_POSITIVE).mean() > 0.5
    order = np.random.default_rng(0).permutation(len(Z))
    np.testing.assert_array_equal(s.decide(Z[order], seed=1).choice, first.choice[order])
    assert s.decide(Z[17:18], seed=1).choice[0] == first.choice[17]
    assert (s.decide(Z, seed=2).choice != first.choice).mean() > 0.3


def test_point_hashes_are_uniform():
    points = np.random.default_rng(0).normal(size=(40_000, 2))
    hashes = point_hash(points, 7)
    assert hashes.min() >= 0 and hashes.max() < 1
    for count in (2, 3, 10):
        shares = np.bincount(np.floor(hashes * count).astype(int), minlength=count) / len(hashes)
        assert np.abs(shares - 1 / count).max() < 0.01
    assert abs(np.corrcoef(hashes, point_hash(points, 8))[0, 1]) < 0.02
    assert abs(np.corrcoef(hashes, point_hash(points + np.array([0, 1e-9]), 7))[0, 1]) < 0.02
    np.testing.assert_array_equal(
        point_hash(np.array([[0.0, 1.0]]), 3),
        point_hash([[-0.0, 1.0]], 3),
    )


@pytest.mark.parametrize("reduction", REDUCE)
def test_names_and_their_order_change_nothing(reduction):
    X, y = five(100)
    names = np.array(["ant", "bee", "cat", "dog", "elk"])
    first = fit_reduction(reduction, X, names[y], classes=list(names))
    order = np.array([2, 0, 4, 1, 3])
    shape = {"shape": mc.balanced_tree(np.argsort(order))} if reduction == "tree" else {}
    second = fit_reduction(reduction, X, names[y], classes=list(names[order]), **shape)
    np.testing.assert_array_equal(first.predict(Z, ties="score"), second.predict(Z, ties="score"))
    assert set(first.predict(Z)) <= set(names)
    plain = fit_reduction(reduction, X, y)
    np.testing.assert_array_equal(first.decide(Z).choice, plain.decide(Z).choice)


def test_two_classes_are_the_binary_classifier():
    X, y = kc.datasets.moons().sample(80, 0)
    f = kc.fit(X, y, kc.RBF(0.6), kc.Hinge(), 0.1).decision(Z)
    for reduction in ("ova", "ovo", "tree"):
        s = fit_reduction(reduction, X, y)
        assert tuple(s.classes) == (-1, 1)
        np.testing.assert_array_equal(s.predict(Z, ties="score"), np.where(f > 0, 1, -1))
    ova = fit_reduction("ova", X, y)
    np.testing.assert_allclose(ova.values(Z)[0], -f, atol=1e-5)
    np.testing.assert_allclose(ova.values(Z)[1], f, atol=1e-5)


@pytest.mark.parametrize("reduction", REDUCE)
@pytest.mark.parametrize("lam", [1e-6, 1e3])
@pytest.mark.parametrize("tau", [0.01, 100.0])
def test_extremes_keep_their_proof(reduction, lam, tau):
    X, y = five(50)
    X[10:20] = X[:10]  # copies of the first ten points, most with another class
    for loss in (kc.Hinge(), kc.Logistic()):
        s = fit_reduction(reduction, X, y, kc.RBF(tau), loss, lam, risk="sum", intercept=True)
        assert s.worst_gap <= 1e-6
        assert np.isfinite(s.values(Z)).all()


@pytest.mark.parametrize("reduction", REDUCE)
def test_one_point_of_each_class(reduction):
    X = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 3.0], [3.0, 3.0]])
    s = fit_reduction(reduction, X, [5, 6, 7, 8], kc.RBF(1.0), lam=1e-3, risk="sum")
    np.testing.assert_array_equal(s.predict(X), [5, 6, 7, 8])
    assert s.worst_gap <= 1e-6


def expected_error(solution, density):
    """Compute the probability of a wrong prediction, with one predicted class per grid cell."""
    gx, gy = (np.linspace(a, b, 101) for a, b in density.bounding_box(4.0))
    mass = density.masses(gx, gy).reshape(len(density.centres), -1)
    choice = solution.decide(grid_points(gx, gy)).choice
    return 1.0 - np.take_along_axis(mass, choice[None], axis=0).sum()


def test_where_one_versus_all_fails_and_one_versus_one_does_not():
    density = class_mixtures.collinear_blobs(5)
    X, y = density.sample(300, 0)
    options = {"kernel": kc.Linear(), "loss": kc.Hinge(), "lam": 0.1, "risk": "sum"}
    ova, ovo = (fit_reduction(name, X, y, intercept=True, **options) for name in ("ova", "ovo"))
    assert expected_error(ova, density) > 0.45
    # The three inner classes all have the value -1 everywhere: rounding decides which score is
    # largest, and differs between machines.
    np.testing.assert_allclose(ova.values(X)[1:4], -1.0, atol=1e-9)
    assert expected_error(ovo, density) < 0.02
    assert density.bayes_error == pytest.approx(0.010, abs=0.001)
    is_unclaimed = ova.decide(X).status == Predictions.NO_POSITIVE
    assert (y[is_unclaimed] % 4 != 0).mean() > 0.98  # nearly all in the inner classes
    assert is_unclaimed[y % 4 != 0].mean() > 0.95


def test_the_order_of_a_tree_matters():
    density = class_mixtures.collinear_blobs(4)
    X, y = density.sample(200, 0)
    options = {"kernel": kc.Linear(), "loss": kc.Hinge(), "lam": 0.1, "risk": "sum"}

    def error(shape):
        return expected_error(
            fit_reduction("tree", X, y, shape=shape, intercept=True, **options), density
        )

    assert error(((0, 1), (2, 3))) < 0.02
    assert error(((0, 2), (1, 3))) > 0.25
    assert error(mc.similarity_tree(X, y)) < 0.02


@pytest.mark.parametrize("reduction", REDUCE)
def test_the_same_problem_gives_the_same_bytes(reduction):
    X, y = five()
    first, second = (fit_reduction(reduction, X, y) for _ in range(2))
    assert first.alpha.tobytes() == second.alpha.tobytes()
    assert first.decide(Z).choice.tobytes() == second.decide(Z).choice.tobytes()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"y": [4, 4, 4]}, "at least two classes to choose between; here there is only class 4"),
        ({"classes": [0, 1, 2, 3]}, "Class 3 has no point"),
        ({"classes": [0, 1]}, "points of class 2, which is not among"),
        ({"classes": [0, 1, 2, 2]}, "named only once"),
        ({"y": [0, 1]}, "one label for each point"),
        ({"y": [0, 1, 0.5]}, "whole numbers or strings"),
        ({"y": [0, 1, np.nan]}, "whole numbers or strings"),
        ({"X": [], "y": []}, "one row for each point"),
        ({"X": np.zeros((0, 2)), "y": []}, "no point"),
        ({"X": [[0, 0], [1, np.inf], [0, 1]]}, "finite"),
        ({"kernel": "rbf"}, "kernel must be"),
        ({"loss": "hinge"}, "loss must be"),
        ({"loss": kc.ZeroOne()}, "NP-hard"),
        ({"lam": 0.0}, "lam of a sweep must be above 0"),
        ({"lam": -1.0}, "lam must be"),
        ({"risk": "max"}, "risk must be"),
    ],
)
@pytest.mark.parametrize("reduction", REDUCE)
def test_bad_input_is_refused_with_a_message(reduction, change, message):
    options = {
        "X": [[0, 0], [1, 1], [0, 1]], "y": [0, 1, 2], "kernel": kc.Linear(), "loss": kc.Hinge(),
        "lam": 0.1, **change,
    }  # fmt: skip
    with pytest.raises(ValueError, match=message):
        fit_classes(reduction, **options)


def test_bad_questions_are_refused_with_a_message():
    X, y = five(30)
    s = fit_reduction("ova", X, y)
    with pytest.raises(ValueError, match="random"):
        s.decide(Z, ties="luck")
    with pytest.raises(ValueError, match="seed"):
        s.decide(Z, seed=-1)
    with pytest.raises(ValueError, match="Only softmax"):
        s.probabilities(Z)
    with pytest.raises(ValueError, match="no binary classifiers"):
        fit_softmax(X, y, kc.Linear(), 0.1).binary(0)
