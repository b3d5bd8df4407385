"""Invalid input, and extreme problems."""

import multiprocessing
import pickle

import numpy as np
import pytest
from sklearn.datasets import load_wine

import kernel_core as kc
from kernel_core.conditioning import visible_cause
from tests.core.problems import noisy

X, Y = noisy(20)
LOSSES = ["hinge", "logistic", "squared", "exponential", "perceptron"]


class Custom(kc.Kernel):
    """A function of two points that may or may not be a kernel."""

    def __init__(self, function):
        self.function = function

    def gram(self, X, Z):
        return self.function(X, Z)

    def __repr__(self):
        return "Custom"


def distance(X, Z):
    return np.linalg.norm(X[:, None] - Z[None], axis=2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"X": np.where(X > 1, np.nan, X)}, "NaN"),
        ({"X": X[:, 0]}, "one row for each point"),
        ({"X": np.empty((0, 2)), "y": []}, "at least one point"),
        ({"y": Y[:-1]}, "one label for each point: 20 points"),
        ({"y": Y[:, None]}, "one label for each point"),
        ({"y": (Y + 1) / 2}, "labels -1 and \\+1"),
        ({"y": np.where(Y > 0, np.nan, Y)}, "label"),
        ({"y": np.where(Y > 0, np.inf, Y), "loss": kc.Squared()}, "finite"),
        ({"y": ["a"] * 20}, "abels"),
        ({"lam": -1e-9}, "lam must be"),
        ({"lam": np.nan}, "lam must be"),
        ({"lam": np.inf}, "lam must be"),
        ({"lam": "0.1"}, "lam must be"),
        ({"lam": True}, "lam must be"),
        ({"lam": 10**400}, "lam must be a finite number"),
        ({"X": [[10**400, 0]] * 20}, "Points must hold finite numbers"),
        ({"y": [10**400] * 20}, "Labels must hold finite numbers"),
        ({"risk": "median"}, '"mean" or "sum"'),
        ({"tol": 0}, "tol must be"),
        ({"tol": np.nan}, "tol must be"),
        ({"loss": "hinge"}, "loss must be"),
        ({"kernel": "rbf"}, "kernel must be"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_bad_input_is_refused_with_a_message(change, message):
    good = {"X": X, "y": Y, "kernel": kc.RBF(0.5), "loss": kc.Hinge(), "lam": 0.1}
    with pytest.raises(ValueError, match=message) as error:
        kc.fit(**(good | change))
    text = str(error.value)
    assert text[0].isupper() or text.startswith(("lam", "risk", "tol", "max_iter"))
    assert text.endswith(".")


@pytest.mark.parametrize("max_iter", [0, 2.5])
def test_a_count_of_systems_is_a_whole_number(max_iter):
    problem = kc.Problem(X, Y, kc.Hinge())
    for call in (kc.solve, kc.sweep):
        with pytest.raises(ValueError, match="max_iter must be a whole number"):
            call(problem, kc.RBF(0.5), 0.1, max_iter=max_iter)


def test_zero_one_is_refused_with_the_reason():
    for lam in (0.1, 0):
        with pytest.raises(ValueError, match=r"flat.*NP-hard"):
            kc.fit(X, Y, kc.RBF(1.0), kc.ZeroOne(), lam)


def test_a_start_for_other_points_is_refused():
    s = kc.fit(X[:5], Y[:5], kc.RBF(1.0), kc.Hinge(), 0.1)
    for call in (kc.solve, kc.sweep):
        for loss in (kc.Hinge(), kc.Squared()):
            with pytest.raises(ValueError, match="20 points; it has 5 points"):
                call(kc.Problem(X, Y, loss), kc.RBF(1.0), 0.1, start=s)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (distance, "negative eigenvalue"),
        (lambda X, Z: -(X @ Z.T), "negative eigenvalue"),
        (lambda X, Z: X[:, :1] + 2 * Z[:, 0], "not symmetric"),
        (lambda X, Z: np.ones((len(X), 1)), "20 by 20"),
        (lambda X, Z: np.tanh(X @ Z.T - 1), "negative eigenvalue"),
    ],
    ids=["distance", "minus linear", "lopsided", "one column", "tanh"],
)
def test_a_non_kernel_gives_no_gram_matrix(function, message):
    for kernel in (Custom(function), kc.RBF(1.0) + Custom(function)):
        if message == "20 by 20" and not isinstance(kernel, Custom):
            continue  # the sum is K + 1 by broadcasting, which is a kernel
        with pytest.raises(ValueError, match=f"not a Gram matrix.*{message}"):
            kc.fit(X, Y, kernel, kc.Hinge(), 0.1)
        with pytest.raises(ValueError, match=f"not a Gram matrix.*{message}"):
            kc.sweep(kc.Problem(X, Y, kc.Hinge()), kernel, [0.1, 1])


def test_an_own_kernel_is_accepted():
    line = np.linspace(0.1, 1, 12)[:, None]
    labels = np.where(line[:, 0] > 0.4, 1, -1)
    s = kc.fit(line, labels, Custom(lambda X, Z: np.minimum(X, Z.T)), kc.Hinge(), 0.01)
    assert (s.predict(line) == labels).all()


