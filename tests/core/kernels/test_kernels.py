"""Kernels: the notes' definitions, the closure rules, scikit-learn's values, and bad input."""

from dataclasses import dataclass
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.special import gamma, kv
from sklearn.gaussian_process.kernels import ExpSineSquared
from sklearn.gaussian_process.kernels import Matern as MaternOfSklearn
from sklearn.metrics import pairwise

from kernel_core import (
    RBF,
    Constant,
    Cosine,
    Hinge,
    Kernel,
    Linear,
    Logistic,
    Min,
    Polynomial,
    Squared,
    exp,
    fit,
)
from kernel_core.kernels import (
    Laplace,
    Matern,
    Periodic,
    Product,
    Scaled,
    Sum,
    grid_points,
    parameter,
    squared_distances,
)
from tests.core.kernels.finite_kernels import FINITE

ATOMS = [
    Linear(),
    Polynomial(),
    Polynomial(3, 0),
    Polynomial(5, 0.5),
    RBF(0.05),
    RBF(0.4),
    RBF(6.4),
    Constant(0.7),
    Cosine(1.3),
    Cosine(0),
    Laplace(0.4),
    Matern(0.5, 0.4),
    Matern(1.7, 0.8),
    Matern(30.0, 0.4),
    Periodic(2.0, 0.8),
]
COMPOSED = [
    RBF(0.4) + 0.5 * Linear(),
    RBF(0.3) * Polynomial(2, 1),
    (Linear() + RBF(1)) * (Polynomial(2) + 0.1 * RBF(0.2)),
    2 * (RBF(0.4) * RBF(0.8)),
    exp(Linear()),
    exp(0.5 * RBF(0.7)) + Linear(),
    exp(Linear()) * RBF(0.5),
    Constant(0.3) + Cosine(2) * RBF(0.7),
    0 * RBF(0.4),
]
KERNELS = [*ATOMS, *COMPOSED]


