"""Compute with kernel_core the right option of each quiz question of this page."""

from urllib.parse import urlencode

import numpy as np

import kernel_core as kc
from lab.scene.learning_problem import sample_of
from lab.scene.samples.real_datasets import TUMOURS
from lab.scene.scene import parse_strict
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


@check
def errors_of_narrow_bumps() -> str:
    source = kc.datasets.mixture()
    new_X, new_y = source.sample(400, seed=1)
    s = kc.fit(FAR, SIGNS, kc.RBF(tau=0.02), kc.Hinge(), lam=0.01)
    wrong = [float(np.mean(np.sign(s.decision(Z)) != y)) for Z, y in ((FAR, SIGNS), (new_X, new_y))]
    is_small = [share < 0.05 for share in wrong]
    return only({"both small": all(is_small),
                 "training error small, test error large": is_small == [True, False],
                 "both large": not any(is_small)})  # fmt: skip


@check
def best_guess_at_a_point() -> str:
    positive = 0.3
    wrong = {f"+, wrong with probability {1 - positive:g}": 1 - positive,
             f"−, wrong with probability {positive:g}": positive}  # fmt: skip
    return min(wrong, key=wrong.get)


@check
def what_a_larger_penalty_does() -> str:
    K, y = kc.RBF(tau=0.5)(FAR, FAR), SIGNS
    fits = [kc.fit(FAR, y, kc.RBF(tau=0.5), kc.Hinge(), lam=lam) for lam in (0.01, 0.1, 1.0)]
    norm = np.diff([s.alpha @ K @ s.alpha for s in fits])
    loss = np.diff([kc.Hinge().value(s.decision(FAR), y).mean() for s in fits])
    return only({"Both fall.": (norm < 0).all() and (loss < 0).all(),
                 "‖f‖ falls, the loss rises.": (norm < 0).all() and (loss > 0).all(),
                 "‖f‖ rises, the loss falls.": (norm > 0).all()})  # fmt: skip


@check
def error_that_chooses_the_bandwidth() -> str:
    sample = sample_of(parse_strict(urlencode(TUMOURS)))
    half = np.arange(len(sample.y)) % 2 == 0
    X, y, taus = sample.X, sample.y, np.geomspace(0.02, 20, 9)
    fits = [kc.fit(X[half], y[half], kc.RBF(tau), kc.Hinge(), lam=0.01) for tau in taus]
    errors = [[float(np.mean(np.sign(s.decision(X[part])) != y[part])) for s in fits]
              for part in (half, ~half)]  # fmt: skip
    train, left_out = (int(np.argmin(row)) for row in errors)
    best = min(errors[1])
    return only({
        "the error on the examples that f was fitted to": errors[1][train] <= 1.05 * best,
        "the error on examples that were left out of the fit": errors[1][left_out] <= 1.05 * best,
        "none: the widest bumps are always safe": errors[1][-1] <= 1.05 * best,
    })  # fmt: skip
