"""Compute with kernel_core the right option of each quiz question of this page."""

import numpy as np

import kernel_core as kc
from kernel_core.datasets import sine
from pages.kernel_ridge.mathematics.gaussian_process import posterior
from pages.kernel_ridge.mathematics.low_rank import nystroem_features
from pages.kernel_ridge.mathematics.ridge_spectrum import RidgeSpectrum
from pages.kernel_ridge.mathematics.waves import waves
from tests.pages.quiz.checks import check, only

X, Y = sine().sample(20, 0)


@check
def rows_of_the_system_for_alpha() -> str:
    X, y = sine().sample(50, 0)
    return str(len(kc.learners.ridge_dual(waves(X[:, 0], 1000), y, 0.1, "sum").alpha))


@check
def weight_of_the_mean() -> str:
    lam, m = 0.3, len(Y)
    alpha = kc.fit(X, Y, kc.RBF(0.5), kc.Squared(), lam, risk="sum", tol=1e-12).alpha
    weights = {"λ": lam, "λ/m": lam / m, "2λ": 2 * lam}
    return only({
        text: np.allclose(
            kc.fit(X, Y, kc.RBF(0.5), kc.Squared(), weight, risk="mean", tol=1e-12).alpha, alpha,
            atol=1e-6,
        )
        for text, weight in weights.items()
    })  # fmt: skip


@check
def limit_of_a_large_penalty() -> str:
    y = Y + 1  # the mean must not be 0
    f = kc.RBF(0.5)(X, X) @ RidgeSpectrum(kc.RBF(0.5)(X, X), y).fits([1e9]).alpha[0]
    straight = np.polyval(np.polyfit(X[:, 0], y, 1), X[:, 0])
    limits = {"0 everywhere": 0.0, "the mean of the targets": y.mean(), "a straight line": straight}
    return only({text: np.allclose(f, limit, atol=1e-6) for text, limit in limits.items()})


@check
def zeros_of_alpha() -> str:
    alpha = RidgeSpectrum(kc.RBF(0.5)(X, X), Y).fits([0.05]).alpha[0]
    zeros = int((np.abs(alpha) < 1e-9).sum())
    return "none" if zeros == 0 else "about half" if zeros < 15 else "all but a few"


@check
def missed_when_left_out() -> str:
    """All eigenvalues are equal to λ: H is half the identity."""
    fits = RidgeSpectrum(np.eye(3), [0.4, 1.0, -1.0]).fits([1.0])
    assert np.allclose(fits.leverage, 0.5) and np.isclose(fits.residuals[0, 0], 0.2)
    return f"{fits.left_out[0, 0]:g}"


@check
def penalty_of_a_gaussian_process() -> str:
    kernel, s, Z = kc.RBF(0.5), 0.6, np.linspace(-2, 2, 9)[:, None]
    mean = posterior(kernel, X, Y, Z, s).mean
    spectrum = RidgeSpectrum(kernel(X, X), Y)
    options = {"1/σ²": 1 / s**2, "σ²": s**2, "0, since the noise has its own variance": 1e-9}
    return only({text: np.allclose(spectrum.fits([lam]).alpha[0] @ kernel(X, Z), mean, atol=1e-6)
                 for text, lam in options.items()})  # fmt: skip


@check
def loss_of_a_value_above_the_target() -> str:
    slope = float(kc.Squared().derivative(3.0, 1.0))
    return only({"lower it": slope > 0, "raise it": slope < 0, "not change it": slope == 0})


@check
def equations_of_nystrom() -> str:
    features = nystroem_features(kc.RBF(0.1), np.linspace(-3, 3, 40)[:, None])
    Phi = features(sine().sample(5000, 0)[0])
    assert Phi.size == 200_000
    return str(len(Phi.T @ Phi))
