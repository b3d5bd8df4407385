"""Kernels that are written as formulas: cosines and their limit, Taylor polynomials, random Fourier
features, and weighted kernels."""

from decimal import Decimal, localcontext
from math import comb, factorial, pi

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import kstest
from sklearn.kernel_approximation import RBFSampler

import kernel_core as kc
from kernel_core.kernels import grid_points
from lab.formulas import parse_point_function
from lab.formulas.point_functions import RankOneKernel, RescaledKernel
from lab.formulas.sequences import (
    CosineSeries,
    Limit,
    RandomFourier,
    RBFTaylor,
    SincKernel,
    frequencies,
)
from tests.lab.formulas.sequence_kernels import KERNELS

GX, GY = np.linspace(-2.1, 2.7, 9), np.linspace(-1.9, 2.1, 7)
FINITE = [kernel for kernel in KERNELS if kernel.feature_count(2) is not None]


def points(n=30, d=2, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def parametrize_kernels(kernels):
    return pytest.mark.parametrize("kernel", kernels, ids=repr)


@parametrize_kernels(KERNELS)
def test_symmetric_positive_semidefinite_and_the_same_on_a_grid(kernel):
    X = points(50)
    X[30:35] = X[:5]
    K = kernel(X, X)
    np.testing.assert_array_equal(K, K.T)
    assert np.linalg.eigvalsh(K)[0] >= -1e-9 * np.abs(K).max()
    np.testing.assert_allclose(kernel.diagonal(X), np.diag(K), rtol=1e-12)
    G, alpha = kernel(grid_points(GX, GY), X), points(3, 50)
    field = kernel.on_grid(X, alpha, GX, GY)
    np.testing.assert_allclose(field.reshape(3, -1), alpha @ G.T, atol=1e-12 * np.abs(G).sum())


@parametrize_kernels(FINITE)
@pytest.mark.parametrize("d", [2, 3])
def test_features_reproduce_the_kernel(kernel, d):
    X, Z = points(12, d), points(9, d, seed=1)
    Phi = kernel.features(X)
    assert Phi.shape == (12, kernel.feature_count(d))
    K = kernel(X, Z)
    np.testing.assert_allclose(Phi @ kernel.features(Z).T, K, atol=1e-10 * max(1, np.abs(K).max()))


coordinates = st.floats(-3, 3, allow_subnormal=False)
functions = st.sampled_from(["x1", "1+x1", "norm(x)", "exp(-norm(x)^2)", "x1*x2", "cos(x1)"])
atoms = st.one_of(
    st.just(kc.Linear()),
    st.builds(kc.RBF, st.floats(0.05, 20)),
    st.builds(kc.Cosine, st.floats(0, 5)),
    st.builds(CosineSeries, st.integers(1, 40), st.booleans()),
    st.just(SincKernel()),
    st.builds(RBFTaylor, st.floats(0.2, 5), st.integers(1, 12)),
    st.builds(RandomFourier, st.floats(0.2, 5), st.integers(1, 30), st.integers(0, 99)),
    st.builds(lambda f: RankOneKernel(parse_point_function(f)), functions),
)
composed = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.builds(lambda a, b: a + b, inner, inner),
        st.builds(lambda a, b: a * b, inner, inner),
        st.builds(lambda v, a: v * a, st.floats(0, 5), inner),
        st.builds(lambda g, a: RescaledKernel(parse_point_function(g), a), functions, inner),
        st.builds(
            lambda a: kc.exp(RescaledKernel(parse_point_function("1/(1+norm(x)^2)"), a)),
            atoms,
        ),
    ),
    max_leaves=4,
)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(composed, arrays(float, (8, 2), elements=coordinates))
def test_every_closure_rule_makes_a_kernel(kernel, X):
    try:
        K = kernel(X, X)
    except ValueError as error:  # exp of a large number
        assert "too large" in str(error)
        return
    size = max(1e-300, np.abs(K).max())
    assert np.abs(K - K.T).max() <= 1e-14 * size
    assert np.linalg.eigvalsh(K / size)[0] >= -1e-9
    assert kc.kernels.is_proven(kernel)


