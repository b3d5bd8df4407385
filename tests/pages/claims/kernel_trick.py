"""What computes the numbers in the text of the page kernel_trick."""

from itertools import combinations_with_replacement
from math import comb, factorial, log, pi, sqrt

import numpy as np

import kernel_core as kc
from kernel_core.datasets.regression_data import sine
from pages.kernel_trick import five_learners
from pages.kernel_trick.gallery import gallery_scene
from pages.kernel_trick.gallery.kernels import REACH
from pages.kernel_trick.gallery.sweeps import line_fits
from tests.pages.claims.computed import claim


@claim("kernel_trick", "− 2K(x, z)")
def distance_from_k_alone():
    x, z = np.array([[1.0, 2.0]]), np.array([[-0.5, 0.3]])
    K = kc.RBF(0.7) + kc.Linear()
    mixed = (K(x, x) + K(z, z) - ((K(x, x) - K(x, z)) + (K(z, z) - K(x, z)))) / K(x, z)
    return {float(mixed.round(9).item())}


@claim("kernel_trick", "√2 x₁x₂", "the one for degree 2")
def root_of_the_mixed_term():
    features = kc.Polynomial(2, 0.0).features(np.array([[3.0, 5.0]]))[0]
    assert np.isclose(features, sqrt(2) * 15).any()
    return {2.0}


@claim("kernel_trick", "five answers")
def learners():
    return {float(len(five_learners.FIVE))}


@claim("kernel_trick", "charges half the square")
def what_ridge_charges():
    f = np.array([-2.0, 0.3, 1.7, 5.0])
    shares = kc.Squared().value(f, np.ones(4)) / (f - 1) ** 2
    np.testing.assert_allclose(shares, shares[0])
    return {float(shares[0])}


@claim("kernel_trick", "Six kernels")
def kernels_of_the_gallery():
    return {float(len(gallery_scene.PIECES))}


@claim("kernel_trick", "2π/L", "2(L + 1)", "(x − x′)) dω from 0 to 2π")
def waves_of_the_bank():
    L, x, z = 8, np.array([[0.4]]), np.array([[-0.3]])
    printed = kc.kernels.CosineSeries(L, scaled=False)
    assert printed.features(x).shape[1] == 2 * (L + 1)
    own = sum(np.cos(2 * pi * k / L * 0.7) for k in range(L + 1))
    assert np.isclose(printed(x, z).item(), own)
    fine = np.linspace(0, 2 * pi, 20_001)
    integral = np.trapezoid(np.cos(fine * 0.7), fine)
    assert np.isclose(integral, np.sin(2 * pi * 0.7) / 0.7)
    scaled = [kc.kernels.CosineSeries(n, scaled=True)(x, z).item() for n in (20, 1000)]
    assert abs(scaled[1] - integral) < abs(scaled[0] - integral) < 1
    return {2.0}


@claim("kernel_trick", "Drag L to")
def the_largest_l():
    return {float(gallery_scene.LARGEST_L)}


@claim("kernel_trick", "/2τ²", "≈ (1/D) Σ")
def exponent_of_the_rbf():
    k = kc.RBF(tau=0.7)(np.zeros((1, 1)), np.ones((1, 1))).item()
    return {round(-1 / (0.7**2 * log(k)), 9)}


@claim("kernel_trick", "N(N + 1)/2")
def monomials_below_a_degree():
    for N in (1, 2, 3, 6):
        assert sum(len([*combinations_with_replacement("xy", k)]) for k in range(N)) == comb(
            N + 1, 2
        )
        assert comb(N + 1, 2) == N * (N + 1) / 2
        assert factorial(N) >= N
    return {2.0}


@claim("kernel_trick", "has at most rank 2")
def rank_of_a_cosine():
    X, _ = sine().sample(line_fits._M, line_fits._SEED)
    return [float(len(X)), float(np.linalg.matrix_rank(kc.Cosine(1.6)(X, X)))]


@claim("kernel_trick", "Half of each weight goes to x")
def shares_of_a_weight():
    x = np.array([[0.7, -0.4]])
    weights = kc.Polynomial(3, 0.5).features(x)[0] / kc.Polynomial(3, 0.0).features(x)[0][:1]
    assert np.isfinite(weights).all()
    return {1 / 2}


@claim("kernel_trick", "multiple of 2π/ω")
def where_points_look_alike():
    x = np.array([[0.3]])
    assert np.isclose(kc.Cosine(1.6)(x, x + 2 * pi / 1.6).item(), 1)
    return {2.0}


@claim("kernel_trick", "2d features")
def features_a_coordinate():
    assert kc.Cosine(1.6).features(np.ones((1, 3))).shape[1] == 2 * 3
    return {2.0}


@claim("kernel_trick", "(1 − k²)/√2")
def error_of_one_cosine():
    rng, tau, r = np.random.default_rng(0), 1.0, 0.9
    w = rng.normal(0, 1 / tau, 400_000)
    k = np.exp(-(r**2) / 2)
    assert np.isclose(np.cos(w * r).std(), (1 - k**2) / sqrt(2), rtol=0.01)
    return {2.0}


@claim("kernel_trick", "ten times the accuracy")
def cosines_for_a_digit():
    return [10.0, 10.0**2]  # of an error that falls like 1/√D


@claim("kernel_trick", "they meet at α = 2τ²", "√(2ᵏ/(αᵏ k!))")
def the_other_letter():
    tau = 0.8
    x = np.array([[0.6]])
    alpha = 2 * tau**2
    assert np.isclose(np.exp(-0.36 / alpha), kc.RBF(tau)(x, 0 * x).item())
    features = [sqrt(2**k / (alpha**k * factorial(k))) for k in range(30)]
    z = -0.4
    series = sum((c * 0.6**k) * (c * z**k) for k, c in enumerate(features))
    assert np.isclose(series * np.exp(-(0.36 + z**2) / alpha), np.exp(-((0.6 - z) ** 2) / alpha))
    return {2.0}


@claim("kernel_trick", "those of the other pictures, moved")
def how_far_they_are_moved():
    moved = line_fits.data(True)["points"] - line_fits.data(False)["points"]
    assert np.allclose(moved, [REACH, 0]) and line_fits.data(True)["points"][:, 0].min() >= 0
    return {REACH}
