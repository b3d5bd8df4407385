"""Compute with kernel_core the right option of each quiz question of this page."""

import numpy as np

import kernel_core as kc
from tests.pages.quiz.checks import FAR, SIGNS, X, check, only


@check
def one_bandwidth_away() -> str:
    return f"{kc.RBF(tau=0.7)(np.zeros((1, 2)), np.array([[0.7, 0.0]]))[0, 0]:.2f}"


@check
def gram_matrix_of_tiny_bumps() -> str:
    K = kc.RBF(tau=1e-4)(X, X)
    ends = {"the identity": np.eye(len(X)), "all ones": np.ones_like(K), "all zeros": 0 * K}
    return only({text: np.allclose(K, end) for text, end in ends.items()})


@check
def variance_of_the_frequencies() -> str:
    tau, difference = 0.5, np.array([0.3, -0.4])
    normal = np.random.default_rng(0).normal(size=(200_000, 2))
    exact = kc.RBF(tau=tau)(difference[None], np.zeros((1, 2)))[0, 0]
    scales = {"τ²": tau, "1": 1.0, "τ⁻²": 1 / tau}
    averages = {text: np.cos(scale * normal @ difference).mean() for text, scale in scales.items()}
    return only({text: abs(value - exact) < 0.01 for text, value in averages.items()})


@check
def cost_of_the_mean() -> str:
    m = len(SIGNS)
    mean = kc.fit(FAR, SIGNS, kc.RBF(tau=0.4), kc.Hinge(), lam=1 / m, risk="mean").alpha
    summed = {text: kc.fit(FAR, SIGNS, kc.RBF(tau=0.4), kc.Hinge(), lam=1 / C, risk="sum").alpha
              for text, C in {"1": 1.0, "200": float(m), "1/200": 1 / m}.items()}  # fmt: skip
    return only({text: np.allclose(alpha, mean, atol=1e-6) for text, alpha in summed.items()})