def test_cosine_features_are_the_notes():
    """φ_θ(x) = (cos θx₁, sin θx₁, …), as in note 001, example 2."""
    x, theta = np.array([0.3, -1.2]), 1.7
    expected = [np.cos(theta * 0.3), np.sin(theta * 0.3), np.cos(theta * 1.2), -np.sin(theta * 1.2)]
    np.testing.assert_allclose(kc.Cosine(theta).features(x[None])[0], expected)
    assert CosineSeries(4).features(x[None]).shape == (1, 2 * 2 * 5)
    np.testing.assert_allclose(
        CosineSeries(4).features(x[None])[0, 4:8],
        kc.Cosine(2 * pi / 4).features(x[None])[0],
    )


@pytest.mark.parametrize("L", [1, 2, 3, 10, 200])
def test_the_cosine_bank_equals_its_sum(L):
    """Compare with a sum over the frequencies (note 001, example 3), also at far points and after
    whole periods."""
    v = np.concatenate([np.linspace(-7, 7, 201), [0, L, -L, 3 * L, L / 2, 1e-9, L + 1e-9]])
    direct = sum(np.cos(2 * pi * ell / L * np.fmod(v, L)) for ell in range(L + 1))
    K = CosineSeries(L)(v[:, None], np.zeros((1, 1)))[:, 0]
    np.testing.assert_allclose(K, direct, atol=1e-11 * (L + 1))


def test_the_limit_needs_the_factor_and_is_approached_like_one_over_L():
    """2π/L times the sum tends to sin(2πv)/v; the sum alone grows like L."""
    v, zero = np.linspace(-0.9, 0.95, 60)[:, None], np.zeros((1, 1))
    limit = SincKernel()(v, zero)
    np.testing.assert_allclose(limit, np.sin(2 * pi * v) / v, atol=1e-12)
    assert SincKernel()(zero, zero)[0, 0] == 2 * pi
    Ls = np.array([25, 50, 100, 200])
    errors = [np.abs(CosineSeries(int(L), True)(v, zero) - limit).max() for L in Ls]
    assert np.polyfit(np.log(Ls), np.log(errors), 1)[0] == pytest.approx(-1, abs=0.05)
    # The first term of the error: both ends of the integral have weight 1 instead of 1/2.
    first = pi / 200 * (1 + np.cos(2 * pi * v))
    np.testing.assert_allclose(CosineSeries(200, True)(v, zero) - limit, first, atol=1e-3)
    plain = [np.abs(CosineSeries(int(L))(v, zero) - limit).max() for L in Ls]
    np.testing.assert_allclose(plain, Ls, rtol=0.3)


def test_limits_are_known_for_sequences_only():
    assert Limit(RBFTaylor(0.4, 9)).kernel == kc.RBF(0.4)
    assert Limit(RandomFourier(0.4, 9)).kernel == kc.RBF(0.4)
    assert Limit(CosineSeries(9, True)).kernel == SincKernel()
    with pytest.raises(ValueError, match=r"no limit. Write bank\(L,1\)"):
        Limit(CosineSeries(9))
    with pytest.raises(ValueError, match="No limit is known for this kernel"):
        Limit(kc.Linear())


def test_taylor_features_are_the_notes():
    """φ_i(x) = √(2^i / α^i i!) e^{-x²/α} x^i with α = 2τ² (note 003)."""
    tau, x = 0.8, np.array([-1.3, 0.0, 0.4, 2.0])
    alpha = 2 * tau**2
    weights = [(2**i / (alpha**i * factorial(i))) ** 0.5 for i in range(7)]
    expected = np.exp(-(x**2) / alpha)[:, None] * x[:, None] ** np.arange(7) * weights
    np.testing.assert_allclose(RBFTaylor(tau, 7).features(x[:, None]), expected, atol=1e-14)


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_number_of_taylor_features(d):
    for terms in (1, 2, 6):
        features = RBFTaylor(1.0, terms).features(points(3, d))
        assert features.shape[1] == comb(d + terms - 1, d)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    arrays(float, (5, 2), elements=st.floats(-2, 2)),
    st.floats(0.3, 5),
    st.integers(1, 60),
)
def test_taylor_error_stays_below_its_bound(X, tau, terms):
    kernel = RBFTaylor(tau, terms)
    error = np.abs(kernel(X, X) - kc.RBF(tau)(X, X))
    assert (error <= kernel.error_bound(X, X) + 1e-13).all()


