"""Kernels that the closure rules prove, candidates that they do not prove, and how `fit` refuses
functions that are not kernels."""

import numpy as np
import pytest
from sklearn.metrics import pairwise

import kernel_core as kc
from kernel_core.kernels import Product, RadialKernel, Scaled, Sum, grid_points
from lab.formulas import candidates, parse
from lab.formulas.candidates import MinOnRealLine, NegativeDistance, SquaredDistance, Tanh

X = np.random.default_rng(0).normal(size=(20, 2))
Y = np.where(X[:, 0] > 0, 1.0, -1.0)
CANDIDATES = [
    SquaredDistance(),
    NegativeDistance(),
    Tanh(1.0, 0.1),
    Tanh(-0.5, 2.0),
    kc.RBF(1) - kc.RBF(0.5),
    -kc.RBF(1),
    kc.kernels.NegativelyScaled(-2.5, kc.Linear()),
    kc.exp(NegativeDistance()) * Tanh(1.0, 3.0),
    parse("abs(x.z) - dist"),
]


def parametrize_kernels(kernels):
    return pytest.mark.parametrize("kernel", kernels, ids=repr)


def test_candidates_match_their_definitions():
    Z = X[:7] + 0.3
    distance = pairwise.euclidean_distances(X, Z)
    np.testing.assert_allclose(SquaredDistance()(X, Z), distance**2, atol=1e-12)
    np.testing.assert_allclose(NegativeDistance()(X, Z), -distance, atol=1e-7)
    reference = pairwise.sigmoid_kernel(X, Z, gamma=0.7, coef0=0.2)
    np.testing.assert_allclose(Tanh(0.7, 0.2)(X, Z), reference)
    np.testing.assert_array_equal((kc.RBF(1) - kc.RBF(2))(X, Z), kc.RBF(1)(X, Z) - kc.RBF(2)(X, Z))
    np.testing.assert_array_equal((-kc.RBF(1))(X, Z), -kc.RBF(1)(X, Z))
    np.testing.assert_array_equal(MinOnRealLine()([[-1.0], [2.0]], [[0.5]]), [[-1.0], [0.5]])


@parametrize_kernels(CANDIDATES)
def test_a_candidate_can_be_drawn_but_has_no_features(kernel):
    K = kernel(X, X)
    np.testing.assert_array_equal(K, K.T)
    gx, gy = np.linspace(-2, 2, 5), np.linspace(-1, 2, 4)
    alpha = np.linspace(-1, 1, 20)
    np.testing.assert_allclose(
        kernel.on_grid(X, alpha, gx, gy).ravel(), kernel(grid_points(gx, gy), X) @ alpha, atol=1e-11
    )
    assert kernel.feature_count(2) is None
    with pytest.raises(ValueError, match=r"No features|infinitely many"):
        kernel.features(X)
    assert (
        eval(repr(kernel), {**vars(kc), **vars(kc.kernels), **vars(candidates), "parse": parse})
        == kernel
    )
    assert not kc.kernels.is_proven(kernel)


@parametrize_kernels([kernel for kernel in CANDIDATES if "exp" not in repr(kernel)])
def test_fit_refuses_with_the_reason(kernel):
    """The message has the negative eigenvalue, and the step that no rule proves."""
    for fit in (
        lambda: kc.fit(X, Y, kernel, kc.Hinge(), 0.1),
        lambda: kc.sweep(kc.Problem(X, Y, kc.Hinge()), kernel, [0.1, 1.0]),
        lambda: kc.svm.fit_hard_margin(X, Y, kernel),
    ):
        with pytest.raises(ValueError, match=r"negative eigenvalue.*No rule covers ") as error:
            fit()
        assert kc.kernels.unproven_parts(kernel)[0] in str(error.value)
        assert str(error.value).endswith(".")


def test_no_points_have_an_empty_gram_matrix():
    for kernel in (kc.RBF(1.0), SquaredDistance()):
        assert kc.kernels.gram_matrix(kernel, np.empty((0, 2))).shape == (0, 0)


def test_a_candidate_whose_matrix_is_a_gram_matrix_can_be_fitted():
    line = np.array([[0.5], [1.0], [2.0]])
    s = kc.fit(line, [1, -1, 1], MinOnRealLine(), kc.Hinge(), 0.01)
    t = kc.fit(line, [1, -1, 1], kc.Min(), kc.Hinge(), 0.01)
    np.testing.assert_array_equal(s.alpha, t.alpha)


@pytest.mark.parametrize(
    ("kernel", "reason"),
    [
        (kc.RBF(1) - kc.RBF(2), "difference"),
        (-kc.RBF(1), "negative weight"),
        (SquaredDistance(), "‖x−x′‖²"),
        (NegativeDistance(), "−‖x−x′‖"),
        (Tanh(), "tanh"),
        (MinOnRealLine(), "min of negative numbers"),
        (parse("sqrt(x.z)"), "sqrt"),
        (parse("x1 - z1"), "not recognised as symmetric"),
        (parse("1/rbf(1)"), "a quotient"),
        (parse("x.z^0.5"), "a power"),
        (parse("dist"), "‖x−x′‖"),
    ],
)
def test_the_uncovered_part_is_named(kernel, reason):
    assert not kc.kernels.is_proven(kernel)
    assert kc.kernels.unproven_parts(kernel) == [reason]
    kernel_sum = kc.RBF(1) + 2 * kernel
    assert not kc.kernels.is_proven(kernel_sum)
    assert kc.kernels.unproven_parts(kernel_sum) == [reason]


def test_an_own_subclass_is_not_trusted():
    class OwnKernel(kc.RBF):
        def gram(self, X, Z):
            return -super().gram(X, Z)

    assert not kc.kernels.is_proven(OwnKernel(1.0)) and not kc.kernels.is_proven(
        kc.Linear() + OwnKernel(1.0)
    )
    assert kc.kernels.unproven_parts(kc.Linear() + OwnKernel(1.0)) == ["a function of your own"]
    with pytest.raises(ValueError, match="not a Gram matrix"):
        kc.fit(X, Y, OwnKernel(1.0), kc.Hinge(), 0.1)


def test_negative_weights_are_refused_where_a_kernel_was_meant():
    with pytest.raises(ValueError, match="factor of a kernel"):
        -2 * kc.RBF(1)
    for factor in (0, 1.0, np.nan, "two"):
        with pytest.raises(ValueError, match="factor must be"):
            kc.kernels.NegativelyScaled(factor, kc.RBF(1))
    for weight in (np.inf, "a", True):
        with pytest.raises(ValueError, match="must be a finite number"):
            Tanh(weight)


def test_every_kernel_has_a_rule_and_no_candidate_has():
    classes = {value for value in vars(kc.kernels).values() if isinstance(value, type)}
    classes = {c for c in classes if issubclass(c, kc.Kernel)} - {kc.Kernel, RadialKernel}
    proven = {c for c in classes if not issubclass(c, kc.kernels.Candidate)}
    assert proven == {c for c in classes if vars(c).get("rule")}
    assert {Sum, Product, Scaled, kc.exp} < proven
