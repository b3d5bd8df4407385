"""Compute with kernel_core the right option of each quiz question of this page."""

import numpy as np

import kernel_core as kc
from pages.representer_theorem.mathematics.gram_spectrum import (
    EXAMPLE_FEATURES_001,
    gram_matrix_of,
    gram_spectrum_of,
)
from pages.representer_theorem.mathematics.null_space import null_space_basis
from pages.representer_theorem.mathematics.span import (
    orthogonal_split,
    regularised_risk,
    span_bases,
)
from tests.pages.quiz.checks import FAR, SIGNS, Y, check, only


@check
def weight_from_the_slope() -> str:
    lam, m = 0.05, len(Y)
    s = kc.fit(FAR[:m], SIGNS[:m], kc.RBF(tau=0.5), kc.Logistic(), lam=lam, risk="mean")
    w = kc.Logistic().derivative(kc.RBF(tau=0.5)(FAR[:m], FAR[:m]) @ s.alpha, SIGNS[:m])
    options = {"−wᵢ/λ": -w / lam, "−wᵢ/(λm)": -w / (lam * m), "−wᵢ/m": -w / m}
    return only({text: np.allclose(value, s.alpha, atol=1e-6) for text, value in options.items()})


@check
def weight_beyond_the_margin() -> str:
    return f"{-float(kc.Hinge().derivative(1.5, 1)):g}".replace("-0", "0")


@check
def something_at_a_right_angle() -> str:
    rng = np.random.default_rng(0)
    A, y, theta = rng.normal(size=(3, 5)), np.array([1, -1, 1]), rng.normal(size=5)
    inside, perpendicular = (
        orthogonal_split(theta, A).in_span,
        2 * span_bases(A).u[:, 0],
    )
    is_same_prediction = np.allclose(A @ inside, A @ (inside + perpendicular))
    is_longer = np.linalg.norm(inside + perpendicular) > np.linalg.norm(inside)
    risks = [regularised_risk(t, A, y, kc.Hinge(), lambda norm: 0.0) for t in (inside,
             inside + perpendicular)]  # fmt: skip
    assert np.isclose(*risks)
    off_span = -span_bases(A).u[:, 0]  # a θ off the span may get shorter
    assert np.linalg.norm(inside - off_span + off_span) < np.linalg.norm(inside - off_span)
    return only({"the predictions on the examples": not is_same_prediction,
                 "nothing at all": not is_longer,
                 "only the norm, and it grows": is_same_prediction and is_longer})  # fmt: skip


@check
def minimisers_of_a_singular_matrix() -> str:
    Phi = np.array([[1.0, 2.0], [1.0, 2.0], [0.0, 1.0]])
    K, y = Phi @ Phi.T, np.array([1.0, 2.0, -1.0])
    best = np.linalg.solve(K + 0.5 * np.eye(3), y)
    moved_alpha = best + 0.7 * null_space_basis(K)[:, 0]

    def risk(alpha: np.ndarray) -> float:
        return float(np.sum((K @ alpha - y) ** 2) + 0.5 * alpha @ K @ alpha)

    assert np.isclose(risk(best), risk(moved_alpha)) and not np.allclose(best, moved_alpha)
    is_same_theta = np.allclose(Phi.T @ best, Phi.T @ moved_alpha)
    return "many α, one w*" if is_same_theta else "many α and many w*"


@check
def rank_of_the_gram_matrix() -> str:
    Phi = np.random.default_rng(1).normal(size=(100, 20))
    return f"at most {int((gram_spectrum_of(Phi).gram_values > 1e-9).sum())}"


@check
def worked_matrix() -> str:
    return f"{gram_matrix_of(EXAMPLE_FEATURES_001)[0, 2]:g}"


@check
def numbers_of_the_best_function() -> str:
    X, y, Z = FAR[:30], SIGNS[:30], FAR[30:]
    s = kc.fit(X, y, kc.RBF(tau=0.5), kc.Logistic(), lam=0.1)
    assert np.allclose(kc.RBF(tau=0.5)(Z, X) @ s.alpha, s.decision(Z))
    return f"{len(s.alpha)}, a coefficient for each example"


@check
def zeros_of_the_logistic_loss() -> str:
    s = kc.fit(FAR, SIGNS, kc.RBF(tau=0.5), kc.Logistic(), lam=0.01)
    margin, zero = SIGNS * s.decision(FAR), s.alpha == 0
    assert (margin > 1).any() and (margin < 1).any()
    return only({"those beyond margin 1": bool(zero[margin > 1].all()),
                 "those that are classified correctly": bool(zero[margin > 0].all()),
                 "none": not zero.any()})  # fmt: skip


@check
def penalty_along_a_bump_outside() -> str:
    kernel, z = kc.RBF(tau=0.5), np.array([[0.3, 0.2]])
    X = FAR[:6]
    points = np.vstack([X, z])
    K, alpha = kernel(points, points), np.append(np.ones(6), 0.0)
    bump = np.append(-np.linalg.solve(K[:6, :6], K[:6, 6]), 1.0)
    assert np.allclose((K @ bump)[:6], 0)
    norms = [(alpha + t * bump) @ K @ (alpha + t * bump) for t in (0.0, 1.0, 2.0)]
    once, twice = norms[1] - norms[0], norms[2] - norms[0]
    return only({"with t²": bool(np.isclose(twice, 4 * once)) and once > 0,
                 "with |t|": bool(np.isclose(twice, 2 * once)),
                 "not at all, since no value at an example changes": bool(np.isclose(once, 0)),
                 })  # fmt: skip