def test_taylor_error_falls_faster_than_any_power():
    """With t = xᵀz/τ² the remainder is about t^N/N!: each further term divides it by N/t."""
    X = np.array([[1.0, 0.5]])
    t, errors = 1.25 / 0.6**2, []
    for terms in range(8, 20):
        kernel = RBFTaylor(0.6, terms)
        errors.append(1 - kernel(X, X)[0, 0])
        bell = np.exp(-t)
        # The first omitted term is a lower bound.
        assert errors[-1] >= bell * t**terms / factorial(terms)
        assert errors[-1] <= kernel.error_bound(X, X)[0, 0]
    ratios = np.array(errors[1:]) / errors[:-1]
    assert (ratios <= t / np.arange(9, 20) * 1.1).all() and (np.diff(ratios) < 0).all()
    assert abs(1 - RBFTaylor(0.6, 40)(X, X)[0, 0]) < 1e-14


def test_far_points_and_narrow_bells_stay_finite():
    X = np.array([[40.0, 0.0], [0.0, 0.0], [-40.0, 1.0]])
    for tau, terms in ((0.05, 300), (1.0, 300), (20.0, 5)):
        kernel = RBFTaylor(tau, terms)
        K = kernel(X, X)
        assert K[1, 1] == 1 and (np.abs(K) <= 1 + 1e-12).all()
        assert np.isfinite(kernel.features(X[:, :1])).all()
        assert (np.abs(K - kc.RBF(tau)(X, X)) <= kernel.error_bound(X, X) + 1e-12).all()


def test_far_out_where_the_bell_alone_vanishes():
    """The factor e^{-722} has few correct digits in float64, although the kernel must be exact."""
    X = np.array([[19.0, 19.0], [18.9, 19.2], [19.0, 18.5], [18.0, 20.0]])
    kernel = RBFTaylor(1, 60)
    K = kernel(X, X)
    assert 0 < K[0, 0] < 1e-200
    np.testing.assert_allclose(kernel.features(X) @ kernel.features(X).T, K, rtol=1e-9)
    exact = [[_taylor_exactly(x, z, 60) for z in X.tolist()] for x in X.tolist()]
    np.testing.assert_allclose(K, exact, rtol=1e-10)
    scale = np.sqrt(np.diag(K))
    assert np.linalg.eigvalsh(K / np.outer(scale, scale))[0] >= -1e-9


def _taylor_exactly(x, z, terms):
    """Compute the Taylor kernel with tau = 1 and `terms` terms in 60 digits."""
    with localcontext() as context:
        context.prec = 60
        x, z = ([Decimal(value) for value in point] for point in (x, z))
        t = sum(a * b for a, b in zip(x, z, strict=True))
        series = sum(t**k / factorial(k) for k in range(terms))
        return float(series * (-sum(a * a for a in x + z) / 2).exp())


def test_random_fourier_error_falls_like_one_over_the_root_of_D():
    X, tau = points(25), 0.7
    exact = kc.RBF(tau)(X, X)
    Ds = np.array([10, 40, 160, 640])
    rms = [
        np.sqrt(np.mean([(RandomFourier(tau, int(D), s)(X, X) - exact) ** 2 for s in range(60)]))
        for D in Ds
    ]
    assert np.polyfit(np.log(Ds), np.log(rms), 1)[0] == pytest.approx(-0.5, abs=0.05)
    # Var cos(wᵀv) = (1 + K(2v))/2 - K(v)², averaged over the pairs.
    V = (X[:, None] - X[None]).reshape(-1, 2)
    zero = np.zeros((1, 2))
    variance = (1 + kc.RBF(tau)(2 * V, zero)) / 2 - kc.RBF(tau)(V, zero) ** 2
    np.testing.assert_allclose(rms, np.sqrt(variance.mean() / Ds), rtol=0.15)


