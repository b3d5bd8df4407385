"""The page's sentences about α are true with both conventions of the risk."""

import numpy as np
import pytest

from lab.scene.learning_problem import problem
from lab.scene.scene import Scene, replace
from lab.ui.challenges import Challenge, is_met
from pages.kernel_ridge import another_kernel, one_system
from pages.kernel_ridge.default_scene import DEFAULT
from tests.pages.goals import frames

FACTORS = {"sum": "λ", "mean": "mλ"}  # what divides a residual, by the convention of the risk
ONE_KERNEL = replace(DEFAULT, loss="squared", intercept=0)


def reasons(challenge: Challenge, scene: Scene) -> str:
    return " ".join(r.text for r in challenge.reasons if is_met(r.conditions, vars(scene)))


@pytest.mark.parametrize("risk", FACTORS)
def test_alpha_is_near_y_over_lam_only_for_a_larger_lam_than_the_goal_asks(risk):
    (challenge,) = one_system.CHALLENGES
    scene = replace(ONE_KERNEL, risk=risk)
    met = [f["lam"] for f in frames(scene, "lam", 32) if is_met(challenge.conditions, f)]
    setting = problem(scene)
    K, y = setting.kernel(setting.sample.X, setting.sample.X), setting.sample.y
    distances = []
    for lam in (met[0], 1e3, 1e6):
        weight = lam * (len(y) if risk == "mean" else 1)
        alpha = np.linalg.solve(K + weight * np.eye(len(y)), y)
        distances.append(np.linalg.norm(weight * alpha - y) / np.linalg.norm(y))
    assert distances[0] > 0.5 > 0.01 > distances[1] > distances[2]
    text = reasons(challenge, scene)
    assert "As λ grows" in text and "nearly" not in text and "≈" not in text
    assert f"α approaches y/{FACTORS[risk] if risk == 'sum' else '(mλ)'}." in text


@pytest.mark.parametrize("risk", FACTORS)
def test_a_coefficient_is_the_residual_divided_as_its_convention_says(risk):
    (challenge,) = another_kernel.CHALLENGES
    scene = replace(ONE_KERNEL, kernel="laplace", ell=1.0, risk=risk, lam=0.1)
    s = problem(scene).fit(tol=1e-10)
    weight = scene.lam * (len(s.y) if risk == "mean" else 1)
    np.testing.assert_allclose(s.alpha, (s.y - s.decision(s.X)) / weight, rtol=1e-3, atol=1e-6)
    assert f"the residual divided by {FACTORS[risk]}." in reasons(challenge, scene)
