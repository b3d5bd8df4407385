"""Two classes: softmax is the binary logistic fit with half of λ, digit for digit (C2)."""

from typing import Any

import numpy as np

import kernel_core as kc
from kernel_core.multiclass import fit_multinomial
from lab.scene.class_scene import ClassScene
from lab.scene.learning_problem import kernel_of
from lab.scene.scene import replace

TOL = 1e-10
SHOWN = 5


def two_classes(scene: ClassScene) -> dict[str, Any]:
    """Both objectives and certificates, and f₁ - f₂ beside f at the first points of two classes.

    `apart` is the largest difference over all points. A scene of more classes gives its first two.
    """
    scene = scene if scene.classes == 2 else replace(scene, classes=2)
    X, y, kernel = scene.sample.X, scene.sample.y, kernel_of(scene)
    options: dict[str, Any] = {"risk": scene.risk, "intercept": bool(scene.intercept), "tol": TOL}
    many = fit_multinomial(X, y, kernel, scene.lam, **options)
    signs = np.where(y == 0, 1.0, -1.0)
    sweep = kc.sweep(X, signs, kernel, scene.lam / 2, kc.Logistic(), **options)
    difference, f = np.subtract(*many.values(X)), sweep.decision[0]
    return {
        "softmax": {"objective": float(many.primal[0]), "gap": many.worst_gap},
        "binary": {"objective": float(sweep.primal[0]), "gap": float(sweep.gap[0])},
        "difference": difference[:SHOWN].tolist(),
        "f": f[:SHOWN].tolist(),
        "apart": float(np.abs(difference - f).max()),
    }
