"""The representer theorem's identities on random features, and both linear systems compared with
scikit-learn."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression, Ridge

import kernel_core as kc
from pages.representer_theorem.mathematics.null_space import risk_at_alpha
from pages.representer_theorem.mathematics.primal_fit import fit_primal
from pages.representer_theorem.mathematics.regularisers import HalfSquaredNorm
from pages.representer_theorem.mathematics.span import orthogonal_split, regularised_risk
from tests.core.kernels.finite_kernels import COMPOSITIONS, FINITE
from tests.lab.formulas.sequence_kernels import KERNELS

SIZES, SEEDS = st.integers(1, 12), st.integers(0, 10**6)
LAMS = st.floats(-2, 1).map(lambda digits: 10.0**digits)
LOSSES = st.sampled_from(["hinge", "logistic", "squared", "exponential", "perceptron"])


def draw(m, M, seed):
    """Return Φ (m, M), perhaps with repeated points and features, and y (m,)."""
    rng = np.random.default_rng(seed)
    Phi = rng.normal(size=(m, M))[rng.integers(m, size=m)][:, rng.integers(M, size=M)]
    return Phi, rng.choice([-1.0, 1.0], size=m)


@settings(max_examples=120)
@given(SIZES, SIZES, SEEDS, LAMS, LOSSES)
def test_the_risk_of_alpha_is_the_risk_of_its_theta(m, M, seed, lam, name):
    """J_λ(α), which uses only K, equals J_λ(θ) at θ = Σ α_i φ_i, for any α."""
    Phi, y = draw(m, M, seed)
    alpha = np.random.default_rng(seed).normal(size=m)
    feature_risk = risk_at_alpha(Phi @ Phi.T, y, alpha, kc.LOSSES[name], lam, Phi=Phi)
    J = regularised_risk(Phi.T @ alpha, Phi, y, kc.LOSSES[name], HalfSquaredNorm(lam))
    np.testing.assert_allclose(feature_risk.risk, J, rtol=1e-10)
    np.testing.assert_allclose(feature_risk.w, Phi.T @ alpha, atol=1e-12 * m)


@settings(max_examples=60)
@given(SIZES, SIZES, SEEDS, LAMS, st.sampled_from(["logistic", "squared", "exponential"]))
def test_the_slopes_at_theta_build_theta(m, M, seed, lam, name):
    """θ = Σ α_i φ_i with α_i = −L′(θᵀφ_i, y_i)/(λm), so θ has no part off the span."""
    Phi, y = draw(m, M, seed)
    loss = kc.LOSSES[name]
    theta = fit_primal(Phi, y, loss, lam, tol=1e-12).theta
    alpha = -loss.derivative(Phi @ theta, y) / (lam * m)
    size = 1 + np.abs(theta).max()
    np.testing.assert_allclose(Phi.T @ alpha, theta, atol=1e-4 * size)
    np.testing.assert_allclose(orthogonal_split(theta, Phi).off_span, 0, atol=1e-5 * size)


@settings(max_examples=30)
@given(COMPOSITIONS, SIZES, SEEDS, LAMS)
def test_every_finite_kernel_has_one_answer_on_both_roads(kernel, m, seed, lam):
    """Compare a fit over the kernel's features, a fit over α with the kernel alone, and
    scikit-learn's."""
    rng = np.random.default_rng(seed)
    X, Z, y = rng.normal(size=(m, 2)), rng.normal(size=(5, 2)), rng.normal(size=m)
    Phi, Psi = kernel.features(X), kernel.features(Z)
    reference = Ridge(alpha=lam, fit_intercept=False, solver="svd").fit(Phi, y).predict(Psi)
    dual = KernelRidge(alpha=lam, kernel="precomputed").fit(kernel(X, X), y).predict(kernel(Z, X))
    over_theta = kc.learners.ridge_primal(Phi, y, lam, "sum").decision(Psi)
    over_alpha = kc.fit(X, y, kernel, kc.Squared(), lam, risk="sum", tol=1e-12).decision(Z)
    rounding = 1e-9 * (1 + np.abs(Phi).max() ** 2 / lam) * (1 + np.abs(Psi).max())
    for prediction in (over_theta, over_alpha):
        np.testing.assert_allclose(prediction, reference, rtol=1e-5, atol=rounding)
        np.testing.assert_allclose(prediction, dual, rtol=1e-5, atol=rounding)


@settings(max_examples=40)
@given(SIZES, SIZES, SEEDS, LAMS)
def test_logistic_regression_on_both_roads(m, M, seed, lam):
    Phi, y = draw(m, M, seed)
    over_theta = fit_primal(Phi, y, kc.Logistic(), lam, risk="sum", tol=1e-12)
    over_alpha = kc.fit(Phi, y, kc.Linear(), kc.Logistic(), lam, risk="sum", tol=1e-12)
    np.testing.assert_allclose(over_alpha.decision(Phi), Phi @ over_theta.theta, atol=1e-4)
    if len(set(y)) < 2:  # scikit-learn refuses a single class
        return
    model = LogisticRegression(C=1 / lam, fit_intercept=False, tol=1e-12, max_iter=1000)
    theta = model.fit(Phi, y).coef_[0]
    np.testing.assert_allclose(over_theta.theta, theta, atol=1e-4)


def finite_kernels(kind=kc.Kernel):
    """Yield every class of kernel that can have a finite feature map."""
    for subclass in kind.__subclasses__():
        if "_features" in vars(subclass):
            yield subclass
        yield from finite_kernels(subclass)


def test_no_class_with_features_is_left_untested():
    tested = {type(part) for kernel in (*KERNELS, *FINITE) for part in parts(kernel)}
    assert set(finite_kernels()) <= tested


def parts(kernel):
    """Yield a kernel and all kernels in it."""
    yield kernel
    for part in vars(kernel).values():
        if isinstance(part, kc.Kernel):
            yield from parts(part)