def points(n=30, d=2, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def parametrize_kernels(kernels):
    return pytest.mark.parametrize("kernel", kernels, ids=repr)


def test_rbf_by_hand():
    """Compare with equation (4) of note 000."""
    K = RBF(0.5)([[0.0, 0.0], [1.0, 2.0]], [[0.0, 1.0]])
    np.testing.assert_allclose(K, [[np.exp(-1 / 0.5)], [np.exp(-2 / 0.5)]], rtol=1e-15)
    heights = RBF(0.5)([[0.0]], [[0.5], [1.0]])
    np.testing.assert_allclose(heights, [[0.61, 0.14]], atol=0.005)  # at the distances τ and 2τ


def test_notes_worked_gram_matrix():
    """Compare with the worked example of note 001."""
    phi = [[1, -1, 1, -1], [1, 0, 0, 0], [1, 1, 1, 1]]
    np.testing.assert_array_equal(Linear()(phi, phi), [[4, 1, 0], [1, 1, 1], [0, 1, 4]])


def test_notes_quadratic_features():
    """By note 001, (xᵀz)² has the features x₁², √2 x₁x₂, x₂²."""
    np.testing.assert_allclose(
        Polynomial(2, 0).features([[3.0, 5.0]]), [[9, np.sqrt(2) * 15, 25]], rtol=1e-15
    )


@pytest.mark.parametrize("d", [1, 2, 7])
def test_agrees_with_sklearn(d):
    X, Z = points(40, d), points(25, d, seed=1)
    for tau in (0.01, 0.1, 1.0, 30.0):
        reference = pairwise.rbf_kernel(X, Z, gamma=1 / (2 * tau**2))
        np.testing.assert_allclose(RBF(tau)(X, Z), reference, rtol=1e-9, atol=1e-12)
    for degree, c in ((1, 0), (2, 1), (5, 0.3), (8, 10)):
        reference = pairwise.polynomial_kernel(X, Z, degree=degree, gamma=1, coef0=c)
        np.testing.assert_allclose(Polynomial(degree, c)(X, Z), reference, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(Linear()(X, Z), pairwise.linear_kernel(X, Z), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("ell", [0.05, 0.8, 20.0])
def test_laplace_is_the_laplacian_of_scikit_learn(ell):
    X, Z = points(40), points(25, seed=1)
    reference = pairwise.laplacian_kernel(X, Z, gamma=1 / ell)
    np.testing.assert_allclose(Laplace(ell)(X, Z), reference, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("nu", [0.5, 0.51, 0.9, 1.0, 1.5, 2.0, 2.5, 3.7, 8.0, 30.0])
@pytest.mark.parametrize("ell", [0.05, 0.8, 20.0])
def test_matern_is_that_of_scikit_learn(nu, ell):
    X, Z = points(40), points(25, seed=1)
    reference = MaternOfSklearn(ell, nu=nu)(X, Z)
    np.testing.assert_allclose(Matern(nu, ell)(X, Z), reference, rtol=0, atol=4e-9)


@pytest.mark.parametrize("nu", [0.6, 1.3, 4.2, 17.0])
def test_matern_is_right_from_the_smallest_to_the_largest_distances(nu):
    z = np.geomspace(1e-6, 600, 2000)
    exact = 2 ** (1 - nu) / gamma(nu) * z**nu * kv(nu, z)
    heights = Matern(nu, np.sqrt(2 * nu))([[0.0]], z[:, None])[0]
    np.testing.assert_allclose(heights, exact, rtol=0, atol=4e-9)
    at_one_place, far_away = Matern(nu, 1.0)([[0.0]], [[0.0], [1e5]])[0]
    assert at_one_place == pytest.approx(1, abs=1e-12) and 0 <= far_away < 1e-300


@pytest.mark.parametrize("nu", [0.5, 0.51, 0.9, 1.5, 2.1, 3.3, 8.4, 18.9, 30.0])
@pytest.mark.parametrize("ell", [0.01, 0.8, 100.0])
def test_matern_on_a_grid_is_within_its_bound_near_the_examples(nu, ell):
    axis = np.linspace(-3, 3, 25)
    near = 10.0 ** -np.arange(12)[:, None] * [1, -0.5]
    X, kernel = np.concatenate([points(20), near, [[0.0, 0.0]]]), Matern(nu, ell)
    for x, alpha in zip(X, np.eye(len(X)), strict=True):
        height = kernel.on_grid(X, alpha, axis, axis)
        D = ((grid_points(axis, axis) - x) ** 2).sum(axis=1).reshape(25, 25)
        exact = kernel.from_squared_distances(D)
        np.testing.assert_allclose(height, exact, rtol=0, atol=4e-9)


@pytest.mark.parametrize("nu", [0.5, 1.5, 2.5, 9.5])
def test_matern_does_not_jump_where_its_formula_changes(nu):
    X, Z = points(40), points(25, seed=1)
    near = Matern(nu + 1e-9, 0.8)(X, Z)
    np.testing.assert_allclose(Matern(nu, 0.8)(X, Z), near, rtol=0, atol=4e-9)


@pytest.mark.parametrize(("period", "ell"), [(2.0, 0.8), (0.3, 0.1), (16.0, 6.0)])
def test_periodic_is_that_of_scikit_learn_on_a_line(period, ell):
    X, Z = points(40, 1), points(25, 1, seed=1)
    reference = ExpSineSquared(ell, period)(X, Z)
    np.testing.assert_allclose(Periodic(period, ell)(X, Z), reference, rtol=1e-9, atol=1e-12)


def test_periodic_kernel_is_positive_definite_in_the_plane():
    X = grid_points(np.arange(7.0), np.arange(7.0))
    of_distance = ExpSineSquared(0.5, 2.0)(X, X)
    assert np.linalg.eigvalsh(of_distance)[0] < -0.1
    assert np.linalg.eigvalsh(Periodic(2.0, 0.5)(X, X))[0] > -1e-12


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Laplace(0), "ell must be a finite number above 0; it was 0."),
        (lambda: Matern(0.4), "nu must be a number from 0.5 to 30; it was 0.4."),
        (lambda: Matern(np.nan), "nu must be a number from 0.5 to 30; it was nan."),
        (lambda: Periodic(-1), "period must be a finite number above 0; it was -1."),
    ],
)
def test_parameters_out_of_bounds_are_refused_with_a_message(make, sentence):
    with pytest.raises(ValueError) as error:
        make()
    assert str(error.value) == sentence


@parametrize_kernels(KERNELS)
def test_one_pair_at_a_time(kernel):
    X, Z = points(6), points(4, seed=1)
    K = kernel(X, Z)
    assert K.shape == (6, 4) and K.dtype == np.float64
    pairs = [[kernel(x[None], z[None])[0, 0] for z in Z] for x in X]
    np.testing.assert_allclose(K, pairs, rtol=1e-12, atol=1e-15)


@parametrize_kernels(KERNELS)
def test_diagonal(kernel):
    X = points(150)
    np.testing.assert_allclose(kernel.diagonal(X), np.diag(kernel(X, X)), rtol=1e-12)
    assert kernel.diagonal(X[:0]).shape == (0,)


def test_closure_rules_match_their_formulas():
    X, Z = points(9), points(7, seed=1)
    k1, k2 = RBF(0.6), Polynomial(2)
    K1, K2 = k1(X, Z), k2(X, Z)
    np.testing.assert_array_equal((k1 + k2)(X, Z), K1 + K2)
    np.testing.assert_array_equal((k1 * k2)(X, Z), K1 * K2)
    np.testing.assert_array_equal((3 * k1)(X, Z), 3 * K1)
    np.testing.assert_array_equal((k1 * 3)(X, Z), 3 * K1)
    np.testing.assert_array_equal((np.float64(3) * k1)(X, Z), 3 * K1)
    np.testing.assert_array_equal((np.int64(3) * k1)(X, Z), 3 * K1)
    np.testing.assert_array_equal(exp(k2)(X, Z), np.exp(K2))


@parametrize_kernels(KERNELS)
@pytest.mark.parametrize("seed", range(3))
def test_symmetric_and_positive_semidefinite(kernel, seed):
    X = points(60, seed=seed)
    X[30:35] = X[:5]  # equal points make the matrix singular, but not indefinite
    K = kernel(X, X)
    np.testing.assert_array_equal(K, K.T)
    assert np.linalg.eigvalsh(K).min() >= -1e-9 * max(1.0, np.abs(K).max())


coordinates = st.floats(-3, 3, allow_subnormal=False)
atoms = st.one_of(
    st.just(Linear()),
    st.builds(Polynomial, st.integers(1, 4), st.floats(0, 3)),
    st.builds(RBF, st.floats(0.05, 20)),
    st.builds(Constant, st.floats(0, 3)),
    st.builds(Cosine, st.floats(0, 5)),
)
composites = st.recursive(
    atoms,
    lambda kernels: st.one_of(
        st.builds(Sum, kernels, kernels),
        st.builds(Product, kernels, kernels),
        st.builds(Scaled, st.floats(0, 5), kernels),
    ),
    max_leaves=4,
)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(composites, arrays(float, (8, 2), elements=coordinates))
def test_any_composition_is_a_kernel_and_its_grid_matches(kernel, X):
    K = kernel(X, X)
    size = max(1e-300, np.abs(K).max())
    assert np.abs(K - K.T).max() <= 1e-14 * size
    assert np.linalg.eigvalsh(K / size).min() >= -1e-9
    gx, gy, alpha = np.linspace(-3, 3, 5), np.linspace(-2, 2, 4), np.linspace(-1, 1, 8)
    G = kernel(grid_points(gx, gy), X)
    np.testing.assert_allclose(
        kernel.on_grid(X, alpha, gx, gy).ravel(), G @ alpha, atol=1e-10 * max(size, np.abs(G).max())
    )
    assert eval(repr(kernel)) == kernel


@settings(max_examples=60, deadline=None, derandomize=True)
@given(arrays(float, (6, 3), elements=st.floats(-1e6, 1e6)), st.floats(0.01, 100))
def test_rbf_is_exactly_symmetric_with_ones(X, tau):
    X[3] = X[0]
    K = RBF(tau)(X, X)
    np.testing.assert_array_equal(K, K.T)
    np.testing.assert_array_equal(np.diag(K), 1.0)
    np.testing.assert_array_equal(K[3], K[0])
    assert K.min() >= 0 and K.max() == 1
    np.testing.assert_array_equal(K, RBF(tau)(X, X.copy()))


def test_distances_of_near_points_far_from_the_origin():
    X = np.array([[1e6, 1e6], [1e6 + 2.0**-10, 1e6]])
    assert squared_distances(X, X)[0, 1] == 2.0**-20


def test_narrow_rbf_underflows_quietly():
    X, far = [[0.0, 0.0]], [[1.0, 1.0]]
    with np.errstate(all="raise"):
        assert RBF(0.01)(X, far)[0, 0] == 0.0
        assert RBF(1e-200)(X, X)[0, 0] == 1.0
        assert RBF(1e-200)(X, far)[0, 0] == 0.0
        assert RBF(0.01).on_grid(X, [1.0], [5.0], [0.0])[0, 0] == 0.0
        assert RBF(1e300)(X, far)[0, 0] == 1.0


@parametrize_kernels(FINITE)
@pytest.mark.parametrize("d", [1, 2, 3])
def test_features_reproduce_the_kernel(kernel, d):
    X, Z = points(12, d), points(9, d, seed=1)
    Phi = kernel.features(X)
    assert Phi.shape == (12, kernel.feature_count(d))
    np.testing.assert_allclose(Phi @ kernel.features(Z).T, kernel(X, Z), rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("degree", [1, 2, 3, 8])
@pytest.mark.parametrize("d", [1, 2, 5])
def test_number_of_polynomial_features(degree, d):
    """By note 001 there are C(d + M, M) features for c > 0; for c = 0, only those of degree M."""
    X = points(2, d)
    assert Polynomial(degree, 1).features(X).shape[1] == comb(d + degree, degree)
    assert Polynomial(degree, 0).features(X).shape[1] == comb(d + degree - 1, degree)


def test_features_by_total_degree_with_multinomial_weights():
    x, y, c = 2.0, 3.0, 5.0
    expected = [c, np.sqrt(2 * c) * x, np.sqrt(2 * c) * y, x * x, np.sqrt(2) * x * y, y * y]
    np.testing.assert_allclose(Polynomial(2, c).features([[x, y]])[0], expected, rtol=1e-14)


def test_features_are_a_copy():
    X = points(3)
    Linear().features(X)[:] = 0
    assert X.any()


def test_infinite_feature_maps_are_reported():
    for kernel in (RBF(0.4), RBF(0.4) + Linear(), 2 * RBF(1), RBF(1) * Linear(), exp(Linear())):
        assert kernel.feature_count(2) is None
        with pytest.raises(ValueError, match="infinitely many"):
            kernel.features(points())


def test_too_many_features_are_not_written_out():
    with pytest.raises(ValueError, match="too many to write out"):
        Polynomial(8).features(points(10, 64))
    with pytest.raises(ValueError, match="too many to write out"):
        (Polynomial(8) * Polynomial(8) * Polynomial(8)).features(points(1000))


GX, GY = np.linspace(-2.1, 2.7, 17), np.linspace(-1.9, 2.1, 13)


@pytest.mark.thorough(keep_every=4)
@parametrize_kernels(KERNELS)
@pytest.mark.parametrize("m", [1, 5, 120])
def test_on_grid_is_the_sum(kernel, m):
    X = points(m)
    alpha = np.random.default_rng(1).normal(size=(3, m))
    alpha[0, m // 2 :] = 0.0  # rows 0 and 1 use different points
    alpha[1, : m // 2] = 0.0
    direct = np.empty((3, len(GY), len(GX)))
    for k, y in enumerate(GY):
        for j, x in enumerate(GX):
            direct[:, k, j] = alpha @ kernel(X, [[x, y]])[:, 0]
    near = 1e-12 * (np.abs(direct).max() + 1e-300)
    np.testing.assert_allclose(kernel.on_grid(X, alpha, GX, GY), direct, atol=near)
    single = kernel.on_grid(X, alpha[1], GX, GY)
    assert single.shape == (len(GY), len(GX))
    if isinstance(kernel, Matern):  # a single field is approximated by a sum of RBF kernels
        near = 4e-9 * np.abs(alpha[1]).sum()
    np.testing.assert_allclose(single, direct[1], atol=near)


@parametrize_kernels(KERNELS)
def test_separable_tables(kernel):
    X = points(20)
    terms = kernel.separable(X, GX, GY)
    if "exp" in repr(kernel) or "Matern" in repr(kernel):
        assert terms is None
        return
    assert all(Tx.shape == (len(GX), 20) and Ty.shape == (len(GY), 20) for Tx, Ty in terms)
    table = sum(Ty[:, None, :] * Tx[None, :, :] for Tx, Ty in terms)
    direct = kernel(grid_points(GX, GY), X).reshape(table.shape)
    np.testing.assert_allclose(table, direct, atol=1e-12 * (1 + np.abs(direct).max()))


def test_number_of_separable_terms():
    X = points(4)

    def count(kernel):
        return len(kernel.separable(X, GX, GY))

    assert count(RBF(0.4)) == 1
    assert count(Linear()) == 2
    assert count(Polynomial(5)) == 6
    assert count(RBF(0.4) + 0.5 * Linear()) == 3
    assert count(Linear() * Polynomial(3)) == 8


def test_on_grid_without_any_coefficient():
    for kernel in KERNELS:
        field = kernel.on_grid(points(7), np.zeros(7), GX, GY)
        assert field.shape == (len(GY), len(GX)) and not field.any()


def test_direct_grid_works_in_blocks(monkeypatch):
    X, alpha = points(40), points(40, 1)[:, 0]
    values = exp(Linear()).on_grid(X, alpha, GX, GY)
    monkeypatch.setattr("kernel_core.kernels.base.BLOCK", 100)
    np.testing.assert_allclose(exp(Linear()).on_grid(X, alpha, GX, GY), values, rtol=1e-12)


def test_repr_reads_like_the_code():
    assert repr(RBF(tau=0.4) + 0.5 * Linear()) == "RBF(tau=0.4) + 0.5 * Linear()"
    assert repr(exp(Linear() + RBF(1))) == "exp(Linear() + RBF(tau=1.0))"
    assert repr((Linear() + RBF(1)) * Linear()) == "(Linear() + RBF(tau=1.0)) * Linear()"
    assert repr(2 * (Linear() * Linear())) == "2.0 * (Linear() * Linear())"
    assert repr(RBF(np.float64(0.4))) == "RBF(tau=0.4)"


@parametrize_kernels(
    [*KERNELS, Linear() + (RBF(1) + RBF(2)), Linear() * (RBF(1) * RBF(2)), 2 * (3 * Linear())]
)
def test_repr_is_code_for_the_same_kernel(kernel):
    copy = eval(repr(kernel))
    assert copy == kernel and hash(copy) == hash(kernel)


def test_kernels_are_values():
    assert RBF(0.4) == RBF(0.4) and RBF(0.4) != RBF(0.5)
    assert RBF(1) == RBF(1.0) and Polynomial(2, 1) == Polynomial(np.int64(2), 1.0)
    assert len({RBF(0.4), RBF(0.4), Linear(), 2 * Linear(), 2 * Linear(), exp(Linear())}) == 4
    with pytest.raises(AttributeError):
        RBF(0.4).tau = 1.0


def test_a_kernel_needs_one_method():
    class Min(Kernel):
        """Σ_j min{x_j, z_j} for nonnegative coordinates (note 000)."""

        def gram(self, X, Z):
            return np.minimum(X[:, None, :], Z[None, :, :]).sum(axis=2)

    X = np.abs(points(50))
    kernel = Min() * RBF(0.5) + 2 * Min()
    K = kernel(X, X)
    np.testing.assert_allclose(kernel.diagonal(X), np.diag(K))
    assert np.linalg.eigvalsh(K).min() > -1e-9
    gx, gy = np.linspace(0, 2, 4), np.linspace(0, 1, 3)
    field = kernel.on_grid(X, np.ones(50), gx, gy)
    np.testing.assert_allclose(field.ravel(), kernel(grid_points(gx, gy), X).sum(axis=1))
    with pytest.raises(ValueError, match="infinitely many"):
        Min().features(X)


@pytest.mark.parametrize("tau", [0, -1, np.nan, np.inf, "wide", None, True, 1j])
def test_bad_tau(tau):
    with pytest.raises(ValueError, match="tau must be a finite number above 0"):
        RBF(tau)


@pytest.mark.parametrize("degree", [0, -2, 2.0, 2.5, np.nan, "two", None, True])
def test_bad_degree(degree):
    with pytest.raises(ValueError, match="degree must be a whole number of at least 1"):
        Polynomial(degree)


@pytest.mark.parametrize("c", [-0.1, np.nan, np.inf, "one", None])
def test_bad_c(c):
    with pytest.raises(ValueError, match="c must be a finite number of at least 0"):
        Polynomial(2, c)


@pytest.mark.parametrize("factor", [-1, -1e-300, np.nan, np.inf, np.float64(-2), True])
def test_bad_factor(factor):
    for make in (lambda: factor * RBF(1), lambda: RBF(1) * factor):
        with pytest.raises(ValueError, match="factor of a kernel must be a finite number"):
            make()


def test_invalid_compositions_are_refused():
    for make in (
        lambda: RBF(1) + 1,
        lambda: 1 + RBF(1),
        lambda: RBF(1) - 1,
        lambda: 1 - RBF(1),
        lambda: RBF(1) * "two",
        lambda: RBF(1) * np.ones(2),
        lambda: np.ones(2) * RBF(1),
        lambda: exp(2.0),
    ):
        with pytest.raises(TypeError):
            make()


@pytest.mark.parametrize(
    ("X", "message"),
    [
        (np.zeros(5), r"shape \(5,\).*x\[:, None\]"),
        (3.0, "one row for each point"),
        (np.zeros((2, 2, 2)), "one row for each point"),
        (np.zeros((3, 0)), "one row for each point"),
        ([[0.0, np.nan]], "NaN or infinite"),
        ([[np.inf, 0.0]], "NaN or infinite"),
        ([["a", "b"]], "must be numbers"),
        ([[1.0, 2.0], [3.0]], "must be numbers"),
        ([[1.0, 2.0, 3.0]], "same number of coordinates.*3 and 2"),
    ],
)
def test_bad_points(X, message):
    good = points(4)
    with pytest.raises(ValueError, match=message):
        RBF(1)(X, good)
    with pytest.raises(ValueError, match="|".join([message, "2 and 3"])):
        (Linear() + RBF(1))(good, X)


def test_bad_grids():
    X, alpha = points(4), np.ones(4)
    for grid in (np.ones(3), np.ones((4, 2)), np.ones((1, 1, 4)), [1, 2, 3, np.nan]):
        with pytest.raises(ValueError, match="4 finite numbers, one for each point"):
            RBF(1).on_grid(X, grid, GX, GY)
    with pytest.raises(ValueError, match="points in the plane"):
        RBF(1).on_grid(points(4, 3), alpha, GX, GY)
    with pytest.raises(ValueError, match="axes of a grid"):
        RBF(1).on_grid(X, alpha, [0.0, np.inf], GY)
    with pytest.raises(ValueError, match="axes of a grid"):
        RBF(1).separable(X, GX, GY[None])


def test_overflow_is_reported_in_a_message():
    X = [[1e200, 0.0]]
    for compute in (
        lambda: Linear()(X, X),
        lambda: exp(Linear())([[30.0, 0.0]], [[30.0, 0.0]]),
        lambda: exp(Linear()).diagonal([[30.0, 0.0]]),
        lambda: Polynomial(8).features([[1e60, 0.0]]),
        lambda: Polynomial(40, 1e10).features([[1.0]]),
        lambda: Polynomial(8).on_grid(X, [1.0], GX, GY),
    ):
        with pytest.raises(ValueError, match="too large for floating-point numbers"):
            compute()


def test_min_is_a_kernel_on_nonnegative_numbers_only():
    X = np.abs(points(40, 1))
    K = Min()(X, X)
    assert np.linalg.eigvalsh(K)[0] >= -1e-12
    assert Min()([[0.0]], [[2.0]])[0, 0] == 0
    for point in ([[-1.0]], [[2.0], [-1e-9]]):
        with pytest.raises(ValueError, match=r"of at least 0; the smallest of these is -"):
            Min()(X, point)
    with pytest.raises(ValueError, match="with one coordinate; these have 2"):
        (Min() + RBF(1))(points(3), points(3))


@pytest.mark.parametrize("loss", [Hinge(), Logistic(), Squared()])
def test_min_fits_are_piecewise_linear_with_knots_at_the_data(loss):
    """By note 000, section 3, f = Σ α_i min{x, x_i}."""
    x = np.sort(np.random.default_rng(3).uniform(0.1, 4, 12))
    s = fit(x[:, None], np.where(np.sin(2 * x) > 0, 1.0, -1.0), Min(), loss, 0.05)
    assert s.decision([[0.0]]) == 0
    for low, high in zip([0.0, *x], [*x, 6.0], strict=True):
        inside = np.linspace(low, high, 7)
        np.testing.assert_allclose(np.diff(s.decision(inside[:, None]), 2), 0, atol=1e-10)
    for i, knot in enumerate(x):  # at x_i the slope decreases by α_i
        near = min(np.diff(x).min(), x[0]) / 3
        left, centre, right = s.decision(np.array([knot - near, knot, knot + near])[:, None])
        assert (centre - left) / near - (right - centre) / near == pytest.approx(
            s.alpha[i], abs=1e-6
        )
    assert np.ptp(s.decision([[x[-1]], [x[-1] + 1], [99.0]])) < 1e-12


def test_integer_parameters_stay_integers_in_subclasses():
    """A field's annotation may be the type int or, as in kernel_core, the text “int”."""

    @dataclass(frozen=True)
    class Power(Kernel):
        degree: int = parameter(2, low=1)

        def gram(self, X, Z):
            return (X @ Z.T) ** self.degree

    assert Power(3)([[2.0]], [[1.0]]).tolist() == [[8.0]]
    for kind in (Power, Polynomial):
        with pytest.raises(ValueError, match="degree must be a whole number of at least 1"):
            kind(2.5)