def test_random_frequencies_have_the_distribution_of_sklearns():
    """The frequencies have variance τ⁻², as in RBFSampler with gamma = 1/2τ²."""
    tau = 0.4
    sampler = RBFSampler(gamma=1 / (2 * tau**2), n_components=4000, random_state=0)
    sklearn_frequencies = sampler.fit(np.zeros((1, 2))).random_weights_.ravel()
    own_frequencies = frequencies(4000, 2, tau).ravel()
    assert kstest(own_frequencies * tau, "norm").pvalue > 0.01
    assert kstest(own_frequencies, sklearn_frequencies).pvalue > 0.01
    assert (
        kstest(frequencies(4000, 2, tau, printed_variance=True).ravel(), sklearn_frequencies).pvalue
        < 1e-6
    )


def test_random_fourier_is_reproducible_and_grows():
    X = points(6)
    np.testing.assert_array_equal(RandomFourier(1, 8)(X, X), RandomFourier(1, 8)(X, X))
    assert np.abs(RandomFourier(1, 8)(X, X) - RandomFourier(1, 8, 1)(X, X)).max() > 0.1
    few, many = (
        RandomFourier(0.5, 3).features(X),
        RandomFourier(0.5, 9).features(X),
    )
    np.testing.assert_allclose(few[:, :3] * 3**0.5, many[:, :3] * 9**0.5)


def test_weighted_kernels_match_their_formulas():
    X, Z = points(5), points(4, seed=1)
    f = parse_point_function("1+x1")
    np.testing.assert_allclose(RankOneKernel(f)(X, Z), np.outer(1 + X[:, 0], 1 + Z[:, 0]))
    np.testing.assert_allclose(
        RescaledKernel(f, kc.RBF(1))(X, Z),
        np.outer(1 + X[:, 0], 1 + Z[:, 0]) * kc.RBF(1)(X, Z),
    )
    weighted = RankOneKernel(lambda points: points[:, 0] ** 3)  # any NumPy function is allowed
    np.testing.assert_allclose(weighted(X, Z), np.outer(X[:, 0] ** 3, Z[:, 0] ** 3))
    assert RankOneKernel(parse_point_function("x1 + 1 - 1")) != RankOneKernel(
        parse_point_function("x1")
    )
    assert RankOneKernel(f) == RankOneKernel(parse_point_function(" 1 + x1"))


def test_rbf_is_a_conjugated_exponential():
    """exp(-‖x-z‖²/2τ²) = g(x) exp(xᵀz/τ²) g(z), and the rules prove it."""
    X, tau = points(20), 0.9
    g = parse_point_function("exp(-norm(x)^2/(2*tau^2))", tau=tau)
    conjugated = RescaledKernel(g, kc.exp(1 / tau**2 * kc.Linear()))
    np.testing.assert_allclose(conjugated(X, X), kc.RBF(tau)(X, X), rtol=1e-10)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: CosineSeries(0), "L must be a whole number from 1 to"),
        (lambda: CosineSeries(2.5), "L must be a whole number"),
        (lambda: CosineSeries(10**6), "L must be a whole number"),
        (lambda: RBFTaylor(0), "tau must be"),
        (lambda: RBFTaylor(1, 0), "terms must be a whole number from 1 to"),
        (lambda: RBFTaylor(1, True), "terms must be"),
        (lambda: RandomFourier(1, 0), "D must be a whole number"),
        (lambda: RandomFourier(1, 5, -1), "seed must be"),
        (lambda: RandomFourier(np.nan), "tau must be"),
        (
            lambda: RankOneKernel(parse_point_function("exp(norm(x)^2)"))([[99.0]], [[1.0]]),
            "too large",
        ),
    ],
)
def test_bad_input_is_refused_with_a_message(make, message):
    with pytest.raises(ValueError, match=message) as error:
        make()
    assert str(error.value).endswith(".")
