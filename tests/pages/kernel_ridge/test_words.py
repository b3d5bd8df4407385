"""The page's sentences about α are true with both conventions of the risk."""

import numpy as np
import pytest

from lab.scene.learning_problem import problem
from lab.scene.scene import Scene, replace
from lab.ui.challenges import Challenge, is_met
from pages.kernel_ridge import another_kernel
from pages.kernel_ridge.default_scene import DEFAULT

FACTORS = {"sum": "λ", "mean": "mλ"}  # divisor of a residual, by the convention of the risk
ONE_KERNEL = replace(DEFAULT, loss="squared", intercept=0)


def reasons(challenge: Challenge, scene: Scene) -> str:
    numbers = vars(scene) | {"largest_target": 1.0}
    return " ".join(r.text for r in challenge.reasons if is_met(r.conditions, numbers))


@pytest.mark.parametrize("risk", FACTORS)
def test_a_coefficient_is_the_residual_divided_as_its_convention_says(risk):
    (challenge,) = another_kernel.CHALLENGES
    scene = replace(ONE_KERNEL, kernel="laplace", ell=1.0, risk=risk, lam=0.1)
    s = problem(scene).fit(tol=1e-10)
    weight = scene.lam * (len(s.y) if risk == "mean" else 1)
    np.testing.assert_allclose(s.alpha, (s.y - s.decision(s.X)) / weight, rtol=1e-3, atol=1e-6)
    assert f"the residual divided by {FACTORS[risk]}," in reasons(challenge, scene)
