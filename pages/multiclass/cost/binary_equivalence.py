"""Two classes: softmax equals the binary logistic fit with half of λ."""

from collections.abc import Sequence
from typing import Any

import numpy as np

import kernel_core as kc
from kernel_core.multiclass import ClassProblem, MultiSolution, solve_classes
from lab.scene.class_scene import ClassScene
from lab.scene.learning_problem import kernel_of
from lab.scene.scene import replace

TOL = 1e-10
ROWS_SHOWN = 5


def both_fits(
    scene: ClassScene, factors: Sequence[float]
) -> tuple[MultiSolution, np.ndarray, kc.Sweep]:
    """Fit softmax to the scene with two classes, and binary logistic regression at each multiple of
    λ in `factors`. Return the softmax fit, its f₁ - f₂ at the points, and the binary fits.
    """
    scene = scene if scene.classes == 2 else replace(scene, classes=2)
    X, y, kernel = scene.sample.X, scene.sample.y, kernel_of(scene)
    intercept = bool(scene.intercept)
    softmax = ClassProblem(X, y, kc.Logistic(), scene.risk, intercept)
    softmax_fit = solve_classes(softmax, kernel, scene.lam, "softmax", tol=TOL)
    signs = np.where(y == 0, 1.0, -1.0)
    problem = kc.Problem(X, signs, kc.Logistic(), scene.risk, intercept)
    lam = scene.lam * np.array(factors)
    return (
        softmax_fit,
        np.subtract(*softmax_fit.values(X)),
        kc.sweep(problem, kernel, lam, tol=TOL),
    )


def two_classes(scene: ClassScene) -> dict[str, Any]:
    """Fit the scene with two classes by softmax and, at half of λ, by binary logistic regression.

    Return the objectives and duality gaps of both fits, f₁ - f₂ and f at the first points, and
    `apart`, the largest |f₁ - f₂ - f| over all points.
    """
    softmax_fit, difference, sweep = both_fits(scene, (0.5,))
    f = sweep.decision[0]
    return {
        "softmax": {"objective": float(softmax_fit.primal[0]), "gap": softmax_fit.worst_gap},
        "binary": {"objective": float(sweep.primal[0]), "gap": float(sweep.gap[0])},
        "difference": difference[:ROWS_SHOWN].tolist(),
        "f": f[:ROWS_SHOWN].tolist(),
        "apart": float(np.abs(difference - f).max()),
    }