def test_not_converged_carries_the_best_solution_and_its_gap():
    for name in ("hinge", "logistic", "exponential"):
        with pytest.raises(kc.NotConverged, match=r"after \d+ iterations") as error:
            kc.solve(kc.Problem(X, Y, kc.LOSSES[name], "sum"), kc.RBF(0.5), 0.001, max_iter=1)
        s = error.value.solution
        proof = kc.certificate(
            s.kernel(X, X), Y, s.alpha, s.intercept, s.loss, 0.001, "sum", with_intercept=False
        )
        assert s.gap == proof.gap > 1e-6
        assert s.primal >= kc.fit(X, Y, kc.RBF(0.5), s.loss, 0.001, risk="sum").dual


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", LOSSES)
def test_one_point(name, intercept):
    s = kc.fit([[0.3, -0.2]], [-1], kc.RBF(1.0), kc.LOSSES[name], 0.1, intercept=intercept)
    assert s.gap <= 1e-6
    if name != "perceptron":
        assert s.predict(s.X) == -1
    if intercept and name in ("hinge", "squared"):
        assert s.intercept == pytest.approx(-1)
        assert s.alpha == pytest.approx(0)


@pytest.mark.parametrize("label", [-1, 1])
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", LOSSES)
def test_one_class_is_a_valid_problem(name, intercept, label):
    s = kc.fit(X, np.full(20, label), kc.RBF(0.5), kc.LOSSES[name], 0.1, intercept=intercept)
    assert s.gap <= 1e-6
    if name == "perceptron":
        return
    assert (label * s.decision(X) > 0).all()
    if intercept:  # a large enough b makes the loss almost 0
        assert s.primal <= 2e-6
        np.testing.assert_allclose(s.alpha, 0, atol=1e-4)
    if intercept and name == "hinge":
        assert s.intercept == label


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("name", LOSSES)
def test_opposite_labels_on_the_same_points_cancel(name, intercept):
    s = kc.fit(
        np.vstack([X, X]), np.concatenate([Y, -Y]), kc.RBF(0.5), kc.LOSSES[name], 1e-4,
        risk="sum", intercept=intercept,
    )  # fmt: skip
    assert s.gap <= 1e-6
    np.testing.assert_allclose(s.decision(X), 0, atol=1e-4)


def test_a_fit_copies_the_callers_arrays():
    points, labels = X.copy(), Y.copy()
    s = kc.fit(points, labels, kc.RBF(0.5), kc.Hinge(), 0.1)
    before = s.decision(X)
    points[:], labels[:] = 0, 1
    np.testing.assert_array_equal(s.decision(X), before)


def test_lists_and_integer_labels_will_do():
    s = kc.fit([[0, 1], [1, 0]], [1, -1], kc.Linear(), kc.Hinge(), 1)
    assert s.y.dtype == float


WINE, KIND = load_wine(return_X_y=True)
WINE, KIND = WINE[KIND < 2], 2.0 * KIND[KIND < 2] - 1.0


def unsolvable(loss: kc.Loss) -> kc.Solution:
    return kc.solve(kc.Problem(WINE, KIND, loss), kc.Polynomial(3, 1.0), 0.01, max_iter=1)


def test_not_converged_names_the_cause_that_can_be_seen():
    with pytest.raises(kc.NotConverged) as error:
        unsolvable(kc.Absolute())
    text = str(error.value)
    assert "Columns 12 and 7 of X differ in scale" in text
    assert "entries of K (degree 3) go up to 2.3e+19" in text
    with pytest.raises(kc.NotConverged) as error:
        kc.solve(kc.Problem(X, Y, kc.Hinge(), "sum"), kc.RBF(0.5), 0.001, max_iter=1)
    assert "scale" not in str(error.value)


@pytest.mark.parametrize(
    ("kernel", "remedy"),
    [
        (1e9 * kc.RBF(0.5), "lower the factor or the constant"),
        (kc.Polynomial(1, 1e9), "lower the factor or the constant"),
        (1e9 * kc.Linear(), "scale the points"),
    ],
    ids=repr,
)
def test_large_entries_have_a_remedy_that_helps(kernel, remedy):
    K = kernel(X, X)
    assert remedy in visible_cause(X, kernel, K)
    if remedy == "scale the points":
        small = 1e-3 * X
        assert visible_cause(small, kernel, kernel(small, small)) == ""


@pytest.mark.thorough
def test_not_converged_survives_pickling():
    with pytest.raises(kc.NotConverged) as error:
        unsolvable(kc.Absolute())
    copy = pickle.loads(pickle.dumps(error.value))
    assert type(copy) is kc.NotConverged and str(copy) == str(error.value)
    np.testing.assert_array_equal(copy.solution.alpha, error.value.solution.alpha)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        task = pool.apply_async(unsolvable, (kc.Absolute(),))
        with pytest.raises(kc.NotConverged, match="differ in scale"):
            task.get(timeout=120)


@pytest.mark.parametrize(
    "function",
    [
        lambda X, Z: np.ones((len(X), 1)),
        lambda X, Z: np.ones(len(X)),
        lambda X, Z: 1.0,
        lambda X, Z: np.ones((len(Z), len(X))),
    ],
)
def test_a_kernel_of_another_shape_is_refused(function):
    with pytest.raises(ValueError, match=r"it must be 20 by 3.*`gram` returns"):
        Custom(function)(X, X[:3])
